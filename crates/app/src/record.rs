//! What one run leaves behind: the trace (for the chain, without text of a
//! document) and the contents (kept apart, erasable).

use crate::dispatch::Decision;
use crate::hash::sha256;
use crate::response::{Frame, TokenUsage, Weighed};
use compute::Computation;
use contract::AnswerType;
use engine::{Execution, Scores};
use evidence::overlap::Completeness;
use firewall::{Answer, Finding, FindingKind, GenerationStatus, Validation, ValidationStatus};
use serde_json::{Map, Value, json};
use std::time::Instant;
use vault::AnswerRecord;

/// A run under way.
pub(crate) struct Run {
    pub request_id: String,
    pub id: String,
    pub document_ids: Vec<String>,
    pub latency_ms: u64,
    pub weighed: Vec<Weighed>,
    /// The round under way, from 0.
    pub round: u32,
    /// Calibrated probability that the best candidate is right, 0..=1; none
    /// where no candidates were weighed.
    pub probability: Option<f64>,
    /// Which extraction is under way, where several are needed.
    pub part: Option<usize>,
    /// The type answered with, where it is not the one asked for.
    pub answered_type: Option<AnswerType>,
    /// What was computed.
    pub computation: Option<Computation>,
    /// Flags in plain words that came up on the way.
    pub remarks: Vec<String>,
    /// A person should look: the place that the question names was left, or
    /// what was asked for could not be computed.
    pub doubted: bool,
    /// What was decided after the last round.
    pub decision: Decision,
    /// Whether what was shown holds the whole answer, found without the model.
    pub completeness: Completeness,
    /// How often workers had been started again when the run began.
    restarts_before: u32,
    trace: Map<String, Value>,
    times: Map<String, Value>,
    tokens: Tokens,
    /// The model's share for the chosen candidate; see [`Run::note_execution`].
    choice_share: Option<f64>,
    contents: Vec<(String, Vec<u8>)>,
}

/// Token counts of a run.
#[derive(Default)]
struct Tokens {
    prompt: u32,
    reused: u32,
    scored: u32,
    forced: u32,
    sampled: u32,
}

impl Run {
    pub fn new(request_id: String, id: String) -> Run {
        Run {
            request_id,
            id,
            document_ids: Vec::new(),
            latency_ms: 0,
            weighed: Vec::new(),
            round: 0,
            probability: None,
            part: None,
            answered_type: None,
            computation: None,
            remarks: Vec::new(),
            doubted: false,
            decision: Decision::Failed,
            completeness: Completeness::Unknown,
            restarts_before: engine::worker::restarts(),
            trace: Map::new(),
            times: Map::new(),
            tokens: Tokens::default(),
            choice_share: None,
            contents: Vec::new(),
        }
    }

    /// Notes a fact for the trace.
    pub fn note(&mut self, name: &str, value: Value) {
        self.trace.insert(name.into(), value);
    }

    /// Remarks that something else is read or answered than the question says.
    pub fn doubt(&mut self, remark: String) {
        self.remark(remark);
        self.doubted = true;
    }

