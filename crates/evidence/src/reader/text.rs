//! Plain text and Markdown: lines as the file has them.
//!
//! Line numbers are those of the file split at `\n`, blank lines included, so
//! that a citation can be checked with any editor. A form feed starts a new
//! page and is no line of its own.

use super::body::Body;
use super::clean::clean_line;
use super::error::{ReadError, too_large};
use super::limit::ReadLimits;
use super::source::Source;
use super::{heading, markdown, table};
use crate::document::{Line, MediaType, Page};

/// Share of control characters from which a file is no text.
const MAX_CONTROL_SHARE: f64 = 0.02;
/// So many are let pass in any file, however short.
const MAX_CONTROLS: usize = 3;

pub(super) fn read(
    file: &str,
    bytes: &[u8],
    media_type: MediaType,
    limits: &ReadLimits,
) -> Result<Body, ReadError> {
    let mut warnings = Vec::new();
    let text = decode(file, bytes, &mut warnings)?;
    let (lines, pages) = split(file, &text, limits, &mut warnings)?;
    if lines.iter().all(|line| line.text.trim().is_empty()) {
        return Err(ReadError::Empty {
            file: file.to_owned(),
        });
    }
    let headings = match media_type {
        MediaType::Markdown => heading::of_markdown(&lines),
        _ => heading::of_text(&lines),
    };
    let tables = if media_type == MediaType::Markdown {
        markdown::tables(Source { file, limits }, &lines)?
    } else {
        table::find_in_text(&lines)
    };
    let sections = heading::sections(&headings, lines.len() as u32);
    Ok(Body {
        pages,
        lines,
        sections,
        tables,
        warnings,
    })
}

/// A text file's bytes as text: UTF-8, UTF-16 with its mark, else
/// Windows-1252 with a warning.
pub(super) fn decode(
    file: &str,
    bytes: &[u8],
    warnings: &mut Vec<String>,
) -> Result<String, ReadError> {
    let binary = || ReadError::Binary {
        file: file.to_owned(),
    };
    for (mark, big_endian) in [(&[0xFF, 0xFE], false), (&[0xFE, 0xFF], true)] {
        if let Some(rest) = bytes.strip_prefix(mark) {
            let text = decode_utf16(rest, big_endian).ok_or_else(binary)?;
            return if is_text(&text) {
                Ok(text)
            } else {
                Err(binary())
            };
        }
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.contains(&0) {
        return Err(binary());
    }
    let text = if let Ok(text) = std::str::from_utf8(bytes) {
        text.to_owned()
    } else {
        warnings.push(
            "The text is not UTF-8; it was read as Windows-1252, so some letters may be wrong."
                .to_owned(),
        );
        bytes.iter().map(|byte| windows_1252(*byte)).collect()
    };
    if is_text(&text) {
        Ok(text)
    } else {
        Err(binary())
    }
}

fn decode_utf16(bytes: &[u8], big_endian: bool) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let unit = |pair: &[u8; 2]| {
        if big_endian {
            u16::from_be_bytes(*pair)
        } else {
            u16::from_le_bytes(*pair)
        }
    };
    char::decode_utf16(pairs.iter().map(unit))
        .collect::<Result<String, _>>()
        .ok()
}

fn is_text(text: &str) -> bool {
    let control = |c: &char| {
        c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{b}' | '\u{85}')
    };
    let strange = text.chars().filter(control).count();
    let few = strange <= MAX_CONTROLS
        || strange as f64 <= text.chars().count() as f64 * MAX_CONTROL_SHARE;
    few && !text.contains('\0')
}

/// Windows-1252 as the WHATWG encoding standard has it: the five unassigned
/// bytes stand for the control characters of the same number.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH
            .get(usize::from(byte - 0x80))
            .copied()
            .unwrap_or('\u{FFFD}'),
        _ => char::from(byte),
    }
}

fn split(
    file: &str,
    text: &str,
    limits: &ReadLimits,
    warnings: &mut Vec<String>,
) -> Result<(Vec<Line>, Vec<Page>), ReadError> {
    // A file with carriage returns only (old Mac programs) has lines too.
    let separator = if text.contains('\n') { '\n' } else { '\r' };
    let mut lines = Vec::new();
    let mut page = 1;
    let mut page_starts = vec![1];
    let mut removed: u64 = 0;
    for (index, raw) in text.split(separator).enumerate() {
        if lines.len() as u64 >= u64::from(limits.max_lines) {
            let count = text.split(separator).count() as u64;
            return Err(too_large(
                file,
                None,
                "lines",
                count,
                u64::from(limits.max_lines),
            ));
        }
        let characters = raw.chars().count() as u64;
        if characters > u64::from(limits.max_line_characters) {
            let limit = u64::from(limits.max_line_characters);
            return Err(too_large(
                file,
                None,
                "characters in one line",
                characters,
                limit,
            ));
        }
        let number = index as u32 + 1;
        let raw = raw.trim_end_matches('\r');
        // A form feed before or within the text puts the line on the new page;
        // one behind the text ends the page with this line.
        let feeds = raw.matches('\u{c}').count() as u32;
        let opens_page =
            raw.trim_end().is_empty() || !raw.trim_end_matches([' ', '\t']).ends_with('\u{c}');
        let before = if opens_page { feeds } else { 0 };
        start_pages(&mut page, &mut page_starts, before, number);
        let cleaned = clean_line(raw.trim_matches('\u{c}'));
        removed += u64::from(cleaned.removed);
        lines.push(Line {
            number,
            page,
            text: cleaned.text,
            bounds: None,
        });
        start_pages(&mut page, &mut page_starts, feeds - before, number + 1);
    }
    if removed > 0 {
        warnings.push(format!(
            "{removed} invisible or control character(s) were removed from the text."
        ));
    }
    let last = lines.len() as u32;
    // A form feed at the very end starts no page.
    while page_starts.len() > 1 && page_starts.last().is_some_and(|start| *start > last) {
        page_starts.pop();
    }
    Ok((lines, pages(&page_starts, last)))
}

fn start_pages(page: &mut u32, starts: &mut Vec<u32>, count: u32, first_line: u32) {
    for _ in 0..count {
        *page += 1;
        starts.push(first_line);
    }
}

fn pages(starts: &[u32], last_line: u32) -> Vec<Page> {
    let ends = starts
        .iter()
        .skip(1)
        .map(|next| next - 1)
        .chain([last_line]);
    starts
        .iter()
        .zip(ends)
        .enumerate()
        .map(|(index, (first, last))| Page {
            number: index as u32 + 1,
            width: 0.0,
            height: 0.0,
            first_line: *first,
            last_line: last,
            characters: 0,
            unknown_characters: 0,
            image_only: false,
            label: None,
        })
        .collect()
}
