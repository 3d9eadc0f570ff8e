//! What a reader's file holds beside what llama.cpp reads: the heads, and the
//! vocabulary as we use it.

use super::vocabulary::{Marks, Vocabulary};
use crate::error::EngineError;
use crate::file::open_regular;
use crate::header::{self, READER_VERSION, Value};
use std::path::Path;

/// The version of the keys below `attest.reader.` that this program reads.
const VERSION: u64 = 2;
/// Scores of a token: `start`, `end`, `nothing`, `yes`, `no`.
pub(crate) const HEADS: usize = 5;
/// Room for a passage's tokens, at least: else windows would not get on past
/// the longest words.
const LEAST_ROOM: usize = 160;
/// Type of the tokens that are pieces of words, in the file.
const NORMAL: u64 = 1;

/// A linear head over a token's vector.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    weights: Vec<f32>,
    bias: f32,
}

impl Head {
    /// The score of one token.
    pub fn score(&self, vector: &[f32]) -> f32 {
        self.bias + product(&self.weights, vector)
    }
}

/// What says whether two tokens are the ends of one run: each is projected, as
/// a first one or as a last one, and the product of the two is the score.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ties {
    /// Rows of the projection of first tokens, then those of last ones.
    rows: Vec<Vec<f32>>,
}

impl Ties {
    /// A token as the first one of a run.
    pub fn first(&self, vector: &[f32]) -> Vec<f32> {
        let rows = self.rows.iter().take(self.rows.len() / 2);
        rows.map(|row| product(row, vector)).collect()
    }

    /// A token as the last one of a run.
    pub fn last(&self, vector: &[f32]) -> Vec<f32> {
        let rows = self.rows.iter().skip(self.rows.len() / 2);
        rows.map(|row| product(row, vector)).collect()
    }
}

/// The sum of products, in eight parts, which the processor adds at once.
pub(crate) fn product(one: &[f32], other: &[f32]) -> f32 {
    const PARTS: usize = 8;
    let (eights, rest) = one.as_chunks::<PARTS>();
    let (others, other_rest) = other.as_chunks::<PARTS>();
    let mut sums = [0.0_f32; PARTS];
    for (left, right) in eights.iter().zip(others) {
        for ((sum, one), two) in sums.iter_mut().zip(left).zip(right) {
            *sum += one * two;
        }
    }
    let tail = rest.iter().zip(other_rest).map(|(one, two)| one * two);
    sums.iter().sum::<f32>() + tail.sum::<f32>()
}

/// Everything of the file that is ours.
#[derive(Debug)]
pub(crate) struct ReaderFile {
    pub vocabulary: Vocabulary,
    pub heads: [Head; HEADS],
    pub ties: Ties,
    /// Length of a token's vector.
    pub width: usize,
    /// Tokens of a window: marks, question and passage.
    pub window_tokens: usize,
    /// Tokens of the question, at most.
    pub question_tokens: usize,
}

/// The keys of a file that are asked for.
#[derive(Default)]
struct Keys {
    version: u64,
    window_tokens: u64,
    question_tokens: u64,
    context: u64,
    width: u64,
    heads: Vec<f32>,
    bias: Vec<f32>,
    ties: Vec<f32>,
    tokens: Vec<Value>,
    kinds: Vec<Value>,
    unknown: Option<u64>,
    begin: Option<u64>,
    end: Option<u64>,
}

const HEAD_WEIGHTS: &str = "attest.reader.heads";
const HEAD_BIAS: &str = "attest.reader.bias";
const TIES: &str = "attest.reader.ties";
const TOKENS: &str = "tokenizer.ggml.tokens";
const TOKEN_KINDS: &str = "tokenizer.ggml.token_type";

fn is_kept(key: &str) -> bool {
    [HEAD_WEIGHTS, HEAD_BIAS, TIES, TOKENS, TOKEN_KINDS].contains(&key)
}

fn floats(items: Vec<Value>) -> Vec<f32> {
    let float = |item| match item {
        Value::Real(value) => value,
        _ => f32::NAN, // refused below
    };
    items.into_iter().map(float).collect()
}

impl Keys {
    fn note(&mut self, key: &str, value: Value) {
        match (key, value) {
            (READER_VERSION, Value::Number(number)) => self.version = number,
            ("attest.reader.window_tokens", Value::Number(number)) => self.window_tokens = number,
            ("attest.reader.question_tokens", Value::Number(number)) => {
                self.question_tokens = number;
            }
            ("bert.context_length", Value::Number(number)) => self.context = number,
            ("bert.embedding_length", Value::Number(number)) => self.width = number,
            (HEAD_WEIGHTS, Value::List { items, .. }) => self.heads = floats(items),
            (HEAD_BIAS, Value::List { items, .. }) => self.bias = floats(items),
            (TIES, Value::List { items, .. }) => self.ties = floats(items),
            (TOKENS, Value::List { items, .. }) => self.tokens = items,
            (TOKEN_KINDS, Value::List { items, .. }) => self.kinds = items,
            ("tokenizer.ggml.unknown_token_id", Value::Number(id)) => self.unknown = Some(id),
            ("tokenizer.ggml.cls_token_id", Value::Number(id)) => self.begin = Some(id),
            // Spelled so in the format.
            ("tokenizer.ggml.seperator_token_id", Value::Number(id)) => self.end = Some(id),
            _ => {}
        }
    }

