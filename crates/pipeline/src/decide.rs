//! Choosing among candidates, and whether any of them is an answer.
//!
//! Each candidate has [`Signals`]: how much the reader takes its words for the
//! answer; where it does not judge, how much its context speaks of the question
//! in words; and, where it is asked, how likely the model finds its wording.
//! [`crate::Calibration`] says how much each is worth, and what probability of being
//! right follows from what the best candidate has; both were fitted on cases
//! with known answers, not set by hand.

use crate::calibration::{Outcome, Weights};
use crate::signal::{MAX_READER, Signals};
use contract::{Candidate, Compose, LabelSet};
use evidence::Span;
use question::Question;
use recognizer::lexical_score;
use serde_json::Value;
use std::collections::BTreeMap;

/// Weight of a label among its set from which it is chosen: a little under what each of three gets
/// by chance. Set by hand.
const MIN_LABEL: f64 = 0.32;
/// Sentences are judged as free words are.
const PROSE_KIND: &str = "text";
/// What was decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Index of the chosen candidate; none: not found.
    pub chosen: Option<usize>,
    /// Index of the best candidate, chosen or not.
    pub best: Option<usize>,
    /// Combined scores, in the order of the candidates.
    pub scores: Vec<f64>,
    /// Distance of the best from the second best that says something else, in
    /// natural-log units; none where all say the same.
    pub margin: Option<f64>,
    /// What spoke for each.
    pub signals: Vec<Signals>,
    /// Calibrated probability that the best candidate is right, 0..=1.
    pub probability: f64,
    /// The probability from which it is answered, 0..=1.
    pub threshold: f64,
    /// The sentences that were chosen, where an answer in prose is composed.
    pub sentences: Vec<Span>,
    /// How probably a passage says what was asked for, by its anchor; only where prose is
    /// composed.
    pub relevance: BTreeMap<String, f64>,
    /// The share that the model gives to the chosen candidate among those weighed, 0..=1; none
    /// where it was not asked or nothing was chosen.
    pub share: Option<f64>,
}

impl Choice {
    /// Indices of the candidates that may be chosen, the likelier first.
    pub(crate) fn order(&self) -> Vec<usize> {
        let is_outdone = |index: &usize| self.signals.get(*index).is_some_and(|one| one.is_outdone);
        let mut order = in_order(&self.scores);
        order.retain(|index| !is_outdone(index));
        order
    }

    /// Signals of the best candidate.
    pub fn best_signals(&self) -> Signals {
        let best = self.best.and_then(|index| self.signals.get(index));
        best.copied().unwrap_or_default()
    }
}

/// What values say, so that the same at two places is the same: a date by its
/// day, not by how it is written, a figure with its *million* multiplied out.
pub fn meaning<'a>(values: impl IntoIterator<Item = &'a contract::Value>) -> String {
    let mut said = String::new();
    for value in values {
        let mut value = compute::in_plain_units(value).json();
        if let Some(object) = value.as_object_mut() {
            object.remove("original");
            if let Some(whole) = object.get("value").and_then(whole) {
                object.insert("value".into(), whole);
            }
        }
        said.push_str(&value.to_string().to_lowercase());
        said.push('\n');
    }
    said
}

/// A number without a fraction of nothing, where it has one: `12,400.00` is 12,400.
fn whole(value: &Value) -> Option<Value> {
    /// Beyond it, not every whole number has a `f64` of its own.
    const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;
    let number = value.as_f64().filter(|_| value.is_f64())?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whole and within the bound"
    )]
    (number.fract() == 0.0 && number.abs() < MAX_WHOLE).then(|| Value::from(number as i64))
}

/// What was measured of the candidates, in their order; empty where the model
/// was not asked and where nothing was read.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Measured<'a> {
    pub similarities: &'a [f64],
    pub log_probabilities: &'a [f64],
    pub reader: &'a [f64],
    /// The reader's highest score of any words.
    pub highest: f64,
    /// Indices of those that are not chosen ([`Signals::is_outdone`]).
    pub outdone: &'a [usize],
}

/// Signals of every candidate.
pub(crate) fn signals(
    question: &Question,
    answer_type: &str,
    candidates: &[Candidate],
    measured: Measured<'_>,
) -> Vec<Signals> {
    // The reader knows the words of a question better than their overlap does.
    let in_common = |candidate: &Candidate| {
        if !measured.reader.is_empty() {
            return (0.0, 0.0);
        }
        let score = |terms| lexical_score(terms, answer_type, candidate);
        let about = question.specific().map(score);
        let lexical = score(question.terms());
        (lexical, about.unwrap_or(1.0))
    };
    let at = |list: &[f64], index: usize| list.get(index).copied().unwrap_or(0.0);
    let signal = |(index, candidate): (usize, &Candidate)| {
        let (lexical, about) = in_common(candidate);
        Signals {
            lexical,
            about,
            similarity: at(measured.similarities, index),
            log_probability: at(measured.log_probabilities, index),
            reader: at(measured.reader, index).clamp(-MAX_READER, MAX_READER),
            beside: measured
                .reader
                .get(index)
                .map_or(0.0, |own| (measured.highest - own).clamp(0.0, MAX_READER)),
            is_outdone: measured.outdone.contains(&index),
            is_known: candidate.known_by.is_some(),
        }
    };
    candidates.iter().enumerate().map(signal).collect()
}

