//! One loaded model and the state it keeps between requests: the only code
//! that calls llama.cpp.
//!
//! # The kept prefix
//!
//! Sequence 0 holds the last prompt. A new prompt reuses the part it shares
//! with it, in whole batches ([`crate::batches`]), so that answers are equal
//! to the bit, cold and warm.

use crate::batches::{self, BATCH_TOKENS, Decoded};
use crate::error::EngineError;
use crate::joined::Joined;
use crate::offload::{self, KeptOff, Offload, Placement, Target};
use crate::prompt::{self, Part, Template};
use crate::protocol::{LoadRequest, LoadedModel};
use crate::thinking::{CLOSE, MAX_THOUGHT_TOKENS};
use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::model::{LlamaChatMessage, LlamaLoraAdapter, LlamaModel};
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::{LlamaBackendDevice, LlamaBackendDeviceType};
use std::num::NonZeroU32;
use std::path::Path;

/// Sequences beside the prompt's own that can share its prefix.
pub(crate) const MAX_BRANCHES: usize = 32;

/// The first of the sequences that branch off the prompt.
pub(crate) const FIRST_BRANCH: i32 = 1;

/// Room for a thought and the text that ends it, which has fewer tokens than bytes.
const THOUGHT_TOKENS: usize = MAX_THOUGHT_TOKENS + 3 + CLOSE.len();

/// The token with the highest score; of several the first.
fn likeliest(logits: &[f32]) -> LlamaToken {
    let first = (0, f32::NEG_INFINITY);
    let better = |best: (usize, f32), (at, score): (usize, &f32)| {
        if *score > best.1 { (at, *score) } else { best }
    };
    let (at, _) = logits.iter().enumerate().fold(first, better);
    LlamaToken(at as i32)
}

/// Result of reading a prompt.
pub(crate) struct Prefill {
    pub prompt_tokens: u32,
    pub reused_tokens: u32,
}

/// Hears, before each batch and at the end, how many tokens of a prompt are
/// read and of how many; its error ends the reading.
pub(crate) type OnBatch<'a> = dyn FnMut(usize, usize) -> Result<(), EngineError> + 'a;

/// A model and its context.
pub(crate) struct Session<'model> {
    pub context: LlamaContext<'model>,
    model: &'model LlamaModel,
    joined: Joined,
    /// The prompt in sequence 0.
    kept: Decoded<LlamaToken>,
    /// Whether the model thinks behind each prompt.
    thinks: bool,
    /// Tokens of the thought behind the prompt in sequence 0.
    thought: usize,
    /// Log probabilities are needed for the last token of `kept`, or of the thought behind it: its
    /// logits row, copied, because later batches overwrite it.
    pub last_logits: Vec<f32>,
    batch: LlamaBatch<'model>,
    context_tokens: usize,
}

pub(crate) fn load_model(
    backend: &LlamaBackend,
    request: &LoadRequest,
    target: Option<&Target>,
) -> Result<LlamaModel, EngineError> {
    // Of a device that is named, llama.cpp would also use the kernels for layers that are not
    // there; of none, none.
    let (devices, layers) = match target {
        Some(target) => (vec![target.index], target.offload.layers),
        None => (Vec::new(), 0),
    };
    let load = |error: &dyn std::fmt::Display| EngineError::Load(error.to_string());
    let parameters = LlamaModelParams::default()
        .with_n_gpu_layers(layers)
        .with_devices(&devices)
        .map_err(|error| load(&error))?;
    LlamaModel::load_from_file(backend, &request.path, &parameters).map_err(|error| load(&error))
}

/// What is put upon a model, read into the memory of whatever holds the model; before its first
/// context, which makes room for it.
fn load_adapter(
    model: &mut LlamaModel,
    request: &LoadRequest,
) -> Result<Option<LlamaLoraAdapter>, EngineError> {
    let adapter = request.adapter.as_ref();
    let loaded = adapter.map(|adapter| model.lora_adapter_init(&adapter.path));
    let refused = |_| EngineError::Load("llama.cpp refuses the adapter".into());
    loaded.transpose().map_err(refused)
}

/// A model with what is put upon it, and where it is.
pub(crate) type Placed = (LlamaModel, Option<LlamaLoraAdapter>, Placement);

