//! What OCR read: lines with places, put into a document.
//!
//! OCR itself is not here: it runs another program. This module takes what
//! that program read, as data, and gives lines the numbers, pages and places
//! that everything else relies on.
//!
//! # Limits
//!
//! Lines of OCR have no headings and no tables: a section goes on over them,
//! and a table of a scan is lines.

use super::clean::clean_line;
use super::error::{ReadError, too_large};
use super::identity::{display_name, document_id};
use super::limit::ReadLimits;
use crate::document::{Bounds, Document, Line, MediaType, Page, Recognition, Section, Table};
use std::collections::BTreeMap;

/// One line that OCR read.
#[derive(Debug, Clone, PartialEq)]
pub struct RecognizedLine {
    /// Its text, as the program gave it.
    pub text: String,
    /// Its place, in points from the top left of the page.
    pub bounds: Bounds,
}

/// What OCR read on one page.
#[derive(Debug, Clone, PartialEq)]
pub struct RecognizedPage {
    /// 1-based.
    pub number: u32,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// In reading order.
    pub lines: Vec<RecognizedLine>,
}

/// Whether the bytes are a picture that OCR programs read (PNG, JPEG, TIFF).
pub fn is_picture(bytes: &[u8]) -> bool {
    let signatures: [&[u8]; 4] = [b"\x89PNG\r\n\x1A\n", b"\xFF\xD8\xFF", b"II*\0", b"MM\0*"];
    signatures
        .iter()
        .any(|signature| bytes.starts_with(signature))
}

/// A document of nothing but what OCR read: a picture, or a PDF of pictures.
/// `pages` are all its pages, in order.
///
/// # Errors
///
/// [`ReadError::NoText`] when no page has a line, [`ReadError::TooLarge`].
pub fn recognized_document(
    file_name: &str,
    bytes: &[u8],
    media_type: MediaType,
    pages: Vec<RecognizedPage>,
    recognition: Recognition,
    limits: &ReadLimits,
) -> Result<Document, ReadError> {
    let file = display_name(file_name);
    let empty = pages
        .iter()
        .map(|page| Page {
            number: page.number,
            width: page.width,
            height: page.height,
            first_line: 1,
            last_line: 0,
            characters: 0,
            unknown_characters: 0,
            image_only: true,
            label: None,
        })
        .collect();
    let document = Document {
        id: document_id(bytes),
        title: file.clone(),
        media_type,
        pages: empty,
        lines: Vec::new(),
        sections: Vec::new(),
        tables: Vec::new(),
        ocr: None,
        warnings: Vec::new(),
    };
    let count = document.pages.len() as u32;
    let document = with_recognized(document, pages, recognition, limits)?;
    if document.lines.is_empty() {
        return Err(ReadError::NoText { file, pages: count });
    }
    Ok(document)
}

/// The document with what OCR read in place of what stood on those pages.
/// Lines are numbered anew; sections and tables go with their lines, and one
/// whose lines were replaced is left out.
///
/// # Errors
///
/// [`ReadError::TooLarge`].
pub fn with_recognized(
    document: Document,
    recognized: Vec<RecognizedPage>,
    recognition: Recognition,
    limits: &ReadLimits,
) -> Result<Document, ReadError> {
    let mut by_page: BTreeMap<u32, RecognizedPage> = recognized
        .into_iter()
        .map(|page| (page.number, page))
        .collect();
    let mut merged = Merged::default();
    let mut old = document.lines.into_iter().peekable();
    let mut pages = document.pages;
    for page in &mut pages {
        let first_line = merged.next_number();
        let replaced = by_page.remove(&page.number);
        while let Some(line) = old.next_if(|line| line.page <= page.number) {
            if replaced.is_none() {
                merged.keep(line);
            }
        }
        if let Some(new) = replaced {
            page.characters = merged.add(page, new);
            page.unknown_characters = 0;
        }
        page.first_line = first_line;
        page.last_line = merged.lines.len() as u32;
    }
    if merged.lines.len() as u64 > u64::from(limits.max_lines) {
        return Err(too_large(
            &document.title,
            None,
            "lines",
            merged.lines.len() as u64,
            u64::from(limits.max_lines),
        ));
    }
    let mut warnings = document.warnings;
    warnings.push(recognition.warning());
    let is_new = |line: &&Line| recognition.pages.contains(&line.page);
    let new: Vec<Line> = merged.lines.iter().filter(is_new).cloned().collect();
    warnings.extend(crate::hostile::warnings(&new));
    Ok(Document {
        id: document.id,
        title: document.title,
        media_type: document.media_type,
        sections: merged.sections(document.sections),
        tables: merged.tables(document.tables),
        pages,
        lines: merged.lines,
        ocr: Some(recognition),
        warnings,
    })
}

