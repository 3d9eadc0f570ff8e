//! Strengths from decisions between two: the model of Bradley and Terry.
//!
//! Each contestant has a strength; of two, the one with strength `a` wins against the one
//! with `b` in `a / (a + b)` of the decisions. The strengths that make the decisions made
//! likeliest are found by Hunter's MM algorithm. A tie counts as half a win for each.
//!
//! Who won every decision would have a strength without end. So each contestant is also
//! given `prior` decisions, half won and half lost, against an opponent of strength 1 that
//! nobody sees: it pulls ratings from few decisions towards each other and is soon outweighed.

/// What a step may change in the largest logarithm before the search ends.
const CONVERGED: f64 = 1e-10;
const MAX_STEPS: usize = 100_000;

/// Natural logarithms of the strengths, their mean 0, in the order of the contestants.
/// `wins[i][j]` is how often `i` won against `j`, ties as halves; missing entries count 0.
/// `prior` is the weight of the opponent that nobody sees, in decisions (0: none).
///
/// None where no finite strengths are likeliest, which with a `prior` above 0 does not happen.
///
/// Source: Bradley and Terry 1952; Hunter 2004, MM algorithms for generalized Bradley-Terry
/// models, Annals of Statistics 32.
pub fn log_strengths(wins: &[Vec<f64>], prior: f64) -> Option<Vec<f64>> {
    let count = wins.len();
    let won = |one: usize, other: usize| {
        let row = wins.get(one);
        row.and_then(|row| row.get(other)).copied().unwrap_or(0.0)
    };
    let mut strengths = vec![1.0_f64; count];
    for _ in 0..MAX_STEPS {
        let mut next: Vec<f64> = (0..count)
            .map(|one| {
                let own = strengths.get(one).copied().unwrap_or(1.0);
                let others = || (0..count).filter(|other| *other != one);
                let victories: f64 = others().map(|other| won(one, other)).sum();
                let faced = |other: usize| {
                    let their = strengths.get(other).copied().unwrap_or(1.0);
                    (won(one, other) + won(other, one)) / (own + their)
                };
                let weight = others().map(faced).sum::<f64>() + prior / (own + 1.0);
                (victories + prior / 2.0) / weight
            })
            .collect();
        if prior == 0.0 {
            // Only ratios are determined: without this they drift together.
            let middle = (next.iter().map(|one| one.ln()).sum::<f64>() / count as f64).exp();
            for one in &mut next {
                *one /= middle;
            }
        }
        if next.iter().any(|one| !one.is_finite() || *one <= 0.0) {
            return None;
        }
        let pairs = next.iter().zip(&strengths);
        let change = pairs
            .map(|(new, old)| (new / old).ln().abs())
            .fold(0.0, f64::max);
        strengths = next;
        if change < CONVERGED {
            let logarithms: Vec<f64> = strengths.iter().map(|one| one.ln()).collect();
            let mean = logarithms.iter().sum::<f64>() / count.max(1) as f64;
            return Some(logarithms.iter().map(|one| one - mean).collect());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Won and lost in the American League, 1987: Milwaukee, Detroit, Toronto, New York,
    /// Boston, Cleveland, Baltimore (Agresti, Categorical Data Analysis).
    const LEAGUE: [[f64; 7]; 7] = [
        [0.0, 7.0, 9.0, 7.0, 7.0, 9.0, 11.0],
        [6.0, 0.0, 7.0, 5.0, 11.0, 9.0, 9.0],
        [4.0, 6.0, 0.0, 7.0, 7.0, 8.0, 12.0],
        [6.0, 8.0, 6.0, 0.0, 6.0, 7.0, 10.0],
        [6.0, 2.0, 6.0, 7.0, 0.0, 7.0, 12.0],
        [4.0, 4.0, 5.0, 6.0, 6.0, 0.0, 6.0],
        [2.0, 4.0, 1.0, 3.0, 1.0, 7.0, 0.0],
    ];

    #[test]
    fn the_american_league_of_1987_has_its_published_strengths() {
        let wins: Vec<Vec<f64>> = LEAGUE.iter().map(|row| row.to_vec()).collect();
        let found = log_strengths(&wins, 0.0).unwrap();
        // R, BradleyTerry2, baseball1: coefficients against Baltimore.
        let published = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
        for (found, wanted) in found.iter().map(|one| one - found[6]).zip(published) {
            assert!((found - wanted).abs() < 5e-5, "{found} is not {wanted}");
        }
    }

    #[test]
    fn of_two_the_odds_are_the_decisions() {
        let found = log_strengths(&[vec![0.0, 6.0], vec![2.0, 0.0]], 0.0).unwrap();
        assert!((found[0] - found[1] - 3.0_f64.ln()).abs() < 1e-8);
        let tied = log_strengths(&[vec![0.0, 2.5], vec![2.5, 0.0]], 0.1).unwrap();
        assert!((tied[0] - tied[1]).abs() < 1e-8);
    }

    #[test]
    fn who_is_never_beaten_has_a_finite_strength_by_the_prior_alone() {
        let wins = [vec![0.0, 9.0], vec![0.0, 0.0]];
        assert_eq!(log_strengths(&wins, 0.0), None);
        let mild = log_strengths(&wins, 0.1).unwrap();
        let strong = log_strengths(&wins, 1.0).unwrap();
        assert!(
            mild[0] > strong[0] && strong[0] > 0.5,
            "{mild:?} {strong:?}"
        );
        assert_eq!(log_strengths(&[], 1.0), Some(Vec::new()));
    }

    proptest! {
        #[test]
        fn renaming_the_contestants_renames_their_strengths(numbers in prop::collection::vec(0_u32..20, 9)) {
            let wins: Vec<Vec<f64>> = numbers.chunks(3).map(|row| row.iter().copied().map(f64::from).collect()).collect();
            let turned: Vec<Vec<f64>> = (0..3).map(|one| (0..3).map(|other| wins[(one + 1) % 3][(other + 1) % 3]).collect()).collect();
            let (found, other) = (log_strengths(&wins, 0.5).unwrap(), log_strengths(&turned, 0.5).unwrap());
            for one in 0..3 {
                prop_assert!((found[(one + 1) % 3] - other[one]).abs() < 1e-6);
            }
            prop_assert!(found.iter().sum::<f64>().abs() < 1e-6);
        }
    }
}
