//! What the measurements share: the default model's vocabulary, read from its
//! GGUF file, and the `MaskBench` sample. Either may be absent; then callers say
//! so and skip.
#![allow(dead_code, clippy::unwrap_used)]

use grammar::{EvidenceChunk, EvidenceText, Vocabulary};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One schema of the sample and its instances as text.
pub struct Case {
    pub id: String,
    pub schema: Value,
    pub tests: Vec<(bool, String)>,
}

/// The sample, or why it is not there. `MASKBENCH_FILE` names another file.
pub fn maskbench() -> Result<Vec<Case>, String> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/maskbench/dev.jsonl"
    );
    let path = std::env::var("MASKBENCH_FILE").unwrap_or_else(|_| path.to_owned());
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let case = |line: &str| {
        let mut case: Value = serde_json::from_str(line).unwrap();
        let tests = case["tests"].as_array().into_iter().flatten();
        let tests = tests.map(|test| (test["valid"] == true, spaced(&test["data"])));
        Case {
            id: case["id"].as_str().unwrap_or_default().to_owned(),
            tests: tests.collect(),
            schema: case["schema"].take(),
        }
    };
    Ok(text.lines().map(case).collect())
}

/// JSON with a space after `,` and `:`, as models write it.
fn spaced(value: &Value) -> String {
    struct Spaced;
    impl serde_json::ser::Formatter for Spaced {
        fn begin_array_value<W: Write + ?Sized>(
            &mut self,
            out: &mut W,
            first: bool,
        ) -> std::io::Result<()> {
            out.write_all(if first { b"" } else { b", " })
        }
        fn begin_object_key<W: Write + ?Sized>(
            &mut self,
            out: &mut W,
            first: bool,
        ) -> std::io::Result<()> {
            out.write_all(if first { b"" } else { b", " })
        }
        fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> std::io::Result<()> {
            out.write_all(b": ")
        }
    }
    let mut out = Vec::new();
    let mut writer = serde_json::Serializer::with_formatter(&mut out, Spaced);
    serde::Serialize::serialize(value, &mut writer).unwrap();
    String::from_utf8(out).unwrap()
}

/// The default model's vocabulary, or why it is not there. `ATTEST_MODEL_FILE`
/// names another GGUF file.
pub fn model_vocabulary() -> Result<Arc<Vocabulary>, String> {
    let path = match std::env::var("ATTEST_MODEL_FILE") {
        Ok(path) => PathBuf::from(path),
        Err(_) => default_model()?,
    };
    let (tokens, kinds) =
        read_tokens(&path).ok_or_else(|| format!("{}: no tokens in it", path.display()))?;
    let letters = byte_letters();
    let bytes = |token: &String| -> Vec<u8> {
        let known = |one: char| letters.get(&one).copied();
        let bytes: Option<Vec<u8>> = token.chars().map(known).collect();
        bytes.unwrap_or_else(|| token.clone().into_bytes())
    };
    // Type 3 is a control token, 4 a user-defined one, 2 the unknown one.
    let special: Vec<u32> = (0u32..)
        .zip(&kinds)
        .filter(|(_, kind)| matches!(kind, 2 | 3))
        .map(|(id, _)| id)
        .collect();
    let end = tokens
        .iter()
        .position(|token| matches!(token.as_str(), "<|im_end|>" | "</s>"));
    let end = end.map(|id| id as u32).into_iter().collect();
    Ok(Arc::new(Vocabulary::new(
        tokens.iter().map(bytes).collect(),
        end,
        special,
    )))
}

fn default_model() -> Result<PathBuf, String> {
    let home = std::env::var("HOME").map_err(|error| error.to_string())?;
    let folder = Path::new(&home).join(".local/share/attest/models");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|one| one == "gguf"))
        .collect();
    files.sort();
    let none = || format!("{}: no model in it", folder.display());
    files.into_iter().next().ok_or_else(none)
}

/// The letters that byte-level BPE writes for bytes.
fn byte_letters() -> BTreeMap<char, u8> {
    let plain = |byte: u8| {
        matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF).then_some(char::from(byte))
    };
    let mut next = 0x100u32;
    let letter = |byte: u8| {
        let letter = plain(byte).unwrap_or_else(|| {
            next += 1;
            char::from_u32(next - 1).unwrap()
        });
        (letter, byte)
    };
    (0..=255u8).map(letter).collect()
}

