//! Two versions of one statement: under headings, in tables, in two documents. Both are shown, with both
//! places, and never one of them alone as sure.

use acceptance::made::{docx, heading, paragraph, pdf, table};
use acceptance::{Scratch, assert_cited, take_model};
use serde_json::Value;

const QUESTION: &str = "What is the effective date?";

/// Names and bytes of documents that together state both dates.
type Documents = Vec<(&'static str, Vec<u8>)>;

/// In words: lines, headings, two documents.
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
        vec![("lines.pdf", pdf(&[lines.lines().collect::<Vec<_>>()]))],
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

/// In tables: a version a row, a version a column.
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
    let columns = vec![
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
    let bars = |rows: &[Vec<&str>]| {
        let line = |row: &Vec<&str>| format!("| {} |\n", row.join(" | "));
        let mut lines: Vec<String> = rows.iter().map(line).collect();
        lines.insert(1, "|---".repeat(rows[0].len()) + "|\n");
        format!("# Dates\n\n{}", lines.concat())
    };
    let blanks = |rows: &[Vec<&str>]| {
        let line = |row: &Vec<&str>| {
            let cells = row.iter().map(|cell| format!("{cell:28}"));
            cells.collect::<String>().trim_end().to_owned() + "\n"
        };
        rows.iter().map(line).collect::<String>()
    };
    let mut made: Vec<Documents> = Vec::new();
    for (rows, names) in [
        (&rows, ["rows.csv", "rows.docx", "rows.md", "rows.txt"]),
        (
            &versions,
            [
                "versions.csv",
                "versions.docx",
                "versions.md",
                "versions.txt",
            ],
        ),
        (
            &columns,
            ["columns.csv", "columns.docx", "columns.md", "columns.txt"],
        ),
    ] {
        let texts = [
            csv(rows).into_bytes(),
            docx(&[heading("Dates"), table(rows)]),
            bars(rows).into_bytes(),
            blanks(rows).into_bytes(),
        ];
        let documents = names.into_iter().zip(texts);
        made.extend(documents.map(|document| vec![document]));
    }
    made
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
fn two_versions_are_shown_with_their_places_in_lines_headings_tables_and_documents() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let all: Vec<Documents> = told().into_iter().chain(tables()).collect();
    assert_eq!(all.len(), 18);
    for documents in all {
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
