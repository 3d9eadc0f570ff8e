//! What is to be computed: steps, as data.

use super::typed::Typed;
use super::unit::{Scale, TimeUnit};
use serde::{Deserialize, Serialize};

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

impl Relation {
    /// In words: `greater or equal`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Greater => "greater",
            Self::GreaterOrEqual => "greater or equal",
            Self::Less => "less",
            Self::LessOrEqual => "less or equal",
            Self::Equal => "equal",
            Self::Between => "between",
        }
    }
}

impl Operation {
    /// In words, for a person who is to see what will be computed: `compare: less`,
    /// `time between`.
    #[must_use]
    pub fn words(&self) -> String {
        let name = match self {
            Self::Compare { relation } => return format!("compare: {}", relation.words()),
            Self::Sum => "sum",
            Self::Difference => "difference",
            Self::Count => "count",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::Average { .. } => "average",
            Self::PercentageChange { .. } => "percentage change",
            Self::TimeBetween { .. } => "time between",
            Self::AddDuration => "add duration",
            Self::SubtractDuration => "subtract duration",
            Self::ConvertTime { .. } => "convert time",
            Self::ConvertScale { .. } => "convert scale",
            Self::ConvertCurrency { .. } => "convert currency",
        };
        name.to_owned()
    }
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
