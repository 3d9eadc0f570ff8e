//! The sheet is read back by the program's own reader of workbooks, which
//! shows cells as a spreadsheet does.

use super::super::super::columns::columns;
use super::super::Sheets;
use super::*;
use contract::Registry;
use evidence::reader::{ReadLimits, read};
use serde_json::json;
use std::io::Cursor;

fn amount(value: f64, currency: &str, review: bool) -> Json {
    json!({
        "status": "OK", "answer_type": "amount", "needs_human_review": review, "record_id": "r",
        "answer": { "answer_found": true, "items": [
            { "value": { "value": value, "currency": currency, "unit": null }, "spans": [] }] },
        "citations": [],
    })
}

fn date(iso: &str) -> Json {
    json!({
        "status": "OK", "answer_type": "date", "needs_human_review": false, "record_id": "r",
        "answer": { "answer_found": true, "items": [
            { "value": { "iso": iso, "original": "then" }, "spans": [] }] },
        "citations": [],
    })
}

fn nothing(status: &str) -> Json {
    json!({ "status": status, "answer_type": "amount", "needs_human_review": status == "FAILED",
            "answer": null, "citations": [], "message": "why" })
}

/// Rows of responses, one a question, as bytes of a workbook.
fn workbook(questions: &[&str], responses: &[Vec<Json>]) -> Vec<u8> {
    let registry = Registry::built_in();
    let types = [registry.find("amount").unwrap().clone()];
    let columns = columns(&types);
    let asked: Vec<String> = questions.iter().map(|one| (*one).to_owned()).collect();
    let mut sheets = Sheets::begin(&columns, &asked).unwrap();
    for (row, number) in responses.iter().zip(1..) {
        for (response, question) in row.iter().zip(0..) {
            let cell = CellView {
                document: format!("in/{number}.txt"),
                document_id: Some("d"),
                document_title: Some("t"),
                question_id: "q",
                question: questions[question],
                response,
                standing: &crate::review::said::Standing::default(),
            };
            let name = format!("{number}.txt");
            sheets.add(question, &name, &cell).unwrap();
        }
    }
    let mut out = Cursor::new(Vec::new());
    sheets.finish(&mut out).unwrap();
    out.into_inner()
}

/// What stands in the workbook, line by line.
fn shown(bytes: &[u8]) -> String {
    let document = read("table.xlsx", bytes, &ReadLimits::default()).unwrap();
    let lines = document.lines.iter().map(|line| line.text.as_str());
    lines.collect::<Vec<_>>().join("\n")
}

/// A part of the workbook, as its XML.
fn part(bytes: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let file = archive.by_name(name).unwrap();
    std::io::read_to_string(file).unwrap()
}

#[test]
fn a_row_a_document_and_a_column_a_question_with_the_state_in_words() {
    let bytes = workbook(
        &["What is the rent?", "When does it begin?"],
        &[
            vec![amount(1200.0, "USD", false), date("2024-03-01")],
            vec![amount(1300.5, "USD", true), date("2024-03")],
            vec![nothing("NO_EVIDENCE"), nothing("FAILED")],
        ],
    );
    let shown = shown(&bytes);
    for words in [
        "1,200.00 USD",
        "1,300.50 USD [check]",
        "2024-03-01",
        "2024-03 (then)",
        "not found",
        "failed",
        "2,500.50 USD",
        "2 of 3",
        "the linked row says why",
    ] {
        assert!(shown.contains(words), "{words} in\n{shown}");
    }
}

/// What stands in a place of the sheet, as its XML has it: formula and value.
fn place(sheet: &str, name: &str) -> (String, String) {
    let start = sheet.find(&format!("<c r=\"{name}\"")).unwrap();
    let cell = &sheet[start..];
    let cell = &cell[..cell.find("</c>").unwrap()];
    let inner = |tag: &str| {
        let open = format!("<{tag}>");
        let inner = cell.split(&open).nth(1).unwrap_or_default();
        inner.split(&format!("</{tag}>")).next().unwrap().to_owned()
    };
    (inner("f"), inner("v"))
}

fn disputed(value: f64) -> Json {
    let mut response = amount(value, "USD", true);
    response["answer"]["conflicting_evidence"] = json!(true);
    response
}

