//! The questions, and who answers them: a service of its own for each way of answering.

use super::measured::{Measured, is_right};
use super::request::{OnSpeedStep, SpeedRequest, SpeedStep, Way};
use crate::case::{Case, read_cases};
use app::{AppError, AskRequest, Control, Event, PeakMemory, Service};
use contract::Registry;
use evidence::Filter;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What a question looks like to another program: the same passages and the same contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Prompt {
    /// The question's id.
    pub id: String,
    /// The prompt, as the answer model was given it.
    pub prompt: String,
    /// The answer's JSON Schema: the draft's form, with the type's own schema for the value
    /// where this program offers what stands in the evidence.
    pub schema: Value,
}

struct Seat {
    way: Way,
    service: Service,
    /// Ids of the documents, by their names in the questions.
    documents: BTreeMap<String, String>,
    /// Documents that were asked about.
    asked: BTreeSet<String>,
    prompts: BTreeMap<String, String>,
}

/// Questions, and a seat for each way of answering them.
pub struct Bench {
    cases: Vec<Case>,
    seats: Vec<Seat>,
}

impl Bench {
    /// Opens a service for each way, and imports the documents; none when it was cancelled.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for questions without known answers; what can happen to a document.
    pub fn open(
        request: &SpeedRequest,
        open: &dyn Fn() -> Result<Service, AppError>,
        on_step: &mut OnSpeedStep<'_>,
    ) -> Result<Option<Bench>, AppError> {
        let mut cases = read_cases(&request.questions)?;
        cases.truncate(request.limit.unwrap_or(usize::MAX));
        crate::compare::check_cases(&cases)?;
        let folder = request.questions.parent().unwrap_or(Path::new("."));
        let mut seats = Vec::new();
        for way in &request.ways {
            let mut seat = Seat {
                way: way.clone(),
                service: open()?,
                documents: BTreeMap::new(),
                asked: BTreeSet::new(),
                prompts: BTreeMap::new(),
            };
            for case in &cases {
                if seat.documents.contains_key(&case.document) {
                    continue;
                }
                if on_step(SpeedStep::Read(&case.document, &way.name)) == Control::Cancel {
                    return Ok(None);
                }
                let id = seat
                    .service
                    .import(&folder.join(&case.document))?
                    .document
                    .id;
                let scope = Filter::documents(std::slice::from_ref(&id));
                seat.service
                    .embed_documents(&scope, &mut |_, _| on_step(SpeedStep::Work))?;
                seat.documents.insert(case.document.clone(), id);
            }
            seats.push(seat);
        }
        Ok(Some(Bench { cases, seats }))
    }

    /// How many questions there are.
    pub fn questions(&self) -> usize {
        self.cases.len()
    }

    /// The id of a question, by its number from 0.
    pub fn id(&self, index: usize) -> Option<&str> {
        self.cases.get(index).map(|case| case.id.as_str())
    }

    /// Asks a question of a way, both by their numbers from 0; none when it was cancelled.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for numbers that there are not; what can happen to any question.
    pub fn ask(
        &mut self,
        index: usize,
        way: usize,
        on_step: &mut OnSpeedStep<'_>,
    ) -> Result<Option<Measured>, AppError> {
        let (Some(case), Some(seat)) = (self.cases.get(index), self.seats.get_mut(way)) else {
            return Err(out_of_range());
        };
        let id = seat.documents.get(&case.document).cloned();
        let asked = AskRequest {
            question: case.question.clone(),
            document_ids: id.into_iter().collect(),
            answer_type: Some(case.answer_type.clone()),
            policy: Some(seat.way.policy.clone()),
            ..AskRequest::default()
        };
        let mut is_cancelled = false;
        let outcome = seat.service.ask(&asked, &mut |_: Event| {
            let control = on_step(SpeedStep::Work);
            is_cancelled |= control == Control::Cancel;
            control
        });
        if is_cancelled {
            return Ok(None);
        }
        let outcome = outcome?;
        let first = seat.asked.insert(case.document.clone());
        if let Some(hash) = &outcome.trace.prompt_sha256 {
            let bytes = seat.service.content(hash)?.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            seat.prompts.insert(case.id.clone(), text);
        }
        Ok(Some(Measured::new(case, &seat.way.name, first, &outcome)))
    }

    /// The prompt that a way's model was given for a question; none where it was not asked.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for numbers that there are not.
    pub fn prompt(&self, index: usize, way: usize) -> Result<Option<Prompt>, AppError> {
        let (Some(case), Some(seat)) = (self.cases.get(index), self.seats.get(way)) else {
            return Err(out_of_range());
        };
        let prompt = |text: &String| Prompt {
            id: case.id.clone(),
            prompt: text.clone(),
            schema: contract_of(&case.answer_type),
        };
        Ok(seat.prompts.get(&case.id).map(prompt))
    }

    /// Whether the values that another program gave for a question are right; `found`: it gave
    /// any.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a number that there is not.
    pub fn is_right(&self, index: usize, found: bool, items: &[Value]) -> Result<bool, AppError> {
        let case = self.cases.get(index).ok_or_else(out_of_range)?;
        Ok(is_right(case, found, items))
    }

    /// The most memory that the workers of each way have taken.
    pub fn peaks(&self) -> Vec<PeakMemory> {
        let seats = self.seats.iter();
        seats.map(|seat| seat.service.peak_memory()).collect()
    }
}

fn out_of_range() -> AppError {
    AppError::input(
        "there is no such question or way",
        "both are counted from 0, in the order in which they were told",
    )
}

/// The form of a draft for a program that finds no candidates: values by the type's own schema.
fn contract_of(answer_type: &str) -> Value {
    let registry = Registry::built_in();
    let value = registry.find(answer_type).map_or_else(
        |_| json!({ "type": "string" }),
        |one| one.value_schema.clone(),
    );
    let rating = json!({ "enum": [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0] });
    let item = closed(&[
        (
            "quote",
            json!({ "type": "string", "minLength": 1, "maxLength": 300 }),
        ),
        (
            "line",
            json!({ "type": "integer", "minimum": 1, "maximum": 99_999 }),
        ),
        ("value", value),
    ]);
    let found = closed(&[
        ("answer_found", json!({ "const": true })),
        (
            "items",
            json!({ "type": "array", "items": item, "minItems": 1, "maxItems": 1 }),
        ),
        ("complete_answer_found", json!({ "type": "boolean" })),
        ("confidence", rating.clone()),
        ("context_completeness_weak", rating),
        ("context_structured", json!({ "type": "boolean" })),
    ]);
    json!({ "anyOf": [found, closed(&[("answer_found", json!({ "const": false }))])] })
}

fn closed(properties: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> = properties
        .iter()
        .map(|(name, schema)| ((*name).to_owned(), schema.clone()))
        .collect();
    json!({ "type": "object", "properties": properties, "required": names, "additionalProperties": false })
}
