//! A question that is asked in turns (*in 2018 and 2019, respectively*): each turn goes the whole
//! way to a decision, and their answers are one list in the order of the question.
//!
//! Every turn is decided as a question of its own. Where one is refused the whole is: of two
//! years one is no answer to a question for both, and a question that names a year of which the
//! documents do not speak is most often one that they do not answer.
//!
//! # Limits
//!
//! Which of two figures belongs to which year is what the reader takes them for. Where prose says
//! *were $5 and $4 in 2019 and 2018, respectively*, it may take them the wrong way round.

use crate::conflict::{Asked, conflict};
use crate::decide::{self, Choice};
use crate::error::StageError;
use crate::notes::Notes;
use crate::outcome::{Answered, Doubts, Outcome, Passed, refused};
use crate::plan::Plan;
use crate::round::{Picked, Round};
use crate::trace::{ChoiceNote, ExtractionNote};
use crate::words;
use contract::{AnswerBody, AnswerShape, Candidate, Item, Offer, Value};
use firewall::Verdict;
use std::collections::BTreeMap;

/// How sure an answer is at most in which a turn has not its likeliest words, since another turn
/// has them: as likely wrong as right, set by hand. It goes to a person.
const SECOND_BEST: f64 = 0.5;
/// What a person is told of it.
const SAME_PLACE: &str = "one place seems to answer two of the things asked about";
/// What a person is told where passages contradict each other about one of the things.
const CONTRADICTED: &str = "the documents state different values for one of the things asked about";

/// Decides each turn and checks the list of what they found.
pub(crate) fn answer(round: &Round<'_>, notes: &mut Notes) -> Result<Answered, StageError> {
    let plan = round.plan;
    let decided = Decided::of(round, picks(round, notes)?);
    let choice = decided.choice();
    notes.trace.choice = Some(ChoiceNote {
        candidates: decided.taken.len(),
        chosen: choice.chosen,
        weight: None,
    });
    let offer = Offer::Candidates(vec![together(plan, &decided.candidates())]);
    let finish = |body: &mut AnswerBody| body.caveats.extend(decided.caveats.iter().cloned());
    match round.attempt(&offer, (Some(&choice), None), "", &finish, notes)? {
        Verdict::Accepted(answer) => Ok(Answered {
            probability: decided.probability(),
            best: decided.best(),
            doubts: decided.doubts.clone(),
            ..Outcome::Accepted(answer).into()
        }),
        Verdict::Refused(findings) => {
            notes.note_refusal(&findings);
            Err(refused(&findings))
        }
    }
}

/// What each turn offers, and what was decided of it; none where it offers nothing.
fn picks(round: &Round<'_>, notes: &mut Notes) -> Result<Vec<Option<Picked>>, StageError> {
    notes.trace.extractions.clear();
    let mut picks = Vec::new();
    for (index, turn) in round.plan.turns.iter().enumerate() {
        let part = round.plan.of_turn(turn);
        let picked = round.of_part(&part, index).pick(&|_| true, notes)?;
        notes.trace.extractions.push(ExtractionNote {
            answer_type: turn.answer_type.name.clone(),
            probability: picked.as_ref().map(|one| one.choice.probability),
        });
        picks.push(picked);
    }
    Ok(picks)
}

/// What was decided of all turns.
struct Decided {
    picks: Vec<Option<Picked>>,
    /// The candidate of each turn that has one, by their numbers.
    taken: BTreeMap<usize, usize>,
    caveats: Vec<String>,
    doubts: Doubts,
}

impl Decided {
    fn of(round: &Round<'_>, picks: Vec<Option<Picked>>) -> Self {
        let taken = apart(&picks);
        let mut decided = Self {
            picks,
            taken,
            caveats: Vec::new(),
            doubts: Doubts::default(),
        };
        for (index, turn) in round.plan.turns.iter().enumerate() {
            if !decided.taken.contains_key(&index) {
                let question = turn.question.as_asked();
                decided.caveats.push(format!("Not found: {question}"));
            }
        }
        if decided.is_whole() {
            decided.doubt(round);
        }
        decided
    }

