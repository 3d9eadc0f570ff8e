//! `attest calibrate`: fits [`Calibration`] to cases with known answers.
//!
//! It reads the predictions of `attest eval --explain`, which hold the signals
//! of every candidate, so it needs no model and takes some seconds. What it reports
//! is honest by construction: each document's cases are judged by a fit that
//! has not seen that document (5 folds, and that for 6 ways to split the
//! documents, because one split alone moves the outcome by some cases), and
//! only then everything is fitted once more for the file that is written.
//!
//! # Limits
//!
//! Only candidates of the first round count: whether there is another one
//! depends on the calibration in use. A case counts as rightly answered when a candidate equals the gold, and a
//! list when most of its items do; partial credit is not fitted. Cases without candidates teach nothing about
//! thresholds.

mod ablation;
mod fit;
pub(crate) mod gold;

use crate::calibration::{
    Calibration, ChoiceWeights, Outcome, OutcomeWeights, READER_UNIT, Weights, row,
};
use crate::decide::{self, Signals};
use crate::error::AppError;
use crate::record::sha256;
pub use ablation::Ablation;
use fit::{ChoiceExample, OutcomeExample, fit_choice, fit_outcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Folds of the cross-validation, by document.
const FOLDS: usize = 5;
/// Ways to split the documents into folds; what is reported is their mean.
const SPLITS: usize = 6;
/// Pull of the weights to [`prior`], shared by all cases: the more there are,
/// the less it counts. Larger is more careful. Chosen by cross-validation
/// (docs/quality.md).
const CHOICE_RIDGE: f64 = 0.3;
const OUTCOME_RIDGE: f64 = 0.7;
/// Bins of the reliability diagram.
const BINS: usize = 10;
/// Most unanswerable questions that may be answered, where the least odds are
/// chosen.
const MAX_FALSE_ANSWERS: f64 = 0.06;
/// Least probability with which anything is answered: what is wrong four times of five
/// helps nobody, however sure it is that the documents say something.
const MIN_PROBABILITY: f64 = 0.2;
/// Least odds are tried from 0.1 to this many tenths.
const MOST_ODDS: i32 = 60;

/// One case with the candidates it had.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Example {
    pub document: String,
    pub answer_type: String,
    pub answerable: bool,
    pub candidates: Vec<(Signals, bool)>,
    /// What each says.
    pub said: Vec<String>,
}

/// One bar of the reliability diagram.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReliabilityBin {
    /// Lower edge of the predicted probability.
    pub from: f64,
    /// Cases in it, each counted once a split.
    pub cases: usize,
    /// Mean predicted probability.
    pub predicted: f64,
    /// Share that is right.
    pub right: f64,
}

/// What the fit is worth on documents it has not seen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CalibrationReport {
    /// Cases that were used.
    pub cases: usize,
    /// Of them answerable.
    pub answerable: usize,
    /// Cases with candidates.
    pub with_candidates: usize,
    /// Answerable cases whose right answer was among the candidates.
    pub right_among_candidates: usize,
    /// Of those, the best candidate was right; mean of the splits, as what
    /// follows.
    pub right_first: f64,
    /// Answerable cases answered and right, at the least odds.
    pub answered_right: f64,
    /// Answerable cases answered and wrong: other words than the gold's, a sentence that
    /// was cut otherwise among them.
    pub answered_wrong: f64,
    /// Unanswerable cases that were answered all the same.
    pub false_answers: f64,
    /// Expected calibration error: mean distance of predicted probability and
    /// share right over ten bins, weighted by cases.
    pub expected_calibration_error: f64,
    /// Reliability diagram, empty bins left out.
    pub reliability: Vec<ReliabilityBin>,
    /// The same without each of the signals.
    pub ablations: Vec<Ablation>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    document: String,
    answer_type: String,
    answerable: bool,
    #[serde(default)]
    gold: Vec<Value>,
}

#[derive(Deserialize)]
struct Candidate {
    round: u32,
    values: Vec<Value>,
    signals: Signals,
}

#[derive(Deserialize)]
struct Prediction {
    id: String,
    #[serde(default)]
    candidates: Vec<Candidate>,
}

fn lines<T: for<'de> Deserialize<'de>>(text: &str, what: &str) -> Result<Vec<T>, AppError> {
    let numbered = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty());
    numbered
        .map(|(line, number)| {
            serde_json::from_str(line).map_err(|_| {
                AppError::input(
                    format!("line {number} of the {what} has not the expected form"),
                    "predictions are those of `attest eval --explain` over the same cases",
                )
            })
        })
        .collect()
}

