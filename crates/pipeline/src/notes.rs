//! What one run leaves behind: the trace (for the chain, without text of a
//! document) and the contents (kept apart, erasable).

use crate::hash::sha256;
use crate::signal::Signals;
use crate::timing::Timed;
use crate::trace::{FindingNote, Named, PlaceNote, Trace};
use engine::{Execution, Scores};
use firewall::{
    Answer, Citation, Finding, FindingKind, GenerationStatus, Validation, ValidationStatus,
};
use serde::Serialize;
use serde_json::json;

/// What a run leaves behind, as far as it is known: the one thing that every stage writes to.
/// No stage reads what another wrote.
#[derive(Debug)]
pub struct Notes {
    /// Id of the request.
    pub request_id: String,
    /// Id of the run.
    pub run_id: String,
    /// The documents that were asked about or made on the way.
    pub document_ids: Vec<String>,
    /// The candidates that were weighed, round by round.
    pub weighed: Vec<Weighed>,
    /// The facts for the record.
    pub trace: Trace,
    /// How often workers had been started again when the run began.
    restarts_before: u32,
    /// Bytes that are kept beside the record, by name (`prompt`, `grammar`, `response`).
    pub contents: Vec<(String, Vec<u8>)>,
}

impl Notes {
    /// Of a run that begins.
    pub fn new(request_id: String, run_id: String) -> Notes {
        Notes {
            request_id,
            run_id,
            document_ids: Vec::new(),
            weighed: Vec::new(),
            trace: Trace::default(),
            restarts_before: engine::worker::restarts(),
            contents: Vec::new(),
        }
    }

    /// Notes the candidates of a round, in place of those that were weighed in it before.
    pub(crate) fn note_weighed(&mut self, round: u32, weighed: Vec<Weighed>) {
        self.weighed.retain(|one| one.round != round);
        self.weighed.extend(weighed);
    }

    /// Keeps bytes apart from the chain; the last of a name counts.
    pub fn keep(&mut self, name: &str, bytes: Vec<u8>) {
        self.contents.retain(|(kept, _)| kept != name);
        self.contents.push((name.to_owned(), bytes));
    }

    /// The model that was asked, how it is held to the grammar, and what it runs on. Noted again
    /// when it has answered: where it runs may have changed meanwhile, as with servers of which
    /// one went down.
    pub(crate) fn note_model(&mut self, model: &engine::Entry, decoder: &dyn engine::Decoder) {
        self.trace.model = Some(Named::of(model));
        let loaded = decoder.model();
        self.trace.backend = Some(loaded.backend.clone());
        let thinking = Some(loaded.template.thinking);
        self.trace.thinking = thinking.filter(|thinking| *thinking != engine::Thinking::None);
        self.trace.offload.clone_from(&loaded.placement.offload);
        self.trace.kept_off = loaded.placement.kept_off;
        decoder
            .enforcement()
            .clone_into(&mut self.trace.enforcement);
    }

    /// What scoring took.
    pub(crate) fn note_scores(&mut self, scores: &Scores) {
        let (tokens, latency) = (&mut self.trace.tokens, &mut self.trace.latency);
        tokens.prompt = scores.prompt_tokens;
        tokens.reused = scores.reused_tokens;
        tokens.scored += scores.scored_tokens;
        latency.prefill_ms = Some(scores.prefill_ms);
        latency.score_ms = Some(scores.score_ms);
    }

    /// Notes a draft. `token_confidence` is the mean probability of what the
    /// model chose in it: what it sampled under the grammar, and the candidate
    /// that it was given, by the model's `share` of it among those weighed.
    pub(crate) fn note_execution(&mut self, execution: &Execution, share: Option<f64>) {
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
        let confidence = execution.mean_choice_probability.map(|mean| match share {
            Some(share) => (mean * sampled + share) / (sampled + 1.0),
            None => mean,
        });
        self.trace.token_confidence = confidence.map(rounded);
        self.note_response_id(&execution.text);
        self.trace.constraint_pressure = execution.constraint_pressure.map(rounded);
    }

