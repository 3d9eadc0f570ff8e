//! Bytes of a foreign file -> [`Document`]: the only place that parses formats
//! this project did not define.
//!
//! The way in is [`read`]. What a file is gets decided by its content first
//! and by its name second: a PDF named `.txt` is a PDF, and a picture named
//! `.txt` is refused by name instead of being shown as noise. Every reader
//! produces the same thing: lines with global numbers, pages, sections, tables
//! and warnings that tell what was lost. `docs/documents.md` says for each
//! format what becomes what. Nothing is lost silently: a page without
//! text, hidden text, a guessed encoding and removed characters are warnings,
//! and a file from which no text can be had at all is an error.
//!
//! # Reading order of a PDF
//!
//! A page is read as it was drawn, but for what is plainly out of order: rows
//! drawn apart are joined by their baseline, two or three columns of running
//! text are read one after the other between the lines over them, a page
//! whose lines all stand apart is read downwards, and a page set sideways is
//! turned first. Columns closer together than 1.6 sizes of their type are not
//! told apart. A word parted at the end of a line stays parted (`high-` /
//! `level`): lines are what is cited, and a quote over two of them has the
//! hyphen and a space where the line ends.
//!
//! # Tables
//!
//! Found by drawn rules, by columns of words that stand below one another, or
//! by bars in text; with headings over several columns (repeated in each),
//! wrapped cells, empty cells, and over page breaks (joined, the repeated
//! heading left out). A cell keeps the words of its lines. Wrong tables cost
//! more than missed ones, so these are left alone: running text in columns,
//! lists, contents with page numbers, labels with colons, columns of words
//! without a heading (bold, ruled or over codes). Not found either: tables
//! without rules whose cells stand less than 1.6 sizes apart in most rows,
//! cells over several rows or columns as such (their words stand in the first
//! cell), tables turned against the rest of their page, tables in pictures.
//!
//! # Coverage
//!
//! [`Page`](crate::document::Page) says how many letters were read, how many
//! of them have no known meaning, and whether a page is a picture without
//! text. Warnings name the pages, so that OCR can be offered for them.
//!
//! # What a hostile file can do
//!
//! Sizes are bounded by [`ReadLimits`], also what a small file unpacks or
//! repeats itself to. The libraries that parse run behind `catch_unwind`. XML
//! has no entities but its own five, and nothing in any file makes a reader
//! open another one. The work of a page of a PDF is metered, so that a page
//! that draws for ever ends in an error; it cannot be stopped while it
//! expands a compressed stream, computes without drawing or overflows the
//! stack; that is what the worker process around this crate is for.

mod block;
mod build;
mod clean;
mod color_picture;
mod column;
mod csv;
mod detect;
mod glyph;
mod grid;
mod heading;
mod html;
mod layout;
mod mail;
mod markdown;
mod office;
mod page_label;
mod pdf;
pub mod picture;
mod raster;
pub mod recognized;
mod row;
mod rule;
mod sheet;
mod table;
mod text;
mod turn;
mod word;

use crate::document::{Document, MediaType};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How much of a file is read at most. Every limit is an error when reached,
/// never a silent cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLimits {
    /// Bytes of the source file. Default 256 MiB: the largest annual reports
    /// are a tenth of that.
    pub max_bytes: u64,
    /// Pages of a document. Default 10,000.
    pub max_pages: u32,
    /// Lines of a document. Default 1,000,000.
    pub max_lines: u32,
    /// Characters of one line. Default 100,000: longer ones are data, not
    /// text.
    pub max_line_characters: u32,
    /// Glyphs drawn on one page of a PDF. Default 200,000, twenty times what
    /// the densest real page holds.
    pub max_page_glyphs: u32,
    /// Drawing operations of one page of a PDF. Default 1,000,000: dense maps
    /// and plots have hundreds of thousands, and a million take about a second.
    pub max_page_operations: u64,
    /// Bytes that a zipped format (DOCX, XLSX, ODS) may unpack to, all its
    /// parts together, and bytes of text that any format but PDF and text is
    /// written to. Default 512 MiB: a sheet of a million rows has 200.
    pub max_unpacked_bytes: u64,
    /// Parts of a zipped format or of a mail. Default 10,000: documents with
    /// a picture on every page have a thousand.
    pub max_parts: u32,
    /// Levels of nesting of XML, of HTML's blocks and of mails in mails.
    /// Default 256: real documents stay under 60.
    pub max_depth: u32,
    /// Elements of one XML part. Default 10,000,000: a Word file of a
    /// thousand pages has a tenth of that, a sheet two per cell.
    pub max_elements: u64,
    /// Cells of all tables together, empty ones included. Default 5,000,000:
    /// a sheet of 100,000 rows and 50 columns.
    pub max_cells: u64,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            max_bytes: 256 * 1024 * 1024,
            max_pages: 10_000,
            max_lines: 1_000_000,
            max_line_characters: 100_000,
            max_page_glyphs: 200_000,
            max_page_operations: 1_000_000,
            max_unpacked_bytes: 512 * 1024 * 1024,
            max_parts: 10_000,
            max_depth: 256,
            max_elements: 10_000_000,
            max_cells: 5_000_000,
        }
    }
}

