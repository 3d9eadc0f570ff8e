//! The weights that follow from examples.

use super::example::Example;
use super::fit::{ChoiceExample, OutcomeExample, fit_choice, fit_outcome};
use app::Signals;
use app::calibration::{ChoiceWeights, OutcomeWeights, READER_UNIT, Weights, row};
use app::decide;

/// Pull of the weights to [`prior`], shared by all cases: the more there are,
/// the less it counts. Larger is more careful. Chosen by cross-validation
/// (docs/quality.md).
const CHOICE_RIDGE: f64 = 0.3;
const OUTCOME_RIDGE: f64 = 0.7;
/// Least probability with which anything is answered: what is wrong four times of five
/// helps nobody, however sure it is that the documents say something.
const MIN_PROBABILITY: f64 = 0.2;

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
pub(super) fn prior() -> Weights {
    let right = OutcomeWeights {
        text: -6.0,
        figure: -5.0,
        name: -4.5,
        date: -3.0,
        boolean: -1.0,
        code: -1.0,
        several: -1.5,
        known: -1.5,
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

pub(super) fn fit_all(examples: &[Example]) -> Weights {
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
pub(super) fn best_of(
    example: &Example,
    calibration: &Weights,
) -> Option<(bool, Signals, Option<f64>)> {
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
