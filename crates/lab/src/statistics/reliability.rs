//! Whether stated probabilities are right: of what is said to be right with 0.8, eight in
//! ten should be.

use serde::{Deserialize, Serialize};

/// Bins of equal width between 0 and 1.
const BINS: usize = 10;

/// One bar of the reliability diagram.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReliabilityBin {
    /// Lower edge of the predicted probability; the bin is a tenth wide.
    pub from: f64,
    /// Cases in it.
    pub cases: usize,
    /// Mean predicted probability, 0..=1.
    pub predicted: f64,
    /// Share that is right, 0..=1.
    pub right: f64,
}

/// The bins of a reliability diagram, those without a case left out. Each pair is a stated
/// probability (0..=1) and whether it came true.
pub fn reliability(stated: &[(f64, bool)]) -> Vec<ReliabilityBin> {
    let mut bins = [(0_usize, 0.0, 0_usize); BINS];
    for (probability, is_right) in stated {
        let index = ((probability * BINS as f64) as usize).min(BINS - 1);
        if let Some((cases, sum, hits)) = bins.get_mut(index) {
            *cases += 1;
            *sum += probability;
            *hits += usize::from(*is_right);
        }
    }
    bins.iter()
        .enumerate()
        .filter(|(_, (cases, ..))| *cases > 0)
        .map(|(index, (cases, sum, hits))| ReliabilityBin {
            from: index as f64 / BINS as f64,
            cases: *cases,
            predicted: sum / *cases as f64,
            right: *hits as f64 / *cases as f64,
        })
        .collect()
}

/// Expected calibration error, 0..=1: the mean distance of stated probability and share right
/// over the bins, weighted by their cases; none without a case. (Naeini, Cooper and
/// Hauskrecht 2015.)
pub fn expected_calibration_error(bins: &[ReliabilityBin]) -> Option<f64> {
    let cases: usize = bins.iter().map(|bin| bin.cases).sum();
    let distance = |bin: &ReliabilityBin| bin.cases as f64 * (bin.predicted - bin.right).abs();
    (cases > 0).then(|| bins.iter().map(distance).sum::<f64>() / cases as f64)
}

/// Brier's score, 0..=1, lower is better: the mean squared distance of a stated probability
/// from what came (1 or 0); none without a case. (Brier 1950, halved as is usual for two
/// outcomes.)
pub fn brier(stated: &[(f64, bool)]) -> Option<f64> {
    let square = |(probability, is_right): &(f64, bool)| {
        (probability - f64::from(u8::from(*is_right))).powi(2)
    };
    (!stated.is_empty()).then(|| stated.iter().map(square).sum::<f64>() / stated.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn briers_own_table_gives_his_score() {
        // Brier 1950, table 1: ten forecasts of rain. He sums over both outcomes: 0.19 there.
        let forecasts = [
            (0.7, false),
            (0.9, true),
            (0.8, true),
            (0.4, true),
            (0.2, false),
            (0.0, false),
            (0.0, false),
            (0.0, false),
            (0.0, false),
            (0.1, false),
        ];
        assert!((2.0 * brier(&forecasts).unwrap() - 0.19).abs() < 1e-9);
        assert_eq!(brier(&[]), None);
    }

    #[test]
    fn bins_hold_their_cases_and_the_error_is_their_mean_distance() {
        let stated = [(0.95, true), (1.0, true), (0.9, false), (0.05, false)];
        let bins = reliability(&stated);
        let counts: Vec<(f64, usize)> = bins.iter().map(|bin| (bin.from, bin.cases)).collect();
        assert_eq!(counts, [(0.0, 1), (0.9, 3)]);
        // |0.05 - 0| x 1 and |0.95 - 2/3| x 3, through 4.
        let wanted = (0.05 + 3.0 * (0.95 - 2.0 / 3.0)) / 4.0;
        assert!((expected_calibration_error(&bins).unwrap() - wanted).abs() < 1e-12);
        assert_eq!(expected_calibration_error(&[]), None);
    }

    proptest! {
        #[test]
        fn no_case_is_lost_and_scores_stay_in_range(stated in prop::collection::vec((0.0_f64..=1.0, any::<bool>()), 1..60)) {
            let bins = reliability(&stated);
            prop_assert_eq!(bins.iter().map(|bin| bin.cases).sum::<usize>(), stated.len());
            let (error, score) = (expected_calibration_error(&bins).unwrap(), brier(&stated).unwrap());
            prop_assert!((0.0..=1.0).contains(&error) && (0.0..=1.0).contains(&score));
            // Jensen: the squared mean distance is at most the mean squared distance.
            prop_assert!(error * error <= score + 1e-9);
        }
    }
}
