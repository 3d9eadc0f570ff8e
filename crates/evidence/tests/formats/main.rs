//! The readers of DOCX, XLSX, ODS, CSV, HTML, EML and of Markdown's tables,
//! on files made here.
#![allow(clippy::unwrap_used)] // a test panics to fail
#![allow(clippy::format_collect, clippy::format_push_string)] // small files, made readably

mod csv;
mod detection;
mod hostile;
mod html;
mod mail;
mod markdown;
mod package;
mod sheet;
mod word;

use evidence::reader::{ReadError, ReadLimits, read};
use evidence::{Document, Table};

fn read_ok(name: &str, bytes: impl AsRef<[u8]>) -> Document {
    let document = read(name, bytes.as_ref(), &ReadLimits::default()).unwrap();
    check_shape(&document);
    document
}

fn read_error(name: &str, bytes: impl AsRef<[u8]>) -> ReadError {
    read(name, bytes.as_ref(), &ReadLimits::default()).unwrap_err()
}

/// The lines, a `/` for each blank one, which parts paragraphs.
fn lines(document: &Document) -> Vec<&str> {
    document
        .lines
        .iter()
        .map(|line| match line.text.as_str() {
            "" => "/",
            text => text,
        })
        .collect()
}

/// The words of a table's cells.
fn cells(table: &Table) -> Vec<Vec<&str>> {
    table
        .rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.text.as_str()).collect())
        .collect()
}

fn sections(document: &Document) -> Vec<(&str, u8, u32, u32)> {
    document
        .sections
        .iter()
        .map(|s| (s.title.as_str(), s.level, s.first_line, s.last_line))
        .collect()
}

/// What holds of every document, whatever its format.
fn check_shape(document: &Document) {
    let count = document.lines.len() as u32;
    for (line, number) in document.lines.iter().zip(1..) {
        assert_eq!(line.number, number);
        assert!(!line.text.contains(char::is_control), "line {number}");
        let page = document.pages.get(line.page as usize - 1).unwrap();
        assert!(
            (page.first_line..=page.last_line).contains(&number),
            "line {number}"
        );
    }
    assert_eq!(
        document.pages.last().map(|page| page.last_line),
        Some(count)
    );
    for section in &document.sections {
        assert!(1 <= section.first_line && section.first_line <= section.last_line);
        assert!(section.last_line <= count);
    }
    let mut behind = 0;
    for table in &document.tables {
        assert!(behind < table.first_line && table.first_line <= table.last_line);
        assert!(table.last_line <= count && table.header_rows as usize <= table.rows.len());
        behind = table.last_line;
        let width = table.rows.first().unwrap().len();
        for cell in table.rows.iter().flatten() {
            check_cell(document, table, cell);
        }
        assert!(table.rows.iter().all(|row| row.len() == width));
    }
}

/// A cell's words stand, in order, in the lines that it cites.
fn check_cell(document: &Document, table: &Table, cell: &evidence::Cell) {
    assert!(table.first_line <= cell.line_start && cell.line_end <= table.last_line);
    assert!(cell.line_start <= cell.line_end);
    let range = cell.line_start as usize - 1..cell.line_end as usize;
    let cited = document.lines.get(range).unwrap();
    let cited: Vec<&str> = cited
        .iter()
        .flat_map(|line| line.text.split_whitespace())
        .collect();
    let cited = cited.join(" ").replace("\\|", "|");
    assert!(cited.contains(&cell.text), "{:?} in {cited:?}", cell.text);
}
