//! What a process said last on its standard error, and what that means.
//!
//! The words themselves go nowhere: a library may have put a piece of a document into them.
//! [`cause`] makes one of a fixed list of reasons of them, which may be told and logged.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

/// Kept of what is said, in bytes: some twenty lines.
const MAX_BYTES: usize = 4096;

/// The last bytes of a stream, while it is read.
#[derive(Clone, Default)]
pub(crate) struct LastWords(Arc<Mutex<VecDeque<u8>>>);

impl LastWords {
    /// Reads to the end of the stream.
    pub fn listen(&self, mut stream: impl Read) {
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(buffer.get(..count).unwrap_or_default());
            let over = kept.len().saturating_sub(MAX_BYTES);
            kept.drain(..over);
        }
    }

    /// What is kept by now.
    pub fn text(&self) -> String {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        drop(kept);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// What a runtime or library says when it gives up, and what is told of it. The first that
/// stands in the words counts.
const CAUSES: [(&str, &str); 7] = [
    ("memory allocation of", "out of memory"),
    ("capacity overflow", "out of memory"),
    ("std::bad_alloc", "out of memory"),
    ("overflowed its stack", "stack overflow"),
    ("GGML_ASSERT", "assertion failed"),
    ("GGML_ABORT", "assertion failed"),
    ("panicked at", "panic"),
];

/// Why the process ended, where its last words are of a known kind.
pub(crate) fn cause(words: &str) -> Option<&'static str> {
    let known = CAUSES.iter().find(|(said, _)| words.contains(said));
    known.map(|(_, cause)| *cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_are_kept_however_much_is_said() {
        let words = LastWords::default();
        words.listen("x".repeat(100_000).as_bytes());
        words.listen("the end".as_bytes());
        assert_eq!(words.text().len(), MAX_BYTES);
        assert!(words.text().ends_with("xthe end"));
    }

    #[test]
    fn a_cause_is_of_the_list_and_never_of_the_words() {
        let said = "memory allocation of 7000 bytes failed";
        assert_eq!(cause(said), Some("out of memory"));
        assert_eq!(
            cause("\nthread 'main' has overflowed its stack\n"),
            Some("stack overflow")
        );
        assert_eq!(cause("the premium is 7 USD"), None);
    }
}
