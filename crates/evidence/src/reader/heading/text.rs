//! Headings of plain text, by their words and the blank lines around them.

use super::level::{drop_ordinary, levels};
use super::section::Heading;
use super::wording::{Kind, classify};
use crate::document::Line;

/// Headings of plain text, by their words and the blank lines around them.
pub(crate) fn of_text(lines: &[Line]) -> Vec<Heading> {
    let filled = lines
        .iter()
        .filter(|line| !line.text.trim().is_empty())
        .count();
    let mut found: Vec<(Kind, Heading)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((kind, title)) = classify(&line.text) else {
            continue;
        };
        let blank_at = |at: Option<usize>| {
            at.is_none_or(|at| lines.get(at).is_none_or(|l| l.text.trim().is_empty()))
        };
        let after_blank = blank_at(index.checked_sub(1));
        let before_blank = blank_at(index.checked_add(1));
        let stands_apart = match kind {
            Kind::Keyword(_) | Kind::Numbered(_) => after_blank,
            Kind::Capitals => after_blank && before_blank,
        };
        if stands_apart {
            found.push((
                kind,
                Heading {
                    line: line.number,
                    level: 1,
                    title,
                },
            ));
        }
    }
    levels(drop_ordinary(found, filled))
}
