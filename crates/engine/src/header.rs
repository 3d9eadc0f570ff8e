//! Our own reader of GGUF headers (format versions 2 and 3, as described in
//! ggml's `docs/gguf.md`). llama.cpp never sees a file whose header this
//! reader refused: model files come from anywhere, and a hostile header is
//! cheaper to refuse here than in native code.

use std::io::Read;

/// Limits of a header; beyond them a file is refused as damaged.
const MAX_KEYS: u64 = 65_536;
const MAX_TENSORS: u64 = 1_048_576;
const MAX_STRING_BYTES: u64 = 16 * 1024 * 1024;
const MAX_ARRAY_ITEMS: u64 = 16 * 1024 * 1024;
const MAX_ARRAY_DEPTH: u32 = 2;
/// Items of an array that is kept and not only counted.
const MAX_KEPT_ITEMS: u64 = 1024 * 1024;

/// ggml's own.
const MAX_DIMENSIONS: u32 = 4;

/// The key by which a file says that it is a reader, and of which version.
pub(crate) const READER_VERSION: &str = "attest.reader.version";
/// `general.type` of what is put upon a model.
pub(crate) const ADAPTER: &str = "adapter";

/// What the header of a GGUF file says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// `llama`, `qwen2`, ...
    pub architecture: String,
    /// The model's own name, if it has one.
    pub name: Option<String>,
    /// Tokens of context it was trained for.
    pub context_length: u64,
    /// Layers.
    pub block_count: u64,
    /// Width of the residual stream.
    pub embedding_length: u64,
    /// Attention heads.
    pub head_count: u64,
    /// Key/value heads (equal to `head_count` without grouping).
    pub head_count_kv: u64,
    /// Numbers in a key of one head; 0: the width of a head.
    pub key_length: u64,
    /// Numbers in a value of one head; 0: the width of a head.
    pub value_length: u64,
    /// Tokens in the vocabulary.
    pub vocabulary_tokens: u64,
    /// Tensors in the file.
    pub tensor_count: u64,
    /// Whether it has the heads of a reader (docs/reader.md).
    pub is_reader: bool,
    /// Whether it is put upon a model ([`crate::adapter`]); never so of what [`read`] returns.
    pub(crate) is_adapter: bool,
}

