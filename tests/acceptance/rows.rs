//! Values in the rows of a table without headings: each stands under the label of its row.

use acceptance::Scratch;
use acceptance::made::{docx, heading, table};

const ROWS: [[&str; 2]; 5] = [
    ["Policy", "HX-2231"],
    ["Lease begins", "1 March 2024"],
    ["Lease ends", "28 February 2027"],
    ["Annual rent", "USD 12,400"],
    ["Deposit", "USD 2,000"],
];

/// The table in several formats, each with the line of its first row.
fn layouts() -> Vec<(&'static str, Vec<u8>, u32)> {
    let rows = |row: fn(&str, &str) -> String| -> Vec<u8> {
        let rows = ROWS.iter().map(|[label, value]| row(label, value));
        rows.collect::<String>().into_bytes()
    };
    let blocks = [
        heading("Lease"),
        table(&ROWS.iter().map(|row| row.to_vec()).collect::<Vec<_>>()),
    ];
    vec![
        (
            "rows.csv",
            rows(|label, value| format!("{label},\"{value}\"\n")),
            1,
        ),
        (
            "tabs.txt",
            rows(|label, value| format!("{label}\t{value}\n")),
            1,
        ),
        (
            "blanks.txt",
            rows(|label, value| format!("{label}          {value}\n")),
            1,
        ),
        (
            "bars.md",
            rows(|label, value| format!("| {label} | {value} |\n")),
            1,
        ),
        ("rows.docx", docx(&blocks), 3),
    ]
}

#[test]
fn the_row_that_a_question_names_gives_the_value() {
    for (name, bytes, first) in layouts() {
        let scratch = Scratch::new();
        let document = scratch.file(name, bytes);
        for (question, member, value, row) in [
            ("When does the lease begin?", "iso", "\"2024-03-01\"", 1),
            ("When does the lease end?", "iso", "\"2027-02-28\"", 2),
            ("What is the annual rent?", "value", "12400", 3),
            ("What is the deposit?", "value", "2000", 4),
        ] {
            let run = scratch.run(&["--json", "ask", question, "--doc", &document]);
            let response = run.json();
            let found = &response["answer"]["items"][0]["value"][member];
            assert_eq!(found.to_string(), value, "{name}: {question}: {response}");
            assert_eq!(
                response["citations"][0]["line_start"],
                first + row,
                "{name}: {question}"
            );
        }
        scratch.assert_sound();
    }
}
