//! Grammars that decide what a model may write.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod gbnf;
mod limits;
pub mod matcher;
pub mod rule;

pub use limits::Limits;
pub use matcher::{MatchError, Matcher, TokenMask, Vocabulary};
pub use rule::Grammar;
