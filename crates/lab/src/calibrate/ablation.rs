//! What each signal is worth: everything fitted anew without it, and judged on
//! documents that the fit has not seen.

use super::example::Example;
use super::judge::{answered, judged, mean, min_odds};
use app::Signals;
use serde::Serialize;

/// Outcomes without one signal, means of the splits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ablation {
    /// The signal that was left out.
    pub without: &'static str,
    /// Answerable cases whose best candidate is right.
    pub right_first: f64,
    /// Answerable cases answered and right, at the least odds chosen for it.
    pub answered_right: f64,
    /// Unanswerable cases that were answered all the same.
    pub false_answers: f64,
}

/// A signal by its name, and its removal.
type Removal = (&'static str, fn(&mut Signals));

const REMOVALS: [Removal; 5] = [
    ("lexical", |signals| signals.lexical = 0.0),
    ("about", |signals| signals.about = 0.0),
    ("similarity", |signals| signals.similarity = 0.0),
    ("log_probability", |signals| signals.log_probability = 0.0),
    ("reader", |signals| {
        signals.reader = 0.0;
        signals.beside = 0.0;
    }),
];

/// The outcomes without each of the signals.
pub(super) fn ablations(examples: &[Example]) -> Vec<Ablation> {
    REMOVALS
        .iter()
        .map(|(without, remove)| {
            let mut fewer = examples.to_vec();
            let signals = fewer.iter_mut().flat_map(|one| &mut one.candidates);
            signals.for_each(|(signals, _)| remove(signals));
            let judged = judged(&fewer);
            let answered = answered(&judged, min_odds(&judged));
            Ablation {
                without,
                right_first: mean(judged.iter().filter(|one| one.is_right).count()),
                answered_right: mean(answered.right),
                false_answers: mean(answered.false_answers),
            }
        })
        .collect()
}
