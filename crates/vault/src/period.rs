//! A period of retention: whole days, months or years.

use std::fmt;
use std::str::FromStr;

use time::{Date, Duration, Month};

use crate::error::VaultError;

/// How long something is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    count: u16,
    unit: Unit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Days,
    Months,
    Years,
}

impl Period {
    /// The day after which it is over, for what began on a day. A month or a year later is the day
    /// of the same number, or the last of a shorter month. None: beyond the calendar.
    pub fn end_after(self, begun: Date) -> Option<Date> {
        let count = i64::from(self.count);
        let months = match self.unit {
            Unit::Days => return begun.checked_add(Duration::days(count)),
            Unit::Months => count,
            Unit::Years => count * 12,
        };
        let month = i64::from(begun.year()) * 12 + i64::from(u8::from(begun.month())) - 1 + months;
        let year = i32::try_from(month.div_euclid(12)).ok()?;
        let month = Month::try_from(u8::try_from(month.rem_euclid(12)).ok()? + 1).ok()?;
        let day = begun.day().min(month.length(year));
        Date::from_calendar_date(year, month, day).ok()
    }
}

impl FromStr for Period {
    type Err = VaultError;

    /// `90d`, `18m`, `10y`.
    fn from_str(text: &str) -> Result<Self, VaultError> {
        let given = || VaultError::NoPeriod {
            given: text.to_owned(),
        };
        let unit = match text.chars().next_back() {
            Some('d') => Unit::Days,
            Some('m') => Unit::Months,
            Some('y') => Unit::Years,
            _ => return Err(given()),
        };
        let digits = text.get(..text.len() - 1).unwrap_or_default();
        let count = digits.parse::<u16>().ok().filter(|count| *count > 0);
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let count = count.filter(|_| is_plain).ok_or_else(given)?;
        Ok(Self { count, unit })
    }
}

impl fmt::Display for Period {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Days => 'd',
            Unit::Months => 'm',
            Unit::Years => 'y',
        };
        write!(formatter, "{}{unit}", self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    fn end(period: &str, begun: Date) -> Date {
        period.parse::<Period>().unwrap().end_after(begun).unwrap()
    }

    #[test]
    fn a_period_ends_on_the_day_of_the_same_number_or_the_last_of_its_month() {
        assert_eq!(end("1d", date!(2026 - 12 - 31)), date!(2027 - 01 - 01));
        assert_eq!(end("90d", date!(2026 - 01 - 31)), date!(2026 - 05 - 01));
        assert_eq!(end("1m", date!(2026 - 01 - 31)), date!(2026 - 02 - 28));
        assert_eq!(end("18m", date!(2026 - 08 - 15)), date!(2028 - 02 - 15));
        assert_eq!(end("10y", date!(2024 - 02 - 29)), date!(2034 - 02 - 28));
        let far = "65535y".parse::<Period>().unwrap();
        assert_eq!(far.end_after(date!(2026 - 01 - 01)), None);
    }

    #[test]
    fn what_is_no_period_is_refused_and_what_is_one_is_written_as_it_was() {
        for text in ["1d", "18m", "10y"] {
            assert_eq!(text.parse::<Period>().unwrap().to_string(), text);
        }
        for text in [
            "", "d", "0d", "-1y", "+1y", "1w", "1.5y", "70000d", "10 y", "ä",
        ] {
            assert!(text.parse::<Period>().is_err(), "{text}");
        }
    }
}
