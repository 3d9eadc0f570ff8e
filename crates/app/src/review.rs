//! Reviews: what people say of answers, and what follows from it.
//!
//! A person confirms an answer, corrects it with a value that is cited to a
//! place in a document, rejects it, or says that the documents do not hold it.
//! Each is a record of its own ([`vault::Vault::record_review`]); the answer
//! stays as it was given. What holds is what each person said last; where two
//! say different things of one answer, it is disputed until they agree.

mod gold;
mod queue;
pub(crate) mod said;
mod value;

pub use gold::{ReviewedCase, ReviewedCases};
pub use queue::{Queue, QueueEntry, QueueRequest};
pub use said::{Place, Review, Standing, Verdict};

use crate::error::AppError;
use crate::history::KeptOutcome;
use crate::response::Status;
use crate::service::Service;
use pipeline::words;
use said::text_of;
use serde::{Deserialize, Serialize};
use serde_json::json;
use vault::Record;

/// Longest name of a person, in characters.
const MAX_NAME: usize = 100;
/// Longest reason, in characters.
const MAX_REASON: usize = 4000;
/// Lines that a correction may cite.
const MAX_LINES: u32 = 200;

/// A corrected value as a person gives it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Correction {
    /// JSON of the answer's type, or words: `USD 1,200`, `1 March 2024`, `yes`.
    pub value: String,
    /// Where it stands.
    pub place: Place,
}

/// A review that a person gives.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewReview {
    /// The record of the answer.
    pub answer_id: String,
    /// What is said of it.
    pub verdict: Verdict,
    /// Who says it.
    pub reviewer: String,
    /// Why; may be empty.
    pub reason: String,
    /// The right value, with [`Verdict::Correct`] alone.
    pub correction: Option<Correction>,
}

/// What the contents of a review hold.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Written {
    reason: String,
    value: Option<contract::Value>,
    place: Option<Place>,
}

impl Service {
    /// Records what a person says of an answer.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for an unknown record; [`AppError::Input`] for a
    /// record that is no answer or whose text was erased, no name, a verdict
    /// that does not fit, a value that is none of the answer's type, and a
    /// quote that does not stand where it is said to.
    pub fn review(&self, given: &NewReview) -> Result<Review, AppError> {
        let reviewer = within(&given.reviewer, MAX_NAME, "name")?;
        if reviewer.is_empty() {
            return Err(AppError::input(
                "a review needs the name of the person who gives it",
                "give it with --reviewer, or in the window's Review view",
            ));
        }
        let reason = within(&given.reason, MAX_REASON, "reason")?;
        let outcome = self.outcome(&given.answer_id)?;
        check_verdict(given, &outcome)?;
        let (value, place) = match &given.correction {
            None => (None, None),
            Some(correction) => {
                let (value, place) = self.check_correction(correction, &outcome)?;
                (Some(value), Some(place))
            }
        };
        let documents = place.iter().map(|place| place.document_id.clone());
        let written = Written {
            reason,
            value,
            place: place.clone(),
        };
        let review = vault::NewReview {
            answer_id: given.answer_id.clone(),
            body: json!({ "verdict": given.verdict, "reviewer": reviewer }),
            contents: vec![(
                "review".to_owned(),
                serde_json::to_vec(&written).unwrap_or_default(),
            )],
            document_ids: documents.collect(),
        };
        let id = self.vault().record_review(&review, &self.now())?;
        let record = self.record(id.as_str())?;
        self.read_review(&record, &text_of(&outcome.response, "answer_type"))
    }

    /// What is said of an answer.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn standing(&self, answer_id: &str) -> Result<Standing, AppError> {
        self.standing_of(&self.record(answer_id)?)
    }

    /// What is said of the answer of a record.
    pub(crate) fn standing_of(&self, answer: &Record) -> Result<Standing, AppError> {
        let answer_type = text_of(&answer.body, "answer_type");
        let records = self.vault().reviews_of(answer.sequence)?;
        let reviews = records
            .iter()
            .map(|record| self.read_review(record, &answer_type))
            .collect::<Result<_, _>>()?;
        Ok(Standing::of(reviews))
    }

    fn read_review(&self, record: &Record, answer_type: &str) -> Result<Review, AppError> {
        let kept = self.kept_json(record, "review")?;
        let erased = kept.is_none();
        let written: Written = kept
            .and_then(|kept| serde_json::from_value(kept).ok())
            .unwrap_or_default();
        let verdict = record.body.get("verdict").cloned().unwrap_or_default();
        Ok(Review {
            record_id: record.id.to_string(),
            answer_id: text_of(&record.body, "answer_id"),
            time: record.time.clone(),
            verdict: serde_json::from_value(verdict).unwrap_or(Verdict::Reject),
            reviewer: text_of(&record.body, "reviewer"),
            reason: Some(written.reason).filter(|reason| !reason.is_empty()),
            words: written
                .value
                .as_ref()
                .map(|value| words::value(value, answer_type)),
            // Corrections of earlier versions were kept as they were typed.
            value: written
                .value
                .map(|value| contract::Value::of_any_order(value.json())),
            place: written.place,
            erased,
        })
    }

    /// The value and its place, once both hold.
    fn check_correction(
        &self,
        correction: &Correction,
        outcome: &KeptOutcome,
    ) -> Result<(contract::Value, Place), AppError> {
        let name = text_of(&outcome.response, "answer_type");
        let registry = self.answer_types()?;
        let value = value::read(&correction.value, registry.find(&name)?)?;
        let place = &correction.place;
        let (first, last) = (place.line_start, place.line_end);
        let document_id = self.resolve_document(&place.document_id)?;
        let is_order = 1 <= first && first <= last && last - first < MAX_LINES;
        let lines = if is_order {
            self.document_lines(&document_id, first, last)?
        } else {
            Vec::new()
        };
        if lines.len() as u64 != u64::from(last.saturating_sub(first)) + 1 {
            return Err(AppError::input(
                format!("the document has no lines {first} to {last}"),
                format!("cite at most {MAX_LINES} lines that are there"),
            ));
        }
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        let text = plain(&texts.join(" "));
        let quote = plain(&place.quote);
        if text.is_empty() || !text.contains(&quote) {
            return Err(AppError::input(
                "the quote does not stand in these lines",
                "quote words of the cited lines as they stand there, or name the lines alone",
            ));
        }
        let place = Place {
            document_id,
            line_start: first,
            line_end: last,
            quote: if quote.is_empty() { text } else { quote },
        };
        Ok((value, place))
    }
}

/// Refuses what cannot be said of this answer.
fn check_verdict(given: &NewReview, outcome: &KeptOutcome) -> Result<(), AppError> {
    let failed = Status::of(&outcome.response) == Some(Status::Failed);
    let is_correction = given.verdict == Verdict::Correct;
    if given.verdict == Verdict::Confirm && failed {
        return Err(AppError::input(
            "the question failed, so there is no answer to confirm",
            "correct it with the right value, or say that the documents do not hold it",
        ));
    }
    if is_correction != given.correction.is_some() {
        return Err(AppError::input(
            "a correction has a value and its place, and nothing else has",
            "give the value and the lines where it stands",
        ));
    }
    Ok(())
}

/// A text without space around it, of at most so many characters.
fn within(text: &str, most: usize, what: &str) -> Result<String, AppError> {
    let text = text.trim();
    if text.chars().count() > most {
        return Err(AppError::input(
            format!("the {what} is longer than {most} characters"),
            "say it shorter",
        ));
    }
    Ok(text.to_owned())
}

/// White space between words made one space.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
