//! The PDF reader on small files written for the purpose: reading order,
//! hidden text, places on the page, limits, and damage of every kind.
#![allow(
    clippy::unwrap_used,
    clippy::format_collect,
    clippy::format_push_string
)] // a test writing small files

mod damage;
mod tables;

use evidence::Document;
use evidence::reader::{ReadError, ReadLimits, read};

/// A page: its content stream and further entries of its dictionary.
struct Sheet {
    content: String,
    entries: &'static str,
}

fn sheet(content: impl Into<String>) -> Sheet {
    Sheet {
        content: content.into(),
        entries: "",
    }
}

/// A PDF with Helvetica as F1 and Helvetica-Bold as F2, 300 by 400 points.
fn pdf(sheets: &[Sheet]) -> Vec<u8> {
    pdf_with(sheets, "")
}

fn pdf_with(sheets: &[Sheet], trailer: &str) -> Vec<u8> {
    pdf_of(sheets, "", trailer)
}

/// With further entries of the catalogue and the trailer.
fn pdf_of(sheets: &[Sheet], catalogue: &str, trailer: &str) -> Vec<u8> {
    let kids: String = (0..sheets.len())
        .map(|n| format!("{} 0 R ", 5 + 2 * n))
        .collect();
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R {catalogue} >>"),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", sheets.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    for (n, sheet) in sheets.iter().enumerate() {
        let media_box = if sheet.entries.contains("MediaBox") {
            ""
        } else {
            "/MediaBox [0 0 300 400]"
        };
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R {media_box} {} /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
            sheet.entries,
            6 + 2 * n
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{}\nendstream",
            sheet.content.len(),
            sheet.content
        ));
    }
    file_of(&objects, trailer)
}

/// A PDF of numbered objects; the first is the catalogue.
fn file_of(objects: &[String], trailer: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (n, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.extend(format!("{} 0 obj\n{object}\nendobj\n", n + 1).into_bytes());
    }
    let start = file.len();
    let size = objects.len() + 1;
    file.extend(
        format!(
            "{table}trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n"
        )
        .into_bytes(),
    );
    file
}

/// Content that shows a text at a place, in points from the bottom left.
fn show(x: i32, y: i32, text: &str) -> String {
    show_in("F1", 10, x, y, text)
}

