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

use crate::decide::{self, Choice};
use crate::error::StageError;
use crate::notes::Notes;
use crate::outcome::{Answered, Outcome, Passed, refused};
use crate::plan::Plan;
use crate::read;
use crate::round::{Picked, Round};
use crate::trace::ExtractionNote;
use contract::{AnswerBody, AnswerShape, AnswerType, Candidate, Item, Offer, Registry, Value};
use firewall::Verdict;
use question::{ParsedQuestion, Question};
use std::collections::BTreeMap;

/// One turn of a question, with its own type.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The question about one thing.
    pub question: Question,
    /// Its words that carry meaning.
    pub keywords: Vec<String>,
    /// What it is answered with: one value.
    pub answer_type: AnswerType,
}

/// What is read where the words of a turn say no type that is one run of words.
const ANY_FIGURE: &str = "number";

impl Turn {
    /// The turns of a question that is answered with `answer_type`: with a list of words, each
    /// turn has the type that its own words ask for; with several values of another type, each
    /// has one of them. None for a question that is one, or that is answered with one value.
    ///
    /// # Errors
    ///
    /// [`StageError::Type`] for a type that is not registered.
    pub fn all_of(
        parsed: &ParsedQuestion,
        answer_type: &AnswerType,
        registry: &Registry,
    ) -> Result<Vec<Turn>, StageError> {
        if answer_type.shape != AnswerShape::Listing {
            return Ok(Vec::new());
        }
        let is_of_words = answer_type.descriptor().shape == AnswerShape::Listing;
        let turns = parsed.turns.iter().map(|turn| {
            let named = if is_of_words {
                registry.find(&turn.answer_type)?
            } else {
                registry.find(&answer_type.name)?
            };
            let served = read::serves(named);
            let answer_type = if served {
                named
            } else {
                registry.find(ANY_FIGURE)?
            };
            Ok(Turn {
                question: turn.question.clone(),
                keywords: turn.keywords.clone(),
                answer_type: answer_type.clone(),
            })
        });
        turns.collect()
    }
}

/// Decides each turn and checks the list of what they found.
pub(crate) fn answer(round: &Round<'_>, notes: &mut Notes) -> Result<Answered, StageError> {
    let plan = round.plan;
    let picks = picks(round, notes)?;
    let sure = |picked: &Option<Picked>| picked.as_ref().map_or(0.0, |one| one.choice.probability);
    let least = picks.iter().map(sure).fold(1.0, f64::min);
    let found = apart(&picks);
    let is_whole = found.len() == picks.len();
    let (choice, best) = if is_whole {
        (decide::as_read(least), None)
    } else {
        refusal(&picks)
    };
    let offer = Offer::Candidates(vec![together(plan, &found)]);
    let finish = |body: &mut AnswerBody| {
        let refused = plan
            .turns
            .iter()
            .zip(&picks)
            .filter(|(_, one)| !is_sure(one.as_ref()));
        body.caveats
            .extend(refused.map(|(turn, _)| format!("Not found: {}", turn.question.as_asked())));
    };
    match round.attempt(&offer, (Some(&choice), None), "", &finish, notes)? {
        Verdict::Accepted(answer) => Ok(Answered {
            probability: Some(least),
            best,
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

/// Whether a turn is answered.
fn is_sure(picked: Option<&Picked>) -> bool {
    picked.is_some_and(|one| one.choice.chosen.is_some())
}

/// The decision of the first turn that is refused, for all of them, and the best that it passed
/// over.
fn refusal(picks: &[Option<Picked>]) -> (Choice, Option<Passed>) {
    let first = picks.iter().find(|one| !is_sure(one.as_ref()));
    let choice = |one: &Picked| Choice {
        chosen: None,
        ..one.choice.clone()
    };
    let nothing = || Choice {
        chosen: None,
        ..decide::as_read(0.0)
    };
    match first {
        Some(Some(one)) => {
            let offer = Offer::Candidates(one.candidates.clone());
            (choice(one), Passed::best_of(&offer, &one.choice))
        }
        _ => (nothing(), None),
    }
}

/// A candidate of each turn, in their order, the likeliest first, none of them at the place of
/// another: two years have each a cell of their own, even where the reader takes one cell for
/// both. Fewer than there are turns where one was refused or no place is left for it.
fn apart(picks: &[Option<Picked>]) -> Vec<Candidate> {
    let mut offered: Vec<(f64, usize, &Candidate)> = Vec::new();
    for (turn, picked) in picks.iter().enumerate() {
        let Some(Picked { candidates, choice }) = picked.as_ref().filter(|one| is_sure(Some(one)))
        else {
            return Vec::new();
        };
        let scored = candidates.iter().zip(&choice.scores);
        offered.extend(scored.map(|(one, score)| (*score, turn, one)));
    }
    offered.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut taken: BTreeMap<usize, &Candidate> = BTreeMap::new();
    for (_, turn, one) in offered {
        let is_free = !taken.values().any(|other| stands_with(one, other));
        if is_free && !taken.contains_key(&turn) {
            taken.insert(turn, one);
        }
    }
    taken.into_values().cloned().collect()
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
