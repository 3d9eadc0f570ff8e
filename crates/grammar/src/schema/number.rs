//! Ranges of numbers as rules over digits, exactly.

use crate::rule::{CharSet, Expr};

/// A decimal: sign, digits before and after the point, without useless zeros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    whole: Vec<u8>,
    fraction: Vec<u8>,
}

/// A bound and whether it belongs to the range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bound {
    pub at: Decimal,
    pub inclusive: bool,
}

/// Most digits a bound may have; larger ones are left to the validator.
const MAX_DIGITS: usize = 40;

impl Decimal {
    /// Reads a JSON number; `None` for one with too many digits.
    pub fn read(text: &str) -> Option<Self> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let point = i32::try_from(whole.len()).ok()?.checked_add(exponent)?;
        if point.unsigned_abs() as usize > MAX_DIGITS || digits.len() > MAX_DIGITS {
            return None;
        }
        let at = |index: i32| {
            let index = usize::try_from(index).ok();
            index
                .and_then(|index| digits.get(index).copied())
                .unwrap_or(b'0')
        };
        let whole = (0..point).map(at).skip_while(|one| *one == b'0').collect();
        let mut fraction: Vec<u8> = (point..digits.len().try_into().unwrap_or(point))
            .map(at)
            .collect();
        while fraction.last() == Some(&b'0') {
            fraction.pop();
        }
        Some(
            Self {
                negative,
                whole,
                fraction,
            }
            .normal(),
        )
    }

    fn normal(mut self) -> Self {
        self.negative &= !(self.whole.is_empty() && self.fraction.is_empty());
        self
    }

    fn zero() -> Self {
        Self {
            negative: false,
            whole: Vec::new(),
            fraction: Vec::new(),
        }
    }

    fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    pub fn is_integer(&self) -> bool {
        self.fraction.is_empty()
    }

    fn size(&self) -> (usize, &[u8], &[u8]) {
        (self.whole.len(), &self.whole, &self.fraction)
    }

    /// How many zeros end a whole number that is a power of ten, or how many
    /// digits after the point the reciprocal of one has.
    pub fn power_of_ten(&self) -> Option<i32> {
        let zeros = |digits: &[u8]| digits.iter().all(|one| *one == b'0');
        if self.negative {
            return None;
        }
        if self.fraction.is_empty() {
            let (first, rest) = self.whole.split_first()?;
            return (*first == b'1' && zeros(rest)).then_some(rest.len().try_into().ok()?);
        }
        let (last, rest) = self.fraction.split_last()?;
        let hit = self.whole.is_empty() && *last == b'1' && zeros(rest);
        let places: i32 = self.fraction.len().try_into().ok()?;
        hit.then_some(-places)
    }

    fn negate(mut self) -> Self {
        self.negative = !self.negative;
        self.normal()
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (self.negative, other.negative) {
            (false, true) => std::cmp::Ordering::Greater,
            (true, false) => std::cmp::Ordering::Less,
            (false, false) => self.size().cmp(&other.size()),
            (true, true) => other.size().cmp(&self.size()),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The stricter of two lower bounds (`upper`: of two upper bounds).
pub(super) fn stricter(one: Option<Bound>, two: Option<Bound>, upper: bool) -> Option<Bound> {
    let (Some(one), Some(two)) = (one.clone(), two.clone()) else {
        return one.or(two);
    };
    let order = one.at.cmp(&two.at);
    let order = if upper { order.reverse() } else { order };
    Some(match order {
        std::cmp::Ordering::Less => two,
        std::cmp::Ordering::Greater => one,
        std::cmp::Ordering::Equal => Bound {
            inclusive: one.inclusive && two.inclusive,
            at: one.at,
        },
    })
}

/// Whether a value lies inside both bounds.
#[cfg(test)]
pub(super) fn contains(low: Option<&Bound>, high: Option<&Bound>, value: &Decimal) -> bool {
    let above = low.is_none_or(|low| *value > low.at || (low.inclusive && *value == low.at));
    let below = high.is_none_or(|high| *value < high.at || (high.inclusive && *value == high.at));
    above && below
}

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
            let nines = vec![b'9'; least.len()];
            parts.extend(same_length(least, &nines));
            let more = least.len() as u32;
            parts.push(Expr::sequence([first(), any_digits(more, None)]));
        }
        Some(high) if high.len() < least.len() => {}
        Some(high) if high.len() == least.len() => parts.extend(same_length(least, high)),
        Some(high) => {
            parts.extend(same_length(least, &vec![b'9'; least.len()]));
            let (from, to) = (least.len() as u32, high.len() as u32);
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

/// A bound after its first digit.
fn rest(bound: Option<(&[u8], bool)>) -> Option<(&[u8], bool)> {
    bound.map(|(digits, inclusive)| (digits.get(1..).unwrap_or_default(), inclusive))
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
            (true, Some(tail)) => parts.push(Expr::sequence([head, tail.optional()])),
            (true, None) => parts.push(head),
            (false, Some(tail)) => parts.push(Expr::sequence([head, tail])),
            (false, None) => {}
        }
    };
    if l == h && low.is_some() && high.is_some() {
        with(l, rest(low), rest(high));
    } else {
        if low.is_some() && l <= h {
            with(l, rest(low), None);
        }
        if high.is_some() && l <= h {
            with(h, None, rest(high));
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
        let mut parts = Vec::new();
        let low_fraction = Some((low.at.fraction.as_slice(), low.inclusive));
        let literal = |digits: &[u8]| {
            let text: String = digits.iter().map(|one| *one as char).collect();
            Expr::text(if text.is_empty() {
                "0".to_owned()
            } else {
                text
            })
        };
        let after = plus_one(&low.at.whole);
        match &high {
            None => {
                parts.extend(with_fraction(
                    literal(&low.at.whole),
                    fraction(low_fraction, None, places),
                ));
                let rest = whole(&after, None);
                parts.extend(
                    rest.and_then(|rest| with_fraction(rest, fraction(None, None, places))),
                );
            }
            Some(high) => {
                let high_fraction = Some((high.at.fraction.as_slice(), high.inclusive));
                if high.at.whole == low.at.whole {
                    let both = fraction(low_fraction, high_fraction, places);
                    parts.extend(with_fraction(literal(&low.at.whole), both));
                } else if low.at < high.at {
                    parts.extend(with_fraction(
                        literal(&low.at.whole),
                        fraction(low_fraction, None, places),
                    ));
                    let before = minus_one(&high.at.whole).unwrap_or_default();
                    let order = |digits: &[u8]| (digits.len(), digits.to_vec());
                    if order(&after) <= order(&before) {
                        let rest = whole(&after, Some(&before));
                        parts.extend(
                            rest.and_then(|rest| with_fraction(rest, fraction(None, None, places))),
                        );
                    }
                    parts.extend(with_fraction(
                        literal(&high.at.whole),
                        fraction(None, high_fraction, places),
                    ));
                }
            }
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
        let ends = ["-12.5", "-0.25", "0", "0.05", "1", "1.25", "1.3", "12"];
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
}
