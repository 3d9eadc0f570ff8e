//! The figures of one contestant.

use super::answer::{Answer, ContestantNote};
use super::comparison::{ContestantSummary, Cost, Estimate, ModelPart, Reliability, TokenSpeed};
use crate::case::Case;
use crate::statistics::bootstrap;
use crate::statistics::proportion::Proportion;
use crate::statistics::quantile::{mean, median, quantile};
use crate::statistics::reliability::{brier, expected_calibration_error, reliability};
use std::collections::BTreeMap;

/// A case with an answer to it.
pub(super) type Answered<'a> = (&'a Case, &'a Answer);

/// Numbers of cases, gathered by the cases' documents.
pub(super) fn by_document<'a>(numbers: impl Iterator<Item = (&'a Case, f64)>) -> Vec<Vec<f64>> {
    let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (case, number) in numbers {
        groups.entry(&case.document).or_default().push(number);
    }
    groups.into_values().collect()
}

/// A figure over numbers of cases, with its interval.
pub(super) fn estimate<'a>(
    numbers: impl Iterator<Item = (&'a Case, f64)>,
    seed: u64,
    figure: &dyn Fn(&[f64]) -> Option<f64>,
) -> Estimate {
    let groups = by_document(numbers);
    let all: Vec<f64> = groups.iter().flatten().copied().collect();
    Estimate {
        of: all.len(),
        value: figure(&all),
        interval: bootstrap::interval(&groups, seed, figure),
    }
}

/// The figures of a contestant over its answers.
pub(super) fn summary(
    contestant: &ContestantNote,
    answered: &[Answered<'_>],
    seed: u64,
) -> ContestantSummary {
    let answerable = || {
        answered
            .iter()
            .filter(|(case, _)| case.answerable == Some(true))
    };
    let unanswerable = || {
        answered
            .iter()
            .filter(|(case, _)| case.answerable == Some(false))
    };
    let found = || answered.iter().filter(|(_, answer)| answer.found);
    let partial = answerable().filter_map(|(case, answer)| Some((*case, answer.partial?)));
    let cited = answered
        .iter()
        .filter_map(|(case, answer)| Some((*case, answer.evidence_cited?)));
    let citations: usize = found().map(|(_, answer)| answer.evidence.len()).sum();
    let valid: usize = found().map(|(_, answer)| answer.valid_citations).sum();
    ContestantSummary {
        contestant: contestant.clone(),
        right: Proportion::of(answered.iter().map(|(_, answer)| answer.right)),
        exact: Proportion::of(answerable().map(|(_, answer)| answer.right)),
        partial: estimate(partial, seed, &mean),
        exact_when_answered: Proportion::of(
            answerable()
                .filter(|(_, answer)| answer.found)
                .map(|(_, answer)| answer.right),
        ),
        missed: Proportion::of(answerable().map(|(_, answer)| !answer.found)),
        false_answers: Proportion::of(unanswerable().map(|(_, answer)| answer.found)),
        failed: Proportion::of(answered.iter().map(|(_, answer)| answer.failed)),
        exact_by_type: by_type(answerable()),
        refused_by_type: by_type(unanswerable()),
        valid_citations: Proportion::new(valid, citations),
        without_citation: Proportion::of(found().map(|(_, answer)| answer.valid_citations == 0)),
        evidence_cited: estimate(cited, seed, &mean),
        reliability: stated(answered),
        model_part: ModelPart {
            any: Proportion::of(answered.iter().map(|(_, answer)| answer.model_took_part())),
            weighed: Proportion::of(answered.iter().map(|(_, answer)| answer.model_weighed())),
            wrote: Proportion::of(answered.iter().map(|(_, answer)| answer.model_wrote())),
        },
        cost: cost(answered, seed),
    }
}

fn by_type<'a>(answered: impl Iterator<Item = &'a Answered<'a>>) -> BTreeMap<String, Proportion> {
    let mut marks: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    for (case, answer) in answered {
        let of_type = marks.entry(case.answer_type.clone()).or_default();
        of_type.push(answer.right);
    }
    let share = |(name, marks)| (name, Proportion::of(marks));
    marks.into_iter().map(share).collect()
}

fn stated(answered: &[Answered<'_>]) -> Reliability {
    let stated: Vec<(f64, bool)> = answered
        .iter()
        .filter(|(_, answer)| answer.found)
        .filter_map(|(_, answer)| Some((answer.probability?, answer.right)))
        .collect();
    let bins = reliability(&stated);
    Reliability {
        answers: stated.len(),
        expected_calibration_error: expected_calibration_error(&bins),
        brier: brier(&stated),
        bins,
    }
}

fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

fn cost(answered: &[Answered<'_>], seed: u64) -> Cost {
    let answers = || answered.iter().map(|(_, answer)| *answer);
    let timed = || {
        let warm = answered
            .iter()
            .filter(|(_, answer)| answer.times.warm && !answer.failed);
        warm.map(|(case, answer)| (*case, seconds(answer.times.answer_ms)))
    };
    let loads: Vec<f64> = answers()
        .filter_map(|answer| answer.times.load_ms)
        // Where it was loaded already, asking for it takes no time worth a word.
        .filter(|load_ms| *load_ms > 0)
        .map(seconds)
        .collect();
    let joules: Option<Vec<f64>> = answers()
        .filter(|answer| !answer.failed)
        .map(|answer| answer.energy_microjoules.map(|micro| micro as f64 / 1e6))
        .collect();
    Cost {
        median_seconds: estimate(timed(), seed, &median),
        p90_seconds: estimate(timed(), seed, &|numbers| quantile(numbers, 0.9)),
        total_seconds: answers()
            .map(|answer| seconds(answer.times.answer_ms))
            .sum(),
        loads: loads.len(),
        median_load_seconds: median(&loads),
        tokens_per_second: speed(answered),
        peak_model_bytes: answers()
            .filter_map(|answer| answer.memory.model_bytes)
            .max(),
        peak_reader_bytes: answers()
            .filter_map(|answer| answer.memory.reader_bytes)
            .max(),
        joules_per_answer: joules.and_then(|joules| mean(&joules)),
    }
}

/// Tokens and seconds summed over answers, then one through the other: long answers count
/// more, as they do for whoever waits.
fn speed(answered: &[Answered<'_>]) -> TokenSpeed {
    let single = || {
        let answers = answered.iter().map(|(_, answer)| *answer);
        answers.filter(|answer| answer.times.single && answer.model_took_part())
    };
    let rate = |part: &dyn Fn(&Answer) -> (u32, Option<u64>)| {
        let parts = single().map(part).filter(|(tokens, _)| *tokens > 0);
        let (tokens, ms) = parts.fold((0, 0), |(tokens, ms), (more, took)| {
            (tokens + u64::from(more), ms + took.unwrap_or(0))
        });
        (tokens > 0 && ms > 0).then(|| tokens as f64 / seconds(ms))
    };
    TokenSpeed {
        answers: single().count(),
        read_per_second: rate(&|answer| {
            let tokens = &answer.tokens;
            (
                tokens.prompt.saturating_sub(tokens.reused),
                answer.times.prefill_ms,
            )
        }),
        weighed_per_second: rate(&|answer| (answer.tokens.scored, answer.times.score_ms)),
        written_per_second: rate(&|answer| {
            let tokens = &answer.tokens;
            (tokens.sampled + tokens.forced, answer.times.decode_ms)
        }),
    }
}
