//! A user's schema, filled field by field: each field is a question of its own
//! (`question::field`), found, read and decided as any other. What code decided
//! is all that the grammar lets stand there; the model writes only what is no
//! field, such as choices and lists.
//!
//! A field that was not found stays null or away. Where the schema requires it,
//! nothing is answered: a value that was made up to please a schema is what the
//! decision is there to refuse.

use crate::decide::Choice;
use crate::error::StageError;
use crate::fields::FormPlan;
use crate::notes::Notes;
use crate::outcome::{Answered, Outcome, refused};
use crate::round::{Picked, Round};
use crate::trace::FieldNote;
use contract::{AnswerBody, AnswerType, Candidate, Filling, Form, Offer};
use firewall::{Validator, Verdict};
use question::field::{Field, Part};
use serde_json::{Value, json};

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
                    probability: choice.map(|choice| choice.probability),
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
    notes.trace.fields = Some(found);
    filled.close(&plan.form);
    Ok(filled)
}

impl Filled {
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
            let before = self.choice.as_ref();
            if before.is_none_or(|one| choice.probability < one.probability) {
                self.choice = Some(choice);
            }
        }
        self.form.fields.insert(field.pointer.clone(), filling);
    }

    /// Leaves out the objects of which a required field was not found.
    fn leave_out(&mut self, plan: &FormPlan) {
        let form = &mut self.form.fields;
        let fields = || plan.fields.iter().map(|(field, _)| field);
        let is_missing = |field: &&Field| {
            let filling = form.get(&field.pointer);
            filling.is_some_and(|one| one.values.is_empty())
        };
        let missing = fields().filter(is_missing);
        let objects: Vec<String> = missing
            .filter_map(|field| field.left_out_with.clone())
            .map(|pointer| format!("{pointer}/"))
            .collect();
        let is_inside = |field: &&Field| objects.iter().any(|one| field.pointer.starts_with(one));
        for field in fields().filter(is_inside) {
            let filling = form.get_mut(&field.pointer);
            if let Some(filling) = filling.filter(|filling| !filling.values.is_empty()) {
                *filling = Filling::default();
                self.missing.push(field.name.clone());
            }
        }
    }

    /// Decides over the whole. Beside what a model writes, it has the last word
    /// on what the schema requires.
    fn close(&mut self, plan: &FormPlan) {
        self.leave_out(plan);
        let form = &mut self.form;
        if form.is_whole {
            let is_bare = form.fields.values().all(|one| one.values.is_empty());
            form.is_empty = !self.left.is_empty() || is_bare;
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
            let names: Vec<&str> = self
                .left
                .iter()
                .map(|(field, _)| field.name.as_str())
                .collect();
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

/// What of a candidate fills a field; none where it has no such part.
fn part_of(part: Part, candidate: &Candidate) -> Option<Value> {
    let value = &candidate.items.first()?.value;
    match part {
        Part::Words => Some(json!(candidate.wording)),
        Part::Text => value.is_string().then(|| value.clone()),
        Part::IsoDate => value.get("iso").filter(|iso| iso.is_string()).cloned(),
        Part::Currency => value
            .get("currency")
            .filter(|code| code.is_string())
            .cloned(),
        Part::Number => compute::plain_number(value).map(Value::Number),
    }
}
