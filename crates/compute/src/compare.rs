//! Which of two values is the greater, with what is not known kept open.

use super::error::StepProblem;
use super::quantity::Quantity;
use super::step::Relation;
use super::typed::Typed;
use rust_decimal::Decimal;

/// The least and the most that a value exceeds another by. Only signs are
/// looked at, so the unit does not matter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Excess {
    low: Decimal,
    high: Decimal,
}

impl Excess {
    fn exact(by: Decimal) -> Excess {
        Excess { low: by, high: by }
    }

    fn between(low: i64, high: i64) -> Excess {
        Excess {
            low: low.into(),
            high: high.into(),
        }
    }

    /// Whether `> 0`, `= 0`, ... holds; none where it depends on what is not
    /// known.
    pub(super) fn satisfies(self, relation: Relation) -> Option<bool> {
        let zero = Decimal::ZERO;
        let decide = |surely: bool, never: bool| match (surely, never) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        match relation {
            Relation::Greater => decide(self.low > zero, self.high <= zero),
            Relation::GreaterOrEqual => decide(self.low >= zero, self.high < zero),
            Relation::Less => decide(self.high < zero, self.low >= zero),
            Relation::LessOrEqual => decide(self.high <= zero, self.low > zero),
            Relation::Equal => decide(
                self.low == zero && self.high == zero,
                self.low > zero || self.high < zero,
            ),
            Relation::Between => None,
        }
    }
}

/// By how much `left` exceeds `right`. Amounts must already be in one
/// currency.
pub(super) fn excess(left: &Quantity, right: &Quantity) -> Result<Excess, StepProblem> {
    use Quantity::{Date, Figure, Money, Other, Share};
    let subtract = |a: &Decimal, b: &Decimal| {
        a.checked_sub(*b)
            .map(Excess::exact)
            .ok_or(StepProblem::OutOfRange)
    };
    if let (Some(a), Some(b)) = (left.as_time(), right.as_time()) {
        let rest = a.plus(b.negated()).ok_or(StepProblem::OutOfRange)?;
        let (low, high) = rest.bounds();
        return Ok(Excess::between(low, high));
    }
    match (left, right) {
        (
            Money {
                value: a, unit: u, ..
            },
            Money {
                value: b, unit: v, ..
            },
        )
        | (Figure { value: a, unit: u }, Figure { value: b, unit: v }) => {
            same_unit(u.as_deref(), v.as_deref())?;
            subtract(a, b)
        }
        // "Above 50" of a percentage means 50 %.
        (
            Share(a),
            Share(b)
            | Figure {
                value: b,
                unit: None,
            },
        ) => subtract(a, b),
        (Date(a), Date(b)) if a == b && a.day.is_some() => Ok(Excess::exact(Decimal::ZERO)),
        (Date(a), Date(b)) => {
            let ((a_first, a_last), (b_first, b_last)) = (a.bounds(), b.bounds());
            Ok(Excess::between(a_first - b_last, a_last - b_first))
        }
        (Other(a), Other(b)) if a == b => Ok(Excess::exact(Decimal::ZERO)),
        _ => Err(StepProblem::Kinds {
            left: left.type_name().into(),
            right: right.type_name().into(),
        }),
    }
}

/// Whether a relation holds between values (three for `between`), in the JSON forms of
/// their types. Currencies are not compared.
///
/// # Errors
///
/// [`StepProblem`] for values that cannot be compared, or where what they say does not
/// decide it.
pub fn relation_holds(relation: Relation, values: &[Typed]) -> Result<bool, StepProblem> {
    let read: Result<Vec<Quantity>, StepProblem> = values.iter().map(Quantity::read).collect();
    holds(relation, &read?)
}

/// Whether a relation holds between values (three for `between`).
pub(super) fn holds(relation: Relation, values: &[Quantity]) -> Result<bool, StepProblem> {
    let decided = match (relation, values) {
        (Relation::Between, [value, low, high]) => {
            let above = excess(value, low)?.satisfies(Relation::GreaterOrEqual);
            let below = excess(value, high)?.satisfies(Relation::LessOrEqual);
            match (above, below) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }
        }
        (Relation::Between, _) => return Err(wrong_count("three", values)),
        (_, [left, right]) => excess(left, right)?.satisfies(relation),
        _ => return Err(wrong_count("two", values)),
    };
    decided.ok_or(StepProblem::Undecided)
}

/// The index of the least or greatest value; the first of equal ones.
pub(super) fn extreme(values: &[Quantity], wanted: Relation) -> Result<usize, StepProblem> {
    let mut best: Option<(usize, &Quantity)> = None;
    for (index, value) in values.iter().enumerate() {
        let better = match best {
            None => true,
            Some((_, so_far)) => excess(value, so_far)?
                .satisfies(wanted)
                .ok_or(StepProblem::Undecided)?,
        };
        if better {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
        .ok_or_else(|| wrong_count("one or more", values))
}

pub(super) fn wrong_count(expected: &'static str, values: &[Quantity]) -> StepProblem {
    StepProblem::WrongCount {
        expected,
        given: values.len(),
    }
}

/// A missing unit meets any.
pub(super) fn same_unit(left: Option<&str>, right: Option<&str>) -> Result<(), StepProblem> {
    match (left, right) {
        (Some(a), Some(b)) if !a.eq_ignore_ascii_case(b) => Err(StepProblem::Units),
        _ => Ok(()),
    }
}

/// How a sentence says a relation.
pub(super) fn words(relation: Relation, dates: bool) -> &'static str {
    match (relation, dates) {
        (Relation::Greater, false) => "greater than",
        (Relation::Greater, true) => "after",
        (Relation::GreaterOrEqual, false) => "at least",
        (Relation::GreaterOrEqual, true) => "on or after",
        (Relation::Less, false) => "less than",
        (Relation::Less, true) => "before",
        (Relation::LessOrEqual, false) => "at most",
        (Relation::LessOrEqual, true) => "on or before",
        (Relation::Equal, _) => "equal to",
        (Relation::Between, _) => "between",
    }
}
