//! Chance out of the fuzzer's bytes.

/// Gives out bytes one by one; after the last it goes on repeatably, so that
/// whatever draws from it comes to an end.
pub struct Dice {
    bytes: Vec<u8>,
    at: usize,
    state: u64,
}

impl Dice {
    pub fn new(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            at: 0,
            state: 1,
        }
    }

    fn byte(&mut self) -> u64 {
        self.at += 1;
        if let Some(byte) = self.bytes.get(self.at - 1) {
            return u64::from(*byte);
        }
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005);
        self.state = self.state.wrapping_add(1_442_695_040_888_963_407);
        self.state >> 56
    }

    pub fn next(&mut self) -> u64 {
        (0..8).fold(0, |all, _| all << 8 | self.byte())
    }

    /// A number from 0, below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        let end = end.max(1) as u64;
        let drawn = if end <= 0x100 {
            self.byte()
        } else if end <= 0x1_0000 {
            self.byte() << 8 | self.byte()
        } else {
            self.next()
        };
        (drawn % end) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
