use crate::package::{docx, ods, xlsx, zip};
use crate::{check_shape, read_error};
use evidence::reader::{ReadError, ReadLimits, read};
use proptest::prelude::*;

fn too_large(name: &str, bytes: &[u8], limits: &ReadLimits) -> &'static str {
    match read(name, bytes, limits) {
        Err(ReadError::TooLarge { what, .. }) => what,
        other => panic!("{name}: {:?}", other.map(|document| document.lines.len())),
    }
}

fn sheet(rows: &str) -> Vec<u8> {
    xlsx(
        &[("S", "", &format!("<sheetData>{rows}</sheetData>"))],
        "",
        "",
    )
}

#[test]
fn every_limit_is_an_error_with_its_name() {
    let small = ReadLimits {
        max_unpacked_bytes: 20_000,
        max_parts: 8,
        max_depth: 40,
        max_elements: 1_000,
        max_cells: 100,
        ..ReadLimits::default()
    };
    let paragraph = "<w:p><w:r><w:t>x</w:t></w:r></w:p>";
    let bomb = docx(&" ".repeat(30_000), &[]);
    let many: Vec<(String, &str)> = (0..9).map(|n| (format!("p{n}"), "")).collect();
    let many: Vec<(&str, &str)> = many
        .iter()
        .map(|(name, content)| (name.as_str(), *content))
        .collect();
    let deep = docx(
        &format!("{}{}", "<w:sdt>".repeat(60), "</w:sdt>".repeat(60)),
        &[],
    );
    let wide = "<tr>".to_owned() + &"<td>1".repeat(20);
    let frames = "<div>".repeat(50);
    let mut nested = String::new();
    for _ in 0..50 {
        nested += "Subject: x\nContent-Type: message/rfc822\n\n";
    }
    let boundary = "Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        .to_owned()
        + &"--b\n\nx\n".repeat(12);
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("a.docx", bomb, "unpacked bytes"),
        ("a.docx", zip(&many), "parts in the package"),
        ("a.docx", deep, "levels of nesting"),
        ("a.docx", docx(&paragraph.repeat(400), &[]), "XML elements"),
        (
            "a.html",
            format!("<html><table>{}", wide.repeat(9)).into_bytes(),
            "cells of tables",
        ),
        (
            "a.html",
            format!("<html>{frames}").into_bytes(),
            "levels of nesting",
        ),
        ("a.csv", "a,b\n".repeat(60).into_bytes(), "cells of tables"),
        (
            "a.md",
            format!(
                "|{}\n|{}\n{}",
                "a|".repeat(20),
                "-|".repeat(20),
                "|\n".repeat(9)
            )
            .into_bytes(),
            "cells of tables",
        ),
        ("a.eml", nested.into_bytes(), "levels of nesting"),
        ("a.eml", boundary.into_bytes(), "parts of the mail"),
    ];
    for (name, bytes, what) in cases {
        assert_eq!(too_large(name, &bytes, &small), what, "{name}");
    }
}

/// Files that are small and say much.
#[test]
fn small_files_cannot_grow_without_end() {
    let limits = ReadLimits {
        max_unpacked_bytes: 2_000_000,
        max_cells: 100_000,
        ..ReadLimits::default()
    };
    let long = "x".repeat(10_000);
    let cell = "<c t=\"s\"><v>0</v></c>";
    let strings = format!("<si><t>{long}</t></si>");
    let rows = format!(
        "<sheetData>{}</sheetData>",
        format!("<row>{}</row>", cell.repeat(9)).repeat(40)
    );
    let repeated = xlsx(&[("S", "", &rows)], &strings, "");
    assert_eq!(too_large("a.xlsx", &repeated, &limits), "bytes of text");

    let column = "<table:table-cell table:number-columns-repeated=\"16384\"><text:p>x</text:p></table:table-cell>";
    let rows = format!(
        "<table:table table:name=\"a\"><table:table-row table:number-rows-repeated=\"1048576\">{column}</table:table-row></table:table>"
    );
    assert_eq!(
        too_large("a.ods", &ods("", &rows), &limits),
        "bytes of text"
    );

    // Under the limits that ship, what a few hundred bytes may become is bounded by them.
    let row = "<table:table-row table:number-rows-repeated=\"300000\"><table:table-cell table:number-columns-repeated=\"7\"><text:p>the premium is due in advance, every year, without a reminder and in full</text:p></table:table-cell></table:table-row>";
    let tiny = ods(
        "",
        &format!("<table:table table:name=\"a\">{row}</table:table>"),
    );
    assert!(tiny.len() < 4_000, "{}", tiny.len());
    assert_eq!(
        too_large("a.ods", &tiny, &ReadLimits::default()),
        "bytes of text in so small a file"
    );
    // A form with a thousand like rows is none of that.
    let row = row.replace("300000", "1000");
    let form = ods(
        "",
        &format!("<table:table table:name=\"a\">{row}</table:table>"),
    );
    let read_form = read("a.ods", &form, &ReadLimits::default()).unwrap();
    assert_eq!(read_form.tables[0].rows.len(), 1000);

    let diagonal: String = (1..2_000)
        .map(|n| {
            format!(
                "<row r=\"{n}\"><c r=\"A{n}\"><v>1</v></c><c r=\"{}{n}\"><v>1</v></c></row>",
                column_name(n)
            )
        })
        .collect();
    assert_eq!(
        too_large("a.xlsx", &sheet(&diagonal), &limits),
        "cells of tables"
    );

    let spans = format!(
        "<html><table><tr>{}{}",
        "<td rowspan=65534>a".repeat(100),
        "<tr>".repeat(20_000)
    );
    assert_eq!(
        too_large("a.html", spans.as_bytes(), &limits),
        "cells of tables"
    );
}

