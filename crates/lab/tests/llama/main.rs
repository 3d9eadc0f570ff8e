//! llama.cpp's own parser and grammar sampler beside ours: on hand-written
//! texts, on random schemas and grammars, and on schemas from the wild.
//!
//! llama.cpp runs in a process of its own, for it may die of a grammar. That
//! process is this executable again, so there is no test harness here.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod bench;
mod random;
mod texts;

use std::path::{Path, PathBuf};
use std::time::Instant;

/// Set in a process whose memory is limited.
#[cfg(target_os = "linux")]
const LIMITED: &str = "ATTEST_TEST_LIMITED";
/// Address space of the process that llama.cpp runs in, in KiB.
#[cfg(target_os = "linux")]
const MEMORY: &str = "4194304";

type Test = (&'static str, fn(&Path));

const TESTS: [Test; 3] = [
    (
        "llama_cpp_reads_and_refuses_what_the_list_says",
        texts::every_text,
    ),
    (
        "random_grammars_mean_the_same_to_llama_cpp",
        random::every_grammar,
    ),
    (
        "schemas_from_the_wild_mean_the_same_to_llama_cpp",
        bench::some_schemas,
    ),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let first = arguments.first().map_or("", String::as_str);
    if first == engine::trial::SUBCOMMAND {
        limit_memory();
        std::process::exit(engine::trial::serve());
    }
    let tests: Vec<&Test> = TESTS
        .iter()
        .filter(|(name, _)| first.starts_with('-') || name.contains(first))
        .collect();
    if arguments.iter().any(|one| one == "--list") {
        for (name, _) in tests {
            println!("{name}: test");
        }
        return;
    }
    let Some(model) = model() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "the default model must be present in CI"
        );
        println!("skipped: the default model is not here; scripts/models fetches it");
        return;
    };
    for (name, test) in &tests {
        let start = Instant::now();
        println!("test {name} ...");
        test(&model);
        println!("test {name} ... ok, {:.1} s", start.elapsed().as_secs_f64());
    }
    // In the words of the usual harness: scripts/test counts them.
    println!("test result: ok. {} passed; 0 failed", tests.len());
}

/// The default model's file, where it is installed.
fn model() -> Option<PathBuf> {
    let catalogue = engine::Catalogue::built_in().unwrap();
    let entry = catalogue.default_for("answer").unwrap();
    let data = app::directory::data_directory(None)?;
    let file = app::directory::models_directory(&data).join(&entry.file);
    file.is_file().then_some(file)
}

/// This executable, as the program that trials run in.
fn executable() -> PathBuf {
    std::env::current_exe().unwrap()
}

/// Starts this process again with less memory to have.
#[cfg(target_os = "linux")]
fn limit_memory() {
    use std::os::unix::process::CommandExt;
    if std::env::var_os(LIMITED).is_some() {
        return;
    }
    let error = std::process::Command::new("sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$1\" \"$2\"", MEMORY])
        .arg(executable())
        .arg(engine::trial::SUBCOMMAND)
        .env(LIMITED, "1")
        .exec();
    panic!("no shell: {error}");
}

/// Elsewhere the texts that eat memory are not run.
#[cfg(not(target_os = "linux"))]
fn limit_memory() {}
