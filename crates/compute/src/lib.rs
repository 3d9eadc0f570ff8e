//! What code computes, so that no model is asked to: comparison, sums,
//! differences, counts, dates and conversions over extracted values.
//!
//! A [`Step`] is data: an operation and pointers to its inputs. [`run`] turns
//! steps and extracted values into a [`Computation`], which holds everything
//! that was used (the values, the rates with their date and source) and every
//! intermediate result with a sentence about it. So [`recompute`] needs the
//! stored computation alone, and says where a stored one differs.
//!
//! # Rules
//!
//! * Arithmetic is decimal and exact, to 28 digits; more is an error. The
//!   operations that must round say so in their sentence: half away from
//!   zero, to the places given with the operation.
//! * A value of a partial date (`2018`) or a duration in months has bounds; a
//!   comparison that depends on what is unknown is an error, not a guess.
//! * 31 January plus a month is the last day of February. Days and weeks
//!   convert into each other, months and years do; a month has no fixed
//!   number of days, so days do not become months.
//! * Amounts of different currencies meet through the user's [`Rates`]; the
//!   conversion is part of the record. Without a rate there is no result and
//!   the extracted values stay as they are.
//! * A value without a currency or unit takes that of the value it meets,
//!   and a note says so.
//!
//! # Example
//!
//! ```
//! use compute::{Extracted, Input, Operation, Relation, Step, Typed, run};
//! use serde_json::json;
//!
//! let premium = Extracted {
//!     answer_type: "amount".into(),
//!     values: vec![json!({ "value": 1.2, "currency": "USD", "unit": "million" })],
//! };
//! let limit = Typed::new("amount", json!({ "value": 1_000_000, "currency": "USD", "unit": null }));
//! let step = Step {
//!     operation: Operation::Compare { relation: Relation::Greater },
//!     inputs: vec![Input::Only { extraction: 0 }, Input::Constant { constant: limit }],
//! };
//! let computation = run(&[step], &[premium], None)?;
//! assert_eq!(computation.result.value, json!(true));
//! # Ok::<(), compute::StepError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod arithmetic;
mod calendar;
mod compare;
mod error;
mod quantity;
mod rates;
mod run;
mod span_of_time;
#[cfg(test)]
mod tests;
mod time_step;

pub use compare::relation_holds;
pub use error::{StepError, StepProblem};
pub use quantity::expressible;
pub use quantity::{in_plain_units, number, plain_number, scale_factor, time_unit};
pub use rates::{Conversion, Rates, RatesError};
pub use run::{Deviation, recompute, run, run_again};

/// The ISO form of a year, if it stands in the calendar.
pub fn iso_year(year: i32) -> Option<String> {
    calendar::PartialDate::parse(&format!("{year:04}")).map(calendar::PartialDate::iso)
}

/// The first and the last day of an ISO date of any precision.
pub fn days_of(iso: &str) -> Option<(i64, i64)> {
    calendar::PartialDate::parse(iso).map(calendar::PartialDate::bounds)
}

/// The ISO form of a day number.
pub fn iso_of_day(number: i64) -> Option<String> {
    calendar::date_of(number).map(calendar::PartialDate::iso)
}

use contract::answer::Item;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Most steps of one computation.
pub const MAX_STEPS: usize = 32;
/// Most values of all extractions together.
pub const MAX_VALUES: usize = 10_000;
/// The form of a stored [`Computation`]; a reader refuses any other.
pub const COMPUTATION_VERSION: u32 = 1;

/// A value with the key of its type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    /// Key of the registry: `amount`, `date`, ...
    pub answer_type: String,
    /// The value in the JSON form of that type.
    pub value: Value,
}

impl Typed {
    /// A value with the key of its type.
    pub fn new(answer_type: &str, value: Value) -> Typed {
        Typed {
            answer_type: answer_type.into(),
            value,
        }
    }
}

/// The values that one extraction gave, in the order of its items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extracted {
    /// Type of each value.
    pub answer_type: String,
    /// One for each item.
    pub values: Vec<Value>,
}

impl Extracted {
    /// The values of an answer's items.
    pub fn from_items(answer_type: &str, items: &[Item]) -> Extracted {
        Extracted {
            answer_type: answer_type.into(),
            values: items.iter().map(|item| item.value.clone()).collect(),
        }
    }
}

/// Where a step takes a value from. Indexes count from 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum Input {
    /// The one value of an extraction; several different ones are an error.
    Only {
        /// Which extraction.
        extraction: usize,
    },
    /// All values of an extraction.
    All {
        /// Which extraction.
        extraction: usize,
    },
    /// One value of an extraction.
    Item {
        /// Which extraction.
        extraction: usize,
        /// Which of its items.
        item: usize,
    },
    /// The result of an earlier step.
    Step {
        /// Which step.
        step: usize,
    },
    /// A value of the question.
    Constant {
        /// The value.
        constant: Typed,
    },
}

