//! PDF with a text layer: pages of glyphs -> lines with their places.
//!
//! The interpreter (`hayro-interpret`) hands over every glyph with its text
//! and place; [`row`](super::row) joins glyphs to pieces and
//! [`layout`](super::layout) pieces to lines. The text is what the file says
//! the glyphs mean: a file whose font tables lie reads wrong, as in every
//! reader, and text that nobody can see is read and reported.

use super::body::Body;
use super::clean::clean_line;
use super::error::{ReadError, too_large};
use super::glyph::{Collector, Exhausted};
use super::limit::ReadLimits;
use super::rule::Rule;
use super::table::{self, Strip};
use super::turn::Turn;
use super::{heading, layout, page_label, row};
use crate::document::{Bounds, Line, Page};
use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf, page};
use hayro_interpret::kurbo::Rect;
use hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page,
};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A page of which more than this share of letters has no known text is
/// reported.
const MAX_UNKNOWN_SHARE: f64 = 0.05;
/// How many page numbers a warning lists.
const MAX_LISTED_PAGES: usize = 20;
/// How far from the end the end mark may stand.
const END_WINDOW: usize = 2048;

pub(super) fn read(file: &str, bytes: &[u8], limits: &ReadLimits) -> Result<Body, ReadError> {
    let damaged = |reason| ReadError::Damaged {
        file: file.to_owned(),
        page: None,
        reason,
    };
    // The interpreter is safe Rust, but a bug in it may panic on a hostile
    // file. Nothing of it outlives the call, so unwinding is sound here.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let pdf = Pdf::new(bytes.to_vec()).map_err(|error| load_error(file, error))?;
        read_document(file, &pdf, limits)
    }));
    let mut body = outcome.unwrap_or_else(|_| Err(damaged("the PDF could not be interpreted")))?;
    if !ends_properly(bytes) {
        body.warnings
            .push("The PDF does not end as it should; pages may be missing.".to_owned());
    }
    Ok(body)
}

pub(super) fn load_error(file: &str, error: LoadPdfError) -> ReadError {
    let file = file.to_owned();
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => ReadError::Encrypted {
            file,
            format: "PDF",
        },
        LoadPdfError::Decryption(_) => ReadError::Damaged {
            file,
            page: None,
            reason: "its encryption is broken or of an unknown kind",
        },
        LoadPdfError::Invalid => ReadError::Damaged {
            file,
            page: None,
            reason: "no pages can be found in it",
        },
    }
}

fn ends_properly(bytes: &[u8]) -> bool {
    let tail = bytes
        .get(bytes.len().saturating_sub(END_WINDOW)..)
        .unwrap_or(bytes);
    tail.windows(5).any(|window| window == b"%%EOF")
}

/// What one page gave.
#[derive(Default)]
struct PageText {
    width: f32,
    height: f32,
    rows: Vec<layout::Row>,
    rules: Vec<Rule>,
    /// How rows and rules are turned, where the page's text runs sideways.
    turn: Option<Turn>,
    images: u32,
    outside: u32,
    unknown: u32,
    letters: u32,
    broken: bool,
}

/// Share of hidden letters from which a page with a picture is a scan with
/// its recognised text behind it, not a page with something to hide.
const MIN_LAYER_SHARE: f64 = 0.9;

impl PageText {
    fn hidden(&self) -> u32 {
        self.rows.iter().map(|row| row.hidden).sum()
    }

    fn is_layer(&self) -> bool {
        let hidden = f64::from(self.hidden());
        hidden > 0.0
            && self.images > 0
            && hidden >= MIN_LAYER_SHARE * f64::from(self.shown_letters())
    }

    fn shown_letters(&self) -> u32 {
        self.rows
            .iter()
            .map(|row| row.text.chars().filter(|c| !c.is_whitespace()).count() as u32)
            .sum()
    }
}

