//! Why an answer came out as it did: a record of the audit trail in a form for
//! people. Nothing here is known from elsewhere.

use crate::condition::{self, Condition};
use crate::error::AppError;
use crate::service::Service;
use contract::AnswerShape;
use question::ParsedQuestion;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vault::{KIND_ANSWER, Record, StoredDocument};

/// One round of a question.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Round {
    /// What it was for: `ask`, `broaden`, `rephrase`, ...
    pub why: String,
    /// What was decided after it.
    pub decision: String,
    /// Probability (0 to 1) that its best candidate is right.
    pub probability: Option<f64>,
    /// Passages that were found for it.
    pub passages: u32,
}

/// A passage that was shown to the model or held back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// Its name in the prompt; none of one that was not shown.
    pub anchor: Option<String>,
    /// The document.
    pub document_id: String,
    /// Its title; none when it was removed.
    pub document_title: Option<String>,
    /// The page its first line stands on; none for formats without pages, and
    /// when the document was removed.
    pub page: Option<u32>,
    /// First line.
    pub first_line: u32,
    /// Last line.
    pub last_line: u32,
}

/// Passages that were found and not shown, all for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeldBack {
    /// `below_similarity`, `near_duplicate`, `over_budget`, `per_document_cap`,
    /// `max_chunks`.
    pub reason: String,
    /// How many.
    pub count: u64,
    /// Which, best first; of records of earlier versions not known.
    pub passages: Vec<Passage>,
}

/// A name and a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Count {
    /// What is counted.
    pub name: String,
    /// How many.
    pub count: u64,
}

/// Time of one stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StageTime {
    /// The stage, in words.
    pub stage: String,
    /// Milliseconds.
    pub ms: u64,
}

/// A name and a hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamedHash {
    /// Of what.
    pub name: String,
    /// Lower-case hexadecimal SHA-256.
    pub sha256: String,
}

/// A record of an answer, for people.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// The record.
    pub record_id: String,
    /// RFC 3339, UTC.
    pub time: String,
    /// How the rules understand the question; none when it was erased.
    pub parsed: Option<ParsedQuestion>,
    /// What was tried, in order.
    pub rounds: Vec<Round>,
    /// Values that were weighed in the last round.
    pub candidates: u32,
    /// Probability (0 to 1) that the chosen one is right.
    pub probability: Option<f64>,
    /// From which probability on an answer was given; none where the record does not
    /// say, as those of earlier versions.
    pub threshold: Option<f64>,
    /// Passages shown to the model in the last round.
    pub passages: Vec<Passage>,
    /// What was held back in the last round, by reason.
    pub held_back: Vec<HeldBack>,
    /// Instructions, control tokens and the like in the passages.
    pub hostile_signs: Vec<Count>,
    /// The grammar; none when erased.
    pub grammar: Option<String>,
    /// The prompt; none when erased.
    pub prompt: Option<String>,
    /// The draft; none when erased.
    pub draft: Option<String>,
    /// Attempts until a draft passed.
    pub attempts: u32,
    /// The firewall's score, 0 to 1.
    pub quality: Option<f64>,
    /// Name of the model.
    pub model: String,
    /// Where it ran.
    pub backend: String,
    /// Where the time went.
    pub times: Vec<StageTime>,
    /// Where the tokens went.
    pub tokens: Vec<Count>,
    /// What the record binds.
    pub hashes: Vec<NamedHash>,
}

/// Stages in the order in which they happen, and their words.
const STAGES: [(&str, &str); 9] = [
    ("retrieve_ms", "finding passages"),
    ("read_ms", "reading them with the question"),
    ("load_model_ms", "loading the model"),
    ("prefill_ms", "reading the prompt"),
    ("score_ms", "weighing values"),
    ("embed_ms", "comparing meanings"),
    ("compile_ms", "compiling the grammar"),
    ("decode_ms", "writing the draft"),
    ("validate_ms", "checking the draft"),
];
const TOKENS: [(&str, &str); 5] = [
    ("prompt", "in the prompt"),
    ("reused", "of them kept from before"),
    ("scored", "of values that were weighed"),
    ("forced", "forced by the grammar"),
    ("sampled", "chosen by the model"),
];
const HASHES: [(&str, &str); 9] = [
    ("reader/sha256", "reader"),
    ("model/sha256", "model"),
    ("prompt_sha256", "prompt"),
    ("grammar_sha256", "grammar"),
    ("schema_sha256", "schema"),
    ("answer_sha256", "answer"),
    ("question_sha256", "question"),
    ("policy_sha256", "policy"),
    ("calibration/sha256", "calibration"),
];

