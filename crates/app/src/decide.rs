//! Choosing among scored candidates, and whether any of them is an answer.
//!
//! A candidate's score is the mean log probability per token that the model
//! gives its wording, plus [`LEXICAL_WEIGHT`] times how much its context
//! speaks of the question (0..=1). The model judges plausibility, code judges
//! aboutness; neither is reliable alone with a small model.
//!
//! # Limits
//!
//! The two numbers below were set by looking at the evaluation set's figures
//! as a whole, not fitted; calibration comes later.

use contract::Candidate;
use contract::recognizer::lexical_score;

/// Natural-log units that a full lexical match is worth.
pub(crate) const LEXICAL_WEIGHT: f64 = 4.0;
/// Candidates whose context speaks less of the question than this are taken
/// for chance, and nothing is answered.
pub(crate) const MIN_LEXICAL_SCORE: f64 = 0.15;

/// What was decided.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice {
    /// Index of the chosen candidate; none: not found.
    pub chosen: Option<usize>,
    /// Combined scores, in the order of the candidates.
    pub scores: Vec<f64>,
    /// Distance of the best from the second best, in natural-log units; none
    /// with fewer than two.
    pub margin: Option<f64>,
    /// Lexical score of the best candidate.
    pub lexical: f64,
}

/// Chooses. `log_probabilities` is empty when the model was not asked.
pub(crate) fn choose(question: &str, candidates: &[Candidate], log_probabilities: &[f64]) -> Choice {
    let lexical: Vec<f64> = candidates.iter().map(|candidate| lexical_score(question, candidate)).collect();
    let scores: Vec<f64> = lexical
        .iter()
        .enumerate()
        .map(|(index, lexical)| {
            log_probabilities.get(index).copied().unwrap_or(0.0) + LEXICAL_WEIGHT * lexical
        })
        .collect();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| scores.get(*b).partial_cmp(&scores.get(*a)).unwrap_or(std::cmp::Ordering::Equal));
    let at = |place: usize| order.get(place).and_then(|index| scores.get(*index)).copied();
    let best = order.first().copied();
    let best_lexical = best.and_then(|index| lexical.get(index)).copied().unwrap_or(0.0);
    Choice {
        chosen: best.filter(|_| best_lexical >= MIN_LEXICAL_SCORE),
        margin: at(0).zip(at(1)).map(|(first, second)| first - second),
        lexical: best_lexical,
        scores,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::Item;
    use serde_json::json;

    fn candidate(wording: &str, context: &str) -> Candidate {
        Candidate {
            items: vec![Item { value: json!(wording), spans: Vec::new() }],
            wording: wording.into(),
            context: context.into(),
        }
    }

    #[test]
    fn takes_the_likelier_of_two_that_speak_of_the_question_alike() {
        let candidates = [candidate("1", "total premium 1"), candidate("2", "total premium 2")];
        let choice = choose("What is the total premium?", &candidates, &[-3.0, -1.0]);
        assert_eq!(choice.chosen, Some(1));
        assert!(choice.margin.unwrap() > 1.9);
    }

    #[test]
    fn answers_nothing_when_no_context_speaks_of_the_question() {
        let candidates = [candidate("1", "weather tomorrow")];
        assert_eq!(choose("What is the total premium?", &candidates, &[-0.1]).chosen, None);
        assert_eq!(choose("What is the total premium?", &[], &[]).chosen, None);
    }
}
