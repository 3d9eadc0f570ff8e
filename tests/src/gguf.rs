//! A GGUF file of version 3, put together key by key and tensor by tensor. Tensors are of binary32.

use crate::Seed;

/// Where no key says otherwise.
const ALIGNMENT: usize = 32;
/// Types of values, as the format numbers them.
const U32: u32 = 4;
const I32: u32 = 5;
const F32: u32 = 6;
const BOOL: u32 = 7;
const TEXT: u32 = 8;
const LIST: u32 = 9;

/// What a file will hold.
#[derive(Debug, Default)]
pub(crate) struct Gguf {
    keys: Vec<u8>,
    key_count: u64,
    tensors: Vec<u8>,
    tensor_count: u64,
    data: Vec<u8>,
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u64).to_le_bytes());
    out.extend(text.as_bytes());
}

/// A number from -1 to 1.
fn number(seed: &mut Seed) -> f32 {
    seed.below(2_000_001) as f32 / 1_000_000.0 - 1.0
}

impl Gguf {
    fn key(&mut self, name: &str, kind: u32) -> &mut Vec<u8> {
        self.key_count += 1;
        text(&mut self.keys, name);
        self.keys.extend(kind.to_le_bytes());
        &mut self.keys
    }

    fn list(&mut self, name: &str, kind: u32, count: usize) -> &mut Vec<u8> {
        let out = self.key(name, LIST);
        out.extend(kind.to_le_bytes());
        out.extend((count as u64).to_le_bytes());
        out
    }

    pub fn text(&mut self, name: &str, value: &str) {
        text(self.key(name, TEXT), value);
    }

    pub fn number(&mut self, name: &str, value: f32) {
        self.key(name, F32).extend(value.to_le_bytes());
    }

    pub fn count(&mut self, name: &str, value: u32) {
        self.key(name, U32).extend(value.to_le_bytes());
    }

    pub fn flag(&mut self, name: &str, value: bool) {
        self.key(name, BOOL).push(u8::from(value));
    }

    pub fn texts(&mut self, name: &str, values: &[String]) {
        let out = self.list(name, TEXT, values.len());
        for value in values {
            text(out, value);
        }
    }

    pub fn numbers(&mut self, name: &str, values: &[f32]) {
        let out = self.list(name, F32, values.len());
        out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }

    pub fn kinds(&mut self, name: &str, values: &[i32]) {
        let out = self.list(name, I32, values.len());
        out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }

    /// A tensor; `lengths` begin with the length of a row.
    fn tensor(&mut self, name: &str, lengths: &[u64], numbers: impl Iterator<Item = f32>) {
        self.tensor_count += 1;
        text(&mut self.tensors, name);
        self.tensors.extend((lengths.len() as u32).to_le_bytes());
        let lengths = lengths.iter().flat_map(|length| length.to_le_bytes());
        self.tensors.extend(lengths);
        self.tensors.extend(0_u32.to_le_bytes());
        self.tensors.extend((self.data.len() as u64).to_le_bytes());
        self.data.extend(numbers.flat_map(f32::to_le_bytes));
        let aligned = self.data.len().next_multiple_of(ALIGNMENT);
        self.data.resize(aligned, 0);
    }

    /// A tensor of numbers from -`size` to `size`.
    pub fn random(&mut self, name: &str, lengths: &[u64], size: f32, seed: &mut Seed) {
        let count = lengths.iter().product::<u64>();
        self.tensor(name, lengths, (0..count).map(|_| number(seed) * size));
    }

    /// A tensor of ones.
    pub fn ones(&mut self, name: &str, length: u64) {
        let ones = std::iter::repeat_n(1.0, length as usize);
        self.tensor(name, &[length], ones);
    }

    pub fn bytes(self) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3_u32.to_le_bytes());
        out.extend(self.tensor_count.to_le_bytes());
        out.extend(self.key_count.to_le_bytes());
        out.extend(self.keys);
        out.extend(self.tensors);
        out.resize(out.len().next_multiple_of(ALIGNMENT), 0);
        out.extend(self.data);
        out
    }
}
