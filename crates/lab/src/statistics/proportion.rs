//! Shares of a count, with Wilson's score interval.
//!
//! Wilson's interval stays within 0 and 1 and is sensible for few cases and for shares of
//! none or all, where the usual "plus or minus two standard errors" says that there is no
//! doubt at all.

use serde::{Deserialize, Serialize};

/// The 97.5 % point of the standard normal distribution: two-sided 95 %.
const NORMAL_POINT: f64 = 1.959_963_984_540_054;

/// An interval at 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Proportion {
    /// How many.
    pub count: usize,
    /// Of how many.
    pub of: usize,
    /// The one through the other, 0..=1; none of nothing.
    pub share: Option<f64>,
    /// Wilson's interval of the share at 95 %; none of nothing.
    pub interval: Option<Interval>,
}

impl Proportion {
    /// `count` of `of`; a count above `of` counts as all.
    pub fn new(count: usize, of: usize) -> Proportion {
        let count = count.min(of);
        Proportion {
            count,
            of,
            share: (of > 0).then(|| count as f64 / of as f64),
            interval: wilson(count, of),
        }
    }

    /// How many of these are true.
    pub fn of(marks: impl IntoIterator<Item = bool>) -> Proportion {
        let (mut count, mut of) = (0, 0);
        for mark in marks {
            count += usize::from(mark);
            of += 1;
        }
        Proportion::new(count, of)
    }
}

/// Wilson's score interval at 95 % (Wilson 1927, without correction for continuity): none
/// of nothing.
pub fn wilson(count: usize, of: usize) -> Option<Interval> {
    if of == 0 || count > of {
        return None;
    }
    let (n, square) = (of as f64, NORMAL_POINT * NORMAL_POINT);
    let share = count as f64 / n;
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let spread = NORMAL_POINT / (1.0 + square / n)
        * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    Some(Interval {
        // At the ends rounding would leave it a hair off, or outside.
        low: if count == 0 {
            0.0
        } else {
            (middle - spread).max(0.0)
        },
        high: if count == of {
            1.0
        } else {
            (middle + spread).min(1.0)
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wilsons_interval_is_that_of_newcombes_table() {
        // Newcombe 1998, Statistics in Medicine 17, table I, method 3.
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(count, of).unwrap();
            assert!((found.low - low).abs() < 5e-5, "{count} of {of}: {found:?}");
            assert!(
                (found.high - high).abs() < 5e-5,
                "{count} of {of}: {found:?}"
            );
        }
        assert_eq!(wilson(0, 0), None);
        assert_eq!(Proportion::new(0, 0).share, None);
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_share_and_mirrors(of in 1_usize..500, part in 0.0_f64..=1.0) {
            let count = (part * of as f64) as usize;
            let (one, other) = (wilson(count, of).unwrap(), wilson(of - count, of).unwrap());
            let share = count as f64 / of as f64;
            prop_assert!(0.0 <= one.low && one.low <= share && share <= one.high && one.high <= 1.0);
            prop_assert!((one.low - (1.0 - other.high)).abs() < 1e-9);
            prop_assert!(one.high - one.low > 0.0);
        }

        #[test]
        fn more_cases_of_the_same_share_say_it_more_surely(count in 0_usize..50, more in 0_usize..50) {
            let of = count + more + 1;
            let width = |times: usize| {
                let found = wilson(count * times, of * times).unwrap();
                found.high - found.low
            };
            prop_assert!(width(4) < width(1));
        }
    }
}
