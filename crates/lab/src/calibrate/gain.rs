//! What a fit is worth against the calibration in use, over the same cases.

use super::example::Example;
use super::judge::{Answered, Judged, answered, mean};
use super::weights::best_of;
use app::calibration::{Outcome, Weights};
use serde::Serialize;

/// How many cases come out how.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Outcomes {
    /// Answerable and rightly answered.
    pub answered_right: f64,
    /// Answerable and wrongly answered.
    pub answered_wrong: f64,
    /// Unanswerable and answered all the same.
    pub false_answers: f64,
    /// Right answers and right refusals.
    pub right: f64,
}

/// The same cases under the calibration in use and under the fit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Gain {
    /// Under the calibration in use.
    pub before: Outcomes,
    /// Under the fit, each document's cases by one that has not seen it.
    pub after: Outcomes,
    /// Cases that come out right more than before.
    pub right: f64,
}

/// The gain of a fit that was judged by cross-validation.
pub(super) fn gain(
    examples: &[Example],
    in_use: &Weights,
    judged: &[Judged],
    min_odds: f64,
) -> Gain {
    let unanswerable = examples.iter().filter(|one| !one.answerable).count();
    let before = before(examples, in_use);
    let before = outcomes(&before, unanswerable, |count| count as f64);
    let after = outcomes(&answered(judged, min_odds), unanswerable, mean);
    Gain {
        before,
        after,
        right: after.right - before.right,
    }
}

fn outcomes(answered: &Answered, unanswerable: usize, share: fn(usize) -> f64) -> Outcomes {
    let (right, false_answers) = (share(answered.right), share(answered.false_answers));
    Outcomes {
        answered_right: right,
        answered_wrong: share(answered.wrong),
        false_answers,
        right: right + unanswerable as f64 - false_answers,
    }
}

/// What the calibration in use answers.
fn before(examples: &[Example], in_use: &Weights) -> Answered {
    let mut found = Answered {
        right: 0,
        wrong: 0,
        false_answers: 0,
    };
    for one in examples {
        let Some((is_right, best, margin)) = best_of(one, in_use) else {
            continue;
        };
        let outcome: Outcome = in_use.outcome(&one.answer_type, &best, margin);
        if outcome.right < in_use.threshold(outcome) {
            continue;
        }
        match (one.answerable, is_right) {
            (true, true) => found.right += 1,
            (true, false) => found.wrong += 1,
            (false, _) => found.false_answers += 1,
        }
    }
    found
}
