//! What the program writes: files that are whole and the person's own, and words that are no
//! orders to a terminal.

use acceptance::{SAMPLE, Scratch, take_model};
use std::path::{Path, PathBuf};

/// Everything below a folder, and the folder.
fn everything(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    let mut at = 0;
    while let Some(path) = found.get(at).cloned() {
        at += 1;
        if path.is_dir() {
            found.extend(
                std::fs::read_dir(path)
                    .unwrap()
                    .map(|one| one.unwrap().path()),
            );
        }
    }
    found
}

#[cfg(unix)]
#[test]
fn whatever_the_umask_nobody_else_reads_what_is_written() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let open_to_all = ["-c", "umask 000; exec \"$@\"", "sh"];
    let path = |name: &str| scratch.path(name).display().to_string();
    let (export, table) = (path("export.jsonl"), path("checkpoint"));
    let run = |arguments: &[&str]| scratch.attest(arguments).under("sh", &open_to_all).run();
    for arguments in [
        vec!["docs", "add", SAMPLE],
        vec!["audit", "export", "--out", &export],
        vec!["audit", "checkpoint", "--out", &table],
    ] {
        run(&arguments).assert_code(0);
    }
    // What it finds of this machine is of no account here: it writes its log.
    run(&["doctor"]);
    let mut written = everything(scratch.data());
    written.extend(everything(&scratch.state()));
    written.extend([scratch.path("export.jsonl"), scratch.path("checkpoint")]);
    assert!(written.len() > 6, "{written:?}");
    let open: Vec<&PathBuf> = written
        .iter()
        .filter(|path| {
            let metadata = std::fs::symlink_metadata(path).unwrap();
            metadata.permissions().mode() & 0o077 != 0
        })
        .collect();
    assert_eq!(open, Vec::<&PathBuf>::new());
}

#[test]
fn orders_to_a_terminal_in_names_and_texts_are_not_passed_on() {
    let scratch = Scratch::new();
    let name = "lease\u{1b}[31m\u{9b}2J\u{7}.txt";
    let text = "The rent\u{1b}]0;owned\u{7} is USD 5 a\u{9b}2J month.\n";
    let path = scratch.file(name, text);
    let missing = format!("{path}.none");
    let question = ["ask", "When was it signed?", "--doc", &missing];
    let commands: [&[&str]; 6] = [
        &["docs", "add", &path, &missing],
        &["docs", "list"],
        &["docs", "list", "--json"],
        &["search", "rent"],
        &question,
        &["docs", &path],
    ];
    for arguments in commands {
        let run = scratch.run(arguments);
        let orders = run.both().replace(['\n', '\t'], "");
        assert!(!orders.contains(char::is_control), "{run}");
        assert!(!run.both().trim().is_empty(), "{run}");
    }
    // The name is as it was: it is shown otherwise, not changed.
    let listed = scratch.json(&["docs", "list"]);
    let title = listed[0]["title"].as_str().unwrap();
    let id = listed[0]["id"].as_str().unwrap();
    let shown = scratch.run(&["docs", "show", id, "--text"]);
    assert!(title.starts_with("lease"), "{title:?}");
    assert!(shown.stdout.contains("is USD 5 a"), "{shown}");
}

#[test]
fn with_a_damaged_embedding_model_every_file_is_told_of_and_none_is_lost() {
    let scratch = Scratch::new();
    let models = scratch.data().join("models");
    std::fs::create_dir_all(&models).unwrap();
    std::fs::write(models.join("all-MiniLM-L6-v2.F16.gguf"), "GGUF, once").unwrap();
    let files =
        ["one.txt", "two.txt"].map(|name| scratch.file(name, format!("Words of {name}.\n")));
    let missing = scratch.path("none.txt").display().to_string();
    let run = scratch.run(&["docs", "add", &files[0], &missing, &files[1]]);
    run.assert_code(3);
    assert_eq!(run.stderr.matches("error: ").count(), 3, "{run}");
    for (path, name) in files.iter().zip(["one.txt", "two.txt"]) {
        let told = format!("error: {path}: imported, but it is found by its words only");
        assert!(run.stderr.contains(&told), "{run}");
        assert!(run.stdout.contains(&format!("added: {name}")), "{run}");
    }
}

#[test]
fn a_model_whose_name_a_half_written_copy_could_have_is_added_and_stays_whole() {
    let Some(with) = take_model() else { return };
    let scratch = Scratch::new();
    let models = scratch.data().join("models");
    std::fs::create_dir_all(&models).unwrap();
    let place = models.join(with.file.file_name().unwrap());
    let source = place.with_extension("new");
    std::fs::copy(&with.file, &source).unwrap();
    let shown = source.display().to_string();
    scratch.run(&["models", "add", &shown]).assert_code(0);
    let bytes = std::fs::read(&with.file).unwrap();
    assert!(
        std::fs::read(&source).unwrap() == bytes,
        "the source is whole"
    );
    assert!(
        std::fs::read(&place).unwrap() == bytes,
        "and so is the copy"
    );
    let entries = std::fs::read_dir(&models).unwrap();
    let files = entries.filter(|entry| entry.as_ref().unwrap().path().is_file());
    assert_eq!(files.count(), 2, "nothing half-written is left");
}
