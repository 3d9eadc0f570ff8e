//! The proleptic Gregorian calendar, years 1 to 9999.
//!
//! Written out here because this crate has no clock and so depends on no
//! crate that has one; the tests compare it with the `time` crate.

/// A date as precise as it was stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PartialDate {
    pub(super) year: i32,
    /// 1..=12; none: only the year is known.
    pub(super) month: Option<u8>,
    /// 1..=31; none: only year and month are known.
    pub(super) day: Option<u8>,
}

/// Days in a month.
pub(super) fn days_in(year: i32, month: u8) -> u8 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since 1 January of year 1, which is day 0.
pub(super) fn day_number(year: i32, month: u8, day: u8) -> i64 {
    // Years are counted from March, so that a leap day ends its year.
    let months_from_march = (i64::from(month) + 9) % 12;
    let year = i64::from(year) - i64::from(month <= 2);
    let before_year = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let before_month = (153 * months_from_march + 2) / 5;
    // 306: the days from 1 March of year 0 to 1 January of year 1.
    before_year + before_month + i64::from(day) - 1 - 306
}

/// The date with a day number, if its year is 1..=9999.
pub(super) fn date_of(number: i64) -> Option<PartialDate> {
    if !(0..=day_number(9999, 12, 31)).contains(&number) {
        return None;
    }
    let shifted = number + 306;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = (shifted_month + 2) % 12 + 1;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    PartialDate::full(
        i32::try_from(year).ok()?,
        u8::try_from(month).ok()?,
        u8::try_from(day).ok()?,
    )
}

impl PartialDate {
    /// A full date, if it stands in the calendar.
    pub(super) fn full(year: i32, month: u8, day: u8) -> Option<PartialDate> {
        let exists = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day);
        exists.then_some(PartialDate {
            year,
            month: Some(month),
            day: Some(day),
        })
    }

    /// Reads `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub(super) fn parse(iso: &str) -> Option<PartialDate> {
        let mut parts = iso.split('-');
        let year: i32 = digits(parts.next()?, 4)?.try_into().ok()?;
        let month = parts.next().map(|part| digits(part, 2));
        let day = parts.next().map(|part| digits(part, 2));
        if parts.next().is_some() || !(1..=9999).contains(&year) {
            return None;
        }
        match (month, day) {
            (None, _) => Some(PartialDate {
                year,
                month: None,
                day: None,
            }),
            (Some(month), None) => {
                let month = u8::try_from(month?).ok()?;
                (1..=12).contains(&month).then_some(PartialDate {
                    year,
                    month: Some(month),
                    day: None,
                })
            }
            (Some(month), Some(day)) => {
                PartialDate::full(year, u8::try_from(month?).ok()?, u8::try_from(day?).ok()?)
            }
        }
    }

    /// As [`PartialDate::parse`] reads it.
    pub(super) fn iso(self) -> String {
        match (self.month, self.day) {
            (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", self.year),
            (Some(month), None) => format!("{:04}-{month:02}", self.year),
            (None, _) => format!("{:04}", self.year),
        }
    }

    /// The day number, if the date is known to the day.
    pub(super) fn number(self) -> Option<i64> {
        Some(day_number(self.year, self.month?, self.day?))
    }

    /// The first and the last day it can stand for.
    pub(super) fn bounds(self) -> (i64, i64) {
        let (first_month, last_month) = self.month.map_or((1, 12), |month| (month, month));
        let (first, last) = self
            .day
            .map_or((1, days_in(self.year, last_month)), |day| (day, day));
        (
            day_number(self.year, first_month, first),
            day_number(self.year, last_month, last),
        )
    }

    /// Adds months, keeping the day where the month has it and else taking
    /// the month's last day (31 January + 1 month = 28 or 29 February).
    pub(super) fn add_months(self, months: i64) -> Option<PartialDate> {
        let Some(month) = self.month else {
            if months % 12 != 0 {
                return None;
            }
            let year = i32::try_from(i64::from(self.year).checked_add(months / 12)?).ok()?;
            return (1..=9999)
                .contains(&year)
                .then_some(PartialDate { year, ..self });
        };
        let total = (i64::from(self.year) * 12 + i64::from(month) - 1).checked_add(months)?;
        let year = i32::try_from(total.div_euclid(12)).ok()?;
        let month = u8::try_from(total.rem_euclid(12) + 1).ok()?;
        if !(1..=9999).contains(&year) {
            return None;
        }
        Some(PartialDate {
            year,
            month: Some(month),
            day: self.day.map(|day| day.min(days_in(year, month))),
        })
    }

    /// Complete months from `self` to `later`, both known to the day.
    pub(super) fn complete_months(self, later: PartialDate) -> Option<i64> {
        let target = later.number()?;
        let guess = (i64::from(later.year) - i64::from(self.year)) * 12 + i64::from(later.month?)
            - i64::from(self.month?);
        let reached = self.add_months(guess)?.number()? <= target;
        Some(if reached { guess } else { guess - 1 })
    }
}

