//! Grammars that decide what a model may write.
//!
//! A JSON Schema, a GBNF text or the evidence of a question becomes *rules*
//! ([`rule::Grammar`]), the one internal form. Rules are printed as GBNF
//! ([`gbnf::print`]), which is what is stored and shown, and matched
//! ([`Matcher`]) over the tokens of a model. Both read the same rules, so what
//! is enforced is what is shown.
//!
//! ```text
//! JSON Schema --compile--> rules --print--> GBNF text
//! evidence ------^          |  ^---parse---'
//!                           '--Matcher::new--> masks, forced bytes, rollback
//! ```
//!
//! # What is enforced, and what is left
//!
//! [`compile`] keeps a closed table of keywords. Each keyword it meets is
//! enforced, is an annotation, or stands in the [`Report`] as residual with a
//! reason: then the grammar is wider than the schema and the validator decides
//! after decoding. A grammar is never narrower than its schema, but for the
//! canonical form: properties in the order of their definition, then required
//! ones that are not defined, then others; short escapes and raw UTF-8; no
//! exponent in numbers with bounds; no fraction in integers; the chosen
//! [`Whitespace`]. For checking foreign text keys may come in any order
//! ([`KeyOrder`]). A schema that nothing satisfies is an error.
//!
//! Regular parts (strings, keys, digits) go through automata, where they are
//! intersected, complemented and counted, and come back as rules. Everything
//! else is a conjunction of schemas and facts, of which the alternatives are
//! written out. docs/grammar.md is the reference: every keyword, the limits,
//! what was measured.
//!
//! # The matcher
//!
//! Rules are lowered to a byte automaton with a stack. A state is a set of
//! stacks in shared, interned form; states are made when they are first met
//! and kept, with their masks. Calls at the end of a rule need no stack, so
//! right-linear rules (evidence) run flat; bounded repetition is a count in a
//! position, not a copy of the rule, and counts too far from their bounds to
//! matter share masks. A state inside of a free string allows whole slices of
//! the vocabulary at once. The matcher accepts exactly the language of the rules,
//! byte by byte, so tokens may split characters.
//!
//! # Limits
//!
//! Grammars come from strangers. Nesting, sizes, states and memory are bounded
//! by [`Limits`]; a limit that is met is an error with its number. Nothing here
//! panics, reads files, asks the clock or calls other languages.
//!
//! # Examples
//!
//! ```
//! use grammar::{Limits, Matcher, Options, Vocabulary, compile};
//! use std::sync::Arc;
//!
//! let schema = serde_json::json!({"type": "array", "items": {"enum": ["a", "b"]}});
//! let compiled = compile(&schema, &Options::default())?;
//! let tokens: Vec<Vec<u8>> = ["[", "]", "\"a\"", "\"b", "\"", ", ", "</s>"]
//!     .iter()
//!     .map(|text| text.as_bytes().to_vec())
//!     .collect();
//! let words = Arc::new(Vocabulary::new(tokens, vec![6], vec![]));
//! let mut matcher = Matcher::new(&compiled.grammar, words, &Limits::default())?;
//! for token in [0, 2, 5, 3, 4] {
//!     assert!(matcher.mask()?.is_allowed(token));
//!     matcher.accept_token(token)?;
//! }
//! assert_eq!(matcher.mask()?.iter().collect::<Vec<_>>(), [1, 5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod automaton;
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
pub use schema::{Compiled, Formats, KeyOrder, Options, SchemaError, canonical, compile};
pub use style::Whitespace;
