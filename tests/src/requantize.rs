//! A second model from the default one: its weights of 4 bits with a scale and a least value
//! (`Q4_1`) written as 4 bits with a scale alone (`Q4_0`), which loses some of each. It is the
//! same network with other numbers, so it answers most questions alike and some not, as two
//! quantisations of a model do that one has to choose between.
//!
//! The layouts are those of ggml (`block_q4_1`, `block_q4_0`); the file is GGUF version 3.

/// Values in a block of either layout.
const BLOCK: usize = 32;
const Q4_0: u32 = 2;
const Q4_1: u32 = 3;
/// Bytes of a block of each layout.
const Q4_0_BYTES: usize = 18;
const Q4_1_BYTES: usize = 20;
/// Where no key says otherwise.
const ALIGNMENT: usize = 32;
/// `general.file_type` of a file whose tensors are mostly of such a layout.
const MOSTLY_Q4_0: u32 = 2;

/// Reads a file's parts one after the other.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        self.at += length;
        &self.bytes[self.at - length..self.at]
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take(4).try_into().unwrap())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take(8).try_into().unwrap())
    }

    fn text(&mut self) -> &'a [u8] {
        let length = self.u64() as usize;
        self.take(length)
    }

    /// Skips a value of a key.
    fn value(&mut self, kind: u32) {
        match kind {
            0 | 1 | 7 => self.at += 1,
            2 | 3 => self.at += 2,
            4..=6 => self.at += 4,
            10..=12 => self.at += 8,
            8 => drop(self.text()),
            9 => {
                let (inner, count) = (self.u32(), self.u64());
                for _ in 0..count {
                    self.value(inner);
                }
            }
            other => panic!("a key of type {other}"),
        }
    }
}

/// A tensor of the file.
struct Tensor {
    /// Name and shape, as they are written.
    head: Vec<u8>,
    kind: u32,
    offset: usize,
}

fn aligned(length: usize) -> usize {
    length.next_multiple_of(ALIGNMENT)
}

/// The bytes of a GGUF file with every tensor of `Q4_1` as `Q4_0`.
///
/// # Panics
///
/// For bytes that are no GGUF file of version 3 with tensors of `Q4_1`.
pub fn requantize(bytes: &[u8]) -> Vec<u8> {
    let mut cursor = Cursor { bytes, at: 0 };
    assert_eq!(cursor.take(4), b"GGUF");
    assert_eq!(cursor.u32(), 3, "version");
    let (tensor_count, key_count) = (cursor.u64(), cursor.u64());
    let mut file_type = None;
    for _ in 0..key_count {
        let (name, kind) = (cursor.text(), cursor.u32());
        if name == b"general.file_type" {
            file_type = Some(cursor.at);
        }
        cursor.value(kind);
    }
    let mut head = bytes[..cursor.at].to_vec();
    if let Some(at) = file_type {
        head[at..at + 4].copy_from_slice(&MOSTLY_Q4_0.to_le_bytes());
    }
    let tensors: Vec<Tensor> = (0..tensor_count).map(|_| tensor(&mut cursor)).collect();
    let data = &bytes[aligned(cursor.at)..];
    assert!(
        tensors.iter().any(|tensor| tensor.kind == Q4_1),
        "nothing to change"
    );
    let mut ends: Vec<usize> = tensors.iter().map(|tensor| tensor.offset).collect();
    ends.push(data.len());
    ends.sort_unstable();
    let mut body: Vec<u8> = Vec::with_capacity(data.len());
    for tensor in &tensors {
        let end = ends[ends.partition_point(|end| *end <= tensor.offset)];
        let content = &data[tensor.offset..end];
        body.resize(aligned(body.len()), 0);
        head.extend(&tensor.head);
        let kind = if tensor.kind == Q4_1 {
            Q4_0
        } else {
            tensor.kind
        };
        head.extend(kind.to_le_bytes());
        head.extend((body.len() as u64).to_le_bytes());
        if tensor.kind == Q4_1 {
            body.extend(content.chunks_exact(Q4_1_BYTES).flat_map(block));
        } else {
            body.extend(content);
        }
    }
    head.resize(aligned(head.len()), 0);
    head.extend(body);
    head
}

