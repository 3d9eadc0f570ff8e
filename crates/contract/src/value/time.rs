//! Dates, periods between two, and lengths of time.

use crate::descriptor::{Comparison, Descriptor, Display, Fills, Finding, Kind, Quantity, Several};
use crate::schema::{derived, with};
use crate::shape::AnswerShape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A calendar date as precise as the document states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DateValue {
    /// `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub iso: String,
    /// The wording in the document.
    #[schemars(length(min = 1, max = 200))]
    pub original: String,
}

/// A period between two dates, each as precise as the document states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DateRange {
    /// First day, month or year; null where the document gives only an end.
    pub iso_start: Option<String>,
    /// Last day, month or year, included; null where it gives only a start.
    pub iso_end: Option<String>,
    /// The wording in the document.
    #[schemars(length(min = 1, max = 300))]
    pub original: String,
}

/// A length of time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Duration {
    /// ISO 8601: `P30D`, `P2Y6M`, `PT48H`. What kind of days they are stays
    /// in `original`.
    pub iso: String,
    /// The wording in the document.
    #[schemars(length(min = 1, max = 200))]
    pub original: String,
}

/// What dates and lengths of time have in common.
const TIME: Descriptor = Descriptor {
    shape: AnswerShape::Single,
    finding: Finding::Form,
    contradicts: true,
    several: Several::Values,
    ..Descriptor::OWN
};

/// The types of this file.
pub(crate) static TYPES: [Descriptor; 3] = [
    Descriptor {
        name: "date",
        title: "Date",
        description: "A date, as precise as the document states it.",
        value_schema: date,
        asked: Some("date"),
        kind: Kind::Date,
        quantity: Some(Quantity::Date),
        fills: Some(Fills::Words),
        format: Some("date"),
        comparison: Comparison::Iso,
        display: Display::Date,
        ..TIME
    },
    Descriptor {
        name: "date_range",
        title: "Period",
        description: "From one date to another; either may be missing.",
        value_schema: date_range,
        asked: Some("date"),
        kind: Kind::Date,
        display: Display::Period,
        ..TIME
    },
    Descriptor {
        name: "duration",
        title: "Duration",
        description: "A length of time, such as a term of notice.",
        value_schema: duration,
        quantity: Some(Quantity::Time),
        fills: Some(Fills::Words),
        display: Display::Duration,
        ..TIME
    },
];

/// A year, a month, or a day that its month has; the 29th of February is left
/// to validation.
const DATE: &str = "[0-9]{4}(-(0[1-9]|1[0-2])|-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])\
                    |-(0[469]|11)-(0[1-9]|[12][0-9]|30)|-02-(0[1-9]|[12][0-9]))?";

/// A date with real months and days.
fn date() -> Value {
    let iso = json!({ "type": "string", "pattern": format!("^{DATE}$") });
    with(derived::<DateValue>(), "iso", iso)
}

/// A period; either end may be null.
fn date_range() -> Value {
    let end = json!({ "anyOf": [
        { "type": "string", "pattern": format!("^{DATE}$") },
        { "type": "null" },
    ] });
    let schema = with(derived::<DateRange>(), "iso_start", end.clone());
    with(schema, "iso_end", end)
}

/// An ISO 8601 duration: whole components in order, or one with a fraction.
fn duration() -> Value {
    let iso = json!({ "type": "string", "pattern": format!("^({})$", duration_pattern()) });
    with(derived::<Duration>(), "iso", iso)
}

/// Every sequence of components that is not empty, as the standard orders
/// them; weeks stand alone.
fn duration_pattern() -> String {
    let count = "[0-9]{1,6}";
    let fraction = "[0-9]{1,6}\\.[0-9]{1,3}";
    let run = |units: [char; 3]| {
        let [first, second, third] = units;
        format!(
            "({count}{first}({count}{second})?({count}{third})?\
             |{count}{second}({count}{third})?|{count}{third})"
        )
    };
    let days = run(['Y', 'M', 'D']);
    let hours = run(['H', 'M', 'S']);
    format!("P{days}(T{hours})?|PT{hours}|P{count}W|P{fraction}[YMWD]|PT{fraction}[HMS]")
}