    /// A flag in plain words, told once.
    pub fn remark(&mut self, remark: String) {
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// Notes the candidates of the round under way, in place of those that
    /// were weighed in it before.
    pub fn note_weighed(&mut self, weighed: Vec<Weighed>) {
        let round = self.round;
        self.weighed.retain(|one| one.round != round);
        self.weighed.extend(weighed);
    }

    /// Notes how long a stage took.
    pub fn time(&mut self, stage: &str, since: Instant) {
        self.times.insert(
            format!("{stage}_ms"),
            json!(since.elapsed().as_millis() as u64),
        );
    }

    /// Keeps bytes apart from the chain; the last of a name counts. What
    /// belongs to one of several extractions bears its number.
    pub fn keep(&mut self, name: &str, bytes: Vec<u8>) {
        let name = match self.part {
            Some(part) => format!("{name}_{part}"),
            None => name.to_owned(),
        };
        self.contents.retain(|(kept, _)| *kept != name);
        self.contents.push((name, bytes));
    }

    /// The model that was asked, and what it runs on.
    pub fn note_model(&mut self, model: &engine::Entry, backend: &str) {
        self.note(
            "model",
            json!({ "name": model.name, "sha256": model.sha256 }),
        );
        self.note("backend", json!(backend));
    }

    pub fn note_scores(&mut self, scores: &Scores) {
        self.tokens.prompt = scores.prompt_tokens;
        self.tokens.reused = scores.reused_tokens;
        self.tokens.scored += scores.scored_tokens;
        self.times
            .insert("prefill_ms".into(), json!(scores.prefill_ms));
        self.times.insert("score_ms".into(), json!(scores.score_ms));
    }

    /// Notes the share that the model gives to the chosen candidate among
    /// those weighed, 0..=1; none where nothing was weighed or chosen.
    pub fn note_choice_share(&mut self, share: Option<f64>) {
        self.choice_share = share;
    }

    /// Notes a draft. `token_confidence` is the mean probability of what the
    /// model chose in it: what it sampled under the grammar, and the candidate
    /// that it was given, by [`Run::note_choice_share`].
    pub fn note_execution(&mut self, execution: &Execution) {
        // A draft without a choice reads nothing; scoring may have.
        self.tokens.prompt = self.tokens.prompt.max(execution.prompt_tokens);
        if !self.times.contains_key("prefill_ms") {
            self.tokens.reused = execution.reused_tokens;
            self.times
                .insert("prefill_ms".into(), json!(execution.prefill_ms));
        }
        self.tokens.forced += execution.forced_tokens;
        self.tokens.sampled += execution.sampled_tokens;
        self.times
            .insert("grammar_ms".into(), json!(execution.grammar_ms));
        self.times
            .insert("mask_ms".into(), json!(execution.mask_ms));
        self.times
            .insert("decode_ms".into(), json!(execution.decode_ms));
        self.times
            .insert("first_token_ms".into(), json!(execution.first_token_ms));
        let sampled = f64::from(execution.sampled_tokens);
        let confidence = match self.choice_share {
            Some(share) => (execution.mean_choice_probability * sampled + share) / (sampled + 1.0),
            None => execution.mean_choice_probability,
        };
        self.note("token_confidence", json!(rounded(confidence)));
        self.note_response_id(&execution.text);
        self.note(
            "constraint_pressure",
            json!(rounded(execution.constraint_pressure)),
        );
    }

    /// The same prompt, grammar and text have the same id.
    fn note_response_id(&mut self, text: &str) {
        let noted = |name| self.trace.get(name).and_then(Value::as_str);
        let parts = [noted("prompt_sha256"), noted("grammar_sha256"), Some(text)];
        let bound = parts.map(Option::unwrap_or_default).join("\n");
        self.note("response_id", json!(sha256(bound.as_bytes())));
    }

    pub fn note_refusal(&mut self, findings: &[Finding]) {
        let kinds: Vec<Value> = findings.iter().map(|finding| json!(finding)).collect();
        self.note("refused_draft_findings", Value::Array(kinds));
    }

    /// Whether a draft was refused.
    pub fn has_refusals(&self) -> bool {
        self.trace.contains_key("refused_draft_findings")
    }

    pub fn note_answer(&mut self, answer: &Answer) {
        let canonical = json!(answer.body()).to_string().into_bytes();
        self.note("answer_sha256", json!(sha256(&canonical)));
        self.note("quality_score", json!(answer.quality_score()));
        let lines: Vec<Value> = answer
            .citations()
            .iter()
            .map(|citation| {
                json!({ "document_id": citation.document_id, "line_start": citation.line_start,
                        "line_end": citation.line_end, "page_number": citation.page_number })
            })
            .collect();
        self.note("citations", Value::Array(lines));
        self.keep("answer", canonical);
        self.note_status((GenerationStatus::Ok, ValidationStatus::Passed), None);
    }

    /// Notes the refusal that was said because there was no evidence.
    pub fn note_without_evidence(&mut self, refusal: &Validation, said: &str) {
        self.note("grounding_metrics", json!(refusal.metrics()));
        self.note_response_id(said);
        let failure = refusal.failure_reason().map(FindingKind::name);
        let status = (refusal.generation_status(), refusal.status());
        self.note_status(status, failure.as_deref());
    }

    pub fn note_status(
        &mut self,
        (generation, validation): (GenerationStatus, ValidationStatus),
        failure: Option<&str>,
    ) {
        self.note("generation_status", json!(generation));
        self.note("validation_status", json!(validation));
        self.note("failure_reason", json!(failure));
    }

    fn token_usage(&self) -> TokenUsage {
        let (prompt, completion) = (self.tokens.prompt, self.tokens.forced + self.tokens.sampled);
        TokenUsage {
            prompt,
            completion,
            total: prompt.saturating_add(completion),
        }
    }

    pub fn frame(&self, answer_type: &AnswerType) -> Frame {
        let answer_type = self.answered_type.as_ref().unwrap_or(answer_type);
        Frame {
            request_id: self.request_id.clone(),
            computation: self.computation.clone(),
            answer_type: answer_type.name.clone(),
            answer_shape: json!(answer_type.shape),
            token_usage: self.token_usage(),
            latency_ms: self.latency_ms,
            probability: self.probability.map(rounded),
            completeness: self.completeness,
        }
    }

    /// The trace as it goes into the chain.
    pub fn trace(&self) -> Value {
        let mut trace = self.trace.clone();
        let restarts = engine::worker::restarts().saturating_sub(self.restarts_before);
        trace.insert("worker_restarts".into(), json!(restarts));
        let mut times = self.times.clone();
        times.insert("total_ms".into(), json!(self.latency_ms));
        trace.insert("latency".into(), Value::Object(times));
        let Tokens {
            prompt,
            reused,
            scored,
            forced,
            sampled,
        } = self.tokens;
        // Nothing is drafted ahead by a smaller model yet.
        let (drafted, accepted) = (0, 0);
        let tokens = json!({ "prompt": prompt, "reused": reused, "scored": scored, "forced": forced,
                             "drafted": drafted, "accepted": accepted, "sampled": sampled });
        trace.insert("tokens".into(), tokens);
        Value::Object(trace)
    }

    pub fn into_record(self) -> AnswerRecord {
        AnswerRecord {
            body: self.trace(),
            request_id: self.request_id,
            run_id: self.id,
            contents: self.contents,
            document_ids: self.document_ids,
        }
    }
}

/// Four decimals: more would only be noise in a record.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confidence(share: Option<f64>, sampled_tokens: u32) -> Value {
        let mut run = Run::new("request".into(), "run".into());
        run.note_choice_share(share);
        run.note_execution(&Execution {
            mean_choice_probability: 0.9,
            sampled_tokens,
            ..Execution::default()
        });
        run.trace()["token_confidence"].clone()
    }

    #[test]
    fn token_confidence_counts_the_candidate_as_one_more_choice() {
        assert_eq!(confidence(None, 3), json!(0.9));
        assert_eq!(confidence(Some(0.5), 3), json!(0.8));
        assert_eq!(confidence(Some(0.25), 0), json!(0.25));
    }

    #[test]
    fn a_response_has_the_id_of_its_prompt_grammar_and_text() {
        let id = |prompt: &str, text: &str| {
            let mut run = Run::new("request".into(), "run".into());
            run.note("prompt_sha256", json!(prompt));
            run.note("grammar_sha256", json!("g"));
            run.note_execution(&Execution {
                text: text.into(),
                ..Execution::default()
            });
            run.trace()["response_id"].clone()
        };
        assert_eq!(id("a", "b"), id("a", "b"));
        assert_ne!(id("a", "b"), id("b", "b"));
        assert_ne!(id("a", "b"), id("a", "c"));
    }
}
