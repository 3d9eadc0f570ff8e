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

/// Lines around a cited span that are read for pointers: the line behind a list, and an empty one.
const NEAR_LINES: u32 = 2;
/// Most places that are named: words that a search can still use.
const MAX_PLACES: usize = 5;

/// What the passages say of places elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Pointers {
    /// Places that are pointed at and were not shown, as they are written.
    pub elsewhere: Vec<String>,
    /// A passage says of itself that it is continued in one of them.
    pub continues: bool,
    /// Places that were shown, in which a cited passage is continued, and of
    /// which nothing is cited.
    pub uncited: Vec<String>,
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
                read_line(&line.text, chunks, spans, &mut found);
            }
        }
    }
    found
}

fn read_line(text: &str, chunks: &[EvidenceChunk], spans: &[Span], found: &mut Pointers) {
    for place in PLACE.find_iter(text) {
        let name = plain(place.as_str());
        let leads = GOES_ON
            .find(text)
            .is_some_and(|lead| lead.start() < place.start());
        if !leads {
            continue;
        }
        if let Some(at) = heading(&name, chunks) {
            let cited = spans.iter().any(|span| at.holds(span));
            if CONTINUES.is_match(text) && !spans.is_empty() && !cited {
                found.uncited.push(name);
            }
            continue;
        }
        found.continues |= CONTINUES.is_match(text);
        if found.elsewhere.len() < MAX_PLACES && !found.elsewhere.contains(&name) {
            found.elsewhere.push(name);
        }
    }
}

/// Where the lines at and near the cited spans say that they are continued, as far as that was
/// shown: the line that heads the place.
pub(crate) fn continued_at<'a>(chunks: &'a [EvidenceChunk], spans: &[Span]) -> Vec<At<'a>> {
    let mut found = Vec::new();
    for chunk in chunks {
        for line in &chunk.lines {
            let near = |span: &Span| {
                span.anchor == chunk.anchor
                    && line.number >= span.line_start
                    && line.number <= span.line_end + NEAR_LINES
            };
            let Some(says) = CONTINUES.find(&line.text) else {
                continue;
            };
            if spans.iter().any(near) {
                let places = PLACE.find_iter(&line.text);
                let places = places.filter(|place| place.start() > says.start());
                found.extend(places.filter_map(|place| heading(&plain(place.as_str()), chunks)));
            }
        }
    }
    found
}

/// Words with one space between two.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line of a chunk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'a> {
    /// The passage.
    pub chunk: &'a EvidenceChunk,
    /// Number of the line in its document.
    pub line: u32,
}

impl At<'_> {
    /// Whether the span stands in the chunk, at the line or after it.
    pub(crate) fn holds(&self, span: &Span) -> bool {
        span.anchor == self.chunk.anchor && span.line_end >= self.line
    }
}

/// The line that was shown and begins with the place: its heading.
fn heading<'a>(place: &str, chunks: &'a [EvidenceChunk]) -> Option<At<'a>> {
    let lower = place.to_lowercase();
    let number = lower.rsplit(' ').next().unwrap_or(&lower).to_owned();
    let lines = chunks.iter().flat_map(|chunk| {
        let lines = chunk.lines.iter();
        lines.map(move |line| (chunk, line))
    });
    let begins = |line: &evidence::Line| {
        let text = line.text.trim_start().to_lowercase();
        let begins = |with: &str| {
            text.strip_prefix(with)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        begins(&lower) || (number.starts_with(|c: char| c.is_ascii_digit()) && begins(&number))
    };
    let mut lines = lines.filter(|(_, line)| begins(line));
    lines.next().map(|(chunk, line)| At {
        chunk,
        line: line.number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(lines: &[&str]) -> EvidenceChunk {
        EvidenceChunk::of_lines("C0", 1, lines.iter().copied())
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
    fn a_section_that_goes_on_with_what_is_cited_has_to_be_cited_too() {
        let shown = [chunk(&[
            "a) war",
            "The list is continued in Section 7.",
            "Section 7. Further exclusions",
            "b) flood",
        ])];
        let span = |line| Span {
            anchor: "C0".into(),
            line_start: line,
            line_end: line,
            quote: None,
        };
        assert_eq!(pointers(&shown, &[span(1)]).uncited, ["Section 7"]);
        assert!(pointers(&shown, &[span(1), span(4)]).uncited.is_empty());
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
