//! The port against the scorer itself: over invented predictions that hold every rule, whose
//! scores stand in `tests/score/expected.jsonl`, and where the evaluation set lies beside the
//! repository, over spoiled gold of all its cases.

use super::citation::Citation;
use super::{Given, is_valid, score};
use crate::case::{Case, read_cases};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A row of the scorer.
#[derive(Debug, PartialEq, Deserialize)]
struct Row {
    id: String,
    found: bool,
    exact: Option<f64>,
    soft: Option<f64>,
    cites: usize,
    valid: usize,
    recall: Option<f64>,
}

#[derive(Deserialize)]
struct Prediction {
    id: String,
    answer_found: bool,
    items: Vec<Value>,
    citations: Vec<Citation>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/score")
}

fn lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Vec<T> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// Our rows of predictions, by id. Quotes are looked for where the scorer looks for them.
fn ours(cases: &Path, predictions: &Path) -> BTreeMap<String, Row> {
    let base = cases.parent().unwrap();
    let predictions: Vec<Prediction> = lines(predictions);
    let mut by_id: BTreeMap<String, Prediction> = predictions
        .into_iter()
        .map(|one| (one.id.clone(), one))
        .collect();
    let row = |case: Case| {
        let given = by_id.remove(&case.id).unwrap();
        (case.id.clone(), row(&case, &given, base))
    };
    read_cases(cases).unwrap().into_iter().map(row).collect()
}

fn row(case: &Case, given: &Prediction, base: &Path) -> Row {
    let found = given.answer_found;
    let citations: &[Citation] = if found { &given.citations } else { &[] };
    let scored = score(
        case,
        &Given {
            found,
            items: &given.items,
            citations,
        },
    )
    .unwrap();
    let lines = document(&base.join(&case.document));
    let answerable = case.answerable == Some(true);
    Row {
        id: case.id.clone(),
        found,
        exact: answerable.then(|| f64::from(u8::from(scored.right))),
        soft: scored.partial,
        cites: citations.len(),
        valid: citations.iter().filter(|one| is_valid(one, &lines)).count(),
        recall: scored.evidence_cited,
    }
}

fn document(path: &Path) -> Vec<String> {
    let text = std::fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&text).replace("\r\n", "\n");
    text.split('\n').map(str::to_owned).collect()
}

/// The scorer's rows of the same files; none where it or Python is not here.
fn theirs(cases: &Path, predictions: &Path) -> Option<BTreeMap<String, Row>> {
    const SCRIPT: &str = "
import json, sys
sys.path.insert(0, sys.argv[1])
import score
from pathlib import Path
cases, predictions = score.read(sys.argv[2]), score.read(sys.argv[3])
for row in score.score(cases, {one['id']: one for one in predictions}, Path(sys.argv[2]).parent):
    names = ('exact', 'soft', 'recall')
    print(json.dumps({**{name: row.get(name) for name in names}, 'id': row['id'], 'found': row['found'],
                      'cites': row['cites'], 'valid': row['valid']}))
";
    let set = evaluation_set()?;
    let run = Command::new("python3")
        .args(["-B", "-c", SCRIPT])
        .args([&set, cases, predictions])
        .output();
    let Ok(run) = run else {
        skipped("python3 is not here");
        return None;
    };
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let text = String::from_utf8(run.stdout).unwrap();
    let rows = text
        .lines()
        .map(|line| serde_json::from_str::<Row>(line).unwrap());
    Some(rows.map(|row| (row.id.clone(), row)).collect())
}

fn skipped(why: &str) {
    println!("skipped: {why}");
}

fn evaluation_set() -> Option<PathBuf> {
    let set = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/eval");
    if !set.join("score.py").is_file() {
        skipped("there is no evaluation set beside the repository");
        return None;
    }
    Some(set)
}

/// Asserts that both scored every case alike.
fn assert_same(found: &BTreeMap<String, Row>, wanted: &BTreeMap<String, Row>) {
    assert!(found.keys().eq(wanted.keys()), "not the same cases");
    let near = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        (one, other) => one.is_none() && other.is_none(),
    };
    for (row, wanted) in found.values().zip(wanted.values()) {
        let same = row.found == wanted.found
            && near(row.exact, wanted.exact)
            && near(row.soft, wanted.soft)
            && near(row.recall, wanted.recall)
            && (row.cites, row.valid) == (wanted.cites, wanted.valid);
        assert!(same, "{row:?} is not {wanted:?}");
    }
}

