//! The JSON-Schema-Test-Suite, where it is there: nothing invalid may be
//! accepted that the report does not explain.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use grammar::{Formats, KeyOrder, Limits, Matcher, Options, Vocabulary, Whitespace, compile};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();
    paths
}

#[test]
fn nothing_invalid_passes_unexplained_in_the_official_suite() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/json-schema-test-suite/tests");
    if !root.is_dir() {
        println!("skipped: the JSON-Schema-Test-Suite is not there");
        return;
    }
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    let options = Options {
        whitespace: Whitespace::Any,
        key_order: KeyOrder::Free,
        // What lies in this folder takes formats for annotations.
        formats: Formats::Annotation,
        ..Options::default()
    };
    let mut unexplained = Vec::new();
    for draft in ["draft2020-12", "draft7"] {
        let (mut groups, mut right, mut refused, mut errors) = (0, 0, 0, 0);
        for path in files(&root.join(draft)) {
            let list: Vec<Value> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            let file = path.file_stem().unwrap().to_string_lossy().into_owned();
            for group in &list {
                groups += 1;
                let mut schema = group["schema"].clone();
                if let Some(map) = schema.as_object_mut()
                    && draft == "draft7"
                {
                    let name = Value::from("http://json-schema.org/draft-07/schema#");
                    map.entry("$schema").or_insert(name);
                }
                let Ok(compiled) = compile(&schema, &options) else {
                    errors += 1;
                    continue;
                };
                let matcher =
                    Matcher::new(&compiled.grammar, Arc::clone(&words), &Limits::default())
                        .unwrap();
                let mut good = true;
                for test in group["tests"].as_array().unwrap() {
                    let text = test["data"].to_string();
                    let found = matcher.accepts(text.as_bytes()).unwrap();
                    let valid = test["valid"] == true;
                    good &= found == valid;
                    if found && !valid && compiled.report.is_complete() {
                        let group = &group["description"];
                        unexplained.push(format!("{draft}/{file}: {group}: {text}"));
                    }
                    if valid && !found {
                        refused += 1;
                        if std::env::var("SUITE_VERBOSE").is_ok() {
                            println!("refused: {draft}/{file}: {}: {text}", group["description"]);
                        }
                    }
                }
                right += usize::from(good);
            }
        }
        println!(
            "{draft}: {right} of {groups} groups fully right by grammar alone, {errors} schemas \
             refused, {refused} valid instances refused"
        );
    }
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}
