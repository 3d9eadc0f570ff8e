//! Ranking by the words a question shares with a candidate's context.
//!
//! No model and no language resources: words are lower-cased, stop words
//! dropped, common endings cut. A word counts by how rare it is among the
//! contexts, more in the value's own line or sentence than in a heading, and
//! more when it stands near the value.

use super::grid;
use super::stem::stems;
use super::terms::Terms;
use contract::candidate::Candidate;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Share of a word's weight that it keeps in a header or heading.
const HEADING_WEIGHT: f64 = 0.6;
/// Share of the score that nearness decides.
const NEARNESS: f64 = 0.25;
/// The type whose values are rows and columns.
const TABLE: &str = "table";

/// How well a candidate's context answers to a question's words, 0..=1,
/// every word weighing the same. 0 for a question without content words.
pub fn lexical_score(terms: &Terms, answer_type: &str, candidate: &Candidate) -> f64 {
    if answer_type == TABLE {
        return grid::score(terms, &BTreeMap::new(), candidate);
    }
    score(&terms.content, &BTreeMap::new(), &Reading::of(candidate))
}

/// Sorts candidates by [`lexical_score`] with rare words weighing more;
/// candidates that score alike keep their order.
pub fn rank(terms: &Terms, answer_type: &str, candidates: &mut Vec<Candidate>) {
    let words = terms.content.as_slice();
    let readings: Vec<Reading> = candidates.iter().map(Reading::of).collect();
    let weights = rarity(words, &readings);
    let values: Vec<f64> = if answer_type == TABLE {
        let score = |candidate| grid::score(terms, &weights, candidate);
        candidates.iter().map(score).collect()
    } else {
        let score = |reading| score(words, &weights, reading);
        readings.iter().map(score).collect()
    };
    let mut scored: Vec<(f64, Candidate)> = values.into_iter().zip(candidates.drain(..)).collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0));
    candidates.extend(scored.into_iter().map(|(_, candidate)| candidate));
}

/// Whether the line, the column or the heading of a candidate says all of these words; and
/// whether its line alone says them beside the value.
pub fn named(words: &[String], candidate: &Candidate) -> Option<Naming> {
    let reading = Reading::of(candidate);
    let stems: Vec<String> = words.iter().flat_map(|word| stems(word)).collect();
    let nearest = stems.iter().map(|stem| reading.distance(stem));
    match nearest.collect::<Option<Vec<usize>>>() {
        Some(nearest) => Some(Naming::Beside(nearest.into_iter().max().unwrap_or(0))),
        None => stems
            .iter()
            .all(|stem| reading.holds(stem))
            .then_some(Naming::Over),
    }
}

/// Where the words stand that name a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// In its line or sentence, so many words from it.
    Beside(usize),
    /// At least one of them in the heading of its column or section.
    Over,
}

/// A candidate's context as word stems.
struct Reading {
    /// The line or sentence the value stands in.
    own: Vec<String>,
    /// Column header, heading, words above.
    around: BTreeSet<String>,
    /// Indices in `own` at which the value stands.
    place: Range<usize>,
}

impl Reading {
    fn of(candidate: &Candidate) -> Self {
        let (own_text, around) = candidate
            .context
            .split_once(" | ")
            .unwrap_or((&candidate.context, ""));
        let before = own_text.split_once(&candidate.wording);
        let place = before.map_or(0, |(before, _)| stems(before).len());
        Self {
            own: stems(own_text),
            around: stems(around).into_iter().collect(),
            place: place..place + stems(&candidate.wording).len(),
        }
    }

    /// Words between the value and the nearest place of a word in its line.
    fn distance(&self, word: &str) -> Option<usize> {
        let places = self.own.iter().enumerate();
        places
            .filter(|(_, own)| *own == word)
            .map(|(at, _)| match self.place.start.checked_sub(at) {
                Some(before) => before,
                None => (at + 1).saturating_sub(self.place.end),
            })
            .min()
    }

    fn holds(&self, word: &str) -> bool {
        self.own.iter().any(|own| own == word) || self.around.contains(word)
    }
}

fn rarity(words: &[String], readings: &[Reading]) -> BTreeMap<String, f64> {
    let total = readings.len() as f64;
    words
        .iter()
        .map(|word| {
            let holding = readings
                .iter()
                .filter(|reading| reading.holds(word))
                .count() as f64;
            (word.clone(), (1.0 + (total + 0.5) / (holding + 0.5)).ln())
        })
        .collect()
}

fn score(words: &[String], weights: &BTreeMap<String, f64>, reading: &Reading) -> f64 {
    let weight = |word: &str| weights.get(word).copied().unwrap_or(1.0);
    let total: f64 = words.iter().map(|word| weight(word)).sum();
    if total <= 0.0 {
        return 0.0;
    }
    let mut matched = 0.0;
    let mut near = 0.0;
    for word in words {
        let nearest = reading.distance(word);
        if let Some(distance) = nearest {
            matched += weight(word);
            near += weight(word) / (1.0 + distance as f64 / 6.0);
        } else if reading.around.contains(word) {
            matched += weight(word) * HEADING_WEIGHT;
        }
    }
    // A short line that is all about the question beats a long one that
    // mentions it: the share of the line's own words that the question has.
    let covered = reading.own.iter().filter(|own| words.contains(own)).count() as f64;
    let focus = covered / (reading.own.len().max(4) as f64);
    let nearness = 0.7 * near / total + 0.3 * focus;
    ((1.0 - NEARNESS) * matched / total + NEARNESS * nearness).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(wording: &str, context: &str) -> Candidate {
        Candidate::new(Vec::new(), wording.into(), context.into())
    }

    #[test]
    fn puts_the_line_that_speaks_of_the_question_first() {
        let mut found = vec![
            candidate("10.00", "CHANGE RM 10.00"),
            candidate("60.31", "TOTAL AMOUNT RM 60.31"),
            candidate("5.00", "DISCOUNT RM 5.00"),
        ];
        rank(
            &Terms::of("What is the total amount of this receipt?"),
            "amount",
            &mut found,
        );
        assert_eq!(found[0].wording, "60.31");
    }

    #[test]
    fn scores_stay_between_zero_and_one() {
        let found = candidate("7", "total total total 7 | total");
        for question in ["", "the of", "total", "total amount payable"] {
            let score = lexical_score(&Terms::of(question), "amount", &found);
            assert!((0.0..=1.0).contains(&score), "{question}: {score}");
        }
    }

    #[test]
    fn keeps_document_order_among_equals() {
        let mut found = vec![candidate("1", "alpha 1"), candidate("2", "alpha 2")];
        rank(&Terms::of("alpha?"), "text", &mut found);
        assert_eq!(found[0].wording, "1");
    }
}
