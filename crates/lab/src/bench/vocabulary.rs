//! The tokens a bench runs on.

use engine::{EngineError, Tokenizer};
use grammar::Vocabulary;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A vocabulary and its tokenizer.
pub(crate) struct Words {
    vocabulary: Arc<Vocabulary>,
    tokenizer: Option<Tokenizer>,
    name: String,
    file: Option<PathBuf>,
}

impl Words {
    /// A model's own.
    pub fn of_model(name: &str, file: &Path) -> Result<Words, EngineError> {
        let tokenizer = Tokenizer::load(file)?;
        Ok(Words {
            vocabulary: Arc::new(tokenizer.vocabulary()),
            tokenizer: Some(tokenizer),
            name: name.to_owned(),
            file: Some(file.to_owned()),
        })
    }

    /// The 256 bytes, and an end.
    pub fn bytes() -> Words {
        let tokens = (0..=u8::MAX).map(|byte| vec![byte]);
        let tokens = tokens.chain(std::iter::once(Vec::new())).collect();
        Words {
            vocabulary: Arc::new(Vocabulary::new(tokens, vec![256], Vec::new())),
            tokenizer: None,
            name: "bytes".into(),
            file: None,
        }
    }

    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// For people: the model's name and how many tokens there are.
    pub fn describe(&self) -> String {
        format!("{}, {} tokens", self.name, self.vocabulary.len())
    }

    /// The model's file.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The tokens of a text. Where a tokenizer changes the text (some put a
    /// space in front), its single bytes where the vocabulary has them.
    pub fn tokenize(&self, text: &str) -> Vec<u32> {
        let Some(tokenizer) = &self.tokenizer else {
            return text.bytes().map(u32::from).collect();
        };
        let tokens = tokenizer.tokenize(text.as_bytes());
        let whole = tokens
            .iter()
            .flat_map(|token| self.vocabulary.bytes(*token).unwrap_or_default())
            .eq(text.as_bytes());
        if whole {
            return tokens;
        }
        let single = |byte: u8| {
            let ids = 0..u32::try_from(self.vocabulary.len()).unwrap_or(u32::MAX);
            ids.into_iter().find(|id| {
                self.vocabulary.is_text(*id) && self.vocabulary.bytes(*id) == Some(&[byte])
            })
        };
        let bytes: Option<Vec<u32>> = text.bytes().map(single).collect();
        bytes.unwrap_or(tokens)
    }
}
