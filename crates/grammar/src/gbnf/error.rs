//! Errors that point at their place.

use crate::rule::GrammarErrorKind;
use thiserror::Error;

/// Why a GBNF text is no grammar, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {kind}\n{snippet}\n{caret}")]
pub struct GbnfError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: GbnfErrorKind,
    /// The line of the grammar, at most 120 characters around the place.
    pub snippet: String,
    /// Spaces and a `^` under the place.
    pub caret: String,
}

/// What is wrong with a GBNF text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GbnfErrorKind {
    /// Something else had to stand here.
    #[error("expected {wanted}")]
    Expected {
        /// What had to stand here.
        wanted: &'static str,
    },
    /// A quoted text, class or group without its end.
    #[error("{what} is not closed; add the missing `{close}`")]
    Unclosed {
        /// What was opened.
        what: &'static str,
        /// What closes it.
        close: &'static str,
    },
    /// A backslash and something GBNF does not know.
    #[error(
        "unknown escape `\\{found}`; use \\n \\t \\r \\\\ \\\" \\[ \\] \\xHH \\uHHHH \\UHHHHHHHH"
    )]
    Escape {
        /// The character after the backslash.
        found: char,
    },
    /// Digits that name no Unicode scalar value.
    #[error("the escape needs {digits} hexadecimal digits that name a character")]
    Hexadecimal {
        /// How many digits the escape has.
        digits: usize,
    },
    /// `[z-a]`.
    #[error("the range is reversed; write the smaller character first")]
    ReversedRange,
    /// `[]`.
    #[error("the character class is empty and matches nothing")]
    EmptyClass,
    /// `*` with nothing before it.
    #[error("nothing stands before this repetition")]
    NothingToRepeat,
    /// `{5,2}`.
    #[error("the repetition asks for at least {min} but allows at most {max}")]
    Bounds {
        /// Lower bound.
        min: u32,
        /// Upper bound.
        max: u32,
    },
    /// `<name>` or `<[id]>`.
    #[error("token references are not supported; write the token's text in quotes")]
    TokenReference,
    /// A rule that no line defines.
    #[error("rule `{name}` is not defined")]
    Undefined {
        /// The name.
        name: String,
    },
    /// A rule defined twice.
    #[error("rule `{name}` is defined twice")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// A limit was met.
    #[error("{what} is above the limit of {limit}")]
    TooLarge {
        /// What was counted.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
    /// The rules read well but are no grammar.
    #[error("rule `{rule}`: {kind}")]
    Rule {
        /// The rule's name.
        rule: String,
        /// What is wrong with it.
        kind: Box<GrammarErrorKind>,
    },
}

/// Builds the error for a place given as an index into the characters.
pub(super) fn locate(text: &[char], at: usize, kind: GbnfErrorKind) -> GbnfError {
    let at = at.min(text.len());
    let before = text.get(..at).unwrap_or(text);
    let line = before.iter().filter(|one| **one == '\n').count() + 1;
    let start = before
        .iter()
        .rposition(|one| *one == '\n')
        .map_or(0, |found| found + 1);
    let column = at - start + 1;
    let rest = text.get(start..).unwrap_or_default();
    let whole = rest.iter().take_while(|one| **one != '\n' && **one != '\r');
    let skip = column.saturating_sub(80);
    let snippet: String = whole
        .skip(skip)
        .take(120)
        .map(|one| if one.is_control() { ' ' } else { *one })
        .collect();
    let caret = format!("{}^", " ".repeat(column - 1 - skip));
    GbnfError {
        line,
        column,
        kind,
        snippet,
        caret,
    }
}
