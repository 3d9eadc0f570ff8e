//! The typed values (spec 1, "Values").
//!
//! The schemas say what a grammar can guarantee; lengths bound every string,
//! so that no answer grows without end. [`crate::schema`] adds what `schemars`
//! cannot say: patterns, code lists, rows as wide as their headers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// A table; every row is as wide as the headers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Column headings; empty strings where the document has none.
    pub headers: Vec<String>,
    /// Cells by row.
    pub rows: Vec<Vec<String>>,
}

/// A label with what stands under it: an outline, a hierarchy of parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// Words of the document.
    #[schemars(length(min = 1, max = 500))]
    pub label: String,
    /// What stands under it; empty for a leaf.
    pub children: Vec<Tree>,
}
