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
mod body;
mod build;
mod clean;
mod color_picture;
mod column;
mod csv;
mod detect;
mod error;
mod glyph;
mod grid;
mod heading;
mod html;
mod identity;
mod layout;
mod limit;
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
mod source;
mod table;
mod text;
mod turn;
mod word;

use crate::document::{Document, MediaType};
use error::too_large;
use identity::display_name;
use source::Source;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use clean::clean_text;
pub use error::ReadError;
pub use identity::document_id;
pub use limit::ReadLimits;

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

#[cfg(test)]
mod tests;
