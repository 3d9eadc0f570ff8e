//! Each case judged by a fit that has not seen its document.

use super::example::Example;
use super::weights::{best_of, fit_all, prior};
use app::calibration::{Outcome, Weights};
use app::sha256;
use std::collections::{BTreeMap, BTreeSet};

/// Folds of the cross-validation, by document.
pub(super) const FOLDS: usize = 5;
/// Ways to split the documents into folds; what is reported is their mean.
const SPLITS: usize = 6;
/// Most unanswerable questions that may be answered, where the least odds are chosen: a tenth. Of those that the
/// shipped numbers are fitted on, most are made to look as if they were answered (docs/quality.md); of TUNE's alone
/// it is a sixteenth then.
const MAX_FALSE_ANSWERS: f64 = 0.1;
/// Least odds are tried from 0.1 to this many tenths.
const MOST_ODDS: i32 = 60;

/// A case as a fit sees it that has not seen its document; without candidates nothing is
/// right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judged {
    pub outcome: Outcome,
    pub is_right: bool,
    pub is_answerable: bool,
}

/// Each case once a split.
pub(super) fn judged(examples: &[Example]) -> Vec<Judged> {
    (0..SPLITS)
        .flat_map(|split| judged_in(&folds(examples, split), examples))
        .collect()
}

/// The fold of each document, in an order that only their names and the number
/// of the split decide.
fn folds(examples: &[Example], split: usize) -> BTreeMap<&str, usize> {
    let documents: BTreeSet<&str> = examples.iter().map(|one| one.document.as_str()).collect();
    let mut order: Vec<&str> = documents.into_iter().collect();
    order.sort_by_cached_key(|document| sha256(format!("{split} {document}").as_bytes()));
    let fold = |(index, document)| (document, index % FOLDS);
    order.into_iter().enumerate().map(fold).collect()
}

fn judged_in(fold_of: &BTreeMap<&str, usize>, examples: &[Example]) -> Vec<Judged> {
    let fold = |one: &Example| fold_of.get(one.document.as_str()).copied().unwrap_or(0);
    (0..FOLDS)
        .flat_map(|held| {
            let seen: Vec<Example> = examples
                .iter()
                .filter(|one| fold(one) != held)
                .cloned()
                .collect();
            let fitted = fit_all(&seen);
            let held_out = examples.iter().filter(|one| fold(one) == held);
            let judge = |one: &Example| {
                let best = best_of(one, &fitted);
                Judged {
                    outcome: best
                        .as_ref()
                        .map_or_else(Outcome::default, |(_, best, margin)| {
                            fitted.outcome(&one.answer_type, best, *margin)
                        }),
                    is_right: best.is_some_and(|(is_right, ..)| is_right),
                    is_answerable: one.answerable,
                }
            };
            held_out.map(judge).collect::<Vec<_>>()
        })
        .collect()
}

/// Of all splits together, the mean.
pub(super) fn mean(count: usize) -> f64 {
    count as f64 / SPLITS as f64
}

/// What comes of least odds.
pub(super) struct Answered {
    pub right: usize,
    /// Answerable questions that are answered wrongly.
    pub wrong: usize,
    /// Unanswerable questions that are answered.
    pub false_answers: usize,
}

pub(super) fn answered(judged: &[Judged], min_odds: f64) -> Answered {
    let weights = Weights {
        min_odds,
        ..prior()
    };
    let given = || {
        let is_answered = |one: &&Judged| one.outcome.right >= weights.threshold(one.outcome);
        judged.iter().filter(is_answered)
    };
    let right = given().filter(|one| one.is_right).count();
    let answerable = given().filter(|one| one.is_answerable).count();
    Answered {
        right,
        wrong: answerable - right,
        false_answers: given().count() - answerable,
    }
}

/// The least odds with most right outcomes (right answers and right refusals)
/// among those that answer few unanswerable questions; the highest of equals.
pub(super) fn min_odds(judged: &[Judged]) -> f64 {
    let unanswerable = judged.iter().filter(|one| !one.is_answerable).count();
    let allowed = (MAX_FALSE_ANSWERS * unanswerable as f64).floor() as usize;
    let mut best = (0, f64::from(MOST_ODDS) / 10.0);
    for tenths in (1..=MOST_ODDS).rev() {
        let odds = f64::from(tenths) / 10.0;
        let found = answered(judged, odds);
        let outcomes = found.right + unanswerable - found.false_answers.min(unanswerable);
        if found.false_answers <= allowed && outcomes > best.0 {
            best = (outcomes, odds);
        }
    }
    best.1
}
