//! The files in `grammars/contract` are what the compiler makes of the
//! built-in contracts, and none is left over.
//!
//! After a change that is meant: `GRAMMARS=write cargo test --release
//! --workspace --test grammars` writes them anew; read the difference before
//! committing it.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
    let limits = grammar::Limits::default();
    let grammars = files.iter().filter(|(name, _)| is_grammar(name));
    let mut count = 0;
    for (name, text) in grammars {
        let parsed =
            grammar::gbnf::parse(text, &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
        if name.starts_with("contract/") {
            let again = grammar::gbnf::print(&parsed);
            let reparsed = grammar::gbnf::parse(&again, &limits).unwrap();
            assert_eq!(again, grammar::gbnf::print(&reparsed), "{name}");
        }
        count += 1;
    }
    assert!(count > 20, "{count} grammars");
}