impl Service {
    /// Why an answer came out as it did.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for an unknown record, [`AppError::Input`] for one
    /// that is of something else than an answer.
    pub fn explain(&self, record_id: &str) -> Result<Explanation, AppError> {
        let record = self.record(record_id)?;
        if record.kind != KIND_ANSWER {
            return Err(AppError::input(
                format!("record {record_id} is not of an answer"),
                "choose the record of an answer",
            ));
        }
        let body = &record.body;
        let question = self.kept_text(&record, "question")?;
        let conditions = self.conditions_of(&record)?;
        let documents = self.vault().documents()?;
        Ok(Explanation {
            record_id: record.id.to_string(),
            time: record.time.clone(),
            parsed: question.map(|question| as_asked(&question, body, conditions.as_deref())),
            rounds: list(body, "rounds").map(round).collect(),
            candidates: number(body, "/choice/candidates") as u32,
            probability: body.pointer("/choice/probability").and_then(Value::as_f64),
            threshold: body.pointer("/choice/threshold").and_then(Value::as_f64),
            passages: self.shown(body, &documents)?,
            held_back: self.held_back(body, &documents)?,
            hostile_signs: counts(body.get("hostile_signs")),
            grammar: self.kept_text(&record, "grammar")?,
            prompt: self.kept_text(&record, "prompt")?,
            draft: self.kept_text(&record, "draft")?,
            attempts: number(body, "/attempts") as u32,
            quality: body.pointer("/quality_score/total").and_then(Value::as_f64),
            model: chosen_by(body),
            backend: text(body, "/backend"),
            times: times(body),
            tokens: named(&TOKENS, body, "/tokens"),
            hashes: hashes(&record),
        })
    }

    /// The passages of the last round's prompt.
    fn shown(&self, body: &Value, documents: &[StoredDocument]) -> Result<Vec<Passage>, AppError> {
        let mut shown = Vec::new();
        for chunk in list(body, "evidence") {
            let Some(id) = chunk.get("chunk_id").and_then(Value::as_str) else {
                continue;
            };
            let anchor = chunk.get("anchor").and_then(Value::as_str);
            shown.extend(self.passage(id, anchor, documents)?);
        }
        Ok(shown)
    }

    /// What the last round held back. Records of earlier versions hold
    /// `["near_duplicate", 2]` for each reason, newer ones the chunks.
    fn held_back(
        &self,
        body: &Value,
        documents: &[StoredDocument],
    ) -> Result<Vec<HeldBack>, AppError> {
        let mut held_back = Vec::new();
        for entry in list(body, "dropped") {
            if let Ok((reason, count)) = <(String, u64)>::deserialize(entry) {
                held_back.push(HeldBack {
                    reason,
                    count,
                    passages: Vec::new(),
                });
            } else if let Ok(dropped) = evidence::HeldBack::deserialize(entry) {
                let ids = dropped.chunk_ids.iter();
                let passages = ids.map(|id| self.passage(id, None, documents));
                let passages: Vec<Option<Passage>> = passages.collect::<Result<_, _>>()?;
                held_back.push(HeldBack {
                    reason: dropped.reason,
                    count: dropped.chunk_ids.len() as u64,
                    passages: passages.into_iter().flatten().collect(),
                });
            }
        }
        Ok(held_back)
    }

    /// Where a chunk stands, by its id; its document may be gone.
    fn passage(
        &self,
        chunk_id: &str,
        anchor: Option<&str>,
        documents: &[StoredDocument],
    ) -> Result<Option<Passage>, AppError> {
        let Some((short, first_line, last_line)) = place_of(chunk_id) else {
            return Ok(None);
        };
        let document = documents.iter().find(|one| one.id.starts_with(short));
        let pages = match document {
            Some(document) => self.vault().pages_of(&document.id, first_line, last_line)?,
            None => None,
        };
        Ok(Some(Passage {
            anchor: anchor.map(str::to_owned),
            document_id: document.map_or_else(|| short.to_owned(), |one| one.id.clone()),
            document_title: document.map(|one| one.title.clone()),
            page: pages.map(|(first, _)| first),
            first_line,
            last_line,
        }))
    }
}

/// `5a5a5a5a5a5a:12-21`: the start of the document's id, and its lines.
fn place_of(chunk_id: &str) -> Option<(&str, u32, u32)> {
    let (document, lines) = chunk_id.split_once(':')?;
    let (first, last) = lines.split_once('-')?;
    Some((document, first.parse().ok()?, last.parse().ok()?))
}

