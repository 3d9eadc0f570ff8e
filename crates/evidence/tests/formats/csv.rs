use crate::{cells, lines, read_ok};
use evidence::MediaType;

#[test]
fn the_separator_is_found_by_its_evenness() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("a.csv", "Name,Sum\nTea,\"1,5\"\nMilk,2\n", &["Name", "Sum"]),
        ("a.csv", "Name;Sum\nTea;1,5\nMilk;2,5\n", &["Name", "Sum"]),
        ("a.tsv", "Name\tSum, net\nTea\t1,5\n", &["Name", "Sum, net"]),
        ("a.csv", "Name|Sum\nTea|1,5\n", &["Name", "Sum"]),
        ("a.csv", "sep=;\nName;A,B\nTea;1,5\n", &["Name", "A,B"]),
        ("a.csv", "Name,Note;x\nTea,b\nMilk,c\n", &["Name", "Note;x"]),
    ];
    for (name, text, expected) in cases {
        let document = read_ok(name, text);
        assert_eq!(document.media_type, MediaType::Csv);
        let table = document.tables.first().unwrap();
        assert_eq!(
            (cells(table)[0].as_slice(), table.header_rows),
            (*expected, 1),
            "{text:?}"
        );
    }
}

#[test]
fn records_are_lines_and_blank_lines_part_tables() {
    let text = "Report of May\n\nName,Sum\n\"Tea,\n\"\"green\"\"\",1.50\nMilk,2,more\n\nx,y\n1,2\n";
    let windows = read_ok("a.csv", text.replace('\n', "\r\n"));
    let document = read_ok("a.csv", text);
    assert_eq!(lines(&windows), lines(&document));
    assert_eq!(
        lines(&document),
        [
            "Report of May",
            "/",
            "Name | Sum",
            "Tea, \"green\" | 1.50",
            "Milk | 2 | more",
            "/",
            "x | y",
            "1 | 2"
        ]
    );
    assert_eq!(document.tables.len(), 2);
    assert_eq!(
        document.warnings,
        ["1 row(s) have fewer or more cells than the first row of their table."]
    );
}

#[test]
fn rows_of_figures_are_no_headings_and_figures_stay_as_written() {
    let document = read_ok("a.csv", "1.234,56;2020\n7,5;2021\n");
    let table = document.tables.first().unwrap();
    assert_eq!(table.header_rows, 0);
    assert_eq!(cells(table), [["1.234,56", "2020"], ["7,5", "2021"]]);
}

#[test]
fn encodings_are_those_of_text() {
    let cases: &[(&[u8], usize)] = &[
        (b"\xEF\xBB\xBFN\xC3\xA4me;x\na;1\n", 0),
        (b"N\xE4me;x\na;1\n", 1),
        (b"\xFF\xFEN\0\xE4\0m\0e\0;\0x\0\n\0a\0;\x001\0", 0),
    ];
    for (bytes, warnings) in cases {
        let document = read_ok("a.csv", bytes);
        assert_eq!(
            (lines(&document)[0], document.warnings.len()),
            ("Näme | x", *warnings)
        );
    }
}

#[test]
fn a_quotation_mark_that_nothing_closes_swallows_no_rows() {
    let text = format!("Name,Size\nScreen,\"15\nx,y\n{}", "Tea,1\n".repeat(300));
    let document = read_ok("a.csv", text);
    assert_eq!(document.lines.len(), 303);
    assert!(
        document
            .warnings
            .iter()
            .any(|warning| warning.contains("quotation mark"))
    );
}

#[test]
fn one_column_is_text() {
    let document = read_ok("a.csv", "alpha\nbeta\n");
    assert_eq!(
        (lines(&document), document.tables.len()),
        (vec!["alpha", "beta"], 0)
    );
}
