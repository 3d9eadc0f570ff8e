//! Adapters (`LoRA`): small matrices that are put upon weights of a model, as a training for one
//! use leaves them.
//!
//! ```text
//! y = W x  becomes  y = W x + scale * alpha / rank * B (A x)
//! ```
//!
//! The file is a GGUF whose `general.type` is `adapter`; `NAME.lora_a` and `NAME.lora_b` are the
//! matrices for the model's tensor `NAME`. llama.cpp looks at little of it, passes over what it does not
//! know, and ends the process where shapes meet that do not fit. So a file is read here first, and
//! refused with what does not fit.
//!
//! # Limits
//!
//! Matrices of binary32, of 16 bits, or of `Q8_0`, upon tensors of two dimensions: no norms, no
//! experts. An adapter that is to work only behind certain tokens (aLoRA) is refused, since it
//! would work everywhere.

use crate::header::{self, HeaderError, Reader, Tensor, Value};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};

/// Of the data, where no key says otherwise; ggml knows no other in use.
const ALIGNMENT: u64 = 32;
/// What the names of the two matrices end with.
const ENDS: [&str; 2] = [".lora_a", ".lora_b"];
/// The tensor of a model that turns tokens into vectors, and the one that turns vectors into
/// scores of tokens; where the latter is missing, the former serves as both.
const EMBEDDINGS: &str = "token_embd.weight";
const OUTPUT: &str = "output.weight";
/// ggml's numbers of the layouts of weights that are taken here, with the weights of a block and
/// its bytes: binary32, the two of 16 bits, and `Q8_0`.
const LAYOUTS: [(u32, u64, u64); 4] = [(0, 1, 4), (1, 1, 2), (30, 1, 2), (8, 32, 34)];

/// Why an adapter cannot be put upon a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdapterError {
    /// The file, or the model's, is no sound GGUF.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// `general.type` says something else.
    #[error("this is no adapter (general.type is {0:?})")]
    NotAdapter(String),
    /// `adapter.type` is not `lora`.
    #[error("this is an adapter of the kind {0:?}; \"lora\" is the only one that is known")]
    Kind(String),
    /// It is made for tokens that call it.
    #[error("this adapter is to work only behind certain tokens, and it would work everywhere")]
    Called,
    /// It is made for another architecture.
    #[error("it is an adapter for the architecture {adapter:?}, and the model is {base:?}")]
    Architecture {
        /// What the adapter is for.
        adapter: String,
        /// What the model is.
        base: String,
    },
    /// `adapter.lora.alpha` is no number to multiply with.
    #[error("its adapter.lora.alpha is no number")]
    Alpha,
    /// It changes nothing.
    #[error("it holds no matrices")]
    Empty,
    /// It holds something that would have no effect.
    #[error("its tensor {0} is neither a lora_a nor a lora_b, and would have no effect")]
    Stray(String),
    /// Two tensors of one name.
    #[error("it has two tensors {0}")]
    Double(String),
    /// One matrix of the two.
    #[error("of the two matrices for {0} one is missing")]
    Pair(String),
    /// The model has no such tensor.
    #[error("the model has no tensor {0}")]
    Unknown(String),
    /// The tensor shares its weights with another one, which is read the other way round.
    #[error("the model uses {0} as its output as well, and no adapter fits both")]
    Shared(String),
    /// The matrices do not fit each other or the tensor.
    #[error("for {name} it has {a} and {b}, and the model's tensor is {base}")]
    Shape {
        /// The model's tensor.
        name: String,
        /// Lengths of the first matrix.
        a: String,
        /// Lengths of the second.
        b: String,
        /// Lengths of the tensor.
        base: String,
    },
    /// Weights of a layout that is not taken.
    #[error("the weights of {name} have the layout {kind} of ggml; 0, 1, 8 and 30 are known")]
    Layout {
        /// The adapter's tensor.
        name: String,
        /// ggml's number.
        kind: u32,
    },
    /// The file ends before the data does.
    #[error("the file ends early: {0} is not whole")]
    Short(String),
}

/// What of a model's header an adapter has to fit.
struct Model {
    architecture: String,
    tensors: BTreeMap<String, Vec<u64>>,
}

/// Counts what is read through it.
struct Counter<R> {
    bytes: R,
    read: u64,
}

impl<R: Read> Read for Counter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.read += count as u64;
        Ok(count)
    }
}

