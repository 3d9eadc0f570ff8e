//! The limits that a caller sets a recognition.

/// Limits of one recognition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Longest span, in lines (default 8); a value that runs over more lines
    /// is not offered.
    pub max_span_lines: u32,
    /// At most this many candidates (default 20,000), in document order: a
    /// bound on memory, not a choice. Rank first, then cut to what is scored.
    pub max_candidates: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_span_lines: 8,
            max_candidates: 20_000,
        }
    }
}
