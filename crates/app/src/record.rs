//! What one run leaves behind: the trace (for the chain, without text of a
//! document) and the contents (kept apart, erasable).

use crate::dispatch::Decision;
use crate::hash::sha256;
use crate::response::{Frame, TokenUsage, Weighed};
use crate::trace::{FindingNote, Named, PlaceNote, Trace};
use compute::Computation;
use contract::AnswerType;
use engine::{Execution, Scores};
use evidence::overlap::Completeness;
use firewall::{
    Answer, Citation, Finding, FindingKind, GenerationStatus, Validation, ValidationStatus,
};
use serde_json::json;
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
    /// The facts for the record.
    pub trace: Trace,
    /// How often workers had been started again when the run began.
    restarts_before: u32,
    /// The model's share for the chosen candidate; see [`Run::note_execution`].
    choice_share: Option<f64>,
    contents: Vec<(String, Vec<u8>)>,
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
            trace: Trace::default(),
            choice_share: None,
            contents: Vec::new(),
        }
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
        self.trace.model = Some(Named::of(model));
        self.trace.backend = Some(backend.to_owned());
    }

    /// What scoring took.
    pub fn note_scores(&mut self, scores: &Scores) {
        let (tokens, latency) = (&mut self.trace.tokens, &mut self.trace.latency);
        tokens.prompt = scores.prompt_tokens;
        tokens.reused = scores.reused_tokens;
        tokens.scored += scores.scored_tokens;
        latency.prefill_ms = Some(scores.prefill_ms);
        latency.score_ms = Some(scores.score_ms);
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
        let (tokens, latency) = (&mut self.trace.tokens, &mut self.trace.latency);
        // A draft without a choice reads nothing; scoring may have.
        tokens.prompt = tokens.prompt.max(execution.prompt_tokens);
        if latency.prefill_ms.is_none() {
            tokens.reused = execution.reused_tokens;
            latency.prefill_ms = Some(execution.prefill_ms);
        }
        tokens.forced += execution.forced_tokens;
        tokens.sampled += execution.sampled_tokens;
        latency.grammar_ms = Some(execution.grammar_ms);
        latency.mask_ms = Some(execution.mask_ms);
        latency.decode_ms = Some(execution.decode_ms);
        latency.first_token_ms = Some(execution.first_token_ms);
        let sampled = f64::from(execution.sampled_tokens);
        let confidence = match self.choice_share {
            Some(share) => (execution.mean_choice_probability * sampled + share) / (sampled + 1.0),
            None => execution.mean_choice_probability,
        };
        self.trace.token_confidence = Some(rounded(confidence));
        self.note_response_id(&execution.text);
        self.trace.constraint_pressure = Some(rounded(execution.constraint_pressure));
    }

    /// The same prompt, grammar and text have the same id.
    fn note_response_id(&mut self, text: &str) {
        let prompt = self.trace.prompt_sha256.as_deref();
        let grammar = self.trace.grammar_sha256.as_deref();
        let bound = [prompt, grammar, Some(text)].map(Option::unwrap_or_default);
        self.trace.response_id = Some(sha256(bound.join("\n").as_bytes()));
    }

    pub fn note_refusal(&mut self, findings: &[Finding]) {
        let findings = findings.iter().map(FindingNote::from).collect();
        self.trace.refused_draft_findings = Some(findings);
    }

    /// Whether a draft was refused.
    pub fn has_refusals(&self) -> bool {
        self.trace.refused_draft_findings.is_some()
    }

    pub fn note_answer(&mut self, answer: &Answer) {
        let canonical = json!(answer.body()).to_string().into_bytes();
        self.trace.answer_sha256 = Some(sha256(&canonical));
        self.trace.quality_score = Some(answer.quality_score());
        let place = |citation: &Citation| PlaceNote {
            document_id: citation.document_id.clone(),
            line_start: citation.line_start,
            line_end: citation.line_end,
            page_number: citation.page_number,
        };
        self.trace.citations = Some(answer.citations().iter().map(place).collect());
        self.keep("answer", canonical);
        self.note_status((GenerationStatus::Ok, ValidationStatus::Passed), None);
    }

    /// Notes the refusal that was said because there was no evidence.
    pub fn note_without_evidence(&mut self, refusal: &Validation, said: &str) {
        self.trace.grounding_metrics = Some(refusal.metrics());
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
        self.trace.generation_status = Some(generation);
        self.trace.validation_status = Some(validation);
        self.trace.failure_reason = failure.map(str::to_owned);
    }

    fn token_usage(&self) -> TokenUsage {
        let tokens = self.trace.tokens;
        let (prompt, completion) = (tokens.prompt, tokens.forced + tokens.sampled);
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
    pub fn trace(&self) -> Trace {
        let mut trace = self.trace.clone();
        trace.worker_restarts = engine::worker::restarts().saturating_sub(self.restarts_before);
        trace.latency.total_ms = self.latency_ms;
        trace
    }

    pub fn into_record(self) -> AnswerRecord {
        AnswerRecord {
            body: json!(self.trace()),
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

    fn confidence(share: Option<f64>, sampled_tokens: u32) -> Option<f64> {
        let mut run = Run::new("request".into(), "run".into());
        run.note_choice_share(share);
        run.note_execution(&Execution {
            mean_choice_probability: 0.9,
            sampled_tokens,
            ..Execution::default()
        });
        run.trace().token_confidence
    }

    #[test]
    fn token_confidence_counts_the_candidate_as_one_more_choice() {
        assert_eq!(confidence(None, 3), Some(0.9));
        assert_eq!(confidence(Some(0.5), 3), Some(0.8));
        assert_eq!(confidence(Some(0.25), 0), Some(0.25));
    }

    #[test]
    fn a_response_has_the_id_of_its_prompt_grammar_and_text() {
        let id = |prompt: &str, text: &str| {
            let mut run = Run::new("request".into(), "run".into());
            run.trace.prompt_sha256 = Some(prompt.to_owned());
            run.trace.grammar_sha256 = Some("g".to_owned());
            run.note_execution(&Execution {
                text: text.into(),
                ..Execution::default()
            });
            run.trace().response_id
        };
        assert_eq!(id("a", "b"), id("a", "b"));
        assert_ne!(id("a", "b"), id("b", "b"));
        assert_ne!(id("a", "b"), id("a", "c"));
    }
}