fn read_document(file: &str, pdf: &Pdf, limits: &ReadLimits) -> Result<Body, ReadError> {
    let pages = pdf.pages();
    let count = pages.len() as u64;
    if count == 0 {
        return Err(ReadError::Damaged {
            file: file.to_owned(),
            page: None,
            reason: "it has no pages",
        });
    }
    if count > u64::from(limits.max_pages) {
        return Err(too_large(
            file,
            None,
            "pages",
            count,
            u64::from(limits.max_pages),
        ));
    }
    let mut cache = InterpreterCache::new();
    let mut texts = Vec::with_capacity(pages.len());
    for (index, page) in pages.iter().enumerate() {
        let number = index as u32 + 1;
        match catch_unwind(AssertUnwindSafe(|| read_page(pdf, page, &cache, limits))) {
            Ok(text) => texts.push(text),
            Err(payload) => {
                if let Some(Exhausted { what, limit }) = payload.downcast_ref::<Exhausted>() {
                    return Err(too_large(
                        file,
                        Some(number),
                        what,
                        limit.saturating_add(1),
                        *limit,
                    ));
                }
                // The cache may be half-written; the next page gets a new one.
                cache = InterpreterCache::new();
                texts.push(PageText {
                    broken: true,
                    ..PageText::default()
                });
            }
        }
    }
    let labels = page_label::read(pdf, texts.len() as u32);
    let mut body = assemble(file, &texts, limits)?;
    for (page, label) in body.pages.iter_mut().zip(labels) {
        page.label = label;
    }
    Ok(body)
}

fn read_page<'a>(
    pdf: &'a Pdf,
    page: &page::Page<'a>,
    cache: &InterpreterCache<'a>,
    limits: &ReadLimits,
) -> PageText {
    let (width, height) = page.render_dimensions();
    let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let transform = page.initial_transform(true).to_kurbo();
    let mut context = Context::new(
        transform,
        area,
        cache,
        pdf.xref(),
        InterpreterSettings::default(),
    );
    let mut collector = Collector::new(
        u64::from(limits.max_page_glyphs),
        limits.max_page_operations,
    );
    interpret_page(page, &mut context, &mut collector);
    let drawn = collector.glyphs.len();
    let mut glyphs = collector.glyphs;
    // What stands off the page is seen by nobody and has no place to show.
    let visible = area.inflate(2.0, 2.0);
    glyphs.retain(|glyph| visible.contains(glyph.origin + glyph.advance * 0.5));
    let unknown = glyphs
        .iter()
        .filter(|glyph| glyph.text.contains(char::REPLACEMENT_CHARACTER))
        .count();
    let turn = Turn::of(&glyphs, f64::from(width), f64::from(height));
    let mut rules = collector.rules;
    if let Some(turn) = &turn {
        for glyph in &mut glyphs {
            turn.turn_glyph(glyph);
        }
        for rule in &mut rules {
            *rule = turn.turn_rule(*rule);
        }
    }
    PageText {
        width,
        height,
        turn,
        images: collector.images,
        outside: (drawn - glyphs.len()) as u32,
        unknown: unknown as u32,
        letters: glyphs
            .iter()
            .filter(|glyph| !glyph.text.trim().is_empty())
            .count() as u32,
        rows: layout::rows(row::fragments(&glyphs)),
        rules,
        broken: false,
    }
}

fn assemble(file: &str, texts: &[PageText], limits: &ReadLimits) -> Result<Body, ReadError> {
    let mut body = Body::default();
    let mut styles = Vec::new();
    let mut strips = Vec::new();
    let mut rules = BTreeMap::new();
    let mut removed = 0_u64;
    for (index, text) in texts.iter().enumerate() {
        let page = index as u32 + 1;
        let first_line = body.lines.len() as u32 + 1;
        for row in &text.rows {
            let cleaned = clean_line(&row.text);
            removed += u64::from(cleaned.removed);
            if cleaned
                .text
                .chars()
                .all(|c| c.is_whitespace() || c == char::REPLACEMENT_CHARACTER)
            {
                continue;
            }
            let number = body.lines.len() as u32 + 1;
            if number > limits.max_lines {
                return Err(too_large(
                    file,
                    Some(page),
                    "lines",
                    u64::from(number),
                    u64::from(limits.max_lines),
                ));
            }
            let bounds = text
                .turn
                .as_ref()
                .map_or(row.bounds, |turn| turn.back(row.bounds));
            let bounds = Some(within(bounds, text.width, text.height));
            body.lines.push(Line {
                number,
                page,
                text: cleaned.text.trim_start().to_owned(),
                bounds,
            });
            strips.push(strip(row, number, page));
            styles.push(heading::Style {
                size: row.size,
                bold: row.bold,
            });
        }
        if !text.rules.is_empty() {
            rules.insert(page, text.rules.clone());
        }
        let last_line = body.lines.len() as u32;
        body.pages.push(Page {
            number: page,
            width: text.width,
            height: text.height,
            first_line,
            last_line,
            characters: text.letters,
            unknown_characters: text.unknown,
            image_only: text.images > 0 && last_line < first_line,
            label: None,
        });
    }
    if body.lines.is_empty() {
        return Err(nothing_read(file, texts));
    }
    let headings = heading::of_pdf(&body.lines, &styles);
    body.sections = heading::sections(&headings, body.lines.len() as u32);
    body.tables = table::find(&strips, &rules);
    body.warnings = warnings(&body, texts, removed);
    Ok(body)
}

