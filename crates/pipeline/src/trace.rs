//! The facts of one run, as they stand in its record: what was asked, with which settings, what
//! was shown, weighed and decided, and what it took. Nothing of a document's text, of a
//! question or of an answer: those are kept apart, by their hashes.
//!
//! One form serves both ways: a run fills it, and what is shown of the past
//! (`explain`, `history`) is read from it again. A record of an earlier
//! version lacks what that version did not note; what is missing has its default here.

use crate::dispatch::Decision;
use crate::error::StageError;
use crate::signal::Signals;
use contract::AnswerShape;
use contract::verification::Response;
use evidence::overlap::Completeness;
use evidence::policy::ChooseWith;
use evidence::{HeldBack, Retriever};
use firewall::{
    Finding, FindingKind, GenerationStatus, GroundingMetrics, QualityScore, ValidationStatus,
};
use language::Language;
use question::Certainty;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The facts of one run. A hash is lower-case hexadecimal SHA-256.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Trace {
    /// Of the question.
    pub question_sha256: String,
    /// What the rules made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parsed: Option<ParsedNote>,
    /// Key of the type registry.
    pub answer_type: String,
    /// How its values are arranged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_shape: Option<AnswerShape>,
    /// Of the value's JSON Schema.
    pub schema_sha256: String,
    /// Version of the policy.
    pub policy_version: String,
    /// Of the policy.
    pub policy_sha256: String,
    /// The calibration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Versioned>,
    /// The model that was asked; none where none was.
    pub model: Option<Named>,
    /// Where it ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// What it did before it answered; none where it was one that does not think.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<engine::Thinking>,
    /// What of it was on a graphics processor; none where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offload: Option<engine::Offload>,
    /// Why nothing of it was, where something was to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_off: Option<engine::KeptOff>,
    /// The reader that read passages; none where it was not asked, as where the model chooses
    /// among values that code finds, and where there was nothing to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reader: Option<Named>,
    /// Who chooses among the candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choose_with: Option<ChooseWith>,
    /// The program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub application: Option<Application>,
    /// The processor, as it calls itself: the reader's scores are computed on it, also where no
    /// model was asked. None where the system does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// How the form of an answer is enforced.
    pub enforcement: String,
    /// Version of the prompt's wording.
    pub template_version: String,
    /// How the model was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampler: Option<Sampler>,
    /// Of the passages that another program gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle_sha256: Option<String>,
    /// How the passages of the last round were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retriever: Option<Retriever>,
    /// Version of the index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_version: Option<String>,
    /// The embedding model of the index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding_model: Option<String>,
    /// Passages that were shown in the last round; none where it did not come to that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Vec<ShownPassage>>,
    /// Those that were found and held back in it, by reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<Vec<Dropped>>,
    /// Tokens of the passages shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence_tokens: Option<u32>,
    /// Lines of them with instructions, control tokens and the like, by sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hostile_signs: Option<BTreeMap<String, u32>>,
    /// The rounds, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundNote>,
    /// What was searched and read in all rounds; none where something was answered, and in
    /// records of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<SearchedNote>,
    /// Windows that the reader read in the last round, those that it read again among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub windows_read: Option<usize>,
    /// Terms of the question that the reader read as the document writes them in another
    /// language, by their names in the language packs; empty where it read the words as asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub read_in_terms: Vec<String>,
    /// What was chosen in the last round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<ChoiceNote>,
    /// The extractions that code computed from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extractions: Vec<ExtractionNote>,
    /// Of the steps that code computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computation_sha256: Option<String>,
    /// The fields of a user's schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<FieldNote>>,
    /// What was said of an answer from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimNote>,
    /// Drafts until one passed, or the last failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<u32>,
    /// Of the prompt; none where no model was asked.
    pub prompt_sha256: Option<String>,
    /// Of the draft's JSON Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract_sha256: Option<String>,
    /// Of the grammar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grammar_sha256: Option<String>,
    /// Of prompt, grammar and draft: the same for the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_id: Option<String>,
    /// Mean probability (0 to 1) of what the model chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_confidence: Option<f64>,
    /// Share of probability (0 to 1) that the grammar took from the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint_pressure: Option<f64>,
    /// The types that the question was answered with, that of the rules first, where its words
    /// leave open what it asks for; empty where there was one alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried_types: Vec<TriedType>,
    /// Why the last refused draft was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused_draft_findings: Option<Vec<FindingNote>>,
    /// How the answer stands on its evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grounding_metrics: Option<GroundingMetrics>,
    /// The firewall's score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality_score: Option<QualityScore>,
    /// Of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_sha256: Option<String>,
    /// Places that it cites.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub citations: Option<Vec<PlaceNote>>,
    /// Whether something was generated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation_status: Option<GenerationStatus>,
    /// Whether it passed the checks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_status: Option<ValidationStatus>,
    /// Why it did not, as a stable word.
    pub failure_reason: Option<String>,
    /// What was decided in the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// Whether what was shown holds the whole answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_completeness_strong: Option<Completeness>,
    /// How often a worker that had ended was started again.
    pub worker_restarts: u32,
    /// Where the time went.
    pub latency: Latency,
    /// Where the tokens went.
    pub tokens: Tokens,
}

