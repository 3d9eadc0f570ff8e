//! A user's schema, filled field by field: each field is a question of its own
//! (`question::field`), found, read and decided as any other. What code decided
//! is all that the grammar lets stand there; the model writes only what is no
//! field, such as choices and lists of texts. A list of objects is filled with the rows of a
//! table ([`crate::form_rows`]); which table that is was not learnt from cases, so a person is to look.
//!
//! A field that was not found stays null or away. Where the schema requires it,
//! nothing is answered: a value that was made up to please a schema is what the
//! decision is there to refuse.

use crate::decide::{self, Choice};
use crate::error::StageError;
use crate::fields::{FormPart, FormPlan, part_of};
use crate::form_rows::{self, Table};
use crate::notes::Notes;
use crate::outcome::{Answered, Doubts, Outcome, refused};
use crate::round::{Picked, Round};
use crate::trace::FieldNote;
use contract::{AnswerBody, AnswerType, Candidate, Filling, Form, Offer};
use firewall::{Validator, Verdict};
use question::field::Field;
use question::rows::Rows;
use serde_json::Value;

/// Values of a field that the model chooses from where nothing decides, at most: a bound on the
/// grammar, set by hand.
const MAX_OFFERED: usize = 40;

/// Probability under which a value is more likely wrong than right.
const EVEN: f64 = 0.5;

/// Fills the fields, has a model write the rest, and checks the whole.
pub(crate) fn answer(round: &Round<'_>, notes: &mut Notes) -> Result<Answered, StageError> {
    let plan = round.plan;
    let filled = fill(round, notes)?;
    let choice = filled.choice.as_ref();
    let mut offer = round.offer(None);
    if let Offer::Schema(offered) = &mut offer {
        let numbers = std::mem::take(&mut offered.numbers);
        *offered = Form {
            numbers,
            ..filled.form.clone()
        };
    }
    let (mut follow_up, mut last) = (String::new(), Vec::new());
    // What code decided would be the same a second time.
    let attempts = match choice {
        Some(_) => 1,
        None => plan.policy.max_attempts.max(1),
    };
    for attempt in 1..=attempts {
        notes.trace.attempts = Some(attempt);
        let finish = |body: &mut AnswerBody| filled.say_doubts(body);
        let verdict = round.attempt(&offer, (choice, None), &follow_up, &finish, notes)?;
        match verdict {
            Verdict::Accepted(answer) => {
                return Ok(Answered {
                    probability: filled.probability(),
                    doubts: filled.doubts(),
                    ..Outcome::Accepted(answer).into()
                });
            }
            Verdict::Refused(findings) => {
                notes.note_refusal(&findings);
                follow_up = firewall::follow_up(&findings);
                last = findings;
            }
        }
    }
    Err(refused(&last))
}

/// What was found for the fields.
#[derive(Default)]
struct Filled {
    form: Form,
    /// The decision over all of them, as doubtful as the most doubtful field;
    /// none where a model has to decide.
    choice: Option<Choice>,
    /// Names of the fields that were not found.
    missing: Vec<String>,
    /// Names of those that are more likely wrong than right.
    doubtful: Vec<String>,
    /// What could fill fields that the schema requires and that were not found.
    left: Vec<(Field, Filling)>,
    /// Names of lists that the schema requires and that were not found.
    lists_left: Vec<String>,
    doubts: Doubts,
}

/// Finds each field.
fn fill(round: &Round<'_>, notes: &mut Notes) -> Result<Filled, StageError> {
    let plan = round.plan;
    let mut filled = Filled::default();
    filled.form.is_whole = plan.form.is_whole;
    let shown = round.bundle.used_chunks.iter();
    filled.form.anchors = shown.map(|chunk| chunk.anchor.clone()).collect();
    let mut found = Vec::new();
    for (index, part) in plan.form.fields.iter().enumerate() {
        let field = &part.0;
        let part = plan.of_field(part);
        match pick(
            &round.of_part(&part, index),
            field,
            &plan.answer_type,
            notes,
        )? {
            Some(picked) => {
                let choice = &picked.choice;
                found.push(FieldNote {
                    pointer: field.pointer.clone(),
                    answer_type: field.answer_type.to_owned(),
                    probability: choice.probability,
                    threshold: choice.threshold,
                    found: choice.chosen.is_some(),
                });
                filled.put(field, picked);
            }
            None => filled.form.is_whole = false,
        }
    }
    for rows in &plan.form.rows {
        found.push(filled.put_rows(rows, form_rows::fill(rows, plan, round.bundle)));
    }
    notes.trace.fields = Some(found);
    filled.close(&plan.form);
    Ok(filled)
}

impl Filled {
    /// That of the most doubtful field; none where a table was found by its headings, which is
    /// nothing that was fitted on cases.
    fn probability(&self) -> Option<f64> {
        let choice = self.choice.as_ref().filter(|_| !self.doubts.doubted);
        choice.map(|choice| choice.probability)
    }

    /// What is said of the tables that were taken; nothing where nothing is answered.
    fn doubts(&self) -> Doubts {
        if self.form.is_empty {
            return Doubts::default();
        }
        self.doubts.clone()
    }

    fn put(&mut self, field: &Field, picked: Picked) {
        let Picked { candidates, choice } = picked;
        let chosen = choice.chosen.and_then(|one| candidates.get(one));
        let filling = chosen.map_or_else(Filling::default, |one| filling_of(field, one));
        if filling.values.is_empty() {
            self.missing.push(field.name.clone());
            if field.left_out_with.is_none() {
                self.left.push(offered(field, &candidates));
            }
        } else {
            if choice.probability < EVEN {
                self.doubtful.push(field.name.clone());
            }
            self.decide(choice);
        }
        self.form.fields.insert(field.pointer.clone(), filling);
    }

