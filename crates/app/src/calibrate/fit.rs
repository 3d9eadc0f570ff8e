//! The two fits: a conditional logit over candidates, and a logistic
//! regression. Both are pulled to a prior (a ridge around it), are convex, have
//! few parameters and are solved by plain gradient steps from the prior, so
//! that the same cases give the same numbers everywhere.

/// Steps of a fit; both converge long before.
const STEPS: usize = 4_000;

/// One choice among candidates: features of each, and which of them are right.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ChoiceExample {
    pub candidates: Vec<Vec<f64>>,
    pub right: Vec<bool>,
}

/// One yes-or-no observation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FoundExample {
    pub features: Vec<f64>,
    pub right: bool,
}

fn dot(weights: &[f64], features: &[f64]) -> f64 {
    weights.iter().zip(features).map(|(w, x)| w * x).sum()
}

/// Weights under which right candidates come out on top (conditional logit;
/// `McFadden` 1974): maximises the mean log probability of a right one, less
/// `ridge` times half the squared distance to `prior`. Weights stay at least 0:
/// no signal speaks against a candidate.
pub(crate) fn fit_choice<const N: usize>(
    examples: &[ChoiceExample],
    prior: &[f64; N],
    ridge: f64,
) -> [f64; N] {
    let mut weights = *prior;
    let usable: Vec<&ChoiceExample> = examples
        .iter()
        .filter(|one| one.right.contains(&true) && one.right.contains(&false))
        .collect();
    let count = usable.len().max(1) as f64;
    for step in 0..STEPS {
        let mut gradient: Vec<f64> = weights
            .iter()
            .zip(prior)
            .map(|(weight, prior)| -ridge * (weight - prior))
            .collect();
        for one in &usable {
            let scores: Vec<f64> = one.candidates.iter().map(|x| dot(&weights, x)).collect();
            let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let shares: Vec<f64> = scores.iter().map(|score| (score - top).exp()).collect();
            let all: f64 = shares.iter().sum();
            let right: f64 = shares
                .iter()
                .zip(&one.right)
                .filter(|(_, right)| **right)
                .map(|(share, _)| share)
                .sum();
            for ((features, share), is_right) in one.candidates.iter().zip(&shares).zip(&one.right)
            {
                let wanted = if *is_right { share / right } else { 0.0 };
                let pull = (wanted - share / all) / count;
                for (slot, feature) in gradient.iter_mut().zip(features) {
                    *slot += pull * feature;
                }
            }
        }
        let rate = 4.0 / (1.0 + step as f64 / 400.0);
        for (weight, slope) in weights.iter_mut().zip(&gradient) {
            *weight = (*weight + rate * slope).max(0.0);
        }
    }
    weights
}

/// Weights of a logistic regression: mean log likelihood less `ridge` times
/// half the squared distance to `prior`.
pub(crate) fn fit_found<const N: usize>(
    examples: &[FoundExample],
    prior: &[f64; N],
    ridge: f64,
) -> [f64; N] {
    let count = examples.len().max(1) as f64;
    let mut weights = *prior;
    for step in 0..STEPS {
        let mut gradient: Vec<f64> = weights
            .iter()
            .zip(prior)
            .map(|(weight, prior)| -ridge * (weight - prior))
            .collect();
        for one in examples {
            let expected = crate::calibration::logistic(dot(&weights, &one.features));
            let pull = (f64::from(u8::from(one.right)) - expected) / count;
            for (slot, feature) in gradient.iter_mut().zip(&one.features) {
                *slot += pull * feature;
            }
        }
        let rate = 1.5 / (1.0 + step as f64 / 2_000.0);
        for (weight, slope) in weights.iter_mut().zip(&gradient) {
            *weight += rate * slope;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signal_that_tells_right_from_wrong_gets_the_weight() {
        let examples: Vec<ChoiceExample> = (0..20)
            .map(|index| {
                let noise = f64::from(index % 5) / 5.0;
                ChoiceExample {
                    candidates: vec![vec![0.9, noise], vec![0.2, 1.0 - noise], vec![0.1, 0.5]],
                    right: vec![true, false, false],
                }
            })
            .collect();
        let weights = fit_choice(&examples, &[0.0, 0.0], 0.01);
        assert!(weights[0] > 3.0 * weights[1], "{weights:?}");
    }

    #[test]
    fn a_logistic_fit_recovers_the_share_at_the_mean() {
        let examples: Vec<FoundExample> = (0..100)
            .map(|index| FoundExample {
                features: vec![1.0, f64::from(index) / 100.0],
                right: index % 4 == 0 || index >= 50,
            })
            .collect();
        let weights = fit_found(&examples, &[0.0, 0.0], 1e-4);
        let mean: f64 = examples
            .iter()
            .map(|one| crate::calibration::logistic(dot(&weights, &one.features)))
            .sum::<f64>()
            / 100.0;
        let share = examples.iter().filter(|one| one.right).count() as f64 / 100.0;
        assert!((mean - share).abs() < 0.01, "{mean} against {share}");
    }

    #[test]
    fn nothing_to_learn_from_leaves_the_prior() {
        assert_eq!(fit_choice(&[], &[1.0, 2.0], 0.1).to_vec(), [1.0, 2.0]);
        assert_eq!(fit_found(&[], &[-1.0, 2.0], 0.1).to_vec(), [-1.0, 2.0]);
    }
}
