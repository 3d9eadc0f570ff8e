//! Automata over the digits of numbers: ranges, multiples, and what is left
//! when one is taken from the other.
//!
//! Each automaton looks at one property of a number written without exponent
//! and is lax about the others: [`Shape`] knows how a number is written,
//! [`range`] compares it with bounds digit by digit, [`multiples`] computes
//! modulo a step. [`Wanted::automaton`] intersects them.

use super::decimal::{Bound, Decimal};
use crate::automaton::{Dfa, TooManyStates};
use crate::rule::CharSet;
use std::cmp::Ordering;

/// A positive decimal that others are multiples of: `count` times ten to the
/// power of `-places`, with the fewest places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    count: u64,
    places: u32,
}

/// Counts stay below this, so that a remainder and one more digit fit `i128`.
const MAX_COUNT: u64 = 1 << 62;

/// Places up to which powers of ten are computed.
const MAX_PLACES: u32 = 30;

impl Step {
    /// Multiples of it are the whole numbers.
    pub const ONE: Self = Self {
        count: 1,
        places: 0,
    };

    /// Reads a positive number; `None` if it has too many digits.
    pub fn read(number: &Decimal) -> Option<Self> {
        let mut count = 0u64;
        for one in number.digits() {
            count = count.checked_mul(10)?.checked_add(u64::from(one - b'0'))?;
        }
        let places = u32::try_from(number.fraction.len()).ok()?;
        (0 < count && count < MAX_COUNT).then_some(Self { count, places })
    }

    /// The step whose multiples are the multiples of both; `None` if it has
    /// too many digits.
    pub fn common(self, other: Self) -> Option<Self> {
        let (few, many) = if self.places <= other.places {
            (self, other)
        } else {
            (other, self)
        };
        let modulus = u128::from(many.count);
        let mut scaled = u128::from(few.count) % modulus;
        for _ in few.places..many.places {
            scaled = scaled * 10 % modulus;
        }
        let shared = gcd(many.count, scaled as u64);
        let count = few.count.checked_mul(many.count / shared)?;
        let mut out = Self {
            count,
            places: few.places,
        };
        while out.places > 0 && out.count.is_multiple_of(10) {
            out.count /= 10;
            out.places -= 1;
        }
        (out.count < MAX_COUNT).then_some(out)
    }

    /// The exponent, if the step is a power of ten.
    pub fn power_of_ten(self) -> Option<i32> {
        let zeros = self.count.ilog10();
        let power = 10u64.pow(zeros) == self.count;
        power.then_some(zeros as i32 - self.places as i32)
    }

    /// Digits that multiples need after the point.
    pub fn places(self) -> u32 {
        self.places
    }

    /// The step without an exponent.
    pub fn text(self) -> String {
        let digits = Decimal::read(&self.count.to_string());
        let shifted = digits.map(|one| one.shift(-(self.places as i32)));
        shifted.unwrap_or_else(Decimal::zero).text()
    }

    /// Whether an automaton of its multiples is tried at all.
    pub fn is_short(self) -> bool {
        self.places <= MAX_PLACES
    }

    /// A step whose multiples include those of this one and need no search:
    /// as many places.
    pub fn widened(self) -> Self {
        Self {
            count: 1,
            places: self.places,
        }
    }
}

fn gcd(mut one: u64, mut two: u64) -> u64 {
    while two != 0 {
        (one, two) = (two, one % two);
    }
    one
}

/// What the automata read: the ten digits, the point, the sign.
fn letters() -> Vec<CharSet> {
    "0123456789.-".chars().map(CharSet::single).collect()
}

/// The places of point and sign among [`letters`].
const POINT: usize = 10;
const MINUS: usize = 11;