fn column_name(mut number: u32) -> String {
    let mut name = String::new();
    number += 1;
    while number > 0 {
        number -= 1;
        name.insert(0, char::from(b'A' + (number % 26) as u8));
        number /= 26;
    }
    name
}

#[test]
fn entities_are_refused_and_not_expanded() {
    let bomb = "<!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;\">]><d><body><p><r><t>&b;</t></r></p></body></d>";
    let outside = "<!DOCTYPE d SYSTEM \"file:///etc/passwd\"><d><body/></d>";
    let unknown = "<d><body><p><r><t>&b;</t></r></p></body></d>";
    for part in [bomb, outside, unknown] {
        let file = zip(&[
            ("[Content_Types].xml", "<Types/>"),
            ("word/document.xml", part),
        ]);
        let error = read_error("a.docx", &file);
        assert_eq!(error.kind(), "damaged", "{error}");
    }
}

#[test]
fn unclosed_and_crossing_tags_take_linear_time() {
    let tags = [
        "<p>",
        "<b>",
        "<li>",
        "<td>",
        "</p>",
        "<table></table>",
        "<font a=1>",
        "<ul><li></ul>",
    ];
    for tag in tags {
        let page = format!("<html>text{}", tag.repeat(40_000));
        let started = std::time::Instant::now();
        let _ = read("a.html", page.as_bytes(), &ReadLimits::default());
        assert!(started.elapsed().as_secs() < 10, "{tag}");
    }
}

fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let table = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    let body = format!(
        "<w:p><w:pPr><w:numPr><w:numId w:val=\"1\"/></w:numPr></w:pPr><w:r><w:t>Fee of 12</w:t><w:br w:type=\"page\"/></w:r></w:p>{table}"
    );
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>a</v></c><c r=\"B1\" s=\"0\"><v>1.5</v></c></row><row r=\"3\"><c r=\"A3\"><v>2</v></c></row>";
    vec![
        ("a.docx", docx(&body, &[("styles", "<w:styles/>")])),
        ("a.xlsx", sheet(rows)),
        ("a.ods", ods("", "<table:table table:name=\"x\"><table:table-row><table:table-cell table:number-columns-repeated=\"2\"><text:p>a</text:p></table:table-cell></table:table-row></table:table>")),
        ("a.csv", b"Name;Sum\n\"a;b\";1,5\n\nx\n".to_vec()),
        ("a.html", b"<html><h1>T</h1><ul><li>a<li>b</ul><table><tr><th>a<th colspan=2>b<tr><td rowspan=2>1<td>2</table><p hidden>x<p>y".to_vec()),
        ("a.eml", b"From: =?utf-8?Q?a=20b?= <a@b>\nSubject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhi\n--x\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+aGk8L3A+\n--x--\n".to_vec()),
    ]
}

/// Small, so that what grows is seen.
fn tight() -> ReadLimits {
    ReadLimits {
        max_lines: 2_000,
        max_pages: 100,
        max_unpacked_bytes: 1_000_000,
        max_cells: 10_000,
        ..ReadLimits::default()
    }
}

/// A document that is whole and within the limits, or an error with a name.
fn holds(name: &str, bytes: &[u8]) {
    match read(name, bytes, &tight()) {
        Ok(document) => {
            check_shape(&document);
            assert!(document.lines.len() <= 2_000 && document.pages.len() <= 100);
        }
        Err(error) => {
            let told = error.to_string();
            assert!(told.starts_with(name), "{told}");
            // What is told when a reader panics.
            assert!(!told.contains("failed on it"), "{name}");
        }
    }
}

