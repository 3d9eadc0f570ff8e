//! A decoder, an embedder and a reader without models, for tests of the
//! pipeline and for work on the window. The decoder obeys the grammar and the
//! decisions like the real one; where the grammar leaves a choice it follows a
//! script, or takes the lowest byte.

use crate::decode::{Guide, Step};
use crate::decoder::{Control, Decoder};
use crate::embedding::{Embedder, normalize};
use crate::error::EngineError;
use crate::prompt::{self, Template};
use crate::protocol::{
    DraftRequest, Execution, LoadedModel, Progress, ScoreRequest, Scores, Stage,
};
use grammar::Vocabulary;
use std::collections::VecDeque;
use std::sync::Arc;

/// What a scripted decoder does for one draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Follows this text as far as the grammar allows it.
    Follow(String),
    /// Returns this text as it is, grammar or not: what a broken or hostile
    /// engine could hand over.
    Say(String),
    /// Fails.
    Fail(EngineError),
}

/// The scripted decoder.
pub struct Scripted {
    model: LoadedModel,
    script: VecDeque<Line>,
    vocabulary: Arc<Vocabulary>,
}

impl Scripted {
    /// A decoder that follows `script`, one line a draft.
    pub fn new(script: impl IntoIterator<Item = Line>) -> Scripted {
        Scripted {
            model: LoadedModel {
                sha256: String::new(),
                adapter_sha256: None,
                vocabulary_tokens: 257,
                context_tokens: 8192,
                template: Template::chatml(),
                backend: "scripted".into(),
                placement: crate::offload::Placement::default(),
                load_ms: 0,
                embedding_size: 0,
            },
            script: script.into_iter().collect(),
            vocabulary: Arc::new(Vocabulary::of_bytes()),
        }
    }
}

fn follow(guide: &mut Guide, script: &str) -> Result<String, EngineError> {
    let script = script.as_bytes();
    loop {
        match guide.step()? {
            Step::Forced(_) => {}
            Step::End => break,
            Step::Choose => {
                let mask = guide
                    .matcher
                    .mask()
                    .map_err(|error| EngineError::Grammar(error.to_string()))?;
                let wanted = script.get(guide.output.len()).map(|byte| u32::from(*byte));
                let follows = script.starts_with(&guide.output);
                let id = match wanted {
                    Some(id) if follows && mask.is_allowed(id) => id,
                    _ if mask.is_allowed(256) => 256,
                    _ => mask
                        .iter()
                        .next()
                        .ok_or_else(|| EngineError::Grammar("no token can follow".into()))?,
                };
                if id == 256 {
                    break;
                }
                guide
                    .matcher
                    .accept_token(id)
                    .map_err(|error| EngineError::Grammar(error.to_string()))?;
                guide.output.push(id as u8);
            }
        }
    }
    String::from_utf8(guide.output.clone())
        .map_err(|_| EngineError::Decode("the draft is not UTF-8".into()))
}

impl Decoder for Scripted {
    fn model(&self) -> &LoadedModel {
        &self.model
    }

    fn count_tokens(&mut self, texts: &[String]) -> Result<Vec<u32>, EngineError> {
        Ok(texts
            .iter()
            .map(|text| text.split_whitespace().count() as u32)
            .collect())
    }

    fn score(
        &mut self,
        request: &ScoreRequest,
        _progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Scores, EngineError> {
        let descending = |count: usize| (0..count).map(|index| -(index as f64) - 1.0).collect();
        Ok(Scores {
            mean_log_probability: request
                .choices
                .iter()
                .map(|choice| descending(choice.options.len()))
                .collect(),
            scored_tokens: 0,
            prompt_tokens: prompt::bytes(&request.prompt).len() as u32,
            reused_tokens: 0,
            prefill_ms: 0,
            score_ms: 0,
        })
    }

    fn draft(
        &mut self,
        request: &DraftRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Execution, EngineError> {
        let report = Progress {
            stage: Stage::Decode,
            done: 0,
            total: None,
            text: String::new(),
        };
        if progress(report) == Control::Cancel {
            return Err(EngineError::Cancelled);
        }
        let text = match self
            .script
            .pop_front()
            .unwrap_or(Line::Follow(String::new()))
        {
            Line::Fail(error) => return Err(error),
            Line::Say(text) => text,
            Line::Follow(script) => {
                let mut guide = Guide::new(&request.grammar, &request.decisions, &self.vocabulary)?;
                follow(&mut guide, &script)?
            }
        };
        Ok(Execution {
            text,
            mean_choice_probability: Some(1.0),
            constraint_pressure: Some(0.0),
            ..Execution::default()
        })
    }
}

/// An embedder without a model, for tests: a text's vector counts its words,
/// each in the place its bytes hash to, so that texts are near by the words
/// they share.
pub struct WordEmbedder {
    model: LoadedModel,
}

/// Length of a [`WordEmbedder`]'s vectors.
const WORD_DIMENSIONS: u32 = 256;

impl Default for WordEmbedder {
    fn default() -> Self {
        WordEmbedder {
            model: LoadedModel {
                sha256: String::new(),
                adapter_sha256: None,
                vocabulary_tokens: 0,
                context_tokens: 0,
                template: Template::chatml(),
                backend: "scripted".into(),
                placement: crate::offload::Placement::default(),
                load_ms: 0,
                embedding_size: WORD_DIMENSIONS,
            },
        }
    }
}

/// FNV-1a, 32 bits.
fn hash_word(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

impl Embedder for WordEmbedder {
    fn model(&self) -> &LoadedModel {
        &self.model
    }

    fn embed(
        &mut self,
        texts: &[String],
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for text in texts {
            let report = Progress {
                stage: Stage::Embed,
                done: vectors.len() as u32,
                total: Some(texts.len() as u32),
                text: String::new(),
            };
            if progress(report) == Control::Cancel {
                return Err(EngineError::Cancelled);
            }
            let mut counts = vec![0.0; WORD_DIMENSIONS as usize];
            for word in text
                .split(|character: char| !character.is_alphanumeric())
                .filter(|word| !word.is_empty())
            {
                let place = hash_word(&word.to_lowercase()) % WORD_DIMENSIONS;
                if let Some(count) = counts.get_mut(place as usize) {
                    *count += 1.0;
                }
            }
            vectors.push(normalize(&counts));
        }
        Ok(vectors)
    }
}
