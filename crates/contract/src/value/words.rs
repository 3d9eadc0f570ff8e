//! Words of the document: one text, or a list of them.

use crate::descriptor::{Comparison, Descriptor, Fills, Finding, Kind, LONGEST_RUN, Several};
use crate::schema::words;
use crate::shape::AnswerShape;
use serde_json::Value;

/// Longest text value, in characters.
const MAX_TEXT_CHARACTERS: u32 = 2000;

/// The types of this file.
pub(crate) static TYPES: [Descriptor; 2] = [
    Descriptor {
        name: "text",
        title: "Text",
        description: "Words of the document.",
        shape: AnswerShape::Single,
        value_schema: text,
        finding: Finding::Runs {
            longest: Some(LONGEST_RUN),
        },
        asked: Some("text"),
        kind: Kind::Text,
        fills: Some(Fills::Words),
        is_free_text: true,
        ..Descriptor::OWN
    },
    Descriptor {
        name: "list",
        title: "List",
        description: "Several texts.",
        shape: AnswerShape::Listing,
        value_schema: text,
        finding: Finding::Form,
        asked: Some("list"),
        kind: Kind::Several,
        several: Several::Texts,
        is_free_text: true,
        comparison: Comparison::Items,
        ..Descriptor::OWN
    },
];

/// A text of the document.
fn text() -> Value {
    words(MAX_TEXT_CHARACTERS)
}
