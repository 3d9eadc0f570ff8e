//! Steps over dates and durations.

use super::arithmetic::divide;
use super::calendar::{PartialDate, date_of};
use super::compare::wrong_count;
use super::error::StepProblem;
use super::quantity::Quantity;
use super::span_of_time::SpanOfTime;
use super::unit::TimeUnit;
use rust_decimal::Decimal;

/// Decimal places of a duration in another unit.
pub(super) const UNIT_PLACES: u32 = 4;

/// The time between two dates, in a unit; of months and years the complete ones.
pub(super) fn between(
    values: &[Quantity],
    unit: TimeUnit,
) -> Result<(Quantity, bool), StepProblem> {
    let [Quantity::Date(one), Quantity::Date(other)] = values else {
        return Err(not_dates(values, 2, "two"));
    };
    let (from, to) = in_order(*one, *other)?;
    let (from_day, to_day) = (
        from.number().ok_or(StepProblem::PartialDate)?,
        to.number().ok_or(StepProblem::PartialDate)?,
    );
    let days = to_day - from_day;
    let months = || from.complete_months(to).ok_or(StepProblem::OutOfRange);
    let (count, rounded) = match unit {
        TimeUnit::Months => (months()?.into(), false),
        TimeUnit::Years => ((months()? / 12).into(), false),
        TimeUnit::Weeks => divide(days.into(), Decimal::from(7), UNIT_PLACES)?,
        TimeUnit::Days => (days.into(), false),
        TimeUnit::Hours => ((days * 24).into(), false),
        TimeUnit::Minutes => ((days * 1_440).into(), false),
        TimeUnit::Seconds => ((days * 86_400).into(), false),
    };
    Ok((figure(count, unit), rounded))
}

fn in_order(
    one: PartialDate,
    other: PartialDate,
) -> Result<(PartialDate, PartialDate), StepProblem> {
    match (one.number(), other.number()) {
        (Some(a), Some(b)) if a <= b => Ok((one, other)),
        (Some(_), Some(_)) => Ok((other, one)),
        _ => Err(StepProblem::PartialDate),
    }
}

/// A date moved by a duration, and whether the end of a month cut it.
pub(super) fn moved(values: &[Quantity], backwards: bool) -> Result<(Quantity, bool), StepProblem> {
    let [Quantity::Date(date), duration] = values else {
        return Err(not_dates(values, 2, "two"));
    };
    let span = duration.as_time().ok_or_else(|| StepProblem::WrongType {
        expected: "a duration",
        given: duration.type_name().into(),
    })?;
    let span = if backwards { span.negated() } else { span };
    let days = span.whole_days().ok_or(StepProblem::WrongType {
        expected: "a duration of whole days",
        given: Quantity::Time(span).type_name().into(),
    })?;
    // Months first, as contracts are read: one month and three days after.
    let after_months = date.add_months(span.months).ok_or(match date.month {
        None => StepProblem::PartialDate,
        Some(_) => StepProblem::OutOfRange,
    })?;
    let cut = after_months.day != date.day;
    if days == 0 {
        return Ok((Quantity::Date(after_months), cut));
    }
    let number = after_months.number().ok_or(StepProblem::PartialDate)?;
    let end = number
        .checked_add(days)
        .and_then(date_of)
        .ok_or(StepProblem::OutOfRange)?;
    Ok((Quantity::Date(end), cut))
}

/// A duration in another unit, and whether it was rounded.
pub(super) fn converted(
    values: &[Quantity],
    unit: TimeUnit,
) -> Result<(Quantity, bool), StepProblem> {
    let [value] = values else {
        return Err(wrong_count("one", values));
    };
    let span = value.as_time().ok_or_else(|| StepProblem::WrongType {
        expected: "a duration",
        given: value.type_name().into(),
    })?;
    let SpanOfTime { months, seconds } = span;
    let (count, size) = match unit.size() {
        (0, size) if months == 0 => (seconds, size),
        (size, 0) if seconds == 0 => (months, size),
        _ => return Err(StepProblem::MonthsAndDays),
    };
    let (count, rounded) = divide(count.into(), size.into(), UNIT_PLACES)?;
    Ok((figure(count, unit), rounded))
}

fn figure(value: Decimal, unit: TimeUnit) -> Quantity {
    Quantity::Figure {
        value,
        unit: Some(unit.name().into()),
    }
}

fn not_dates(values: &[Quantity], count: usize, expected: &'static str) -> StepProblem {
    if values.len() != count {
        return wrong_count(expected, values);
    }
    let other = values
        .iter()
        .find(|value| !matches!(value, Quantity::Date(_)))
        .map_or("text", Quantity::type_name);
    StepProblem::WrongType {
        expected: "a date",
        given: other.into(),
    }
}
