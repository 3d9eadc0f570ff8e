//! Documents, their pages and lines.

use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// A document in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentSummary {
    /// SHA-256 of the source bytes.
    pub id: String,
    /// File name it was imported under.
    pub title: String,
    /// `text`, `markdown`, `pdf`, `docx`, `xlsx`, `ods`, `csv`, `html`, `eml`,
    /// `image`.
    pub media_type: String,
    /// Number of pages; 1 for formats without.
    pub pages: u32,
    /// Pages on which no text was found.
    pub pages_without_text: u32,
    /// Number of lines.
    pub lines: u32,
    /// What a person should know of the reading.
    pub warnings: Vec<String>,
    /// RFC 3339, UTC.
    pub imported_at: String,
    /// The date it speaks of: `2024-01-31`, or less of it.
    pub event_date: Option<String>,
    /// What somebody said of it, by key.
    pub metadata: BTreeMap<String, String>,
}

/// What metadata may be, so that a field can say what is wrong with it before it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MetadataRules {
    /// Names of filters of their own, which are no keys.
    pub reserved_keys: Vec<String>,
    /// Longest key and longest value, in bytes of UTF-8.
    pub max_bytes: u32,
    /// The key that says what kind of knowledge a document is.
    pub knowledge_key: String,
    /// What a document is of which nobody said it.
    pub plain_knowledge: String,
    /// The kinds of knowledge that the policy lets be shown; documents of others are not
    /// asked.
    pub allowed_knowledge: Vec<String>,
}

/// How far the import of one file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ImportState {
    /// Others come first.
    Waiting,
    /// It is being read.
    Reading,
    /// It is in the list.
    Done,
    /// The same bytes were in the list before.
    AlreadyThere,
    /// It could not be read.
    Failed,
    /// The person stopped the import before it.
    Cancelled,
}

/// News of one file of an import.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ImportProgress {
    /// The file.
    pub path: String,
    /// Its name, for people.
    pub name: String,
    /// Size in bytes; 0 where it cannot be told.
    pub bytes: u64,
    /// How far it is.
    pub state: ImportState,
    /// The document, when it is in the list.
    pub document: Option<DocumentSummary>,
    /// Why it could not be read.
    pub failure: Option<Failure>,
}

/// A box on a page, in points from the page's upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct Bounds {
    /// Left edge.
    pub left: f32,
    /// Upper edge.
    pub top: f32,
    /// Right edge.
    pub right: f32,
    /// Lower edge.
    pub bottom: f32,
}

/// One line of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Line {
    /// 1-based, global over the document.
    pub number: u32,
    /// 1-based page.
    pub page: u32,
    /// The line's text.
    pub text: String,
    /// Where it stands on its page, where the format says so.
    pub bounds: Option<Bounds>,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
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
    /// No text, and a picture on it: only OCR can read it.
    pub image_only: bool,
    /// What is printed on it as its number (`iv`), by the file's word; null
    /// where that is `number`, or nothing.
    pub label: Option<String>,
}

/// A heading and the lines it governs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Section {
    /// The heading as it stands in the document.
    pub title: String,
    /// 1 for the outermost.
    pub level: u8,
    /// The heading's own line.
    pub first_line: u32,
    /// The last line it governs.
    pub last_line: u32,
}

/// One cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Cell {
    /// Its words.
    pub text: String,
    /// First line the words stand on.
    pub line_start: u32,
    /// Last line.
    pub line_end: u32,
}

/// Rows and columns that a reader found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Table {
    /// First line of the table.
    pub first_line: u32,
    /// Last line.
    pub last_line: u32,
    /// How many of the first rows are column headings.
    pub header_rows: u32,
    /// From top to bottom; all of one width.
    pub rows: Vec<Vec<Cell>>,
}

/// What the reading view needs of a document besides its lines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DocumentDetail {
    /// The document.
    pub summary: DocumentSummary,
    /// Whether its pages can be drawn (`page_picture`).
    pub drawable: bool,
    /// Its pages.
    pub pages: Vec<Page>,
    /// Its headings, in order.
    pub sections: Vec<Section>,
    /// Its tables, in order.
    pub tables: Vec<Table>,
}

/// The bundled sample as a file, and questions to put to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Sample {
    /// Where it was written.
    pub path: String,
    /// Questions in the order in which they are offered; the last is not
    /// answered by the sample.
    pub questions: Vec<String>,
}