/// The question parsed again, with the type, shape and conditions that a person
/// set.
fn as_asked(question: &str, body: &Value, conditions: Option<&[Condition]>) -> ParsedQuestion {
    let parsed = question::parse(question);
    let overridden = body.pointer("/parsed/overridden").and_then(Value::as_array);
    let chosen = |name: &str| {
        overridden.is_some_and(|fields| fields.iter().any(|field| field.as_str() == Some(name)))
    };
    let (scope, filters) = conditions.map(condition::split).unzip();
    let shape = body.get("answer_shape").filter(|_| chosen("answer_shape"));
    let overrides = question::Overrides {
        answer_type: chosen("answer_type").then(|| text(body, "/answer_type")),
        answer_shape: shape.and_then(|shape| AnswerShape::deserialize(shape).ok()),
        scope,
        filters,
        ..question::Overrides::default()
    };
    parsed.with(&overrides)
}

/// The model that was asked; the reader, where none was.
fn chosen_by(body: &Value) -> String {
    let model = text(body, "/model/name");
    if model.is_empty() {
        text(body, "/reader/name")
    } else {
        model
    }
}

fn round(entry: &Value) -> Round {
    Round {
        why: text(entry, "/why"),
        decision: text(entry, "/decision"),
        probability: entry.get("probability").and_then(Value::as_f64),
        passages: list(entry, "chunks").count() as u32,
    }
}

fn list<'a>(body: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    body.get(name)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

fn text(body: &Value, pointer: &str) -> String {
    let value = body.pointer(pointer).and_then(Value::as_str);
    value.unwrap_or_default().to_owned()
}

fn number(body: &Value, pointer: &str) -> u64 {
    body.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
}

/// What is counted above zero, by name.
fn counts(found: Option<&Value>) -> Vec<Count> {
    let fields = found.and_then(Value::as_object).into_iter().flatten();
    fields
        .filter_map(|(name, count)| {
            Some(Count {
                name: name.replace('_', " "),
                count: count.as_u64()?,
            })
        })
        .filter(|one| one.count > 0)
        .collect()
}

fn named(names: &[(&str, &str)], body: &Value, under: &str) -> Vec<Count> {
    names
        .iter()
        .map(|(key, words)| Count {
            name: (*words).to_owned(),
            count: number(body, &format!("{under}/{key}")),
        })
        .collect()
}

/// The stages, and what of the whole they do not account for.
fn times(body: &Value) -> Vec<StageTime> {
    let mut left = number(body, "/latency/total_ms");
    let mut times: Vec<StageTime> = Vec::new();
    for (key, words) in STAGES {
        let ms = number(body, &format!("/latency/{key}"));
        left = left.saturating_sub(ms);
        times.push(StageTime {
            stage: words.into(),
            ms,
        });
    }
    times.push(StageTime {
        stage: "everything else, earlier rounds included".into(),
        ms: left,
    });
    times
}

fn hashes(record: &Record) -> Vec<NamedHash> {
    let own = [
        ("record", &record.hash),
        ("record before", &record.previous_hash),
    ];
    let own = own.map(|(name, hash)| NamedHash {
        name: name.into(),
        sha256: hash.clone(),
    });
    let noted = HASHES.iter().filter_map(|(pointer, name)| {
        let value = record.body.pointer(&format!("/{pointer}"))?;
        Some(NamedHash {
            name: (*name).into(),
            sha256: value.as_str()?.to_owned(),
        })
    });
    own.into_iter().chain(noted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::FixedClock;
    use serde_json::json;
    use std::sync::Arc;

    #[test]
    fn of_records_of_earlier_versions_what_was_held_back_is_counted() {
        let service = Service::open(crate::Options {
            data_directory: "nowhere".into(),
            ephemeral: true,
            worker: "none".into(),
            threads: Some(1),
            clock: Arc::new(FixedClock::default()),
        })
        .unwrap();
        let newer =
            json!({ "reason": "over_budget", "chunk_ids": ["5a5a5a5a5a5a:12-21", "no chunk"] });
        let record = vault::AnswerRecord {
            request_id: "q".into(),
            run_id: "r".into(),
            body: json!({ "dropped": [["near_duplicate", 2], newer] }),
            contents: Vec::new(),
            document_ids: Vec::new(),
        };
        let id = service
            .vault()
            .record_answer(&record, "2026-01-31T12:00:00Z");
        let held_back = service.explain(id.unwrap().as_str()).unwrap().held_back;
        let counts = held_back
            .iter()
            .map(|group| (group.reason.as_str(), group.count, group.passages.len()));
        let counts: Vec<_> = counts.collect();
        assert_eq!(counts, [("near_duplicate", 2, 0), ("over_budget", 2, 1)]);
        let passage = &held_back[1].passages[0];
        assert_eq!((passage.first_line, passage.last_line), (12, 21));
        assert_eq!((&passage.document_title, passage.page), (&None, None));
    }
}
