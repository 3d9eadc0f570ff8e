//! Sums, differences, averages, changes and scale words.

use super::compare::{same_unit, wrong_count};
use super::error::StepProblem;
use super::quantity::Quantity;
use super::unit::Scale;
use rust_decimal::{Decimal, RoundingStrategy};

/// Most decimal places a step may ask for.
const MAX_PLACES: u32 = 12;

/// `left + right`, of one kind, one currency and one unit.
pub(super) fn add(left: &Quantity, right: &Quantity) -> Result<Quantity, StepProblem> {
    use Quantity::{Figure, Money, Share, Time};
    let sum = |a: &Decimal, b: &Decimal| a.checked_add(*b).ok_or(StepProblem::OutOfRange);
    let one_unit = |u: &Option<String>, v: &Option<String>| {
        same_unit(u.as_deref(), v.as_deref())?;
        Ok::<_, StepProblem>(u.clone().or_else(|| v.clone()))
    };
    Ok(match (left, right) {
        (
            Money {
                value: a,
                currency,
                unit: u,
            },
            Money {
                value: b,
                currency: other,
                unit: v,
            },
        ) => Money {
            value: sum(a, b)?,
            currency: currency.clone().or_else(|| other.clone()),
            unit: one_unit(u, v)?,
        },
        (Figure { value: a, unit: u }, Figure { value: b, unit: v }) => Figure {
            value: sum(a, b)?,
            unit: one_unit(u, v)?,
        },
        (Share(a), Share(b)) => Share(sum(a, b)?),
        (Time(a), Time(b)) => Time(a.plus(*b).ok_or(StepProblem::OutOfRange)?),
        _ => {
            return Err(StepProblem::Kinds {
                left: left.type_name().into(),
                right: right.type_name().into(),
            });
        }
    })
}

/// The sum of one or more values.
pub(super) fn sum(values: &[Quantity]) -> Result<Quantity, StepProblem> {
    let Some((first, rest)) = values.split_first() else {
        return Err(wrong_count("one or more", values));
    };
    if matches!(first, Quantity::Date(_) | Quantity::Other(_)) {
        return Err(StepProblem::WrongType {
            expected: "an amount, number, percentage or duration",
            given: first.type_name().into(),
        });
    }
    rest.iter()
        .try_fold(first.clone(), |total, value| add(&total, value))
}

/// The first less the second.
pub(super) fn difference(values: &[Quantity]) -> Result<Quantity, StepProblem> {
    let [left, right] = values else {
        return Err(wrong_count("two", values));
    };
    add(left, &negated(right)?)
}

fn negated(value: &Quantity) -> Result<Quantity, StepProblem> {
    let mut value = value.clone();
    match &mut value {
        Quantity::Money { value, .. } | Quantity::Figure { value, .. } | Quantity::Share(value) => {
            *value = -*value;
        }
        Quantity::Time(span) => *span = span.negated(),
        Quantity::Date(_) | Quantity::Other(_) => {
            return Err(StepProblem::WrongType {
                expected: "an amount, number, percentage or duration",
                given: value.type_name().into(),
            });
        }
    }
    Ok(value)
}

/// The arithmetic mean, and whether it was rounded.
pub(super) fn average(values: &[Quantity], places: u32) -> Result<(Quantity, bool), StepProblem> {
    let mut total = sum(values)?;
    let count = Decimal::from(values.len());
    let rounded = match &mut total {
        Quantity::Money { value, .. } | Quantity::Figure { value, .. } | Quantity::Share(value) => {
            let (mean, rounded) = divide(*value, count, places)?;
            *value = mean;
            rounded
        }
        _ => {
            return Err(StepProblem::WrongType {
                expected: "an amount, number or percentage",
                given: total.type_name().into(),
            });
        }
    };
    Ok((total, rounded))
}

/// `(second - first) / |first| x 100`, and whether it was rounded.
pub(super) fn percentage_change(
    values: &[Quantity],
    places: u32,
) -> Result<(Quantity, bool), StepProblem> {
    let [from, to] = values else {
        return Err(wrong_count("two", values));
    };
    let change = add(to, &negated(from)?)?;
    let plain = |quantity: &Quantity| match quantity {
        Quantity::Money { value, .. } | Quantity::Figure { value, .. } | Quantity::Share(value) => {
            Ok(*value)
        }
        _ => Err(StepProblem::WrongType {
            expected: "an amount, number or percentage",
            given: quantity.type_name().into(),
        }),
    };
    let hundredfold = plain(&change)?
        .checked_mul(Decimal::ONE_HUNDRED)
        .ok_or(StepProblem::OutOfRange)?;
    let (percent, rounded) = divide(hundredfold, plain(from)?.abs(), places)?;
    Ok((Quantity::Share(percent), rounded))
}

/// A quotient rounded half away from zero, and whether that changed it.
pub(super) fn divide(
    value: Decimal,
    by: Decimal,
    places: u32,
) -> Result<(Decimal, bool), StepProblem> {
    if by.is_zero() {
        return Err(StepProblem::DivisionByZero);
    }
    if places > MAX_PLACES {
        return Err(StepProblem::OutOfRange);
    }
    let quotient = value.checked_div(by).ok_or(StepProblem::OutOfRange)?;
    let rounded = quotient.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
    Ok((rounded.normalize(), rounded != quotient))
}

/// One amount or number with another scale word in its unit.
pub(super) fn rescale(values: &[Quantity], scale: Scale) -> Result<Quantity, StepProblem> {
    let [value] = values else {
        return Err(wrong_count("one", values));
    };
    let mut scaled = value.clone();
    match &mut scaled {
        Quantity::Money { value, unit, .. } | Quantity::Figure { value, unit } => {
            *value = value
                .checked_div(scale.factor())
                .ok_or(StepProblem::OutOfRange)?;
            let words: Vec<&str> = scale.word().into_iter().chain(unit.as_deref()).collect();
            *unit = (!words.is_empty()).then(|| words.join(" "));
        }
        other => {
            return Err(StepProblem::WrongType {
                expected: "an amount or number",
                given: other.type_name().into(),
            });
        }
    }
    Ok(scaled)
}
