//! Headings of Markdown: its own marks say which lines they are.

use super::section::Heading;
use crate::document::Line;

/// ATX and setext headings; fenced code is left alone.
pub(crate) fn of_markdown(lines: &[Line]) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut fence: Option<(char, usize)> = None;
    let mut previous: Option<&Line> = None;
    for line in lines {
        let indent = line.text.len() - line.text.trim_start().len();
        let text = line.text.trim();
        let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'));
        let run = mark.map_or(0, |mark| text.chars().take_while(|c| *c == mark).count());
        match (fence, mark) {
            (Some((open, length)), _) => {
                let closes = mark == Some(open) && run >= length && text.chars().all(|c| c == open);
                if closes {
                    fence = None;
                }
                previous = None;
                continue;
            }
            (None, Some(mark)) if run >= 3 && indent < 4 => {
                fence = Some((mark, run));
                previous = None;
                continue;
            }
            _ => {}
        }
        if indent >= 4 {
            previous = None;
        } else if let Some((level, title)) = atx(text) {
            headings.push(Heading {
                line: line.number,
                level,
                title: title.to_owned(),
            });
            previous = None;
        } else if let Some(level) = setext(text)
            && let Some(above) = previous.take()
        {
            headings.push(Heading {
                line: above.number,
                level,
                title: above.text.trim().to_owned(),
            });
        } else {
            let starts_block =
                text.is_empty() || text.starts_with(['>', '|']) || text.starts_with("- ");
            previous = (!starts_block).then_some(line);
        }
    }
    headings
}

fn atx(text: &str) -> Option<(u8, &str)> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    let title = rest.trim();
    let bare = title.trim_end_matches('#');
    // A closing run of # counts only behind a space ("C#" keeps its own).
    let title = if bare.is_empty() || bare.ends_with(' ') {
        bare.trim_end()
    } else {
        title
    };
    (!title.is_empty()).then_some((level as u8, title))
}

fn setext(text: &str) -> Option<u8> {
    let only = |c: char| !text.is_empty() && text.chars().all(|t| t == c);
    if only('=') {
        Some(1)
    } else if only('-') {
        Some(2)
    } else {
        None
    }
}
