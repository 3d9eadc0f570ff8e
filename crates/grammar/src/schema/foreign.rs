//! Numbers as other programs write them: `1.0` for a whole number, `-0`,
//! exponents. Only for checking foreign text ([`Whitespace::Any`]); in canonical
//! form a number in a range is written one way.
//!
//! Exponents cannot be said exactly in general (`0.0012e5` counts digits on
//! both sides), but two kinds can: any exponent where the range does not
//! change by it, and one digit before the point, as serializers write it.
//!
//! [`Whitespace::Any`]: crate::Whitespace::Any

use super::decimal::{Bound, Decimal};
use super::number::{decimals, integers};
use crate::rule::{CharSet, Expr};

/// Whole numbers of binary doubles have no more digits after the point than
/// this, when one stands before it.
const MANTISSA_PLACES: u32 = 16;

fn class(low: char, high: char) -> Expr {
    Expr::Class(CharSet::new([(low, high)]))
}

fn digits(min: u32) -> Expr {
    class('0', '9').repeat(min, None)
}

fn mark() -> Expr {
    Expr::Class(CharSet::new([('E', 'E'), ('e', 'e')]))
}

/// Any JSON number.
pub(super) fn any_number() -> Expr {
    let first = class('1', '9');
    Expr::sequence([
        Expr::text("-").optional(),
        Expr::choice([Expr::text("0"), Expr::sequence([first, digits(0)])]),
        Expr::sequence([Expr::text("."), digits(1)]).optional(),
        any_exponent().optional(),
    ])
}

fn any_exponent() -> Expr {
    let sign = Expr::Class(CharSet::new([('+', '+'), ('-', '-')]));
    Expr::sequence([mark(), sign.optional(), digits(1)])
}

/// An exponent that keeps whole numbers whole.
fn upward_exponent() -> Expr {
    Expr::sequence([mark(), Expr::text("+").optional(), digits(1)])
}

/// `.0` with any number of zeros, or nothing.
fn point_zeros() -> Expr {
    let zeros = Expr::text("0").repeat(1, None);
    Expr::sequence([Expr::text("."), zeros]).optional()
}

/// Any whole number.
pub(super) fn any_integer() -> Expr {
    let minus = || Expr::text("-").optional();
    let plain = Expr::choice([
        Expr::text("0"),
        Expr::sequence([class('1', '9'), digits(0)]),
    ]);
    let exponent = upward_exponent().optional();
    Expr::choice([
        Expr::sequence([minus(), plain, point_zeros(), exponent]),
        Expr::sequence([minus(), large_integer()]),
    ])
}

/// `1.2345e+20`: the exponent is larger than the number of places.
fn large_integer() -> Expr {
    let place = class('0', '9').repeat(1, Some(MANTISSA_PLACES));
    let exponent = Expr::choice([
        Expr::sequence([Expr::text("1"), class('6', '9')]),
        Expr::sequence([class('2', '9'), class('0', '9')]),
        Expr::sequence([class('1', '9'), class('0', '9').repeat(2, None)]),
    ]);
    Expr::sequence([
        class('1', '9'),
        Expr::text("."),
        place,
        mark(),
        Expr::text("+").optional(),
        exponent,
    ])
}

/// Zero in all its forms.
pub(super) fn zero() -> Expr {
    let minus = Expr::text("-").optional();
    let exponent = any_exponent().optional();
    Expr::sequence([minus, Expr::text("0"), point_zeros(), exponent])
}

/// A range of numbers of one sign, zero excluded.
pub(super) struct OneSign<'b> {
    pub low: Option<&'b Bound>,
    pub high: Option<&'b Bound>,
}

impl OneSign<'_> {
    fn negative(&self) -> bool {
        self.high
            .is_some_and(|high| high.at.negative || (high.at.is_zero() && !high.inclusive))
    }

    /// The bounds by their distance from zero, the nearer one first.
    fn distances(&self) -> (Option<Bound>, Option<Bound>) {
        let (near, far) = if self.negative() {
            (
                self.high.map(Bound::mirrored),
                self.low.map(Bound::mirrored),
            )
        } else {
            (self.low.cloned(), self.high.cloned())
        };
        (near.filter(|near| !near.at.is_zero()), far)
    }

    /// Whole numbers with `zeros` zeros at their end at least, whose digits
    /// before these lie in the range.
    pub fn integers(&self, zeros: u32) -> Option<Expr> {
        let found = integers(self.low, self.high)?;
        let (near, far) = self.distances();
        let end = Expr::text("0".repeat(zeros as usize));
        let exponent = match far {
            Some(_) => Expr::empty(),
            None => upward_exponent().optional(),
        };
        let small = Expr::sequence([found, end, point_zeros(), exponent]);
        // Below ten to the power of 16 no bound excludes any large number.
        let all_large = near.is_none_or(|near| near.at.whole.len() <= MANTISSA_PLACES as usize);
        if far.is_some() || !all_large || zeros > 0 {
            return Some(small);
        }
        Some(Expr::choice([small, self.signed(large_integer())]))
    }

    /// Numbers of any kind.
    pub fn decimals(&self) -> Option<Expr> {
        let found = decimals(self.low, self.high, None)?;
        let (near, far) = self.distances();
        if near.is_none() && far.is_none() {
            return Some(Expr::sequence([found, any_exponent().optional()]));
        }
        let scientific = scientific(near.as_ref(), far.as_ref());
        let scientific = scientific.map(|one| self.signed(one));
        Some(Expr::choice([found].into_iter().chain(scientific)))
    }

    fn signed(&self, body: Expr) -> Expr {
        let sign = if self.negative() { "-" } else { "" };
        Expr::sequence([Expr::text(sign), body])
    }
}

