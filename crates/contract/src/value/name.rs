//! Names of people and bodies, and postal addresses: runs of words that a reader marks.

use crate::descriptor::{Comparison, Descriptor, Display, Fills, Finding, Kind, Scored, Several};
use crate::schema::{derived, words};
use crate::shape::AnswerShape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Longest name of an organisation, in characters.
const MAX_NAME_CHARACTERS: u32 = 200;
/// The parts of a person's name, in the order in which they are written.
const PARTS_OF_NAME: &[&str] = &["first_name", "middle_initial", "last_name"];

/// A postal address; every part may be missing in the document, not all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Address {
    /// Street, number, building, district.
    #[schemars(length(min = 1, max = 300))]
    pub street: Option<String>,
    /// Postal code.
    #[schemars(length(min = 1, max = 20))]
    pub postal_code: Option<String>,
    /// Town.
    #[schemars(length(min = 1, max = 100))]
    pub city: Option<String>,
    /// Country as written.
    #[schemars(length(min = 1, max = 100))]
    pub country: Option<String>,
}

/// A person's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonName {
    /// Given name or initials.
    #[schemars(length(min = 1, max = 100))]
    pub first_name: Option<String>,
    /// Middle initial or middle names.
    #[schemars(length(min = 1, max = 100))]
    pub middle_initial: Option<String>,
    /// Family name.
    #[schemars(length(min = 1, max = 100))]
    pub last_name: String,
}

/// The types of this file.
pub(crate) static TYPES: [Descriptor; 3] = [
    Descriptor {
        name: "address",
        title: "Address",
        description: "A postal address.",
        shape: AnswerShape::Single,
        value_schema: derived::<Address>,
        finding: Finding::Runs { longest: None },
        asked: Some("address"),
        several: Several::Values,
        fills: Some(Fills::Words),
        comparison: Comparison::Parts(&["street", "postal_code", "city"]),
        display: Display::Parts { between: ", " },
        ..Descriptor::OWN
    },
    Descriptor {
        name: "person_name",
        title: "Person",
        description: "A person's name.",
        shape: AnswerShape::Single,
        value_schema: derived::<PersonName>,
        finding: Finding::Runs { longest: Some(8) },
        asked: Some("person"),
        kind: Kind::Name,
        several: Several::Names,
        fills: Some(Fills::Words),
        display: Display::Parts { between: " " },
        scored: Scored::Words(PARTS_OF_NAME),
        ..Descriptor::OWN
    },
    Descriptor {
        name: "organization",
        title: "Organisation",
        description: "A company, authority or body.",
        shape: AnswerShape::Single,
        value_schema: organization,
        finding: Finding::Runs { longest: Some(14) },
        asked: Some("organization"),
        kind: Kind::Name,
        several: Several::Names,
        fills: Some(Fills::Words),
        is_free_text: true,
        ..Descriptor::OWN
    },
];

/// A name of an organisation.
fn organization() -> Value {
    words(MAX_NAME_CHARACTERS)
}
