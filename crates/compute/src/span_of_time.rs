//! Durations in the form of ISO 8601, kept as months, days and seconds,
//! because neither a month nor a year has a fixed number of days.

use super::calendar::month_bounds;
use super::unit::TimeUnit;

/// Seconds of a day; leap seconds and clock changes are no matter of contracts.
const DAY: i64 = 86_400;
/// Longest duration, in months: 10,000 years.
const MAX_MONTHS: i64 = 120_000;

/// A length of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SpanOfTime {
    /// Years are 12 of them.
    pub(super) months: i64,
    /// Weeks are 7 days of 86,400 of them.
    pub(super) seconds: i64,
}

impl SpanOfTime {
    /// `count` of a unit.
    pub(super) fn of(count: i64, unit: TimeUnit) -> Option<SpanOfTime> {
        let (months, seconds) = unit.size();
        SpanOfTime {
            months: count.checked_mul(months)?,
            seconds: count.checked_mul(seconds)?,
        }
        .bounded()
    }

    /// Reads `P1Y2M3W4DT5H6M7S`, whole numbers only.
    pub(super) fn parse(iso: &str) -> Option<SpanOfTime> {
        let (negative, rest) = match iso.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, iso),
        };
        let mut sum = SpanOfTime::default();
        let (mut number, mut in_time, mut any) = (String::new(), false, false);
        for letter in rest.strip_prefix('P')?.chars() {
            if letter.is_ascii_digit() {
                number.push(letter);
                continue;
            }
            if letter == 'T' && !in_time && number.is_empty() {
                in_time = true;
                continue;
            }
            let unit = match (letter, in_time) {
                ('Y', false) => TimeUnit::Years,
                ('M', false) => TimeUnit::Months,
                ('W', false) => TimeUnit::Weeks,
                ('D', false) => TimeUnit::Days,
                ('H', true) => TimeUnit::Hours,
                ('M', true) => TimeUnit::Minutes,
                ('S', true) => TimeUnit::Seconds,
                _ => return None,
            };
            sum = sum.plus(SpanOfTime::of(number.parse().ok()?, unit)?)?;
            number.clear();
            any = true;
        }
        (any && number.is_empty()).then(|| if negative { sum.negated() } else { sum })
    }

    /// As ISO 8601, in the largest units that are exact; none where months and
    /// days have different signs, for which the standard has no form.
    pub(super) fn iso(self) -> Option<String> {
        if self.months < 0 || (self.months == 0 && self.seconds < 0) {
            return Some(format!("-{}", self.negated().iso()?));
        }
        if self.seconds < 0 {
            return None;
        }
        let part = |count: i64, letter: char| match count {
            0 => String::new(),
            _ => format!("{count}{letter}"),
        };
        let date = [
            part(self.months / 12, 'Y'),
            part(self.months % 12, 'M'),
            part(self.seconds / DAY, 'D'),
        ]
        .concat();
        let rest = self.seconds % DAY;
        let time = [
            part(rest / 3_600, 'H'),
            part(rest % 3_600 / 60, 'M'),
            part(rest % 60, 'S'),
        ]
        .concat();
        Some(match (date.is_empty(), time.is_empty()) {
            (true, true) => "P0D".into(),
            (_, true) => format!("P{date}"),
            _ => format!("P{date}T{time}"),
        })
    }

    pub(super) fn plus(self, other: SpanOfTime) -> Option<SpanOfTime> {
        SpanOfTime {
            months: self.months.checked_add(other.months)?,
            seconds: self.seconds.checked_add(other.seconds)?,
        }
        .bounded()
    }

    pub(super) fn negated(self) -> SpanOfTime {
        SpanOfTime {
            months: -self.months,
            seconds: -self.seconds,
        }
    }

    /// The least and the most seconds it can take.
    pub(super) fn bounds(self) -> (i64, i64) {
        let (low, high) = month_bounds(self.months.abs());
        let (low, high) = if self.months < 0 {
            (-high, -low)
        } else {
            (low, high)
        };
        (low * DAY + self.seconds, high * DAY + self.seconds)
    }

    /// Whole days beside the months, if there is no part of a day.
    pub(super) fn whole_days(self) -> Option<i64> {
        (self.seconds % DAY == 0).then_some(self.seconds / DAY)
    }

    fn bounded(self) -> Option<SpanOfTime> {
        let most = MAX_MONTHS * 31 * DAY;
        (self.months.abs() <= MAX_MONTHS && self.seconds.abs() <= most).then_some(self)
    }

    /// For people: `1 year 2 months`, `30 days`.
    pub(super) fn words(self) -> String {
        let parts = [
            (self.months / 12, "year"),
            (self.months % 12, "month"),
            (self.seconds / DAY, "day"),
            (self.seconds % DAY / 3_600, "hour"),
            (self.seconds % 3_600 / 60, "minute"),
            (self.seconds % 60, "second"),
        ];
        let said: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count != 0)
            .map(|(count, name)| {
                let plural = if count.abs() == 1 { "" } else { "s" };
                format!("{count} {name}{plural}")
            })
            .collect();
        if said.is_empty() {
            "0 days".into()
        } else {
            said.join(" ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_and_writes_the_form_of_iso_8601() {
        for (iso, again, words) in [
            ("P30D", "P30D", "30 days"),
            ("P2W", "P14D", "14 days"),
            ("P18M", "P1Y6M", "1 year 6 months"),
            ("P1Y", "P1Y", "1 year"),
            ("PT36H", "P1DT12H", "1 day 12 hours"),
            ("P11DT1M", "P11DT1M", "11 days 1 minute"),
            ("P0D", "P0D", "0 days"),
            ("-P3M", "-P3M", "-3 months"),
        ] {
            let span = SpanOfTime::parse(iso).unwrap();
            assert_eq!(span.iso().as_deref(), Some(again), "{iso}");
            assert_eq!(span.words(), words, "{iso}");
        }
        for iso in [
            "",
            "P",
            "PT",
            "30D",
            "P1",
            "P1H",
            "PT1D",
            "P1.5Y",
            "P99999999999999999999D",
        ] {
            assert_eq!(SpanOfTime::parse(iso), None, "{iso}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(months in 0..2_000_i64, seconds in 0..10_000_000_i64) {
            let span = SpanOfTime { months, seconds };
            prop_assert_eq!(SpanOfTime::parse(&span.iso().unwrap()), Some(span));
        }
    }
}