    /// Says what makes the whole doubtful.
    fn doubt(&mut self, round: &Round<'_>) {
        if self.has_second_best() {
            self.doubts.doubt(SAME_PLACE.into());
        }
        for (turn, picked) in round.plan.turns.iter().zip(&self.picks) {
            let Some(Picked { candidates, choice }) = picked else {
                continue;
            };
            let asked = Asked {
                terms: turn.question.terms(),
                answer_type: &turn.answer_type.name,
                chunks: &round.bundle.used_chunks,
            };
            let all = choice
                .chosen
                .and_then(|chosen| conflict(&asked, candidates, chosen));
            if let Some(all) = all {
                let values = all.items.iter();
                let values = values.map(|item| words::value(&item.value, asked.answer_type));
                let values: Vec<String> = values.collect();
                self.caveats.push(format!(
                    "Different values are stated: {}. {}",
                    values.join("; "),
                    turn.question.as_asked()
                ));
                self.doubts.doubt(CONTRADICTED.into());
            }
        }
    }

    /// Whether every turn has its answer.
    fn is_whole(&self) -> bool {
        self.taken.len() == self.picks.len()
    }

    /// Whether a turn has not what was chosen for it.
    fn has_second_best(&self) -> bool {
        let chosen = |turn: &usize| self.picks.get(*turn)?.as_ref()?.choice.chosen;
        self.taken
            .iter()
            .any(|(turn, taken)| chosen(turn) != Some(*taken))
    }

    /// That of the least sure turn.
    fn least(&self) -> f64 {
        let sure =
            |picked: &Option<Picked>| picked.as_ref().map_or(0.0, |one| one.choice.probability);
        self.picks.iter().map(sure).fold(1.0, f64::min)
    }

    /// The calibrated probability of the least sure turn; none of an answer that was fitted on no
    /// cases.
    fn probability(&self) -> Option<f64> {
        (!self.is_whole() || !self.has_second_best()).then(|| self.least())
    }

    /// The decision over all; where one is refused, that of the first that is.
    fn choice(&self) -> Choice {
        if self.is_whole() {
            let most = if self.has_second_best() {
                SECOND_BEST
            } else {
                1.0
            };
            return decide::as_read(self.least().min(most));
        }
        let first = (0..self.picks.len()).find(|turn| !self.taken.contains_key(turn));
        let picked = first.and_then(|turn| self.picks.get(turn)?.as_ref());
        Choice {
            chosen: None,
            ..picked.map_or_else(|| decide::as_read(0.0), |one| one.choice.clone())
        }
    }

    /// The surest of what the turns found, chosen or passed over.
    fn best(&self) -> Option<Passed> {
        let picks = self.picks.iter().flatten();
        let passed = picks.filter_map(|one| Passed::best_of(&one.candidates, &one.choice));
        passed.max_by(|one, other| one.probability.total_cmp(&other.probability))
    }

    /// What the turns have, in their order.
    fn candidates(&self) -> Vec<Candidate> {
        let candidate = |(turn, taken): (&usize, &usize)| {
            let picked = self.picks.get(*turn)?.as_ref()?;
            picked.candidates.get(*taken).cloned()
        };
        self.taken.iter().filter_map(candidate).collect()
    }
}

/// A candidate of each turn that is answered, by their numbers, the likeliest first, none of them
/// at the place of another: two years have each a cell of their own, even where the reader takes
/// one cell for both.
fn apart(picks: &[Option<Picked>]) -> BTreeMap<usize, usize> {
    let mut offered: Vec<(f64, (usize, usize), &Candidate)> = Vec::new();
    for (turn, picked) in picks.iter().enumerate() {
        if let Some(one) = picked.as_ref().filter(|one| one.choice.chosen.is_some()) {
            // What code computed has no scores, and nothing else is offered beside it.
            let computed = one.candidates.iter().filter(|one| one.computed.is_some());
            offered.extend(
                computed
                    .take(1)
                    .map(|only| (f64::INFINITY, (turn, 0), only)),
            );
            let scored = one.candidates.iter().zip(&one.choice.scores).enumerate();
            offered.extend(scored.map(|(at, (candidate, score))| (*score, (turn, at), candidate)));
        }
    }
    offered.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut taken: BTreeMap<usize, (usize, &Candidate)> = BTreeMap::new();
    for (_, (turn, at), one) in offered {
        let is_free = !taken.values().any(|(_, other)| stands_with(one, other));
        if is_free && !taken.contains_key(&turn) {
            taken.insert(turn, (at, one));
        }
    }
    taken
        .into_iter()
        .map(|(turn, (at, _))| (turn, at))
        .collect()
}

