//! A fast hash for small integer keys. Nothing is ever iterated in its order,
//! and a bad grammar can make it slow but not wrong.

use std::hash::{BuildHasherDefault, Hasher};

/// Multiplies and folds: the keys are small integers of our own making.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct FoldHasher(u64);

impl Hasher for FoldHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

pub(super) type Build = BuildHasherDefault<FoldHasher>;
