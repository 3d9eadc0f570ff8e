#![allow(clippy::print_stdout)]

use super::*;
use crate::Limits;
use crate::schema::source::Source;
use serde_json::{Map, json};
use std::path::{Path, PathBuf};

fn answer(schema: &Value, value: &Value) -> Answer {
    let mut source = Source::new(schema);
    let root = source.loc(schema, String::new());
    let (limits, mut cache) = (Limits::default(), Cache::default());
    Checker::new(&mut source, &mut cache, limits.max_nesting).schema(root, value, 0, None)
}

fn data(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../../../shared/data").join(path)
}

/// Files of a folder and of those in it, in order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "json") {
            found.push(path);
        }
    }
}

/// Why an answer other than the suite's is right here.
fn exception(file: &str, schema: &Value) -> Option<&'static str> {
    if file.ends_with("/format.json") {
        return Some("`format` is an assertion here");
    }
    let name = schema.get("$schema").and_then(Value::as_str);
    if name.is_some_and(|name| name.contains("localhost")) {
        return Some("a metaschema that is not there may leave keywords out");
    }
    None
}

#[test]
fn no_answer_contradicts_the_official_suite() {
    let root = data("json-schema-test-suite/tests");
    if !root.is_dir() {
        println!("skipped: the JSON-Schema-Test-Suite is not there");
        return;
    }
    let mut wrong = Vec::new();
    let verbose = std::env::var("SUITE_VERBOSE").is_ok();
    for draft in ["draft2020-12", "draft7"] {
        let (mut tests, mut unknown, mut excepted) = (0, 0, 0);
        let mut paths = Vec::new();
        files(&root.join(draft), &mut paths);
        for path in paths {
            let file = path
                .strip_prefix(&root)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let groups: Vec<Value> =
                serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            for group in &groups {
                let mut schema = group["schema"].clone();
                if let Some(map) = schema.as_object_mut()
                    && draft == "draft7"
                {
                    let name = Value::from("http://json-schema.org/draft-07/schema#");
                    map.entry("$schema").or_insert(name);
                }
                for test in group["tests"].as_array().unwrap() {
                    tests += 1;
                    let found = answer(&schema, &test["data"]);
                    let place =
                        format!("{file}: {}: {}", group["description"], test["description"]);
                    if found.is_none() {
                        unknown += 1;
                        if verbose {
                            println!("unknown: {place}");
                        }
                    }
                    if found.is_some_and(|found| test["valid"] != found) {
                        if exception(&file, &schema).is_some() {
                            excepted += 1;
                        } else {
                            wrong.push(format!("{place}: {found:?}"));
                        }
                    }
                }
            }
        }
        println!("{draft}: {tests} tests, {unknown} unknown, {excepted} other for a reason");
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn no_answer_contradicts_a_validator_on_the_maskbench_sample() {
    let path =
        std::env::var("MASKBENCH_FILE").map_or_else(|_| data("maskbench/dev.jsonl"), Into::into);
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: the MaskBench sample is not there");
        return;
    };
    let step = if std::env::var("MASKBENCH_ALL").is_ok() {
        1
    } else {
        8
    };
    let verbose = std::env::var("SUITE_VERBOSE").is_ok();
    let (mut schemas, mut tests, mut unknown, mut other) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for line in text.lines().step_by(step) {
        let case: Value = serde_json::from_str(line).unwrap();
        let schema = &case["schema"];
        schemas += 1;
        let validator = jsonschema::options()
            .should_validate_formats(true)
            .build(schema);
        for test in case["tests"].as_array().into_iter().flatten() {
            tests += 1;
            let found = answer(schema, &test["data"]);
            unknown += usize::from(found.is_none());
            if found.is_none() && verbose {
                println!(
                    "unknown: {}: {}",
                    case["id"],
                    test["data"]
                        .to_string()
                        .chars()
                        .take(80)
                        .collect::<String>()
                );
            }
            let Some(found) = found else { continue };
            let second = validator
                .as_ref()
                .ok()
                .map(|one| one.is_valid(&test["data"]));
            // The two differ on formats that the validator does not know.
            if test["valid"] == found || second == Some(found) {
                other += usize::from(test["valid"] != found || second == Some(!found));
            } else {
                wrong.push(format!("{}: {found}, validator: {second:?}", case["id"]));
            }
        }
    }
    println!(
        "{schemas} schemas, {tests} tests, {unknown} unknown, {other} where label and validator differ"
    );
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn what_is_unknown_stays_unknown_unless_another_keyword_refuses() {
    let lost = json!({"$ref": "https://example.org/a"});
    assert_eq!(answer(&lost, &json!(1)), None);
    assert_eq!(answer(&json!({"not": lost}), &json!(1)), None);
    let both = json!({"allOf": [lost, {"type": "string"}]});
    assert_eq!(answer(&both, &json!(1)), Some(false));
    assert_eq!(answer(&both, &json!("a")), None);
    let either = json!({"anyOf": [lost, {"type": "string"}]});
    assert_eq!(answer(&either, &json!("a")), Some(true));
    // What the unknown schema evaluates is unknown as well.
    let rest = json!({"anyOf": [lost, {"properties": {"a": true}}],
        "unevaluatedProperties": false});
    assert_eq!(answer(&rest, &json!({"a": 1})), Some(true));
    assert_eq!(answer(&rest, &json!({"b": 1})), None);
    let format = json!({"format": "regex"});
    assert_eq!(answer(&format, &json!("a")), None);
    assert_eq!(answer(&format, &json!(1)), Some(true));
    let format = json!({"format": "of-an-application"});
    assert_eq!(answer(&format, &json!("a")), Some(true));
}

#[test]
fn numbers_are_compared_by_value_with_all_digits() {
    assert!(equal(&json!(1), &json!(1.0)) && equal(&json!([1e2]), &json!([100])));
    assert!(!equal(
        &json!(9_007_199_254_740_993_i64),
        &json!(9_007_199_254_740_992.0)
    ));
    assert!(equal(&json!(-0.0), &json!(0)));
    for (step, value, wanted) in [
        (json!(0.0001), json!(0.0075), true),
        (json!(0.01), json!(19.99), true),
        (json!(0.1), json!(0.25), false),
        (json!(1e-8), json!(12_391_239_123_i64), true),
        (json!(7), json!(u64::MAX), false),
        (json!(5), json!(u64::MAX), true),
        (json!(3), json!(1e300), false),
        (json!(4), json!(1e300), true),
        (json!(0.5), json!(1e308), true),
    ] {
        let found = answer(&json!({"multipleOf": step}), &value);
        assert_eq!(found, Some(wanted), "{value} by {step}");
    }
    assert_eq!(answer(&json!({"multipleOf": 0}), &json!(1)), None);
    let unique = json!({"uniqueItems": true});
    assert_eq!(
        answer(&unique, &json!([{"a": 1, "b": 2}, {"b": 2.0, "a": 1}])),
        Some(false)
    );
    assert_eq!(answer(&unique, &json!(["1", 1, [1], null])), Some(true));
}

#[test]
fn keywords_of_another_draft_say_nothing() {
    let four = "http://json-schema.org/draft-04/schema#";
    let schema = json!({"$schema": four, "const": 1, "if": true, "then": false});
    assert_eq!(answer(&schema, &json!(2)), Some(true));
    let schema = json!({"$schema": four, "minimum": 1, "exclusiveMinimum": true});
    assert_eq!(answer(&schema, &json!(1)), Some(false));
    let schema = json!({"$schema": four, "type": "integer"});
    assert_eq!(answer(&schema, &json!(1.0)), None);
    let schema = json!({"items": [{"type": "null"}], "additionalItems": false});
    assert_eq!(answer(&schema, &json!([null])), Some(true));
    assert_eq!(answer(&schema, &json!([null, 1])), Some(false));
}

#[test]
fn schemas_that_are_exponential_or_endless_end_soon() {
    let start = std::time::Instant::now();
    let branch = json!({"$ref": "#"});
    let endless = json!({"anyOf": [branch, branch, branch], "type": "string"});
    assert_eq!(answer(&endless, &json!(1)), Some(false));
    let endless = json!({"allOf": [branch, branch]});
    assert_eq!(answer(&endless, &json!(1)), None);
    let mut defs = Map::new();
    for index in 0..60 {
        let next = json!({"$ref": format!("#/$defs/s{}", index + 1)});
        defs.insert(format!("s{index}"), json!({"oneOf": [next, {"not": next}]}));
    }
    defs.insert("s60".to_owned(), json!({"pattern": "^(a|a)*$"}));
    let wide = json!({"$ref": "#/$defs/s0", "$defs": defs});
    assert_eq!(answer(&wide, &json!("a".repeat(2_000))), None);
    // Deep values are looked into without filling a thread's stack.
    let mut deep = json!(1);
    for _ in 0..120 {
        deep = json!([deep]);
    }
    let tree = json!({"items": {"$ref": "#"}});
    assert_eq!(answer(&tree, &deep), Some(true));
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn bundled_metaschemas_check_schemas() {
    for draft in [
        "draft-04",
        "draft-06",
        "draft-07",
        "draft/2019-09",
        "draft/2020-12",
    ] {
        let schema = json!({"$ref": format!("http://json-schema.org/{draft}/schema#")});
        let good = json!({"type": "object", "properties": {"a": {"minLength": 1}}});
        let bad = json!({"properties": {"a": {"minLength": -1}}});
        assert_eq!(answer(&schema, &good), Some(true), "{draft}");
        assert_eq!(answer(&schema, &bad), Some(false), "{draft}");
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.roll(list.len())]
    }

    fn value(&mut self, depth: usize) -> Value {
        let most = if depth == 0 { 6 } else { 9 };
        match self.roll(most) {
            0 => Value::Null,
            1 => self.roll(2).eq(&0).into(),
            2 => (self.roll(5) as i64 - 1).into(),
            3 => (self.roll(9) as f64 / 2.0 - 1.0).into(),
            4 | 5 => "abcabc".split_at(self.roll(4)).0.into(),
            6 => (0..self.roll(4)).map(|_| self.value(depth - 1)).collect(),
            _ => (0..self.roll(4))
                .map(|_| {
                    (
                        (*self.pick(&["a", "b", "ab", "c"])).to_owned(),
                        self.value(depth - 1),
                    )
                })
                .collect(),
        }
    }

    fn schemas(&mut self, depth: usize, inside: bool) -> Value {
        let count = 1 + self.roll(3);
        (0..count).map(|_| self.schema(depth, inside)).collect()
    }

    /// A schema; `inside`: in a property or an item, where `#` is no circle.
    fn schema(&mut self, depth: usize, inside: bool) -> Value {
        if depth == 0 || self.roll(10) == 0 {
            return (self.roll(4) > 0).into();
        }
        let down = depth - 1;
        let mut map = Map::new();
        for _ in 0..=self.roll(4) {
            let (keyword, value) = match self.roll(31) {
                0 | 1 => {
                    let types = [
                        "null", "boolean", "integer", "number", "string", "array", "object",
                    ];
                    ("type", json!(self.pick(&types)))
                }
                2 => ("enum", (0..3).map(|_| self.value(1)).collect()),
                3 => ("const", self.value(1)),
                4 => ("minimum", json!(self.roll(3))),
                5 => ("exclusiveMaximum", json!(self.roll(4))),
                6 => ("multipleOf", json!([1.0, 0.5, 2.0, 1.5][self.roll(4)])),
                7 => ("minLength", json!(self.roll(3))),
                8 => ("pattern", json!(self.pick(&["^a", "b$", "c", "^(?!ab)"]))),
                9 => ("maxItems", json!(self.roll(3))),
                10 => ("uniqueItems", json!(true)),
                11 => ("items", self.schema(down, true)),
                12 => ("prefixItems", self.schemas(down, true)),
                13 => ("contains", self.schema(down, true)),
                14 => ("minContains", json!(self.roll(3))),
                15 => ("maxContains", json!(1 + self.roll(2))),
                16 | 17 => (
                    "properties",
                    json!({"a": self.schema(down, true), "b": self.schema(down, true)}),
                ),
                18 => (
                    "patternProperties",
                    json!({"^a": self.schema(down, true), "b": self.schema(down, true)}),
                ),
                19 => ("additionalProperties", self.schema(down, true)),
                20 => ("propertyNames", self.schema(down, true)),
                21 => ("required", json!([self.pick(&["a", "b", "ab"])])),
                22 => ("dependentRequired", json!({"a": ["b"]})),
                23 => ("dependentSchemas", json!({"a": self.schema(down, inside)})),
                24 => (
                    ["allOf", "anyOf", "oneOf"][self.roll(3)],
                    self.schemas(down, inside),
                ),
                25 => ("not", self.schema(down, inside)),
                26 => {
                    map.insert("then".to_owned(), self.schema(down, inside));
                    map.insert("else".to_owned(), self.schema(down, inside));
                    ("if", self.schema(down, inside))
                }
                27 => ("unevaluatedProperties", self.schema(down, true)),
                28 => ("unevaluatedItems", self.schema(down, true)),
                29 => (
                    "dependencies",
                    json!({"b": self.schema(down, inside), "a": ["b"]}),
                ),
                _ if inside => ("$ref", json!("#")),
                _ => ("maxProperties", json!(self.roll(3))),
            };
            map.insert(keyword.to_owned(), value);
        }
        map.into()
    }
}

#[test]
fn random_schemas_are_read_as_by_another_validator() {
    let mut dice = Dice(7);
    let (mut tests, mut unknown, mut valid) = (0, 0, 0);
    let runs = std::env::var("CHECK_RUNS")
        .ok()
        .and_then(|one| one.parse().ok());
    for run in 0..runs.unwrap_or(3_000) {
        let mut schema = dice.schema(4, false);
        if let (Some(map), draft) = (schema.as_object_mut(), run % 5) {
            let drafts = [
                "https://json-schema.org/draft/2020-12/schema",
                "https://json-schema.org/draft/2020-12/schema",
                "https://json-schema.org/draft/2019-09/schema",
                "http://json-schema.org/draft-07/schema#",
                "http://json-schema.org/draft-06/schema#",
            ];
            map.insert("$schema".to_owned(), drafts[draft].into());
        }
        let Ok(validator) = jsonschema::options().build(&schema) else {
            continue;
        };
        for _ in 0..10 {
            let value = dice.value(3);
            let found = answer(&schema, &value);
            tests += 1;
            unknown += usize::from(found.is_none());
            valid += usize::from(found == Some(true));
            if let Some(found) = found {
                assert_eq!(found, validator.is_valid(&value), "{schema}: {value}");
            }
        }
    }
    println!("{tests} tests, {valid} valid, {unknown} unknown");
    assert!(unknown * 100 <= tests && valid * 10 > tests);
}
#[test]
fn patterns_that_would_take_long_are_unknown() {
    let start = std::time::Instant::now();
    let text = json!("a".repeat(4_000));
    for pattern in ["(?:a{0,2000}){0,20}b", "(?:a{0,100}){0,100}b$"] {
        assert_eq!(answer(&json!({"pattern": pattern}), &text), None);
        // What else there is to check is still checked.
        let second = json!({"pattern": pattern, "allOf": [{"maxLength": 9}]});
        assert_eq!(answer(&second, &text), Some(false));
    }
    assert_eq!(answer(&json!({"pattern": "^(a|a)*$"}), &text), Some(true));
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}
