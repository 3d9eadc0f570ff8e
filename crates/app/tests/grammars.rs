//! The files in `grammars/contract` are what the compiler makes of the
//! built-in contracts, and none is left over.
//!
//! After a change that is meant: `GRAMMARS=write cargo test --release
//! --workspace --test grammars` writes them anew; read the difference before
//! committing it.
#![allow(clippy::unwrap_used, missing_docs)]

use contract::Registry;
use grammar::{Limits, Matcher, Options, Vocabulary, Whitespace, compile};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars")
}

fn committed(folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            committed(&path, files);
        } else {
            let name = path.strip_prefix(root()).unwrap().to_string_lossy();
            let name = name.replace('\\', "/");
            files.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn is_grammar(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "gbnf")
}

#[test]
fn the_grammars_of_the_contracts_are_current() {
    let made = app::golden::contract_files().unwrap();
    if std::env::var("GRAMMARS").is_ok_and(|value| value == "write") {
        let _ = std::fs::remove_dir_all(root().join("contract"));
        for (name, text) in &made {
            let path = root().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
    let mut found = BTreeMap::new();
    committed(&root().join("contract"), &mut found);
    let stale: Vec<&String> = made
        .iter()
        .filter(|(name, text)| found.get(*name) != Some(text))
        .map(|(name, _)| name)
        .collect();
    let left: Vec<&String> = found
        .keys()
        .filter(|name| !made.contains_key(*name))
        .collect();
    assert!(
        stale.is_empty() && left.is_empty(),
        "not current: {stale:?}; left over: {left:?}\n\
         hint: GRAMMARS=write cargo test --release --workspace --test grammars"
    );
}

#[test]
fn every_grammar_is_read_back_to_the_same_text() {
    let mut files = BTreeMap::new();
    committed(&root(), &mut files);
    let limits = Limits::default();
    let grammars = files.iter().filter(|(name, _)| is_grammar(name));
    let read = |(name, text): (&String, &String)| {
        let parsed = grammar::gbnf::parse(text, &limits);
        (
            name.clone(),
            parsed.unwrap_or_else(|error| panic!("{name}: {error}")),
        )
    };
    let parsed: Vec<_> = grammars.map(read).collect();
    assert!(parsed.len() > 20, "{} grammars", parsed.len());
    let contracts = parsed
        .iter()
        .filter(|(name, _)| name.starts_with("contract/"));
    assert!(contracts.clone().count() > 20);
    for (name, parsed) in contracts {
        let again = grammar::gbnf::print(parsed);
        let reparsed = grammar::gbnf::parse(&again, &limits).unwrap();
        assert_eq!(again, grammar::gbnf::print(&reparsed), "{name}");
    }
}

/// What the grammar itself has to rule out, since a check afterwards would come too late for a model that wrote it: a type, what it
/// writes, and what it cannot write.
#[test]
fn the_grammar_of_each_type_guarantees_what_its_row_asks_of_it() {
    let sum = |currency: Value| json!({ "value": 1.5, "currency": currency, "unit": "per claim" });
    let iso = |iso: &str| json!({ "iso": iso, "original": "x" });
    let from = |start: &str| json!({ "iso_start": start, "iso_end": null, "original": "x" });
    let table = |row: &[&str]| json!({ "headers": ["a", "b"], "rows": [row] });
    let leaf = json!({ "label": "a", "children": [] });
    let over = |below: &Value| json!({ "label": "a", "children": [below] });
    let rows = [
        (
            "text",
            vec![json!("a".repeat(2000))],
            vec![json!(""), json!("a".repeat(2001))],
        ),
        (
            "amount",
            vec![sum(json!("EUR")), sum(Value::Null)],
            vec![sum(json!("ZZZ")), sum(json!("eur"))],
        ),
        (
            "date",
            ["2020-02-29", "2019-12-31", "2019-06", "1784"]
                .map(iso)
                .to_vec(),
            ["2019-02-30", "2019-04-31", "2019-13", "2019-00-01"]
                .map(iso)
                .to_vec(),
        ),
        (
            "date_range",
            vec![from("2019-06-30")],
            vec![from("2019-06-31"), from("June")],
        ),
        (
            "duration",
            ["P30D", "P1Y2M3DT4H5M6S", "P3W"].map(iso).to_vec(),
            ["P", "30D", "P1D2Y", "P1W2D"].map(iso).to_vec(),
        ),
        (
            "iban",
            vec![json!("DE89370400440532013000")],
            vec![
                json!("DE8937040044053201300"),
                json!("ZZ89370400440532013000"),
            ],
        ),
        (
            "email",
            vec![json!("a.b@example.org")],
            vec![json!("a@b"), json!("a b@example.org")],
        ),
        (
            "phone",
            vec![json!("+49 (0)30 123456")],
            vec![json!("1,234,567"), json!("abc")],
        ),
        (
            "url",
            vec![json!("https://example.org/a?b=1")],
            vec![json!("example"), json!("https://a b.org")],
        ),
        ("classification", vec![json!("Fire")], vec![json!("Storm")]),
        (
            "table",
            vec![table(&["1", "2"])],
            vec![table(&["1"]), table(&["1", "2", "3"])],
        ),
        (
            "tree",
            vec![leaf.clone(), over(&leaf)],
            vec![over(&over(&leaf)), json!({ "label": "a" })],
        ),
    ];
    let registry = Registry::built_in();
    let options = Options::default().with_whitespace(Whitespace::Compact);
    for (name, can, cannot) in rows {
        let plain = registry.find(name).unwrap();
        let narrowed = match name {
            "classification" => plain.with_labels(&["Fire".to_owned()]).unwrap(),
            "tree" => plain.with_depth(2),
            _ => plain.clone(),
        };
        let compiled = compile(&narrowed.value_schema, &options).unwrap();
        let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
        let matcher = Matcher::new(&compiled.grammar, words, &Limits::default()).unwrap();
        let writes = |value: &Value| matcher.accepts(value.to_string().as_bytes()).unwrap();
        for value in &can {
            assert!(writes(value), "{name} cannot write {value}");
        }
        for value in &cannot {
            assert!(!writes(value), "{name} can write {value}");
        }
    }
}
