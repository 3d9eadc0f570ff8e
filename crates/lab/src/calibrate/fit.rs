//! The two fits: a conditional logit over candidates, and a logistic
//! regression. Both are pulled to a prior (a ridge around it), have few
//! parameters, and are solved by Newton's method from the prior, so that the
//! same cases give the same numbers everywhere.

/// Steps of a fit; some ten are enough, and each is cheap.
const STEPS: usize = 40;
/// How often a step that leads down is halved.
const HALVINGS: i32 = 30;
/// The least that an observation bends the logistic fit, so that no first step
/// from afar overshoots.
const LEAST_SPREAD: f64 = 0.02;

/// One choice among candidates: features of each, and which of them are right.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ChoiceExample {
    pub candidates: Vec<Vec<f64>>,
    pub right: Vec<bool>,
}

/// One yes-or-no observation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OutcomeExample {
    pub features: Vec<f64>,
    pub happened: bool,
}

fn dot(weights: &[f64], features: &[f64]) -> f64 {
    weights.iter().zip(features).map(|(w, x)| w * x).sum()
}

/// What a step needs: the slope of what is maximised, and how it bends (the
/// negative of its second derivatives, or a bound of it).
struct Bend<const N: usize> {
    slope: [f64; N],
    curve: [[f64; N]; N],
}

impl<const N: usize> Bend<N> {
    /// That of the ridge around the prior.
    fn ridge(weights: &[f64; N], prior: &[f64; N], ridge: f64) -> Self {
        let mut bend = Self {
            slope: [0.0; N],
            curve: [[0.0; N]; N],
        };
        for at in 0..N {
            bend.slope[at] = -ridge * (weights[at] - prior[at]);
            bend.curve[at][at] = ridge;
        }
        bend
    }

    fn add(&mut self, pull: f64, features: &[f64]) {
        for (slot, feature) in self.slope.iter_mut().zip(features) {
            *slot += pull * feature;
        }
    }

    fn bend(&mut self, weight: f64, features: &[f64]) {
        for (row, one) in self.curve.iter_mut().zip(features) {
            for (slot, other) in row.iter_mut().zip(features) {
                *slot += weight * one * other;
            }
        }
    }

    /// The step to the top of the parabola; weights that are not `free` stay.
    fn step(mut self, free: &[bool; N]) -> [f64; N] {
        for held in (0..N).filter(|at| !free[*at]) {
            self.slope[held] = 0.0;
            for other in 0..N {
                self.curve[held][other] = 0.0;
                self.curve[other][held] = 0.0;
            }
            self.curve[held][held] = 1.0;
        }
        solve(self.curve, self.slope)
    }
}

/// Gaussian elimination. The matrices here are positive definite, so that
/// every pivot is above 0.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        let row = matrix[pivot];
        for below in pivot + 1..N {
            let share = matrix[below][pivot] / row[pivot];
            for (slot, value) in matrix[below].iter_mut().zip(row).skip(pivot) {
                *slot -= share * value;
            }
            right[below] -= share * right[pivot];
        }
    }
    for pivot in (0..N).rev() {
        let known: f64 = (pivot + 1..N).map(|at| matrix[pivot][at] * right[at]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
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
    for _ in 0..STEPS {
        let mut bend = Bend::ridge(&weights, prior, ridge);
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
            let mut mean = vec![0.0; N];
            for ((features, share), is_right) in one.candidates.iter().zip(&shares).zip(&one.right)
            {
                let wanted = if *is_right { share / right } else { 0.0 };
                bend.add((wanted - share / all) / count, features);
                bend.bend(share / all / count, features);
                for (slot, feature) in mean.iter_mut().zip(features) {
                    *slot += share / all * feature;
                }
            }
            bend.bend(-1.0 / count, &mean);
        }
        let free = std::array::from_fn(|at| weights[at] > 0.0 || bend.slope[at] > 0.0);
        let step = bend.step(&free);
        let value = |weights: &[f64; N]| worth_of(&usable, weights, (prior, ridge));
        match climbed(&weights, &step, 0.0, &value) {
            Some(there) => weights = there,
            None => break,
        }
    }
    weights
}

/// Where a step leads up, halved as often as it takes, since far from the top a
/// whole one may jump over it; none at the top. Weights stay at least `least`.
fn climbed<const N: usize>(
    weights: &[f64; N],
    step: &[f64; N],
    least: f64,
    value: &dyn Fn(&[f64; N]) -> f64,
) -> Option<[f64; N]> {
    let before = value(weights);
    let mut tried = (0..HALVINGS).map(|halvings| {
        let share = 0.5_f64.powi(halvings);
        std::array::from_fn(|at| (weights[at] + share * step[at]).max(least))
    });
    tried.find(|there| value(there) > before)
}