#[test]
fn amounts_of_several_currencies_are_added_each_for_itself() {
    let rows = [
        vec![amount(0.1, "USD", false)],
        vec![amount(2.0, "EUR", false)],
        vec![amount(0.2, "USD", true)],
        vec![amount(5.0, "USD", false)],
        vec![nothing("NO_EVIDENCE")],
    ];
    let bytes = workbook(&["What?"], &rows);
    let sheet = part(&bytes, "xl/worksheets/sheet2.xml");
    let pair = |formula: &str, value: &str| (formula.to_owned(), value.to_owned());
    assert_eq!(place(&sheet, "B8"), pair("SUBTOTAL(109,B3)", "2"));
    assert_eq!(place(&sheet, "B9"), pair("SUBTOTAL(109,B2,B4:B5)", "5.3"));
    let shown = shown(&bytes);
    for words in [
        "2.00 EUR",
        "5.30 USD",
        "in another currency or unit",
        "4 of 5",
    ] {
        assert!(shown.contains(words), "{words} in\n{shown}");
    }
}

#[test]
fn what_contradicts_itself_is_words_and_in_no_sum() {
    let rows = [vec![amount(1.5, "USD", false)], vec![disputed(7.0)]];
    let bytes = workbook(&["What?"], &rows);
    let sheet = part(&bytes, "xl/worksheets/sheet2.xml");
    let sum = ("SUBTOTAL(109,B2:B3)".to_owned(), "1.5".to_owned());
    assert_eq!(place(&sheet, "B5"), sum);
    assert!(!sheet.contains("<v>7</v>"), "{sheet}");
    assert!(
        shown(&bytes).contains("2.txt | USD 7 | 1"),
        "{}",
        shown(&bytes)
    );
    let styles = part(&bytes, "xl/styles.xml");
    assert!(
        styles.contains("@&quot; [contradicts itself]&quot;"),
        "{styles}"
    );
}

#[test]
fn sums_whose_cells_no_formula_can_name_say_so() {
    let mut sum = Sum::default();
    (0..=MAX_RUNS as RowNum).for_each(|row| sum.add(1.0, row * 2));
    assert!(sum.formula(1, None).is_none());
    assert!(sum.formula(1, Some(600)).is_some());
}

#[test]
fn a_small_price_is_not_shown_as_nothing_and_fractions_add_up() {
    let rows = [
        vec![amount(0.0035, "USD", false)],
        vec![amount(1_234_567.1, "USD", false)],
    ];
    let shown = shown(&workbook(&["What?"], &rows));
    for words in ["0.0035 USD", "1,234,567.10 USD", "1,234,567.1035 USD"] {
        assert!(shown.contains(words), "{words} in\n{shown}");
    }
}

#[test]
fn a_place_is_a_number_that_leads_to_its_evidence() {
    let rows = [
        vec![amount(5.0, "USD", true)],
        vec![amount(6.0, "USD", true)],
    ];
    let bytes = workbook(&["What?"], &rows);
    let sheet = part(&bytes, "xl/worksheets/sheet2.xml").replace("'Answers'", "Answers");
    for part in [
        "<v>5</v>",
        "<autoFilter ref=\"A1:C3\"",
        "<pane xSplit=\"1\" ySplit=\"1\"",
        "<hyperlink ref=\"B2\" location=\"Answers!A2\"",
        "<hyperlink ref=\"B3\" location=\"Answers!A3\"",
        "SUBTOTAL(109,B2:B3)",
        "<v>11</v>",
    ] {
        assert!(sheet.contains(part), "{part} in\n{sheet}");
    }
    assert!(part(&bytes, "xl/worksheets/sheet1.xml").contains("<autoFilter"));
}

#[test]
fn a_unit_cannot_break_out_of_its_format() {
    let format = number_format(MONEY, "a\"b\n", Some("check"));
    assert_eq!(format, "#,##0.00####\" ab [check]\"");
    assert_eq!(number_format("@", "", None), "@");
    let long = number_format("General", &"x".repeat(500), None);
    assert!(long.len() < 80, "{long}");
}

#[test]
fn columns_have_the_letters_of_a_sheet() {
    let named = [0, 25, 26, 701, 702].map(letters);
    assert_eq!(named, ["A", "Z", "AA", "ZZ", "AAA"]);
}

#[test]
fn more_questions_than_a_sheet_has_columns_are_refused() {
    let questions = vec!["What?".to_owned(); MAX_QUESTIONS + 1];
    assert!(Table::begin(&questions).is_err());
}
