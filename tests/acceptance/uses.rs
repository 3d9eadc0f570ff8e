//! The files of a crate stand in an order: none uses one that uses it.

use acceptance::root;
use acceptance::uses::{Uses, circles, uses};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Every crate of the workspace: the folder of its sources and the file at its root.
fn crates() -> Vec<(String, PathBuf, &'static str)> {
    let mut crates: Vec<(String, PathBuf, &'static str)> = std::fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, path.join("src"))
        })
        .chain([("src-tauri".to_owned(), root().join("src-tauri/src"))])
        .map(|(name, source)| {
            let file = ["lib.rs", "main.rs"];
            let file = file.into_iter().find(|file| source.join(file).exists());
            (name, source, file.expect("a crate has a root"))
        })
        .collect();
    crates.sort();
    crates
}

#[test]
fn no_files_of_a_crate_use_each_other_in_a_circle() {
    let crates = crates();
    assert!(crates.len() > 10, "{crates:?}");
    let mut found: BTreeMap<String, (Vec<Vec<String>>, Vec<String>)> = BTreeMap::new();
    for (name, source, file) in crates {
        let uses = uses(&source, file);
        assert!(uses.len() > 1, "{name}: {uses:?}");
        let circles = circles(&uses);
        let arrows = circles
            .iter()
            .flat_map(|circle| arrows(&uses, circle))
            .collect();
        if !circles.is_empty() {
            found.insert(name, (circles, arrows));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// What ties the files of a circle.
fn arrows(uses: &Uses, circle: &[String]) -> Vec<String> {
    let arrow = |from: &String, to: &String| format!("{from} -> {to}");
    circle
        .iter()
        .flat_map(|from| {
            uses[from]
                .iter()
                .filter(|to| circle.contains(to))
                .map(move |to| arrow(from, to))
        })
        .collect()
}

/// The crates of the workspace that a crate is built of, directly or round a corner, by what their
/// manifests say; what only its tests use does not count.
fn linked(name: &str) -> BTreeSet<String> {
    let folder = root().join("crates");
    let needs = |name: &str| -> Vec<String> {
        let manifest = std::fs::read_to_string(folder.join(name).join("Cargo.toml")).unwrap();
        let tables = manifest.split("\n[");
        let table = tables.filter_map(|table| table.strip_prefix("dependencies]"));
        let lines: String = table.collect();
        let names = lines
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next());
        let own = names.filter(|name| !name.is_empty() && folder.join(name).is_dir());
        own.map(str::to_owned).collect()
    };
    let mut found = BTreeSet::new();
    let mut left = vec![name.to_owned()];
    while let Some(next) = left.pop() {
        for one in needs(&next) {
            if found.insert(one.clone()) {
                left.push(one);
            }
        }
    }
    found
}

/// What checks an answer shares no code with what makes it.
#[test]
fn the_firewall_links_nothing_that_makes_answers() {
    let linked = linked("firewall");
    assert!(
        linked.contains("contract") && linked.contains("evidence"),
        "{linked:?}"
    );
    for maker in [
        "recognizer",
        "question",
        "compute",
        "grammar",
        "engine",
        "pipeline",
        "app",
    ] {
        assert!(
            !linked.contains(maker),
            "firewall is built of {maker}: {linked:?}"
        );
    }
    // The same question of a crate that does use them.
    assert!(self::linked("pipeline").contains("recognizer"));
}