/// Tokens and their types from a GGUF file (ggml's `docs/gguf.md`).
fn read_tokens(path: &Path) -> Option<(Vec<String>, Vec<u32>)> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    file.take(16 << 20).read_to_end(&mut bytes).ok()?;
    let mut rest = bytes.get(16..)?;
    let keys = number(&mut rest)?;
    let (mut tokens, mut kinds) = (Vec::new(), Vec::new());
    for _ in 0..keys {
        let key = text(&mut rest)?;
        let kind = small(&mut rest)?;
        if kind != 9 {
            skip(&mut rest, kind)?;
            continue;
        }
        let (kind, count) = (small(&mut rest)?, number(&mut rest)?);
        for _ in 0..count {
            match key.as_str() {
                "tokenizer.ggml.tokens" => tokens.push(text(&mut rest)?),
                "tokenizer.ggml.token_type" => kinds.push(small(&mut rest)?),
                _ => skip(&mut rest, kind)?,
            }
        }
        if !tokens.is_empty() && !kinds.is_empty() {
            return Some((tokens, kinds));
        }
    }
    None
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (head, tail) = rest.split_at_checked(count)?;
    *rest = tail;
    Some(head)
}

fn small(rest: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(rest, 4)?.try_into().ok()?))
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(take(rest, 8)?.try_into().ok()?))
}

fn text(rest: &mut &[u8]) -> Option<String> {
    let length = number(rest)? as usize;
    Some(String::from_utf8_lossy(take(rest, length)?).into_owned())
}

fn skip(rest: &mut &[u8], kind: u32) -> Option<()> {
    let size = match kind {
        0 | 1 | 7 => 1,
        2 | 3 => 2,
        4..=6 => 4,
        8 => number(rest)? as usize,
        10..=12 => 8,
        _ => return None,
    };
    take(rest, size).map(|_| ())
}

/// A text's tokens: always the longest one that fits.
pub struct Tokenizer {
    ids: BTreeMap<Vec<u8>, u32>,
    longest: usize,
}

impl Tokenizer {
    pub fn new(words: &Vocabulary) -> Self {
        let text = (0..words.len() as u32).filter(|id| words.is_text(*id));
        let pair = |id| Some((words.bytes(id)?.to_vec(), id));
        Self {
            ids: text.rev().filter_map(pair).collect(),
            longest: words.max_token_bytes(),
        }
    }

    pub fn tokens(&self, text: &str) -> Vec<u32> {
        let mut rest = text.as_bytes();
        let mut out = Vec::new();
        while !rest.is_empty() {
            let mut lengths = (1..=self.longest.min(rest.len())).rev();
            let hit = lengths.find_map(|length| Some((length, *self.ids.get(&rest[..length])?)));
            let (length, id) = hit.expect("every byte is a token");
            out.push(id);
            rest = &rest[length..];
        }
        out
    }
}

/// `part` of a thousand of a sorted list.
pub fn at_part<T: Copy>(sorted: &[T], part: usize) -> T {
    sorted[(sorted.len() - 1) * part / 1_000]
}

/// A small deterministic source of numbers (xorshift).
pub struct Numbers(u64);

impl Default for Numbers {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Numbers {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn word(&mut self) -> String {
        let length = 2 + self.below(4) + self.below(5);
        (0..length)
            .map(|_| (b'a' + (self.below(26) * self.below(26) / 26) as u8) as char)
            .collect()
    }
}

/// Tokens of about the shape of a model's; the first one ends.
pub fn made_up_tokens(size: usize) -> Vec<Vec<u8>> {
    let mut numbers = Numbers::default();
    let mut tokens: Vec<Vec<u8>> = vec![b"</s>".to_vec()];
    tokens.extend((0..=255u8).map(|byte| vec![byte]));
    for mark in [
        "\"", "\":", "\",\"", "\"}", "\":\"", "{\"", ".\"", "line", "anchor", "start", "_end",
    ] {
        tokens.push(mark.as_bytes().to_vec());
    }
    while tokens.len() < size {
        let word = numbers.word();
        let cut = 1 + numbers.below(word.len());
        let space = if numbers.below(2) == 0 { " " } else { "" };
        tokens.push(format!("{space}{}", word.get(..cut).unwrap()).into_bytes());
    }
    tokens
}

/// Lines of made-up words, in chunks of 20.
pub fn made_up_evidence(lines: u32, bytes_per_line: usize) -> EvidenceText {
    let mut numbers = Numbers::default();
    let words: Vec<String> = (0..4_000).map(|_| numbers.word()).collect();
    let mut line = || {
        let mut line = String::new();
        while line.len() < bytes_per_line {
            let at = numbers.below(words.len()) * numbers.below(words.len()) / words.len();
            line.push_str(&words[at]);
            line.push(' ');
        }
        line
    };
    let lines = (1..=lines)
        .map(|number| (number, line()))
        .collect::<Vec<_>>();
    let chunk = |(index, lines): (usize, &[(u32, String)])| EvidenceChunk {
        anchor: format!("C{index}"),
        lines: lines.to_vec(),
    };
    EvidenceText {
        chunks: lines.chunks(20).enumerate().map(chunk).collect(),
        max_span_lines: 3,
        max_quote_words: 60,
    }
}