/// What a record calls by this name: `greater`, `days`.
pub fn by_name<T: serde::de::DeserializeOwned>(name: &str) -> Option<T> {
    T::deserialize(IntoDeserializer::<serde::de::value::Error>::into_deserializer(name)).ok()
}

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// `>`; of dates: after.
    Greater,
    /// `>=`.
    GreaterOrEqual,
    /// `<`; of dates: before.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `=`.
    Equal,
    /// Within two bounds, which count as within.
    Between,
}

/// Units of time, the shortest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum TimeUnit {
    Seconds,
    Minutes,
    Hours,
    Days,
    Weeks,
    Months,
    Years,
}

impl TimeUnit {
    /// Months and seconds of one.
    fn size(self) -> (i64, i64) {
        match self {
            TimeUnit::Seconds => (0, 1),
            TimeUnit::Minutes => (0, 60),
            TimeUnit::Hours => (0, 3_600),
            TimeUnit::Days => (0, 86_400),
            TimeUnit::Weeks => (0, 604_800),
            TimeUnit::Months => (1, 0),
            TimeUnit::Years => (12, 0),
        }
    }

    /// The unit's name, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            TimeUnit::Seconds => "seconds",
            TimeUnit::Minutes => "minutes",
            TimeUnit::Hours => "hours",
            TimeUnit::Days => "days",
            TimeUnit::Weeks => "weeks",
            TimeUnit::Months => "months",
            TimeUnit::Years => "years",
        }
    }

    /// The unit's designator in a duration of ISO 8601.
    fn designator(self) -> char {
        match self {
            TimeUnit::Years => 'Y',
            TimeUnit::Months | TimeUnit::Minutes => 'M',
            TimeUnit::Weeks => 'W',
            TimeUnit::Days => 'D',
            TimeUnit::Hours => 'H',
            TimeUnit::Seconds => 'S',
        }
    }
}

/// Counts and their units, longest first, as a duration of ISO 8601: `P1Y6M`, `PT2H`.
pub fn iso_duration(counts: &[(String, TimeUnit)]) -> String {
    let mut text = "P".to_owned();
    for (count, unit) in counts {
        if *unit < TimeUnit::Days && !text.contains('T') {
            text.push('T');
        }
        text.push_str(count);
        text.push(unit.designator());
    }
    text
}

/// Words that multiply a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Scale {
    One,
    Thousand,
    Million,
    Billion,
}

/// What a step does. The number of inputs stands with each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Operation {
    /// Two values (three for `between`: the value, the lower and the upper
    /// bound): yes or no.
    Compare {
        /// How.
        relation: Relation,
    },
    /// One or more values of one kind.
    Sum,
    /// The first less the second. Of two dates use [`Operation::TimeBetween`].
    Difference,
    /// Any number of values of any type: a number.
    Count,
    /// One or more: the least, or the earliest date.
    Minimum,
    /// One or more: the greatest, or the latest date.
    Maximum,
    /// One or more values of one kind.
    Average {
        /// Decimal places kept where the division is not exact.
        places: u32,
    },
    /// From the first to the second, in percent of the first.
    PercentageChange {
        /// Decimal places kept.
        places: u32,
    },
    /// Two dates, in any order: the time between them. Months and years are
    /// complete ones, so an age is this with `years`.
    TimeBetween {
        /// Of the result.
        unit: TimeUnit,
    },
    /// A date and a duration: the date that much later.
    AddDuration,
    /// A date and a duration: the date that much earlier.
    SubtractDuration,
    /// One duration, in another unit.
    ConvertTime {
        /// Of the result.
        unit: TimeUnit,
    },
    /// One amount or number, with another scale word.
    ConvertScale {
        /// Of the result.
        scale: Scale,
    },
    /// One amount, at the user's rate.
    ConvertCurrency {
        /// ISO 4217 code of the result.
        currency: String,
    },
}

/// One deterministic step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is done.
    pub operation: Operation,
    /// With what.
    pub inputs: Vec<Input>,
}

/// A step that was done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The step.
    pub step: Step,
    /// The values its inputs stood for, before any conversion.
    pub used: Vec<Typed>,
    /// The result.
    pub output: Typed,
    /// What was done, in plain words.
    pub explanation: String,
    /// What was taken for granted, in plain words; caveats of the answer.
    pub notes: Vec<String>,
    /// Conversions between currencies that the step needed.
    pub conversions: Vec<Conversion>,
}

/// All steps of an answer with everything they used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Computation {
    /// [`COMPUTATION_VERSION`].
    pub version: u32,
    /// What was extracted, by extraction.
    pub extractions: Vec<Extracted>,
    /// The steps in order.
    pub steps: Vec<Done>,
    /// The output of the last step.
    pub result: Typed,
}

impl Computation {
    /// Codes of the currencies that amounts were converted to, each once.
    pub fn converted_to(&self) -> Vec<String> {
        let conversions = self.steps.iter().flat_map(|done| &done.conversions);
        let mut codes: Vec<String> = conversions.map(|one| one.to.clone()).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}
