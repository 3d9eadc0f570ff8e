//! What goes between the program and the worker process: one JSON value a message, in the
//! frames of [`host::frame`]. The word to stop a request is the host's own.

use crate::catalogue::Scale;
use crate::offload::{Device, Placement};
use crate::prompt::Part;
use crate::reader::{ReadRequest, Reading};
use serde::{Deserialize, Serialize};

/// Everything that decides how a model is loaded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoadRequest {
    /// Path of the GGUF file.
    pub path: std::path::PathBuf,
    /// SHA-256 that the bytes which are loaded must have, lower-case hexadecimal.
    pub sha256: String,
    /// Tokens of context to allocate.
    pub context_tokens: u32,
    /// Threads for decoding; at least 1.
    pub threads: u32,
    /// Whether to use flash attention; measured per model, see `models.toml`.
    pub flash_attention: bool,
    /// Template name of the catalogue entry (`chatml`), or none to take what
    /// the file brings.
    pub template: Option<String>,
    /// Layers to put on a graphics processor; none: as many as fit there, 0: all of the model
    /// stays on the processor. See [`crate::offload`].
    pub gpu_layers: Option<u32>,
    /// What is put upon the model; none: it is used as it is.
    #[serde(default)]
    pub adapter: Option<LoadAdapter>,
}

/// An adapter that is put upon a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoadAdapter {
    /// Path of its file.
    pub path: std::path::PathBuf,
    /// SHA-256 that the bytes which are loaded must have, lower-case hexadecimal.
    pub sha256: String,
    /// How much of it counts.
    pub scale: Scale,
}

impl LoadRequest {
    /// Every file that is loaded.
    pub(crate) fn files(&self) -> impl Iterator<Item = &std::path::Path> {
        let adapter = self.adapter.iter().map(|adapter| adapter.path.as_path());
        std::iter::once(self.path.as_path()).chain(adapter)
    }
}

/// What a loaded model says of itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoadedModel {
    /// SHA-256 of the bytes that were loaded, lower-case hexadecimal.
    pub sha256: String,
    /// That of the adapter's bytes; none where nothing is put upon the model.
    #[serde(default)]
    pub adapter_sha256: Option<String>,
    /// Tokens in the vocabulary.
    pub vocabulary_tokens: u32,
    /// Tokens of context allocated.
    pub context_tokens: u32,
    /// How a conversation is written for this model.
    pub template: crate::prompt::Template,
    /// Backend and instruction sets in use, as llama.cpp names them.
    pub backend: String,
    /// What of it is on a graphics processor.
    #[serde(default)]
    pub placement: Placement,
    /// Milliseconds spent loading.
    pub load_ms: u64,
    /// Length of the vectors of an embedding model; 0 for a model that answers.
    pub embedding_size: u32,
}

/// A finite set of ways to go on after the prompt, to be scored whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// What the assistant is taken to have begun with (`The answer is:`).
    pub lead: String,
    /// The ways to go on, each starting with the white space it needs.
    pub options: Vec<String>,
}

/// Ask for the scores of choices after a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreRequest {
    /// The prompt.
    pub prompt: Vec<Part>,
    /// What to score.
    pub choices: Vec<Choice>,
    /// Without levers: nothing is kept of a prompt, options are read one after the other and
    /// token by token.
    #[serde(default)]
    pub plain: bool,
}

/// Mean log probability per token of each option, per choice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// `mean_log_probability[choice][option]`, natural logarithm, at most 0.
    pub mean_log_probability: Vec<Vec<f64>>,
    /// Tokens evaluated for the options.
    pub scored_tokens: u32,
    /// Tokens of the prompt.
    pub prompt_tokens: u32,
    /// Of those, taken from the kept prefix.
    pub reused_tokens: u32,
    /// Milliseconds for the prompt.
    pub prefill_ms: u64,
    /// Milliseconds for the options.
    pub score_ms: u64,
}

/// A piece of text that was decided before decoding (a scored candidate). It
/// is put in where the output ends with `after`, and must be allowed there by
/// the grammar, or the draft fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The end of the output at the place of the decision.
    pub after: String,
    /// What is put in.
    pub text: String,
}

/// Ask for a draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DraftRequest {
    /// The prompt.
    pub prompt: Vec<Part>,
    /// GBNF text; its `root` rule is the language of the draft.
    pub grammar: String,
    /// In the order of their places.
    pub decisions: Vec<Decision>,
    /// The draft is cut, and fails, above this many tokens.
    pub max_output_tokens: u32,
    /// Without levers: nothing is kept of a prompt, and every token, forced or chosen, is
    /// allowed by a mask of its own and read by itself.
    #[serde(default)]
    pub plain: bool,
}

/// Where a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Reading the prompt.
    Prefill,
    /// Weighing candidates.
    Score,
    /// Writing the answer.
    Decode,
    /// Turning texts into vectors.
    Embed,
    /// Reading passages for what answers the question.
    Read,
}

/// Progress of the request under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Tokens done; texts, when embedding; passages, when reading.
    pub done: u32,
    /// Of how many, where known.
    pub total: Option<u32>,
    /// New output text since the last progress (decode stage only).
    pub text: String,
}

/// What decoding gave: untrusted text with its counts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Execution {
    /// The draft.
    pub text: String,
    /// Tokens of the prompt.
    pub prompt_tokens: u32,
    /// Of those, taken from the kept prefix.
    pub reused_tokens: u32,
    /// Output tokens the grammar or a decision left no choice about.
    pub forced_tokens: u32,
    /// Output tokens the model chose.
    pub sampled_tokens: u32,
    /// Milliseconds from the request to the first output token.
    pub first_token_ms: u64,
    /// Milliseconds for the prompt.
    pub prefill_ms: u64,
    /// Milliseconds for the output.
    pub decode_ms: u64,
    /// Milliseconds to parse the grammar and ready the matcher.
    pub grammar_ms: u64,
    /// Milliseconds spent on masks and forced bytes.
    pub mask_ms: u64,
    /// Mean over sampled tokens of the probability the model gave the chosen
    /// one among the allowed ones, 0..=1; 1 when nothing was sampled, none where nobody measured
    /// it, as with a server that does not tell it.
    pub mean_choice_probability: Option<f64>,
    /// Mean over sampled tokens of the probability mass the mask removed,
    /// 0..=1 ("constraint pressure"); none where nobody measured it.
    pub constraint_pressure: Option<f64>,
}

/// How bad it is, what a library says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Severity {
    Warning,
    Error,
}

/// That llama.cpp or ggml said something, in words of fixed lists, for the log; see
/// [`crate::worker::PHRASES`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Said {
    pub severity: Severity,
    pub origin: String,
    pub phrase: String,
}

/// One request.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Request {
    Load(LoadRequest),
    Devices,
    LoadEmbedding(LoadRequest),
    Embed(Vec<String>),
    LoadReader(LoadRequest),
    Read(ReadRequest),
    Count(Vec<String>),
    RoundTrip(Vec<String>),
    Score(ScoreRequest),
    Draft(DraftRequest),
}

/// One reply.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    Loaded(LoadedModel),
    Devices(Vec<Device>),
    Embedded(Vec<Vec<f32>>),
    Read(Vec<Reading>),
    Counted(Vec<u32>),
    RoundTripped(Vec<bool>),
    Progress(Progress),
    Scored(Scores),
    Drafted(Execution),
    Failed(crate::error::EngineError),
    Said(Said),
}