impl Trace {
    /// The facts of a record.
    ///
    /// # Errors
    ///
    /// [`StageError::Input`] for a record of another form: it was altered, or is of a version
    /// that this one does not know.
    pub fn of(id: &str, body: &serde_json::Value) -> Result<Trace, StageError> {
        Trace::deserialize(body).map_err(|_| {
            StageError::input(
                format!("record {id} has not the form of an answer's"),
                "`attest audit verify` tells whether it was altered; a newer version of the program may read it",
            )
        })
    }
}

/// What the rules made of a question, without its words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParsedNote {
    /// The type that they take it to ask for.
    pub answer_type: String,
    /// How many keywords they see.
    pub keywords: usize,
    /// How sure they are of the type.
    pub certainty: Certainty,
    /// The language it seems to be in.
    pub language: Language,
    /// Fields that a person set otherwise.
    pub overridden: Vec<String>,
    /// Steps that code computes.
    pub steps: usize,
}

/// A type that a question was answered with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TriedType {
    /// Key of the type registry.
    pub answer_type: String,
    /// How likely it is that its answer is right, from 0 to 1; none where it had none.
    pub probability: Option<f64>,
}

/// A version and its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versioned {
    /// As it calls itself.
    pub version: String,
    /// SHA-256.
    pub sha256: String,
}

/// A model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Its name in the catalogue.
    pub name: String,
    /// SHA-256 of its file; empty for a model of a server, whose file nobody here has seen.
    pub sha256: String,
    /// The file that was made of it and read in its place; none where it was read as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<engine::Fast>,
    /// What was put upon it; none where it was used as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<NamedAdapter>,
}

/// An adapter that was put upon a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedAdapter {
    /// SHA-256 of its file.
    pub sha256: String,
    /// How much of it counted, in thousandths.
    pub scale: engine::Scale,
}

impl Named {
    /// A model of the catalogue.
    pub(crate) fn of(entry: &engine::Entry) -> Self {
        Self {
            name: entry.name.clone(),
            sha256: entry.sha256.clone(),
            weights: entry.fast.clone(),
            adapter: entry.adapter.as_ref().map(|adapter| NamedAdapter {
                sha256: adapter.sha256.clone(),
                scale: adapter.scale,
            }),
        }
    }
}

/// The program that answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// Its version.
    pub version: String,
    /// SHA-256 of its executable; none where it cannot be read.
    pub build: Option<String>,
}

/// How the model was run. It takes the likeliest token each time, so seed and temperature
/// are 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampler {
    /// Always 0.
    pub temperature: u32,
    /// Always 0.
    pub seed: u32,
    /// Threads of the worker.
    pub threads: u32,
}

/// A passage that was shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPassage {
    /// Its name in the prompt.
    pub anchor: String,
    /// The chunk.
    pub chunk_id: String,
    /// SHA-256 of its text as it was shown.
    pub sha256: String,
}

/// Passages that were held back for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Dropped {
    /// Which.
    Chunks(HeldBack),
    /// How many, as records of version 0.1 of the trace have it.
    Count(String, u64),
}

/// A round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RoundNote {
    /// What it was for: `ask`, `broaden`, `rephrase`, `reparse`; after a refusal `meaning` or `silence`.
    pub why: String,
    /// SHA-256 of what was looked for.
    pub query_sha256: String,
    /// The chunks that were shown.
    pub chunks: Vec<String>,
    /// What was decided after it.
    pub decision: Decision,
    /// Probability (0 to 1) that its best candidate is right.
    pub probability: Option<f64>,
}

/// What was searched and read in vain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchedNote {
    /// Passages of the documents, within what a person set.
    pub passages: u64,
    /// Those that were searched by words.
    pub by_words: u64,
    /// Those that were searched by meaning.
    pub by_meaning: u64,
    /// Those that were read whole, in any round.
    pub read: u64,
    /// Pages whose words stand in pictures that nobody read.
    pub unread_pages: u64,
    /// The highest probability (0 to 1) of any value that was weighed.
    pub best: Option<f64>,
    /// Everything was read and nothing speaks of it: the documents do not say.
    pub is_silent: bool,
    /// Chunks that came nearest, best first, at most three.
    pub nearest: Vec<String>,
}

/// What was chosen of how many.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChoiceNote {
    /// Values that were weighed.
    pub candidates: usize,
    /// The chosen one, from 0; none: not found.
    pub chosen: Option<usize>,
    /// What they weighed; none where every value of a type was asked for.
    #[serde(flatten)]
    pub weight: Option<ChoiceWeight>,
}

