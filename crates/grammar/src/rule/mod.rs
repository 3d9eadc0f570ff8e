//! The one internal form: rules over Unicode scalar values.
//!
//! Everything that becomes a grammar (a JSON Schema, a GBNF text, evidence)
//! becomes these rules, and everything that uses a grammar (the printer, the
//! matcher) starts from them. A [`Grammar`] can only be made through
//! [`Grammar::new`], which checks it: no undefined rule, no left recursion, no
//! rule without an end, nothing above the limits. So the matcher has no bad
//! grammar to meet.

mod builder;
mod charset;
mod check;
mod portable;
mod prune;
mod star;

pub use builder::Builder;
pub use charset::CharSet;
pub use check::{GrammarError, GrammarErrorKind};
pub(crate) use prune::renumber;

use crate::limits::Limits;

/// Index of a rule in its grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub u32);

impl RuleId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// One element of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// Exactly this text. Empty text matches the empty string.
    Text(String),
    /// One scalar value out of a set.
    Class(CharSet),
    /// Whatever another rule matches.
    Rule(RuleId),
    /// All of them, one after the other. Empty: the empty string.
    Sequence(Vec<Expr>),
    /// One of them. Must not be empty.
    Choice(Vec<Expr>),
    /// `min` to `max` times; without `max`, without end.
    Repeat {
        /// What is repeated.
        body: Box<Expr>,
        /// At least so often.
        min: u32,
        /// At most so often.
        max: Option<u32>,
    },
}

impl Expr {
    /// The empty string.
    pub fn empty() -> Self {
        Self::Sequence(Vec::new())
    }

    /// Exactly this text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The elements one after the other; one element stays itself, nested
    /// sequences become flat and neighbouring texts become one.
    pub fn sequence(parts: impl IntoIterator<Item = Expr>) -> Self {
        let mut flat: Vec<Expr> = Vec::new();
        for part in parts {
            match part {
                Self::Sequence(inner) => inner.into_iter().for_each(|one| push(&mut flat, one)),
                other => push(&mut flat, other),
            }
        }
        match flat.len() {
            1 => flat.pop().unwrap_or_else(Self::empty),
            _ => Self::Sequence(flat),
        }
    }

    /// One of the elements; nested choices become flat.
    pub fn choice(parts: impl IntoIterator<Item = Expr>) -> Self {
        let mut flat: Vec<Expr> = Vec::new();
        for part in parts {
            match part {
                Self::Choice(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            1 => flat.pop().unwrap_or_else(Self::empty),
            _ => Self::Choice(flat),
        }
    }

    /// `self` repeated `min` to `max` times.
    #[must_use]
    pub fn repeat(self, min: u32, max: Option<u32>) -> Self {
        match (min, max) {
            (1, Some(1)) => self,
            (0, Some(0)) => Self::empty(),
            _ => Self::Repeat {
                body: Box::new(self),
                min,
                max,
            },
        }
    }

    /// `self` or nothing.
    #[must_use]
    pub fn optional(self) -> Self {
        self.repeat(0, Some(1))
    }

    /// About how long it is in print: texts, references and ranges of classes.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Text(_) | Self::Rule(_) => 1,
            Self::Class(set) => set.ranges().len(),
            Self::Sequence(parts) | Self::Choice(parts) => {
                1 + parts.iter().map(Self::size).sum::<usize>()
            }
            Self::Repeat { body, .. } => 1 + body.size(),
        }
    }

    /// True for the form of the empty string itself (not for everything that
    /// can match it).
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Sequence(parts) => parts.is_empty(),
            _ => false,
        }
    }
}

fn push(flat: &mut Vec<Expr>, part: Expr) {
    match (flat.last_mut(), part) {
        (_, part) if part.is_empty() => {}
        (Some(Expr::Text(before)), Expr::Text(text)) => before.push_str(&text),
        (_, part) => flat.push(part),
    }
}

/// A named rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Letters, digits and `-`, unique in the grammar.
    pub name: String,
    /// Where the rule comes from: a JSON Pointer into the schema, or the
    /// author's words. Printed as a comment before the rule.
    pub comment: Option<String>,
    /// What it matches.
    pub body: Expr,
}

/// A checked grammar. The sentences of its root rule, which is named `root`,
/// are its language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    rules: Vec<Rule>,
    root: RuleId,
    nullable: Vec<bool>,
}

impl Grammar {
    /// Checks rules and makes a grammar of them.
    ///
    /// # Errors
    /// [`GrammarError`] names the rule: undefined references, a missing or
    /// duplicate name, left recursion, rules that never end, empty classes and
    /// choices, bad repetition bounds, sizes over the limits.
    pub fn new(rules: Vec<Rule>, root: RuleId, limits: &Limits) -> Result<Self, GrammarError> {
        let nullable = check::check(&rules, root, limits)?;
        Ok(Self {
            rules,
            root,
            nullable,
        })
    }

    /// All rules, in their order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule whose sentences are the language.
    pub fn root(&self) -> RuleId {
        self.root
    }

    /// Names of the rules that the root never reaches, in their order. They
    /// are legal and mostly a mistake.
    pub fn unreachable(&self) -> Vec<&str> {
        let reached = check::reachable(&self.rules, self.root);
        let pairs = self.rules.iter().zip(reached);
        pairs
            .filter(|(_, hit)| !hit)
            .map(|(rule, _)| rule.name.as_str())
            .collect()
    }

    /// Whether an element of this grammar can match the empty string.
    pub(crate) fn is_nullable(&self, expr: &Expr) -> bool {
        check::nullable(expr, &self.nullable)
    }
}

impl AsRef<Grammar> for Grammar {
    fn as_ref(&self) -> &Grammar {
        self
    }
}