/// Why a file could not be read. Messages name the file and, where there is
/// one, the page or line; they never hold text of the document.
/// [`ReadError::help`] says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// No bytes, or nothing but white space.
    #[error("{file}: the file is empty")]
    Empty {
        /// Name of the file.
        file: String,
    },
    /// Neither text nor any format known by its first bytes.
    #[error("{file}: the file is binary data, not text")]
    Binary {
        /// Name of the file.
        file: String,
    },
    /// A format that is recognised and not read by this version.
    #[error("{file}: this is {format}, which this version does not read")]
    Unsupported {
        /// Name of the file.
        file: String,
        /// The format, for people.
        format: &'static str,
    },
    /// A file that needs a password.
    #[error("{file}: the {format} is encrypted and needs a password")]
    Encrypted {
        /// Name of the file.
        file: String,
        /// What it is, for people: `PDF`, `Office file`, ...
        format: &'static str,
    },
    /// The file breaks its format's rules so that it cannot be read.
    #[error("{file}{}: the file is damaged: {reason}", page_suffix(*.page))]
    Damaged {
        /// Name of the file.
        file: String,
        /// The page, 1-based, where the damage is in one.
        page: Option<u32>,
        /// What is wrong.
        reason: &'static str,
    },
    /// A PDF of pictures: no page has a text layer.
    #[error("{file}: none of the {pages} page(s) has text; the file holds only pictures")]
    NoText {
        /// Name of the file.
        file: String,
        /// How many pages it has.
        pages: u32,
    },
    /// A limit was reached.
    #[error("{file}{}: {given} {what}, the limit is {limit}", page_suffix(*.page))]
    TooLarge {
        /// Name of the file.
        file: String,
        /// The page, 1-based, where the limit is one of pages.
        page: Option<u32>,
        /// What was counted: `bytes`, `pages`, `lines`, ...
        what: &'static str,
        /// How many there are; for counts that stop early, where they stopped.
        given: u64,
        /// The limit.
        limit: u64,
    },
}

fn page_suffix(page: Option<u32>) -> String {
    page.map_or_else(String::new, |page| format!(", page {page}"))
}

impl ReadError {
    /// What the user can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "choose a file with text in it",
            Self::Binary { .. } | Self::Unsupported { .. } => {
                "save or export the document as PDF, DOCX, XLSX or plain text and import that"
            }
            Self::Encrypted { .. } => {
                "open it with its password, save a copy without one and import the copy"
            }
            Self::Damaged { .. } => {
                "open it in the program it belongs to and save it again, or get another copy"
            }
            Self::NoText { .. } => {
                "it needs OCR (text recognition): install Tesseract (package tesseract-ocr) and add it again, or run it through an OCR program first"
            }
            Self::TooLarge { .. } => "split the file and import the parts",
        }
    }

    /// A short stable name of the kind, for logs and exit codes.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "empty",
            Self::Binary { .. } => "binary",
            Self::Unsupported { .. } => "unsupported",
            Self::Encrypted { .. } => "encrypted",
            Self::Damaged { .. } => "damaged",
            Self::NoText { .. } => "no_text",
            Self::TooLarge { .. } => "too_large",
        }
    }
}

