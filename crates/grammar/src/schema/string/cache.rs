//! What one compilation keeps of its strings, so that it is made once.

use crate::automaton::{Dfa, TooManyStates};
use crate::pattern::{Pattern, PatternError};
use crate::rule::{Expr, RuleId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What was made for strings so far.
#[derive(Default)]
pub(in crate::schema) struct Strings {
    pub(super) patterns: BTreeMap<String, Result<Rc<Pattern>, PatternError>>,
    pub(super) languages: BTreeMap<String, Result<Rc<Dfa>, TooManyStates>>,
    pub(super) formats: BTreeMap<String, RuleId>,
    pub(super) made: BTreeMap<Key, Expr>,
    pub(super) states: usize,
    /// How often something was left to the validator for want of states.
    pub(super) left: usize,
}

/// What a string was made of: patterns and whether they are negated, lengths,
/// excluded words.
pub(super) type Key = (Vec<(String, bool)>, u32, Option<u32>, Vec<String>);
