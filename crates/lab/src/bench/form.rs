//! In which form values are written.

use grammar::{KeyOrder, Whitespace};

/// In which form values are written, and must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// Where white space stands.
    pub whitespace: Whitespace,
    /// In which order keys come.
    pub key_order: KeyOrder,
}
