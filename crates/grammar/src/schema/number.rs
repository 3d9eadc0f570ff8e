//! Ranges of numbers as rules over digits, exactly.

use super::decimal::{Bound, Decimal};
use crate::rule::{CharSet, Expr};

fn digit(low: u8, high: u8) -> Option<Expr> {
    if low > high || high > b'9' {
        return None;
    }
    if low == high {
        return Some(Expr::text(low as char));
    }
    Some(Expr::Class(CharSet::new([(low as char, high as char)])))
}

fn any_digits(min: u32, max: Option<u32>) -> Expr {
    Expr::Class(CharSet::new([('0', '9')])).repeat(min, max)
}

fn or_nothing(expr: Expr) -> Expr {
    match expr {
        Expr::Repeat { body, min: 1, max } => body.repeat(0, max),
        other => other.optional(),
    }
}

fn union(parts: impl IntoIterator<Item = Expr>) -> Option<Expr> {
    let parts: Vec<Expr> = parts.into_iter().collect();
    (!parts.is_empty()).then(|| Expr::choice(parts))
}

/// Digit strings of one length between two of that length, bounds included.
fn same_length(low: &[u8], high: &[u8]) -> Option<Expr> {
    let (Some((l, low)), Some((h, high))) = (low.split_first(), high.split_first()) else {
        return Some(Expr::empty());
    };
    if l == h {
        return same_length(low, high).map(|rest| Expr::sequence([Expr::text(*l as char), rest]));
    }
    if l > h {
        return None;
    }
    let rest = low.len() as u32;
    let free = || any_digits(rest, Some(rest));
    let (nines, zeros) = (vec![b'9'; low.len()], vec![b'0'; low.len()]);
    let low_full = low == zeros.as_slice();
    let high_full = high == nines.as_slice();
    let mut parts = Vec::new();
    if !low_full {
        let tail = same_length(low, &nines);
        parts.extend(tail.map(|tail| Expr::sequence([Expr::text(*l as char), tail])));
    }
    let from = if low_full { *l } else { l + 1 };
    let to = if high_full { *h } else { h - 1 };
    parts.extend(digit(from, to).map(|first| Expr::sequence([first, free()])));
    if !high_full {
        let tail = same_length(&zeros, high);
        parts.extend(tail.map(|tail| Expr::sequence([Expr::text(*h as char), tail])));
    }
    union(parts)
}

fn is_power_of_ten(digits: &[u8]) -> bool {
    let rest = digits.strip_prefix(b"1");
    rest.is_some_and(|rest| rest.iter().all(|one| *one == b'0'))
}

/// All whole numbers.
pub(super) fn any_integer() -> Expr {
    let first = Expr::Class(CharSet::new([('1', '9')]));
    let other = Expr::sequence([Expr::text("-").optional(), first, any_digits(0, None)]);
    Expr::choice([Expr::text("0"), other])
}

/// Whole numbers from `low` to `high` (digits without leading zeros; zero is
/// no digits), both included; without `high`, all from `low`.
fn whole(low: &[u8], high: Option<&[u8]>) -> Option<Expr> {
    let mut parts = Vec::new();
    if low.is_empty() {
        parts.push(Expr::text("0"));
    }
    let least: &[u8] = if low.is_empty() { b"1" } else { low };
    let first = || Expr::Class(CharSet::new([('1', '9')]));
    match high {
        None => {
            let mut more = least.len() as u32;
            if is_power_of_ten(least) {
                more -= 1;
            } else {
                parts.extend(same_length(least, &vec![b'9'; least.len()]));
            }
            parts.push(Expr::sequence([first(), any_digits(more, None)]));
        }
        Some(high) if high.len() < least.len() => {}
        Some(high) if high.len() == least.len() => parts.extend(same_length(least, high)),
        Some(high) => {
            let (mut from, to) = (least.len() as u32, high.len() as u32);
            if is_power_of_ten(least) {
                from -= 1;
            } else {
                parts.extend(same_length(least, &vec![b'9'; least.len()]));
            }
            if from + 1 < to {
                parts.push(Expr::sequence([first(), any_digits(from, Some(to - 2))]));
            }
            let mut least = vec![b'0'; high.len()];
            if let Some(one) = least.first_mut() {
                *one = b'1';
            }
            parts.extend(same_length(&least, high));
        }
    }
    union(parts)
}

