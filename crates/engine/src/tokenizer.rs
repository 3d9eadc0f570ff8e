//! A model's vocabulary and tokenizer without its weights, and llama.cpp's own
//! grammar sampler over it: the second opinion on every grammar of ours.

use crate::error::EngineError;
use crate::instructions::start_backend;
use crate::llama;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::token::data::LlamaTokenData;
use llama_cpp_2::token::data_array::LlamaTokenDataArray;
use std::path::Path;

/// The vocabulary of a GGUF file. One may live in a process at a time, and not
/// beside a loaded model.
pub struct Tokenizer {
    model: LlamaModel,
    // After the model: fields are dropped in order.
    _backend: LlamaBackend,
}

impl Tokenizer {
    /// Reads the vocabulary and nothing else of a model's file.
    ///
    /// # Errors
    ///
    /// [`EngineError::Load`] when llama.cpp refuses the file, or when another
    /// tokenizer or model is loaded in this process.
    pub fn load(path: &Path) -> Result<Tokenizer, EngineError> {
        llama_cpp_2::send_logs_to_tracing(llama_cpp_2::LogOptions::default());
        let backend = start_backend()?;
        let parameters = LlamaModelParams::default()
            .with_n_gpu_layers(0)
            .with_vocab_only(true);
        let model = LlamaModel::load_from_file(&backend, path, &parameters)
            .map_err(|error| EngineError::Load(error.to_string()))?;
        Ok(Tokenizer {
            model,
            _backend: backend,
        })
    }

    /// The tokens as a matcher wants them.
    pub fn vocabulary(&self) -> grammar::Vocabulary {
        llama::vocabulary(&self.model)
    }

    /// The model's own tokens of a text; control tokens are not recognised.
    pub fn tokenize(&self, text: &[u8]) -> Vec<u32> {
        let tokens = self.model.vocab().tokenize(text, false, false);
        tokens
            .into_iter()
            .map(|token| token.0.unsigned_abs())
            .collect()
    }

    /// llama.cpp's parser and grammar sampler on a GBNF text, at its start.
    ///
    /// llama.cpp may abort the process or hang on a hostile text: use
    /// [`crate::trial`] for texts that nobody has looked at.
    ///
    /// # Errors
    ///
    /// [`EngineError::Grammar`]; llama.cpp says no more than that.
    pub fn sampler(&self, gbnf: &str) -> Result<GrammarSampler, EngineError> {
        let sampler = LlamaSampler::grammar(&self.model, gbnf, "root")
            .map_err(|error| EngineError::Grammar(error.to_string()))?;
        let every = self.model.vocab().tokens();
        Ok(GrammarSampler {
            sampler,
            every: every
                .map(|token| LlamaTokenData::new(token, 0.0, 0.0))
                .collect(),
        })
    }
}

/// llama.cpp's grammar sampler, following one text.
pub struct GrammarSampler {
    sampler: LlamaSampler,
    /// All tokens with equal logits: what stands after `apply` is the mask.
    every: Vec<LlamaTokenData>,
}

impl GrammarSampler {
    /// The tokens it allows next, in order. Control tokens count as their
    /// names' text here, unlike in [`grammar::Matcher`].
    pub fn allowed(&mut self) -> Vec<u32> {
        let mut array = LlamaTokenDataArray::new(self.every.clone(), false);
        self.sampler.apply(&mut array);
        let mut allowed: Vec<u32> = array
            .data
            .iter()
            .filter(|data| data.logit() == 0.0)
            .map(|data| data.id().0.unsigned_abs())
            .collect();
        allowed.sort_unstable();
        allowed
    }

    /// Whether one token is allowed next; cheaper than all of them.
    pub fn allows(&mut self, token: u32) -> bool {
        let one = LlamaTokenData::new(LlamaToken(token.cast_signed()), 0.0, 0.0);
        let mut array = LlamaTokenDataArray::new(vec![one], false);
        self.sampler.apply(&mut array);
        array.data.iter().any(|data| data.logit() == 0.0)
    }

    /// Accepts a token that is allowed. One that is not ends the process, by an exception of C++
    /// that nobody catches: ask [`GrammarSampler::allows`] first.
    pub fn accept(&mut self, token: u32) {
        self.sampler.accept(LlamaToken(token.cast_signed()));
    }
}

/// Whether llama.cpp's own JSON Schema converter is in this build (`llama-converter`, a feature of
/// this crate that is off by default).
pub const HAS_CONVERTER: bool = cfg!(feature = "llama-converter");

/// llama.cpp's own JSON Schema converter.
///
/// # Errors
///
/// [`EngineError::Grammar`] with what it says.
#[cfg(feature = "llama-converter")]
pub(crate) fn convert_schema(schema: &str) -> Result<String, EngineError> {
    llama_cpp_2::json_schema_to_grammar(schema)
        .map_err(|error| EngineError::Grammar(error.to_string()))
}

/// llama.cpp's own JSON Schema converter, which is not in this build.
///
/// # Errors
///
/// [`EngineError::Grammar`], always.
#[cfg(not(feature = "llama-converter"))]
pub(crate) fn convert_schema(_schema: &str) -> Result<String, EngineError> {
    let missing = "llama.cpp's converter is not in this build";
    Err(EngineError::Grammar(missing.to_owned()))
}