/// What spoke for a choice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChoiceWeight {
    /// Distance to the second best that says something else, in natural-log units.
    pub margin: Option<f64>,
    /// What spoke for the best.
    pub signals: Signals,
    /// Probability (0 to 1) that the best is right.
    pub probability: f64,
    /// From which probability on it is answered; none in records of earlier versions.
    #[serde(default)]
    pub threshold: Option<f64>,
}

/// One extraction of a computed answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExtractionNote {
    /// Its type.
    pub answer_type: String,
    /// Probability (0 to 1) that it is right.
    pub probability: Option<f64>,
}

/// One field of a user's schema.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldNote {
    /// JSON Pointer into the schema.
    pub pointer: String,
    /// The type that its value was found by.
    pub answer_type: String,
    /// Probability (0 to 1) that its value is right; of the rows of a table, how alike the headings
    /// of its columns are to those that were asked for.
    pub probability: f64,
    /// From which probability on it is filled.
    pub threshold: f64,
    /// Whether it was.
    pub found: bool,
}

/// What was said of an answer from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimNote {
    /// Yes or No.
    pub response: Response,
    /// The type it was compared by.
    pub answer_type: String,
}

/// A reason for which a draft was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingNote {
    /// Which check failed.
    pub kind: FindingKind,
    /// JSON Pointer into the draft.
    pub pointer: String,
    /// In prose, the sentence, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<u32>,
    /// What to do about it.
    pub help: String,
}

impl From<&Finding> for FindingNote {
    fn from(finding: &Finding) -> Self {
        Self {
            kind: finding.kind,
            pointer: finding.pointer.clone(),
            sentence: finding.sentence,
            help: finding.help.to_owned(),
        }
    }
}

/// A place that is cited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceNote {
    /// The document.
    pub document_id: String,
    /// First line, from 1.
    pub line_start: u32,
    /// Last line.
    pub line_end: u32,
    /// The page of the first line, from 1.
    pub page_number: u32,
}

/// Milliseconds of the stages; none of a stage that was not come to. A stage that comes several
/// times counts each time ([`crate::timing`]); what a worker tells of its own work (`prefill`,
/// `score`, `grammar`, `mask`, `decode`, `first_token`) is that of its last request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
#[expect(missing_docs, reason = "the stages of ARCHITECTURE.md")]
pub struct Latency {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieve_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load_model_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefill_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embed_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compile_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grammar_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decode_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_token_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validate_ms: Option<u64>,
    pub total_ms: u64,
}

/// Tokens of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "TokensUsed"))]
#[serde(default)]
pub struct Tokens {
    /// In the last prompt.
    pub prompt: u32,
    /// Of them kept from before.
    pub reused: u32,
    /// Of values that were weighed.
    pub scored: u32,
    /// Forced by the grammar.
    pub forced: u32,
    /// Drafted ahead by a smaller model; none is yet.
    pub drafted: u32,
    /// Of those accepted.
    pub accepted: u32,
    /// Chosen by the model.
    pub sampled: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_is_read_again() {
        let trace = Trace {
            question_sha256: "ab".into(),
            dropped: Some(vec![Dropped::Chunks(HeldBack {
                reason: "over_budget".into(),
                chunk_ids: vec!["a:1-2".into()],
            })]),
            choice: Some(ChoiceNote {
                candidates: 3,
                chosen: None,
                weight: Some(ChoiceWeight {
                    margin: None,
                    signals: Signals::default(),
                    probability: 0.5,
                    threshold: Some(0.25),
                }),
            }),
            latency: Latency {
                read_ms: Some(7),
                total_ms: 9,
                ..Latency::default()
            },
            ..Trace::default()
        };
        let written = json!(trace);
        assert_eq!(
            serde_json::from_value::<Trace>(written.clone()).unwrap(),
            trace
        );
        assert_eq!(written["choice"]["threshold"], json!(0.25));
        assert_eq!(written["latency"], json!({ "read_ms": 7, "total_ms": 9 }));
        assert_eq!(
            written["model"],
            json!(null),
            "that no model was asked is said"
        );
        assert_eq!(written.get("reader"), None);
    }

    #[test]
    fn records_of_earlier_versions_are_read() {
        let body = json!({ "dropped": [["near_duplicate", 2]],
            "choice": { "candidates": 2, "chosen": 0, "margin": 1.5, "probability": 0.75,
                        "signals": { "lexical": 0.5, "about": 1.0, "log_probability": -0.25 } },
            "tokens": { "prompt": 12 } });
        let trace: Trace = serde_json::from_value(body).unwrap();
        let counted = Dropped::Count("near_duplicate".into(), 2);
        assert_eq!(trace.dropped.unwrap(), [counted]);
        let weight = trace.choice.unwrap().weight.unwrap();
        assert_eq!((weight.probability, weight.threshold), (0.75, None));
        assert_eq!((trace.tokens.prompt, trace.tokens.sampled), (12, 0));
    }
}
