//! Web pages.
//!
//! The tokens of the HTML standard are read with a tree of block elements
//! only: paragraphs, headings, lists and tables, with the end tags that HTML
//! lets be left out. Inline elements cost nothing and nest as they like, so
//! that the time is linear in the size of the page. Scripts and styles are
//! not run; what is hidden by an attribute or by its own style is left out
//! and told by a warning, what a style sheet hides is not known.

mod element;
mod hidden;
mod page;
mod table;
mod walk;

use super::block::{self, Block, Paragraph};
use super::body::Body;
use super::build::{Builder, Find};
use super::error::ReadError;
use super::source::Source;
use super::text;
use encoding_rs::Encoding;
use page::Page;

pub(super) use page::Counts;

pub(super) fn read(source: Source<'_>, bytes: &[u8]) -> Result<Body, ReadError> {
    let mut builder = Builder::new(source);
    let text = decode(source, bytes, &mut builder.warnings)?;
    let page = walk::walk(source, &text)?;
    if !page.title.is_empty() && !repeats(&page) {
        let title = Block::Paragraph(Paragraph {
            text: page.title.clone(),
            ..Paragraph::default()
        });
        block::write(&mut builder, &[title])?;
        builder.blank()?;
    }
    block::write(&mut builder, &page.blocks)?;
    if page.counts.pictures > 0 && !builder.has_text() {
        return Err(ReadError::NoText {
            file: source.file.to_owned(),
            pages: 1,
        });
    }
    warn(&mut builder, page.counts);
    builder.finish(Find {
        headings: true,
        tables: true,
    })
}

/// The blocks of a page within another format.
pub(super) fn blocks(source: Source<'_>, text: &str) -> Result<Page, ReadError> {
    walk::walk(source, text)
}

/// Tells what of a page is not shown.
pub(super) fn warn(builder: &mut Builder<'_>, counts: Counts) {
    let told = [
        (counts.hidden, "character(s) of hidden text were left out."),
        (counts.pictures, "picture(s) were not read."),
        (
            counts.embedded,
            "embedded frame(s) or object(s) were not read.",
        ),
    ];
    for (count, told) in told {
        if count > 0 {
            builder.warn(format!("{count} {told}"));
        }
    }
}

/// Whether the page itself says its title.
fn repeats(page: &Page) -> bool {
    page.blocks.iter().take(20).any(|block| match block {
        Block::Paragraph(paragraph) => paragraph.text.trim() == page.title,
        Block::Table(_) => false,
    })
}

/// How far the declaration of an encoding may stand, as browsers have it.
const DECLARATION_WINDOW: usize = 1024;

fn decode(
    source: Source<'_>,
    bytes: &[u8],
    warnings: &mut Vec<String>,
) -> Result<String, ReadError> {
    let marked = Encoding::for_bom(bytes).is_some();
    let declared = declared(bytes);
    if !marked && let Some(encoding) = declared.filter(|encoding| *encoding != encoding_rs::UTF_8) {
        let (text, bad) = encoding.decode_without_bom_handling(bytes);
        if bad {
            warnings.push(format!(
                "Some characters are not in the declared encoding ({}) and are lost.",
                encoding.name()
            ));
        }
        return Ok(text.into_owned());
    }
    text::decode(source.file, bytes, warnings)
}

/// The encoding that the page declares for itself.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..DECLARATION_WINDOW).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let behind = |mark: &str| head.split_once(mark).map(|(_, rest)| rest.to_owned());
    let rest = behind("charset=").or_else(|| {
        behind("<?xml").and_then(|xml| xml.split_once("encoding=").map(|(_, rest)| rest.to_owned()))
    })?;
    let label: String = rest
        .trim_start_matches(['"', '\'', ' '])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'))
        .collect();
    let encoding = Encoding::for_label(label.as_bytes())?;
    // A page that says UTF-16 in bytes that could be read so far is not.
    let wide = encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE;
    (!wide).then_some(encoding)
}
