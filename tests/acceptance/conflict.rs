//! Two versions of one statement: under headings, in tables, in two documents. Never one of them
//! alone as sure, and where both are shown, with both places.

use acceptance::made::{docx, heading, paragraph, table};
use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

const QUESTION: &str = "What is the effective date?";

/// Names and bytes of documents that together state both dates.
type Documents = Vec<(&'static str, Vec<u8>)>;

/// Where the two are found to contradict each other.
fn told() -> Vec<Documents> {
    let headed = "# Service agreement\n\n## Effective date (original)\n\n15 March 2024\n\n## Term\n\nThe term is two \
                  years.\n\n## Effective date (amended)\n\n1 April 2024\n";
    let blocks = [
        heading("Effective date (original)"),
        paragraph("15 March 2024"),
        heading("Effective date (amended)"),
        paragraph("1 April 2024"),
    ];
    let lines = "SERVICE AGREEMENT\n\nEffective: 15 March 2024 (original)\nEffective date: 1 April 2024 (amended)\n";
    vec![
        vec![("headed.md", headed.into())],
        vec![("headed.docx", docx(&blocks))],
        vec![("lines.txt", lines.into())],
        vec![
            (
                "agreement.md",
                "# Agreement\n\n## Effective date\n\n15 March 2024\n".into(),
            ),
            (
                "amendment.md",
                "# First amendment\n\n## Effective date\n\n1 April 2024\n".into(),
            ),
        ],
        vec![
            (
                "agreement.txt",
                "Purchase agreement\n\nEffective date: 15 March 2024\n".into(),
            ),
            (
                "amendment.txt",
                "First amendment\n\nEffective date: 1 April 2024\n".into(),
            ),
        ],
    ]
}

/// Tables, of which the reader may refuse to choose a cell.
fn tables() -> Vec<Documents> {
    let rows = [
        ["Term", "Date"],
        ["Effective date (original)", "15 March 2024"],
        ["Effective date (amended)", "1 April 2024"],
        ["Signed", "3 February 2024"],
    ];
    let versions = [
        ["Version", "Effective date"],
        ["Original", "15 March 2024"],
        ["Amended", "1 April 2024"],
    ];
    let columns = [
        vec!["Term", "Original", "Amended"],
        vec!["Effective date", "15 March 2024", "1 April 2024"],
        vec!["Expiry date", "14 March 2027", "31 March 2027"],
    ];
    let csv = |rows: &[Vec<&str>]| {
        rows.iter()
            .map(|row| row.join(",") + "\n")
            .collect::<String>()
    };
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.to_vec()).collect();
    let versions: Vec<Vec<&str>> = versions.iter().map(|row| row.to_vec()).collect();
    vec![
        vec![("rows.csv", csv(&rows).into_bytes())],
        vec![("rows.docx", docx(&[heading("Dates"), table(&rows)]))],
        vec![("versions.csv", csv(&versions).into_bytes())],
        vec![("versions.docx", docx(&[heading("Dates"), table(&versions)]))],
        vec![("columns.csv", csv(&columns).into_bytes())],
        vec![("columns.docx", docx(&[heading("Dates"), table(&columns)]))],
    ]
}

fn ask(scratch: &Scratch, documents: &Documents) -> Value {
    let mut arguments = vec![
        "ask".to_owned(),
        QUESTION.to_owned(),
        "--type".into(),
        "date".into(),
    ];
    for (name, bytes) in documents {
        arguments.extend(["--doc".to_owned(), scratch.file(name, bytes)]);
    }
    let response = scratch.json(&arguments);
    assert_cited(scratch, &response);
    response
}

#[test]
fn two_versions_under_headings_and_in_two_documents_are_shown_with_their_places() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for documents in told() {
        let response = ask(scratch, &documents);
        let name = documents[0].0;
        assert_eq!(response["decision"], "conflict", "{name}: {response}");
        let answer = &response["answer"];
        assert!(
            answer["confidence"].as_f64().unwrap() <= 0.5,
            "{name}: {answer}"
        );
        let caveats = answer["caveats"].to_string();
        let asked = answer["suggested_clarification"].as_str().unwrap();
        for value in ["15 March 2024", "1 April 2024"] {
            assert!(
                caveats.contains(value) && asked.contains(value),
                "{name}: {caveats} {asked}"
            );
        }
        for (name, _) in &documents {
            assert!(caveats.contains(name), "{name}: {caveats}");
        }
    }
}

/// The reader is not sure enough of either: the two are refused, where showing both would be better.
#[test]
fn of_two_versions_in_a_table_none_is_shipped_alone() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for documents in tables() {
        let response = ask(scratch, &documents);
        let name = documents[0].0;
        assert_eq!(response["decision"], "no_answer", "{name}: {response}");
        assert_eq!(response["answer"]["items"], json!([]), "{name}");
    }
}