/// A header with its tensors.
struct Parts {
    keys: BTreeMap<String, Value>,
    tensors: Vec<Tensor>,
    /// Bytes before the data.
    data_at: u64,
}

impl Parts {
    fn read(file: &File) -> Result<Parts, HeaderError> {
        let bytes = BufReader::with_capacity(1 << 16, file);
        let mut reader = Reader {
            bytes: Counter { bytes, read: 0 },
        };
        let (count, keys) = reader.start()?;
        let mut found = BTreeMap::new();
        for _ in 0..keys {
            let (key, value) = reader.key(&|_| false)?;
            found.insert(key, value);
        }
        let mut tensors = Vec::new();
        for _ in 0..count {
            tensors.push(reader.tensor()?);
        }
        Ok(Parts {
            keys: found,
            tensors,
            data_at: reader.bytes.read.next_multiple_of(ALIGNMENT),
        })
    }

    fn text(&self, key: &str) -> String {
        match self.keys.get(key) {
            Some(Value::Text(text)) => text.clone(),
            _ => String::new(),
        }
    }
}

fn lengths(tensor: &[u64]) -> String {
    let numbers: Vec<String> = tensor.iter().map(u64::to_string).collect();
    numbers.join(" x ")
}

/// Whether the adapter in a file can be put upon the model in another one.
///
/// # Errors
///
/// [`AdapterError`], for the first thing that does not fit.
pub fn check(adapter: &File, base: &File) -> Result<(), AdapterError> {
    let parts = Parts::read(adapter)?;
    let length = adapter
        .metadata()
        .map_err(|_| HeaderError::Damaged("it cannot be read"))?
        .len();
    check_kind(&parts)?;
    check_data(&parts, length)?;
    let base = Parts::read(base)?;
    let model = Model {
        architecture: base.text("general.architecture"),
        tensors: base
            .tensors
            .into_iter()
            .map(|tensor| (tensor.name, tensor.lengths))
            .collect(),
    };
    let architecture = parts.text("general.architecture");
    if architecture != model.architecture {
        return Err(AdapterError::Architecture {
            adapter: architecture,
            base: model.architecture,
        });
    }
    for (name, pair) in pairs(&parts)? {
        check_pair(&model, &name, pair)?;
    }
    Ok(())
}

/// What the keys say.
fn check_kind(parts: &Parts) -> Result<(), AdapterError> {
    let (general, kind) = (parts.text("general.type"), parts.text("adapter.type"));
    if general != header::ADAPTER {
        return Err(AdapterError::NotAdapter(general));
    }
    if kind != "lora" {
        return Err(AdapterError::Kind(kind));
    }
    let called = "adapter.alora.invocation_tokens";
    if parts.keys.contains_key(called) {
        return Err(AdapterError::Called);
    }
    if !matches!(
        parts.keys.get("general.alignment"),
        None | Some(Value::Number(ALIGNMENT))
    ) {
        return Err(HeaderError::Damaged("its alignment is not 32").into());
    }
    match parts.keys.get("adapter.lora.alpha") {
        None => Ok(()),
        Some(Value::Real(alpha)) if alpha.is_finite() => Ok(()),
        Some(_) => Err(AdapterError::Alpha),
    }
}

/// Whether every tensor lies whole in a file of so many bytes, one behind the other.
fn check_data(parts: &Parts, file_bytes: u64) -> Result<(), AdapterError> {
    let data = file_bytes.saturating_sub(parts.data_at);
    let mut next = 0_u64;
    for tensor in &parts.tensors {
        let layout = LAYOUTS.iter().find(|(kind, ..)| *kind == tensor.kind);
        let Some((_, weights, bytes)) = layout else {
            return Err(AdapterError::Layout {
                name: tensor.name.clone(),
                kind: tensor.kind,
            });
        };
        let width = tensor.lengths.first().copied().unwrap_or(0);
        if width % weights != 0 {
            return Err(HeaderError::Damaged("the rows of a tensor are no whole blocks").into());
        }
        if tensor.offset != next {
            return Err(HeaderError::Damaged("its tensors do not follow each other").into());
        }
        let size = (tensor.weights / weights).checked_mul(*bytes);
        let end = size.and_then(|size| next.checked_add(size));
        let end = end.filter(|end| *end <= data);
        let end = end.ok_or_else(|| AdapterError::Short(tensor.name.clone()))?;
        next = end.next_multiple_of(ALIGNMENT);
    }
    Ok(())
}