fn digits(text: &str, width: usize) -> Option<u32> {
    (text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

/// The least and the most days that `months` consecutive months can take.
pub(super) fn month_bounds(months: i64) -> (i64, i64) {
    // The calendar repeats after 400 years; whole cycles are always equal.
    let (cycles, rest) = (months / 4_800, months % 4_800);
    let whole = cycles * 146_097;
    if rest == 0 {
        return (whole, whole);
    }
    let mut bounds = (i64::MAX, i64::MIN);
    for start in 0..4_800_i64 {
        let first = |index: i64| {
            day_number(
                (index / 12 + 1) as i32,
                u8::try_from(index % 12 + 1).unwrap_or(1),
                1,
            )
        };
        let days = first(start + rest) - first(start);
        bounds = (bounds.0.min(days), bounds.1.max(days));
    }
    (whole + bounds.0, whole + bounds.1)
}

/// The ISO form of a year, if it stands in the calendar.
pub fn iso_year(year: i32) -> Option<String> {
    PartialDate::parse(&format!("{year:04}")).map(PartialDate::iso)
}

/// The first and the last day of an ISO date of any precision.
pub fn days_of(iso: &str) -> Option<(i64, i64)> {
    PartialDate::parse(iso).map(PartialDate::bounds)
}

/// The ISO form of a day number.
pub fn iso_of_day(number: i64) -> Option<String> {
    date_of(number).map(PartialDate::iso)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use time::{Date, Duration, Month};

    fn with_time_crate(date: PartialDate) -> Date {
        let month = Month::try_from(date.month.unwrap()).unwrap();
        Date::from_calendar_date(date.year, month, date.day.unwrap()).unwrap()
    }

    fn any_date() -> impl Strategy<Value = PartialDate> {
        (0..=day_number(9999, 12, 31)).prop_map(|number| date_of(number).unwrap())
    }

    proptest! {
        #[test]
        fn days_between_two_dates_are_those_of_the_time_crate(a in any_date(), b in any_date()) {
            let ours = b.number().unwrap() - a.number().unwrap();
            prop_assert_eq!(ours, (with_time_crate(b) - with_time_crate(a)).whole_days());
        }

        #[test]
        fn a_day_number_and_its_date_are_one_and_the_same(number in 0..=day_number(9999, 12, 31)) {
            let date = date_of(number).unwrap();
            prop_assert_eq!(date.number(), Some(number));
            let by_time = Date::from_calendar_date(1, Month::January, 1).unwrap() + Duration::days(number);
            prop_assert_eq!(with_time_crate(date), by_time);
            prop_assert_eq!(PartialDate::parse(&date.iso()), Some(date));
        }

        #[test]
        fn adding_months_stays_in_the_month_it_should(date in any_date(), months in -600..600_i64) {
            let total = i64::from(date.year) * 12 + i64::from(date.month.unwrap()) - 1 + months;
            let later = date.add_months(months);
            // Within the years that there are, and only there.
            prop_assert_eq!(later.is_some(), (12..120_000).contains(&total));
            let Some(later) = later else { return Ok(()) };
            let (year, month) = (later.year, later.month.unwrap());
            prop_assert_eq!(i64::from(year) * 12 + i64::from(month) - 1, total);
            prop_assert_eq!(later.day.unwrap(), date.day.unwrap().min(days_in(year, month)));
            with_time_crate(later);
        }

        #[test]
        fn complete_months_are_the_most_that_fit(a in any_date(), months in 0..600_i64, days in 0..40_i64) {
            // Fifty years on, there are still dates.
            prop_assume!(a.year < 9_900);
            let b = a.number().and_then(|number| date_of(number + months * 30 + days)).unwrap();
            let complete = a.complete_months(b).unwrap();
            prop_assert!(a.add_months(complete).unwrap().number() <= b.number());
            prop_assert!(a.add_months(complete + 1).unwrap().number() > b.number());
        }
    }

    #[test]
    fn the_end_of_a_month_is_kept_within_the_shorter_month() {
        let end = PartialDate::full(2024, 1, 31).unwrap();
        assert_eq!(end.add_months(1).unwrap().iso(), "2024-02-29");
        assert_eq!(end.add_months(13).unwrap().iso(), "2025-02-28");
    }

    #[test]
    fn a_month_takes_28_to_31_days_and_a_year_365_or_366() {
        assert_eq!(month_bounds(1), (28, 31));
        assert_eq!(month_bounds(3), (89, 92));
        assert_eq!(month_bounds(12), (365, 366));
        assert_eq!(month_bounds(4_800), (146_097, 146_097));
    }

    #[test]
    fn dates_outside_the_calendar_are_refused() {
        for iso in [
            "2023-02-29",
            "2024-13",
            "2024-00-01",
            "24-01-01",
            "0000",
            "2024-1-1",
            "",
        ] {
            assert_eq!(PartialDate::parse(iso), None, "{iso}");
        }
    }
}
