//! Ranking by the words a question shares with a candidate's context.
//!
//! No model and no language resources: words are lower-cased, stop words
//! dropped, common endings cut. A word counts by how rare it is among the
//! contexts, more in the value's own line or sentence than in a heading, and
//! more when it stands near the value.

use super::focus::{self, Focus};
use super::grid;
use super::movement;
use crate::candidate::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// Share of a word's weight that it keeps in a header or heading.
const HEADING_WEIGHT: f64 = 0.6;
/// Share of the score that nearness decides.
const NEARNESS: f64 = 0.25;

/// Share of its score that a doubtful kind of answer keeps.
const LESSER: f64 = 0.6;
/// Share of its score that free words lose when they are not of the kind asked
/// for: where the kind can be told by its form, and where not.
const KIND: (f64, f64) = (0.93, 0.75);
/// What words of a kind that can be told by its form have for that alone.
const GRANTED: f64 = 0.1;
/// Lines of a letterhead: who issued a document stands there.
const LETTERHEAD_LINES: u32 = 3;
/// The type whose values are rows and columns.
const TABLE: &str = "table";
/// Length of `YYYY-MM-DD`.
const FULL_DATE: usize = 10;

const STOP_WORDS: &str = "a an the of in on at to for by with from and or is are was were be been being do does did done has have \
    had it its this that these those what which who whom whose when where why how much many long there their they he she his \
    her as if than then into over under about per any all each will would shall should can could may might must not no give \
    list show name please der die das des dem den ein eine und oder ist sind war wird wurde was wer wann wo wie welche welcher \
    welches von zu im am";

/// How well a candidate's context answers to a question's words, 0..=1,
/// every word weighing the same. 0 for a question without content words.
pub fn lexical_score(question: &str, answer_type: &str, candidate: &Candidate) -> f64 {
    if answer_type == TABLE {
        return grid::score(question, &BTreeMap::new(), candidate);
    }
    let words = content_words(question);
    let reading = Reading::of(candidate, &Asked::of(question, answer_type));
    score(&words, &BTreeMap::new(), &reading)
}

/// What a question asks for beyond its words.
struct Asked {
    /// The kind of free words; none where the type says it.
    focus: Option<Focus>,
    /// Which figure of a comparison.
    figure: movement::Asked,
}

impl Asked {
    fn of(question: &str, answer_type: &str) -> Self {
        Self {
            focus: (answer_type == "text").then(|| focus::focus(question)),
            figure: movement::Asked::of(question),
        }
    }
}

/// Sorts candidates by [`lexical_score`] with rare words weighing more;
/// candidates that score alike keep their order.
pub fn rank(question: &str, answer_type: &str, candidates: &mut Vec<Candidate>) {
    let words = content_words(question);
    let asked = Asked::of(question, answer_type);
    let reading = |candidate| Reading::of(candidate, &asked);
    let readings: Vec<Reading> = candidates.iter().map(reading).collect();
    let weights = rarity(&words, &readings);
    let values: Vec<f64> = if answer_type == TABLE {
        let score = |candidate| grid::score(question, &weights, candidate);
        candidates.iter().map(score).collect()
    } else {
        let score = |reading| score(&words, &weights, reading);
        readings.iter().map(score).collect()
    };
    let mut scored: Vec<(f64, Candidate)> = values.into_iter().zip(candidates.drain(..)).collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0));
    candidates.extend(scored.into_iter().map(|(_, candidate)| candidate));
}

/// A candidate's context as word stems.
struct Reading {
    /// The line or sentence the value stands in.
    own: Vec<String>,
    /// Column header, heading, words above.
    around: BTreeSet<String>,
    /// Stems of the value as written.
    wording: Vec<String>,
    /// A date that names no day, a lesser answer to a question for a date.
    vague_date: bool,
    /// How sure its form makes it that it is of its type at all, 0..=1.
    certainty: f64,
    /// Index in `own` at which the value stands.
    place: usize,
    /// What is asked for, and how well the words are of that kind, 0..=1; none
    /// where the type says the kind.
    fit: Option<(Focus, f64)>,
    /// Stands where a letterhead stands.
    leads: bool,
    /// Its sentence compares, and it is another figure than the one asked for.
    other_figure: bool,
}

