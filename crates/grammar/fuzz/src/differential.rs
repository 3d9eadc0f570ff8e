//! Compiler and matcher against the `jsonschema` validator.

use super::random::dice::Dice;
use super::random::question::{accepts, read, validator};
use super::random::sample::Sampler;
use super::random::{instance, schema};
use super::{limits, words};
use grammar::schema::SchemaErrorKind;
use grammar::{KeyOrder, Matcher, Options, Whitespace, compile};
use serde_json::Value;

/// A schema and instances out of the bytes. What the grammar accepts and the
/// validator refuses needs a residual in the report; what is valid and in
/// canonical form must be accepted.
pub fn differential(bytes: &[u8]) {
    let mut dice = Dice::new(bytes);
    let whitespace = *dice.pick(&[Whitespace::Compact, Whitespace::Spaced, Whitespace::Any]);
    let schema = schema::random(&mut dice);
    let Some(validator) = validator(&schema) else {
        return;
    };
    let mut instances: Vec<Value> = (0..6)
        .map(|_| instance::aimed(&mut dice, &schema, &schema, 0))
        .collect();
    instances.push(schema::value(&mut dice, 0));
    for index in 0..instances.len() {
        instances.push(instance::mutated(&mut dice, &instances[index]));
    }
    let key_order = *dice.pick(&[KeyOrder::Definition, KeyOrder::Free]);
    let options = Options::default()
        .with_whitespace(whitespace)
        .with_key_order(key_order)
        .with_limits(limits());
    let compiled = match compile(&schema, &options) {
        Ok(compiled) => compiled,
        Err(error) => {
            if matches!(error.kind, SchemaErrorKind::Unsatisfiable { .. }) {
                let valid = instances.iter().find(|one| validator.is_valid(one));
                assert!(valid.is_none(), "{error}, but {valid:?} does: {schema}");
            }
            return;
        }
    };
    let Ok(matcher) = Matcher::new(&compiled.grammar, words(), &limits()) else {
        return;
    };
    let complete = compiled.report.is_complete();
    let sampler = Sampler::new(&compiled.grammar);
    for _ in 0..4 {
        let text = sampler.sentence(&mut dice);
        match read(&text) {
            Err(error) => panic!("{error}: the sentence {text} of {schema}"),
            Ok(Some(value)) if complete && !validator.is_valid(&value) => {
                panic!("invalid is the sentence {text} of {schema}")
            }
            Ok(Some(value)) => instances.push(instance::mutated(&mut dice, &value)),
            Ok(None) => {}
        }
    }
    for one in instances {
        let Some(found) = accepts(&matcher, &one, (whitespace, key_order)) else {
            continue;
        };
        match (validator.is_valid(&one), found) {
            (true, false) if is_canonical(&one) => {
                panic!("valid and refused ({whitespace:?}): {one} by {schema}")
            }
            (false, true) if complete => {
                panic!("invalid and accepted ({whitespace:?}): {one} by {schema}")
            }
            _ => {}
        }
    }
}

/// Numbers that the canonical form writes otherwise are not asked about.
fn is_canonical(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().all(is_canonical),
        Value::Object(map) => map.values().all(is_canonical),
        Value::Number(one) => {
            let text = one.to_string();
            !text.contains(['e', 'E']) && !text.ends_with(".0") && !text.starts_with("-0")
        }
        _ => true,
    }
}
