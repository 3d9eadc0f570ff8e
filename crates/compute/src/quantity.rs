//! Extracted values as things to compute with.

use super::calendar::PartialDate;
use super::error::StepProblem;
use super::span_of_time::SpanOfTime;
use super::typed::Typed;
use super::unit::{scale_factor, time_unit};
use contract::value::{Amount, DateValue, Duration, Number as Figure, Percentage};
use contract::{Quantity as Kind, Value};
use rust_decimal::Decimal;
use serde_json::Number;

/// A value to compute with.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Quantity {
    /// Money, with its scale word multiplied in.
    Money {
        value: Decimal,
        currency: Option<String>,
        unit: Option<String>,
    },
    /// A figure, with its scale word multiplied in.
    Figure {
        value: Decimal,
        unit: Option<String>,
    },
    /// In percent.
    Share(Decimal),
    Date(PartialDate),
    Time(SpanOfTime),
    /// Anything that can only be counted or said to be equal.
    Other(Value),
}

impl Quantity {
    /// Reads a value of its type.
    pub(super) fn read(typed: &Typed) -> Result<Quantity, StepProblem> {
        let malformed = || StepProblem::Malformed(typed.answer_type.clone());
        let scaled = |value: &Number, unit: Option<&str>| {
            let value = decimal(value).ok_or_else(malformed)?;
            let (factor, unit) = split_unit(unit);
            let value = value
                .checked_mul(Decimal::from(factor))
                .ok_or(StepProblem::OutOfRange)?;
            Ok::<_, StepProblem>((value, unit))
        };
        Ok(match (Kind::of(&typed.answer_type), &typed.value) {
            (Some(Kind::Money), Value::Amount(amount)) => {
                let (value, unit) = scaled(&amount.value, amount.unit.as_deref())?;
                Quantity::Money {
                    value,
                    currency: amount.currency.clone(),
                    unit,
                }
            }
            (Some(Kind::Figure), Value::Number(figure)) => {
                let (value, unit) = scaled(&figure.value, figure.unit.as_deref())?;
                match unit.as_deref() {
                    Some("%") => Quantity::Share(value),
                    _ => Quantity::Figure { value, unit },
                }
            }
            (Some(Kind::Share), Value::Percentage(share)) => {
                Quantity::Share(scaled(&share.value, None)?.0)
            }
            (Some(Kind::Date), Value::Date(date)) => {
                Quantity::Date(PartialDate::parse(&date.iso).ok_or_else(malformed)?)
            }
            (Some(Kind::Time), Value::Duration(time)) => {
                Quantity::Time(SpanOfTime::parse(&time.iso).ok_or_else(malformed)?)
            }
            (Some(_), _) => return Err(malformed()),
            (None, other) => Quantity::Other(other.clone()),
        })
    }

    /// The value of its type.
    pub(super) fn write(&self) -> Result<Typed, StepProblem> {
        let value = match self {
            Quantity::Money {
                value,
                currency,
                unit,
            } => Value::Amount(Amount {
                value: number(*value)?,
                currency: currency.clone(),
                unit: unit.clone(),
            }),
            Quantity::Figure { value, unit } => Value::Number(Figure {
                value: number(*value)?,
                unit: unit.clone(),
            }),
            Quantity::Share(value) => Value::Percentage(Percentage {
                value: number(*value)?,
                of: None,
            }),
            Quantity::Date(date) => Value::Date(DateValue {
                iso: date.iso(),
                original: date.iso(),
            }),
            Quantity::Time(span) => Value::Duration(Duration {
                iso: span.iso().ok_or(StepProblem::OutOfRange)?,
                original: span.words(),
            }),
            Quantity::Other(value) => value.clone(),
        };
        Ok(Typed::new(self.type_name(), value))
    }

    /// What it is computed with as; none where it is not.
    fn kind(&self) -> Option<Kind> {
        Some(match self {
            Quantity::Money { .. } => Kind::Money,
            Quantity::Figure { .. } => Kind::Figure,
            Quantity::Share(_) => Kind::Share,
            Quantity::Date(_) => Kind::Date,
            Quantity::Time(_) => Kind::Time,
            Quantity::Other(_) => return None,
        })
    }

