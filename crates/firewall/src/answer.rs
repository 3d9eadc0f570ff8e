//! An answer that passed every check, and its citations.

use crate::finding::Warning;
use crate::quality::QualityScore;
use contract::AnswerBody;
use evidence::Bounds;
use serde::Serialize;

/// A validated answer. There is no way to make one but [`crate::check`]: no
/// public constructor, no public field, no `Deserialize`, so that "nothing
/// unvalidated leaves the program" holds at compile time.
///
/// ```compile_fail
/// let answer: firewall::Answer = serde_json::from_str("{}").unwrap();
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    body: AnswerBody,
    citations: Vec<Citation>,
    quality_score: QualityScore,
    warnings: Vec<Warning>,
}

impl Answer {
    pub(crate) fn checked(
        body: AnswerBody,
        citations: Vec<Citation>,
        quality_score: QualityScore,
        warnings: Vec<Warning>,
    ) -> Self {
        Self {
            body,
            citations,
            quality_score,
            warnings,
        }
    }

    /// The answer as the model and the expansion left it; nothing was edited.
    pub fn body(&self) -> &AnswerBody {
        &self.body
    }

    /// What it cites: in the order of items and spans, without duplicates.
    pub fn citations(&self) -> &[Citation] {
        &self.citations
    }

    /// How good it is by its form, with the parts.
    pub fn quality_score(&self) -> QualityScore {
        self.quality_score
    }

    /// What a person should look at although every check passed; not empty
    /// means `needs_human_review`.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

/// One validated citation, recovered from the evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Citation {
    /// Anchor of the chunk.
    pub anchor: String,
    /// Document of the chunk.
    pub document_id: String,
    /// Its title, for people.
    pub document_title: String,
    /// 1-based page of the first cited line.
    pub page_number: u32,
    /// First cited line, 1-based and global over the document.
    pub line_start: u32,
    /// Last cited line.
    pub line_end: u32,
    /// The quoted words as they stand in the source lines (white space
    /// collapsed); the whole lines where the span has no quote.
    pub quote: String,
    /// Where the cited lines stand, one box a line; empty for formats
    /// without positions.
    pub boxes: Vec<PageBox>,
}

/// A rectangle on a page.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PageBox {
    /// 1-based page.
    pub page: u32,
    /// The rectangle, in points from the top left of the page.
    pub bounds: Bounds,
}