#[test]
fn files_cut_anywhere_end_in_a_document_or_an_error() {
    for (name, bytes) in samples() {
        for end in 1..bytes.len() {
            holds(name, &bytes[..end]);
        }
    }
}

/// The parts of zipped samples, changed before they are packed.
fn mutated(content: &str, changes: &[(usize, u8)]) -> String {
    let mut bytes = content.as_bytes().to_vec();
    for (at, byte) in changes {
        let length = bytes.len().max(1);
        if let Some(place) = bytes.get_mut(at % length) {
            *place = *byte;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn changed_bytes_end_in_a_document_or_an_error(
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..6),
    ) {
        for (name, mut bytes) in samples() {
            for (at, byte) in &changes {
                let length = bytes.len();
                bytes[at % length] = *byte;
            }
            holds(name, &bytes);
        }
    }

    #[test]
    fn changed_xml_ends_in_a_document_or_an_error(
        changes in proptest::collection::vec((any::<usize>(), b' '..=b'~'), 1..6),
    ) {
        let body = "<w:p><w:pPr><w:pStyle w:val=\"H\"/><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:tbl><w:tr><w:trPr><w:gridBefore w:val=\"1\"/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val=\"2\"/><w:vMerge/></w:tcPr><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
        let numbering = "<w:numbering><w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"1\"><w:start w:val=\"9\"/><w:numFmt w:val=\"upperRoman\"/><w:lvlText w:val=\"%1.%2\"/></w:lvl></w:abstractNum><w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num></w:numbering>";
        holds("a.docx", &docx(&mutated(body, &changes), &[("numbering", numbering)]));
        holds("a.docx", &docx(body, &[("numbering", &mutated(numbering, &changes))]));
        let rows = "<cols><col min=\"1\" max=\"2\" hidden=\"0\"/></cols><sheetData><row r=\"1\"><c r=\"A1\" t=\"str\"><v>a</v></c><c r=\"B1\" s=\"1\"><v>43392.5</v></c></row><row r=\"2\"><c r=\"A2\"><v>2</v></c></row></sheetData><mergeCells><mergeCell ref=\"A1:B2\"/></mergeCells>";
        let styles = "<numFmts><numFmt numFmtId=\"164\" formatCode=\"[$-407]dd/mmm;[>5]0.0%\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs>";
        holds("a.xlsx", &xlsx(&[("S", "", &mutated(rows, &changes))], "", styles));
        holds("a.xlsx", &xlsx(&[("S", "", rows)], "", &mutated(styles, &changes)));
    }

    #[test]
    fn any_tags_end_in_a_document_or_an_error(
        pieces in proptest::collection::vec("<(/?(p|table|tr|td|th|thead|caption|li|ul|ol|h1|pre|select|option|div|span|sup|title|svg|script|br)( hidden| colspan=3| rowspan=2)?)>|[a-z0-9 ]{1,4}", 0..60),
    ) {
        holds("a.html", format!("<html>{}", pieces.concat()).as_bytes());
    }

    #[test]
    fn any_headers_and_parts_end_in_a_document_or_an_error(
        pieces in proptest::collection::vec("(--b(--)?\n|Content-Type: (text/(plain|html)|multipart/(mixed|alternative); boundary=b|message/rfc822|image/png)\n|Content-Transfer-Encoding: (base64|quoted-printable)\n|Subject: x\n|\n|[a-z=?<>/]{1,8}\n)", 0..40),
    ) {
        holds("a.eml", format!("Subject: x\nMIME-Version: 1.0\n{}", pieces.concat()).as_bytes());
    }
}

/// Cells cost more memory than the bytes that part them, and blank records are kept nowhere.
#[test]
fn a_table_of_nothing_but_separators_or_quotes_is_refused_or_read_as_it_is() {
    let small = ReadLimits {
        max_cells: 1_000,
        ..ReadLimits::default()
    };
    let commas = ",".repeat(5_000);
    assert_eq!(
        too_large("a.csv", commas.as_bytes(), &small),
        "cells of tables"
    );
    // In one record, before its cells can be counted.
    let line = ";".repeat(150_000);
    let shipped = ReadLimits::default();
    assert_eq!(
        too_large("a.csv", line.as_bytes(), &shipped),
        "separators in a line"
    );
    let quotes = "\"\"\n".repeat(5_000);
    assert_eq!(
        too_large("a.csv", quotes.as_bytes(), &small),
        "cells of tables"
    );
    // A quotation mark that nothing closes is found where it has run too far.
    let runaway = format!("Name,Sum\n\"a,1\n{}", "b,2\n".repeat(400));
    let document = read("a.csv", runaway.as_bytes(), &small).unwrap();
    assert!(document.warnings[0].contains("never closed"));
    assert_eq!(document.tables[0].rows.len(), 402);
}
