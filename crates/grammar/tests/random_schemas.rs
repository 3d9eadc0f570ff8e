//! Compiler and matcher against the `jsonschema` validator on random schemas.
//!
//! For each schema: an instance that the grammar accepts and the validator
//! refuses is a bug unless the report has a residual; a valid instance in
//! canonical form that the grammar refuses always is. What is found is made
//! small before it is shown.
//!
//! `RANDOM_SCHEMAS` is the number of schemas (default 400), `RANDOM_SEED` the
//! first seed (default 100), `RANDOM_SHOW` how many findings are made small.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod random;

use grammar::schema::KeyOrder;
use grammar::{Whitespace, gbnf};
use random::dice::Dice;
use random::question::{Difference, Finding, Form, accepts, compiled, matcher, read, validator};
use random::{instance, sample::Sampler, sample::not_for_llama, schema, shrink::shrink};
use serde_json::{Value, json};

#[derive(Default, Debug)]
struct Counts {
    schemas: usize,
    complete: usize,
    nothing: usize,
    /// Errors that are not about satisfiability: loops, limits.
    other_errors: usize,
    valid: usize,
    invalid: usize,
    sentences: usize,
    without_value: usize,
    too_many_orders: usize,
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// Whether a finding still shows with another schema or instance.
fn shows(schema: &Value, finding: &Finding, form: Form) -> bool {
    let Some(validator) = validator(schema) else {
        return false;
    };
    let result = match compiled(schema, form) {
        Err(difference) => return difference == finding.difference,
        Ok(result) => result,
    };
    let compiled = match (&result, finding.difference) {
        (Err(error), Difference::SaysNothing) => {
            let valid = finding
                .instance
                .as_ref()
                .is_some_and(|one| validator.is_valid(one));
            return says_nothing(error) && valid;
        }
        (Err(error), Difference::Refused) => return refused(error),
        (Err(_), _) => return false,
        (Ok(compiled), _) => compiled,
    };
    let Some(matcher) = matcher(compiled) else {
        return false;
    };
    match (finding.difference, &finding.instance, &finding.text) {
        (Difference::AcceptsInvalid, Some(instance), None) => {
            compiled.report.is_complete()
                && !validator.is_valid(instance)
                && accepts(&matcher, instance, form) == Some(true)
        }
        (Difference::AcceptsInvalid, Some(instance), Some(text)) => {
            compiled.report.is_complete()
                && !validator.is_valid(instance)
                && matcher.accepts(text.as_bytes()).unwrap_or(false)
        }
        (Difference::RefusesValid, Some(instance), _) => {
            validator.is_valid(instance) && accepts(&matcher, instance, form) == Some(false)
        }
        (Difference::NoJson, _, Some(text)) => matcher.accepts(text.as_bytes()).unwrap_or(false),
        (Difference::NotForLlama, ..) => not_for_llama(&compiled.grammar).is_some(),
        (Difference::Printed, ..) => !prints_back(&compiled.grammar),
        _ => false,
    }
}

fn says_nothing(error: &grammar::SchemaError) -> bool {
    matches!(
        error.kind,
        grammar::schema::SchemaErrorKind::Unsatisfiable { .. }
    )
}

fn refused(error: &grammar::SchemaError) -> bool {
    use grammar::schema::SchemaErrorKind as Kind;
    matches!(
        error.kind,
        Kind::Malformed { .. } | Kind::Grammar { .. } | Kind::Reference { .. }
    )
}

fn prints_back(grammar: &grammar::Grammar) -> bool {
    let text = gbnf::print(grammar);
    let again = gbnf::parse(&text, &grammar::Limits::default());
    again.is_ok_and(|again| gbnf::print(&again) == text)
}

/// The first thing that is wrong with one schema.
fn examine(schema: &Value, form: Form, dice: &mut Dice, counts: &mut Counts) -> Option<Finding> {
    let plain = |difference| {
        Some(Finding {
            difference,
            instance: None,
            text: None,
        })
    };
    let validator = validator(schema)?;
    counts.schemas += 1;
    let mut instances: Vec<Value> = (0..16)
        .map(|_| instance::aimed(dice, schema, schema, 0))
        .collect();
    instances.extend((0..3).map(|_| schema::value(dice, 0)));
    instances.extend([json!({}), json!([])]);
    for index in 0..instances.len() {
        instances.push(instance::mutated(dice, &instances[index]));
    }
    let result = match compiled(schema, form) {
        Err(difference) => return plain(difference),
        Ok(result) => result,
    };
    let compiled = match result {
        Ok(compiled) => compiled,
        Err(error) if says_nothing(&error) => {
            counts.nothing += 1;
            let valid = instances.into_iter().find(|one| validator.is_valid(one))?;
            let difference = Difference::SaysNothing;
            return Some(Finding {
                difference,
                instance: Some(valid),
                text: None,
            });
        }
        Err(error) if refused(&error) => return plain(Difference::Refused),
        Err(error) => {
            counts.other_errors += 1;
            if std::env::var("RANDOM_VERBOSE").is_ok() {
                println!("{error}: {schema}");
            }
            return None;
        }
    };
    if !prints_back(&compiled.grammar) {
        return plain(Difference::Printed);
    }
    if not_for_llama(&compiled.grammar).is_some() {
        return plain(Difference::NotForLlama);
    }
    let complete = compiled.report.is_complete();
    counts.complete += usize::from(complete);
    let matcher = matcher(&compiled)?;
    let sampler = Sampler::new(&compiled.grammar);
    for _ in 0..12 {
        let text = sampler.sentence(dice);
        counts.sentences += 1;
        match read(&text) {
            Err(_) => {
                let difference = Difference::NoJson;
                return Some(Finding {
                    difference,
                    instance: None,
                    text: Some(text),
                });
            }
            Ok(None) => counts.without_value += 1,
            Ok(Some(value)) => {
                if complete && !validator.is_valid(&value) {
                    let plain = accepts(&matcher, &value, form) == Some(true);
                    let difference = Difference::AcceptsInvalid;
                    let text = (!plain).then_some(text);
                    return Some(Finding {
                        difference,
                        instance: Some(value),
                        text,
                    });
                }
                instances.push(instance::mutated(dice, &value));
                instances.push(value);
            }
        }
    }
    for instance in instances {
        let valid = validator.is_valid(&instance);
        let Some(found) = accepts(&matcher, &instance, form) else {
            counts.too_many_orders += 1;
            continue;
        };
        if valid {
            counts.valid += 1;
        } else {
            counts.invalid += 1;
        }
        let difference = match (valid, found) {
            (true, false) if canonical(&instance) => Difference::RefusesValid,
            (false, true) if complete => Difference::AcceptsInvalid,
            _ => continue,
        };
        return Some(Finding {
            difference,
            instance: Some(instance),
            text: None,
        });
    }
    None
}

/// Numbers that the canonical form writes otherwise are not asked about.
fn canonical(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().all(canonical),
        Value::Object(map) => map.values().all(canonical),
        Value::Number(one) => {
            let text = one.to_string();
            !text.contains(['e', 'E'])
                && !text.ends_with(".0")
                && !text.starts_with("-0.0")
                && text != "-0"
        }
        _ => true,
    }
}