/// Numbers as JSON writes them, without exponent and with at most `places`
/// digits after the point.
fn plain(places: Option<u32>, limit: usize) -> Result<Dfa, TooManyStates> {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum At {
        Start,
        Minus,
        Zero,
        Whole,
        Point,
        /// With the digits that may still follow.
        Fraction(Option<u32>),
    }
    let step = |at: &At, letter: usize| match (*at, letter) {
        (At::Start, MINUS) => Some(At::Minus),
        (At::Start | At::Minus, 0) => Some(At::Zero),
        (At::Start | At::Minus | At::Whole, 0..=9) => Some(At::Whole),
        (At::Zero | At::Whole, POINT) if places != Some(0) => Some(At::Point),
        (At::Point, 0..=9) => Some(At::Fraction(places.map(|places| places - 1))),
        (At::Fraction(None), 0..=9) => Some(At::Fraction(None)),
        (At::Fraction(Some(left)), 0..=9) if left > 0 => Some(At::Fraction(Some(left - 1))),
        _ => None,
    };
    let accepts = |at: &At| matches!(at, At::Zero | At::Whole | At::Fraction(_));
    Dfa::explore(At::Start, &letters(), step, accepts, limit)
}

/// Numbers that are multiples of a step.
///
/// A state holds what must still follow rather than what was read. Let `t` be
/// the number read so far. With `m` digits to come up to the last place, the
/// number becomes a multiple exactly if those digits, as a number, leave the
/// remainder `-t * 10^m` modulo the count; if the least such number has more
/// than `m` digits, there is none. After the point `m` is known. Before it,
/// any number `i` of digits may come before the `places` ones: the state is
/// the list of these remainders for `i` from 0 on, up to the first that is
/// longer than the count, which determines the rest. So numbers read so far
/// that differ in nothing to come share a state, and a step of 10,000 needs
/// five states.
fn multiples(of: Step, limit: usize) -> Result<Dfa, TooManyStates> {
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    enum At {
        Whole(Vec<Option<i128>>),
        Fraction { left: u32, wanted: i128 },
    }
    let too_many = |given| TooManyStates { given, limit };
    if !of.is_short() {
        return Err(too_many(limit.saturating_add(1)));
    }
    let count = i128::from(of.count);
    let ten = |power: u32| 10i128.pow(power);
    let mut longest = 0;
    while ten(of.places + longest) < count {
        longest += 1;
    }
    let fits = |wanted: i128, digits: u32| {
        let wanted = wanted.rem_euclid(count);
        (wanted < ten(digits)).then_some(wanted)
    };
    let step = |at: &At, letter: usize| match (at, letter) {
        (At::Whole(_), MINUS) => Some(at.clone()),
        (At::Whole(wanted), POINT) => Some(At::Fraction {
            left: of.places,
            wanted: wanted.first().copied().flatten()?,
        }),
        (At::Whole(wanted), digit) => {
            let digit = digit as i128;
            let last = wanted.last().copied().flatten()? * 10;
            let following = wanted.iter().skip(1).copied().chain([Some(last)]);
            let next = (of.places..)
                .zip(following)
                .map(|(digits, one)| one.and_then(|one| fits(one - digit * ten(digits), digits)));
            Some(At::Whole(next.collect()))
        }
        (At::Fraction { .. }, MINUS | POINT) => None,
        (At::Fraction { left: 0, .. }, digit) => (digit == 0).then(|| at.clone()),
        (At::Fraction { left, wanted }, digit) => {
            let left = left - 1;
            let wanted = fits(wanted - digit as i128 * ten(left), left)?;
            Some(At::Fraction { left, wanted })
        }
    };
    let accepts = |at: &At| match at {
        At::Whole(wanted) => wanted.first() == Some(&Some(0)),
        At::Fraction { wanted, .. } => *wanted == 0,
    };
    let start = At::Whole(vec![Some(0); longest as usize + 1]);
    Ok(Dfa::explore(start, &letters(), step, accepts, limit)?.minimize())
}

/// Bounds of the numbers of one sign, by their distance from zero.
#[derive(Clone, Copy)]
struct Half<'b> {
    low: Option<&'b Bound>,
    high: Option<&'b Bound>,
}

impl<'b> Half<'b> {
    /// `None` where the bounds leave nothing, for bounds of numbers from zero
    /// on; a bound of another sign either excludes everything or nothing.
    fn new(low: Option<&'b Bound>, high: Option<&'b Bound>) -> Option<Self> {
        (!high.is_some_and(|high| high.at.negative)).then(|| Self {
            low: low.filter(|low| !low.at.negative),
            high,
        })
    }

    /// Digits before the point of the longer bound.
    fn length(&self) -> usize {
        let length = |bound: Option<&Bound>| bound.map_or(0, |bound| bound.at.whole.len());
        length(self.low).max(length(self.high))
    }
}