/// A line for the search for tables.
fn strip(row: &layout::Row, line: u32, page: u32) -> Strip {
    let words = row.words.iter().filter_map(|word| {
        let text = clean_line(&word.text).text.trim().to_owned();
        (!text.is_empty()).then_some(row::Word {
            text,
            left: word.left,
            right: word.right,
        })
    });
    Strip {
        line,
        page,
        top: f64::from(row.bounds.top),
        bottom: f64::from(row.bounds.bottom),
        unit: 0.5 * row.size,
        gap: row::CELL_GAP * row.size,
        bold: row.bold,
        fixed: false,
        words: words.collect(),
    }
}

/// Bounds cut to the page.
fn within(bounds: Bounds, width: f32, height: f32) -> Bounds {
    let left = bounds.left.clamp(0.0, width);
    let top = bounds.top.clamp(0.0, height);
    Bounds {
        left,
        top,
        right: bounds.right.clamp(left, width),
        bottom: bounds.bottom.clamp(top, height),
    }
}

fn nothing_read(file: &str, texts: &[PageText]) -> ReadError {
    let file = file.to_owned();
    if let Some(index) = texts.iter().position(|text| text.broken) {
        return ReadError::Damaged {
            file,
            page: Some(index as u32 + 1),
            reason: "the page cannot be interpreted",
        };
    }
    if texts.iter().any(|text| text.letters > 0) {
        let reason = "its fonts do not say which letters they draw";
        return ReadError::Damaged {
            file,
            page: None,
            reason,
        };
    }
    if texts.iter().all(|text| text.images == 0) {
        return ReadError::Damaged {
            file,
            page: None,
            reason: "its pages hold neither text nor pictures",
        };
    }
    ReadError::NoText {
        file,
        pages: texts.len() as u32,
    }
}

fn warnings(body: &Body, texts: &[PageText], removed: u64) -> Vec<String> {
    let mut warnings = Vec::new();
    let numbered = || texts.iter().zip(1_u32..);
    let mut list = |test: &dyn Fn(&PageText, u32) -> bool, message: &str| {
        let pages: Vec<u32> = numbered()
            .filter(|(text, page)| test(text, *page))
            .map(|(_, page)| page)
            .collect();
        if !pages.is_empty() {
            warnings.push(format!("{message}: page {}.", list_pages(&pages)));
        }
    };
    let empty = |page: u32| {
        body.pages
            .get(page as usize - 1)
            .is_some_and(|page| page.first_line > page.last_line)
    };
    list(&|text, _| text.broken, "Damaged, could not be interpreted");
    list(
        &|text, page| !text.broken && text.images > 0 && empty(page),
        "No text, only pictures (needs OCR)",
    );
    list(
        &|text, page| !text.broken && text.images == 0 && empty(page),
        "No text",
    );
    list(
        &|text, _| f64::from(text.unknown) > f64::from(text.letters) * MAX_UNKNOWN_SHARE,
        "Letters whose meaning the file does not say (shown as \u{FFFD})",
    );
    list(
        &|text, _| text.is_layer(),
        "The text is an invisible layer over a picture (OCR) and may differ from what is seen",
    );
    for (text, page) in numbered() {
        let hidden = text.hidden();
        if hidden > 0 && !text.is_layer() {
            warnings.push(format!(
                "Page {page}: {hidden} character(s) of the text are not visible on the page."
            ));
        }
        if text.outside > 0 {
            let count = text.outside;
            warnings.push(format!(
                "Page {page}: {count} character(s) stand outside the page and were left out."
            ));
        }
    }
    if removed > 0 {
        warnings.push(format!(
            "{removed} invisible or control character(s) were removed from the text."
        ));
    }
    warnings
}

fn list_pages(pages: &[u32]) -> String {
    let listed: Vec<String> = pages
        .iter()
        .take(MAX_LISTED_PAGES)
        .map(u32::to_string)
        .collect();
    let rest = pages.len().saturating_sub(MAX_LISTED_PAGES);
    let listed = listed.join(", ");
    if rest > 0 {
        format!("{listed} and {rest} more")
    } else {
        listed
    }
}
