//! Headings, and the sections that they open.

use crate::document::Section;

/// A line taken for a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) line: u32,
    /// 1 for the outermost.
    pub(crate) level: u8,
    pub(crate) title: String,
}

/// A heading governs the lines up to the next one of its level or above.
pub(crate) fn sections(headings: &[Heading], last_line: u32) -> Vec<Section> {
    headings
        .iter()
        .enumerate()
        .map(|(index, heading)| {
            let next = headings
                .iter()
                .skip(index + 1)
                .find(|next| next.level <= heading.level);
            Section {
                title: heading.title.clone(),
                level: heading.level,
                first_line: heading.line,
                last_line: next
                    .map_or(last_line, |next| next.line.saturating_sub(1))
                    .max(heading.line),
            }
        })
        .collect()
}
