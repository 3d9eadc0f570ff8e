//! Rules and the elements they are made of, as values that can be put together
//! in any way: whether they are a grammar is asked later.

use super::charset::CharSet;

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
