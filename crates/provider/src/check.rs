//! From text to a value that is valid, or to what was wrong with it.

use crate::error::ProviderError;
use crate::usage::{Enforcement, GenerationConfig, Usage};
use firewall::Validator;
use serde_json::Value;

/// Places of the last output that are told to the provider, at most.
const MOST_TOLD: usize = 3;

/// One output.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// Its text.
    pub text: String,
    /// Tokens of its prompt.
    pub prompt_tokens: u32,
    /// Its own tokens.
    pub completion_tokens: u32,
    /// Of those, tokens that were forced.
    pub forced_tokens: u32,
}

/// The grammar of a schema as GBNF text, without free white space, and the parts of the schema
/// that it cannot say.
///
/// # Errors
///
/// [`ProviderError::Schema`].
pub fn grammar_of(schema: &Value) -> Result<(String, Vec<String>), ProviderError> {
    let options = grammar::Options::default().with_whitespace(grammar::Whitespace::Compact);
    let compiled = grammar::compile(schema, &options)
        .map_err(|error| ProviderError::Schema(error.to_string()))?;
    let residuals = compiled.report.residuals();
    let unsaid = residuals.map(|(pointer, _)| pointer.to_owned()).collect();
    Ok((grammar::gbnf::print(&compiled.grammar), unsaid))
}

/// Has outputs written until one is valid under the schema. `write` is told what was wrong with
/// the one before; nothing at first.
///
/// # Errors
///
/// [`ProviderError::Schema`] for a schema that nothing can be validated by,
/// [`ProviderError::Invalid`] where no output was valid, and those of `write`.
pub fn checked(
    (provider, enforcement): (&str, Enforcement),
    (schema, validated_only): (&Value, Vec<String>),
    config: &GenerationConfig,
    write: &mut dyn FnMut(&str) -> Result<Written, ProviderError>,
) -> Result<(Value, Usage), ProviderError> {
    let validator = Validator::new(schema, true)
        .ok_or_else(|| ProviderError::Schema("the validator cannot read it".into()))?;
    let mut usage = Usage {
        provider: provider.to_owned(),
        enforcement,
        prompt_tokens: 0,
        completion_tokens: 0,
        forced_tokens: 0,
        attempts: 0,
        validated_only,
    };
    let (mut wrong, mut place) = (String::new(), String::new());
    for attempt in 1..=config.max_attempts.max(1) {
        let written = write(&wrong)?;
        usage.attempts = attempt;
        usage.prompt_tokens = written.prompt_tokens;
        usage.completion_tokens += written.completion_tokens;
        usage.forced_tokens += written.forced_tokens;
        let Ok(value) = serde_json::from_str::<Value>(written.text.trim()) else {
            place = "(not JSON)".into();
            wrong = "The output before was no JSON. Write JSON and nothing else.".into();
            continue;
        };
        let found = validator.violations(&value);
        let Some((first, _)) = found.first() else {
            return Ok((value, usage));
        };
        let shown = if first.is_empty() { "/" } else { first };
        shown.clone_into(&mut place);
        wrong = follow_up(&found);
    }
    Err(ProviderError::Invalid {
        attempts: usage.attempts,
        place,
    })
}

/// What was wrong with an output, for whoever writes the next.
fn follow_up(found: &[(String, String)]) -> String {
    let told: Vec<String> = found
        .iter()
        .take(MOST_TOLD)
        .map(|(pointer, message)| format!("{pointer}: {message}"))
        .collect();
    format!("The output before breaks the schema. {}", told.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(
        outputs: &[&str],
        attempts: u32,
    ) -> (Result<(Value, Usage), ProviderError>, Vec<String>) {
        let schema = json!({ "type": "object", "properties": { "n": { "type": "integer", "minimum": 3 } },
                             "required": ["n"] });
        let config = GenerationConfig {
            max_attempts: attempts,
            ..GenerationConfig::default()
        };
        let (mut told, mut outputs) = (Vec::new(), outputs.iter());
        let mut write = |wrong: &str| {
            told.push(wrong.to_owned());
            let text = outputs.next().ok_or(ProviderError::TooLong(9))?;
            Ok(Written {
                text: (*text).to_owned(),
                prompt_tokens: 7,
                completion_tokens: 2,
                forced_tokens: 1,
            })
        };
        let with = ("test", Enforcement::Grammar);
        let result = checked(with, (&schema, Vec::new()), &config, &mut write);
        (result, told)
    }

    #[test]
    fn a_valid_output_is_the_value_and_its_tokens_are_counted() {
        let (result, told) = run(&[r#"{"n":4}"#], 2);
        let (value, usage) = result.unwrap();
        assert_eq!(value, json!({ "n": 4 }));
        assert_eq!(
            (usage.prompt_tokens, usage.completion_tokens, usage.attempts),
            (7, 2, 1)
        );
        assert_eq!(told, [""]);
    }

    #[test]
    fn what_was_wrong_is_told_and_the_next_output_taken() {
        let (result, told) = run(&["so be it", r#"{"n":2}"#, r#"{"n":3}"#], 3);
        let (value, usage) = result.unwrap();
        assert_eq!(value, json!({ "n": 3 }));
        assert_eq!((usage.completion_tokens, usage.attempts), (6, 3));
        assert!(told[1].contains("no JSON"), "{told:?}");
        assert!(told[2].contains("/n: "), "{told:?}");
    }

    #[test]
    fn no_value_is_given_that_breaks_the_schema() {
        let invalid = |place: &str, attempts| {
            Err(ProviderError::Invalid {
                attempts,
                place: place.into(),
            })
        };
        assert_eq!(run(&[r#"{"n":1}"#, r#"{"n":2}"#], 2).0, invalid("/n", 2));
        assert_eq!(run(&["{}"], 1).0, invalid("/", 1));
        assert_eq!(run(&[r#"{"n":1}"#, "{"], 2).0, invalid("(not JSON)", 2));
        // At least one attempt is made, and an error of the provider ends it.
        assert_eq!(run(&[], 0).0, Err(ProviderError::TooLong(9)));
    }

    #[test]
    fn the_grammar_says_what_it_can_and_names_the_rest() {
        let (gbnf, unsaid) = grammar_of(&json!({ "enum": ["a", "b"] })).unwrap();
        assert!(gbnf.contains("root ::="), "{gbnf}");
        assert_eq!(unsaid, Vec::<String>::new());
        assert!(matches!(
            grammar_of(&json!({ "$ref": "#/nowhere" })),
            Err(ProviderError::Schema(_))
        ));
    }
}