/// Why a header was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The file does not begin with `GGUF`.
    #[error("this is not a GGUF file")]
    NotGguf,
    /// A version this reader does not know.
    #[error("GGUF version {0} is not supported (2 and 3 are)")]
    Version(u32),
    /// The header ends early or says impossible things.
    #[error("the header is damaged: {0}")]
    Damaged(&'static str),
    /// A key that every usable model has is missing.
    #[error("the header lacks {0}")]
    Missing(&'static str),
    /// It is something that is put upon a model, and no model by itself.
    #[error("this is an adapter, and no model by itself")]
    Adapter,
}

pub(crate) struct Reader<R> {
    pub bytes: R,
}

impl<R: Read> Reader<R> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], HeaderError> {
        let mut buffer = [0; N];
        self.bytes
            .read_exact(&mut buffer)
            .map_err(|_| HeaderError::Damaged("it ends early"))?;
        Ok(buffer)
    }

    pub fn u32(&mut self) -> Result<u32, HeaderError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub fn u64(&mut self) -> Result<u64, HeaderError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn skip(&mut self, count: u64) -> Result<(), HeaderError> {
        let copied = std::io::copy(&mut (&mut self.bytes).take(count), &mut std::io::sink())
            .map_err(|_| HeaderError::Damaged("it cannot be read"))?;
        if copied == count {
            Ok(())
        } else {
            Err(HeaderError::Damaged("it ends early"))
        }
    }

    pub fn string(&mut self) -> Result<String, HeaderError> {
        let length = self.u64()?;
        if length > MAX_STRING_BYTES {
            return Err(HeaderError::Damaged("a string is impossibly long"));
        }
        let mut buffer = Vec::new();
        (&mut self.bytes)
            .take(length)
            .read_to_end(&mut buffer)
            .map_err(|_| HeaderError::Damaged("it cannot be read"))?;
        if buffer.len() as u64 != length {
            return Err(HeaderError::Damaged("it ends early"));
        }
        Ok(String::from_utf8_lossy(&buffer).into_owned())
    }

    /// The first bytes of a file; returns the numbers of its tensors and keys.
    pub fn start(&mut self) -> Result<(u64, u64), HeaderError> {
        if self.array::<4>().map_err(|_| HeaderError::NotGguf)? != *b"GGUF" {
            return Err(HeaderError::NotGguf);
        }
        let version = self.u32()?;
        if !(2..=3).contains(&version) {
            return Err(HeaderError::Version(version));
        }
        let (tensors, keys) = (self.u64()?, self.u64()?);
        if tensors > MAX_TENSORS || keys > MAX_KEYS {
            return Err(HeaderError::Damaged("it counts impossibly many parts"));
        }
        Ok((tensors, keys))
    }

    /// The next key and what it says.
    pub fn key(&mut self, keep: &dyn Fn(&str) -> bool) -> Result<(String, Value), HeaderError> {
        let key = self.string()?;
        let kind = self.u32()?;
        let value = self.value(kind, 0, keep(&key))?;
        Ok((key, value))
    }

    /// The next tensor, behind the last key.
    pub fn tensor(&mut self) -> Result<Tensor, HeaderError> {
        let name = self.string()?;
        let dimensions = self.u32()?;
        if dimensions > MAX_DIMENSIONS {
            return Err(HeaderError::Damaged(
                "a tensor has impossibly many dimensions",
            ));
        }
        let (mut lengths, mut weights) = (Vec::new(), 1_u64);
        for _ in 0..dimensions {
            let length = self.u64()?;
            let product = weights.checked_mul(length);
            weights = product.ok_or(HeaderError::Damaged("a tensor is impossibly large"))?;
            lengths.push(length);
        }
        Ok(Tensor {
            name,
            lengths,
            weights,
            kind: self.u32()?,
            offset: self.u64()?,
        })
    }

    fn value(&mut self, kind: u32, depth: u32, keep: bool) -> Result<Value, HeaderError> {
        Ok(match kind {
            0 | 1 | 7 => Value::Number(u64::from(self.array::<1>()?[0])),
            2 | 3 => Value::Number(u64::from(u16::from_le_bytes(self.array()?))),
            4 | 5 => Value::Number(u64::from(self.u32()?)),
            6 => Value::Real(f32::from_le_bytes(self.array()?)),
            8 => Value::Text(self.string()?),
            9 => self.list(depth, keep)?,
            10 | 11 => Value::Number(self.u64()?),
            12 => {
                self.skip(8)?;
                Value::Other
            }
            _ => return Err(HeaderError::Damaged("it holds a value of unknown type")),
        })
    }

    fn list(&mut self, depth: u32, keep: bool) -> Result<Value, HeaderError> {
        if depth >= MAX_ARRAY_DEPTH {
            return Err(HeaderError::Damaged("arrays are nested too deeply"));
        }
        let (kind, count) = (self.u32()?, self.u64()?);
        let most = if keep {
            MAX_KEPT_ITEMS
        } else {
            MAX_ARRAY_ITEMS
        };
        if count > most {
            return Err(HeaderError::Damaged("an array is impossibly long"));
        }
        let mut items = Vec::new();
        for _ in 0..count {
            match kind {
                8 if !keep => {
                    let length = self.u64()?;
                    if length > MAX_STRING_BYTES {
                        return Err(HeaderError::Damaged("a string is impossibly long"));
                    }
                    self.skip(length)?;
                }
                other => {
                    let item = self.value(other, depth + 1, keep)?;
                    if keep {
                        items.push(item);
                    }
                }
            }
        }
        Ok(Value::List { count, items })
    }
}

/// A tensor as a header names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tensor {
    pub name: String,
    /// Its length in each dimension, that of a row first.
    pub lengths: Vec<u64>,
    /// Their product.
    pub weights: u64,
    /// ggml's number of the layout of its weights.
    pub kind: u32,
    /// Of its first byte, from the beginning of the data.
    pub offset: u64,
}

/// What a key says.
pub(crate) enum Value {
    /// Any whole number; signed ones as their bits.
    Number(u64),
    Real(f32),
    Text(String),
    /// `items` is empty unless they were asked for.
    List {
        count: u64,
        items: Vec<Value>,
    },
    Other,
}

/// Tells every key of a GGUF file, in their order; the items of an array only
/// where `keep` says so of its key. Returns the number of tensors.
pub(crate) fn visit(
    bytes: impl Read,
    keep: &dyn Fn(&str) -> bool,
    on_key: &mut dyn FnMut(&str, Value),
) -> Result<u64, HeaderError> {
    let mut reader = Reader {
        bytes: std::io::BufReader::with_capacity(1 << 16, bytes),
    };
    let (tensors, keys) = reader.start()?;
    for _ in 0..keys {
        let (key, value) = reader.key(keep)?;
        on_key(&key, value);
    }
    Ok(tensors)
}

