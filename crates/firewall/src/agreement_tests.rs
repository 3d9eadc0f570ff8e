//! What is a sentence to the side that offers it is one to the side that
//! checks it, although the two share no code.

use crate::scene::{bundle, policy};
use crate::{FindingKind, TextRequest, check_cited_text};
use evidence::AnswerBundle;
use recognizer::Options;
use std::path::Path;

/// Every sentence that is offered passes as a cited text of one sentence.
fn refused_sentences(evidence: &AnswerBundle) -> (usize, Vec<String>) {
    let policy = policy();
    let request = TextRequest {
        evidence,
        policy: &policy,
        refusal: contract::REFUSAL,
    };
    let offered = recognizer::sentences(
        &evidence.used_chunks,
        &Options {
            max_span_lines: 3,
            ..Options::default()
        },
    );
    let refused = offered.iter().filter_map(|one| {
        let anchor = &one.items[0].spans[0].anchor;
        let report = check_cited_text(&format!("{} [{anchor}]", one.wording), &request, "");
        let kinds: Vec<FindingKind> = report.findings.iter().map(|finding| finding.kind).collect();
        (!kinds.is_empty()).then(|| format!("{kinds:?} {}", one.wording))
    });
    (offered.len(), refused.collect())
}

#[test]
fn sentences_of_the_evaluation_set_are_sentences_to_both_sides() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/eval/documents");
    let Ok(entries) = std::fs::read_dir(folder) else {
        println!("skipped: the evaluation set is not beside the checkout");
        return;
    };
    let (mut offered, mut refused) = (0, Vec::new());
    for entry in entries.flatten().filter(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|one| one == "txt" || one == "md")
    }) {
        let Ok(text) = std::fs::read_to_string(entry.path()) else {
            continue;
        };
        let lines: Vec<String> = text
            .split('\n')
            .take(300)
            .map(evidence::reader::clean_text)
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (some, wrong) = refused_sentences(&bundle(&[&lines]));
        offered += some;
        refused.extend(wrong);
    }
    println!(
        "{offered} sentences offered, {} refused: {refused:#?}",
        refused.len()
    );
    assert!(
        refused.len() * 200 <= offered,
        "{} of {offered}",
        refused.len()
    );
}

/// Words at which two splitters could differ.
const TRICKY: [&str; 40] = [
    "The",
    "the",
    "fee",
    "Fees",
    "is",
    "due.",
    "Dr.",
    "J.",
    "Q.",
    "Inc.",
    "etc.",
    "No.",
    "no.",
    "5",
    "5.",
    "3.5",
    "3.5.",
    "16.",
    "Juli",
    "am",
    "der",
    "e.g.",
    "i.e.",
    "U.S.",
    "p.m.",
    "Yes!",
    "Why?",
    "...",
    "“So.”",
    "(see",
    "it.)",
    "x.Y",
    "ended.The",
    "St.",
    "z.B.",
    "Nr.",
    "Art.",
    "¿Es",
    "¡No!",
    "B.",
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_offered_as_a_sentence_is_one_sentence_to_the_firewall(
        lines in proptest::collection::vec(
            proptest::collection::vec(proptest::sample::select(&TRICKY[..]), 1..12), 1..5)
    ) {
        let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (_, refused) = refused_sentences(&bundle(&[&lines]));
        proptest::prop_assert!(refused.is_empty(), "{refused:?}");
    }
}