#[test]
fn every_rule_of_the_scorer_is_kept() {
    let folder = folder();
    let found = ours(
        &folder.join("cases.jsonl"),
        &folder.join("predictions.jsonl"),
    );
    let wanted: Vec<Row> = lines(&folder.join("expected.jsonl"));
    assert!(wanted.len() > 90);
    let wanted = wanted
        .into_iter()
        .map(|row| (row.id.clone(), row))
        .collect();
    assert_same(&found, &wanted);
}

#[test]
fn what_is_expected_is_what_the_scorer_says() {
    let folder = folder();
    let files = (folder.join("cases.jsonl"), folder.join("predictions.jsonl"));
    let Some(said) = theirs(&files.0, &files.1) else {
        return;
    };
    let wanted: Vec<Row> = lines(&folder.join("expected.jsonl"));
    let wanted = wanted
        .into_iter()
        .map(|row| (row.id.clone(), row))
        .collect();
    assert_same(&said, &wanted);
}

/// What an answer could be that is not quite the gold: other by the number of the case.
fn spoiled(index: usize, value: &Value) -> Value {
    let mut value = value.clone();
    match &mut value {
        Value::String(text) => {
            let mut words: Vec<&str> = text.split(' ').collect();
            match index % 4 {
                0 => words.reverse(),
                1 => drop(words.pop()),
                2 => words.insert(0, "the"),
                _ => words.push("too"),
            }
            *text = words.join(" ");
        }
        Value::Object(parts) => {
            let keys: Vec<String> = parts.keys().cloned().collect();
            let key = &keys[index % keys.len()];
            let spoiled = match &parts[key] {
                Value::Number(number) => json!(number.as_f64().unwrap() * 1000.0),
                Value::String(text) if index.is_multiple_of(2) => json!(text.to_lowercase()),
                Value::Array(rows) => json!(rows.iter().skip(1).collect::<Vec<_>>()),
                _ => Value::Null,
            };
            parts.insert(key.clone(), spoiled);
        }
        Value::Bool(truth) => *truth = !*truth,
        _ => {}
    }
    value
}

#[test]
fn spoiled_gold_of_the_evaluation_set_scores_as_the_scorer_says() {
    let Some(set) = evaluation_set() else { return };
    let cases_file = set.join("cases.jsonl");
    let cases: Vec<Value> = lines(&cases_file);
    let predictions = cases.iter().enumerate().map(|(index, case)| {
        let gold = case["gold"].as_array().unwrap();
        let mut items: Vec<Value> = gold.iter().map(|one| if index % 3 == 0 { one.clone() } else { spoiled(index, one) }).collect();
        if case["answer_type"] != "list" && index % 5 != 0 {
            items.truncate(1);
        }
        if items.is_empty() && index % 2 == 0 {
            items.push(json!("something"));
        }
        let mut citations = case["gold_evidence"].clone();
        for citation in citations.as_array_mut().unwrap() {
            match index % 4 {
                1 => citation["line_start"] = json!(citation["line_start"].as_u64().unwrap() + 1),
                2 => citation["quote"] = json!(format!("{} x", citation["quote"].as_str().unwrap())),
                _ => {}
            }
        }
        json!({ "id": case["id"], "answer_found": !items.is_empty() && index % 7 != 0, "items": items, "citations": citations })
    });
    let text: String = predictions.map(|one| one.to_string() + "\n").collect();
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("predictions.jsonl");
    std::fs::write(&file, text).unwrap();
    let Some(mut wanted) = theirs(&cases_file, &file) else {
        return;
    };
    let mut found = ours(&cases_file, &file);
    assert!(found.len() > 100);
    let exact = found.values().filter(|row| row.exact == Some(1.0)).count();
    assert!(
        (20..100).contains(&exact),
        "{exact} are exact: too few or too many to tell"
    );
    // Without the program's own numbering of a PDF's lines the scorer looks for its quotes in
    // a transcription, which is no part of the port.
    let cases = read_cases(&cases_file).unwrap();
    for case in cases.iter().filter(|case| {
        Path::new(&case.document)
            .extension()
            .is_some_and(|end| end == "pdf")
    }) {
        for rows in [&mut found, &mut wanted] {
            rows.get_mut(&case.id).unwrap().valid = 0;
        }
    }
    assert_same(&found, &wanted);
}
