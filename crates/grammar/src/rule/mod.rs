//! The one internal form: rules over Unicode scalar values.
//!
//! Everything that becomes a grammar (a JSON Schema, a GBNF text, evidence)
//! becomes these rules, and everything that uses a grammar (the printer, the
//! matcher) starts from them. A [`Grammar`] can only be made through
//! [`Grammar::new`], which checks it: no undefined rule, no left recursion, no
//! rule without an end, nothing above the limits. So the matcher has no bad
//! grammar to meet.

mod beginning;
mod builder;
mod charset;
mod check;
mod expression;
mod grammar;
mod portable;
mod prune;
mod star;

pub use builder::Builder;
pub use charset::CharSet;
pub use check::{GrammarError, GrammarErrorKind};
pub use expression::{Expr, Rule, RuleId};
pub use grammar::Grammar;
pub(crate) use prune::renumber;