fn show_in(font: &str, size: i32, x: i32, y: i32, text: &str) -> String {
    format!("BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

fn read_ok(bytes: &[u8]) -> Document {
    read("test.pdf", bytes, &ReadLimits::default()).unwrap()
}

fn read_error(bytes: &[u8]) -> ReadError {
    read("test.pdf", bytes, &ReadLimits::default()).unwrap_err()
}

fn texts(document: &Document) -> Vec<&str> {
    document
        .lines
        .iter()
        .map(|line| line.text.as_str())
        .collect()
}

/// A line from one place to another, and a thin area filled.
fn stroke(from: (i32, i32), to: (i32, i32)) -> String {
    format!("{} {} m {} {} l S\n", from.0, from.1, to.0, to.1)
}

fn rows_of(document: &Document) -> Vec<Vec<String>> {
    assert_eq!(document.tables.len(), 1, "{:?}", document.tables);
    let join = |row: &Vec<evidence::Cell>| {
        let cells: Vec<&str> = row.iter().map(|cell| cell.text.as_str()).collect();
        cells.join("|")
    };
    document
        .tables
        .iter()
        .map(|table| table.rows.iter().map(join).collect())
        .collect()
}

#[test]
fn lines_have_numbers_pages_and_places() {
    let document = read_ok(&pdf(&[
        sheet(show(50, 350, "First page")),
        sheet(show(50, 300, "Second page")),
    ]));
    assert_eq!(texts(&document), ["First page", "Second page"]);
    assert_eq!(
        document
            .lines
            .iter()
            .map(|l| (l.number, l.page))
            .collect::<Vec<_>>(),
        [(1, 1), (2, 2)]
    );
    let bounds = document.lines[0].bounds.unwrap();
    assert!(
        (bounds.left - 50.0).abs() < 0.5 && bounds.top < 50.0 && bounds.bottom > 50.0,
        "{bounds:?}"
    );
    assert!(bounds.right > 90.0 && bounds.right < 110.0, "{bounds:?}");
    assert_eq!(
        (document.pages[0].width, document.pages[0].height),
        (300.0, 400.0)
    );
    assert!(document.warnings.is_empty(), "{:?}", document.warnings);
}

#[test]
fn places_follow_the_crop_box_and_the_rotation() {
    let entries = "/MediaBox [0 0 300 400] /CropBox [40 100 260 380]";
    let cropped = read_ok(&pdf(&[Sheet {
        content: show(50, 350, "Here"),
        entries,
    }]));
    let bounds = cropped.lines[0].bounds.unwrap();
    assert!(
        (bounds.left - 10.0).abs() < 0.5 && (bounds.bottom - 32.2).abs() < 0.5,
        "{bounds:?}"
    );
    assert_eq!(
        (cropped.pages[0].width, cropped.pages[0].height),
        (220.0, 280.0)
    );

    // Text set upwards on a page that is shown turned by 90 degrees reads
    // from left to right.
    let content = "BT /F1 10 Tf 0 1 -1 0 60 50 Tm (Turned) Tj ET 
BT /F1 10 Tf 0 1 -1 0 80 50 Tm (Below) Tj ET";
    let turned = read_ok(&pdf(&[Sheet {
        content: content.to_owned(),
        entries: "/Rotate 90",
    }]));
    assert_eq!(texts(&turned), ["Turned", "Below"]);
    let bounds = turned.lines[0].bounds.unwrap();
    assert!(
        (bounds.left - 50.0).abs() < 0.5 && (bounds.top - 52.0).abs() < 0.5,
        "{bounds:?}"
    );
    assert_eq!(
        (turned.pages[0].width, turned.pages[0].height),
        (400.0, 300.0)
    );
}

#[test]
fn words_are_told_apart_by_their_distance() {
    let content = "BT /F1 10 Tf 50 300 Td [(No) -300 (space) -300 (here,) 20 (k) 20 (erned)] TJ ET\n\
                   BT /F1 10 Tf 3 Tc 50 250 Td (SPACED OUT) Tj ET";
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(texts(&document), ["No space here,kerned", "SPACED OUT"]);
}

#[test]
fn cells_of_a_row_drawn_apart_come_as_one_line() {
    let mut content = String::new();
    for (label, y) in [("Rent", 300), ("Heating", 280), ("Water", 260)] {
        content.push_str(&show(50, y, label));
    }
    for (value, y) in [("900.00", 300), ("80.00", 280), ("25.00", 260)] {
        content.push_str(&show(200, y, value));
    }
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(
        texts(&document),
        ["Rent  900.00", "Heating  80.00", "Water  25.00"]
    );
}

const LEFT: &str = "left column has line number";
const RIGHT: &str = "right column with its line";

#[test]
fn columns_of_text_are_read_one_after_the_other_even_when_drawn_across() {
    let mut across = String::new();
    let (mut left, mut right) = (String::new(), String::new());
    for n in 0..8 {
        let a = show_in("F1", 8, 20, 300 - 12 * n, &format!("{LEFT} {n}"));
        let b = show_in("F1", 8, 160, 300 - 12 * n, &format!("{RIGHT} {n}"));
        across.push_str(&format!("{a}{b}"));
        left.push_str(&a);
        right.push_str(&b);
    }
    for content in [across, format!("{left}{right}")] {
        let document = read_ok(&pdf(&[sheet(content)]));
        let expected: Vec<String> = (0..8)
            .map(|n| format!("{LEFT} {n}"))
            .chain((0..8).map(|n| format!("{RIGHT} {n}")))
            .collect();
        assert_eq!(texts(&document), expected);
    }
}

#[test]
fn three_columns_are_read_one_after_the_other_below_what_stands_over_them() {
    let mut content = show_in("F2", 12, 20, 370, "A heading over all the columns");
    let lines = [
        "left words of one column",
        "these stand in the middle",
        "right and last of a line",
    ];
    for n in 0..8 {
        for (x, text) in [20, 113, 206].into_iter().zip(lines) {
            content.push_str(&show_in("F1", 6, x, 340 - 10 * n, &format!("{text} {n}")));
        }
    }
    let document = read_ok(&pdf(&[sheet(content)]));
    let expected: Vec<String> = lines
        .iter()
        .flat_map(|text| (0..8).map(move |n| format!("{text} {n}")))
        .collect();
    assert_eq!(texts(&document)[1..], expected);
    assert_eq!(document.tables, []);
}

#[test]
fn lines_that_all_stand_apart_are_read_downwards_however_they_were_drawn() {
    // A footer first, and the second paragraph before the first.
    let drawn = [
        (20, "Page 1"),
        (250, "second of it"),
        (236, "third of it"),
        (350, "Title"),
        (330, "first of it"),
    ];
    let content: String = drawn.iter().map(|(y, text)| show(50, *y, text)).collect();
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(
        texts(&document),
        [
            "Title",
            "first of it",
            "second of it",
            "third of it",
            "Page 1"
        ]
    );
}

#[test]
fn a_table_set_sideways_is_read_as_people_turn_the_page() {
    let mut content = String::new();
    let rows = [
        ["Item", "2020", "2019"],
        ["Rent", "12,000", "9,000"],
        ["Heating", "1,080", "1,150"],
        ["Water", "7,200", "2,225"],
    ];
    for (x, row) in (0..).map(|n| 60 + 16 * n).zip(rows) {
        for (y, text) in [40, 150, 250].into_iter().zip(row) {
            content.push_str(&format!(
                "BT /F1 10 Tf 0 1 -1 0 {x} {y} Tm ({text}) Tj ET\n"
            ));
        }
    }
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(
        rows_of(&document),
        [[
            "Item|2020|2019",
            "Rent|12,000|9,000",
            "Heating|1,080|1,150",
            "Water|7,200|2,225"
        ]]
    );
    // Upwards on the left of the page: x is the baseline, y from the bottom.
    let bounds = document.lines[0].bounds.unwrap();
    assert!(
        (bounds.right - 62.2).abs() < 0.5 && (bounds.bottom - 360.0).abs() < 0.5,
        "{bounds:?}"
    );
    assert!(bounds.top < 140.0, "{bounds:?}");
}

#[test]
fn a_page_drawn_in_no_order_is_sorted_downwards() {
    let order = [3, 0, 5, 2, 7, 1, 6, 4];
    let content: String = order
        .iter()
        .map(|n| show(50, 300 - 20 * n, &format!("row {n}")))
        .collect();
    let document = read_ok(&pdf(&[sheet(content)]));
    let expected: Vec<String> = (0..8).map(|n| format!("row {n}")).collect();
    assert_eq!(texts(&document), expected);
}

#[test]
fn text_drawn_twice_for_boldness_is_read_once() {
    let content = format!(
        "{}BT /F1 10 Tf 1 0 0 1 50.3 300 Tm (Twice) Tj ET\n2 Tr BT /F1 10 Tf 50 250 Td (Outlined) Tj ET",
        show(50, 300, "Twice")
    );
    assert_eq!(
        texts(&read_ok(&pdf(&[sheet(content)]))),
        ["Twice", "Outlined"]
    );
}

#[test]
fn reports_text_that_nobody_can_see() {
    let visible = show(50, 300, "Seen");
    let cases = [
        (
            "3 Tr",
            Some("Page 1: 6 character(s) of the text are not visible on the page."),
        ),
        (
            "1 1 1 rg",
            Some("Page 1: 6 character(s) of the text are not visible on the page."),
        ),
        ("0 0 0.4 rg 0 180 300 60 re f 1 1 1 rg", None),
        ("0 g", None),
    ];
    for (state, warning) in cases {
        let content = format!("{visible} q {state} {} Q", show(50, 200, "Secret"));
        let document = read_ok(&pdf(&[sheet(content)]));
        assert_eq!(texts(&document), ["Seen", "Secret"], "{state}");
        assert_eq!(
            document.warnings.first().map(String::as_str),
            warning,
            "{state}"
        );
    }
    let outside = format!("{visible}{}", show(50, 900, "Secret"));
    let document = read_ok(&pdf(&[sheet(outside)]));
    assert_eq!(texts(&document), ["Seen"]);
    assert_eq!(
        document.warnings,
        ["Page 1: 6 character(s) stand outside the page and were left out."]
    );
}

const PICTURE: &str = "q 100 0 0 100 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u{7f} EI Q";

#[test]
fn names_pages_without_text_and_refuses_a_file_of_pictures() {
    let mixed = read_ok(&pdf(&[
        sheet(show(50, 300, "Text")),
        sheet(PICTURE),
        sheet(""),
    ]));
    assert_eq!(
        mixed.warnings,
        [
            "No text, only pictures (needs OCR): page 2.",
            "No text: page 3."
        ]
    );
    assert!(mixed.pages[1].first_line > mixed.pages[1].last_line);
    let error = read_error(&pdf(&[sheet(PICTURE), sheet(PICTURE)]));
    assert_eq!(
        error,
        ReadError::NoText {
            file: "test.pdf".to_owned(),
            pages: 2
        }
    );
    assert!(error.help().contains("OCR"));
    assert_eq!(read_error(&pdf(&[sheet("")])).kind(), "damaged");
}

#[test]
fn an_encrypted_file_has_its_own_error() {
    let key = "00".repeat(32);
    let trailer = format!(
        "/ID [<{key}> <{key}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{key}> /U <{key}> >>"
    );
    let error = read_error(&pdf_with(&[sheet(show(50, 300, "Secret"))], &trailer));
    assert_eq!(
        error,
        ReadError::Encrypted {
            file: "test.pdf".to_owned(),
            format: "PDF",
        }
    );
    assert!(error.help().contains("password"));
}

#[test]
fn headings_become_sections() {
    let mut content = show_in("F2", 18, 50, 370, "Household Policy");
    let mut y = 340;
    for (title, lines) in [("1. Scope", 4), ("2. Premium", 3)] {
        content.push_str(&show_in("F2", 10, 50, y, title));
        for n in 0..lines {
            y -= 14;
            content.push_str(&show(
                50,
                y,
                &format!("This is sentence {n} of the running text."),
            ));
        }
        y -= 20;
    }
    let document = read_ok(&pdf(&[sheet(content)]));
    let sections: Vec<(&str, u8, u32, u32)> = document
        .sections
        .iter()
        .map(|s| (s.title.as_str(), s.level, s.first_line, s.last_line))
        .collect();
    assert_eq!(
        sections,
        [
            ("Household Policy", 1, 1, 10),
            ("1. Scope", 2, 2, 6),
            ("2. Premium", 2, 7, 10)
        ]
    );
}

#[test]
fn limits_are_errors_with_their_numbers() {
    let file = pdf(&[
        sheet(show(50, 300, "One")),
        sheet(format!(
            "{}{}",
            show(50, 300, "Two"),
            show(50, 200, "Three")
        )),
    ]);
    let strict = |change: fn(&mut ReadLimits)| {
        let mut limits = ReadLimits::default();
        change(&mut limits);
        read("test.pdf", &file, &limits).unwrap_err().to_string()
    };
    assert_eq!(
        strict(|l| l.max_pages = 1),
        "test.pdf: 2 pages, the limit is 1"
    );
    assert_eq!(
        strict(|l| l.max_lines = 2),
        "test.pdf, page 2: 3 lines, the limit is 2"
    );
    assert_eq!(
        strict(|l| l.max_page_glyphs = 5),
        "test.pdf, page 2: 6 glyphs, the limit is 5"
    );
    assert_eq!(
        strict(|l| l.max_page_operations = 3),
        "test.pdf, page 1: 4 drawing operations, the limit is 3"
    );
    assert!(strict(|l| l.max_bytes = 10).ends_with("bytes, the limit is 10"));
}

#[test]
fn pages_say_how_much_text_they_have() {
    let document = read_ok(&pdf(&[
        sheet(show(50, 300, "Two words")),
        sheet(PICTURE),
        sheet(""),
    ]));
    let pages: Vec<(u32, bool)> = document
        .pages
        .iter()
        .map(|p| (p.characters, p.image_only))
        .collect();
    assert_eq!(pages, [(8, false), (0, true), (0, false)]);
}

#[test]
fn pages_have_the_labels_that_the_file_gives_them() {
    let sheets: Vec<Sheet> = (0..5)
        .map(|n| sheet(show(50, 300, &format!("Words {n}"))))
        .collect();
    let labels = |tree: &str| -> Vec<String> {
        let file = pdf_of(&sheets, &format!("/PageLabels {tree}"), "");
        let pages = read_ok(&file).pages.into_iter();
        pages.map(|page| page.label.unwrap_or_default()).collect()
    };
    let tree = "<< /Kids [ << /Nums [ 0 << /S /r >> ] >> << /Nums [ 2 << /S /D /P (A-) /St 7 >> 4 << >> ] >> ] >>";
    assert_eq!(labels(tree), ["i", "ii", "A-7", "A-8", ""]);
    // The tree is the catalogue itself, again and again.
    let endless = format!(
        "<< /Kids [ {} ] >>",
        "<< /Kids [ 1 0 R 1 0 R ] >> ".repeat(50)
    );
    for broken in [
        "<< /Nums [ 0 ] >>",
        "<< /Nums 7 >>",
        "[ 1 ]",
        &endless,
        "1 0 R /Kids [ 1 0 R 1 0 R ]",
    ] {
        assert_eq!(labels(broken), [""; 5], "{broken}");
    }
}

#[test]
fn a_line_of_a_scan_that_is_not_level_stays_one_line() {
    let words = ["scanned", "lines", "climb", "and", "still", "are", "lines"];
    let content: String = (0..2)
        .flat_map(|line| {
            words
                .iter()
                .zip(0..)
                .map(move |(word, n)| show(20 + 38 * n, 300 - 14 * line + n, word))
        })
        .collect();
    let document = read_ok(&pdf(&[sheet(content)]));
    assert_eq!(document.lines.len(), 2, "{:?}", texts(&document));
}
