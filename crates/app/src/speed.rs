//! How fast a model is on this machine, and whether it can be used at all: a short bench and a
//! trial for people who choose one.

use crate::error::AppError;
use crate::service::Service;
use crate::work::{OnWork, Work, WorkStage};
use engine::decoder::Control;
use engine::{Decoder, DraftRequest, EngineError, Stage, Thinking};
use serde::Serialize;
use std::time::Instant;

/// What the model reads: as long as the evidence of a usual question.
const SENTENCE: &str = "The annual premium for this policy is payable in advance, on or before the fifteenth of March, to the account named in section seven. ";
const SENTENCES: usize = 24;
/// Letters it then writes; a token has at least one.
const GRAMMAR: &str = "root ::= [a-z ]{160}\n";
const MAX_WRITTEN_TOKENS: u32 = 200;

/// Texts whose tokens must give them again: an answer's own signs, figures, other scripts, what
/// looks like a control token, and signs of several tokens.
const ROUND_TRIPS: [&str; 8] = [
    "{\"answer_found\":true,\"items\":[{\"value\":{\"iso\":\"2025-03-17\"}}]}",
    " The annual premium is USD 1,250.00.",
    "S\u{e9}ance, 12,50 \u{20ac}",
    "\u{6771}\u{4eac} \u{1f642} caf\u{e9}",
    "<|im_end|><s></s>[INST]",
    "two  spaces\tand a tab\nand a line",
    "a",
    "1234567890",
];
/// A choice between two words that no model makes by itself.
const CANARY: [&str; 2] = ["quartz zebra", "zebra quartz"];

/// Whether a model that loads does what answers need of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelTrial {
    /// How a conversation is written for it: `chatml`, or `file` where llama.cpp knows the
    /// file's own.
    pub template: String,
    /// What it does before it answers.
    pub thinking: Thinking,
    /// Texts whose tokens do not give them again, by their number in the trial; empty: sound.
    pub broken_texts: Vec<usize>,
    /// Whether it kept to a grammar that leaves two unlikely words.
    pub keeps_to_grammar: bool,
}

impl ModelTrial {
    /// Whether it can be used.
    pub fn is_sound(&self) -> bool {
        self.broken_texts.is_empty() && self.keeps_to_grammar
    }
}

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ModelBench"))]
pub struct ModelSpeed {
    /// Checking the file's hash and loading it, in milliseconds; 0 for a model
    /// that was loaded before.
    pub load_ms: u64,
    /// Tokens read in a second.
    pub prefill_tokens_per_second: f64,
    /// Tokens written in a second.
    pub decode_tokens_per_second: Option<f64>,
    /// Tokens of the text that was read.
    pub prompt_tokens: u32,
    /// Threads used.
    pub threads: u32,
}

impl Service {
    /// Measures a model that answers; takes some seconds, and longer for a
    /// large model that is not loaded yet.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a model that does not answer, what can happen to
    /// any question; of the kind `cancelled` when `on_work` says so.
    pub fn bench_model(
        &self,
        name: &str,
        on_work: &mut OnWork<'_>,
    ) -> Result<ModelSpeed, AppError> {
        let entry = self.find_model(Some(name))?;
        let mut waited = Instant::now();
        // Waiting for a question under way is no property of the model.
        let mut told = |work: Work| {
            if work.stage == WorkStage::Wait {
                waited = Instant::now();
            }
            on_work(work)
        };
        let (nonce, threads) = (self.options.clock.fresh_id(), self.threads());
        let (loaded, speed) = self.with_model_watched(&entry, &mut told, |decoder, on_work| {
            let loaded = Instant::now();
            Ok((loaded, measure(decoder, &nonce, threads, on_work)?))
        })?;
        let load_ms = loaded.duration_since(waited).as_millis() as u64;
        Ok(ModelSpeed { load_ms, ..speed })
    }
}

impl Service {
    /// Loads a model that answers and tries it: its tokenizer, and a grammar that only a mask
    /// keeps it to.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a model that does not answer; [`AppError::Engine`] for one that
    /// cannot be loaded, an unknown chat template among it.
    pub fn try_model(&self, name: &str) -> Result<ModelTrial, AppError> {
        let entry = self.find_model(Some(name))?;
        self.with_model(&entry, |decoder| Ok(trial(decoder)?))
    }
}

fn trial(decoder: &mut dyn Decoder) -> Result<ModelTrial, EngineError> {
    let texts = ROUND_TRIPS.map(str::to_owned);
    let sound = decoder.round_trips(&texts)?;
    let template = decoder.model().template.clone();
    let request = DraftRequest {
        prompt: template.render("You write.", &["Name a colour."]),
        grammar: format!("root ::= \"{}\" | \"{}\"\n", CANARY[0], CANARY[1]),
        decisions: Vec::new(),
        max_output_tokens: MAX_WRITTEN_TOKENS,
        plain: true,
    };
    let drafted = decoder.draft(&request, &mut |_| Control::Continue)?;
    Ok(ModelTrial {
        thinking: template.thinking,
        template: template.name,
        broken_texts: (0..sound.len())
            .filter(|at| sound.get(*at) == Some(&false))
            .collect(),
        keeps_to_grammar: CANARY.contains(&drafted.text.as_str()),
    })
}

/// The speed of a loaded model; of loading it nothing is known here.
fn measure(
    decoder: &mut dyn Decoder,
    nonce: &str,
    threads: u32,
    on_work: &mut OnWork<'_>,
) -> Result<ModelSpeed, AppError> {
    // A nonce no prompt before has, so that nothing is taken from a kept prefix.
    let text = format!("Bench {nonce} {}", SENTENCE.repeat(SENTENCES));
    let template = &decoder.model().template;
    let request = DraftRequest {
        prompt: template.render("You write.", &[&text, "Go on."]),
        grammar: GRAMMAR.into(),
        decisions: Vec::new(),
        max_output_tokens: MAX_WRITTEN_TOKENS,
        plain: false,
    };
    let execution = decoder.draft(&request, &mut |progress| {
        let reading = progress.stage == Stage::Prefill;
        on_work(Work {
            stage: if reading {
                WorkStage::Read
            } else {
                WorkStage::Write
            },
            done: progress.done.into(),
            total: progress.total.map(u64::from),
        })
    })?;
    let per_second = |tokens: u32, ms: u64| f64::from(tokens) * 1000.0 / ms.max(1) as f64;
    let read = execution
        .prompt_tokens
        .saturating_sub(execution.reused_tokens);
    let written = execution.sampled_tokens + execution.forced_tokens;
    Ok(ModelSpeed {
        load_ms: 0,
        prefill_tokens_per_second: per_second(read, execution.prefill_ms),
        decode_tokens_per_second: Some(per_second(written, execution.decode_ms)),
        prompt_tokens: execution.prompt_tokens,
        threads,
    })
}
