use crate::package::{ods, xlsx};
use crate::{cells, lines, read_ok, sections};
use evidence::MediaType;

const STYLES: &str = "<numFmts><numFmt numFmtId=\"164\" formatCode=\"#,##0.00\\ &quot;€&quot;\"/></numFmts>\
    <cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"10\"/><xf numFmtId=\"164\"/></cellXfs>";
const STRINGS: &str = "<si><t>Item</t></si><si><r><t>Da</t></r><r><t>te</t></r><rPh><t>x</t></rPh></si>\
    <si><t>Price</t></si><si><t>Tea &amp; milk</t></si>";

#[test]
fn cells_show_what_the_program_shows() {
    let sheet = "<sheetData>\
        <row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Prices of May</t></is></c></row>\
        <row r=\"2\"><c r=\"A2\" t=\"s\"><v>0</v></c><c r=\"B2\" t=\"s\"><v>1</v></c><c r=\"D2\" t=\"s\"><v>2</v></c></row>\
        <row r=\"3\"><c r=\"A3\" t=\"s\"><v>3</v></c><c r=\"B3\" s=\"1\"><v>43392</v></c><c r=\"D3\" s=\"3\"><f>1+1</f><v>1234.5</v></c></row>\
        <row r=\"4\"><c r=\"A4\" t=\"str\"><f>A3</f><v>Sum</v></c><c r=\"B4\" t=\"b\"><v>1</v></c><c r=\"D4\" s=\"2\"><v>0.125</v></c></row>\
        <row r=\"5\"><c r=\"A5\" t=\"e\"><v>#DIV/0!</v></c><c r=\"D5\"><f>B1</f></c></row>\
        <row r=\"9\"><c r=\"A9\" t=\"inlineStr\"><is><t>A note.</t></is></c></row>\
        </sheetData>";
    let document = read_ok("a.xlsx", xlsx(&[("Plan", "", sheet)], STRINGS, STYLES));
    assert_eq!(document.media_type, MediaType::Xlsx);
    assert_eq!(
        lines(&document),
        [
            "Plan",
            "/",
            "Prices of May",
            "Item | Date | Price",
            "Tea & milk | 2018-10-19 | 1,234.50 €",
            "Sum | TRUE | 12.50%",
            "#DIV/0!",
            "/",
            "A note."
        ]
    );
    let table = document.tables.first().unwrap();
    assert_eq!(
        (table.first_line, table.last_line, table.header_rows),
        (4, 7, 1)
    );
    assert_eq!(cells(table)[1], ["Tea & milk", "2018-10-19", "1,234.50 €"]);
    assert_eq!(
        document.warnings,
        [
            "1 formula(s) have no stored result and were read as empty; open and save the file in a spreadsheet program."
        ]
    );
}

fn row(number: u32, attributes: &str, cells: &[(&str, &str)]) -> String {
    let cells: String = cells
        .iter()
        .map(|(column, value)| match value.parse::<f64>() {
            Ok(_) => format!("<c r=\"{column}{number}\"><v>{value}</v></c>"),
            Err(_) => format!("<c r=\"{column}{number}\" t=\"str\"><v>{value}</v></c>"),
        })
        .collect();
    format!("<row r=\"{number}\" {attributes}>{cells}</row>")
}

#[test]
fn sheets_are_pages_and_what_is_hidden_is_left_out_and_told() {
    let first = format!(
        "<cols><col min=\"2\" max=\"2\" hidden=\"1\"/></cols><sheetData>{}{}{}</sheetData>",
        row(1, "", &[("A", "Name"), ("B", "Secret"), ("C", "Value")]),
        row(2, "hidden=\"1\"", &[("A", "x"), ("C", "1")]),
        row(3, "", &[("A", "y"), ("B", "9"), ("C", "2")]),
    );
    let second = format!("<sheetData>{}</sheetData>", row(1, "", &[("A", "Only")]));
    let file = xlsx(
        &[
            ("One", "", &first),
            ("Two", "state=\"hidden\"", &second),
            ("Three", "state=\"visible\"", &second),
        ],
        "",
        "",
    );
    let document = read_ok("a.xlsx", file);
    assert_eq!(
        lines(&document),
        ["One", "/", "Name | Value", "y | 2", "Three", "/", "Only"]
    );
    assert_eq!(sections(&document), [("One", 1, 1, 4), ("Three", 1, 5, 7)]);
    assert_eq!(document.pages.len(), 2);
    assert_eq!(
        document.warnings,
        [
            "1 hidden sheet(s) were left out.",
            "1 hidden row(s) were left out.",
            "1 hidden column(s) were left out."
        ]
    );
}

#[test]
fn merged_cells_hold_for_the_columns_and_rows_they_cover() {
    let sheet = format!(
        "<sheetData>{}{}{}{}</sheetData><mergeCells><mergeCell ref=\"B1:C1\"/><mergeCell ref=\"A2:A3\"/>\
         <mergeCell ref=\"A4:B4\"/></mergeCells>",
        row(1, "", &[("A", "Region"), ("B", "Sales")]),
        row(2, "", &[("A", "North"), ("B", "10"), ("C", "11")]),
        row(3, "", &[("B", "20"), ("C", "21")]),
        row(4, "", &[("A", "Total"), ("C", "62")]),
    );
    let document = read_ok("a.xlsx", xlsx(&[("S", "", &sheet)], "", ""));
    assert_eq!(
        lines(&document),
        [
            "S",
            "/",
            "Region | Sales",
            "North | 10 | 11",
            "| 20 | 21",
            "Total | | 62"
        ]
    );
    let rows = cells(document.tables.first().unwrap());
    assert_eq!(rows[2], ["North", "20", "21"]);
    assert_eq!(rows[3], ["Total", "", "62"]);
}

#[test]
fn open_document_sheets_show_their_texts() {
    let styles = "<style:style style:name=\"off\" style:family=\"table\"><style:table-properties table:display=\"false\"/></style:style>";
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let tables = format!(
        "<table:table table:name=\"Data\"><table:table-column/><table:table-column table:visibility=\"collapse\"/>\
         <table:table-column/><table:table-row>{}{}{}</table:table-row>\
         <table:table-row>{}{}{}<table:table-cell table:number-columns-repeated=\"16381\"/></table:table-row>\
         <table:table-row table:number-rows-repeated=\"1048574\"><table:table-cell/></table:table-row></table:table>\
         <table:table table:name=\"Gone\" table:style-name=\"off\"><table:table-row>{}</table:table-row></table:table>",
        cell("Name"),
        cell("Hidden"),
        cell("Sum"),
        cell("Tea<text:s/>cup<office:annotation><text:p>no</text:p></office:annotation>"),
        cell("x"),
        cell("1.234,50 €"),
        cell("y")
    );
    let document = read_ok("a.ods", ods(styles, &tables));
    assert_eq!(document.media_type, MediaType::Ods);
    assert_eq!(
        lines(&document),
        ["Data", "/", "Name | Sum", "Tea cup | 1.234,50 €"]
    );
    assert_eq!(
        document.warnings,
        [
            "1 hidden sheet(s) were left out.",
            "1 hidden column(s) were left out."
        ]
    );
}
