//! Medians of a run, a way of answering each.

use super::measured::Measured;
use super::request::Way;
use crate::statistics::quantile::median;
use app::PeakMemory;
use serde::Serialize;

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpeedReport {
    /// Of each way, in their order.
    pub ways: Vec<WaySummary>,
    /// Every answer, in the order in which they were given.
    pub answers: Vec<Measured>,
}

/// What one way of answering came to. Medians are over questions, in milliseconds; none of
/// nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WaySummary {
    /// Its name.
    pub way: String,
    /// Questions asked.
    pub questions: usize,
    /// Of those, answered right.
    pub right: usize,
    /// To the answer, for the first question on a document.
    pub first_ms: Option<f64>,
    /// To the answer, for a later one.
    pub later_ms: Option<f64>,
    /// To the first token of a draft, where the model wrote or was asked for one.
    pub first_token_ms: Option<f64>,
    /// Loading the answer model, once.
    pub load_ms: Option<f64>,
    /// Tokens of prompts, in all.
    pub prompt_tokens: u64,
    /// Of those, kept from before.
    pub reused_tokens: u64,
    /// Of prompts that the model read, tokens in a second; none where it read none.
    pub prefill_tokens_per_second: Option<f64>,
    /// Tokens of weighed candidates.
    pub scored_tokens: u64,
    /// Tokens of answers that were forced.
    pub forced_tokens: u64,
    /// Tokens of answers that the model chose.
    pub sampled_tokens: u64,
    /// Share (0 to 1) of the tokens of answers that the model did not choose one by one; none
    /// where it wrote none.
    pub not_sampled: Option<f64>,
    /// Time for masks and forced bytes, in microseconds for each token of an answer.
    pub mask_microseconds: Option<f64>,
    /// The most memory that the workers have taken.
    pub peak: PeakMemory,
}

/// Sums up a run.
pub fn summary(ways: &[Way], answers: Vec<Measured>, peaks: &[PeakMemory]) -> SpeedReport {
    let ways = ways.iter().enumerate().map(|(index, way)| {
        let peak = peaks.get(index).copied().unwrap_or_default();
        of_way(&way.name, &answers, peak)
    });
    SpeedReport {
        ways: ways.collect(),
        answers,
    }
}

fn of_way(name: &str, answers: &[Measured], peak: PeakMemory) -> WaySummary {
    let own: Vec<&Measured> = answers.iter().filter(|one| one.way == name).collect();
    let times = |first: bool| {
        let of = own.iter().filter(|one| one.first == first);
        let times: Vec<f64> = of.map(|one| one.answer_ms as f64).collect();
        median(&times)
    };
    let sum =
        |count: fn(&Measured) -> u32| own.iter().map(|one| u64::from(count(one))).sum::<u64>();
    let (forced, sampled) = (sum(|one| one.forced_tokens), sum(|one| one.sampled_tokens));
    let written = forced + sampled;
    let (prompt, reused) = (sum(|one| one.prompt_tokens), sum(|one| one.reused_tokens));
    let prefill_ms: u64 = own.iter().map(|one| one.prefill_ms).sum();
    let mask_ms: u64 = own.iter().map(|one| one.mask_ms).sum();
    let read = prompt.saturating_sub(reused);
    let tokens: Vec<f64> = own
        .iter()
        .filter_map(|one| one.first_token_ms.map(|time| time as f64))
        .collect();
    let loads = own.iter().filter_map(|one| one.load_ms);
    WaySummary {
        way: name.to_owned(),
        questions: own.len(),
        right: own.iter().filter(|one| one.right).count(),
        first_ms: times(true),
        later_ms: times(false),
        first_token_ms: median(&tokens),
        load_ms: loads.max().map(|time| time as f64),
        prompt_tokens: prompt,
        reused_tokens: reused,
        prefill_tokens_per_second: (read > 0 && prefill_ms > 0)
            .then(|| read as f64 * 1000.0 / prefill_ms as f64),
        scored_tokens: sum(|one| one.scored_tokens),
        forced_tokens: forced,
        sampled_tokens: sampled,
        not_sampled: (written > 0).then(|| forced as f64 / written as f64),
        mask_microseconds: (written > 0).then(|| mask_ms as f64 * 1000.0 / written as f64),
        peak,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::Policy;

    fn measured(way: &str, first: bool, answer_ms: u64) -> Measured {
        Measured {
            id: "q".into(),
            way: way.into(),
            first,
            answer_ms,
            load_ms: None,
            retrieve_ms: 1,
            read_ms: 0,
            prefill_ms: 500,
            score_ms: 0,
            decode_ms: 0,
            mask_ms: 3,
            first_token_ms: Some(7),
            prompt_tokens: 100,
            reused_tokens: if first { 0 } else { 80 },
            scored_tokens: 5,
            forced_tokens: 20,
            sampled_tokens: 10,
            rounds: 1,
            found: true,
            right: first,
        }
    }

    #[test]
    fn medians_are_of_first_and_later_questions_of_a_way_and_tokens_are_summed() {
        let answers = vec![
            measured("a", true, 100),
            measured("b", true, 900),
            measured("a", false, 30),
            measured("a", true, 300),
        ];
        let way = |name: &str| Way {
            name: name.into(),
            policy: Policy::default(),
        };
        let report = summary(&[way("a"), way("c")], answers, &[]);
        let one = &report.ways[0];
        assert_eq!((one.questions, one.right), (3, 2));
        assert_eq!((one.first_ms, one.later_ms), (Some(200.0), Some(30.0)));
        assert_eq!((one.prompt_tokens, one.reused_tokens), (300, 80));
        let speed = one.prefill_tokens_per_second.unwrap();
        assert!((speed - 220.0 / 1.5).abs() < 1e-9, "{speed}");
        let share = one.not_sampled.unwrap();
        assert!((share - 2.0 / 3.0).abs() < 1e-9, "{share}");
        let mask = one.mask_microseconds.unwrap();
        assert!((mask - 100.0).abs() < 1e-9, "{mask}");
        let nothing = &report.ways[1];
        assert_eq!(
            (nothing.questions, nothing.first_ms, nothing.not_sampled),
            (0, None, None)
        );
    }
}
