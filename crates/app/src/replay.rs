//! Recorded answers given again, to see whether the same comes out.
//!
//! A record keeps what was asked with everything a person decided about it (`request`), so the
//! question can be answered once more from the documents as they are stored. What comes out is
//! compared with the record fact by fact, in the order in which an answer comes about: the first
//! difference is where the two ways part. Times are not compared, nor how many tokens a warm model
//! had read before. What differs around the answer (program, processor, models, policy) is told
//! beside it, since equal answers need an equal environment.
//!
//! Nothing is recorded. A sample of all answers, given again after an update, is a test of the
//! update on one's own questions.

use crate::ask::note_end;
use crate::error::AppError;
use crate::request::{AskRequest, REQUEST};
use crate::service::Service;
use engine::decoder::Control;
use pipeline::Notes;
use pipeline::hash::sha256;
use pipeline::progress::Event;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use vault::{Record, RecordFilter, VaultError};

/// Kind of the records of answers.
const ANSWER: &str = "answer";
/// What an answer came about in, in place of what it is. How many passages had a vector is part of it: vectors
/// are made beside the first question, and stand when it is asked again.
const ENVIRONMENT: [&str; 17] = [
    "application",
    "processor",
    "backend",
    "thinking",
    "offload",
    "kept_off",
    "sampler",
    "model",
    "reader",
    "embedding_model",
    "index_version",
    "searched.by_meaning",
    "template_version",
    "enforcement",
    "calibration",
    "policy_version",
    "policy_sha256",
];
/// What no two runs share, or what says how long something took.
const NOT_COMPARED: [&str; 8] = [
    "request_id",
    "run_id",
    "document_ids",
    "latency",
    "tokens",
    "worker_restarts",
    "contents.request",
    "contents.response",
];
/// What earlier versions did not note: not compared with a record that has nothing of it.
const NOTED_SINCE: [&str; 3] = ["searched", "processor", "tried_types"];
/// The stages of an answer, each with the facts that it leaves. A fact that is not named here
/// counts as one of the last stage.
const STAGES: [(&str, &[&str]); 8] = [
    (
        "question",
        &[
            "contents.question",
            "contents.conditions",
            "contents.claim",
            "question_sha256",
            "parsed",
            "answer_type",
            "answer_shape",
            "schema_sha256",
            "bundle_sha256",
        ],
    ),
    (
        "passages",
        &[
            "retriever",
            "evidence",
            "dropped",
            "evidence_tokens",
            "hostile_signs",
        ],
    ),
    (
        "choice",
        &[
            "choose_with",
            "tried_types",
            "windows_read",
            "read_in_terms",
            "choice",
            "extractions",
        ],
    ),
    ("prompt", &["prompt_sha256", "contents.prompt"]),
    (
        "grammar",
        &["contract_sha256", "grammar_sha256", "contents.grammar"],
    ),
    (
        "draft",
        &[
            "contents.draft",
            "response_id",
            "attempts",
            "token_confidence",
            "constraint_pressure",
        ],
    ),
    (
        "computation",
        &["contents.computation", "computation_sha256"],
    ),
    (
        "answer",
        &["answer_sha256", "contents.answer", "decision", "searched"],
    ),
];

/// A fact that is another one now.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Difference {
    /// The stage that it belongs to: `question`, `passages`, `choice`, `prompt`, `grammar`, `draft`,
    /// `computation` or `answer`; `environment` for what an answer came about in.
    pub stage: &'static str,
    /// Its name in the record, with dots (`choice.signals.reader`).
    pub fact: String,
    /// As it was recorded; null where it was not.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub recorded: Value,
    /// As it is now; null where it is not.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub now: Value,
}

/// A recorded answer beside the one that is given now.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Replay {
    /// The record.
    pub record_id: String,
    /// The answer came about in the same way and is the same to the byte.
    pub equal: bool,
    /// What differs of the answer, in the order of the stages.
    pub differences: Vec<Difference>,
    /// What differs around it.
    pub environment: Vec<Difference>,
}

