//! Grammars that decide what a model may write.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod evidence;
pub mod gbnf;
mod limits;
pub mod matcher;
pub mod rule;
mod style;

pub use evidence::{EvidenceChunk, EvidenceKind, EvidenceText};
pub use limits::Limits;
pub use matcher::{MatchError, Matcher, TokenMask, Vocabulary};
pub use rule::Grammar;
pub use style::Whitespace;