/// Reads a file. `file_name` is its name for people; its extension decides
/// only between plain text, Markdown and CSV, which no content can tell apart.
///
/// The same bytes under the same name give an equal [`Document`].
///
/// # Errors
///
/// See [`ReadError`]; every input ends in a document or one of them.
///
/// # Examples
///
/// ```
/// use evidence::reader::{ReadLimits, read};
/// let document = read("note.md", b"# Fees\n\nThe fee is 12 EUR.", &ReadLimits::default())?;
/// assert_eq!(document.lines[2].text, "The fee is 12 EUR.");
/// assert_eq!(document.sections[0].title, "Fees");
/// # Ok::<(), evidence::reader::ReadError>(())
/// ```
pub fn read(file_name: &str, bytes: &[u8], limits: &ReadLimits) -> Result<Document, ReadError> {
    let file = display_name(file_name);
    if bytes.is_empty() {
        return Err(ReadError::Empty { file });
    }
    if bytes.len() as u64 > limits.max_bytes {
        return Err(too_large(
            &file,
            None,
            "bytes",
            bytes.len() as u64,
            limits.max_bytes,
        ));
    }
    let source = Source {
        file: &file,
        limits,
    };
    let media_type = guarded(source, || detect::detect(source, bytes))?;
    let body = match media_type {
        MediaType::Pdf => pdf::read(&file, bytes, limits)?,
        MediaType::Text | MediaType::Markdown => text::read(&file, bytes, media_type, limits)?,
        MediaType::Docx => guarded(source, || word::read(source, bytes))?,
        MediaType::Xlsx => guarded(source, || sheet::read_xlsx(source, bytes))?,
        MediaType::Ods => guarded(source, || sheet::read_ods(source, bytes))?,
        MediaType::Csv => guarded(source, || csv::read(source, bytes))?,
        MediaType::Html => guarded(source, || html::read(source, bytes))?,
        MediaType::Eml => guarded(source, || mail::read(source, bytes))?,
        MediaType::Image => {
            return Err(ReadError::Unsupported {
                file,
                format: "a picture",
            });
        }
    };
    let mut warnings = body.warnings;
    warnings.extend(crate::hostile::warnings(&body.lines));
    Ok(Document {
        id: document_id(bytes),
        title: file,
        media_type,
        pages: body.pages,
        lines: body.lines,
        sections: body.sections,
        tables: body.tables,
        ocr: None,
        warnings,
    })
}

/// The libraries below are safe Rust, but a bug in one may panic on a hostile
/// file. Nothing outlives the call, so unwinding is sound here.
fn guarded<T>(
    source: Source<'_>,
    read: impl FnOnce() -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(source.damaged("its reader failed on it")))
}

/// Lower-case hexadecimal SHA-256 of the source bytes: the document's id.
/// Cheap enough to ask before reading whether a document is already known.
pub fn document_id(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut id, byte| {
            // Writing to a string cannot fail.
            let _ = write!(id, "{byte:02x}");
            id
        })
}

/// Cleans one line of text the way every line of a document is cleaned: NFKC,
/// no control, zero-width or direction characters, every white space a plain
/// space. Never holds a newline. Idempotent.
pub fn clean_text(line: &str) -> String {
    clean::clean_line(line).text
}

/// The file that is read, for errors, and its limits.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) limits: &'a ReadLimits,
}

impl Source<'_> {
    fn damaged(self, reason: &'static str) -> ReadError {
        ReadError::Damaged {
            file: self.file.to_owned(),
            page: None,
            reason,
        }
    }

    fn too_large(self, what: &'static str, given: u64, limit: u64) -> ReadError {
        too_large(self.file, None, what, given, limit)
    }
}

/// What a format's reader returns: a document without its identity.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) pages: Vec<crate::document::Page>,
    pub(crate) lines: Vec<crate::document::Line>,
    pub(crate) sections: Vec<crate::document::Section>,
    pub(crate) tables: Vec<crate::document::Table>,
    pub(crate) warnings: Vec<String>,
}

/// The last component of the name, cleaned: file names stand in messages and
/// prompts, so they may not carry control characters either.
fn display_name(file_name: &str) -> String {
    let last = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let cleaned = clean::clean_line(last).text;
    let short: String = cleaned.trim().chars().take(200).collect();
    if short.is_empty() {
        "unnamed".to_owned()
    } else {
        short
    }
}

fn too_large(
    file: &str,
    page: Option<u32>,
    what: &'static str,
    given: u64,
    limit: u64,
) -> ReadError {
    ReadError::TooLarge {
        file: file.to_owned(),
        page,
        what,
        given,
        limit,
    }
}

#[cfg(test)]
mod tests;
