//! What must hold for a schema, an instance and a text.

use grammar::schema::KeyOrder;
use grammar::{
    Compiled, Limits, MatchError, Matcher, Options, SchemaError, Vocabulary, Whitespace, compile,
};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// White space and order of keys.
pub type Form = (Whitespace, KeyOrder);

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

/// `None` where the validator reads the schema otherwise than its draft does:
/// it lets `contains` evaluate items before 2020-12.
pub fn validator(schema: &Value) -> Option<jsonschema::Validator> {
    let text = schema.to_string();
    let words = ["draft/2019-09", "\"contains\"", "\"unevaluatedItems\""];
    if words.iter().all(|word| text.contains(word)) {
        return None;
    }
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
    (whitespace, key_order): Form,
) -> Result<Result<Compiled, SchemaError>, Difference> {
    let options = Options::default()
        .with_whitespace(whitespace)
        .with_key_order(key_order);
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
/// some order, or in their own where the order is free; `None` where there are too many orders to try.
pub fn accepts(matcher: &Matcher, value: &Value, form: Form) -> Option<bool> {
    let (comma, colon) = match form.0 {
        Whitespace::Compact => (",", ":"),
        Whitespace::Spaced => (", ", ": "),
        Whitespace::Any => (" ,\n", "\t: "),
    };
    let mut search = Search {
        comma,
        colon,
        left: 3_000,
        own_order: form.1 == KeyOrder::Free,
    };
    let found = search.value(matcher.clone(), value, &mut |_, at| at.may_end());
    (found || search.left > 0).then_some(found)
}

/// What must be possible after a value.
type Rest<'a> = &'a mut dyn FnMut(&mut Search, Matcher) -> bool;

/// Tries the orders of keys one after the other, as far as the grammar follows.
struct Search {
    comma: &'static str,
    colon: &'static str,
    /// Steps left.
    left: usize,
    /// Only the order of the value itself.
    own_order: bool,
}

impl Search {
    fn value(&mut self, at: Matcher, value: &Value, rest: Rest) -> bool {
        match value {
            Value::Array(list) => self.items(at, "[", list, rest),
            Value::Object(map) => {
                let pairs: Vec<(&String, &Value)> = map.iter().collect();
                self.pairs(at, "{", &pairs, rest)
            }
            scalar => {
                let at = self.text(at, &scalar.to_string());
                at.is_some_and(|at| rest(self, at))
            }
        }
    }

    fn items(&mut self, at: Matcher, lead: &str, list: &[Value], rest: Rest) -> bool {
        let Some((first, more)) = list.split_first() else {
            let empty = if lead == "[" { "[]" } else { "]" };
            return self.text(at, empty).is_some_and(|at| rest(self, at));
        };
        let Some(at) = self.text(at, lead) else {
            return false;
        };
        let comma = self.comma;
        self.value(at, first, &mut |search, at| {
            search.items(at, comma, more, rest)
        })
    }

    fn pairs(&mut self, at: Matcher, lead: &str, left: &[(&String, &Value)], rest: Rest) -> bool {
        if left.is_empty() {
            let empty = if lead == "{" { "{}" } else { "}" };
            return self.text(at, empty).is_some_and(|at| rest(self, at));
        }
        let tried = if self.own_order { 1 } else { left.len() };
        for index in 0..tried {
            let mut more = left.to_vec();
            let (name, value) = more.remove(index);
            let name = Value::from(name.as_str());
            let Some(at) = self.text(at.clone(), &format!("{lead}{name}{}", self.colon)) else {
                continue;
            };
            let comma = self.comma;
            if self.value(at, value, &mut |search, at| {
                search.pairs(at, comma, &more, rest)
            }) {
                return true;
            }
        }
        false
    }

    fn text(&mut self, mut at: Matcher, text: &str) -> Option<Matcher> {
        self.left = self.left.checked_sub(1)?;
        match at.accept_bytes(text.as_bytes()) {
            Ok(()) => Some(at),
            // That the matcher's bounds are met says nothing of the text.
            Err(MatchError::TooLarge { .. }) => {
                self.left = 0;
                None
            }
            Err(_) => None,
        }
    }
}

/// The value of a sentence. `None` where keys repeat, which the validator
/// cannot see, where a number is beyond what a double holds exactly, and where
/// there are line ends that `.` excludes in ECMA-262 but not in the validator.
pub fn read(sentence: &str) -> Result<Option<Value>, serde_json::Error> {
    let value: Value = match serde_json::from_str(sentence) {
        Ok(value) => value,
        Err(error) if error.to_string().contains("out of range") => return Ok(None),
        Err(error) => return Err(error),
    };
    if ["\\r", "\u{2028}", "\u{2029}"]
        .iter()
        .any(|end| sentence.contains(end))
    {
        return Ok(None);
    }
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
    let exact = members(&value) == colons && !underflows(sentence) && !is_rounded(&value);
    Ok(exact.then_some(value))
}

fn members(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(members).sum(),
        Value::Object(map) => map.len() + map.values().map(members).sum::<usize>(),
        _ => 0,
    }
}

/// Whether there is a whole number that a double may hold only nearly: its
/// multiples are others than those of the text.
fn is_rounded(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(is_rounded),
        Value::Object(map) => map.values().any(is_rounded),
        Value::Number(one) if one.is_f64() => {
            one.as_f64().is_some_and(|one| one.abs() > 2f64.powi(53))
        }
        _ => false,
    }
}

/// Whether there may be a number with an exponent below -99, which a double
/// holds as zero.
fn underflows(sentence: &str) -> bool {
    let small = sentence.split(['e', 'E']).skip(1);
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).count();
    small
        .filter_map(|rest| rest.strip_prefix('-'))
        .any(|rest| digits(rest) > 2)
}
