//! Decimal numbers of any size, their order and their bounds.

/// A decimal: sign, digits before and after the point, without useless zeros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    /// Below zero; zero itself has no sign.
    pub negative: bool,
    /// Digits before the point, none for zero.
    pub whole: Vec<u8>,
    /// Digits after the point.
    pub fraction: Vec<u8>,
}

/// A bound and whether it belongs to the range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bound {
    pub at: Decimal,
    pub inclusive: bool,
}

/// Most digits a number may have before and after the point. Every binary
/// double fits: the smallest has 17 digits behind 323 zeros.
const MAX_DIGITS: usize = 400;

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
        if digits.iter().all(|one| *one == b'0') {
            return Some(Self::zero());
        }
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

    pub fn zero() -> Self {
        Self {
            negative: false,
            whole: Vec::new(),
            fraction: Vec::new(),
        }
    }

    pub fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    pub fn is_integer(&self) -> bool {
        self.fraction.is_empty()
    }

    fn size(&self) -> (usize, &[u8], &[u8]) {
        (self.whole.len(), &self.whole, &self.fraction)
    }

    /// All digits without the point.
    pub fn digits(&self) -> impl Iterator<Item = u8> {
        self.whole.iter().chain(&self.fraction).copied()
    }

    /// The value times ten to the power of `places`.
    pub fn shift(&self, places: i32) -> Self {
        let point = self.whole.len() as i32 + places;
        let digits: Vec<u8> = self.digits().collect();
        let digit = |at: i32| {
            let at = usize::try_from(at).ok();
            at.and_then(|at| digits.get(at).copied()).unwrap_or(b'0')
        };
        let end = point.max(digits.len() as i32);
        let whole = (0..point).map(digit).skip_while(|one| *one == b'0');
        let mut fraction: Vec<u8> = (point..end).map(digit).collect();
        while fraction.last() == Some(&b'0') {
            fraction.pop();
        }
        Self {
            negative: self.negative,
            whole: whole.collect(),
            fraction,
        }
    }

    /// The shortest text without an exponent.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.negative {
            text.push('-');
        }
        if self.whole.is_empty() {
            text.push('0');
        }
        text.extend(self.whole.iter().map(|one| *one as char));
        if !self.fraction.is_empty() {
            text.push('.');
        }
        text.extend(self.fraction.iter().map(|one| *one as char));
        text
    }

    pub fn negate(mut self) -> Self {
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

impl Bound {
    /// The same distance on the other side of zero.
    pub fn mirrored(&self) -> Self {
        Self {
            at: self.at.clone().negate(),
            inclusive: self.inclusive,
        }
    }

    /// The bound of everything on its other side.
    pub fn complement(self) -> Self {
        Self {
            inclusive: !self.inclusive,
            at: self.at,
        }
    }

    /// The bound times ten to the power of `places`.
    pub fn shift(&self, places: i32) -> Self {
        Self {
            at: self.at.shift(places),
            inclusive: self.inclusive,
        }
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
pub(super) fn contains(low: Option<&Bound>, high: Option<&Bound>, value: &Decimal) -> bool {
    let above = low.is_none_or(|low| *value > low.at || (low.inclusive && *value == low.at));
    let below = high.is_none_or(|high| *value < high.at || (high.inclusive && *value == high.at));
    above && below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Decimal {
        Decimal::read(text).unwrap()
    }

    #[test]
    fn a_value_has_one_form_however_it_is_written() {
        for (text, plain) in [
            ("1.0", "1"),
            ("10e-1", "1"),
            ("-0.0", "0"),
            ("0e99999", "0"),
            ("1e-7", "0.0000001"),
            ("-12.50E+1", "-125"),
            ("1.5e30", "1500000000000000000000000000000"),
        ] {
            assert_eq!(read(text).text(), plain, "{text}");
        }
        assert_eq!(Decimal::read("1e999"), None);
        assert!(Decimal::read("5e-324").is_some());
        assert!(Decimal::read("1.7976931348623157e308").is_some());
    }

    #[test]
    fn shifting_moves_the_point() {
        for (text, places, wanted) in [
            ("12.5", 1, "125"),
            ("12.5", -3, "0.0125"),
            ("-7", 2, "-700"),
            ("0.004", 2, "0.4"),
            ("1200", -2, "12"),
            ("0", 5, "0"),
        ] {
            assert_eq!(read(text).shift(places).text(), wanted, "{text} {places}");
        }
    }

    #[test]
    fn order_is_the_order_of_values() {
        let rising = [
            "-10", "-9.5", "-0.1", "0", "0.09", "0.1", "0.11", "1", "9", "10",
        ];
        for (index, one) in rising.iter().enumerate() {
            for (other, two) in rising.iter().enumerate() {
                assert_eq!(read(one).cmp(&read(two)), index.cmp(&other));
            }
        }
    }
}