/// Reads a header from the start of a GGUF file.
///
/// # Errors
///
/// [`HeaderError`] when the bytes are not a whole header of a known version
/// or lack what is needed to estimate memory.
pub fn read(bytes: impl Read) -> Result<Header, HeaderError> {
    let mut header = Header::default();
    header.tensor_count = visit(bytes, &|_| false, &mut |key, value| {
        note(&mut header, key, value);
    })?;
    complete(header)
}

fn note(header: &mut Header, key: &str, value: Value) {
    match (key, value) {
        ("general.architecture", Value::Text(text)) => header.architecture = text,
        ("general.name", Value::Text(text)) => header.name = Some(text),
        ("general.type", Value::Text(text)) => header.is_adapter = text == ADAPTER,
        ("tokenizer.ggml.tokens", Value::List { count, .. }) => header.vocabulary_tokens = count,
        (READER_VERSION, Value::Number(_)) => header.is_reader = true,
        (key, Value::Number(number)) => match key.split_once('.') {
            Some((_, "context_length")) => header.context_length = number,
            Some((_, "block_count")) => header.block_count = number,
            Some((_, "embedding_length")) => header.embedding_length = number,
            Some((_, "attention.head_count")) => header.head_count = number,
            Some((_, "attention.head_count_kv")) => header.head_count_kv = number,
            Some((_, "attention.key_length")) => header.key_length = number,
            Some((_, "attention.value_length")) => header.value_length = number,
            _ => {}
        },
        _ => {}
    }
}

fn complete(mut header: Header) -> Result<Header, HeaderError> {
    if header.is_adapter {
        return Err(HeaderError::Adapter);
    }
    if header.architecture.is_empty() {
        return Err(HeaderError::Missing("general.architecture"));
    }
    for (number, name) in [
        (header.context_length, "the context length"),
        (header.block_count, "the number of layers"),
        (header.embedding_length, "the embedding length"),
        (header.head_count, "the number of attention heads"),
        (header.vocabulary_tokens, "the vocabulary"),
        (header.tensor_count, "tensors"),
    ] {
        if number == 0 {
            return Err(HeaderError::Missing(name));
        }
    }
    if header.head_count_kv == 0 {
        header.head_count_kv = header.head_count;
    }
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(out: &mut Vec<u8>, name: &str, kind: u32) {
        out.extend((name.len() as u64).to_le_bytes());
        out.extend(name.as_bytes());
        out.extend(kind.to_le_bytes());
    }

    fn sample() -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3u32.to_le_bytes());
        out.extend(7u64.to_le_bytes());
        out.extend(6u64.to_le_bytes());
        key(&mut out, "general.architecture", 8);
        out.extend(5u64.to_le_bytes());
        out.extend(b"llama");
        for (name, number) in [
            ("llama.context_length", 8192u32),
            ("llama.block_count", 30),
            ("llama.embedding_length", 576),
            ("llama.attention.head_count", 9),
        ] {
            key(&mut out, name, 4);
            out.extend(number.to_le_bytes());
        }
        key(&mut out, "tokenizer.ggml.tokens", 9);
        out.extend(8u32.to_le_bytes());
        out.extend(2u64.to_le_bytes());
        for token in ["a", "bc"] {
            out.extend((token.len() as u64).to_le_bytes());
            out.extend(token.as_bytes());
        }
        out
    }

    #[test]
    fn reads_a_header() {
        let header = read(sample().as_slice()).unwrap();
        assert_eq!(header.architecture, "llama");
        assert_eq!(
            (
                header.context_length,
                header.vocabulary_tokens,
                header.head_count_kv
            ),
            (8192, 2, 9)
        );
    }

    #[test]
    fn a_reader_is_known_by_its_key() {
        assert!(!read(sample().as_slice()).unwrap().is_reader);
        let mut bytes = sample();
        bytes[16] += 1; // one key more
        key(&mut bytes, READER_VERSION, 4);
        bytes.extend(2u32.to_le_bytes());
        assert!(read(bytes.as_slice()).unwrap().is_reader);
    }

    #[test]
    fn what_is_put_upon_a_model_is_said_to_be_none() {
        let mut bytes = sample();
        bytes[16] += 1; // one key more
        key(&mut bytes, "general.type", 8);
        bytes.extend(7u64.to_le_bytes());
        bytes.extend(b"adapter");
        assert_eq!(read(bytes.as_slice()), Err(HeaderError::Adapter));
    }

    #[test]
    fn refuses_every_truncation_of_a_header_without_panicking() {
        let bytes = sample();
        for length in 0..bytes.len() {
            assert!(
                read(&bytes[..length]).is_err(),
                "accepted {length} of {} bytes",
                bytes.len()
            );
        }
    }

    #[test]
    fn survives_every_flipped_byte() {
        let bytes = sample();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0xff;
            let _ = read(damaged.as_slice());
        }
    }
}