/// `1.25e-7`: numbers above zero with one digit before the point, which is
/// not zero, between two bounds above zero.
fn scientific(low: Option<&Bound>, high: Option<&Bound>) -> Option<Expr> {
    let (first, last) = (low.map(exponent_of), high.map(exponent_of));
    let with = |low, high, exponents: Option<Expr>| {
        let mantissa = mantissa(low, high)?;
        Some(Expr::sequence([mantissa, mark(), exponents?]))
    };
    let mut parts = Vec::new();
    if first.is_some() && first == last {
        parts.extend(with(low, high, exponents(first, last)));
    } else {
        if first.is_some() {
            parts.extend(with(low, None, exponents(first, first)));
        }
        let between = exponents(first.map(|one| one + 1), last.map(|one| one - 1));
        parts.extend(with(None, None, between));
        if last.is_some() {
            parts.extend(with(None, high, exponents(last, last)));
        }
    }
    (!parts.is_empty()).then(|| Expr::choice(parts))
}

/// The exponent of a number above zero with one digit before its point.
fn exponent_of(bound: &Bound) -> i32 {
    match bound.at.whole.len() {
        0 => {
            let zeros = bound.at.fraction.iter().take_while(|one| **one == b'0');
            -(zeros.count() as i32) - 1
        }
        length => length as i32 - 1,
    }
}

/// Numbers from 1 to below 10 whose digits are those of the range.
fn mantissa(low: Option<&Bound>, high: Option<&Bound>) -> Option<Expr> {
    let (one, ten) = (limit("1", true), limit("10", false));
    let scaled = |bound: &Bound| bound.shift(-exponent_of(bound));
    if low.is_none() && high.is_none() {
        let places = Expr::sequence([Expr::text("."), digits(1)]).optional();
        return Some(Expr::sequence([class('1', '9'), places]));
    }
    let low = low.map_or(one, |low| Some(scaled(low)));
    let high = high.map_or(ten, |high| Some(scaled(high)));
    decimals(low.as_ref(), high.as_ref(), None)
}

fn limit(text: &str, inclusive: bool) -> Option<Bound> {
    Decimal::read(text).map(|at| Bound { at, inclusive })
}

/// Exponents in a range of whole numbers, with useless zeros and signs.
fn exponents(first: Option<i32>, last: Option<i32>) -> Option<Expr> {
    let zeros = || Expr::text("0").repeat(0, None);
    let side = |sign: Expr, low: i32, high: Option<i32>| {
        let low = limit(&low.to_string(), true)?;
        let high = high.map(|high| limit(&high.to_string(), true));
        let digits = match high {
            None => integers(Some(&low), None)?,
            Some(high) => integers(Some(&low), Some(&high?))?,
        };
        Some(Expr::sequence([sign, zeros(), digits]))
    };
    let plus = Expr::text("+").optional();
    let above = (last.is_none_or(|last| last >= 0))
        .then(|| side(plus, first.unwrap_or(0).max(0), last))
        .flatten();
    let below = (first.is_none_or(|first| first <= 0))
        .then(|| {
            let near = last.map_or(0, |last| (-last).max(0));
            side(Expr::text("-"), near, first.map(|first| -first))
        })
        .flatten();
    let parts: Vec<Expr> = above.into_iter().chain(below).collect();
    (!parts.is_empty()).then(|| Expr::choice(parts))
}

/// `1.5e-3`: below one and not zero, so never whole.
pub(super) fn small_fractions() -> Expr {
    let places = Expr::sequence([Expr::text("."), digits(1)]).optional();
    Expr::sequence([
        Expr::text("-").optional(),
        class('1', '9'),
        places,
        mark(),
        Expr::text("-"),
        Expr::text("0").repeat(0, None),
        class('1', '9'),
        digits(0),
    ])
}
