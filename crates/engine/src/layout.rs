//! A model's weights in the layout that a CPU reads fastest.
//!
//! llama.cpp multiplies large batches by blocked kernels for some layouts only. `Q4_1` (4 bits
//! with a scale and a least value for each 32 weights) has none; `Q8_0` (8 bits with a scale)
//! has. So the weights of a `Q4_1` file are written as `Q8_0`: prompts are read 1.4 times as
//! fast (docs/engine.md), for 1.7 times the bytes of those weights. Of a weight at most 1/254
//! of the largest of its block is lost, a thirtieth of the step between two values of 4 bits.
//!
//! Everything else of the file stays as it is, byte for byte, but `general.file_type`. The
//! arithmetic is that of `quantize_row_q8_0_ref` in ggml (`ggml-quants.c`), in single
//! precision, so one file gives the same bytes on every machine.

use crate::file::open_regular;
use crate::half;
use crate::header::{HeaderError, Reader, Value};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Weights in a block of either layout.
const BLOCK: usize = 32;
/// ggml's numbers of the layouts, and bytes of a block.
const Q4_1: u32 = 3;
const Q4_1_BYTES: usize = 20;
const Q8_0: u32 = 8;
const Q8_0_BYTES: usize = 34;
/// `general.file_type` of a file whose tensors are mostly of `Q8_0`.
const MOSTLY_Q8_0: u32 = 7;
/// Of the data, where no key says otherwise; ggml knows no other in use.
const ALIGNMENT: u64 = 32;
/// A header is kept while the file is written; no known one has a tenth of this.
const MAX_HEADER_BYTES: usize = 256 << 20;
/// Bytes at the end of what a header says of a tensor: its layout and where it is.
const PLACE_BYTES: usize = 12;
/// Blocks that are read at once.
const CHUNK_BLOCKS: usize = 1 << 14;

/// Why weights cannot be laid out anew.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// The file is no sound GGUF.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The file cannot be read, or the new one not be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The program asked to stop.
    #[error("the weights were not laid out: cancelled")]
    Cancelled,
}

/// Keeps what is read through it.
struct Recorder<R> {
    bytes: R,
    kept: Vec<u8>,
}

impl<R: Read> Read for Recorder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.kept
            .extend_from_slice(buffer.get(..count).unwrap_or_default());
        if self.kept.len() > MAX_HEADER_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}

/// A tensor: name and shape as they are written, and where its weights are.
struct Tensor {
    head: Vec<u8>,
    kind: u32,
    /// From the beginning of the data.
    offset: u64,
    /// Up to the next one's, or the end of the file.
    bytes: u64,
    blocks: u64,
}

impl Tensor {
    /// Bytes of it in the new file.
    fn new_bytes(&self) -> u64 {
        if self.kind == Q4_1 {
            self.blocks * Q8_0_BYTES as u64
        } else {
            self.bytes
        }
    }

    /// Its number of the layout in the new file.
    fn new_kind(&self) -> u32 {
        if self.kind == Q4_1 { Q8_0 } else { self.kind }
    }
}

/// A file's parts: the bytes before its tensors, and these.
struct Parts {
    head: Vec<u8>,
    tensors: Vec<Tensor>,
    data_at: u64,
}

impl Parts {
    fn read(file: &File) -> Result<Parts, LayoutError> {
        let length = file.metadata()?.len();
        let bytes = BufReader::with_capacity(1 << 16, file);
        let kept = Vec::new();
        let mut reader = Reader {
            bytes: Recorder { bytes, kept },
        };
        let (count, keys) = reader.start()?;
        let mut file_type_end = None;
        for _ in 0..keys {
            let (key, value) = reader.key(&|_| false)?;
            match (key.as_str(), value) {
                ("general.file_type", _) => file_type_end = Some(reader.bytes.kept.len()),
                ("general.alignment", Value::Number(ALIGNMENT)) => {}
                ("general.alignment", _) => return Err(damaged("its alignment is not 32")),
                _ => {}
            }
        }
        let keys_end = reader.bytes.kept.len();
        let mut tensors = Vec::new();
        for _ in 0..count {
            tensors.push(tensor(&mut reader)?);
        }
        let mut head = reader.bytes.kept;
        let data_at = (head.len() as u64).next_multiple_of(ALIGNMENT);
        let data_bytes = length
            .checked_sub(data_at)
            .ok_or_else(|| damaged("it ends early"))?;
        bound(&mut tensors, data_bytes)?;
        head.truncate(keys_end);
        let file_type = file_type_end.and_then(|end| head.get_mut(end - 4..end));
        if let Some(file_type) = file_type {
            file_type.copy_from_slice(&MOSTLY_Q8_0.to_le_bytes());
        }
        Ok(Parts {
            head,
            tensors,
            data_at,
        })
    }

