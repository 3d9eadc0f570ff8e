//! Units of time and scale words, and the words that name them.

use super::name::by_name;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

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
    pub(super) fn size(self) -> (i64, i64) {
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

/// The unit of time a word names, in the singular or plural.
pub fn time_unit(word: &str) -> Option<TimeUnit> {
    let lower = word.to_lowercase();
    let singular = lower.strip_suffix('s').unwrap_or(&lower);
    let mut units = language::all(|pack| &pack.dates.units);
    let unit = units.find(|unit| unit.word == lower || unit.word == singular)?;
    by_name(&unit.means)
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

impl Scale {
    pub(super) fn factor(self) -> Decimal {
        Decimal::from(match self {
            Scale::One => 1_i64,
            Scale::Thousand => 1_000,
            Scale::Million => 1_000_000,
            Scale::Billion => 1_000_000_000,
        })
    }

    pub(super) fn word(self) -> Option<&'static str> {
        match self {
            Scale::One => None,
            Scale::Thousand => Some("thousand"),
            Scale::Million => Some("million"),
            Scale::Billion => Some("billion"),
        }
    }
}

/// The factor of a scale word.
pub fn scale_factor(word: &str) -> Option<i64> {
    let lower = word.trim_end_matches('.').to_lowercase();
    language::named(|pack| &pack.numbers.scales, &lower).copied()
}