    /// Key of the type.
    pub(super) fn type_name(&self) -> &'static str {
        self.kind().map_or("text", Kind::answer_type)
    }

    /// A figure of days or months is a duration beside a duration.
    pub(super) fn as_time(&self) -> Option<SpanOfTime> {
        match self {
            Quantity::Time(span) => Some(*span),
            Quantity::Figure {
                value,
                unit: Some(unit),
            } => {
                let unit = time_unit(unit)?;
                let whole = value.normalize();
                let count = (whole.scale() == 0).then(|| i64::try_from(whole).ok())??;
                SpanOfTime::of(count, unit)
            }
            _ => None,
        }
    }

    /// How a sentence says it.
    pub(super) fn words(&self) -> String {
        let after =
            |unit: &Option<String>| unit.as_ref().map_or(String::new(), |u| format!(" {u}"));
        match self {
            Quantity::Money {
                value,
                currency,
                unit,
            } => {
                let code = currency.as_ref().map_or(String::new(), |c| format!("{c} "));
                format!("{code}{}{}", value.normalize(), after(unit))
            }
            Quantity::Figure { value, unit } => format!("{}{}", value.normalize(), after(unit)),
            Quantity::Share(value) => format!("{} %", value.normalize()),
            Quantity::Date(date) => date.iso(),
            Quantity::Time(span) => span.words(),
            Quantity::Other(_) => "the value".into(),
        }
    }
}

impl Typed {
    /// The same value as another type, where nothing is lost or made up: a
    /// share as a number of per cent, an amount as a number of its currency.
    pub fn expressed_as(&self, answer_type: &str) -> Option<Typed> {
        if self.answer_type == answer_type {
            return Some(self.clone());
        }
        let as_figure = |value, unit: Option<String>| Quantity::Figure { value, unit }.write().ok();
        match (Quantity::read(self).ok()?, Kind::of(answer_type)?) {
            (Quantity::Share(value), Kind::Figure) => as_figure(value, Some("%".into())),
            (Quantity::Share(_), Kind::Share) => Quantity::read(self).ok()?.write().ok(),
            (
                Quantity::Money {
                    value, currency, ..
                },
                Kind::Figure,
            ) => as_figure(value, currency),
            (quantity, Kind::Time) => Quantity::Time(quantity.as_time()?).write().ok(),
            _ => None,
        }
    }
}

/// Whether a result of one type can be given as another
/// ([`Typed::expressed_as`]); a number can be a duration only by its unit.
pub fn expressible(from: &str, to: &str) -> bool {
    from == to
        || matches!(
            (Kind::of(from), Kind::of(to)),
            (Some(Kind::Share | Kind::Money), Some(Kind::Figure))
        )
}

/// The factor of the scale word in a unit, and what is left of the unit.
fn split_unit(unit: Option<&str>) -> (i64, Option<String>) {
    let Some(unit) = unit else { return (1, None) };
    let mut factor = 1;
    let mut rest: Vec<&str> = Vec::new();
    for word in unit.split_whitespace() {
        match scale_factor(word) {
            Some(by) if factor == 1 => factor = by,
            _ => rest.push(word),
        }
    }
    let rest = rest.join(" ");
    (factor, (!rest.is_empty()).then_some(rest))
}

/// The number of an amount, a number or a percentage, with a scale word of its
/// unit (*million*) multiplied out. None for other values.
pub fn plain_number(value: &Value) -> Option<Number> {
    let (factor, _) = split_unit(value.unit());
    let plain = decimal(value.figure()?)?.checked_mul(Decimal::from(factor))?;
    number(plain).ok()
}

/// An amount, a number or a percentage with the scale word of its unit
/// multiplied out, so that what is written in two ways is equal: INR 1.2 crore
/// and INR 120 lakh. Other values as they are.
pub fn in_plain_units(value: &Value) -> Value {
    let mut plain = value.clone();
    let (factor, rest) = split_unit(value.unit());
    if let (Some(number), true) = (plain_number(value), factor != 1) {
        match &mut plain {
            Value::Amount(amount) => (amount.value, amount.unit) = (number, rest),
            Value::Number(figure) => (figure.value, figure.unit) = (number, rest),
            _ => {}
        }
    }
    plain
}

/// The decimal that a JSON number's text says.
fn decimal(value: &Number) -> Option<Decimal> {
    let text = value.to_string();
    Decimal::from_str_exact(&text)
        .ok()
        .or_else(|| Decimal::from_scientific(&text).ok())
}

/// The JSON number that says a decimal, if one says it exactly.
///
/// # Errors
///
/// [`StepProblem::OutOfRange`] where no JSON number does.
pub fn number(value: Decimal) -> Result<Number, StepProblem> {
    let value = value.normalize();
    let whole = (value.scale() == 0)
        .then(|| i64::try_from(value).ok())
        .flatten();
    let number: Number = match whole {
        Some(whole) => whole.into(),
        None => serde_json::from_str(&value.to_string()).map_err(|_| StepProblem::OutOfRange)?,
    };
    match decimal(&number) {
        Some(again) if again == value => Ok(number),
        _ => Err(StepProblem::OutOfRange),
    }
}
