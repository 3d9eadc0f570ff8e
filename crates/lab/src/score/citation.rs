//! Whether a citation holds: its quote stands in the lines it names, and they are those
//! where the gold says the answer stands.

use super::words::{shared, squash, words};
use crate::case::GoldSpan;
use serde::{Deserialize, Serialize};

/// A quote with the lines it is said to stand in, from 1, as the document's lines are numbered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Citation {
    /// First line.
    pub line_start: u32,
    /// Last line.
    pub line_end: u32,
    /// The words.
    pub quote: String,
}

/// Share of a gold quote's words from which another quote points at the same place.
const SAME_PLACE: f64 = 0.6;

/// Whether the quote stands in the lines it names, but for white space and typographic signs.
pub(crate) fn is_valid(citation: &Citation, lines: &[String]) -> bool {
    let (first, last) = (citation.line_start as usize, citation.line_end as usize);
    let named = first
        .checked_sub(1)
        .and_then(|before| lines.get(before..last));
    let quote = squash(&citation.quote);
    !quote.is_empty() && named.is_some_and(|lines| squash(&lines.join(" ")).contains(&quote))
}

/// Whether a citation points at gold evidence: by its lines, or in a PDF, whose lines every
/// reader numbers otherwise, by its words.
pub(crate) fn is_same_place(document: &str, citation: &Citation, gold: &GoldSpan) -> bool {
    if !document.to_lowercase().ends_with(".pdf") {
        return citation.line_start <= gold.line_end && citation.line_end >= gold.line_start;
    }
    let (found, wanted) = (
        squash(&citation.quote).to_lowercase(),
        squash(&gold.quote).to_lowercase(),
    );
    if found.is_empty() {
        return false;
    }
    if wanted.contains(&found) || found.contains(&wanted) {
        return true;
    }
    let (found, wanted) = (words(&found), words(&wanted));
    shared(&found, &wanted) as f64 / wanted.len().max(1) as f64 >= SAME_PLACE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn citation(line_start: u32, line_end: u32, quote: &str) -> Citation {
        Citation {
            line_start,
            line_end,
            quote: quote.into(),
        }
    }

    #[test]
    fn a_quote_holds_in_the_lines_it_names_alone() {
        let lines = ["The fee is".to_owned(), "ten  “euros”.".to_owned()];
        assert!(is_valid(&citation(1, 2, "is ten \"euros\""), &lines));
        assert!(!is_valid(&citation(1, 1, "ten"), &lines));
        assert!(!is_valid(&citation(0, 2, "fee"), &lines));
        assert!(
            !is_valid(&citation(2, 3, "ten"), &lines),
            "there is no line 3"
        );
        assert!(!is_valid(&citation(1, 2, " "), &lines));
        assert!(!is_valid(&citation(2, 1, "fee"), &lines));
    }
}
