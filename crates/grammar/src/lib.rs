//! Grammars that decide what a model may write.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod evidence;
pub mod gbnf;
mod limits;
pub mod matcher;
mod pattern;
pub mod report;
pub mod rule;
pub mod schema;
mod style;

pub use evidence::{EvidenceChunk, EvidenceKind, EvidenceText};
pub use limits::Limits;
pub use matcher::{MatchError, Matcher, TokenMask, Vocabulary};
pub use report::{Enforcement, Report};
pub use rule::Grammar;
pub use schema::{Compiled, Options, SchemaError, compile};
pub use style::Whitespace;