    fn vocabulary(&mut self) -> Option<Vocabulary> {
        let id = |id: Option<u64>| u32::try_from(id?).ok();
        let marks = Marks {
            unknown: id(self.unknown)?,
            begin: id(self.begin)?,
            end: id(self.end)?,
        };
        let pairs = std::mem::take(&mut self.tokens)
            .into_iter()
            .zip(&self.kinds);
        let pieces = (0..).zip(pairs).filter_map(|(id, pair)| match pair {
            (Value::Text(spelled), Value::Number(NORMAL)) => Some((id, spelled)),
            _ => None,
        });
        Vocabulary::new(pieces, marks)
    }

    fn heads(&self) -> Option<[Head; HEADS]> {
        let width = usize::try_from(self.width).ok()?;
        if width == 0 || self.heads.len() != HEADS * width || !finite(&self.heads) {
            return None;
        }
        let bias: [f32; HEADS] = self.bias.as_slice().try_into().ok()?;
        if !finite(&bias) {
            return None;
        }
        let mut rows = self.heads.chunks_exact(width);
        Some(bias.map(|bias| Head {
            weights: rows.next().unwrap_or_default().to_vec(),
            bias,
        }))
    }

    fn ties(&self) -> Option<Ties> {
        let width = usize::try_from(self.width).ok()?;
        let halves = 2 * width;
        if halves == 0 || self.ties.is_empty() || !self.ties.len().is_multiple_of(halves) {
            return None;
        }
        let rows = self.ties.chunks_exact(width).map(<[f32]>::to_vec);
        finite(&self.ties).then(|| Ties {
            rows: rows.collect(),
        })
    }
}

fn finite(values: &[f32]) -> bool {
    values.iter().all(|value| value.is_finite())
}

impl ReaderFile {
    /// Reads the header of a model's file.
    ///
    /// # Errors
    ///
    /// [`EngineError::Load`] for a file that is no reader of the known version.
    pub fn open(path: &Path) -> Result<ReaderFile, EngineError> {
        let load = |error: String| EngineError::Load(error);
        let file = open_regular(path).map_err(|error| load(error.to_string()))?;
        let mut keys = Keys::default();
        header::visit(file, &is_kept, &mut |key, value| keys.note(key, value))
            .map_err(|error| load(error.to_string()))?;
        keys.complete()
            .ok_or_else(|| load("it is no reader of the kind that this version knows".into()))
    }
}

impl Keys {
    fn complete(mut self) -> Option<ReaderFile> {
        let window_tokens = usize::try_from(self.window_tokens).ok()?;
        let question_tokens = usize::try_from(self.question_tokens).ok()?;
        let room = window_tokens.checked_sub(question_tokens.checked_add(3)?)?;
        if self.version != VERSION || self.window_tokens > self.context || room < LEAST_ROOM {
            return None;
        }
        Some(ReaderFile {
            vocabulary: self.vocabulary()?,
            heads: self.heads()?,
            ties: self.ties()?,
            width: usize::try_from(self.width).ok()?,
            window_tokens,
            question_tokens,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> Keys {
        let text = |text: &str| Value::Text(text.into());
        Keys {
            version: 2,
            window_tokens: 256,
            question_tokens: 64,
            context: 512,
            width: 2,
            heads: (0..10u8).map(f32::from).collect(),
            bias: vec![0.5; 5],
            ties: (0..8u8).map(f32::from).collect(),
            tokens: vec![
                text("[CLS]"),
                text("\u{2581}|"),
                text("\u{2581};"),
                text("\u{2581}:"),
            ],
            kinds: [3, 1, 1, 1].map(Value::Number).into(),
            unknown: Some(0),
            begin: Some(0),
            end: Some(0),
        }
    }

    #[test]
    fn heads_are_rows_of_the_file() {
        let file = keys().complete().unwrap();
        let score = file.heads[1].score(&[10.0, 1.0]);
        assert_eq!(score.to_bits(), 23.5_f32.to_bits());
        assert_eq!(file.ties.first(&[1.0, 1.0]), [1.0, 5.0]);
        assert_eq!(file.ties.last(&[1.0, 0.0]), [4.0, 6.0]);
        assert_eq!((file.vocabulary.gap, file.vocabulary.line_end), (1, 2));
    }

    #[test]
    fn a_product_takes_every_part_of_both() {
        let values: Vec<f32> = (0..19u8).map(f32::from).collect();
        let expected: f32 = values.iter().map(|value| value * value).sum();
        assert_eq!(product(&values, &values).to_bits(), expected.to_bits());
    }

    #[test]
    fn whatever_is_wrong_with_the_keys_is_refused() {
        let spoils: [fn(&mut Keys); 10] = [
            |keys| keys.version = 1,
            |keys| keys.window_tokens = 1024,
            |keys| keys.question_tokens = 200,
            |keys| keys.question_tokens = u64::MAX,
            |keys| keys.width = 3,
            |keys| keys.heads[3] = f32::NAN,
            |keys| keys.bias = vec![0.0; 4],
            |keys| keys.ties[7] = f32::INFINITY,
            |keys| keys.ties.truncate(6),
            |keys| keys.tokens.truncate(3),
        ];
        for (number, spoil) in spoils.iter().enumerate() {
            let mut spoiled = keys();
            spoil(&mut spoiled);
            assert!(spoiled.complete().is_none(), "spoil {number}");
        }
    }
}