/// Chooses the best that is not outdone ([`Signals::is_outdone`]). What makes it doubtful is
/// the next below it that says something else (`said`, see `said_by`); not one of those that
/// `contradicting` names for it: the same thing stated with another value is a conflict to show,
/// and no doubt about what is meant.
pub fn choose(
    answer_type: &str,
    signals: Vec<Signals>,
    said: &[String],
    contradicting: &dyn Fn(usize) -> Vec<usize>,
    calibration: &Weights,
) -> Choice {
    let scores: Vec<f64> = signals.iter().map(|one| calibration.score(one)).collect();
    let mut order = in_order(&scores);
    let score = |index: &usize| scores.get(*index).copied().unwrap_or(f64::NEG_INFINITY);
    let is_outdone = |index: &usize| signals.get(*index).is_some_and(|one| one.is_outdone);
    let doubted = order.iter().take_while(|index| is_outdone(index)).count();
    order.drain(..doubted);
    let best = order.first().copied();
    let margin = best.and_then(|best| {
        let conflicts = contradicting(best);
        let is_rival =
            |other: &&usize| said.get(**other) != said.get(best) && !conflicts.contains(other);
        let rival = order.iter().find(is_rival)?;
        Some(score(&best) - score(rival))
    });
    let best_signals = best.and_then(|index| signals.get(index));
    let outcome = best_signals.map_or_else(Outcome::default, |best| {
        calibration.outcome(answer_type, best, margin)
    });
    let threshold = calibration.threshold(outcome);
    Choice {
        chosen: best.filter(|_| outcome.right >= threshold),
        best,
        margin,
        probability: outcome.right,
        threshold,
        signals,
        scores,
        sentences: Vec::new(),
        relevance: BTreeMap::new(),
        share: None,
    }
}

/// Indices of scores, the highest first.
fn in_order(scores: &[f64]) -> Vec<usize> {
    let score = |index: &usize| scores.get(*index).copied().unwrap_or(f64::NEG_INFINITY);
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| score(b).total_cmp(&score(a)));
    order
}

/// What a candidate says.
pub(crate) fn said_by(candidate: &Candidate) -> String {
    meaning(candidate.items.iter().map(|item| &item.value))
}

/// Nothing contradicts anything.
pub fn no_conflict(_: usize) -> Vec<usize> {
    Vec::new()
}

/// Chooses a label: by its terms in the passages and the model together
/// ([`LabelSet::weigh`]); none where neither says enough.
pub(crate) fn choose_label(
    (labels, text): (&LabelSet, &str),
    candidates: &[Candidate],
    signals: Vec<Signals>,
) -> Choice {
    let at = |label: &str| {
        let mut places = candidates.iter();
        places.position(|one| one.wording == label)
    };
    let likely: Vec<f64> = labels
        .names()
        .iter()
        .filter_map(|label| signals.get(at(label)?))
        .map(|one| one.log_probability)
        .collect();
    let (label, weight) = labels.weigh(text, &likely);
    judged(at(&label), weight, signals, MIN_LABEL)
}

/// Chooses between Yes and No on a claim: the likelier. Where code left only
/// one of them it is sure.
pub(crate) fn choose_verdict(signals: Vec<Signals>) -> Choice {
    let likelihoods: Vec<f64> = signals
        .iter()
        .map(|one| one.log_probability.exp())
        .collect();
    let mut best: Option<(usize, f64)> = None;
    for (index, likelihood) in likelihoods.iter().enumerate() {
        if best.is_none_or(|(_, highest)| *likelihood > highest) {
            best = Some((index, *likelihood));
        }
    }
    let sum: f64 = likelihoods.iter().sum();
    let weight = best.map_or(0.0, |(_, highest)| highest / sum);
    judged(best.map(|(index, _)| index), weight, signals, 0.0)
}

/// How often the right amount, number or date is among those that the recognisers find:
/// in 317 of 332 cases of TUNE (docs/quality.md).
const FOUND_BY_FORM: f64 = 317.0 / 332.0;

/// Takes the only candidate, which holds everything that was asked for; there is nothing
/// to weigh, and how much of it there is depends on the share of the lines that was read.
pub(crate) fn all_of_it(candidates: usize, share_read: f64) -> Choice {
    let only = (candidates == 1).then_some(0);
    let signals = vec![Signals::default(); candidates];
    judged(only, FOUND_BY_FORM * share_read, signals, 0.0)
}

/// Takes what code put together, however sure it is of it, 0..=1.
pub(crate) fn as_read(sure: f64) -> Choice {
    judged(Some(0), sure, Vec::new(), 0.0)
}

/// A judgement with its own weight, which is no question of what speaks of
/// the question.
fn judged(best: Option<usize>, weight: f64, signals: Vec<Signals>, least: f64) -> Choice {
    Choice {
        chosen: best.filter(|_| weight >= least),
        best,
        scores: vec![0.0; signals.len()],
        margin: None,
        signals,
        probability: weight,
        threshold: least,
        sentences: Vec::new(),
        relevance: BTreeMap::new(),
        share: None,
    }
}

