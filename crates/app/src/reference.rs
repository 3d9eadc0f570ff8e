//! Where a passage says that it goes on elsewhere: "continued in Section 7".
//!
//! Such a pointer is the best keyword for the next round, and where the place
//! it names was not shown, the answer may be partial. Found by rules in
//! English, German and Spanish; only explicit pointers count.

use evidence::{EvidenceChunk, Span};
use regex::Regex;
use std::sync::LazyLock;

static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:section|clause|article|schedule|annex|appendix|exhibit|part|chapter|endorsement|abschnitt|ziffer|artikel|anlage|anhang|kapitel|sección|cláusula|artículo|anexo|capítulo)\s+(?:[0-9]+(?:\.[0-9]+)*[a-z]?|[IVX]+|[A-Z])\b|§\s*[0-9]+[a-z]?",
    )
    .expect("a literal pattern")
});
static GOES_ON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:continued|continues|cont'?d|further [\p{L} ]{0,30}(?:in|under|at)|(?:set out|listed|described|found|contained) (?:further )?(?:in|at|under)|see(?: also)?|fortsetzung|fortgesetzt|siehe(?: auch)?|weitere [\p{L} ]{0,30}in|continúa|véase|ver)\b",
    )
    .expect("a literal pattern")
});
static CONTINUES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:continued|continues|cont'?d|fortsetzung|fortgesetzt|continúa)\b")
        .expect("a literal pattern")
});

/// Lines around a cited span that are read for pointers.
const NEAR_LINES: u32 = 2;
/// Most places that are named.
const MAX_PLACES: usize = 5;

/// What the passages say of places elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Pointers {
    /// Places that are pointed at and were not shown, as they are written.
    pub elsewhere: Vec<String>,
    /// A passage says of itself that it is continued in one of them.
    pub continues: bool,
}

/// Reads the lines at and near the cited spans; all lines where nothing is
/// cited.
pub(crate) fn pointers(chunks: &[EvidenceChunk], spans: &[Span]) -> Pointers {
    let mut found = Pointers::default();
    for chunk in chunks {
        for line in &chunk.lines {
            let near = |span: &Span| {
                span.anchor == chunk.anchor
                    && line.number + NEAR_LINES >= span.line_start
                    && line.number <= span.line_end + NEAR_LINES
            };
            if (spans.is_empty() || spans.iter().any(near)) && GOES_ON.is_match(&line.text) {
                read_line(&line.text, chunks, &mut found);
            }
        }
    }
    found
}

fn read_line(text: &str, chunks: &[EvidenceChunk], found: &mut Pointers) {
    for place in PLACE.find_iter(text) {
        let name = place
            .as_str()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let leads = GOES_ON
            .find(text)
            .is_some_and(|lead| lead.start() < place.start());
        if !leads || is_shown(&name, chunks) {
            continue;
        }
        found.continues |= CONTINUES.is_match(text);
        if found.elsewhere.len() < MAX_PLACES && !found.elsewhere.contains(&name) {
            found.elsewhere.push(name);
        }
    }
}

/// Whether a line that was shown begins with the place: its heading.
fn is_shown(place: &str, chunks: &[EvidenceChunk]) -> bool {
    let lower = place.to_lowercase();
    let number = lower.rsplit(' ').next().unwrap_or(&lower).to_owned();
    let mut lines = chunks.iter().flat_map(|chunk| &chunk.lines);
    lines.any(|line| {
        let text = line.text.trim_start().to_lowercase();
        let begins = |with: &str| {
            text.strip_prefix(with)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        begins(&lower) || (number.starts_with(|c: char| c.is_ascii_digit()) && begins(&number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::Line;

    fn chunk(lines: &[&str]) -> EvidenceChunk {
        let line = |(text, number): (&&str, u32)| Line {
            number,
            page: 1,
            text: (*text).into(),
            bounds: None,
        };
        EvidenceChunk {
            anchor: "C0".into(),
            chunk_id: "a".into(),
            document_id: "d".into(),
            document_title: "t".into(),
            lines: lines.iter().zip(1..).map(line).collect(),
            tables: Vec::new(),
            similarity: 1.0,
        }
    }

    #[test]
    fn a_list_that_is_continued_in_a_section_not_shown_is_partial() {
        let shown = chunk(&["Exclusions:", "a) war", "(continued in Section 7)"]);
        let found = pointers(&[shown], &[]);
        assert_eq!(found.elsewhere, ["Section 7"]);
        assert!(found.continues);
    }

    #[test]
    fn a_section_that_is_shown_is_not_elsewhere() {
        let shown = chunk(&[
            "a) war (continued in Section 7)",
            "7. Further exclusions",
            "b) flood",
        ]);
        assert_eq!(pointers(&[shown], &[]), Pointers::default());
    }

    #[test]
    fn a_pointer_without_the_word_continued_is_a_keyword_only() {
        let shown = chunk(&["Weitere Ausschlüsse siehe Anlage 2."]);
        let found = pointers(&[shown], &[]);
        assert_eq!(found.elsewhere, ["Anlage 2"]);
        assert!(!found.continues);
    }

    #[test]
    fn only_lines_near_what_is_cited_are_read() {
        let shown = chunk(&["fee: 5", "", "", "", "", "see Schedule 3"]);
        let cited = Span {
            anchor: "C0".into(),
            line_start: 1,
            line_end: 1,
            quote: None,
        };
        assert_eq!(pointers(&[shown], &[cited]), Pointers::default());
    }

    #[test]
    fn a_section_that_is_only_mentioned_is_no_pointer() {
        let shown = chunk(&["The fee of Section 4 is due."]);
        assert_eq!(pointers(&[shown], &[]), Pointers::default());
    }
}
