//! How long functions and files are: no longer than ARCHITECTURE.md says. And every number that has
//! a name says what it is.

use acceptance::root;
use acceptance::uses::uses;
use std::path::{Path, PathBuf};

/// Most lines of a file, tests too.
const LONGEST_FILE: usize = 600;

/// The one function that is a list: the commands of the window's page.
const LIST_OF_COMMANDS: (&str, &str) = ("src-tauri/src/main.rs", "fn main()");

/// The files of the program, without those that are compiled for tests alone.
fn sources() -> Vec<PathBuf> {
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = crates.map(|entry| entry.unwrap().path()).collect();
    folders.push(root().join("src-tauri"));
    let mut found = Vec::new();
    for folder in folders {
        let source = folder.join("src");
        let files = ["lib.rs", "main.rs"];
        let file = files.into_iter().find(|file| source.join(file).exists());
        let used = uses(&source, file.expect("a crate has a root"));
        found.extend(used.keys().map(|file| source.join(file)));
    }
    found
}

/// Each function of a file with its lines, from its first to its closing brace; tests at the end of
/// the file do not count.
fn functions(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_test = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{');
    let end = lines.windows(2).position(is_test).unwrap_or(lines.len());
    let is_function = |line: &str| {
        let words = ["pub(crate) ", "pub(super) ", "pub ", "const ", "async "];
        let mut rest = line.trim_start();
        while let Some(word) = words.iter().find(|word| rest.starts_with(**word)) {
            rest = rest.trim_start_matches(word);
        }
        rest.starts_with("fn ")
    };
    let mut found = Vec::new();
    for (first, line) in lines[..end].iter().enumerate() {
        // On one line, or declared in a trait.
        if !is_function(line) || line.ends_with(['}', ';']) {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let closing = format!("{}}}", " ".repeat(indent));
        let length = lines[first..end].iter().position(|line| *line == closing);
        found.extend(length.map(|length| (length + 1, line.trim().to_owned())));
    }
    found
}

fn shown(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap();
    path.display().to_string()
}

/// The number behind a name in the table of ARCHITECTURE.md.
fn said(name: &str) -> usize {
    let house = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let row = house.lines().find(|line| line.starts_with(name));
    let row = row.unwrap_or_else(|| panic!("ARCHITECTURE.md has no row {name}"));
    let last = row.trim_end_matches([' ', '|']).rsplit("| ").next();
    let digits: String = last
        .unwrap()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits
        .parse()
        .unwrap_or_else(|_| panic!("no number: {row}"))
}

#[test]
fn no_function_is_longer_than_the_page_says() {
    let files = sources();
    assert!(files.len() > 400, "{}", files.len());
    let mut found = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let all = functions(&text).into_iter();
        found.extend(all.map(|(length, name)| (length, shown(file), name)));
    }
    assert!(found.len() > 4_000, "{}", found.len());
    let is_list =
        |file: &str, name: &str| file == LIST_OF_COMMANDS.0 && name.starts_with(LIST_OF_COMMANDS.1);
    let lists = found.iter().filter(|(_, file, name)| is_list(file, name));
    assert_eq!(lists.count(), 1);
    let others = found.iter().filter(|(_, file, name)| !is_list(file, name));
    let longest = others.max().unwrap();
    assert_eq!(longest.0, said("| longest function"), "{longest:?}");
}

#[test]
fn no_file_is_longer_than_it_may_be() {
    let mut folders = vec![
        root().join("crates"),
        root().join("src-tauri/src"),
        root().join("tests"),
    ];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            // What `scripts/fuzz` leaves in the folders of its targets is nobody's source.
            let is_left = ["target", "corpus", "artifacts"]
                .iter()
                .any(|name| path.ends_with(name));
            if path.is_dir() && !is_left {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let lines = std::fs::read_to_string(&path).unwrap().lines().count();
                assert!(lines <= LONGEST_FILE, "{}: {lines} lines", shown(&path));
                count += 1;
            }
        }
    }
    assert!(count > 600, "{count}");
}

/// Constants that are a number, without a comment above them or above the constants that they stand
/// together with.
fn without_a_word(text: &str) -> Vec<&str> {
    let constant = |line: &str| {
        let words = ["pub(crate) ", "pub(super) ", "pub "];
        let word = words.iter().find(|word| line.starts_with(**word));
        let rest = &line[word.map_or(0, |word| word.len())..];
        rest.starts_with("const ") && !rest.starts_with("const fn ")
    };
    let is_number = |line: &str| {
        let kinds = [
            ": usize = ",
            ": u64 = ",
            ": u32 = ",
            ": u16 = ",
            ": i64 = ",
            ": i32 = ",
        ];
        let others = [": f64 = ", ": f32 = ", ": Duration = "];
        constant(line) && kinds.iter().chain(&others).any(|kind| line.contains(kind))
    };
    let lines: Vec<&str> = text.lines().collect();
    let is_test = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{');
    let end = lines.windows(2).position(is_test).unwrap_or(lines.len());
    let mut found = Vec::new();
    for (at, line) in lines[..end].iter().enumerate() {
        let above = lines[..at].iter().rev();
        let mut above = above.skip_while(|line| line.starts_with("#[") || constant(line));
        let is_said = above.next().is_some_and(|line| line.starts_with("//"));
        if is_number(line) && !is_said {
            found.push(*line);
        }
    }
    found
}

#[test]
fn every_number_that_has_a_name_says_what_it_is() {
    let mut found = Vec::new();
    for file in sources() {
        let text = std::fs::read_to_string(&file).unwrap();
        let silent = without_a_word(&text).into_iter();
        found.extend(silent.map(|line| format!("{}: {line}", shown(&file))));
    }
    assert_eq!(found, Vec::<String>::new());
    let text = "/// Why.\nconst A: u32 = 1;\nconst B: u32 = 2;\n\nconst C: u32 = 3;\n";
    assert_eq!(without_a_word(text), ["const C: u32 = 3;"]);
}

#[test]
fn the_lines_of_a_function_are_counted() {
    let text = "fn one() {}\nimpl A {\n    pub(crate) const fn two() {\n        if x {\n        }\n    }\n}\n\n#[cfg(test)]\nmod \
                tests {\n    fn three() {\n    }\n}\n";
    assert_eq!(
        functions(text),
        [(4, "pub(crate) const fn two() {".to_owned())]
    );
}
