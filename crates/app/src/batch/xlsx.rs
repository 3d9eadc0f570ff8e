//! XLSX: one sheet, a frozen first row, texts as texts (never formulas).
//!
//! A text of more than 32,767 characters does not fit into a cell: it is cut,
//! and its end says so. The file holds no time of its own, so that equal tables
//! are equal bytes.

use super::columns::{Column, Entry};
use crate::error::AppError;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use std::io::{Seek, Write};

/// What Excel takes into a cell, in UTF-16 units.
const MAX_UNITS: usize = 32_767;
const CUT: &str = " [cut: too long for a cell]";
const MAX_ROWS: u32 = 1_048_576;

pub(super) struct Sheet {
    sheet: Worksheet,
    row: u32,
}

impl Sheet {
    pub(super) fn begin(columns: &[Column]) -> Result<Sheet, AppError> {
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
        }
        Ok(Sheet { sheet, row: 1 })
    }

    pub(super) fn add(&mut self, entries: &[Entry]) -> Result<(), AppError> {
        if self.row >= MAX_ROWS {
            return Err(AppError::input(
                format!("the table has more than {MAX_ROWS} rows, which XLSX cannot hold"),
                "resume with --out and a name that ends in .csv or .parquet",
            ));
        }
        for (entry, place) in entries.iter().zip(0..) {
            let sheet = &mut self.sheet;
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

    pub(super) fn finish<W: Write + Seek + Send>(self, out: W) -> Result<(), AppError> {
        let mut workbook = Workbook::new();
        let fixed = ExcelDateTime::from_ymd(2000, 1, 1).map_err(failed)?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&fixed));
        workbook.push_worksheet(self.sheet);
        workbook.save_to_writer(out).map_err(failed)
    }
}

fn fit(text: &str) -> String {
    if text.encode_utf16().count() <= MAX_UNITS {
        return text.to_owned();
    }
    let mut room = MAX_UNITS - CUT.len();
    let kept: String = text
        .chars()
        .take_while(|character| {
            let fits = character.len_utf16() <= room;
            room = room.saturating_sub(character.len_utf16());
            fits
        })
        .collect();
    kept + CUT
}

fn failed(error: XlsxError) -> AppError {
    let error = match error {
        XlsxError::IoError(error) => error,
        other => std::io::Error::other(other.to_string()),
    };
    AppError::File {
        path: "the XLSX table".into(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::columns;
    use super::*;
    use std::io::Cursor;

    fn write(text: &str) -> Vec<u8> {
        let mut sheet = Sheet::begin(&columns(&[])).unwrap();
        sheet
            .add(&[
                Entry::Text(text.into()),
                Entry::Empty,
                Entry::Number(1.5),
                Entry::Truth(true),
                Entry::Whole(-3),
            ])
            .unwrap();
        let mut out = Cursor::new(Vec::new());
        sheet.finish(&mut out).unwrap();
        out.into_inner()
    }

    #[test]
    fn equal_tables_are_equal_bytes() {
        assert_eq!(write("=1+1"), write("=1+1"));
        assert!(write("=1+1").starts_with(b"PK"));
    }

    #[test]
    fn a_text_too_long_for_a_cell_says_so() {
        let long = "ä𝄞".repeat(20_000);
        let cut = fit(&long);
        assert!(cut.encode_utf16().count() <= MAX_UNITS && cut.ends_with(CUT));
        assert_eq!(fit("short"), "short");
        write(&long);
    }
}
