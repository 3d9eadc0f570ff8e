//! Measures the recognisers on the developers' evaluation set, where it is
//! there: in how many answerable cases the gold value is among the candidates
//! of the whole document, and how far up lexical ranking puts it. A
//! measurement, printed; what it asserts is a ratchet on recall, and that every
//! table can be read in its quotes. `ATTEST_ONLY=table` measures one type,
//! `ATTEST_SHOW_MISSES=1` shows what is not among the first five.

use super::{Options, Terms, rank, recognize_for};
use contract::candidate::Candidate;
use evidence::EvidenceChunk;
use evidence::reader::{ReadLimits, read};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Recall that was reached and may not be lost, by type (share of cases). Texts,
/// names and addresses are the reader's to find, and so are the parties of a contract, which six of the
/// thirteen lists are.
const REACHED: &[(&str, f64)] = &[
    ("amount", 0.7),
    ("date", 0.95),
    ("iban", 1.0),
    ("list", 0.38),
    ("number", 0.65),
    ("table", 0.7),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/eval")
}

/// The whole document as one chunk, as the reader reads it; the set's own
/// transcription where it is a picture.
fn chunk(document: &str) -> Option<EvidenceChunk> {
    let path = folder().join(document);
    let name = path.file_name()?.to_str()?;
    let bytes = std::fs::read(&path).ok()?;
    let limits = ReadLimits::default();
    let read = read(name, &bytes, &limits).or_else(|_| {
        let path = folder().join("sidecar").join(format!("{name}.txt"));
        read(
            "transcription.txt",
            &std::fs::read(path).unwrap_or_default(),
            &limits,
        )
    });
    let read = read.ok()?;
    Some(EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: document.into(),
        document_id: document.into(),
        document_title: document.into(),
        lines: read.lines,
        similarity: 1.0,
        tables: read.tables,
    })
}

fn number(value: &Value) -> Option<f64> {
    let scale = match value.get("unit").and_then(Value::as_str).unwrap_or("") {
        "thousand" => 1e3,
        "million" => 1e6,
        "billion" => 1e9,
        _ => 1.0,
    };
    value
        .get("value")
        .and_then(Value::as_f64)
        .map(|value| value * scale)
}

fn squashed(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Object(parts) => parts
            .values()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(" "),
        other => other.to_string(),
    };
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric() && letter != '%')
        .filter(|word| !word.is_empty() && !["a", "an", "the", "mr", "dr", "esq"].contains(word))
        .collect::<Vec<_>>()
        .join(" ")
}

fn fits(kind: &str, candidate: &Candidate, gold: &[Value]) -> bool {
    let values: Vec<Value> = candidate
        .items
        .iter()
        .map(|item| item.value.json())
        .collect();
    let Some(first) = values.first() else {
        return false;
    };
    match kind {
        "amount" | "number" => gold.iter().any(|gold| match (number(first), number(gold)) {
            (Some(found), Some(wanted)) => {
                let currency = kind == "number"
                    || gold["currency"].is_null()
                    || first["currency"] == gold["currency"];
                (found - wanted).abs() <= 0.005_f64.max(1e-4 * wanted.abs()) && currency
            }
            _ => false,
        }),
        "date" => gold.iter().any(|gold| first["iso"] == gold["iso"]),
        "list" => {
            let mut wanted: Vec<String> = gold.iter().map(squashed).collect();
            let mut found: Vec<String> = values.iter().map(squashed).collect();
            wanted.sort();
            found.sort();
            wanted == found
        }
        "table" => gold.iter().any(|gold| {
            let rows = |value: &Value| -> Vec<Vec<String>> {
                let rows = value["rows"].as_array().cloned().unwrap_or_default();
                rows.iter()
                    .map(|row| {
                        row.as_array()
                            .map(|row| row.iter().map(squashed).collect())
                            .unwrap_or_default()
                    })
                    .collect()
            };
            let found = rows(first);
            rows(gold).iter().all(|wanted| {
                found.iter().any(|row| {
                    wanted
                        .iter()
                        .all(|cell| cell.is_empty() || row.contains(cell))
                })
            })
        }),
        _ => gold.iter().any(|gold| squashed(first) == squashed(gold)),
    }
}

#[test]
fn finds_the_gold_values_of_the_evaluation_set() {
    let Ok(cases) = std::fs::read_to_string(folder().join("cases.jsonl")) else {
        println!("skipped: the evaluation set is not beside the checkout");
        return;
    };
    let only = std::env::var("ATTEST_ONLY").ok();
    let verbose = std::env::var_os("ATTEST_SHOW_MISSES").is_some();
    let mut table: BTreeMap<String, Vec<(Option<usize>, usize)>> = BTreeMap::new();
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let kind = case["answer_type"].as_str().unwrap_or("").to_owned();
        let left_out = only.as_ref().is_some_and(|only| *only != kind);
        let measured = REACHED.iter().any(|(known, _)| *known == kind);
        if case["answerable"] != true || !measured || left_out {
            continue;
        }
        let Some(chunk) = chunk(case["document"].as_str().unwrap_or("")) else {
            continue;
        };
        let gold = case["gold"].as_array().cloned().unwrap_or_default();
        let question = case["question"].as_str().unwrap_or("");
        let shown = chunk.clone();
        let mut found = recognize_for(&Terms::of(question), &kind, &[chunk], &Options::default());
        if kind == "table" {
            let chunk = &shown;
            for candidate in &found {
                super::grid::tests::assert_cited(candidate, chunk);
            }
        }
        rank(&Terms::of(question), &kind, &mut found);
        let place = found
            .iter()
            .position(|candidate| fits(&kind, candidate, &gold));
        if verbose && place.is_none_or(|place| place > 0) {
            println!(
                "{kind} {} {place:?} of {}: {question} {}",
                case["document"],
                found.len(),
                case["gold"]
            );
            for candidate in found.iter().take(3) {
                println!("    {} <- {}", candidate.wording, candidate.context);
            }
        }
        table.entry(kind).or_default().push((place, found.len()));
    }
    println!("{:12} cases  found  top1  top5  top20  candidates", "type");
    for (kind, places) in &table {
        let within = |limit: usize| {
            places
                .iter()
                .filter(|(place, _)| place.is_some_and(|place| place < limit))
                .count()
        };
        let average = places.iter().map(|(_, count)| count).sum::<usize>() / places.len().max(1);
        println!(
            "{kind:12} {:5} {:6} {:5} {:5} {:6} {average:8}",
            places.len(),
            within(usize::MAX),
            within(1),
            within(5),
            within(20)
        );
    }
    let wanted = |kind: &str| only.as_deref().is_none_or(|only| only == kind);
    for (kind, least) in REACHED.iter().filter(|(kind, _)| wanted(kind)) {
        let places = table
            .get(*kind)
            .unwrap_or_else(|| panic!("no case of {kind} was measured"));
        let found = places.iter().filter(|(place, _)| place.is_some()).count();
        assert!(
            found as f64 >= least * places.len() as f64,
            "{kind}: {found} of {}",
            places.len()
        );
    }
}
