//! The grammar compiler for people: compile a schema, check instances.

use crate::error::AppError;
use crate::service::read_json;
use grammar::evidence::{EvidenceChunk, EvidenceText};
use grammar::report::Enforcement;
use grammar::{Matcher, Vocabulary, Whitespace};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// A compiled schema.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompiledSchema {
    /// The grammar.
    pub gbnf: String,
    /// Per keyword: enforced or residual.
    pub report: Value,
}

/// What a grammar says of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InstanceVerdict {
    /// Whether the whole instance is in the language.
    pub accepted: bool,
    /// Byte where the instance leaves the language, or its length when it
    /// merely ends too early.
    pub byte: usize,
    /// 1-based line of that byte.
    pub line: usize,
    /// 1-based column of that byte, in characters.
    pub column: usize,
    /// `accepted`, `ends too early`, `not allowed here`.
    pub reason: &'static str,
}

/// Compiles a schema file.
///
/// `evidence` is a file whose lines are the evidence for the `x-evidence`
/// keywords.
///
/// # Errors
///
/// [`AppError::File`], [`AppError::Input`], [`AppError::Schema`].
pub fn compile_schema(
    schema: &Path,
    whitespace: Whitespace,
    evidence: Option<&Path>,
) -> Result<CompiledSchema, AppError> {
    let schema = read_json(schema)?;
    let evidence = evidence.map(read_evidence).transpose()?;
    let options = grammar::Options {
        whitespace,
        evidence: evidence.as_ref(),
        ..grammar::Options::default()
    };
    let compiled = grammar::compile(&schema, &options)?;
    Ok(CompiledSchema {
        gbnf: grammar::gbnf::print(&compiled.grammar),
        report: report(&compiled.report),
    })
}

/// The report as JSON: one entry per keyword, by JSON Pointer.
fn report(report: &grammar::Report) -> Value {
    let entries: Vec<Value> = report
        .entries()
        .map(|entry| match entry.enforcement {
            Enforcement::Enforced => json!({ "pointer": entry.pointer, "enforcement": "enforced" }),
            Enforcement::Annotation => {
                json!({ "pointer": entry.pointer, "enforcement": "annotation" })
            }
            Enforcement::Residual(reason) => {
                json!({ "pointer": entry.pointer, "enforcement": "residual", "reason": reason })
            }
        })
        .collect();
    Value::Array(entries)
}

fn read_evidence(path: &Path) -> Result<EvidenceText, AppError> {
    let text = std::fs::read_to_string(path).map_err(|error| AppError::File {
        path: path.display().to_string(),
        error,
    })?;
    let lines = (1..).zip(text.split('\n').map(str::to_owned)).collect();
    Ok(EvidenceText {
        chunks: vec![EvidenceChunk {
            anchor: "C0".into(),
            lines,
        }],
        max_span_lines: 3,
        max_quote_words: 60,
    })
}

/// Checks a GBNF file and instances against it. No instance: only the grammar
/// is checked.
///
/// # Errors
///
/// [`AppError::File`]; [`AppError::Input`] for a grammar that is refused,
/// with its place.
pub fn check_grammar(
    grammar: &Path,
    instances: &[String],
) -> Result<Vec<InstanceVerdict>, AppError> {
    let shown = grammar.display().to_string();
    let text = std::fs::read_to_string(grammar).map_err(|error| AppError::File {
        path: shown.clone(),
        error,
    })?;
    let limits = grammar::Limits::default();
    let refused = |error: &dyn std::fmt::Display| {
        AppError::input(
            format!("{shown}: {error}"),
            "mend the grammar at the place shown",
        )
    };
    let parsed = Arc::new(grammar::gbnf::parse(&text, &limits).map_err(|error| refused(&error))?);
    let vocabulary = Arc::new(Vocabulary::new(Vec::new(), Vec::new(), Vec::new()));
    let mut verdicts = Vec::new();
    for instance in instances {
        let mut matcher = Matcher::new(Arc::clone(&parsed), Arc::clone(&vocabulary), &limits)
            .map_err(|error| refused(&error))?;
        let byte = matcher
            .accepted_prefix(instance.as_bytes())
            .map_err(|error| refused(&error))?;
        let whole = byte == instance.len();
        if whole {
            matcher
                .accept_bytes(instance.as_bytes())
                .map_err(|error| refused(&error))?;
        }
        let accepted = whole && matcher.may_end();
        let reason = match (accepted, whole) {
            (true, _) => "accepted",
            (false, true) => "ends too early",
            (false, false) => "not allowed here",
        };
        let before = String::from_utf8_lossy(instance.as_bytes().get(..byte).unwrap_or_default())
            .into_owned();
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .map_or(0, |last| last.chars().count())
            + 1;
        verdicts.push(InstanceVerdict {
            accepted,
            byte,
            line,
            column,
            reason,
        });
    }
    Ok(verdicts)
}