    fn has_slow(&self) -> bool {
        self.tensors.iter().any(|tensor| tensor.kind == Q4_1)
    }
}

fn damaged(what: &'static str) -> LayoutError {
    LayoutError::Header(HeaderError::Damaged(what))
}

fn tensor<R: Read>(reader: &mut Reader<Recorder<R>>) -> Result<Tensor, LayoutError> {
    let start = reader.bytes.kept.len();
    let found = reader.tensor()?;
    let end = reader.bytes.kept.len().saturating_sub(PLACE_BYTES);
    let head = reader.bytes.kept.get(start..end).unwrap_or_default();
    let width = found.lengths.first();
    let fits = width.is_some_and(|width| width % BLOCK as u64 == 0);
    if found.kind == Q4_1 && !fits {
        return Err(damaged("the rows of a tensor are no whole blocks"));
    }
    Ok(Tensor {
        head: head.to_vec(),
        kind: found.kind,
        offset: found.offset,
        bytes: 0,
        blocks: found.weights / BLOCK as u64,
    })
}

/// Finds where each tensor ends: where the next begins, or with the data.
fn bound(tensors: &mut [Tensor], data_bytes: u64) -> Result<(), LayoutError> {
    let mut begins: Vec<u64> = tensors.iter().map(|tensor| tensor.offset).collect();
    begins.push(data_bytes);
    begins.sort_unstable();
    for tensor in tensors {
        let next = begins.partition_point(|begin| *begin <= tensor.offset);
        let end = begins.get(next).copied();
        let end = end
            .filter(|end| *end <= data_bytes)
            .ok_or_else(|| damaged("it ends early"))?;
        tensor.bytes = end - tensor.offset;
        let needed = tensor.blocks.checked_mul(Q4_1_BYTES as u64);
        if tensor.kind == Q4_1 && needed.is_none_or(|needed| needed > tensor.bytes) {
            return Err(damaged("two tensors overlap"));
        }
    }
    Ok(())
}

/// Whether weights of this file have a slow layout, so that [`convert`] has something to do.
///
/// # Errors
///
/// [`LayoutError`] for a file that is no sound GGUF.
pub fn is_slow(path: &Path) -> Result<bool, LayoutError> {
    Ok(Parts::read(&open_regular(path)?)?.has_slow())
}

/// Writes the file `from` with every tensor of `Q4_1` as `Q8_0` to `to`. `go_on` is asked now
/// and then.
///
/// # Errors
///
/// [`LayoutError`]; then what was written is of no use.
pub fn convert(from: &Path, to: &File, go_on: &mut dyn FnMut() -> bool) -> Result<(), LayoutError> {
    let mut file = open_regular(from)?;
    let parts = Parts::read(&file)?;
    let mut out = BufWriter::with_capacity(1 << 20, to);
    let mut head = parts.head;
    let mut offset = 0_u64;
    for tensor in &parts.tensors {
        head.extend(&tensor.head);
        head.extend(tensor.new_kind().to_le_bytes());
        head.extend(offset.to_le_bytes());
        offset = (offset + tensor.new_bytes()).next_multiple_of(ALIGNMENT);
    }
    pad(&mut head);
    out.write_all(&head)?;
    for tensor in &parts.tensors {
        file.seek(SeekFrom::Start(parts.data_at + tensor.offset))?;
        let written = write_tensor(&mut file, tensor, &mut out, go_on)?;
        let padding = written.next_multiple_of(ALIGNMENT) - written;
        out.write_all(
            [0; ALIGNMENT as usize]
                .get(..padding as usize)
                .unwrap_or_default(),
        )?;
    }
    out.flush()?;
    Ok(())
}

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT as usize), 0);
}