/// A record whose question could not be asked again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotReplayed {
    /// The record.
    pub record_id: String,
    /// Why, in plain words.
    pub reason: String,
}

/// What replaying many records came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplayReport {
    /// Answers in the trail.
    pub answers: usize,
    /// Those that were given again, the oldest first.
    pub replays: Vec<Replay>,
    /// Those that could not be.
    pub not_replayed: Vec<NotReplayed>,
}

impl ReplayReport {
    /// How many came out the same.
    pub fn equal(&self) -> usize {
        self.replays.iter().filter(|one| one.equal).count()
    }
}

impl Service {
    /// Answers a recorded question again and compares. Nothing is recorded.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a record that is no answer's, whose contents were erased, or that
    /// was written by a version that kept no request; and what [`Service::ask`] would refuse the
    /// request with.
    pub fn replay(&self, record_id: &str) -> Result<Replay, AppError> {
        let record = self.record(record_id)?;
        self.replayed(&record)
    }

    /// Replays all recorded answers, or as many as `sample` says, evenly from the oldest to the
    /// newest; `on_replay` is told how many of how many are done, and says whether to go on.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`], and what stops every question, such as a missing model.
    pub fn replay_all(
        &self,
        sample: Option<usize>,
        on_replay: &mut dyn FnMut(usize, usize) -> Control,
    ) -> Result<ReplayReport, AppError> {
        let filter = RecordFilter {
            kind: Some(ANSWER.to_owned()),
            ..RecordFilter::default()
        };
        let mut records = self.records(&filter, u32::MAX)?;
        records.reverse();
        let mut report = ReplayReport {
            answers: records.len(),
            replays: Vec::new(),
            not_replayed: Vec::new(),
        };
        let chosen = evenly(records.len(), sample.unwrap_or(records.len()));
        for (done, at) in chosen.iter().enumerate() {
            if on_replay(done, chosen.len()) == Control::Cancel {
                return Err(AppError::Cancelled);
            }
            let Some(record) = records.get(*at) else {
                continue;
            };
            match self.replayed(record) {
                Ok(replay) => report.replays.push(replay),
                Err(error) if error.is_of_one_request() || is_gone(&error) => {
                    report.not_replayed.push(NotReplayed {
                        record_id: record.id.to_string(),
                        reason: error.to_string(),
                    });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(report)
    }

    fn replayed(&self, record: &Record) -> Result<Replay, AppError> {
        let request = self.recorded_request(record)?;
        let plans = self.plans(&request)?;
        let listener = |_: Event| Control::Continue;
        let run = self.answered(plans, &request, &listener);
        let mut notes = run.notes;
        let concluded = match run.concluded {
            Err(error) if !error.is_of_one_request() => return Err(error),
            concluded => concluded,
        };
        note_end(&mut notes, concluded.as_ref());
        Ok(compared(record, &facts_of(&notes)))
    }

    /// What was asked, with everything a person decided about it.
    fn recorded_request(&self, record: &Record) -> Result<AskRequest, AppError> {
        if record.kind != ANSWER {
            return Err(AppError::input(
                format!("record {} is no answer's", record.id),
                "`attest audit list` shows the kinds of the records",
            ));
        }
        let pointer = format!("/contents/{REQUEST}");
        if record.body.pointer(&pointer).is_none() {
            return Err(AppError::input(
                format!(
                    "record {} was written by a version that kept no request",
                    record.id
                ),
                "ask the question again, and replay that record",
            ));
        }
        let text = self.kept_text(record, REQUEST)?.ok_or_else(|| {
            AppError::input(
                format!("the contents of record {} were erased", record.id),
                "its hashes stay in the audit trail",
            )
        })?;
        serde_json::from_str(&text).map_err(|_| {
            AppError::input(
                format!("the request of record {} cannot be read", record.id),
                "`attest audit verify` tells whether it was altered; another version of the program may read it",
            )
        })
    }
}

/// Whether a document that was asked about is not there any more.
fn is_gone(error: &AppError) -> bool {
    matches!(error, AppError::Vault(VaultError::UnknownDocument { .. }))
}

/// As many places of `total` as `sample` says, evenly from the first on.
fn evenly(total: usize, sample: usize) -> Vec<usize> {
    let sample = sample.min(total);
    (0..sample).map(|one| one * total / sample).collect()
}

/// The facts of a run by name, as a record would hold them.
fn facts_of(notes: &Notes) -> BTreeMap<String, Value> {
    let hashes = notes.contents.iter();
    let hashes = hashes.map(|(name, bytes)| (name.clone(), json!({ "sha256": sha256(bytes) })));
    let mut body = json!(notes.trace);
    body["contents"] = Value::Object(hashes.collect());
    facts(&body)
}

/// The facts of a record's body: its values by name, those of objects with dots, contents by their
/// hash. What is null is not there.
fn facts(body: &Value) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    let mut open = vec![(String::new(), body)];
    while let Some((name, value)) = open.pop() {
        let within = |key: &String| match name.as_str() {
            "" => key.clone(),
            outer => format!("{outer}.{key}"),
        };
        match value {
            Value::Object(_) if name.starts_with("contents.") => {
                found.insert(name, value["sha256"].clone());
            }
            Value::Object(map) => open.extend(map.iter().map(|(key, one)| (within(key), one))),
            Value::Null => {}
            other => drop(found.insert(name, as_recorded(other))),
        }
    }
    found
}

/// A value as a record holds it: a number without a fraction is written without one (RFC 8785).
fn as_recorded(value: &Value) -> Value {
    /// Beyond it a number of 64 bits with a fraction has none to lose.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(one) if number.is_f64() && one.fract() == 0.0 && one.abs() < EXACT => {
                json!(one as i64)
            }
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(as_recorded).collect(),
        Value::Object(map) => {
            let inner = map.iter().map(|(key, one)| (key.clone(), as_recorded(one)));
            Value::Object(inner.collect())
        }
        other => other.clone(),
    }
}