/// Puts cases and predictions together. A case without candidates stays: it is
/// refused, whatever the threshold.
fn examples(cases: &str, predictions: &str) -> Result<Vec<Example>, AppError> {
    let predicted: Vec<Prediction> = lines(predictions, "predictions")?;
    let mut by_id: BTreeMap<String, Vec<Candidate>> = predicted
        .into_iter()
        .map(|one| (one.id, one.candidates))
        .collect();
    let cases: Vec<Case> = lines(cases, "cases")?;
    let example = |case: Case| {
        let candidates = by_id.remove(&case.id)?;
        let first: Vec<Candidate> = candidates
            .into_iter()
            .filter(|one| one.round == 0)
            .collect();
        let said = first
            .iter()
            .map(|one| decide::meaning(&one.values))
            .collect();
        let judged: Vec<(Signals, bool)> = first
            .into_iter()
            .map(|one| {
                let right =
                    case.answerable && gold::is_right(&case.answer_type, &one.values, &case.gold);
                (one.signals, right)
            })
            .collect();
        Some(Example {
            document: case.document,
            answer_type: case.answer_type,
            answerable: case.answerable,
            candidates: judged,
            said,
        })
    };
    Ok(cases.into_iter().filter_map(example).collect())
}

/// The examples of one way of choosing: where the reader has read any, those
/// that it has read, and those without candidates; else all. The weights of the
/// other way stay as they are shipped.
fn of_one_way(mut examples: Vec<Example>) -> (Vec<Example>, bool) {
    let is_read = |one: &Example| {
        let mut signals = one.candidates.iter();
        signals.any(|(signals, _)| signals.reader.abs() > 0.0)
    };
    let has_read = examples.iter().any(is_read);
    if has_read {
        examples.retain(|one| one.candidates.is_empty() || is_read(one));
    }
    (examples, has_read)
}

fn choice_features(signals: &Signals) -> Vec<f64> {
    vec![
        signals.lexical,
        signals.similarity,
        signals.log_probability,
        signals.reader / READER_UNIT,
    ]
}

/// What the signals are taken to be worth before any case was seen; set by
/// hand. A hundred or two cases alone say too little of nine weights: pulled to
/// zero, the fit trusts the type of an answer more than what speaks for it.
fn prior() -> Weights {
    let right = OutcomeWeights {
        text: -6.0,
        figure: -5.0,
        name: -4.5,
        date: -3.0,
        boolean: -1.0,
        code: -1.0,
        several: -1.5,
        other: -3.0,
        lexical: 2.0,
        about: 3.0,
        similarity: 3.0,
        log_probability: 0.2,
        reader: 3.0,
        beside: -2.0,
        margin: 0.5,
    };
    Weights {
        min_probability: MIN_PROBABILITY,
        min_odds: 1.0,
        choice: ChoiceWeights {
            lexical: 4.0,
            similarity: 2.0,
            log_probability: 0.5,
            reader: 8.0,
        },
        // What speaks for the best candidate speaks against silence, half as much: it
        // can be wrong where the documents say something else.
        absent: OutcomeWeights::of(right.numbers().map(|number| -number / 2.0)),
        right,
    }
}

fn fit_all(examples: &[Example]) -> Weights {
    let mut fitted = prior();
    let count = examples.len().max(1) as f64;
    let choices: Vec<ChoiceExample> = examples
        .iter()
        .map(|one| ChoiceExample {
            candidates: one
                .candidates
                .iter()
                .map(|(s, _)| choice_features(s))
                .collect(),
            right: one.candidates.iter().map(|(_, right)| *right).collect(),
        })
        .collect();
    fitted.choice = ChoiceWeights::of(fit_choice(
        &choices,
        &fitted.choice.numbers(),
        CHOICE_RIDGE / count,
    ));
    let (right, absent): (Vec<OutcomeExample>, Vec<OutcomeExample>) = examples
        .iter()
        .filter_map(|one| {
            let (is_right, best, margin) = best_of(one, &fitted)?;
            let features = row(&one.answer_type, &best, margin).to_vec();
            let example = |happened| OutcomeExample {
                features: features.clone(),
                happened,
            };
            Some((example(is_right), example(!one.answerable)))
        })
        .unzip();
    let fit = |examples: &[OutcomeExample], prior: &OutcomeWeights| {
        OutcomeWeights::of(fit_outcome(
            examples,
            &prior.numbers(),
            OUTCOME_RIDGE / count,
        ))
    };
    fitted.right = fit(&right, &fitted.right);
    fitted.absent = fit(&absent, &fitted.absent);
    without_unmeasured(fitted, examples)
}

