//! JSON Schema to rules, with a report of what is enforced.

mod array;
mod canonical;
mod check;
mod choice;
mod compiler;
mod conflict;
mod decimal;
mod error;
mod facts;
mod facts_check;
mod foreign;
mod goal;
mod keys;
mod keyword;
mod linear;
mod lower;
mod members;
mod meta;
mod multiple;
mod number;
mod numeric;
#[cfg(test)]
mod numeric_tests;
mod object;
mod open;
mod options;
mod scalars;
mod share;
mod solve;
mod source;
mod string;
mod unique;
mod value;

pub use canonical::canonical;
pub use error::{SchemaError, SchemaErrorKind};
pub use options::{Formats, KeyOrder, Options};

use crate::report::Report;
use crate::rule::{Builder, Expr, Grammar, GrammarError, GrammarErrorKind};
use compiler::Compiler;
use goal::Part;
use serde_json::Value;

/// A grammar and what it keeps of its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    /// The grammar; print it with [`gbnf::print`](crate::gbnf::print).
    pub grammar: Grammar,
    /// Per keyword: enforced, or left to the validator.
    pub report: Report,
}

/// Compiles a JSON Schema (drafts 4 to 2020-12). The same schema and options
/// always give the same grammar.
///
/// # Errors
/// [`SchemaError`] with the JSON Pointer: malformed keywords, references out of
/// the document, schemas that nothing satisfies, sizes above the limits.
///
/// # Examples
/// ```
/// use grammar::{gbnf, schema};
/// let schema = serde_json::json!({
///     "type": "object",
///     "properties": {"paid": {"type": "boolean"}},
///     "required": ["paid"],
///     "additionalProperties": false,
/// });
/// let compiled = schema::compile(&schema, &schema::Options::default())?;
/// assert!(compiled.report.is_complete());
/// assert!(gbnf::print(&compiled.grammar).contains("\"{\\\"paid\\\": \""));
/// # Ok::<(), schema::SchemaError>(())
/// ```
pub fn compile(schema: &Value, options: &Options<'_>) -> Result<Compiled, SchemaError> {
    let mut builder = Builder::new();
    let root = builder.declare("root", Some("the whole answer".to_owned()));
    let mut compiler = Compiler::new(schema, options, builder);
    let loc = compiler.source.loc(schema, String::new());
    let Some(body) = compiler.goal(&[Part::whole(loc)], "answer")? else {
        let (pointer, reason) = compiler.contradiction.take().unwrap_or_default();
        return Err(SchemaError::unsatisfiable(&pointer, reason));
    };
    let style = compiler.style;
    let body = Expr::sequence([style.space(), body, style.space()]);
    let (mut builder, report) = (compiler.builder, compiler.report);
    builder.define(root, body);
    share::share(&mut builder, &compiler.evidence_rules);
    let grammar = builder
        .finish(root, &options.limits)
        .map_err(|error| rule_error(&error))?;
    Ok(Compiled { grammar, report })
}

fn rule_error(error: &GrammarError) -> SchemaError {
    let reason = error.to_string();
    match &error.kind {
        GrammarErrorKind::NeverEnds | GrammarErrorKind::EmptyChoice => SchemaError::unsatisfiable(
            "",
            format!("a value would have to contain itself ({reason})"),
        ),
        GrammarErrorKind::TooLarge { what, limit, .. } => SchemaError::too_large("", what, *limit),
        _ => SchemaError {
            pointer: String::new(),
            keyword: None,
            kind: SchemaErrorKind::Grammar { reason },
            help: "simplify the schema around this rule",
        },
    }
}
