//! Bootstrap intervals: what a figure might have been, had other cases been drawn.
//!
//! Questions about one document are alike, so they are drawn again by whole groups (all
//! questions of a document together): drawn one by one, the interval would be too narrow.
//! The interval is the middle 95 % of what the draws give (percentile bootstrap).

use super::proportion::Interval;
use super::quantile::quantile;
use oorandom::Rand64;

/// Draws; the ends of an interval then move by one or two hundredths of its width from seed to
/// seed.
pub const RESAMPLES: usize = 2_000;

/// The interval at 95 % of a figure over groups of cases, each group drawn whole and with
/// replacement. The same groups and seed give the same interval. None with fewer than two
/// groups, where more than half of the draws have no such figure, and where all draws have the
/// same: cases that do not differ say nothing of the spread.
///
/// Source: Efron and Tibshirani 1993, An Introduction to the Bootstrap; Davison and Hinkley
/// 1997, 3.8 on groups.
pub fn interval<T: Copy>(
    groups: &[Vec<T>],
    seed: u64,
    figure: &dyn Fn(&[T]) -> Option<f64>,
) -> Option<Interval> {
    if groups.len() < 2 {
        return None;
    }
    let mut random = Rand64::new(u128::from(seed));
    let mut found = Vec::with_capacity(RESAMPLES);
    let mut drawn = Vec::new();
    for _ in 0..RESAMPLES {
        drawn.clear();
        for _ in groups {
            let at = random.rand_range(0..groups.len() as u64) as usize;
            drawn.extend(groups.get(at).into_iter().flatten());
        }
        found.extend(figure(&drawn));
    }
    if found.len() * 2 <= RESAMPLES {
        return None;
    }
    let (low, high) = (quantile(&found, 0.025)?, quantile(&found, 0.975)?);
    (low < high).then_some(Interval { low, high })
}

#[cfg(test)]
mod tests {
    use super::super::quantile::mean;
    use super::*;
    use proptest::prelude::*;

    fn alone(numbers: &[f64]) -> Vec<Vec<f64>> {
        numbers.iter().map(|number| vec![*number]).collect()
    }

    #[test]
    fn the_interval_of_a_mean_is_near_that_of_theory() {
        // The numbers 1 to 100: mean 50.5, standard error sqrt(833.25 / 100) = 2.887.
        let numbers: Vec<f64> = (1..=100).map(f64::from).collect();
        let found = interval(&alone(&numbers), 7, &mean).unwrap();
        assert!((found.low - (50.5 - 1.96 * 2.887)).abs() < 0.5, "{found:?}");
        assert!(
            (found.high - (50.5 + 1.96 * 2.887)).abs() < 0.5,
            "{found:?}"
        );
    }

    #[test]
    fn cases_that_are_alike_by_groups_are_less_sure() {
        let numbers: Vec<f64> = (0..100).map(|index| f64::from(index / 10)).collect();
        let groups: Vec<Vec<f64>> = numbers.chunks(10).map(<[f64]>::to_vec).collect();
        let width = |groups: &[Vec<f64>]| {
            let found = interval(groups, 1, &mean).unwrap();
            found.high - found.low
        };
        // Ten cases that say the same are worth one: the interval is sqrt(10) times as wide.
        let ratio = width(&groups) / width(&alone(&numbers));
        assert!((2.7..3.7).contains(&ratio), "{ratio}");
    }

    #[test]
    fn one_group_or_no_figure_gives_no_interval() {
        assert_eq!(interval(&[vec![1.0, 2.0]], 1, &mean), None);
        assert_eq!(interval(&alone(&[1.0, 2.0]), 1, &|_| None), None);
        assert_eq!(interval(&alone(&[0.0; 9]), 1, &mean), None);
    }

    proptest! {
        #[test]
        fn the_same_seed_gives_the_same_and_all_lies_within(numbers in prop::collection::vec(-50.0_f64..50.0, 2..20), seed: u64) {
            let numbers = [numbers, vec![60.0, 70.0]].concat();
            let groups = alone(&numbers);
            let found = interval(&groups, seed, &mean).unwrap();
            prop_assert_eq!(found, interval(&groups, seed, &mean).unwrap());
            let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(least - 1e-9 <= found.low && found.low <= found.high && found.high <= most + 1e-9);
        }
    }
}
