//! XLSX: the sheet `Answers` with the rows of every table, and the sheet
//! `Table`, which is shown first. Texts are texts, never formulas.
//!
//! A text of more than 32,767 characters does not fit into a cell: it is cut,
//! and its end says so. The file holds no time of its own, so that equal tables
//! are equal bytes.

mod fit;
mod table;

use super::columns::{CellView, Column, Entry, Kind, rows};
use crate::error::AppError;
use fit::{failed, fit};
use rust_xlsxwriter::{ColNum, DocProperties, ExcelDateTime, Format, Workbook, Worksheet};
use std::io::{Seek, Write};
use table::Table;

/// Rows of a sheet, from Excel's specifications and limits.
const MAX_ROWS: u32 = 1_048_576;

/// Columns of texts that are wider than others.
const WIDE: [(&str, f64); 7] = [
    ("document", 28.0),
    ("document_title", 28.0),
    ("question", 40.0),
    ("value", 28.0),
    ("quote", 60.0),
    ("message", 40.0),
    ("flags", 30.0),
];

/// Both sheets, as they are filled cell by cell.
pub(super) struct Sheets<'a> {
    columns: &'a [Column],
    answers: Sheet,
    table: Table,
}

impl<'a> Sheets<'a> {
    pub(super) fn begin(
        columns: &'a [Column],
        questions: &[String],
    ) -> Result<Sheets<'a>, AppError> {
        Ok(Sheets {
            columns,
            answers: Sheet::begin(columns)?,
            table: Table::begin(questions)?,
        })
    }

    /// Adds the answer to a question, of the document that is called `name` in
    /// the table.
    pub(super) fn add(
        &mut self,
        question: usize,
        name: &str,
        cell: &CellView<'_>,
    ) -> Result<(), AppError> {
        self.table.add(question, name, cell, self.answers.row)?;
        rows(self.columns, cell)
            .iter()
            .try_for_each(|row| self.answers.add(row))
    }

    pub(super) fn finish<W: Write + Seek + Send>(self, out: W) -> Result<(), AppError> {
        let mut workbook = Workbook::new();
        let fixed = ExcelDateTime::from_ymd(2000, 1, 1).map_err(failed)?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&fixed));
        workbook.push_worksheet(self.answers.finish()?);
        workbook.push_worksheet(self.table.finish()?);
        workbook.save_to_writer(out).map_err(failed)
    }
}

struct Sheet {
    page: Worksheet,
    row: u32,
    last: ColNum,
}

impl Sheet {
    fn begin(columns: &[Column]) -> Result<Sheet, AppError> {
        let mut sheet = Worksheet::new();
        let bold = Format::new().set_bold();
        let named = sheet
            .set_name("Answers")
            .and_then(|sheet| sheet.set_freeze_panes(1, 0).map(|_| ()));
        named.map_err(failed)?;
        for (column, place) in columns.iter().zip(0..) {
            sheet
                .write_string_with_format(0, place, &column.name, &bold)
                .map_err(failed)?;
            let wide = WIDE.iter().find(|(name, _)| *name == column.name);
            let width = match (wide, column.kind) {
                (Some((_, width)), _) => *width,
                (None, Kind::Text) => 18.0,
                (None, _) => 12.0,
            };
            sheet.set_column_width(place, width).map_err(failed)?;
        }
        let last = columns.len().saturating_sub(1) as ColNum;
        Ok(Sheet {
            page: sheet,
            row: 1,
            last,
        })
    }

    fn add(&mut self, entries: &[Entry]) -> Result<(), AppError> {
        if self.row >= MAX_ROWS {
            return Err(AppError::input(
                format!("the table has more than {MAX_ROWS} rows, which XLSX cannot hold"),
                "resume with --out and a name that ends in .csv or .parquet",
            ));
        }
        for (entry, place) in entries.iter().zip(0..) {
            let sheet = &mut self.page;
            let written = match entry {
                Entry::Empty => continue,
                Entry::Text(text) => sheet.write_string(self.row, place, fit(text)),
                Entry::Whole(number) => sheet.write_number(self.row, place, *number as f64),
                Entry::Number(number) => sheet.write_number(self.row, place, *number),
                Entry::Truth(truth) => sheet.write_boolean(self.row, place, *truth),
            };
            written.map_err(failed)?;
        }
        self.row += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<Worksheet, AppError> {
        self.page
            .autofilter(0, 0, self.row - 1, self.last)
            .map_err(failed)?;
        Ok(self.page)
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::columns;
    use super::*;
    use serde_json::json;
    use std::io::Cursor;

    fn write(message: &str) -> Vec<u8> {
        let columns = columns(&[]);
        let mut sheets = Sheets::begin(&columns, &["=1+1".to_owned()]).unwrap();
        let response = json!({ "status": "FAILED", "message": message, "latency_ms": 3 });
        let cell = CellView {
            document: "a.txt".into(),
            document_id: None,
            document_title: None,
            question_id: "q1",
            question: "=1+1",
            response: &response,
            standing: &crate::review::said::Standing::default(),
        };
        sheets.add(0, "a.txt", &cell).unwrap();
        let mut out = Cursor::new(Vec::new());
        sheets.finish(&mut out).unwrap();
        out.into_inner()
    }

    #[test]
    fn equal_tables_are_equal_bytes() {
        assert_eq!(write("=1+1"), write("=1+1"));
        assert!(write("=1+1").starts_with(b"PK"));
    }
}
