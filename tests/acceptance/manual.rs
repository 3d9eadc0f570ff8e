//! The manual against the program: what it names exists, and what it shows runs.

use acceptance::{Command, Scratch, executable, root, take_model};
use std::collections::BTreeSet;

/// The pages, by name, as the files of docs/manual hold them.
fn pages() -> Vec<(String, String)> {
    let files = std::fs::read_dir(root().join("docs/manual")).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    paths.iter().map(read).collect()
}

/// The lines of the blocks that are for a shell.
fn examples(text: &str) -> Vec<&str> {
    let blocks = text.split("```sh\n").skip(1);
    blocks
        .flat_map(|block| block.split("```").next().unwrap().lines())
        .collect()
}

/// The words of a command as it is written between backticks: `attest docs add PATH` names
/// `docs add`.
fn named(code: &str) -> Option<Vec<&str>> {
    let words = code.strip_prefix("attest ")?;
    let lower = |word: &&str| {
        word.chars()
            .all(|letter| letter.is_ascii_lowercase() || letter == '-')
    };
    let is_word = |word: &&str| lower(word) && !word.starts_with('-');
    Some(words.split(' ').take_while(is_word).collect())
}

/// What stands between single backticks.
fn codes(text: &str) -> Vec<&str> {
    let prose: Vec<&str> = text.split("```").step_by(2).collect();
    prose
        .iter()
        .flat_map(|part| part.split('`').skip(1).step_by(2))
        .collect()
}

#[test]
fn every_page_is_printed_and_words_without_one_give_the_help_of_a_command() {
    let scratch = Scratch::new();
    let pages = pages();
    assert!(pages.len() > 10, "{}", pages.len());
    for (name, text) in &pages {
        let shown = scratch.run(&["help", name]);
        shown.assert_code(0);
        assert!(
            shown.stdout.starts_with(text.as_str().trim_end()),
            "{shown}"
        );
        assert_eq!(scratch.json(&["help", name])["text"], *text);
    }
    let command = scratch.run(&["help", "docs", "add"]);
    command.assert_code(0);
    assert!(
        command.stdout.contains("Usage: attest docs add"),
        "{command}"
    );
    let nothing = scratch.run(&["help", "nothing"]);
    assert_eq!(nothing.code, 2, "{nothing}");
    assert!(nothing.stderr.contains("first-steps, answers"), "{nothing}");
    // Help needs no data, and makes none.
    assert!(!scratch.data().exists());
}

#[test]
fn every_command_that_the_manual_names_exists() {
    let scratch = Scratch::new();
    let pages = pages();
    let codes = pages.iter().flat_map(|(_, text)| codes(text));
    let commands: BTreeSet<Vec<&str>> = codes.filter_map(named).collect();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        let words: Vec<&str> = command.iter().copied().chain(["--help"]).collect();
        let shown = scratch.run(&words);
        shown.assert_code(0);
        let usage = format!("Usage: attest {}", command.join(" "));
        assert!(shown.stdout.contains(usage.trim_end()), "{shown}");
    }
}

#[test]
fn every_example_of_the_manual_runs() {
    let Some(with) = take_model() else { return };
    let folder = executable().parent().unwrap().display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let state = with.scratch.state().display().to_string();
    let data = with.scratch.data().display().to_string();
    let mut count = 0;
    for (name, text) in pages() {
        for line in examples(&text) {
            assert!(line.starts_with("attest "), "{name}: {line}");
            let mut shell = Command::new(std::path::Path::new("/bin/sh"));
            shell
                .arguments(&["-c", line])
                .variable("PATH", &path)
                .variable("ATTEST_HOME", &data)
                .variable("ATTEST_STATE", &state);
            let run = shell.run();
            assert_eq!(run.code, 0, "{name}: {run}");
            assert!(!run.stdout.is_empty(), "{name}: {run}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} examples");
}

#[test]
fn names_and_examples_are_found_in_a_text() {
    let text = "`attest docs add PATH` and `attest doctor --logs`, `DIR`.\n```sh\nattest a\n```\n`attest ask \"x\"`";
    let found: Vec<Vec<&str>> = codes(text).into_iter().filter_map(named).collect();
    assert_eq!(found, [vec!["docs", "add"], vec!["doctor"], vec!["ask"]]);
    assert_eq!(examples(text), ["attest a"]);
}
