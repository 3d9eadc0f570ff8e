//! Errors that point at their place.

use crate::rule::GrammarErrorKind;
use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// Why a GBNF text is no grammar, and where. Displayed as several lines: the
/// place and what is wrong, the line of the grammar with a mark under it, other
/// places that matter, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GbnfError {
    /// The place that is to blame.
    pub place: Box<Place>,
    /// What is wrong.
    pub kind: GbnfErrorKind,
    /// Other places that matter, at most 4, each with what it has to do with
    /// the error: where a rule was first defined, how a recursion goes on.
    pub related: Vec<(Place, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A place in a GBNF text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The line of the grammar, at most 120 characters around the place.
    pub snippet: String,
    /// Spaces, and `^` under everything that is meant.
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
    #[error("{what} is not closed")]
    Unclosed {
        /// What was opened.
        what: &'static str,
        /// What closes it.
        close: char,
    },
    /// A backslash and something GBNF does not know.
    #[error("unknown escape `\\{found}`")]
    Escape {
        /// The character after the backslash.
        found: char,
    },
    /// Not enough hexadecimal digits after `\x`, `\u` or `\U`.
    #[error("the escape needs {digits} hexadecimal digits")]
    Hexadecimal {
        /// How many digits the escape has.
        digits: usize,
    },
    /// An escape that names a surrogate or nothing at all.
    #[error("U+{code:04X} is no character")]
    NoCharacter {
        /// The code point.
        code: u32,
    },
    /// U+0000 as it is.
    #[error("the text holds a NUL character, where llama.cpp takes it to end")]
    Nul,
    /// `[z-a]`.
    #[error("the range is reversed and matches nothing")]
    ReversedRange,
    /// `[]`.
    #[error("the character class has no members")]
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
    /// `<name>`, `<[id]>`, `!<name>` or `!<[id]>`.
    #[error("the token reference {reference} has no text that could be matched")]
    TokenReference {
        /// As it is written.
        reference: String,
    },
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
    /// No rule `root`.
    #[error("there is no rule named `root`, where matching starts")]
    NoRoot,
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

impl fmt::Display for GbnfError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.place;
        write!(out, "line {}, column {}: ", place.line, place.column)?;
        write!(out, "{}\n{place}", self.kind)?;
        for (place, label) in &self.related {
            write!(out, " {label}\n{place}")?;
        }
        match &self.help {
            Some(help) => write!(out, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for GbnfError {}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        write!(
            out,
            "{number} | {}\n{margin} | {}",
            self.snippet, self.caret
        )
    }
}

impl GbnfErrorKind {
    /// What to do about it, where that is the same for every text.
    fn help(&self) -> Option<String> {
        let text = match self {
            Self::Unclosed { close, .. } => return Some(format!("add the missing `{close}`")),
            Self::Escape { .. } => {
                "escapes are \\n \\t \\r \\\\ \\\" \\[ \\] \\- \\xHH \\uHHHH \\UHHHHHHHH"
            }
            Self::Hexadecimal { .. } => "\\x has 2 digits, \\u has 4, \\U has 8",
            Self::NoCharacter { .. } => {
                "surrogates (D800 to DFFF) may stand in a class of other characters only; the last \
                 character is U+10FFFF; write characters above U+FFFF with \\U"
            }
            Self::Nul => "write it as \\x00",
            Self::ReversedRange => "write the smaller character first",
            Self::EmptyClass => "write \"\" for the empty text, or `.` for any character",
            Self::Bounds { .. } => "write the smaller number first",
            Self::TokenReference { .. } => {
                "write the token's text in quotes; special tokens cannot stand in a grammar here"
            }
            Self::Duplicate { .. } => "join the two with `|`, or rename one",
            Self::TooLarge { .. } => "split the grammar, or raise the limit",
            _ => return None,
        };
        Some(text.to_owned())
    }
}

/// Builds the error for a place given as a range of characters.
pub(super) fn locate(text: &[char], at: Range<usize>, kind: GbnfErrorKind) -> GbnfError {
    GbnfError {
        place: Box::new(place(text, at)),
        help: kind.help(),
        kind,
        related: Vec::new(),
    }
}

/// Finds line and column of a range of characters.
pub(super) fn place(text: &[char], at: Range<usize>) -> Place {
    let from = at.start.min(text.len());
    let before = text.get(..from).unwrap_or(text);
    let line = before.iter().filter(|one| **one == '\n').count() + 1;
    let start = before.iter().rposition(|one| *one == '\n');
    let start = start.map_or(0, |found| found + 1);
    let column = from - start + 1;
    let rest = text.get(start..).unwrap_or_default();
    let whole = rest.iter().take_while(|one| **one != '\n' && **one != '\r');
    let skip = column.saturating_sub(80);
    let snippet: String = whole
        .skip(skip)
        .take(120)
        .map(|one| if one.is_control() { ' ' } else { *one })
        .collect();
    // Marks stay under the shown part of the line.
    let room = snippet.chars().count().saturating_sub(column - 1 - skip);
    let marks = at.end.saturating_sub(from).min(room).max(1);
    let caret = format!("{}{}", " ".repeat(column - 1 - skip), "^".repeat(marks));
    Place {
        line,
        column,
        snippet,
        caret,
    }
}
