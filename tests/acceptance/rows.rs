//! Values in the rows of a table without headings: each stands under the label of its row.

use acceptance::Scratch;

const LAYOUTS: [(&str, &str, &str); 3] = [
    ("rows.csv", ",", "\n"),
    ("tabs.txt", "\t", "\n"),
    ("blanks.txt", "          ", "\n"),
];

#[test]
fn the_row_that_a_question_names_gives_the_value() {
    for (name, gap, end) in LAYOUTS {
        let row = |label: &str, value: &str| {
            let quoted = if gap == "," {
                format!("\"{value}\"")
            } else {
                value.to_owned()
            };
            format!("{label}{gap}{quoted}{end}")
        };
        let text = [
            row("Policy", "HX-2231"),
            row("Lease begins", "1 March 2024"),
            row("Lease ends", "28 February 2027"),
            row("Annual rent", "USD 12,400"),
            row("Deposit", "USD 2,000"),
        ]
        .concat();
        let scratch = Scratch::new();
        let document = scratch.file(name, text);
        for (question, member, value, line) in [
            ("When does the lease begin?", "iso", "\"2024-03-01\"", 2),
            ("When does the lease end?", "iso", "\"2027-02-28\"", 3),
            ("What is the annual rent?", "value", "12400", 4),
            ("What is the deposit?", "value", "2000", 5),
        ] {
            let run = scratch.run(&["--json", "ask", question, "--doc", &document]);
            let response = run.json();
            let found = &response["answer"]["items"][0]["value"][member];
            assert_eq!(found.to_string(), value, "{name}: {question}: {response}");
            assert_eq!(
                response["citations"][0]["line_start"], line,
                "{name}: {question}"
            );
        }
        scratch.assert_sound();
    }
}