/// Whether two candidates are the same words at the same place.
fn stands_with(one: &Candidate, other: &Candidate) -> bool {
    match (&one.place, &other.place) {
        (Some(place), Some(others)) => place == others,
        _ => one.items == other.items,
    }
}

/// The list of what the turns found, in their order; of words the very words.
fn together(plan: &Plan, found: &[Candidate]) -> Candidate {
    let is_of_words = plan.answer_type.descriptor().shape == AnswerShape::Listing;
    let item = |one: &Candidate| -> Vec<Item<Value>> {
        if !is_of_words {
            return one.items.clone();
        }
        let spans = one.items.iter().flat_map(|item| item.spans.clone());
        vec![Item {
            value: Value::Text(one.wording.clone()),
            spans: spans.collect(),
        }]
    };
    let items = found.iter().flat_map(item).collect();
    let wording: Vec<&str> = found.iter().map(|one| one.wording.as_str()).collect();
    let context = found.first().map(|one| one.context.clone());
    let mut list = Candidate::new(items, wording.join(", "), context.unwrap_or_default());
    for note in found.iter().flat_map(|one| &one.notes) {
        if !list.notes.contains(note) {
            list.notes.push(note.clone());
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a turn chose among the words, with their scores.
    fn picked(scores: &[(&str, f64)], chosen: Option<usize>) -> Picked {
        let candidate = |(word, _): &(&str, f64)| {
            let item = Item {
                value: Value::Text((*word).into()),
                spans: Vec::new(),
            };
            Candidate::new(vec![item], (*word).into(), String::new())
        };
        Picked {
            candidates: scores.iter().map(candidate).collect(),
            choice: Choice {
                chosen,
                best: Some(0),
                scores: scores.iter().map(|(_, score)| *score).collect(),
                ..decide::as_read(0.9)
            },
        }
    }

    fn decided<const TURNS: usize>(picks: [Picked; TURNS]) -> Decided {
        let picks: Vec<Option<Picked>> = picks.into_iter().map(Some).collect();
        Decided {
            taken: apart(&picks),
            picks,
            caveats: Vec::new(),
            doubts: Doubts::default(),
        }
    }

    #[test]
    fn two_turns_never_have_the_same_place_and_the_second_best_is_no_sure_answer() {
        let both = decided([
            picked(&[("41.3", 9.0), ("34.9", 8.5)], Some(0)),
            picked(&[("41.3", 9.5), ("34.9", 4.0)], Some(0)),
        ]);
        let words: Vec<String> = both
            .candidates()
            .into_iter()
            .map(|one| one.wording)
            .collect();
        assert_eq!(words, ["34.9", "41.3"]);
        assert!(both.is_whole() && both.has_second_best());
        assert_eq!(both.probability(), None);
        assert!(both.choice().probability <= SECOND_BEST);
        let apart = decided([
            picked(&[("41.3", 9.0), ("34.9", 8.5)], Some(0)),
            picked(&[("34.9", 9.5), ("41.3", 4.0)], Some(0)),
        ]);
        assert_eq!(apart.probability(), Some(0.9));
    }

    #[test]
    fn what_was_computed_for_a_turn_is_its_answer() {
        let mut computed = picked(&[("41.3", 0.0)], Some(0));
        computed.candidates[0].computed = Some(0.9);
        computed.choice.scores.clear();
        let both = decided([computed, picked(&[("41.3", 9.5), ("34.9", 4.0)], Some(0))]);
        let words = both.candidates().into_iter().map(|one| one.wording);
        assert_eq!(words.collect::<Vec<_>>(), ["41.3", "34.9"]);
        assert!(both.is_whole());
    }

    #[test]
    fn a_turn_without_an_answer_or_a_place_leaves_the_whole_unanswered() {
        let refused = decided([
            picked(&[("41.3", 9.0)], Some(0)),
            picked(&[("34.9", 1.0)], None),
        ]);
        let crowded = decided([
            picked(&[("41.3", 9.0)], Some(0)),
            picked(&[("41.3", 8.0)], Some(0)),
        ]);
        for one in [refused, crowded] {
            assert_eq!(one.taken.len(), 1);
            assert!(!one.is_whole());
            assert_eq!(one.choice().chosen, None);
        }
    }
}