/// Chooses the sentences of an answer in prose; none where the best of them is
/// probably beside the question.
pub(crate) fn choose_sentences(
    compose: &Compose,
    signals: Vec<Signals>,
    calibration: &Weights,
) -> Choice {
    // Nearness in meaning from none to the same, beside words in common.
    let score = |one: &Signals| f64::midpoint(one.lexical, (2.0 * one.similarity - 1.0).max(0.0));
    let scores: Vec<f64> = signals.iter().map(score).collect();
    let said: Vec<String> = compose.sentences.iter().map(said_by).collect();
    let mut relevance: BTreeMap<String, f64> = BTreeMap::new();
    for (sentence, signals) in compose.sentences.iter().zip(&signals) {
        let right = calibration.outcome(PROSE_KIND, signals, None).right;
        let right = (right * 10_000.0).round() / 10_000.0;
        for span in sentence.items.iter().flat_map(|item| &item.spans) {
            let best = relevance.entry(span.anchor.clone()).or_default();
            *best = best.max(right);
        }
    }
    let mut choice = choose(PROSE_KIND, signals, &said, &no_conflict, calibration);
    choice.relevance = relevance;
    if choice.chosen.is_some() {
        choice.sentences = compose.choose(&scores);
    }
    choice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::Calibration;
    use serde_json::json;

    fn likely(log_probability: f64) -> Signals {
        Signals {
            lexical: 0.9,
            about: 0.9,
            similarity: 0.85,
            log_probability,
            ..Signals::default()
        }
    }

    #[test]
    fn takes_the_likelier_of_two_that_speak_of_the_question_alike() {
        let signals = vec![likely(-3.0), likely(-1.0)];
        let said = ["1", "2"].map(str::to_owned);
        let choice = choose(
            "amount",
            signals,
            &said,
            &no_conflict,
            &Calibration::built_in().model,
        );
        assert_eq!(choice.chosen, Some(1));
        assert!(choice.margin.unwrap() > 0.0);
    }

    #[test]
    fn what_another_row_outdoes_is_a_doubt_and_never_the_choice() {
        let said = ["1", "2"].map(str::to_owned);
        let choose = |scores: [f64; 2], outdone: &[usize]| {
            let mut signals = scores.map(likely);
            for index in outdone {
                signals[*index].is_outdone = true;
            }
            choose(
                "amount",
                signals.to_vec(),
                &said,
                &no_conflict,
                &Calibration::built_in().model,
            )
        };
        let above = choose([-1.0, -3.0], &[0]);
        assert_eq!((above.best, above.margin), (Some(1), None));
        let below = choose([-3.0, -1.0], &[0]);
        assert_eq!(below.best, Some(1));
        assert_eq!(below.margin, choose([-3.0, -1.0], &[]).margin);
        assert_eq!(choose([-1.0, -3.0], &[0, 1]).best, None);
    }

    #[test]
    fn the_same_value_at_another_place_does_not_make_it_doubtful() {
        let signals = || vec![likely(-1.0), likely(-1.1), likely(-4.0)];
        let date = |original: &str| {
            meaning(&[json!({ "iso": "2024-03-01", "original": original }).into()])
        };
        let other = meaning(&[json!({ "iso": "2025-03-01", "original": "1 March 2025" }).into()]);
        let twice = [date("1 March 2024"), date("01.03.2024"), other.clone()];
        let once = [date("1 March 2024"), other, date("01.03.2024")];
        let probability = |said: &[String]| {
            choose(
                "date",
                signals(),
                said,
                &no_conflict,
                &Calibration::built_in().model,
            )
            .probability
        };
        assert!(probability(&twice) > probability(&once));
    }

    #[test]
    fn a_figure_is_the_same_in_millions_and_written_out() {
        let said = |value: Value| meaning(&[value.into()]);
        let crore = json!({ "value": 1.2, "currency": "INR", "unit": "crore" });
        for same in [
            json!({ "value": 120, "currency": "INR", "unit": "lakh" }),
            json!({ "value": 12_000_000, "currency": "INR", "unit": null }),
            json!({ "value": 12, "currency": "INR", "unit": "million" }),
            json!({ "value": 12_000_000.0, "currency": "INR", "unit": null }),
        ] {
            assert_eq!(said(same), said(crore.clone()));
        }
        let other = json!({ "value": 1.2, "currency": "INR", "unit": "million" });
        assert_ne!(said(other), said(crore));
    }

    #[test]
    fn answers_nothing_when_no_context_speaks_of_the_question() {
        let beside = Signals {
            similarity: 0.5,
            ..Signals::default()
        };
        let choice = choose(
            "amount",
            vec![beside],
            &[],
            &no_conflict,
            &Calibration::built_in().model,
        );
        assert_eq!((choice.chosen, choice.best), (None, Some(0)));
        assert_eq!(
            choose(
                "amount",
                Vec::new(),
                &[],
                &no_conflict,
                &Calibration::built_in().model
            )
            .best,
            None
        );
    }
}
