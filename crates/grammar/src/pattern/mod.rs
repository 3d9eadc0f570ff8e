//! Regular expressions of JSON Schema: ECMA-262, section 22.2, read by Unicode
//! characters, with the leniency of its annex B (`{` and `]` as text, `[\w-.]`,
//! repeated look-ahead).
//!
//! A pattern is a tree ([`Node`]). Where it has no look-ahead, no word boundary
//! and anchors only at its ends, it has a *direct form*: search semantics are
//! written out and the tree becomes one expression that reads like the pattern
//! ([`Pattern::lower`]). Every pattern becomes an automaton ([`Pattern::dfa`])
//! as long as the states suffice, so patterns combine with each other and with
//! lengths, and can be negated.
//!
//! Not regular, or another dialect, and so refused: back references,
//! look-behind, flags, possessive and atomic groups, `\A \Z`.

mod class;
mod direct;
mod error;
mod format;
mod json;
mod machine;
mod parse;
#[cfg(test)]
mod tests;
mod threads;
mod tree;

pub(crate) use error::PatternError;
pub(crate) use format::Format;
pub(crate) use json::string_char;

use crate::automaton::{Dfa, TooManyStates};
use crate::rule::Expr;
use machine::Machine;
use tree::Node;

/// Most operations a pattern may take with its repetitions written out.
const MAX_SIZE: u64 = 400_000;

/// A pattern that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    tree: Node,
    /// The same with whole strings as matches, where it has a direct form.
    whole: Option<Node>,
}

impl Pattern {
    /// Reads a pattern with ECMA-262 search semantics.
    pub fn read(text: &str, max_nesting: usize) -> Result<Self, PatternError> {
        let tree = parse::parse(text, max_nesting)?;
        if tree.size() > MAX_SIZE {
            return Err(PatternError::Unsupported {
                what: "a repetition that large",
            });
        }
        let whole = direct::search(&tree);
        Ok(Self { tree, whole })
    }

    /// The inside of a JSON string that matches, where there is a direct form.
    pub fn lower(&self) -> Option<Expr> {
        self.whole.as_ref().map(direct::lower)
    }

    /// How many operations [`is_match`](Self::is_match) takes per character, at
    /// most.
    pub fn cost(&self) -> u64 {
        self.tree.size()
    }

    /// Whether the text matches.
    pub fn is_match(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let machine = Machine::new(&self.tree, text.len() as u32 + 1);
        machine.is_match(&text)
    }

    /// The automaton of all matching texts.
    pub fn dfa(&self, limit: usize) -> Result<Dfa, TooManyStates> {
        let machine = Machine::new(&self.tree, u32::MAX);
        Ok(threads::explore(&machine, limit)?.minimize())
    }

    /// Fewest and most characters of a match, where there is a direct form.
    pub fn lengths(&self) -> Option<(u32, Option<u32>)> {
        self.whole.as_ref().map(direct::lengths)
    }

    /// The pattern cut to lengths, where it is one class repeated and some
    /// length is possible.
    pub fn with_lengths(&self, min: u32, max: Option<u32>) -> Option<Self> {
        let cut = direct::with_lengths(self.whole.as_ref()?, min, max)?;
        let tree = Node::Concat(vec![Node::Start, cut.clone(), Node::End]);
        Some(Self {
            tree,
            whole: Some(cut),
        })
    }
}