    /// The decision over all is as doubtful as the most doubtful of them.
    fn decide(&mut self, choice: Choice) {
        let before = self.choice.as_ref();
        if before.is_none_or(|one| choice.probability < one.probability) {
            self.choice = Some(choice);
        }
    }

    /// Puts the rows of a table into a list, or says that there are none.
    fn put_rows(&mut self, rows: &Rows, found: Option<Table>) -> FieldNote {
        let probability = found.as_ref().map_or(0.0, |table| table.likeness);
        let note = FieldNote {
            pointer: rows.pointer.clone(),
            answer_type: form_rows::TABLE.to_owned(),
            probability,
            threshold: 0.0,
            found: found.is_some(),
        };
        let filling = if let Some(table) = found {
            self.doubts.doubt(table.remark(&rows.name));
            self.decide(decide::as_read(probability));
            table.filling
        } else {
            self.missing.push(rows.name.clone());
            if rows.left_out_with.is_none() {
                self.lists_left.push(rows.name.clone());
            }
            Filling::default()
        };
        self.form.fields.insert(rows.pointer.clone(), filling);
        note
    }

    /// Leaves out the objects of which a required field was not found.
    fn leave_out(&mut self, plan: &FormPlan) {
        let form = &mut self.form.fields;
        let parts = plan.parts();
        let is_missing = |part: &&FormPart<'_>| {
            let filling = form.get(part.pointer);
            filling.is_some_and(|one| one.values.is_empty())
        };
        let missing = parts.iter().filter(is_missing);
        let objects: Vec<String> = missing
            .filter_map(|part| part.left_out_with)
            .map(|pointer| format!("{pointer}/"))
            .collect();
        let is_inside =
            |part: &&FormPart<'_>| objects.iter().any(|one| part.pointer.starts_with(one));
        for part in parts.iter().filter(is_inside) {
            let filling = form.get_mut(part.pointer);
            if let Some(filling) = filling.filter(|filling| !filling.values.is_empty()) {
                *filling = Filling::default();
                self.missing.push(part.name.to_owned());
            }
        }
    }

    /// Decides over the whole. Beside what a model writes, it has the last word
    /// on what the schema requires.
    fn close(&mut self, plan: &FormPlan) {
        self.leave_out(plan);
        let form = &mut self.form;
        if !plan.rows.is_empty() && self.choice.is_none() {
            self.choice = Some(decide::as_read(0.0));
        }
        // A list that is required and was not found is not made up by a model, either.
        if form.is_whole || !self.lists_left.is_empty() {
            let is_bare = form.fields.values().all(|one| one.values.is_empty());
            let is_left = !self.left.is_empty() || !self.lists_left.is_empty();
            form.is_empty = is_left || is_bare;
            let is_found = !form.is_empty;
            self.choice = self.choice.take().map(|choice| Choice {
                chosen: is_found.then_some(0),
                scores: Vec::new(),
                signals: Vec::new(),
                ..choice
            });
            return;
        }
        self.choice = None;
        for (field, filling) in self.left.drain(..) {
            self.missing.retain(|name| *name != field.name);
            if filling.values.is_empty() {
                form.fields.remove(&field.pointer);
            } else {
                form.fields.insert(field.pointer, filling);
            }
        }
    }

    /// Says which fields were not found, and which are more likely wrong than
    /// right.
    fn say_doubts(&self, body: &mut AnswerBody) {
        let missing = self.missing.join(", ");
        if !body.answer_found {
            let fields = self.left.iter().map(|(field, _)| field.name.as_str());
            let lists = self.lists_left.iter().map(String::as_str);
            let names: Vec<&str> = fields.chain(lists).collect();
            let why = match names.as_slice() {
                [] => "no field of the schema was found".to_owned(),
                names => format!("the schema requires {}", names.join(", ")),
            };
            body.caveats
                .push(format!("Nothing is answered: {why}. Not found: {missing}."));
            return;
        }
        if !self.missing.is_empty() {
            body.complete_answer_found = false;
            body.caveats.push(format!("Not found: {missing}."));
        }
        if !self.doubtful.is_empty() {
            let doubtful = self.doubtful.join(", ");
            body.caveats
                .push(format!("More likely wrong than right: {doubtful}."));
        }
    }
}

/// What of the candidates could fill a field, each value once.
fn offered(field: &Field, candidates: &[Candidate]) -> (Field, Filling) {
    let mut values: Vec<Value> = Vec::new();
    for value in candidates.iter().filter_map(|one| part_of(field.part, one)) {
        if values.len() < MAX_OFFERED && !values.contains(&value) {
            values.push(value);
        }
    }
    let filling = Filling {
        values,
        spans: Vec::new(),
    };
    (field.clone(), filling)
}

/// The candidates that fit a field, and which of them is chosen; none where
/// nothing finds candidates for it.
fn pick(
    round: &Round<'_>,
    field: &Field,
    form: &AnswerType,
    notes: &mut Notes,
) -> Result<Option<Picked>, StageError> {
    let leaf = form.value_schema.pointer(&field.pointer);
    let validator = leaf.and_then(|leaf| Validator::new(leaf, true));
    let fits = |candidate: &Candidate| {
        let value = part_of(field.part, candidate);
        value.is_some_and(|value| {
            validator
                .as_ref()
                .is_some_and(|one| one.violations(&value).is_empty())
        })
    };
    round.pick(&fits, notes)
}

/// A chosen candidate as what fills a field.
fn filling_of(field: &Field, candidate: &Candidate) -> Filling {
    let spans = candidate.items.iter().flat_map(|item| item.spans.clone());
    Filling {
        values: part_of(field.part, candidate).into_iter().collect(),
        spans: spans.collect(),
    }
}
