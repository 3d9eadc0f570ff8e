//! `cited_text`: prose in which every sentence ends with the anchors it
//! stands on.
//!
//! The value is one string: `The fee is due monthly. [C0] It is EUR 5. [C2]`.
//! The model never writes an anchor. It chooses sentences of the evidence (or,
//! where a policy lets it write, first quotes and then writes one sentence),
//! and code puts the anchors behind them.

use crate::descriptor::{Descriptor, Finding, Prose};
use crate::shape::AnswerShape;
use evidence::Span;
use serde_json::json;

/// Key of the type.
pub const NAME: &str = "cited_text";

/// The one text that is a refusal, in every contract that answers in prose.
pub const REFUSAL: &str = "The documents do not say.";

/// What is said where no answer was given though the documents may hold one: not everything was
/// read, or something speaks of the question, not surely enough.
pub const UNSURE: &str = "No answer sure enough.";

/// Longest cited text, in characters.
pub const MAX_CHARACTERS: u32 = 8_000;

/// The registry's line.
pub(crate) static TYPE: Descriptor = Descriptor {
    name: NAME,
    title: "Cited text",
    description: "Prose in which every sentence ends with the anchors it stands on.",
    shape: AnswerShape::Single,
    value_schema: || json!({ "type": "string", "minLength": 1, "maxLength": MAX_CHARACTERS }),
    finding: Finding::Sentences(Prose::CitedText),
    ..Descriptor::OWN
};

/// A statement and the spans it stands on.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// One sentence, without anchors.
    pub text: String,
    /// What it stands on; at least one.
    pub spans: Vec<Span>,
}

/// The value: every statement followed by its anchors, each anchor once. A
/// statement without a full stop gets a line of its own.
///
/// ```
/// # use contract::cited::{Statement, text};
/// # let span = |anchor: &str| evidence::Span { anchor: anchor.into(), line_start: 1, line_end: 1, quote: None };
/// let one = Statement { text: "The fee is EUR 5.".into(), spans: vec![span("C0"), span("C2")] };
/// let two = Statement { text: "Fees".into(), spans: vec![span("C1")] };
/// assert_eq!(text(&[one, two]), "The fee is EUR 5. [C0][C2]\nFees [C1]");
/// ```
pub fn text(statements: &[Statement]) -> String {
    let mut out = String::new();
    let mut ended = true;
    for statement in statements {
        let ends = ends_sentence(&statement.text);
        if !out.is_empty() {
            out.push(if ends && ended { ' ' } else { '\n' });
        }
        out.push_str(&statement.text);
        out.push(' ');
        let mut anchors: Vec<&str> = Vec::new();
        for span in &statement.spans {
            if !anchors.contains(&span.anchor.as_str()) {
                anchors.push(&span.anchor);
                out.push('[');
                out.push_str(&span.anchor);
                out.push(']');
            }
        }
        ended = ends;
    }
    out
}

/// Whether a statement ends as a sentence does.
pub(crate) fn ends_sentence(text: &str) -> bool {
    let inner = text.trim_end_matches(['"', '\'', '”', '’', '»', ')']);
    inner.ends_with(['.', '!', '?', '…'])
}
