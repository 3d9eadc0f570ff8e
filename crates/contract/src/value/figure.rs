//! Figures: amounts of money, numbers, percentages.

use crate::currency;
use crate::descriptor::{Comparison, Descriptor, Display, Fills, Finding, Kind, Quantity, Several};
use crate::schema::{derived, with};
use crate::shape::AnswerShape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A sum of money.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// The figure as the document states it; a scale word stays in `unit`.
    pub value: serde_json::Number,
    /// ISO 4217 code; null where the document names no currency.
    pub currency: Option<String>,
    /// `thousand`, `million`, `billion`, or e.g. `per claim`.
    #[schemars(length(min = 1, max = 80))]
    pub unit: Option<String>,
}

/// A figure with an optional unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// The figure as the document states it.
    pub value: serde_json::Number,
    /// Unit of measure or scale (`%`, `days`, `million`), if stated.
    #[schemars(length(min = 1, max = 80))]
    pub unit: Option<String>,
}

/// A share in percent: 12.5 means 12.5 %.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Percentage {
    /// 12.5 means 12.5 %.
    pub value: serde_json::Number,
    /// What it is a share of, if stated.
    #[schemars(length(min = 1, max = 200))]
    pub of: Option<String>,
}

/// What figures have in common.
const FIGURE: Descriptor = Descriptor {
    shape: AnswerShape::Single,
    finding: Finding::Form,
    kind: Kind::Figure,
    contradicts: true,
    several: Several::Values,
    fills: Some(Fills::Words),
    comparison: Comparison::Figure,
    ..Descriptor::OWN
};

/// The types of this file.
pub(crate) static TYPES: [Descriptor; 3] = [
    Descriptor {
        name: "amount",
        title: "Amount",
        description: "A sum of money with its currency.",
        value_schema: amount,
        asked: Some("amount"),
        quantity: Some(Quantity::Money),
        comparison: Comparison::Money,
        display: Display::Money,
        ..FIGURE
    },
    Descriptor {
        name: "number",
        title: "Number",
        description: "A figure with its unit.",
        value_schema: derived::<Number>,
        asked: Some("number"),
        quantity: Some(Quantity::Figure),
        display: Display::Parts { between: " " },
        ..FIGURE
    },
    Descriptor {
        name: "percentage",
        title: "Percentage",
        description: "A share in percent.",
        value_schema: derived::<Percentage>,
        asked: Some("percentage"),
        quantity: Some(Quantity::Share),
        display: Display::Percent,
        ..FIGURE
    },
];

/// A sum of money with a code of ISO 4217.
fn amount() -> Value {
    let mut codes: Vec<Value> = currency::CODES.iter().map(|code| json!(code)).collect();
    codes.push(Value::Null);
    with(derived::<Amount>(), "currency", json!({ "enum": codes }))
}