/// A signal that was measured of no candidate has no weight: what it is worth
/// was not seen.
fn without_unmeasured(mut weights: Weights, examples: &[Example]) -> Weights {
    let is_measured = |signal: fn(&Signals) -> f64| {
        let mut all = examples.iter().flat_map(|one| &one.candidates);
        all.any(|(signals, _)| signal(signals).abs() > 0.0)
    };
    let has_lexical = is_measured(|signals| signals.lexical);
    let has_similarity = is_measured(|signals| signals.similarity);
    let has_log_probability = is_measured(|signals| signals.log_probability);
    let has_reader = is_measured(|signals| signals.reader);
    let kept = |is_kept: bool, weight: &mut f64| {
        if !is_kept {
            *weight = 0.0;
        }
    };
    kept(has_lexical, &mut weights.choice.lexical);
    kept(has_similarity, &mut weights.choice.similarity);
    kept(has_log_probability, &mut weights.choice.log_probability);
    kept(has_reader, &mut weights.choice.reader);
    for outcome in [&mut weights.right, &mut weights.absent] {
        kept(has_lexical, &mut outcome.lexical);
        kept(has_lexical, &mut outcome.about);
        kept(has_similarity, &mut outcome.similarity);
        kept(has_log_probability, &mut outcome.log_probability);
        kept(has_reader, &mut outcome.reader);
        kept(has_reader, &mut outcome.beside);
    }
    weights
}

/// The best candidate of an example: whether it is right, its signals and the
/// margin to the next.
fn best_of(example: &Example, calibration: &Weights) -> Option<(bool, Signals, Option<f64>)> {
    let signals = example.candidates.iter().map(|(one, _)| *one).collect();
    let choice = decide::choose(
        &example.answer_type,
        signals,
        &example.said,
        &decide::no_conflict,
        calibration,
    );
    let (signals, right) = example.candidates.get(choice.best?)?;
    Some((*right, *signals, choice.margin))
}

/// A case as a fit sees it that has not seen its document; without candidates nothing is
/// right.
#[derive(Debug, Clone, Copy)]
struct Judged {
    outcome: Outcome,
    is_right: bool,
    is_answerable: bool,
}