/// Half the squared distance to the prior, times the ridge.
fn pulled<const N: usize>(weights: &[f64; N], (prior, ridge): (&[f64; N], f64)) -> f64 {
    let pairs = weights.iter().zip(prior);
    let distance: f64 = pairs.map(|(one, other)| (one - other).powi(2)).sum();
    ridge * distance / 2.0
}

/// What the choice fit maximises.
fn worth_of<const N: usize>(
    examples: &[&ChoiceExample],
    weights: &[f64; N],
    (prior, ridge): (&[f64; N], f64),
) -> f64 {
    let likelihoods = examples.iter().map(|one| {
        let scores: Vec<f64> = one.candidates.iter().map(|x| dot(weights, x)).collect();
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares = scores.iter().map(|score| (score - top).exp());
        let rights = shares.clone().zip(&one.right).filter(|(_, right)| **right);
        let right: f64 = rights.map(|(share, _)| share).sum();
        (right.max(f64::MIN_POSITIVE) / shares.sum::<f64>()).ln()
    });
    likelihoods.sum::<f64>() / examples.len().max(1) as f64 - pulled(weights, (prior, ridge))
}

/// Weights of a logistic regression: mean log likelihood less `ridge` times
/// half the squared distance to `prior`.
pub(crate) fn fit_outcome<const N: usize>(
    examples: &[OutcomeExample],
    prior: &[f64; N],
    ridge: f64,
) -> [f64; N] {
    let count = examples.len().max(1) as f64;
    let mut weights = *prior;
    for _ in 0..STEPS {
        let mut bend = Bend::ridge(&weights, prior, ridge);
        for one in examples {
            let expected = app::calibration::logistic(dot(&weights, &one.features));
            let pull = f64::from(u8::from(one.happened)) - expected;
            bend.add(pull / count, &one.features);
            let spread = (expected * (1.0 - expected)).max(LEAST_SPREAD);
            bend.bend(spread / count, &one.features);
        }
        let step = bend.step(&[true; N]);
        let value = |weights: &[f64; N]| {
            let likelihoods = examples.iter().map(|one| {
                let score = dot(weights, &one.features);
                // ln of the logistic function of the score, or of its opposite.
                let score = if one.happened { score } else { -score };
                -(-score.abs()).exp().ln_1p() + score.min(0.0)
            });
            likelihoods.sum::<f64>() / count - pulled(weights, (prior, ridge))
        };
        match climbed(&weights, &step, f64::NEG_INFINITY, &value) {
            Some(there) => weights = there,
            None => break,
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

    /// A whole first step would lead below 0 and leave the only signal there.
    #[test]
    fn a_start_far_from_the_top_loses_no_signal() {
        let example = |strong: f64, right: bool| ChoiceExample {
            candidates: vec![vec![strong, 0.3], vec![0.0, 0.5]],
            right: vec![right, !right],
        };
        let mut examples: Vec<ChoiceExample> = (0..40).map(|_| example(2.0, true)).collect();
        examples.extend((0..4).map(|_| example(9.0, false)));
        let weights = fit_choice(&examples, &[4.0, 4.0], 1e-3);
        let slightly = [weights[0] + 0.01, weights[1]];
        let all: Vec<&ChoiceExample> = examples.iter().collect();
        let worth = |there: &[f64; 2]| worth_of(&all, there, (&[4.0, 4.0], 1e-3));
        assert!(worth(&weights) >= worth(&slightly));
        assert!(worth(&weights) >= worth(&[(weights[0] - 0.01).max(0.0), weights[1]]));
    }

    #[test]
    fn a_logistic_fit_recovers_the_share_at_the_mean() {
        let examples: Vec<OutcomeExample> = (0..100)
            .map(|index| OutcomeExample {
                features: vec![1.0, f64::from(index) / 100.0],
                happened: index % 4 == 0 || index >= 50,
            })
            .collect();
        let weights = fit_outcome(&examples, &[0.0, 0.0], 1e-4);
        let mean: f64 = examples
            .iter()
            .map(|one| app::calibration::logistic(dot(&weights, &one.features)))
            .sum::<f64>()
            / 100.0;
        let share = examples.iter().filter(|one| one.happened).count() as f64 / 100.0;
        assert!((mean - share).abs() < 0.01, "{mean} against {share}");
    }

    #[test]
    fn nothing_to_learn_from_leaves_the_prior() {
        assert_eq!(fit_choice(&[], &[1.0, 2.0], 0.1).to_vec(), [1.0, 2.0]);
        assert_eq!(fit_outcome(&[], &[-1.0, 2.0], 0.1).to_vec(), [-1.0, 2.0]);
    }
}
