//! The typed values (spec 1, "Values").

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
    pub unit: Option<String>,
}

/// A figure with an optional unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// The figure as the document states it.
    pub value: serde_json::Number,
    /// Unit of measure or scale (`%`, `days`, `million`), if stated.
    pub unit: Option<String>,
}

/// A share in percent: 12.5 means 12.5 %.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Percentage {
    /// 12.5 means 12.5 %.
    pub value: serde_json::Number,
    /// What it is a share of, if stated.
    pub of: Option<String>,
}

/// A calendar date as precise as the document states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DateValue {
    /// `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub iso: String,
    /// The wording in the document.
    pub original: String,
}

/// A postal address; every part may be missing in the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Address {
    /// Street, number, building, district.
    pub street: Option<String>,
    /// Postal code.
    pub postal_code: Option<String>,
    /// Town.
    pub city: Option<String>,
    /// Country as written.
    pub country: Option<String>,
}

/// A person's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonName {
    /// Given name or initials.
    pub first_name: Option<String>,
    /// Middle initial or middle names.
    pub middle_initial: Option<String>,
    /// Family name.
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