fn plus_one(digits: &[u8]) -> Vec<u8> {
    let mut out = digits.to_vec();
    for one in out.iter_mut().rev() {
        if *one == b'9' {
            *one = b'0';
        } else {
            *one += 1;
            return out;
        }
    }
    out.insert(0, b'1');
    out
}

fn minus_one(digits: &[u8]) -> Option<Vec<u8>> {
    let mut out = digits.to_vec();
    for one in out.iter_mut().rev() {
        if *one == b'0' {
            *one = b'9';
        } else {
            *one -= 1;
            return Some(out.into_iter().skip_while(|one| *one == b'0').collect());
        }
    }
    None
}

/// The part of a range at or above zero, and the part below it mirrored.
fn halves(low: Option<&Bound>, high: Option<&Bound>) -> [Option<(Bound, Option<Bound>)>; 2] {
    let zero = || Bound {
        at: Decimal::zero(),
        inclusive: true,
    };
    let above = match (low, high) {
        (_, Some(high)) if high.at.negative || (high.at.is_zero() && !high.inclusive) => None,
        (Some(low), high) if !low.at.negative => Some((low.clone(), high.cloned())),
        (_, high) => Some((zero(), high.cloned())),
    };
    let flip = |bound: &Bound| Bound {
        at: bound.at.clone().negate(),
        inclusive: bound.inclusive,
    };
    let above_zero = Bound {
        at: Decimal::zero(),
        inclusive: false,
    };
    let below = match (low, high) {
        (Some(low), _) if !low.at.negative => None,
        (low, Some(high)) if high.at.negative => Some((flip(high), low.map(flip))),
        (low, _) => Some((above_zero, low.map(flip))),
    };
    [above, below]
}

/// Integers inside the bounds, with `zeros` zeros at their end; `None` if there
/// are none.
pub(super) fn integers(low: Option<&Bound>, high: Option<&Bound>) -> Option<Expr> {
    let [above, below] = halves(low, high);
    let range = |(low, high): (Bound, Option<Bound>)| {
        let least = if low.inclusive && low.at.is_integer() {
            low.at.whole
        } else {
            plus_one(&low.at.whole)
        };
        let most = match high {
            None => None,
            Some(high) if high.at.is_integer() && !high.inclusive => {
                Some(minus_one(&high.at.whole)?)
            }
            Some(high) => Some(high.at.whole),
        };
        whole(&least, most.as_deref())
    };
    let below = below
        .and_then(range)
        .map(|digits| Expr::sequence([Expr::text("-"), digits]));
    union(above.and_then(range).into_iter().chain(below))
}

/// Digits after the point: whether none are allowed, and which.
struct Fraction {
    none: bool,
    some: Option<Expr>,
}

/// A bound after some of its digits.
fn skip(bound: Option<(&[u8], bool)>, count: usize) -> Option<(&[u8], bool)> {
    bound.map(|(digits, inclusive)| (digits.get(count..).unwrap_or_default(), inclusive))
}

/// One to `places` digits.
fn some_digits(places: Option<u32>) -> Option<Expr> {
    (places != Some(0)).then(|| any_digits(1, places))
}