/// Lines under new numbers, and which old number became which.
#[derive(Default)]
struct Merged {
    lines: Vec<Line>,
    numbers: BTreeMap<u32, u32>,
}

impl Merged {
    fn next_number(&self) -> u32 {
        self.lines.len() as u32 + 1
    }

    fn keep(&mut self, line: Line) {
        let number = self.next_number();
        self.numbers.insert(line.number, number);
        self.lines.push(Line { number, ..line });
    }

    /// Adds a page's lines; returns how many letters they have.
    fn add(&mut self, page: &Page, new: RecognizedPage) -> u32 {
        let mut letters = 0;
        for line in new.lines {
            let text = clean_line(&line.text).text.trim().to_owned();
            if text.is_empty() {
                continue;
            }
            letters += text.chars().filter(|c| !c.is_whitespace()).count() as u32;
            self.lines.push(Line {
                number: self.next_number(),
                page: page.number,
                text,
                bounds: Some(within(line.bounds, new.width, new.height)),
            });
        }
        letters
    }

    /// Sections whose heading is still there; each ends before the next of its
    /// level or a higher one.
    fn sections(&self, sections: Vec<Section>) -> Vec<Section> {
        let kept: Vec<Section> = sections
            .into_iter()
            .filter_map(|section| {
                let first_line = *self.numbers.get(&section.first_line)?;
                Some(Section {
                    first_line,
                    ..section
                })
            })
            .collect();
        let end = |index: usize, section: &Section| {
            kept.iter()
                .skip(index + 1)
                .find(|next| next.level <= section.level)
                .map_or(self.lines.len() as u32, |next| next.first_line - 1)
        };
        kept.iter()
            .enumerate()
            .map(|(index, section)| Section {
                last_line: end(index, section).max(section.first_line),
                ..section.clone()
            })
            .collect()
    }

    fn tables(&self, tables: Vec<Table>) -> Vec<Table> {
        let number = |old: u32| self.numbers.get(&old).copied();
        let moved = |mut table: Table| {
            table.first_line = number(table.first_line)?;
            table.last_line = number(table.last_line)?;
            for cell in table.rows.iter_mut().flatten() {
                cell.line_start = number(cell.line_start)?;
                cell.line_end = number(cell.line_end)?;
            }
            Some(table)
        };
        tables.into_iter().filter_map(moved).collect()
    }
}