/// The two matrices for each tensor of the model, by its name.
fn pairs(parts: &Parts) -> Result<BTreeMap<String, [&Tensor; 2]>, AdapterError> {
    let mut found: BTreeMap<String, [Option<&Tensor>; 2]> = BTreeMap::new();
    for tensor in &parts.tensors {
        let mut ends = ENDS.iter().enumerate();
        let end = ends.find_map(|(at, end)| Some((at, tensor.name.strip_suffix(end)?)));
        let (at, name) = end.ok_or_else(|| AdapterError::Stray(tensor.name.clone()))?;
        let pair = found.entry(name.to_owned()).or_default();
        if let Some(place) = pair.get_mut(at)
            && place.replace(tensor).is_some()
        {
            return Err(AdapterError::Double(tensor.name.clone()));
        }
    }
    if found.is_empty() {
        return Err(AdapterError::Empty);
    }
    let whole = |(name, pair): (String, [Option<_>; 2])| match pair {
        [Some(a), Some(b)] => Ok((name, [a, b])),
        _ => Err(AdapterError::Pair(name)),
    };
    found.into_iter().map(whole).collect()
}

fn check_pair(model: &Model, name: &str, [a, b]: [&Tensor; 2]) -> Result<(), AdapterError> {
    let base = model.tensors.get(name);
    let base = base.ok_or_else(|| AdapterError::Unknown(name.to_owned()))?;
    if name == EMBEDDINGS && !model.tensors.contains_key(OUTPUT) {
        return Err(AdapterError::Shared(name.to_owned()));
    }
    let fits = match (base.as_slice(), a.lengths.as_slice(), b.lengths.as_slice()) {
        // Rows of it are looked up, so its matrices are the other way round.
        ([width, rows], [a_rank, a_rows], [b_rank, b_width]) if name == EMBEDDINGS => {
            rows == a_rows && width == b_width && a_rank == b_rank && *a_rank > 0
        }
        ([width, rows], [a_width, a_rank], [b_rank, b_rows]) => {
            width == a_width && rows == b_rows && a_rank == b_rank && *a_rank > 0
        }
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(AdapterError::Shape {
        name: name.to_owned(),
        a: lengths(&a.lengths),
        b: lengths(&b.lengths),
        base: lengths(base),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// A file of keys that are texts, one that is a number, and tensors of binary32.
    struct Made {
        texts: Vec<(&'static str, &'static str)>,
        alpha: f32,
        tensors: Vec<(&'static str, Vec<u64>, u32)>,
    }

    /// What makes an adapter that fits one that does not.
    type Change = fn(&mut Made);

    fn text(out: &mut Vec<u8>, text: &str) {
        out.extend((text.len() as u64).to_le_bytes());
        out.extend(text.as_bytes());
    }

    impl Made {
        fn bytes(&self) -> Vec<u8> {
            let mut out = b"GGUF".to_vec();
            out.extend(3_u32.to_le_bytes());
            out.extend((self.tensors.len() as u64).to_le_bytes());
            out.extend((self.texts.len() as u64 + 1).to_le_bytes());
            for (key, value) in &self.texts {
                text(&mut out, key);
                out.extend(8_u32.to_le_bytes());
                text(&mut out, value);
            }
            text(&mut out, "adapter.lora.alpha");
            out.extend(6_u32.to_le_bytes());
            out.extend(self.alpha.to_le_bytes());
            let mut offset = 0_u64;
            for (name, lengths, kind) in &self.tensors {
                text(&mut out, name);
                out.extend((lengths.len() as u32).to_le_bytes());
                for length in lengths {
                    out.extend(length.to_le_bytes());
                }
                out.extend(kind.to_le_bytes());
                out.extend(offset.to_le_bytes());
                let bytes = lengths.iter().product::<u64>() * 4;
                offset = (offset + bytes).next_multiple_of(ALIGNMENT);
            }
            out.resize(out.len().next_multiple_of(32) + offset as usize, 0);
            out
        }
    }

    fn base() -> Made {
        Made {
            texts: vec![("general.architecture", "llama")],
            alpha: 0.0,
            tensors: vec![
                ("token_embd.weight", vec![8, 40], 0),
                ("blk.0.attn_q.weight", vec![8, 16], 0),
                ("blk.0.attn_norm.weight", vec![8], 0),
            ],
        }
    }

    fn adapter() -> Made {
        Made {
            texts: vec![
                ("general.architecture", "llama"),
                ("general.type", "adapter"),
                ("adapter.type", "lora"),
            ],
            alpha: 2.0,
            tensors: vec![
                ("blk.0.attn_q.weight.lora_a", vec![8, 2], 0),
                ("blk.0.attn_q.weight.lora_b", vec![2, 16], 0),
            ],
        }
    }

    fn file(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        std::io::Seek::rewind(&mut file).unwrap();
        file
    }

    fn checked(adapter: &Made, base: &Made) -> Result<(), AdapterError> {
        check(&file(&adapter.bytes()), &file(&base.bytes()))
    }

    /// What is said of an adapter that was changed.
    fn refused(change: impl FnOnce(&mut Made)) -> String {
        let mut made = adapter();
        change(&mut made);
        checked(&made, &base()).unwrap_err().to_string()
    }

    #[test]
    fn what_fits_is_taken_also_as_the_matrices_of_the_embeddings() {
        assert_eq!(checked(&adapter(), &base()), Ok(()));
        let mut own_output = base();
        own_output.tensors.push(("output.weight", vec![8, 40], 0));
        let mut embeddings = adapter();
        embeddings.tensors = vec![
            ("token_embd.weight.lora_a", vec![2, 40], 0),
            ("token_embd.weight.lora_b", vec![2, 8], 0),
        ];
        assert_eq!(checked(&embeddings, &own_output), Ok(()));
        let error = checked(&embeddings, &base()).unwrap_err();
        assert_eq!(error, AdapterError::Shared("token_embd.weight".into()));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let cases: [(&str, Change); 12] = [
            ("no adapter (general.type is \"\")", |made| {
                made.texts.remove(1);
            }),
            ("of the kind \"ia3\"", |made| made.texts[2].1 = "ia3"),
            ("only behind certain tokens", |made| {
                made.texts.push(("adapter.alora.invocation_tokens", ""));
            }),
            ("alignment is not 32", |made| {
                made.texts.push(("general.alignment", "64"));
            }),
            ("adapter.lora.alpha is no number", |made| {
                made.alpha = f32::NAN;
            }),
            (
                "for the architecture \"qwen2\", and the model is \"llama\"",
                |made| {
                    made.texts[0].1 = "qwen2";
                },
            ),
            ("it holds no matrices", |made| made.tensors.clear()),
            ("blk.0.attn_norm.weight is neither", |made| {
                made.tensors.push(("blk.0.attn_norm.weight", vec![8], 0));
            }),
            ("two tensors blk.0.attn_q.weight.lora_a", |made| {
                made.tensors
                    .push(("blk.0.attn_q.weight.lora_a", vec![8, 2], 0));
            }),
            ("for blk.0.attn_q.weight one is missing", |made| {
                made.tensors.pop();
            }),
            ("no tensor blk.7.attn_q.weight", |made| {
                made.tensors[0].0 = "blk.7.attn_q.weight.lora_a";
                made.tensors[1].0 = "blk.7.attn_q.weight.lora_b";
            }),
            ("have the layout 12 of ggml", |made| made.tensors[1].2 = 12),
        ];
        for (told, change) in cases {
            let error = refused(change);
            assert!(error.contains(told), "{error}, expected {told}");
        }
    }

    #[test]
    fn shapes_that_do_not_meet_are_told_with_the_tensor_s_own() {
        let shapes = [
            (vec![16, 2], vec![2, 16]),
            (vec![8, 2], vec![2, 8]),
            (vec![8, 2], vec![4, 16]),
            (vec![8, 0], vec![0, 16]),
            (vec![8, 2, 1], vec![2, 16]),
        ];
        for (a, b) in shapes {
            let error = refused(|made| {
                made.tensors[0].1 = a.clone();
                made.tensors[1].1 = b.clone();
            });
            let told = format!(
                "for blk.0.attn_q.weight it has {} and {}, and the model's tensor is 8 x 16",
                lengths(&a),
                lengths(&b)
            );
            assert_eq!(error, told);
        }
    }

    #[test]
    fn every_truncation_is_refused_and_no_flipped_byte_panics() {
        let (bytes, model) = (adapter().bytes(), base().bytes());
        assert_eq!(check(&file(&bytes), &file(&model)), Ok(()));
        for length in 0..bytes.len() {
            let error = check(&file(&bytes[..length]), &file(&model));
            assert!(error.is_err(), "{length} of {}", bytes.len());
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0xff;
            let _ = check(&file(&damaged), &file(&model));
        }
    }
}