impl Reading {
    fn of(candidate: &Candidate, asked: &Asked) -> Self {
        let (own_text, around) = candidate
            .context
            .split_once(" | ")
            .unwrap_or((&candidate.context, ""));
        let (before, after) = own_text
            .split_once(&candidate.wording)
            .unwrap_or(("", own_text));
        let compared = candidate
            .wording
            .contains(|letter: char| letter.is_ascii_digit());
        let iso = candidate
            .items
            .first()
            .and_then(|item| item.value.get("iso"))
            .and_then(|iso| iso.as_str());
        Self {
            own: stems(own_text),
            around: stems(around).into_iter().collect(),
            wording: stems(&candidate.wording),
            certainty: candidate.certainty,
            vague_date: iso.is_some_and(|iso| iso.len() < FULL_DATE),
            place: stems(before).len(),
            other_figure: compared && !asked.figure.fits(before, after),
            leads: (candidate.items.iter().flat_map(|item| &item.spans))
                .any(|span| span.line_start <= LETTERHEAD_LINES),
            fit: asked
                .focus
                .map(|focus| (focus, focus::fit(focus, &candidate.wording, before))),
        }
    }

    /// Words between the value and the nearest place of a word in its line.
    /// What free words say themselves does not speak of them.
    fn distance(&self, word: &str) -> Option<usize> {
        let inside = self.place..self.place + self.wording.len();
        let places = self.own.iter().enumerate();
        places
            .filter(|(at, own)| *own == word && !(self.fit.is_some() && inside.contains(at)))
            .map(|(at, _)| match self.place.checked_sub(at) {
                Some(before) => before,
                None => (at + 1).saturating_sub(inside.end),
            })
            .min()
    }

    /// Share of its score that the value keeps, and what it has besides, for
    /// being of the kind asked for or not.
    fn kind_share(&self) -> (f64, f64) {
        let Some((focus, fit)) = self.fit else {
            return (1.0, 0.0);
        };
        let (lost, granted) = match focus {
            Focus::Period | Focus::Time | Focus::Share | Focus::Identifier => (KIND.0, GRANTED),
            Focus::Organization if self.leads => (KIND.1, GRANTED),
            _ => (KIND.1, 0.0),
        };
        (1.0 - lost * (1.0 - fit), granted * fit)
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
    let lexical =
        (1.0 - NEARNESS) * matched / total + NEARNESS * (0.7 * near / total + 0.3 * focus);
    // What the question says already does not answer it.
    let echo =
        !reading.wording.is_empty() && reading.wording.iter().all(|stem| words.contains(stem));
    let vague = reading.vague_date
        && words
            .iter()
            .any(|word| matches!(word.as_str(), "date" | "dat" | "day" | "datum" | "tag"));
    let lesser = [echo, vague, reading.other_figure];
    let share: f64 = lesser
        .map(|lesser| if lesser { LESSER } else { 1.0 })
        .iter()
        .product();
    let (kept, granted) = reading.kind_share();
    (lexical * share * reading.certainty * kept + granted).clamp(0.0, 1.0)
}

/// Stems of a question's content words, each once, in order.
pub(super) fn content_words(question: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in split(question) {
        if STOP_WORDS.split_whitespace().any(|stop| stop == word) {
            continue;
        }
        let stem = stem(&word);
        if !words.contains(&stem) {
            words.push(stem);
        }
    }
    words
}

pub(super) fn stems(text: &str) -> Vec<String> {
    split(text).map(|word| stem(&word)).collect()
}

fn split(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// Cuts common English and German endings off words long enough to keep a
/// recognisable stem.
fn stem(word: &str) -> String {
    const ENDINGS: &[&str] = &[
        "ations", "ation", "ments", "ment", "ings", "ing", "ies", "ied", "able", "ed", "es", "en",
        "er", "al", "e", "s", "y",
    ];
    for ending in ENDINGS {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 4
        {
            return stem.to_owned();
        }
    }
    word.strip_suffix('s')
        .filter(|stem| stem.len() >= 3)
        .unwrap_or(word)
        .to_owned()
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
            "What is the total amount of this receipt?",
            "amount",
            &mut found,
        );
        assert_eq!(found[0].wording, "60.31");
    }

    #[test]
    fn scores_stay_between_zero_and_one() {
        let found = candidate("7", "total total total 7 | total");
        for question in ["", "the of", "total", "total amount payable"] {
            let score = lexical_score(question, "amount", &found);
            assert!((0.0..=1.0).contains(&score), "{question}: {score}");
        }
    }

    #[test]
    fn keeps_document_order_among_equals() {
        let mut found = vec![candidate("1", "alpha 1"), candidate("2", "alpha 2")];
        rank("alpha?", "text", &mut found);
        assert_eq!(found[0].wording, "1");
    }
}