/// Bounds cut to the page.
fn within(bounds: Bounds, width: f32, height: f32) -> Bounds {
    let finite = |number: f32| if number.is_finite() { number } else { 0.0 };
    let left = finite(bounds.left).clamp(0.0, width);
    let top = finite(bounds.top).clamp(0.0, height);
    Bounds {
        left,
        top,
        right: finite(bounds.right).clamp(left, width),
        bottom: finite(bounds.bottom).clamp(top, height),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognition(pages: &[u32]) -> Recognition {
        Recognition {
            engine: "tesseract 5.3.0".into(),
            languages: vec!["eng".into()],
            pages: pages.to_vec(),
            confidence_percent: 91,
        }
    }

    fn read_page(number: u32, texts: &[&str]) -> RecognizedPage {
        let bounds = |row: usize| Bounds {
            left: -5.0,
            top: 10.0 * row as f32,
            right: 900.0,
            bottom: 10.0 * row as f32 + 8.0,
        };
        RecognizedPage {
            number,
            width: 600.0,
            height: 800.0,
            lines: texts
                .iter()
                .enumerate()
                .map(|(row, text)| RecognizedLine {
                    text: (*text).to_owned(),
                    bounds: bounds(row),
                })
                .collect(),
        }
    }

    /// Three pages of two lines each, but the second, which is a picture.
    fn document() -> Document {
        let line = |number: u32, page: u32| Line {
            number,
            page,
            text: format!("line {number}"),
            bounds: None,
        };
        let page = |number: u32, first_line: u32, last_line: u32| Page {
            number,
            width: 600.0,
            height: 800.0,
            first_line,
            last_line,
            characters: 5,
            unknown_characters: 0,
            image_only: last_line < first_line,
            label: None,
        };
        let section = |first_line: u32, last_line: u32| Section {
            title: "S".into(),
            level: 1,
            first_line,
            last_line,
        };
        let cell = crate::document::Cell {
            text: "x".into(),
            line_start: 4,
            line_end: 4,
        };
        Document {
            id: "d".into(),
            title: "scan.pdf".into(),
            media_type: MediaType::Pdf,
            pages: vec![page(1, 1, 2), page(2, 3, 2), page(3, 3, 4)],
            lines: vec![line(1, 1), line(2, 1), line(3, 3), line(4, 3)],
            sections: vec![section(1, 2), section(3, 4)],
            tables: vec![Table {
                first_line: 4,
                last_line: 4,
                header_rows: 0,
                rows: vec![vec![cell]],
            }],
            ocr: None,
            warnings: vec![],
        }
    }

    #[test]
    fn lines_of_ocr_stand_on_their_page_and_everything_goes_with_its_lines() {
        let read = read_page(2, &["Total\u{200b}", " ", "12 USD"]);
        let merged = with_recognized(
            document(),
            vec![read],
            recognition(&[2]),
            &ReadLimits::default(),
        )
        .unwrap();
        let lines: Vec<(u32, u32, &str)> = merged
            .lines
            .iter()
            .map(|line| (line.number, line.page, line.text.as_str()))
            .collect();
        assert_eq!(
            lines,
            [
                (1, 1, "line 1"),
                (2, 1, "line 2"),
                (3, 2, "Total"),
                (4, 2, "12 USD"),
                (5, 3, "line 3"),
                (6, 3, "line 4"),
            ]
        );
        let pages: Vec<(u32, u32)> = merged
            .pages
            .iter()
            .map(|page| (page.first_line, page.last_line))
            .collect();
        assert_eq!(pages, [(1, 2), (3, 4), (5, 6)]);
        let sections: Vec<(u32, u32)> = merged
            .sections
            .iter()
            .map(|section| (section.first_line, section.last_line))
            .collect();
        assert_eq!(sections, [(1, 4), (5, 6)]);
        assert_eq!(merged.tables[0].first_line, 6);
        assert_eq!(merged.tables[0].rows[0][0].line_start, 6);
        let bounds = merged.lines[2].bounds.unwrap();
        assert_eq!((bounds.left, bounds.right), (0.0, 600.0));
        assert_eq!(merged.ocr, Some(recognition(&[2])));
        assert!(merged.warnings[0].contains("tesseract 5.3.0"));
        assert!(merged.pages[1].image_only && merged.pages[1].characters == 10);
        let unread =
            |document: &Document| document.pages.iter().filter(|one| one.is_unread()).count();
        assert_eq!((unread(&document()), unread(&merged)), (1, 0));
    }

    #[test]
    fn a_page_that_is_read_anew_loses_its_lines_sections_and_tables() {
        let read = read_page(3, &["all new"]);
        let merged = with_recognized(
            document(),
            vec![read],
            recognition(&[3]),
            &ReadLimits::default(),
        )
        .unwrap();
        assert_eq!(merged.lines.len(), 3);
        assert_eq!(merged.sections.len(), 1);
        assert!(merged.tables.is_empty());
    }

    #[test]
    fn a_picture_is_a_document_of_what_was_read_or_has_no_text() {
        let make = |texts: &[&str]| {
            recognized_document(
                "in/scan.png",
                b"bytes",
                MediaType::Image,
                vec![read_page(1, texts)],
                recognition(&[1]),
                &ReadLimits::default(),
            )
        };
        let document = make(&["Hello"]).unwrap();
        assert_eq!(document.title, "scan.png");
        assert_eq!(document.lines.len(), 1);
        assert!(matches!(
            make(&[" "]),
            Err(ReadError::NoText { pages: 1, .. })
        ));
        assert!(is_picture(b"\x89PNG\r\n\x1A\nrest") && !is_picture(b"%PDF-"));
    }
}