/// Loads a model where it is to be, with room for its context; on the processor alone where the
/// device does not take it.
pub(crate) fn load_placed(
    backend: &LlamaBackend,
    request: &LoadRequest,
) -> Result<Placed, EngineError> {
    let on = |target: Option<&Target>| {
        let mut model = load_model(backend, request, target)?;
        let adapter = load_adapter(&mut model, request)?;
        Ok::<_, EngineError>((model, adapter))
    };
    let on_processor = |placement| {
        let (model, adapter) = on(None)?;
        Ok((model, adapter, placement))
    };
    let files: Vec<&Path> = request.files().collect();
    let target = match offload::target(&files, request.context_tokens, request.gpu_layers) {
        Ok(Some(target)) => target,
        Ok(None) => return on_processor(Placement::default()),
        Err(why) => return on_processor(Placement::kept_off(why)),
    };
    let tried = on(Some(&target)).and_then(|(model, mut adapter)| {
        Session::new(backend, &model, adapter.as_mut(), request)?;
        Ok((model, adapter))
    });
    match tried {
        Ok((model, adapter)) => Ok((
            model,
            adapter,
            Placement {
                offload: Some(target.offload),
                kept_off: None,
            },
        )),
        Err(_) => on_processor(Placement::kept_off(KeptOff::Refused)),
    }
}

