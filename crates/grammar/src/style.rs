//! The canonical form of JSON text: separators and escapes.

use crate::rule::{Builder, CharSet, Expr, RuleId};
use serde_json::Value;

/// Where white space stands between the tokens of a JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Whitespace {
    /// None: `{"a":1,"b":[2,3]}`.
    Compact,
    /// One space after `,` and `:`: `{"a": 1, "b": [2, 3]}`. Models write it.
    #[default]
    Spaced,
    /// Any, everywhere JSON allows it: for checking foreign text.
    Any,
}

/// Writes JSON punctuation in one style.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    whitespace: Whitespace,
    space: Option<RuleId>,
}

impl Style {
    /// Adds the rule for white space to `builder` where the style has one.
    pub fn new(whitespace: Whitespace, builder: &mut Builder) -> Self {
        let blank = || Expr::Class(CharSet::new([(' ', ' '), ('\t', '\n'), ('\r', '\r')]));
        let space = (whitespace == Whitespace::Any)
            .then(|| builder.add("ws", None, blank().repeat(0, None)));
        Self { whitespace, space }
    }

    /// White space that may stand before and after a token.
    pub fn space(self) -> Expr {
        self.space.map_or_else(Expr::empty, Expr::Rule)
    }

    /// An opening bracket, with what may follow it.
    pub fn open(self, bracket: char) -> Expr {
        Expr::sequence([Expr::text(bracket), self.space()])
    }

    /// A closing bracket, with what may precede it.
    pub fn close(self, bracket: char) -> Expr {
        Expr::sequence([self.space(), Expr::text(bracket)])
    }

    pub fn comma(self) -> Expr {
        self.separator(",")
    }

    pub fn colon(self) -> Expr {
        self.separator(":")
    }

    fn separator(self, mark: &str) -> Expr {
        match self.whitespace {
            Whitespace::Compact => Expr::text(mark),
            Whitespace::Spaced => Expr::text(format!("{mark} ")),
            Whitespace::Any => Expr::sequence([self.space(), Expr::text(mark), self.space()]),
        }
    }
}

/// The inside of a JSON string in canonical form: short escapes where JSON has
/// one, `\u00xx` for the other control characters, otherwise raw UTF-8.
pub(crate) fn escape(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    let inner = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or_default().to_owned()
}