/// Each case once a split.
fn judged(examples: &[Example]) -> Vec<Judged> {
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
fn mean(count: usize) -> f64 {
    count as f64 / SPLITS as f64
}

/// What comes of least odds.
struct Answered {
    right: usize,
    /// Answerable questions that are answered wrongly.
    wrong: usize,
    /// Unanswerable questions that are answered.
    false_answers: usize,
}

fn answered(judged: &[Judged], min_odds: f64) -> Answered {
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
fn min_odds(judged: &[Judged]) -> f64 {
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

fn report(examples: &[Example], judged: &[Judged], min_odds: f64) -> CalibrationReport {
    let mut bins: Vec<(usize, f64, usize)> = vec![(0, 0.0, 0); BINS];
    let with_candidates = || judged.iter().filter(|one| one.outcome.right > 0.0);
    for one in with_candidates() {
        let index = ((one.outcome.right * BINS as f64) as usize).min(BINS - 1);
        if let Some((cases, sum, hits)) = bins.get_mut(index) {
            *cases += 1;
            *sum += one.outcome.right;
            *hits += usize::from(one.is_right);
        }
    }
    let reliability: Vec<ReliabilityBin> = bins
        .iter()
        .enumerate()
        .filter(|(_, (cases, ..))| *cases > 0)
        .map(|(index, (cases, sum, hits))| ReliabilityBin {
            from: index as f64 / BINS as f64,
            cases: *cases,
            predicted: sum / *cases as f64,
            right: *hits as f64 / *cases as f64,
        })
        .collect();
    let distance = |bin: &ReliabilityBin| bin.cases as f64 * (bin.predicted - bin.right).abs();
    let has_right = |one: &&Example| one.candidates.iter().any(|(_, right)| *right);
    let answered = answered(judged, min_odds);
    CalibrationReport {
        cases: examples.len(),
        answerable: examples.iter().filter(|one| one.answerable).count(),
        with_candidates: examples
            .iter()
            .filter(|one| !one.candidates.is_empty())
            .count(),
        right_among_candidates: examples.iter().filter(has_right).count(),
        right_first: mean(judged.iter().filter(|one| one.is_right).count()),
        answered_right: mean(answered.right),
        answered_wrong: mean(answered.wrong),
        false_answers: mean(answered.false_answers),
        expected_calibration_error: reliability.iter().map(distance).sum::<f64>()
            / with_candidates().count().max(1) as f64,
        reliability,
        ablations: ablation::ablations(examples),
    }
}

/// Fits a calibration to cases (JSON Lines of the evaluation format) and the
/// predictions of `attest eval --explain` over them.
///
/// # Errors
///
/// [`AppError::Input`] for lines of another form, or fewer than two documents
/// with candidates.
pub fn calibrate(
    cases: &str,
    predictions: &str,
    version: &str,
) -> Result<(Calibration, CalibrationReport), AppError> {
    let (examples, has_read) = of_one_way(examples(cases, predictions)?);
    let documents: BTreeSet<&str> = examples.iter().map(|one| one.document.as_str()).collect();
    if documents.len() < FOLDS {
        return Err(AppError::input(
            format!(
                "only {} documents have cases with candidates",
                documents.len()
            ),
            format!(
                "give cases over at least {FOLDS} documents, with predictions of `attest eval --explain`"
            ),
        ));
    }
    let judged = judged(&examples);
    let min_odds = min_odds(&judged);
    let report = report(&examples, &judged, min_odds);
    let mut fitted = fit_all(&examples);
    fitted.min_odds = min_odds;
    let mut calibration = Calibration::built_in().clone();
    version.clone_into(&mut calibration.version);
    if has_read {
        calibration.reader = rounded(fitted);
    } else {
        calibration.model = rounded(fitted);
    }
    Ok((calibration, report))
}

/// Four decimals: more would only be noise in a file that people read.
fn rounded(mut calibration: Weights) -> Weights {
    let round = |number: f64| (number * 1e4).round() / 1e4;
    calibration.choice = ChoiceWeights::of(calibration.choice.numbers().map(round));
    calibration.right = OutcomeWeights::of(calibration.right.numbers().map(round));
    calibration.absent = OutcomeWeights::of(calibration.absent.numbers().map(round));
    calibration
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Cases in which the lexical signal tells the right candidate, and its
    /// height tells the answerable ones.
    fn set() -> (String, String) {
        let (mut cases, mut predictions) = (Vec::new(), Vec::new());
        for index in 0..40 {
            let answerable = index % 2 == 0;
            let height = if answerable { 0.9 } else { 0.3 };
            let signals = |lexical: f64| json!({ "lexical": lexical, "about": lexical, "similarity": 0.7, "log_probability": -1.0 });
            let case = json!({ "id": index.to_string(), "document": format!("d{}", index % 8),
                               "answer_type": "text", "answerable": answerable,
                               "gold": if answerable { json!(["a"]) } else { json!([]) } });
            let prediction = json!({ "id": index.to_string(), "candidates": [
                { "round": 0, "values": ["b"], "signals": signals(0.1) },
                { "round": 0, "values": ["a"], "signals": signals(height) },
                { "round": 1, "values": ["a"], "signals": signals(0.0) } ] });
            cases.push(case.to_string());
            predictions.push(prediction.to_string());
        }
        (cases.join("\n"), predictions.join("\n"))
    }

    #[test]
    fn learns_which_candidate_is_right_and_when_none_is() {
        let (cases, predictions) = set();
        let (fitted, report) = calibrate(&cases, &predictions, "test").unwrap();
        assert_eq!((report.cases, report.answerable), (40, 20));
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found}");
        near(report.right_first, 20.0);
        near(report.false_answers, 0.0);
        near(report.answered_right, 20.0);
        assert!(report.expected_calibration_error < 0.25, "{report:?}");
        let without = |signal: &str| {
            let found = report.ablations.iter().find(|one| one.without == signal);
            found.unwrap().right_first
        };
        near(without("log_probability"), 20.0);
        assert!(without("lexical") < 20.0);
        assert_eq!(fitted.version, "test");
        assert_eq!(
            calibrate(&cases, &predictions, "test").unwrap().0,
            fitted,
            "the same cases give the same numbers"
        );
    }

    #[test]
    fn predictions_of_another_form_are_refused_with_their_line() {
        let (cases, _) = set();
        let error = calibrate(&cases, "{\"id\": 3}\n", "test").unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
        assert!(calibrate(&cases, "", "test").is_err());
    }
}
