//! A document as everything downstream sees it: pages, numbered lines,
//! sections. Produced by the readers, kept by the vault, never changed.

use serde::{Deserialize, Serialize};

pub use crate::media_type::MediaType;

/// A rectangle on a page in PDF points (1/72 inch), origin at the top left
/// of the page, y growing downwards.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Bounds {
    /// Left edge.
    pub left: f32,
    /// Top edge.
    pub top: f32,
    /// Right edge, not less than `left`.
    pub right: f32,
    /// Bottom edge, not less than `top`.
    pub bottom: f32,
}

/// One line of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Line {
    /// 1-based and global over the document, never per page.
    pub number: u32,
    /// 1-based page the line stands on; 1 for formats without pages.
    pub page: u32,
    /// The line's text: NFKC, without control characters, never containing a
    /// newline. Empty lines of a text file stay, so numbers match the file.
    pub text: String,
    /// Where the line stands on its page, where the format says so.
    pub bounds: Option<Bounds>,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Page {
    /// 1-based.
    pub number: u32,
    /// Width in points; 0 for formats without pages.
    pub width: f32,
    /// Height in points; 0 for formats without pages.
    pub height: f32,
    /// First line on the page; greater than `last_line` when it has none.
    pub first_line: u32,
    /// Last line on the page.
    pub last_line: u32,
    /// Letters that were read, white space not counted; 0 where the format
    /// does not say.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub characters: u32,
    /// How many of them have no known meaning: they stand as U+FFFD.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unknown_characters: u32,
    /// No text, and a picture on it: the words are in the picture, and only
    /// OCR can read them. It stays so when OCR has read them ([`Page::is_unread`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub image_only: bool,
    /// What the file says is printed on the page as its number (`iv`, `A-3`);
    /// none where that is `number`, or nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl Page {
    /// A picture that nothing was read on, by OCR neither.
    pub fn is_unread(&self) -> bool {
        self.image_only && self.last_line < self.first_line
    }
}

/// Left out when zero, so that what was stored before the field was there
/// keeps its hash.
#[allow(clippy::trivially_copy_pass_by_ref)] // serde passes a reference
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A heading and the lines it governs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Section {
    /// The heading as it stands in the document.
    pub title: String,
    /// 1 for the outermost.
    pub level: u8,
    /// The heading's own line.
    pub first_line: u32,
    /// The line before the next heading of the same or a higher level.
    pub last_line: u32,
}

/// One cell of a table: its words and the lines they stand on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cell {
    /// The words, white space collapsed to single spaces; empty where the
    /// table has nothing there.
    pub text: String,
    /// First line the words stand on; the row's first line where it is empty.
    pub line_start: u32,
    /// Last line, not less than `line_start`.
    pub line_end: u32,
}

/// Rows and columns that a reader found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Table {
    /// First line of the table, headers included.
    pub first_line: u32,
    /// Last line, not less than `first_line`; it may stand on a later page.
    pub last_line: u32,
    /// How many of the first rows are column headings.
    pub header_rows: u32,
    /// From top to bottom; every row has as many cells as the widest.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// The part of the table that stands on the lines `first..=last`: the rows
    /// all of whose cells do. None where that is less than one row below the
    /// headings and not the whole table.
    #[must_use]
    pub fn within(&self, first: u32, last: u32) -> Option<Table> {
        let stands = |row: &Vec<Cell>| {
            row.iter()
                .all(|cell| first <= cell.line_start && cell.line_end <= last)
        };
        let heads = self.header_rows as usize;
        let header_rows = self
            .rows
            .iter()
            .take(heads)
            .filter(|row| stands(row))
            .count() as u32;
        let rows: Vec<Vec<Cell>> = self
            .rows
            .iter()
            .filter(|row| stands(row))
            .cloned()
            .collect();
        if rows.len() <= header_rows as usize && rows.len() < self.rows.len() {
            return None;
        }
        let lines = || rows.iter().flatten();
        Some(Table {
            first_line: lines().map(|cell| cell.line_start).min()?,
            last_line: lines().map(|cell| cell.line_end).max()?,
            header_rows,
            rows,
        })
    }
}

/// A contiguous range of lines and the words that stand there.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The evidence chunk the lines belong to (`C0`, `C1`, ...); it names the
    /// document.
    pub anchor: String,
    /// First cited line, 1-based, global over the document.
    pub line_start: u32,
    /// Last cited line, not less than `line_start`.
    pub line_end: u32,
    /// Words of the cited lines, white space collapsed to single spaces.
    pub quote: Option<String>,
}

/// How pages were read by OCR (text recognition in pictures).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recognition {
    /// The program and its version: `tesseract 5.3.0`.
    pub engine: String,
    /// Languages it was told to expect, by their codes.
    pub languages: Vec<String>,
    /// The pages whose lines it read, 1-based, in order.
    pub pages: Vec<u32>,
    /// Mean of its own confidence in the words, 0..=100.
    pub confidence_percent: u32,
}

impl Recognition {
    /// What a user is told.
    pub fn warning(&self) -> String {
        let pages: Vec<String> = self.pages.iter().map(u32::to_string).collect();
        format!(
            "Read by OCR ({}, {}), which may misread: page {}; its own confidence is {} %.",
            self.engine,
            self.languages.join("+"),
            pages.join(", "),
            self.confidence_percent
        )
    }
}

/// A document that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Lower-case hexadecimal SHA-256 of the source bytes.
    pub id: String,
    /// File name it was imported under.
    pub title: String,
    /// What it was read as.
    pub media_type: MediaType,
    /// In order; at least one.
    pub pages: Vec<Page>,
    /// In reading order; `lines[i].number == i + 1`.
    pub lines: Vec<Line>,
    /// In order of `first_line`.
    pub sections: Vec<Section>,
    /// In order of `first_line`; they do not overlap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Table>,
    /// How OCR was done, where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ocr: Option<Recognition>,
    /// What a user should know of the reading: pages without text, hidden
    /// text, a fallback encoding. Never holds text of the document.
    pub warnings: Vec<String>,
}