/// Whether a fact is one of these, or a part of one.
fn is_of(names: &[&str], fact: &str) -> bool {
    let outer = |name: &&str| {
        let rest = fact.strip_prefix(*name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    names.iter().any(outer)
}

/// Where a fact stands among the stages.
fn stage_of(fact: &str) -> usize {
    let stage = STAGES.iter().position(|(_, names)| is_of(names, fact));
    stage.unwrap_or(STAGES.len() - 1)
}

fn compared(record: &Record, now: &BTreeMap<String, Value>) -> Replay {
    let (differences, environment) = parted(&facts(&record.body), now);
    Replay {
        record_id: record.id.to_string(),
        equal: differences.is_empty(),
        differences,
        environment,
    }
}

/// What differs: of the answer, in the order in which it comes about, and of what is around it.
fn parted(
    recorded: &BTreeMap<String, Value>,
    now: &BTreeMap<String, Value>,
) -> (Vec<Difference>, Vec<Difference>) {
    let names: BTreeSet<&String> = recorded.keys().chain(now.keys()).collect();
    let is_noted = |later: &&str| recorded.keys().any(|name| is_of(&[later], name));
    let not_noted: Vec<&str> = NOTED_SINCE
        .into_iter()
        .filter(|one| !is_noted(one))
        .collect();
    let differing = names.into_iter().filter(|name| {
        let is_compared = !is_of(&NOT_COMPARED, name) && !is_of(&not_noted, name);
        is_compared && recorded.get(*name) != now.get(*name)
    });
    let difference = |stage, fact: &String| Difference {
        stage,
        fact: fact.clone(),
        recorded: recorded.get(fact).cloned().unwrap_or_default(),
        now: now.get(fact).cloned().unwrap_or_default(),
    };
    let (around, mut of_it): (Vec<&String>, Vec<&String>) =
        differing.partition(|name| is_of(&ENVIRONMENT, name));
    of_it.sort_by_key(|fact| stage_of(fact));
    let of_it = of_it
        .into_iter()
        .map(|fact| difference(STAGES[stage_of(fact)].0, fact));
    let around = around
        .into_iter()
        .map(|fact| difference("environment", fact));
    (of_it.collect(), around.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_over_all_and_never_larger() {
        assert_eq!(evenly(10, 3), [0, 3, 6]);
        assert_eq!(evenly(2, 5), [0, 1]);
        assert_eq!(evenly(0, 5), [0_usize; 0]);
        assert_eq!(evenly(5, 0), [0_usize; 0]);
    }

    #[test]
    fn facts_are_values_by_name_and_contents_their_hashes() {
        let body = json!({
            "choice": { "signals": { "reader": 0.5 }, "chosen": null },
            "contents": { "draft": { "sha256": "ab", "size": 2 } },
            "evidence": [{ "anchor": "C0" }],
        });
        let expected = [
            ("choice.signals.reader", json!(0.5)),
            ("contents.draft", json!("ab")),
            ("evidence", json!([{ "anchor": "C0" }])),
        ];
        let expected: BTreeMap<String, Value> = expected
            .map(|(name, value)| (name.to_owned(), value))
            .into();
        assert_eq!(facts(&body), expected);
    }

    #[test]
    fn another_processor_is_told_and_a_record_that_names_none_is_not_blamed() {
        let of = |processor: Option<&str>, reader: f64| {
            let mut body = json!({ "choice": { "signals": { "reader": reader } } });
            if let Some(name) = processor {
                body["processor"] = json!(name);
            }
            facts(&body)
        };
        let told = |recorded, now| {
            let (differences, environment) = parted(&recorded, &now);
            let fact = |one: Difference| one.fact;
            let named = differences.into_iter().map(fact).collect::<Vec<_>>();
            (named, environment.into_iter().map(fact).collect::<Vec<_>>())
        };
        let (one, other) = (of(Some("one"), 0.5), of(Some("other"), 0.25));
        let reader = vec!["choice.signals.reader".to_owned()];
        assert_eq!(told(one, other), (reader.clone(), vec!["processor".into()]));
        let earlier = of(None, 0.5);
        assert_eq!(told(earlier, of(Some("one"), 0.25)), (reader, Vec::new()));
    }

    #[test]
    fn vectors_that_were_made_since_are_around_an_answer_and_what_was_read_is_of_it() {
        let of = |by_meaning: u64, read: u64| {
            facts(&json!({ "searched": { "by_meaning": by_meaning, "read": read } }))
        };
        let (differences, environment) = parted(&of(0, 2), &of(1, 3));
        assert_eq!(differences.len(), 1);
        assert_eq!(differences[0].fact, "searched.read");
        assert_eq!(environment.len(), 1);
        assert_eq!(environment[0].fact, "searched.by_meaning");
    }

    #[test]
    fn numbers_are_compared_as_a_record_writes_them() {
        let now = json!([1.0, -0.0, 0.5, { "deep": 2.0 }, 7, "1.0"]);
        let recorded = json!([1, 0, 0.5, { "deep": 2 }, 7, "1.0"]);
        assert_eq!(as_recorded(&now), recorded);
    }

    #[test]
    fn a_fact_belongs_to_its_stage_with_all_its_parts_and_an_unknown_one_to_the_last() {
        let stage = |fact| STAGES[stage_of(fact)].0;
        assert_eq!(stage("choice.signals.reader"), "choice");
        assert_eq!(stage("choice_with_something"), "answer");
        assert_eq!(stage("prompt_sha256"), "prompt");
        assert!(is_of(&NOT_COMPARED, "latency.total_ms"));
        assert!(!is_of(&ENVIRONMENT, "modelled"));
    }
}