/// How what was read compares with the same number of digits of a bound.
fn compare(order: Ordering, digits: &[u8], at: usize, digit: u8) -> Ordering {
    order.then_with(|| digit.cmp(&digits.get(at).copied().unwrap_or(b'0')))
}

/// How the digits before the point, all read, compare with those of a bound.
fn settle(order: Ordering, bound: &Bound, read: usize) -> Ordering {
    read.cmp(&bound.at.whole.len()).then(order)
}

/// Where a number that is being read stands between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Start,
    /// Before the point: digits read, zeros at the start aside, at most one
    /// more than the longer bound has.
    Whole {
        negative: bool,
        read: usize,
        low: Ordering,
        high: Ordering,
    },
    /// After the point: digits read as long as that matters.
    Fraction {
        negative: bool,
        read: usize,
        low: Ordering,
        high: Ordering,
    },
}

/// The two halves of a range.
struct Halves<'b> {
    above: Option<Half<'b>>,
    below: Option<Half<'b>>,
}

impl Halves<'_> {
    fn half(&self, negative: bool) -> Option<&Half<'_>> {
        let half = if negative { &self.below } else { &self.above };
        half.as_ref()
    }

    fn begin(&self, negative: bool) -> Option<Place> {
        self.half(negative).map(|_| Place::Whole {
            negative,
            read: 0,
            low: Ordering::Equal,
            high: Ordering::Equal,
        })
    }

    fn step(&self, place: Place, letter: usize) -> Option<Place> {
        match (place, letter) {
            (Place::Start, MINUS) => self.begin(true),
            (Place::Start | Place::Fraction { .. }, POINT) | (_, MINUS) => None,
            (Place::Start, digit) => self.step(self.begin(false)?, digit),
            (Place::Whole { .. }, POINT) => self.point(place),
            // A zero at the start is no digit of the number.
            (Place::Whole { read: 0, .. }, 0) => Some(place),
            (Place::Whole { .. }, digit) => self.whole(place, b'0' + digit as u8),
            (Place::Fraction { .. }, digit) => self.fraction(place, b'0' + digit as u8),
        }
    }

    fn whole(&self, place: Place, digit: u8) -> Option<Place> {
        let Place::Whole {
            negative,
            read,
            low,
            high,
        } = place
        else {
            return None;
        };
        let half = self.half(negative)?;
        let next = (read + 1).min(half.length() + 1);
        // Beyond a bound's length its digits do not matter any more.
        let order = |bound: Option<&Bound>, order: Ordering| match bound {
            Some(bound) if next <= bound.at.whole.len() => {
                compare(order, &bound.at.whole, read, digit)
            }
            _ => Ordering::Equal,
        };
        let longer = |bound: &Bound| next > bound.at.whole.len();
        (!half.high.is_some_and(longer)).then(|| Place::Whole {
            negative,
            read: next,
            low: order(half.low, low),
            high: order(half.high, high),
        })
    }

    fn point(&self, place: Place) -> Option<Place> {
        let Place::Whole {
            negative,
            read,
            low,
            high,
        } = place
        else {
            return None;
        };
        let half = self.half(negative)?;
        let low = half
            .low
            .map_or(Ordering::Greater, |one| settle(low, one, read));
        let high = half
            .high
            .map_or(Ordering::Less, |one| settle(high, one, read));
        Self::inside(negative, 0, low, high)
    }

    /// What is outside already stays there.
    fn inside(negative: bool, read: usize, low: Ordering, high: Ordering) -> Option<Place> {
        let open = low == Ordering::Equal || high == Ordering::Equal;
        let inside = low != Ordering::Less && high != Ordering::Greater;
        inside.then_some(Place::Fraction {
            negative,
            read: if open { read } else { 0 },
            low,
            high,
        })
    }

    fn fraction(&self, place: Place, digit: u8) -> Option<Place> {
        let Place::Fraction {
            negative,
            read,
            low,
            high,
        } = place
        else {
            return None;
        };
        let half = self.half(negative)?;
        let digits = |bound: Option<&Bound>| bound.map_or(0, |bound| bound.at.fraction.len());
        let order = |bound: Option<&Bound>, order: Ordering| match bound {
            Some(bound) => compare(order, &bound.at.fraction, read, digit),
            None => order,
        };
        let next = (read + 1).min(digits(half.low).max(digits(half.high)));
        Self::inside(negative, next, order(half.low, low), order(half.high, high))
    }

    fn accepts(&self, place: Place) -> bool {
        let place = match place {
            Place::Start => None,
            Place::Whole { .. } => self.point(place),
            Place::Fraction { .. } => Some(place),
        };
        let Some(Place::Fraction {
            negative,
            read,
            low,
            high,
        }) = place
        else {
            return false;
        };
        let Some(half) = self.half(negative) else {
            return false;
        };
        // What a bound has left is not zero.
        let end = |bound: Option<&Bound>, order: Ordering| match bound {
            Some(bound) if read < bound.at.fraction.len() => order.then(Ordering::Less),
            _ => order,
        };
        let (low, high) = (end(half.low, low), end(half.high, high));
        let takes = |bound: Option<&Bound>| bound.is_none_or(|bound| bound.inclusive);
        (low == Ordering::Greater || (low == Ordering::Equal && takes(half.low)))
            && (high == Ordering::Less || (high == Ordering::Equal && takes(half.high)))
    }
}