fn smallest(schema: &Value, finding: &Finding, form: Form) -> (Value, Finding) {
    let (mut schema, mut finding) = (schema.clone(), finding.clone());
    for _ in 0..3 {
        schema = shrink(&schema, &mut |one| shows(one, &finding, form));
        if finding.text.is_none()
            && let Some(instance) = &finding.instance
        {
            let smaller = shrink(instance, &mut |one| {
                let tried = Finding {
                    instance: Some(one.clone()),
                    ..finding.clone()
                };
                canonical(one) && shows(&schema, &tried, form)
            });
            finding.instance = Some(smaller);
        }
    }
    (schema, finding)
}

#[test]
fn compiler_and_validator_agree_on_random_schemas() {
    let cases = number("RANDOM_SCHEMAS", 400);
    let seed = number("RANDOM_SEED", 100);
    let show = number("RANDOM_SHOW", 12) as usize;
    let mut counts = Counts::default();
    let mut found: Vec<String> = Vec::new();
    let mut total = 0;
    // Findings that panic are caught; their messages would drown the others.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    for case in seed..seed + cases {
        let mut dice = Dice::new(case);
        let schema = schema::random(&mut dice);
        let whitespace = *dice.pick(&[Whitespace::Compact, Whitespace::Spaced, Whitespace::Any]);
        let form = (
            whitespace,
            *dice.pick(&[KeyOrder::Definition, KeyOrder::Free]),
        );
        let Some(finding) = examine(&schema, form, &mut dice, &mut counts) else {
            continue;
        };
        total += 1;
        if found.len() >= show {
            continue;
        }
        let (schema, finding) = smallest(&schema, &finding, form);
        let instance = finding.instance.map(|one| one.to_string());
        let shown = finding.text.or(instance).unwrap_or_default();
        let line = format!("{:?} {schema} <- {shown}", finding.difference);
        if !found.contains(&line) {
            println!("seed {case}, {form:?}: {line}");
            found.push(line);
        }
    }
    std::panic::set_hook(hook);
    println!("{counts:?}, {total} findings");
    assert!(
        found.is_empty(),
        "{} findings:\n{}",
        total,
        found.join("\n")
    );
}
