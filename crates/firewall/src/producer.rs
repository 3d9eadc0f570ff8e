//! What the recognisers offer passes the firewall: two readings of the same
//! evidence that share no code have to agree, on made-up lines always and on
//! the developers' evaluation set where it is there.

use crate::scene::{bundle, draft, verdict};
use crate::{FindingKind, Verdict};
use evidence::AnswerBundle;
use recognizer::{Options, recognize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const TYPES: [&str; 15] = [
    "amount",
    "number",
    "percentage",
    "date",
    "iban",
    "person_name",
    "organization",
    "address",
    "list",
    "table",
    "date_range",
    "duration",
    "email",
    "phone",
    "url",
];
/// Checked candidates per document and type; the others are skipped evenly.
const MAX_CHECKED: usize = 15;

/// Findings by type and kind over a sample of the candidates.
fn disagreements(
    evidence: &AnswerBundle,
    types: &[&str],
    told: &mut BTreeMap<String, u32>,
) -> usize {
    let mut checked = 0;
    for kind in types {
        let options = Options {
            max_span_lines: 3,
            ..Options::default()
        };
        let found = recognize(kind, &evidence.used_chunks, &options);
        for candidate in found.iter().step_by(found.len() / MAX_CHECKED + 1) {
            let mut answer = draft(&[(json!(0), "C0", 1, 1, "")]);
            answer["items"] = json!(candidate.items);
            checked += 1;
            if let Verdict::Refused(findings) = verdict(kind, &answer, evidence) {
                let kinds: Vec<FindingKind> = findings.iter().map(|finding| finding.kind).collect();
                *told.entry(format!("{kind} {kinds:?}")).or_default() += 1;
                if std::env::var_os("ATTEST_SHOW_MISSES").is_some() {
                    println!(
                        "{kind} {kinds:?} {} <- {}",
                        candidate.wording,
                        json!(candidate.items)
                    );
                }
            }
        }
    }
    checked
}

#[test]
fn every_candidate_of_made_up_lines_passes() {
    let evidence = bundle(&[
        &[
            "HARBOUR MUTUAL INSURANCE LTD.",
            "Policy schedule (in thousands)",
            "             2019     2018",
        ],
        &[
            "Net premium   $ 2,235  $ (6,986)",
            "Claims paid   $ 1,100  $ 900",
            "Deposit: -8,79 EUR, thirty (30) days after 16 July 2002",
            "12.5 % of the premium, or 50 basis points",
            "between Harbour Mutual Insurance Ltd., a company, and Jane Q. Doe (the \"Insured\")",
            "Harbour Road 5, 20095 Hamburg",
            "IBAN DE89 3704 0044 0532 0130 00",
            "The perils are Fire, Storm and Flood.",
            "from 1 March 2019 to 15 April 2020, within one hundred and twenty (120) days",
            "Tel: 07-3507405, office@example.org, https://example.org/a",
            "Q3 2019, 5 to 10 days, treinta y cinco días, fünfunddreißig Tage, 10-12 %",
        ],
    ]);
    let mut told = BTreeMap::new();
    let checked = disagreements(&evidence, &[&TYPES[..], &["text"]].concat(), &mut told);
    assert!(checked > 40, "{checked}");
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn candidates_of_the_evaluation_set_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/eval");
    let Ok(cases) = std::fs::read_to_string(folder.join("cases.jsonl")) else {
        println!("skipped: the evaluation set is not beside the checkout");
        return;
    };
    let mut by_document: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in cases.lines() {
        let case: Value = serde_json::from_str(case).unwrap();
        let kind = case["answer_type"].as_str().unwrap().to_owned();
        let kinds = by_document
            .entry(case["document"].as_str().unwrap().to_owned())
            .or_default();
        if kind != "boolean" && !kinds.contains(&kind) {
            kinds.push(kind.clone());
        }
        // No case asks for these; documents hold them all the same.
        let beside: &[&str] = match kind.as_str() {
            "date" => &["date_range", "duration"],
            "number" => &["percentage"],
            "person_name" => &["organization", "email", "phone", "url"],
            _ => &[],
        };
        for other in beside {
            if !kinds.iter().any(|one| one == other) {
                kinds.push((*other).to_owned());
            }
        }
    }
    let mut told = BTreeMap::new();
    let mut checked = 0;
    for (document, kinds) in &by_document {
        let path = folder.join(document);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let path = if path.extension().is_some_and(|extension| extension == "pdf") {
            folder.join("sidecar").join(format!("{name}.txt"))
        } else {
            path
        };
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        let text = text.replace(|letter: char| letter.is_control() && letter != '\n', " ");
        let lines: Vec<&str> = text.split('\n').take(400).collect();
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        checked += disagreements(&bundle(&[&lines]), &kinds, &mut told);
    }
    println!("{checked} candidates checked, refused: {told:?}");
    assert!(checked > 1000, "only {checked} candidates were found");
    let refused: u32 = told.values().sum();
    assert_eq!(refused, 0, "of {checked}: {told:?}");
}
