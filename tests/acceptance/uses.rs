//! The files of a crate stand in an order: none uses one that uses it.

use acceptance::root;
use acceptance::uses::{Uses, circles, uses};
use std::collections::BTreeMap;
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