    /// The same prompt, grammar and text have the same id.
    fn note_response_id(&mut self, text: &str) {
        let prompt = self.trace.prompt_sha256.as_deref();
        let grammar = self.trace.grammar_sha256.as_deref();
        let bound = [prompt, grammar, Some(text)].map(Option::unwrap_or_default);
        self.trace.response_id = Some(sha256(bound.join("\n").as_bytes()));
    }

    /// Why a draft was refused.
    pub(crate) fn note_refusal(&mut self, findings: &[Finding]) {
        let findings = findings.iter().map(FindingNote::from).collect();
        self.trace.refused_draft_findings = Some(findings);
    }

    /// Notes what was answered, where, and how well it is grounded.
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

    /// How decoding and checking ended.
    pub fn note_status(
        &mut self,
        (generation, validation): (GenerationStatus, ValidationStatus),
        failure: Option<&str>,
    ) {
        self.trace.generation_status = Some(generation);
        self.trace.validation_status = Some(validation);
        self.trace.failure_reason = failure.map(str::to_owned);
    }

    /// Tokens of the request, as far as they are known.
    pub fn token_usage(&self) -> TokenUsage {
        let tokens = self.trace.tokens;
        let (prompt, completion) = (tokens.prompt, tokens.forced + tokens.sampled);
        TokenUsage {
            prompt,
            completion,
            total: prompt.saturating_add(completion),
        }
    }

    /// Notes how long the whole took and each stage of it (none: not come to), in milliseconds, and
    /// how often a worker was started again meanwhile.
    pub fn close(&mut self, total_ms: u64, ms_of: impl Fn(Timed) -> Option<u64>) {
        let latency = &mut self.trace.latency;
        latency.retrieve_ms = ms_of(Timed::Retrieve);
        latency.read_ms = ms_of(Timed::Read);
        latency.load_model_ms = ms_of(Timed::LoadModel);
        latency.embed_ms = ms_of(Timed::Embed);
        latency.compile_ms = ms_of(Timed::Compile);
        let checked = [ms_of(Timed::Expand), ms_of(Timed::Check)];
        latency.validate_ms = checked.into_iter().flatten().reduce(u64::saturating_add);
        latency.total_ms = total_ms;
        let restarts = engine::worker::restarts();
        self.trace.worker_restarts = restarts.saturating_sub(self.restarts_before);
    }
}

/// Tokens of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TokenUsage {
    /// Tokens of the prompt.
    pub prompt: u32,
    /// Tokens of the answer, forced and chosen.
    pub completion: u32,
    /// Sum of both.
    pub total: u32,
}

/// A candidate and what spoke for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Weighed {
    /// In which round, from 0.
    pub round: u32,
    /// Its values.
    pub values: Vec<contract::Value>,
    /// What spoke for it.
    pub signals: Signals,
    /// Whether it was chosen.
    pub chosen: bool,
}

/// Four decimals: more would only be noise in a record.
pub fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confidence(share: Option<f64>, sampled_tokens: u32) -> Option<f64> {
        let mut notes = Notes::new("request".into(), "run".into());
        let execution = Execution {
            mean_choice_probability: Some(0.9),
            sampled_tokens,
            ..Execution::default()
        };
        notes.note_execution(&execution, share);
        notes.trace.token_confidence
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
            let mut notes = Notes::new("request".into(), "run".into());
            notes.trace.prompt_sha256 = Some(prompt.to_owned());
            notes.trace.grammar_sha256 = Some("g".to_owned());
            let execution = Execution {
                text: text.into(),
                ..Execution::default()
            };
            notes.note_execution(&execution, None);
            notes.trace.response_id
        };
        assert_eq!(id("a", "b"), id("a", "b"));
        assert_ne!(id("a", "b"), id("b", "b"));
        assert_ne!(id("a", "b"), id("a", "c"));
    }
}
