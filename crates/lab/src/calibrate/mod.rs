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
mod example;
mod fit;
mod gain;
pub(crate) mod gold;
mod judge;
mod weights;

pub use ablation::Ablation;
pub use gain::{Gain, Outcomes};

use crate::statistics::reliability::{ReliabilityBin, expected_calibration_error, reliability};
use app::AppError;
use app::calibration::{Calibration, ChoiceWeights, OutcomeWeights, Weights};
use example::{Example, examples, of_one_way};
use judge::{FOLDS, Judged, answered, judged, mean, min_odds};
use serde::Serialize;
use std::collections::BTreeSet;
use weights::fit_all;

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
    /// Reliability diagram, empty bins left out; a case is counted once a split.
    pub reliability: Vec<ReliabilityBin>,
    /// Against the calibration in use.
    pub gain: Gain,
    /// The same without each of the signals.
    pub ablations: Vec<Ablation>,
}

fn report(
    examples: &[Example],
    judged: &[Judged],
    min_odds: f64,
    in_use: &Weights,
) -> CalibrationReport {
    let with_candidates = judged.iter().filter(|one| one.outcome.right > 0.0);
    let stated: Vec<(f64, bool)> = with_candidates
        .map(|one| (one.outcome.right, one.is_right))
        .collect();
    let reliability = reliability(&stated);
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
        expected_calibration_error: expected_calibration_error(&reliability).unwrap_or(0.0),
        reliability,
        gain: gain::gain(examples, in_use, judged, min_odds),
        ablations: ablation::ablations(examples),
    }
}

/// Fits a calibration to cases (JSON Lines of the evaluation format) and the
/// predictions of `attest eval --explain` over them, and says what that gains
/// over the calibration in use.
///
/// # Errors
///
/// [`AppError::Input`] for lines of another form, or fewer than two documents
/// with candidates.
pub fn calibrate(
    cases: &str,
    predictions: &str,
    version: &str,
    in_use: &Calibration,
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
    let weights = if has_read {
        &in_use.reader
    } else {
        &in_use.model
    };
    let report = report(&examples, &judged, min_odds, weights);
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
        let (fitted, report) =
            calibrate(&cases, &predictions, "test", Calibration::built_in()).unwrap();
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
        near(report.gain.after.right, 40.0);
        near(report.gain.right, 40.0 - report.gain.before.right);
        // A fit that is in use already gains nothing over itself.
        let again = calibrate(&cases, &predictions, "test", &fitted).unwrap().1;
        near(again.gain.right, 0.0);
        assert_eq!(
            calibrate(&cases, &predictions, "test", Calibration::built_in())
                .unwrap()
                .0,
            fitted,
            "the same cases give the same numbers"
        );
    }

    #[test]
    fn predictions_of_another_form_are_refused_with_their_line() {
        let (cases, _) = set();
        let error =
            calibrate(&cases, "{\"id\": 3}\n", "test", Calibration::built_in()).unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
        assert!(calibrate(&cases, "", "test", Calibration::built_in()).is_err());
    }
}