/// The bytes of a GGUF file with another chat template.
///
/// # Panics
///
/// For bytes that are no GGUF file of version 3 with a chat template.
pub fn with_template(bytes: &[u8], template: &str) -> Vec<u8> {
    let mut cursor = Cursor { bytes, at: 0 };
    assert_eq!(cursor.take(4), b"GGUF");
    cursor.take(4);
    let (tensor_count, key_count) = (cursor.u64(), cursor.u64());
    let mut place = None;
    for _ in 0..key_count {
        let (name, kind) = (cursor.text(), cursor.u32());
        let from = cursor.at;
        cursor.value(kind);
        if name == b"tokenizer.chat_template" {
            place = Some((from, cursor.at));
        }
    }
    let (from, to) = place.expect("a chat template");
    for _ in 0..tensor_count {
        tensor(&mut cursor);
    }
    let mut made = bytes[..from].to_vec();
    made.extend((template.len() as u64).to_le_bytes());
    made.extend(template.as_bytes());
    made.extend(&bytes[to..cursor.at]);
    made.resize(aligned(made.len()), 0);
    made.extend(&bytes[aligned(cursor.at)..]);
    made
}

fn tensor(cursor: &mut Cursor<'_>) -> Tensor {
    let start = cursor.at;
    cursor.text();
    let dimensions = cursor.u32();
    for _ in 0..dimensions {
        cursor.u64();
    }
    let head = cursor.bytes[start..cursor.at].to_vec();
    let (kind, offset) = (cursor.u32(), cursor.u64() as usize);
    Tensor { head, kind, offset }
}

/// One block of 32 values, from the one layout to the other.
fn block(block: &[u8]) -> [u8; Q4_0_BYTES] {
    let number = |at: usize| from_half(u16::from_le_bytes([block[at], block[at + 1]]));
    let (scale, least) = (number(0), number(2));
    let mut values = [0.0_f32; BLOCK];
    for (at, pair) in block[4..].iter().enumerate() {
        values[at] = f32::from(pair & 15) * scale + least;
        values[at + BLOCK / 2] = f32::from(pair >> 4) * scale + least;
    }
    let largest = values.into_iter().fold(0.0_f32, |most, value| {
        if value.abs() > most.abs() {
            value
        } else {
            most
        }
    });
    let step = largest / -8.0;
    let inverse = if step == 0.0 { 0.0 } else { 1.0 / step };
    let mut found = [0; Q4_0_BYTES];
    found[..2].copy_from_slice(&to_half(step).to_le_bytes());
    let code = |value: f32| (value * inverse + 8.5).floor().clamp(0.0, 15.0) as u8;
    for at in 0..BLOCK / 2 {
        found[2 + at] = code(values[at]) | code(values[at + BLOCK / 2]) << 4;
    }
    found
}

/// A number of IEEE 754 binary16.
fn from_half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2.0_f32.powi(-24),
        31 => f32::INFINITY,
        _ => (1.0 + fraction / 1024.0) * 2.0_f32.powi(exponent - 15),
    }
}

/// The nearest number of binary16; scales are far from its ends.
fn to_half(number: f32) -> u16 {
    let sign = u16::from(number.is_sign_negative()) << 15;
    let size = number.abs();
    if size < 2.0_f32.powi(-14) {
        return sign | (size * 2.0_f32.powi(24)).round_ties_even() as u16;
    }
    let exponent = size.log2().floor() as i32;
    let fraction = (size / 2.0_f32.powi(exponent) - 1.0) * 1024.0;
    // A fraction rounded up to 1024 carries into the exponent by the addition.
    let bits = ((exponent + 15) as u16) << 10;
    sign | (bits + fraction.round_ties_even() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_as_they_were_written() {
        for bits in (0..0x7c00).chain(0x8000..0xfc00) {
            assert_eq!(to_half(from_half(bits)), bits, "{bits:04x}");
        }
        assert!((from_half(0x3c00) - 1.0).abs() < f32::EPSILON);
        assert!((from_half(0xc000) + 2.0).abs() < f32::EPSILON);
    }

    #[test]
    fn a_block_keeps_its_values_to_half_a_step() {
        // Scale 0.5, least value -4: from -4 to 3.5, which has the largest value in Q4_0's reach.
        let mut given = vec![];
        given.extend(to_half(0.5).to_le_bytes());
        given.extend(to_half(-4.0).to_le_bytes());
        given.extend((0..16).map(|code| code | (15 - code) << 4));
        let found = block(&given);
        let step = from_half(u16::from_le_bytes([found[0], found[1]]));
        assert!((step - 0.5).abs() < f32::EPSILON);
        for (at, pair) in found[2..].iter().enumerate() {
            let value = |code: u8| (f32::from(code) - 8.0) * step;
            assert!((value(pair & 15) - (at as f32 * 0.5 - 4.0)).abs() <= 0.25);
            assert!((value(pair >> 4) - ((15 - at) as f32 * 0.5 - 4.0)).abs() <= 0.25);
        }
    }
}