/// Numbers inside the bounds; `-0` only if asked for.
fn range(
    low: Option<&Bound>,
    high: Option<&Bound>,
    minus_zero: bool,
    limit: usize,
) -> Result<Dfa, TooManyStates> {
    let zero = Bound {
        at: Decimal::zero(),
        inclusive: minus_zero,
    };
    let (near, far) = (high.map(Bound::mirrored), low.map(Bound::mirrored));
    let mut near = near.as_ref().filter(|near| !near.at.negative);
    if near.is_none_or(|near| near.at.is_zero() && near.inclusive) {
        near = Some(&zero);
    }
    let halves = Halves {
        above: Half::new(low, high),
        below: Half::new(near, far.as_ref()),
    };
    let step = |place: &Place, letter: usize| halves.step(*place, letter);
    let accepts = |place: &Place| halves.accepts(*place);
    Dfa::explore(Place::Start, &letters(), step, accepts, limit)
}

/// Numbers that a set of keywords leaves.
pub(super) struct Wanted<'w> {
    pub low: Option<&'w Bound>,
    pub high: Option<&'w Bound>,
    /// They are multiples of it.
    pub step: Option<Step>,
    /// They are multiples of none of these.
    pub broken: &'w [Step],
    /// They are none of these.
    pub excluded: &'w [Decimal],
    /// Most digits after the point.
    pub places: Option<u32>,
    /// Whether zero is also written `-0`.
    pub minus_zero: bool,
}

impl Wanted<'_> {
    /// The smallest automaton of their texts without exponent.
    ///
    /// # Errors
    /// More than `limit` states on the way.
    pub fn automaton(&self, limit: usize) -> Result<Dfa, TooManyStates> {
        let bounds = range(self.low, self.high, self.minus_zero, limit)?;
        let mut found = plain(self.places, limit)?.intersect(&bounds, limit)?;
        if let Some(step) = self.step {
            found = found.intersect(&multiples(step, limit)?, limit)?.minimize();
        }
        for step in self.broken {
            found = found.minus(&multiples(*step, limit)?, limit)?.minimize();
        }
        let inside = |value: &&Decimal| found.accepts(&value.text());
        let excluded: Vec<&Decimal> = self.excluded.iter().filter(inside).collect();
        if !excluded.is_empty() {
            found = found.minus(&one_of(&excluded, limit)?, limit)?;
        }
        Ok(found.minimize())
    }
}

/// All texts of some values.
fn one_of(values: &[&Decimal], limit: usize) -> Result<Dfa, TooManyStates> {
    match values {
        [] => Ok(Dfa::none()),
        [one] => {
            let at = Bound {
                at: (*one).clone(),
                inclusive: true,
            };
            range(Some(&at), Some(&at), true, limit)
        }
        many => {
            let (left, right) = many.split_at(many.len() / 2);
            let (left, right) = (one_of(left, limit)?, one_of(right, limit)?);
            Ok(left.union(&right, limit)?.minimize())
        }
    }
}
