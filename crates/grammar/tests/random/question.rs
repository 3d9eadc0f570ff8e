//! What must hold for a schema, an instance and a text.

use grammar::{Compiled, Limits, Matcher, Options, SchemaError, Vocabulary, Whitespace, compile};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How compiler and validator differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Accepted, refused by the validator, and the report is complete.
    AcceptsInvalid,
    /// Valid, in canonical form, and refused.
    RefusesValid,
    /// The compiler says that nothing satisfies the schema; something does.
    SaysNothing,
    /// A sentence of the grammar is no JSON.
    NoJson,
    /// A panic.
    Panics,
    /// Compiling took too long.
    Slow,
    /// A well-formed schema is called malformed, or makes a bad grammar.
    Refused,
    /// The printed grammar parsed and printed again differs.
    Printed,
    /// llama.cpp would not read the grammar.
    NotForLlama,
}

/// A bug: what, and with which instance.
#[derive(Debug, Clone)]
pub struct Finding {
    pub difference: Difference,
    pub instance: Option<Value>,
    /// The text, where it is not the instance in canonical form.
    pub text: Option<String>,
}

pub fn validator(schema: &Value) -> Option<jsonschema::Validator> {
    let build = || {
        jsonschema::options()
            .should_validate_formats(true)
            .build(schema)
            .ok()
    };
    std::panic::catch_unwind(build).ok().flatten()
}

/// Compiles; a panic and a long wait are findings.
pub fn compiled(
    schema: &Value,
    whitespace: Whitespace,
) -> Result<Result<Compiled, SchemaError>, Difference> {
    let options = Options {
        whitespace,
        ..Options::default()
    };
    let start = Instant::now();
    let result = std::panic::catch_unwind(|| compile(schema, &options));
    match result {
        Err(_) => Err(Difference::Panics),
        Ok(_) if start.elapsed() > Duration::from_secs(5) => Err(Difference::Slow),
        Ok(result) => Ok(result),
    }
}

pub fn matcher(compiled: &Compiled) -> Option<Matcher> {
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    Matcher::new(&compiled.grammar, words, &Limits::default()).ok()
}

/// Whether the grammar accepts the value in canonical form, with its keys in
/// some order.
pub fn accepts(matcher: &Matcher, value: &Value, whitespace: Whitespace) -> bool {
    let (comma, colon) = match whitespace {
        Whitespace::Compact => (",", ":"),
        Whitespace::Spaced => (", ", ": "),
        Whitespace::Any => (" ,\n", "\t: "),
    };
    follow(vec![matcher.clone()], value, comma, colon)
        .iter()
        .any(Matcher::may_end)
}

/// The matchers after a value, one for each order of keys that is possible.
fn follow(from: Vec<Matcher>, value: &Value, comma: &str, colon: &str) -> Vec<Matcher> {
    let mut out = Vec::new();
    for matcher in from {
        match value {
            Value::Array(list) => {
                let mut all = text(vec![matcher], "[");
                for (index, one) in list.iter().enumerate() {
                    all = text(all, if index > 0 { comma } else { "" });
                    all = follow(all, one, comma, colon);
                }
                out.extend(text(all, "]"));
            }
            Value::Object(map) => {
                let pairs: Vec<(&String, &Value)> = map.iter().collect();
                for start in text(vec![matcher], "{") {
                    keys(start, &pairs, true, comma, colon, &mut out);
                }
            }
            scalar => out.extend(text(vec![matcher], &scalar.to_string())),
        }
        out.truncate(64);
    }
    out
}

fn keys(
    at: Matcher,
    left: &[(&String, &Value)],
    first: bool,
    comma: &str,
    colon: &str,
    out: &mut Vec<Matcher>,
) {
    if left.is_empty() {
        out.extend(text(vec![at], "}"));
        return;
    }
    for index in 0..left.len() {
        let (name, value) = left[index];
        let mut rest = left.to_vec();
        rest.remove(index);
        let name = Value::from(name.as_str());
        let lead = format!("{}{name}{colon}", if first { "" } else { comma });
        for next in follow(text(vec![at.clone()], &lead), value, comma, colon) {
            keys(next, &rest, false, comma, colon, out);
        }
        if out.len() > 64 {
            return;
        }
    }
}

fn text(from: Vec<Matcher>, text: &str) -> Vec<Matcher> {
    let mut out = from;
    out.retain_mut(|one| one.accept_bytes(text.as_bytes()).is_ok());
    out
}

/// The value of a sentence. `None` where keys repeat, which the validator
/// cannot see, or a number has more digits than a double holds.
pub fn read(sentence: &str) -> Result<Option<Value>, serde_json::Error> {
    let value: Value = match serde_json::from_str(sentence) {
        Ok(value) => value,
        Err(error) if error.to_string().contains("out of range") => return Ok(None),
        Err(error) => return Err(error),
    };
    let (mut colons, mut inside, mut escaped, mut digits) = (0, false, false, 0);
    for one in sentence.chars() {
        match one {
            _ if escaped => escaped = false,
            '\\' if inside => escaped = true,
            '"' => inside = !inside,
            ':' if !inside => colons += 1,
            _ => {}
        }
        digits = if one.is_ascii_digit() && !inside {
            digits + 1
        } else {
            0
        };
        if digits > 12 {
            return Ok(None);
        }
    }
    Ok((members(&value) == colons).then_some(value))
}

fn members(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(members).sum(),
        Value::Object(map) => map.len() + map.values().map(members).sum::<usize>(),
        _ => 0,
    }
}