/// Returns how many bytes were written.
fn write_tensor(
    file: &mut File,
    tensor: &Tensor,
    out: &mut impl Write,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u64, LayoutError> {
    let is_slow = tensor.kind == Q4_1;
    let mut left = if is_slow {
        tensor.blocks * Q4_1_BYTES as u64
    } else {
        tensor.bytes
    };
    let mut buffer = vec![0; CHUNK_BLOCKS * Q4_1_BYTES];
    while left > 0 {
        if !go_on() {
            return Err(LayoutError::Cancelled);
        }
        let count = left.min(buffer.len() as u64) as usize;
        let chunk = buffer.get_mut(..count).unwrap_or_default();
        file.read_exact(chunk)?;
        if is_slow {
            for block in chunk.as_chunks::<Q4_1_BYTES>().0 {
                out.write_all(&to_eight_bits(block))?;
            }
        } else {
            out.write_all(chunk)?;
        }
        left -= count as u64;
    }
    Ok(tensor.new_bytes())
}

/// One block of `Q4_1` (scale, least value, 32 codes of 4 bits) as one of `Q8_0` (scale, 32
/// whole numbers).
fn to_eight_bits(block: &[u8; Q4_1_BYTES]) -> [u8; Q8_0_BYTES] {
    let [scale_low, scale_high, least_low, least_high, codes @ ..] = block;
    let scale = half::to_single(u16::from_le_bytes([*scale_low, *scale_high]));
    let least = half::to_single(u16::from_le_bytes([*least_low, *least_high]));
    let low = codes.iter().map(|pair| pair & 15);
    let high = codes.iter().map(|pair| pair >> 4);
    let weights = low.chain(high).map(|code| f32::from(code) * scale + least);
    let largest = weights
        .clone()
        .fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let step = largest / 127.0;
    let inverse = if step == 0.0 { 0.0 } else { 1.0 / step };
    let [first, second] = half::from_single(step).to_le_bytes();
    let numbers = weights.map(|weight| ((weight * inverse).round() as i8).cast_unsigned());
    let mut found = [0; Q8_0_BYTES];
    let values = [first, second].into_iter().chain(numbers);
    for (place, value) in found.iter_mut().zip(values) {
        *place = value;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(out: &mut Vec<u8>, text: &str) {
        out.extend((text.len() as u64).to_le_bytes());
        out.extend(text.as_bytes());
    }

    /// A file with two keys and three tensors: one of `Q4_1` between two of binary32.
    fn sample(blocks: &[[u8; Q4_1_BYTES]]) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3_u32.to_le_bytes());
        out.extend(3_u64.to_le_bytes());
        out.extend(2_u64.to_le_bytes());
        text(&mut out, "general.file_type");
        out.extend(4_u32.to_le_bytes());
        out.extend(3_u32.to_le_bytes());
        text(&mut out, "general.name");
        out.extend(8_u32.to_le_bytes());
        text(&mut out, "a model");
        let middle = (blocks.len() * Q4_1_BYTES).next_multiple_of(32) as u64;
        for (name, width, kind, offset) in [
            ("first", 3_u64, 0_u32, 0_u64),
            ("weights", (blocks.len() * BLOCK) as u64, Q4_1, 32),
            ("last", 2, 0, 32 + middle),
        ] {
            text(&mut out, name);
            out.extend(1_u32.to_le_bytes());
            out.extend(width.to_le_bytes());
            out.extend(kind.to_le_bytes());
            out.extend(offset.to_le_bytes());
        }
        pad(&mut out);
        out.extend([1; 12]);
        pad(&mut out);
        out.extend(blocks.concat());
        pad(&mut out);
        out.extend([2; 8]);
        out
    }

    fn converted(bytes: &[u8]) -> Result<Vec<u8>, LayoutError> {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        std::fs::write(&from, bytes).unwrap();
        convert(&from, &File::create(&to).unwrap(), &mut || true)?;
        Ok(std::fs::read(&to).unwrap())
    }

    fn block(scale: f32, least: f32, codes: [u8; 16]) -> [u8; Q4_1_BYTES] {
        let mut block = [0; Q4_1_BYTES];
        block[..2].copy_from_slice(&half::from_single(scale).to_le_bytes());
        block[2..4].copy_from_slice(&half::from_single(least).to_le_bytes());
        block[4..].copy_from_slice(&codes);
        block
    }

    #[test]
    fn the_other_tensors_and_keys_stay_and_the_weights_become_eight_bits() {
        let given = sample(&[block(0.5, -4.0, [0x7f; 16]); 3]);
        let made = converted(&given).unwrap();
        let read = |bytes: &[u8]| {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), bytes).unwrap();
            Parts::read(&File::open(file.path()).unwrap()).unwrap()
        };
        let (before, after) = (read(&given), read(&made));
        assert!(before.has_slow() && !after.has_slow());
        assert_eq!(before.head, after.head);
        let kinds: Vec<u32> = after.tensors.iter().map(|tensor| tensor.kind).collect();
        assert_eq!(kinds, [0, Q8_0, 0]);
        let content = |tensor: &Tensor| {
            let at = (after.data_at + tensor.offset) as usize;
            made[at..at + tensor.bytes as usize].to_vec()
        };
        assert_eq!(content(&after.tensors[0])[..12], [1; 12]);
        assert_eq!(content(&after.tensors[2])[..8], [2; 8]);
        // Low codes 15: 3.5; high codes 7: -0.5. The step is 3.5 / 127.
        let first = &content(&after.tensors[1])[..Q8_0_BYTES];
        assert_eq!(first[..2], half::from_single(3.5 / 127.0).to_le_bytes());
        assert_eq!(first[2..18], [127; 16]);
        assert_eq!(first[18..], [(-18_i8).cast_unsigned(); 16]);
        // Laid out already: there is nothing left to do, and nothing changes.
        assert_eq!(converted(&made).unwrap(), made);
    }

    #[test]
    fn every_truncation_is_refused_and_no_flipped_byte_panics() {
        let bytes = sample(&[block(0.5, -4.0, [0x7f; 16]); 2]);
        // The last tensor's end is not said in the file: the header and all before it is.
        for length in 0..bytes.len() - 8 {
            assert!(converted(&bytes[..length]).is_err(), "{length}");
        }
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0xff;
            let _ = converted(&damaged);
        }
    }

    #[test]
    fn what_is_cancelled_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        std::fs::write(&from, sample(&[block(1.0, 0.0, [0; 16])])).unwrap();
        let error = convert(&from, &File::create(&to).unwrap(), &mut || false);
        assert!(matches!(error, Err(LayoutError::Cancelled)));
    }

    proptest! {
        #[test]
        fn no_weight_moves_by_more_than_half_a_step(
            scale in -2.0_f32..2.0, least in -8.0_f32..8.0, codes in any::<[u8; 16]>(),
        ) {
            let given = block(scale, least, codes);
            let made = to_eight_bits(&given);
            let scale = half::to_single(half::from_single(scale));
            let least = half::to_single(half::from_single(least));
            let step = half::to_single(u16::from_le_bytes([made[0], made[1]]));
            let low = codes.iter().map(|pair| pair & 15);
            let weights = low.chain(codes.iter().map(|pair| pair >> 4));
            for (code, number) in weights.zip(&made[2..]) {
                let (before, after) =
                    (f32::from(code) * scale + least, f32::from(number.cast_signed()) * step);
                // Half a step, and what the step itself lost as a number of 16 bits.
                let most = step * 0.5 + before.abs() / 1024.0 + 1e-6;
                prop_assert!((before - after).abs() <= most, "{before} {after} {step}");
            }
        }
    }
}