/// Backends in use, as llama.cpp names them: processors, and the device that has layers.
pub(crate) fn backend_names(offload: Option<&Offload>) -> String {
    let is_used = |device: &&LlamaBackendDevice| match device.device_type {
        LlamaBackendDeviceType::Cpu | LlamaBackendDeviceType::Accelerator => true,
        _ => offload.is_some_and(|offload| offload.device == device.name),
    };
    llama_cpp_2::list_llama_ggml_backend_devices()
        .iter()
        .filter(is_used)
        .map(|device| format!("{} ({})", device.name, device.description))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The tokens of a model as the matcher wants them.
pub(crate) fn vocabulary(model: &LlamaModel) -> grammar::Vocabulary {
    let vocabulary = model.vocab();
    let count = vocabulary.n_tokens().unsigned_abs() as usize;
    let (mut tokens, mut ends, mut special) = (Vec::with_capacity(count), Vec::new(), Vec::new());
    for token in vocabulary.tokens() {
        let id = token.0.unsigned_abs();
        if vocabulary.is_eog(token) {
            ends.push(id);
        } else if vocabulary.is_control(token) {
            special.push(id);
        }
        tokens.push(vocabulary.token_to_piece(token, false, None));
    }
    grammar::Vocabulary::new(tokens, ends, special)
}

impl<'model> Session<'model> {
    pub fn new(
        backend: &LlamaBackend,
        model: &'model LlamaModel,
        adapter: Option<&mut LlamaLoraAdapter>,
        request: &LoadRequest,
    ) -> Result<Session<'model>, EngineError> {
        let threads = i32::try_from(request.threads.max(1)).unwrap_or(1);
        let context_tokens = request.context_tokens.min(model.n_ctx_train());
        let attention = i32::from(request.flash_attention);
        let parameters = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(context_tokens))
            .with_n_batch(BATCH_TOKENS as u32)
            .with_n_ubatch(BATCH_TOKENS as u32)
            .with_n_seq_max(MAX_BRANCHES as u32 + 1)
            .with_kv_unified(true)
            .with_n_threads(threads)
            .with_n_threads_batch(threads)
            .with_flash_attention_policy(attention)
            .with_no_perf(true);
        let mut context = model
            .new_context(backend, parameters)
            .map_err(|error| EngineError::Load(error.to_string()))?;
        if let (Some(adapter), Some(asked)) = (adapter, &request.adapter) {
            context
                .lora_adapter_set(adapter, asked.scale.factor())
                .map_err(|error| EngineError::Load(error.to_string()))?;
        }
        Ok(Session {
            context,
            model,
            joined: Joined::new(&model.vocab()),
            kept: Decoded::default(),
            thinks: false,
            thought: 0,
            last_logits: Vec::new(),
            batch: LlamaBatch::new(BATCH_TOKENS, MAX_BRANCHES as i32),
            context_tokens: context_tokens as usize,
        })
    }

    pub fn loaded(
        &self,
        template: Template,
        load_ms: u64,
        sha256: String,
        placement: Placement,
    ) -> LoadedModel {
        LoadedModel {
            sha256,
            adapter_sha256: None,
            vocabulary_tokens: self.model.n_vocab().unsigned_abs(),
            context_tokens: self.context_tokens as u32,
            template,
            backend: backend_names(placement.offload.as_ref()),
            placement,
            load_ms,
            embedding_size: 0,
        }
    }

    pub fn template(&self, name: Option<&str>) -> Result<Template, EngineError> {
        if name == Some("chatml") {
            return Ok(Template::chatml());
        }
        if let Some(name) = name {
            return Err(EngineError::Load(format!("unknown chat template {name}")));
        }
        let (system, user) = ("\u{241}SYSTEM\u{241}", "\u{241}USER\u{241}");
        let message = |role: &str, text: &str| {
            LlamaChatMessage::new(role.into(), text.into())
                .map_err(|error| EngineError::Load(error.to_string()))
        };
        let messages = [message("system", system)?, message("user", user)?];
        let refused =
            || EngineError::Load("the file's chat template is not one that llama.cpp knows".into());
        let own = self.model.chat_template(None).map_err(|_| refused())?;
        let rendered = self
            .model
            .apply_chat_template(&own, &messages, true)
            .map_err(|_| refused())?;
        let template = Template::split("file", &rendered, system, user).ok_or_else(refused)?;
        let text = own.to_str().unwrap_or_default();
        Ok(template.thinking_as(text))
    }

    pub fn vocabulary(&self) -> grammar::Vocabulary {
        vocabulary(self.model)
    }

    /// Tokens of a text that goes on another one; control tokens are not recognised.
    pub fn tokenize(&self, bytes: &[u8]) -> Vec<LlamaToken> {
        self.joined.tokenize(&self.model.vocab(), bytes, false)
    }

    /// The tokens of a prompt, and the ends of their batches.
    fn tokenize_parts(&self, parts: &[Part]) -> (Vec<LlamaToken>, Vec<usize>) {
        let vocabulary = self.model.vocab();
        let (mut tokens, mut lengths): (Vec<LlamaToken>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut counted = 0;
        for part in parts {
            let (text, special) = match part {
                Part::Template(text) => (text.as_bytes(), true),
                Part::Text(text) => (text.as_bytes(), false),
            };
            if tokens.is_empty() {
                tokens = self.beginning(text, special);
            } else {
                tokens.extend(self.joined.tokenize(&vocabulary, text, special));
            }
            lengths.push(tokens.len() - counted);
            counted = tokens.len();
        }
        let ends = batches::ends(&lengths, prompt::question(parts));
        (tokens, ends)
    }

    /// Tokens of what a prompt begins with, behind the mark of its beginning where the model knows
    /// one. Some templates write that mark themselves.
    fn beginning(&self, text: &[u8], special: bool) -> Vec<LlamaToken> {
        let vocabulary = self.model.vocab();
        let mut tokens = vocabulary.tokenize(text, false, special);
        let begin = vocabulary.bos();
        if vocabulary.should_add_bos() && tokens.first() != Some(&begin) {
            tokens.insert(0, begin);
        }
        tokens
    }

    /// Lets the model think behind every prompt.
    pub fn think_first(&mut self) {
        self.thinks = true;
    }

    /// Makes sequence 0 hold exactly the prompt, and what the model thinks of it where it does, with
    /// the logits of the last token in `last_logits`. `reserve` tokens must stay free for the rest.
    pub fn prefill(
        &mut self,
        parts: &[Part],
        reserve: usize,
        on_batch: &mut OnBatch<'_>,
    ) -> Result<Prefill, EngineError> {
        let (tokens, ends) = self.tokenize_parts(parts);
        let thought = if self.thinks { THOUGHT_TOKENS } else { 0 };
        let needed = tokens.len() + thought + reserve;
        if tokens.is_empty() || needed > self.context_tokens {
            return Err(EngineError::Context {
                needed: needed as u32,
                available: self.context_tokens as u32,
            });
        }
        self.drop_branches()?;
        self.keep_prompt_only()?;
        let is_kept = self.kept.is(&tokens, &ends) && !self.last_logits.is_empty();
        let reused = if is_kept {
            self.prompt_length()
        } else {
            // At least the last batch is decoded again: its logits are needed.
            let shared = self.kept.shared(&tokens, &ends);
            self.truncate(shared)?;
            self.decode_prompt(&tokens, &ends, on_batch)?;
            if self.thinks {
                self.think(on_batch)?;
            }
            shared
        };
        Ok(Prefill {
            prompt_tokens: self.prompt_length() as u32,
            reused_tokens: reused as u32,
        })
    }

    /// Decodes what of a prompt is not kept.
    fn decode_prompt(
        &mut self,
        tokens: &[LlamaToken],
        ends: &[usize],
        on_batch: &mut OnBatch<'_>,
    ) -> Result<(), EngineError> {
        for end in ends {
            let done = self.kept.len();
            let batch = tokens.get(done..*end).unwrap_or_default();
            if batch.is_empty() {
                continue; // kept
            }
            on_batch(done, tokens.len())?;
            let row = |(offset, token): (usize, &LlamaToken)| {
                let position = done + offset;
                (*token, position, [0], position + 1 == tokens.len())
            };
            let rows: Vec<_> = batch.iter().enumerate().map(row).collect();
            self.decode_rows(&rows)?;
            self.kept.push(batch);
        }
        self.last_logits = self.context.get_logits_ith(-1).to_vec();
        on_batch(tokens.len(), tokens.len())
    }

    /// Lets the model go on behind the prompt, freely, until it ends the thought or the thought is
    /// long enough; one that it does not end is ended.
    fn think(&mut self, on_batch: &mut OnBatch<'_>) -> Result<(), EngineError> {
        let vocabulary = self.model.vocab();
        // Without them this prompt counts as not read, should the thought be broken off.
        let mut logits = std::mem::take(&mut self.last_logits);
        let (mut text, mut ended) = (Vec::new(), false);
        for _ in 0..MAX_THOUGHT_TOKENS {
            on_batch(self.prompt_length(), self.prompt_length())?;
            let token = likeliest(&logits);
            let piece = vocabulary.token_to_piece(token, true, None);
            let is_control = vocabulary.is_eog(token) || vocabulary.is_control(token);
            if is_control && piece != CLOSE.as_bytes() {
                break;
            }
            text.extend(piece);
            logits = self.decode_thought(&[token])?;
            // A sign of the end may begin in the middle of a token.
            ended = text
                .windows(CLOSE.len())
                .any(|part| part == CLOSE.as_bytes());
            if ended {
                break;
            }
        }
        let end = if ended {
            "\n\n".into()
        } else {
            format!("\n{CLOSE}\n\n")
        };
        let end = self.joined.tokenize(&vocabulary, end.as_bytes(), true);
        self.last_logits = self.decode_thought(&end)?;
        Ok(())
    }

    /// Takes tokens of a thought in; returns the logits behind them.
    fn decode_thought(&mut self, tokens: &[LlamaToken]) -> Result<Vec<f32>, EngineError> {
        let start = self.prompt_length();
        let row = |(offset, token): (usize, &LlamaToken)| {
            (*token, start + offset, [0], offset + 1 == tokens.len())
        };
        let rows: Vec<_> = tokens.iter().enumerate().map(row).collect();
        self.decode_rows(&rows)?;
        self.thought += tokens.len();
        Ok(self.context.get_logits_ith(-1).to_vec())
    }

    /// Forgets everything after the first `length` tokens of sequence 0.
    pub fn truncate(&mut self, length: usize) -> Result<(), EngineError> {
        self.context
            .kv_cache_seq_rm(0, Some(length as u32), None)
            .map_err(|error| EngineError::Decode(error.to_string()))?;
        self.kept.truncate(length);
        self.thought = 0;
        self.last_logits.clear();
        Ok(())
    }

    /// Forgets what was decoded after the prompt in sequence 0.
    pub fn keep_prompt_only(&mut self) -> Result<(), EngineError> {
        self.context
            .kv_cache_seq_rm(0, Some(self.prompt_length() as u32), None)
            .map_err(|error| EngineError::Decode(error.to_string()))
    }

    /// Forgets all branches, leaving sequence 0.
    pub fn drop_branches(&mut self) -> Result<(), EngineError> {
        // From the first, 1, to as many as there are.
        for sequence in FIRST_BRANCH..=MAX_BRANCHES as i32 {
            self.context
                .kv_cache_seq_rm(sequence, None, None)
                .map_err(|error| EngineError::Decode(error.to_string()))?;
        }
        Ok(())
    }

    /// Makes `to` share the tokens of `from`.
    pub fn branch(&mut self, from: i32, to: i32) -> Result<(), EngineError> {
        self.context
            .kv_cache_seq_cp(from, to, None, None)
            .map_err(|error| EngineError::Decode(error.to_string()))
    }

    /// Decodes rows `(token, position, sequences, wants logits)`, at most
    /// [`BATCH_TOKENS`] of them, each of one sequence or of several branches.
    pub fn decode_rows<S: AsRef<[i32]>>(
        &mut self,
        rows: &[(LlamaToken, usize, S, bool)],
    ) -> Result<(), EngineError> {
        self.batch.clear();
        for (token, position, sequences, wanted) in rows {
            let sequences = sequences.as_ref();
            if sequences.is_empty() || sequences.len() > MAX_BRANCHES {
                return Err(EngineError::Decode("a row of too many sequences".into()));
            }
            self.batch
                .add(*token, *position as i32, sequences, *wanted)
                .map_err(|error| EngineError::Decode(error.to_string()))?;
        }
        self.context
            .decode(&mut self.batch)
            .map_err(|error| EngineError::Decode(error.to_string()))
    }

    /// Tokens of the prompt in sequence 0, and of the thought behind it.
    pub fn prompt_length(&self) -> usize {
        self.kept.len() + self.thought
    }

    /// Tokens of context.
    pub fn context_tokens(&self) -> usize {
        self.context_tokens
    }
}
