//! The evaluation set, where it stands beside the repository: whatever is
//! answered, every citation stands in the lines it names, by the set's own
//! scorer.

use acceptance::{has, root, take_model};
use serde_json::Value;

#[test]
fn every_citation_of_the_first_cases_is_valid() {
    let data = root().join("../shared/data/eval");
    if !data.join("cases.jsonl").is_file() {
        println!("skipped: there is no evaluation set beside the repository");
        return;
    }
    let Some(with) = take_model() else { return };
    if !has("python3", &["--version"]) {
        return;
    }
    let scratch = &with.scratch;
    let word = |path: &std::path::Path| path.display().to_string();
    let (cases, out, texts) = (
        word(&data.join("cases.jsonl")),
        word(&scratch.path("out.jsonl")),
        word(&scratch.path("texts")),
    );
    let run = scratch.run(&[
        "eval", &cases, "--out", &out, "--texts", &texts, "--limit", "6", "--json",
    ]);
    run.assert_code(0);
    let summary = run.json();
    assert_eq!(summary["cases"], 6, "{run}");
    assert_eq!(summary["failed"], 0, "{run}");
    assert!(
        summary["answered"].as_u64().unwrap() > 0,
        "nothing was answered, so nothing was shown: {run}"
    );
    let scored = std::process::Command::new("python3")
        .arg(data.join("score.py"))
        .args([&cases, &out, "--json", "--texts", &texts])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    assert!(
        scored.status.success(),
        "{}",
        String::from_utf8_lossy(&scored.stderr)
    );
    let scored: Value = serde_json::from_slice(&scored.stdout).unwrap();
    let validity = find(&scored, "citation_validity").expect("the scorer says citation_validity");
    assert_eq!(validity.as_f64(), Some(1.0), "{scored}");
}

/// The first member of that name, wherever it stands.
fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => members
            .get(name)
            .or_else(|| members.values().find_map(|member| find(member, name))),
        Value::Array(items) => items.iter().find_map(|item| find(item, name)),
        _ => None,
    }
}
