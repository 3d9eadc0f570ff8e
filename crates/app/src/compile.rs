//! The grammar compiler for people: compile a schema, check instances.

use crate::error::AppError;
use crate::file::{parse_json, read_json, read_text};
pub use grammar::Whitespace;
use grammar::evidence::{EvidenceChunk, EvidenceText};
use grammar::report;
use grammar::{Matcher, Vocabulary};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// A compiled schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CompiledSchema {
    /// The grammar.
    pub gbnf: String,
    /// What becomes of each keyword, by JSON Pointer.
    pub report: Vec<KeywordReport>,
}

/// How a keyword of a schema is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Enforcement {
    /// By the grammar.
    Enforced,
    /// It says nothing about instances.
    Annotation,
    /// By the validator only, after decoding.
    Residual,
}

/// What becomes of one keyword.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeywordReport {
    /// JSON Pointer of the keyword in the schema.
    pub pointer: String,
    /// How it is kept.
    pub enforcement: Enforcement,
    /// Why the grammar cannot say it, of a residual.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub reason: Option<String>,
}

/// A place where an instance breaks its schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Violation {
    /// JSON Pointer into the instance.
    pub pointer: String,
    /// What is wrong.
    pub message: String,
}

/// Where a rule of a grammar comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleSource {
    /// Name of the rule.
    pub rule: String,
    /// JSON Pointer into the schema; none for rules of the compiler's own.
    pub pointer: Option<String>,
    /// First line of the rule in the GBNF, from 1, its comment included.
    pub first_line: u32,
    /// Last line.
    pub last_line: u32,
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
    compile_value(&schema, whitespace, evidence.as_ref())
}

/// Compiles the text of a schema.
///
/// # Errors
///
/// [`AppError::Input`] for what is no JSON, with line and column;
/// [`AppError::Schema`].
pub fn compile_text(schema: &str, whitespace: Whitespace) -> Result<CompiledSchema, AppError> {
    compile_value(&parse_schema(schema)?, whitespace, None)
}

/// A schema from its text.
pub(crate) fn parse_schema(schema: &str) -> Result<Value, AppError> {
    parse_json("the schema", schema, "mend it there")
}

fn compile_value(
    schema: &Value,
    whitespace: Whitespace,
    evidence: Option<&EvidenceText>,
) -> Result<CompiledSchema, AppError> {
    let options = grammar::Options::default()
        .with_whitespace(whitespace)
        .with_evidence(evidence);
    let compiled = grammar::compile(schema, &options)?;
    Ok(CompiledSchema {
        gbnf: grammar::gbnf::print(&compiled.grammar),
        report: compiled.report.entries().map(keyword).collect(),
    })
}

/// Where the rules of a printed grammar come from: the comment before a rule
/// is the JSON Pointer of its part of the schema.
pub fn rule_sources(gbnf: &str) -> Vec<RuleSource> {
    let mut rules: Vec<RuleSource> = Vec::new();
    let mut comment: Option<(u32, &str)> = None;
    for (line, number) in gbnf.lines().zip(1..) {
        if let Some(words) = line.strip_prefix('#') {
            comment = Some((number, words.trim()));
        } else if let Some((name, _)) = line.split_once(" ::= ")
            && !line.starts_with(' ')
        {
            let said = comment.take();
            rules.push(RuleSource {
                rule: name.to_owned(),
                pointer: said.and_then(|(_, words)| pointer_of(name, words)),
                first_line: said.map_or(number, |(at, _)| at),
                last_line: number,
            });
        } else if let Some(last) = rules.last_mut() {
            last.last_line = number;
        }
    }
    rules
}

fn pointer_of(rule: &str, words: &str) -> Option<String> {
    match (rule, words) {
        ("root", _) => Some(String::new()),
        (_, pointer) if pointer.starts_with('/') => Some(pointer.to_owned()),
        _ => None,
    }
}

/// Where a value breaks a schema, by the firewall's own validator. None: the schema cannot
/// be used.
///
/// # Errors
///
/// [`AppError::Input`] for a schema that is no JSON.
pub fn violations(schema: &str, value: &Value) -> Result<Option<Vec<Violation>>, AppError> {
    let schema = parse_schema(schema)?;
    let found = firewall::Validator::new(&schema, true).map(|one| one.violations(value));
    let violation = |(pointer, message)| Violation { pointer, message };
    Ok(found.map(|found| found.into_iter().map(violation).collect()))
}

/// An entry of the compiler's report.
fn keyword(entry: report::Entry) -> KeywordReport {
    let (enforcement, reason) = match entry.enforcement {
        report::Enforcement::Enforced => (Enforcement::Enforced, None),
        report::Enforcement::Annotation => (Enforcement::Annotation, None),
        report::Enforcement::Residual(reason) => (Enforcement::Residual, Some(reason)),
    };
    KeywordReport {
        pointer: entry.pointer,
        enforcement,
        reason,
    }
}

fn read_evidence(path: &Path) -> Result<EvidenceText, AppError> {
    let text = read_text(path)?;
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
    let text = read_text(grammar)?;
    check_grammar_text(&shown, &text, instances)
}

/// As [`check_grammar`], with the grammar's text and its name for people.
///
/// # Errors
///
/// [`AppError::Input`] for a grammar that is refused, with its place.
pub fn check_grammar_text(
    shown: &str,
    text: &str,
    instances: &[String],
) -> Result<Vec<InstanceVerdict>, AppError> {
    let limits = grammar::Limits::default();
    let refused = |error: &dyn std::fmt::Display| {
        AppError::input(
            format!("{shown}: {error}"),
            "mend the grammar at the place shown",
        )
    };
    let parsed = Arc::new(grammar::gbnf::parse(text, &limits).map_err(|error| refused(&error))?);
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_rule_is_told_with_its_lines_and_its_place_in_the_schema() {
        let schema =
            r#"{"type": "object", "properties": {"a": {"enum": ["x", "y"]}}, "required": ["a"]}"#;
        let compiled = compile_text(schema, Whitespace::Spaced).unwrap();
        let rules = rule_sources(&compiled.gbnf);
        let lines: Vec<&str> = compiled.gbnf.lines().collect();
        assert_eq!(rules[0].rule, "root");
        assert_eq!(rules[0].pointer.as_deref(), Some(""));
        let mut next = 1;
        for rule in &rules {
            assert_eq!(rule.first_line, next, "{rules:?}");
            next = rule.last_line + 1;
            let own = &lines[rule.first_line as usize - 1..rule.last_line as usize];
            let start = format!("{} ::= ", rule.rule);
            assert!(own.iter().any(|line| line.starts_with(&start)));
        }
        assert_eq!(next as usize, lines.len() + 1);
        let own: Vec<_> = rules
            .iter()
            .filter_map(|rule| rule.pointer.as_deref())
            .collect();
        assert!(own.contains(&"/properties/a"), "{own:?}\n{}", compiled.gbnf);
    }

    #[test]
    fn an_instance_is_told_where_it_breaks_the_schema() {
        let schema =
            r#"{"type": "object", "properties": {"a": {"type": "integer", "minimum": 3}}}"#;
        let found = violations(schema, &json!({ "a": 2 })).unwrap().unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].pointer, "/a");
        assert!(
            violations(schema, &json!({ "a": 3 }))
                .unwrap()
                .unwrap()
                .is_empty()
        );
        let error = compile_text("{\n  oops", Whitespace::Spaced).unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}