/// Fractions between two digit strings, with at most `places` digits; `None`
/// bounds nothing.
fn fraction(
    low: Option<(&[u8], bool)>,
    high: Option<(&[u8], bool)>,
    places: Option<u32>,
) -> Fraction {
    let zero_low = low.is_none_or(|(digits, inclusive)| digits.is_empty() && inclusive);
    let low = if zero_low { None } else { low };
    let none =
        low.is_none() && high.is_none_or(|(digits, inclusive)| !digits.is_empty() || inclusive);
    if low.is_none() && high.is_none() {
        return Fraction {
            none: true,
            some: some_digits(places),
        };
    }
    if places == Some(0) {
        return Fraction { none, some: None };
    }
    let left = places.map(|places| places - 1);
    if let Some(([], inclusive)) = high {
        // Only zeros are left, if anything.
        let some = (inclusive && low.is_none()).then(|| Expr::text("0").repeat(1, places));
        return Fraction { none, some };
    }
    if let (Some(([], _)), None) = (low, high) {
        // Anything but zeros.
        let after = |zeros: Expr, left| {
            let one = digit(b'1', b'9')?;
            Some(Expr::sequence([zeros, one, any_digits(0, left)]))
        };
        let some = match places {
            None => after(Expr::text("0").repeat(0, None), None),
            Some(places) => union((0..places.min(64)).filter_map(|zeros| {
                after(
                    Expr::text("0".repeat(zeros as usize)),
                    Some(places - 1 - zeros),
                )
            })),
        };
        return Fraction { none, some };
    }
    if let (None, Some(some)) = (places, after_zeros(low, high)) {
        return Fraction {
            none,
            some: Some(some),
        };
    }
    let first = |bound: Option<(&[u8], bool)>, default| match bound {
        Some((digits, _)) => digits.first().copied().unwrap_or(b'0'),
        None => default,
    };
    let (l, h) = (first(low, b'0'), first(high, b'9'));
    let mut parts = Vec::new();
    let mut with = |one: u8, low, high| {
        let tail = fraction(low, high, left);
        let head = Expr::text(one as char);
        match (tail.none, tail.some) {
            (true, Some(tail)) => parts.push(Expr::sequence([head, or_nothing(tail)])),
            (true, None) => parts.push(head),
            (false, Some(tail)) => parts.push(Expr::sequence([head, tail])),
            (false, None) => {}
        }
    };
    if l == h && low.is_some() && high.is_some() {
        with(l, skip(low, 1), skip(high, 1));
    } else {
        if low.is_some() && l <= h {
            with(l, skip(low, 1), None);
        }
        if high.is_some() && l <= h {
            with(h, None, skip(high, 1));
        }
        let from = if low.is_some() { l + 1 } else { l };
        let to = if high.is_some() {
            h.saturating_sub(1)
        } else {
            h
        };
        let middle = digit(from, to);
        parts.extend(middle.map(|one| Expr::sequence([one, any_digits(0, left)])));
    }
    Fraction {
        none,
        some: union(parts),
    }
}

/// Zeros that a bound begins with, from this many on, are counted instead of
/// being nested one by one.
const MANY_ZEROS: usize = 4;

/// Fractions between bounds that begin with many zeros; `None` if they do not.
fn after_zeros(low: Option<(&[u8], bool)>, high: Option<(&[u8], bool)>) -> Option<Expr> {
    let zeros = |bound: Option<(&[u8], bool)>| {
        bound.map(|(digits, _)| digits.iter().take_while(|one| **one == b'0').count())
    };
    let count = match (zeros(low), zeros(high)) {
        (Some(low), Some(high)) => low.min(high),
        (one, two) => one.or(two)?,
    };
    if count < MANY_ZEROS {
        return None;
    }
    let rest = fraction(skip(low, count), skip(high, count), None);
    let count = count as u32;
    let zeros = |min, max| Expr::text("0").repeat(min, Some(max));
    let mut parts = Vec::new();
    if low.is_none() {
        parts.push(zeros(1, count));
    } else if high.is_none() {
        let sooner = [zeros(0, count - 1), digit(b'1', b'9')?, any_digits(0, None)];
        parts.push(Expr::sequence(sooner));
    } else if rest.none {
        parts.push(zeros(count, count));
    }
    parts.extend(
        rest.some
            .map(|some| Expr::sequence([zeros(count, count), some])),
    );
    union(parts)
}

