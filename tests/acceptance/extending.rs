//! docs/extending.md against the program: every example stands in a file that is compiled, every
//! change touches as many files as it says, and a type is named in no more of them.

use acceptance::literal::literals;
use acceptance::root;
use std::collections::{BTreeMap, BTreeSet};

/// A part of the page: its title, the files it says a change touches, and its examples, each
/// with the file it is taken from.
#[derive(Debug, Default)]
struct Part {
    title: String,
    files: Vec<String>,
    examples: Vec<(String, Vec<String>)>,
}

/// The last file that a line names.
fn path_in(line: &str) -> Option<&str> {
    let quoted = line.split('`').skip(1).step_by(2);
    quoted
        .filter(|one| one.contains('/') && one.contains('.'))
        .last()
}

fn parts() -> Vec<Part> {
    let text = std::fs::read_to_string(root().join("docs/extending.md")).unwrap();
    let (mut parts, mut source, mut block): (Vec<Part>, _, Option<Vec<String>>) =
        (Vec::new(), String::new(), None);
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            parts.push(Part {
                title: title.to_owned(),
                ..Part::default()
            });
        }
        let Some(part) = parts.last_mut() else {
            continue;
        };
        match (&mut block, line.trim_start().starts_with("```")) {
            (None, true) => block = Some(Vec::new()),
            (Some(lines), true) => {
                part.examples.push((source.clone(), std::mem::take(lines)));
                block = None;
            }
            (Some(lines), false) => lines.push(line.trim().to_owned()),
            (None, false) => {
                let is_numbered = line.split_once(". ").is_some_and(|(number, _)| {
                    !number.is_empty() && number.bytes().all(|one| one.is_ascii_digit())
                });
                if let Some(path) = path_in(line) {
                    path.clone_into(&mut source);
                    if is_numbered {
                        part.files.push(source.clone());
                    }
                }
            }
        }
    }
    parts
}

/// Where lines stand one after the other in a file, whatever their indentation.
fn stands_in(lines: &[String], file: &str) -> bool {
    let text = std::fs::read_to_string(root().join(file)).unwrap_or_default();
    let held: Vec<&str> = text.lines().map(str::trim).collect();
    held.windows(lines.len()).any(|window| window == lines)
}

#[test]
fn every_example_is_compiled_and_every_file_is_there() {
    let parts = parts();
    assert_eq!(parts.len(), 6, "{parts:#?}");
    for part in &parts {
        assert!(part.examples.len() > 1, "{part:#?}");
        assert!(!part.files.is_empty(), "{part:#?}");
        let tested = |(file, _): &(String, Vec<String>)| file == "crates/app/tests/extending.rs";
        assert!(
            part.examples.iter().any(tested),
            "{} is not run",
            part.title
        );
        for file in &part.files {
            assert!(root().join(file).is_file(), "{}: {file}", part.title);
        }
        for (file, lines) in &part.examples {
            assert!(!lines.is_empty(), "{}: {file}", part.title);
            assert!(stands_in(lines, file), "{file}: {lines:#?}");
        }
    }
}

#[test]
fn a_change_touches_no_more_files_than_it_may() {
    let most = [
        ("A built-in answer type", 4),
        ("A prompt fragment", 2),
        ("A feedback field", 2),
        ("A document format", 4),
        ("An engine", 3),
        ("A language", 1),
    ];
    let said: Vec<(String, usize)> = parts()
        .into_iter()
        .map(|part| (part.title, part.files.len()))
        .collect();
    let house = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for ((title, count), (expected, most)) in said.iter().zip(most) {
        assert_eq!(title, expected);
        assert!(*count <= most, "{title}: {count} files");
        let row = format!("| {} | {count} |", title.to_lowercase());
        assert!(house.contains(&row), "ARCHITECTURE.md has no {row}");
    }
    assert_eq!(said.len(), most.len());
}

/// Source files of the program that hold a word as a string literal. The languages' packs and
/// the examples of documentation are no code, and tests do not count.
fn named_in() -> BTreeMap<String, BTreeSet<String>> {
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut crates: Vec<_> = std::fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    crates.push(root().join("src-tauri"));
    for folder in crates {
        let source = folder.join("src");
        let file = ["lib.rs", "main.rs"]
            .into_iter()
            .find(|file| source.join(file).exists())
            .unwrap();
        let shown = folder.strip_prefix(root()).unwrap().display().to_string();
        for (file, words) in literals(&source, file) {
            for word in words {
                let place = format!("{shown}/src/{file}");
                named.entry(word).or_default().insert(place);
            }
        }
    }
    named
}

/// Crates below the contract: they know no types, and the same words mean something else there
/// (elements of HTML, types and formats of JSON Schema).
const BELOW: [&str; 4] = [
    "crates/engine/",
    "crates/evidence/",
    "crates/grammar/",
    "crates/language/",
];

/// Most files that name a type: its descriptor, its recogniser's line, the firewall's check, and
/// the rules by which a question word asks for it.
const MOST_NAMING: usize = 4;

/// Types whose names are common words of programs, so that a count of them says nothing: types of
/// JSON Schema, a filter, the ending of a file, what is counted, a key of many values.
const COMMON: [&str; 7] = ["boolean", "date", "json", "list", "number", "table", "text"];

#[test]
fn a_type_is_named_in_few_files() {
    let named = named_in();
    let types: BTreeSet<String> = std::fs::read_dir(root().join("grammars/contract"))
        .unwrap()
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.strip_suffix(".schema.json").map(str::to_owned)
        })
        .filter(|name| !name.starts_with("own_") && !COMMON.contains(&name.as_str()))
        .collect();
    assert_eq!(types.len(), 18);
    let above = |file: &&String| !BELOW.iter().any(|folder| file.starts_with(folder));
    for name in &types {
        let files: Vec<&String> = named[name].iter().filter(above).collect();
        assert!(!files.is_empty(), "{name}");
        assert!(files.len() <= MOST_NAMING, "{name}: {files:#?}");
    }
}

/// Letters that English does not write, and German and Spanish do.
const LETTERS: &str = "äöüßñáéíóúÄÖÜ¿";

#[test]
fn words_of_languages_stand_in_few_files_beside_their_packs() {
    let mut found: BTreeSet<String> = BTreeSet::new();
    for (word, files) in named_in() {
        if word.contains(|letter| LETTERS.contains(letter)) {
            found.extend(files);
        }
    }
    let house = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let said = format!("{} source files hold words", found.len());
    assert!(house.contains(&said), "{said}: {found:#?}");
}
