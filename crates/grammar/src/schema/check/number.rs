//! Numbers by value, with as many digits as they are written with.

use super::answer::Answer;
use serde_json::{Map, Number, Value};
use std::cmp::Ordering;

/// Largest step in a division: ten times a remainder must fit.
const MAX_STEP: u128 = u128::MAX / 16;

/// Longest way from one exponent to another in a division.
const MAX_SHIFT: i64 = 20_000;

/// A decimal: digits times a power of ten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exact {
    negative: bool,
    /// Without zeros at either end; none: zero.
    digits: Vec<u8>,
    exponent: i64,
}

impl Exact {
    pub fn read(number: &Number) -> Self {
        let text = number.to_string();
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.as_str()),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent = exponent.trim_start_matches('+').parse::<i64>();
        // An exponent that no i64 holds is as good as any other such one.
        let mut exponent = exponent.unwrap_or(i64::MAX / 4);
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        exponent = exponent.saturating_sub(fraction.len() as i64);
        let digits = whole.bytes().chain(fraction.bytes());
        let mut digits: Vec<u8> = digits.skip_while(|one| *one == b'0').collect();
        while digits.last() == Some(&b'0') {
            digits.pop();
            exponent = exponent.saturating_add(1);
        }
        if digits.is_empty() {
            return Self {
                negative: false,
                digits,
                exponent: 0,
            };
        }
        Self {
            negative,
            digits,
            exponent,
        }
    }

    /// A text of its own for every number.
    pub fn write(&self, out: &mut String) {
        out.push(if self.negative { '-' } else { '+' });
        out.extend(self.digits.iter().map(|one| char::from(*one)));
        out.push('e');
        out.push_str(&self.exponent.to_string());
    }

    /// Order of the numbers without sign.
    fn size(&self, other: &Self) -> Ordering {
        let top = |one: &Self| one.exponent.saturating_add(one.digits.len() as i64);
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => top(self)
                .cmp(&top(other))
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }

    /// Whether the number is a multiple of another one; `None` for steps of too
    /// many digits.
    fn is_multiple(&self, step: &Self) -> Answer {
        if self.digits.is_empty() {
            return Some(true);
        }
        let mut divisor: u128 = 0;
        for digit in &step.digits {
            divisor = divisor
                .checked_mul(10)?
                .checked_add((digit - b'0').into())?;
        }
        let shift = self.exponent.checked_sub(step.exponent)?;
        if shift < 0 {
            // The step has a factor ten more, and no zero ends these digits.
            return Some(false);
        }
        if shift > MAX_SHIFT || divisor == 0 || divisor > MAX_STEP {
            return None;
        }
        let zeros = std::iter::repeat_n(b'0', usize::try_from(shift).ok()?);
        let rest = self.digits.iter().copied().chain(zeros);
        let rest = rest.fold(0_u128, |rest, digit| {
            (rest * 10 + u128::from(digit - b'0')) % divisor
        });
        Some(rest == 0)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.size(other),
            (true, true) => other.size(self),
        }
    }
}

/// The keywords of numbers. Draft 4's `exclusiveMinimum: true` changes
/// `minimum`.
pub(super) fn keyword(
    map: &Map<String, Value>,
    keyword: &str,
    argument: &Value,
    value: &Number,
) -> Answer {
    if argument.is_boolean() && keyword.starts_with("exclusive") {
        return Some(true);
    }
    let bound = Exact::read(argument.as_number()?);
    let value = Exact::read(value);
    let strict = |old: &str| map.get(old) == Some(&Value::Bool(true));
    match keyword {
        "minimum" if strict("exclusiveMinimum") => Some(value > bound),
        "maximum" if strict("exclusiveMaximum") => Some(value < bound),
        "minimum" => Some(value >= bound),
        "maximum" => Some(value <= bound),
        "exclusiveMinimum" => Some(value > bound),
        "exclusiveMaximum" => Some(value < bound),
        _ if bound.negative || bound.digits.is_empty() => None,
        _ => value.is_multiple(&bound),
    }
}