fn with_fraction(whole: Expr, fraction: Fraction) -> Option<Expr> {
    let some = fraction
        .some
        .map(|digits| Expr::sequence([Expr::text("."), digits]));
    match (fraction.none, some) {
        (true, Some(some)) => Some(Expr::sequence([whole, some.optional()])),
        (true, None) => Some(whole),
        (false, Some(some)) => Some(Expr::sequence([whole, some])),
        (false, None) => None,
    }
}

/// Decimals inside the bounds, without exponents, with at most `places` digits
/// after the point; `None` if there are none.
pub(super) fn decimals(
    low: Option<&Bound>,
    high: Option<&Bound>,
    places: Option<u32>,
) -> Option<Expr> {
    let [above, below] = halves(low, high);
    let range = |(low, high): (Bound, Option<Bound>)| {
        let low_fraction = Some((low.at.fraction.as_slice(), low.inclusive));
        let literal = |digits: &[u8]| {
            let text: String = digits.iter().map(|one| *one as char).collect();
            Expr::text(if text.is_empty() {
                "0".to_owned()
            } else {
                text
            })
        };
        let high = match &high {
            Some(high) if high.at.whole == low.at.whole => {
                let high_fraction = Some((high.at.fraction.as_slice(), high.inclusive));
                let both = fraction(low_fraction, high_fraction, places);
                return with_fraction(literal(&low.at.whole), both);
            }
            Some(high) if high.at < low.at => return None,
            high => high.as_ref(),
        };
        let mut parts = Vec::new();
        let mut first = low.at.whole.clone();
        // A bound without a fraction begins like the numbers above it.
        if !(low.inclusive && low.at.is_integer()) {
            let above = fraction(low_fraction, None, places);
            parts.extend(with_fraction(literal(&low.at.whole), above));
            first = plus_one(&low.at.whole);
        }
        let last = high.map(|high| minus_one(&high.at.whole).unwrap_or_default());
        let order = |digits: &[u8]| (digits.len(), digits.to_vec());
        if last
            .as_ref()
            .is_none_or(|last| order(&first) <= order(last))
        {
            let between = whole(&first, last.as_deref());
            let free = || fraction(None, None, places);
            parts.extend(between.and_then(|between| with_fraction(between, free())));
        }
        if let Some(high) = high {
            let high_fraction = Some((high.at.fraction.as_slice(), high.inclusive));
            let below = fraction(None, high_fraction, places);
            parts.extend(with_fraction(literal(&high.at.whole), below));
        }
        union(parts)
    };
    let below = below
        .and_then(range)
        .map(|digits| Expr::sequence([Expr::text("-"), digits]));
    union(above.and_then(range).into_iter().chain(below))
}

#[cfg(test)]
mod tests {
    use super::super::decimal::contains;
    use super::*;
    use crate::{Grammar, Limits, Matcher, Vocabulary, rule::Rule, rule::RuleId};
    use std::sync::Arc;

    fn matcher(body: Expr) -> Matcher {
        let rule = Rule {
            name: "root".to_owned(),
            comment: None,
            body,
        };
        let grammar = Grammar::new(vec![rule], RuleId(0), &Limits::default()).unwrap();
        let words = Arc::new(Vocabulary::new(vec![vec![b'0']], vec![], vec![]));
        Matcher::new(&grammar, words, &Limits::default()).unwrap()
    }

    fn bound(text: &str, inclusive: bool) -> Bound {
        Bound {
            at: Decimal::read(text).unwrap(),
            inclusive,
        }
    }

