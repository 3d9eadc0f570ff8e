use crate::{cells, lines, read_ok};

#[test]
fn tables_of_markdown_are_tables_and_lines_stay() {
    let text = "# Fees\n\n| Item | Fee |\n|:-----|----:|\n| Tea \\| milk | 1 |\n| Bread |\n\n```\n| a | b |\n|---|---|\n```\n\na | b\n--- | ---\n1 | 2\n";
    let document = read_ok("a.md", text);
    assert_eq!(lines(&document).len(), text.split('\n').count());
    let found: Vec<_> = document
        .tables
        .iter()
        .map(|table| {
            (
                table.first_line,
                table.last_line,
                table.header_rows,
                cells(table),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                3,
                6,
                1,
                vec![
                    vec!["Item", "Fee"],
                    vec!["Tea | milk", "1"],
                    vec!["Bread", ""]
                ]
            ),
            (13, 15, 1, vec![vec!["a", "b"], vec!["1", "2"]]),
        ]
    );
}
