//! Why a schema does not compile, and where.

use std::fmt;
use thiserror::Error;

/// A located error of the schema compiler.
///
/// It reads as place, kind and help: ``at `/properties/a`, keyword `pattern`: a
/// string was expected; hint: correct the schema``.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct SchemaError {
    /// JSON Pointer of the schema (empty: the whole).
    pub pointer: String,
    /// The keyword, where one is to blame.
    pub keyword: Option<String>,
    /// What is wrong.
    pub kind: SchemaErrorKind,
    /// What to do about it.
    pub help: &'static str,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => out.write_str("at the root of the schema")?,
            pointer => write!(out, "at `{}`", Shown(pointer))?,
        }
        if let Some(keyword) = self.keyword.as_deref().filter(|one| !one.is_empty()) {
            write!(out, ", keyword `{}`", Shown(keyword))?;
        }
        write!(out, ": {}; hint: {}", self.kind, self.help)
    }
}

/// Text of a schema in an error: control characters escaped, not too long.
struct Shown<'t>(&'t str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 300;
        for (index, one) in self.0.chars().enumerate() {
            if index == MOST {
                return out.write_str("\u{2026}");
            }
            if one.is_control() {
                write!(out, "{}", one.escape_default())?;
            } else {
                write!(out, "{one}")?;
            }
        }
        Ok(())
    }
}

/// What is wrong with a schema.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SchemaErrorKind {
    /// The keyword's value has the wrong form.
    #[error("{wanted} was expected")]
    Malformed {
        /// What was expected.
        wanted: &'static str,
    },
    /// A reference to a place that is not there.
    #[error("the reference `{}` leads nowhere in this schema", Shown(.reference))]
    Reference {
        /// The reference as written.
        reference: String,
    },
    /// A reference to a schema that is not in the document.
    #[error("the reference `{}` leads out of this schema", Shown(.reference))]
    Remote {
        /// The reference as written.
        reference: String,
    },
    /// A reference to a name that different schemas bear.
    #[error("the reference `{}` names several schemas that differ", Shown(.reference))]
    Ambiguous {
        /// The reference as written.
        reference: String,
    },
    /// References that only lead to each other.
    #[error("references lead in a circle: {}", circle(.pointers))]
    ReferenceCircle {
        /// JSON Pointers of the schemas on the circle, in order; at most ten.
        pointers: Vec<String>,
    },
    /// No value satisfies the schema.
    #[error("nothing satisfies it: {reason}")]
    Unsatisfiable {
        /// The contradiction.
        reason: String,
    },
    /// Schemas that refer to each other without a value in between.
    #[error("it refers to itself without a value in between")]
    Loop,
    /// Evidence is asked for and was not given, or cannot be quoted.
    #[error("{reason}")]
    Evidence {
        /// Why.
        reason: String,
    },
    /// A limit was met.
    #[error("{what} is above the limit of {limit}")]
    TooLarge {
        /// What was counted.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
    /// The rules made of the schema are no grammar.
    #[error("{reason}")]
    Grammar {
        /// Why.
        reason: String,
    },
}

fn circle(pointers: &[String]) -> String {
    let shown = pointers.iter().chain(pointers.first());
    // In a bundled metaschema it is a whole URI.
    let sign = |one: &str| {
        if one.is_empty() || one.starts_with('/') {
            "#"
        } else {
            ""
        }
    };
    let shown: Vec<String> = shown
        .map(|one| format!("`{}{}`", sign(one), Shown(one)))
        .collect();
    shown.join(" -> ")
}

impl SchemaError {
    /// `keyword` is empty where the schema itself has the wrong form.
    pub(super) fn malformed(pointer: &str, keyword: &str, wanted: &'static str) -> Self {
        let (keyword, help) = match keyword {
            "" => (None, "replace it with a schema"),
            keyword => (Some(keyword.to_owned()), "correct the keyword's value"),
        };
        Self {
            pointer: pointer.to_owned(),
            keyword,
            kind: SchemaErrorKind::Malformed { wanted },
            help,
        }
    }

    pub(super) fn too_large(pointer: &str, what: &'static str, limit: usize) -> Self {
        Self {
            pointer: pointer.to_owned(),
            keyword: None,
            kind: SchemaErrorKind::TooLarge { what, limit },
            help: "make the schema smaller, or raise the limit",
        }
    }

    pub(super) fn unsatisfiable(pointer: &str, reason: String) -> Self {
        Self {
            pointer: pointer.to_owned(),
            keyword: None,
            kind: SchemaErrorKind::Unsatisfiable { reason },
            help: "relax one of the keywords that contradict each other",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_reads_as_place_kind_and_help() {
        let mut error = SchemaError::malformed("/properties/a\n", "pattern", "a string");
        assert_eq!(
            error.to_string(),
            "at `/properties/a\\n`, keyword `pattern`: a string was expected; \
             hint: correct the keyword's value"
        );
        error = SchemaError::malformed("", "", "an object or a boolean");
        assert_eq!(
            error.to_string(),
            "at the root of the schema: an object or a boolean was expected; \
             hint: replace it with a schema"
        );
        error.kind = SchemaErrorKind::ReferenceCircle {
            pointers: vec!["/a".to_owned(), String::new()],
        };
        assert!(error.to_string().contains("circle: `#/a` -> `#` -> `#/a`;"));
    }

    #[test]
    fn foreign_text_in_an_error_is_cut() {
        let error = SchemaError::malformed(&"/x".repeat(5_000), &"y".repeat(5_000), "a string");
        assert!(error.to_string().chars().count() < 800);
    }
}