    #[test]
    fn integer_ranges_have_exactly_their_members() {
        let ends = [
            "-120", "-99", "-10", "-1", "0", "5", "9", "10", "19", "100", "0.5", "-0.5", "12.5",
        ];
        for low in ends {
            for high in ends {
                for (low_in, high_in) in [(true, true), (false, true), (true, false)] {
                    let (low, high) = (bound(low, low_in), bound(high, high_in));
                    let found = integers(Some(&low), Some(&high)).map(matcher);
                    for value in -130..130 {
                        let decimal = Decimal::read(&value.to_string()).unwrap();
                        let wanted = contains(Some(&low), Some(&high), &decimal);
                        let text = value.to_string();
                        let hit = found
                            .as_ref()
                            .is_some_and(|one| one.accepts(text.as_bytes()).unwrap());
                        assert_eq!(hit, wanted, "{value} in {low:?} {high:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn decimal_ranges_have_exactly_their_members() {
        let ends = [
            "-12.5",
            "-0.25",
            "0",
            "0.05",
            "1",
            "1.25",
            "1.3",
            "12",
            "0.00001",
            "0.0000125",
            "1.0000025",
            "-0.00004",
        ];
        for low in ends {
            for high in ends {
                for (low_in, high_in) in [(true, true), (false, false)] {
                    let (low, high) = (bound(low, low_in), bound(high, high_in));
                    for (low, high) in [
                        (Some(&low), Some(&high)),
                        (Some(&low), None),
                        (None, Some(&high)),
                    ] {
                        let found = decimals(low, high, None).map(matcher);
                        let two = decimals(low, high, Some(2)).map(matcher);
                        for value in (-1_400..1_400).step_by(5).chain(-130..135) {
                            let sign = if value < 0 { "-" } else { "" };
                            let size = i32::abs(value);
                            for text in [
                                format!("{sign}{}.{:02}", size / 100, size % 100),
                                format!("{sign}{}.{:02}001", size / 100, size % 100),
                                format!("{sign}{}", size / 100),
                            ] {
                                let decimal = Decimal::read(&text).unwrap();
                                if decimal.is_zero() && text.starts_with('-') {
                                    continue;
                                }
                                let wanted = contains(low, high, &decimal);
                                let hit = found
                                    .as_ref()
                                    .is_some_and(|one| one.accepts(text.as_bytes()).unwrap());
                                assert_eq!(hit, wanted, "{text} in {low:?} {high:?}");
                                let short = !text.ends_with("001");
                                let hit = two
                                    .as_ref()
                                    .is_some_and(|one| one.accepts(text.as_bytes()).unwrap());
                                assert_eq!(hit, wanted && short, "{text} in {low:?} {high:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_that_begin_with_zeros_are_as_exact_as_others() {
        let ends = [
            "0.00001",
            "0.0000125",
            "0.00004",
            "1.0000025",
            "1.00001",
            "-0.00004",
        ];
        let mut texts: Vec<String> = (1..9)
            .map(|count| format!("0.{}", "0".repeat(count)))
            .collect();
        for whole in ["0", "1", "-0"] {
            for tail in (0..500)
                .step_by(9)
                .chain([24, 26, 39, 41, 124])
                .chain([999, 4_000, 9_999, 100_000, 1_000_000])
            {
                texts.push(format!("{whole}.{tail:07}"));
                texts.push(format!("{whole}.{tail:06}"));
            }
        }
        for low in ends {
            for high in ends {
                for inclusive in [true, false] {
                    let (low, high) = (bound(low, inclusive), bound(high, inclusive));
                    for (low, high) in [
                        (Some(&low), Some(&high)),
                        (Some(&low), None),
                        (None, Some(&high)),
                    ] {
                        let found = decimals(low, high, None).map(matcher);
                        for text in &texts {
                            let decimal = Decimal::read(text).unwrap();
                            if decimal.is_zero() && text.starts_with('-') {
                                continue;
                            }
                            let wanted = contains(low, high, &decimal);
                            let hit = found
                                .as_ref()
                                .is_some_and(|one| one.accepts(text.as_bytes()).unwrap());
                            assert_eq!(hit, wanted, "{text} in {low:?} {high:?}");
                        }
                    }
                }
            }
        }
    }
}
