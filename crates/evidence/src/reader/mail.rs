//! Mails (RFC 5322 and MIME), as mail programs save them.
//!
//! First the header as a reader sees it, From, To, Cc, Date and Subject, a
//! line each; the subject is the heading of the mail's section. Then the
//! text: plain text where the mail has it, else its HTML. Attached mails
//! follow as sections of their own, a level deeper; other attachments are
//! listed by name and size and not read.
//!
//! `mail-parser` reads the headers and undoes the transfer encodings. The
//! parts are split here, since how deep they nest is the sender's choice.

mod part;

use super::block::{self, Block};
use super::body::Body;
use super::build::{Builder, Find};
use super::error::ReadError;
use super::html;
use super::source::Source;
use mail_parser::{Address, HeaderValue};
use part::{Content, Part};

/// Levels of parts in parts; real mails stay under ten.
const MAX_LEVELS: u32 = 50;

/// Characters up to which a line of plain text stays as it is.
const MAX_PLAIN_LINE: usize = 200;

pub(super) fn read(source: Source<'_>, bytes: &[u8]) -> Result<Body, ReadError> {
    // The separator line of a mailbox file belongs to no mail.
    let bytes = match bytes.strip_prefix(b"From ") {
        Some(rest) => part::behind_line(rest),
        None => bytes,
    };
    let mut reader = Reader {
        builder: Builder::new(source),
        source,
        parts: 0,
        attachments: 0,
        encrypted: 0,
        bad_text: false,
        html: html::Counts::default(),
    };
    reader.message(bytes, 1, 0)?;
    reader.finish()
}

struct Reader<'a> {
    builder: Builder<'a>,
    source: Source<'a>,
    parts: u64,
    attachments: u64,
    encrypted: u64,
    /// Some text was not in the encoding that it declared.
    bad_text: bool,
    html: html::Counts,
}

impl Reader<'_> {
    /// A mail, at a level of sections and of nesting.
    fn message(&mut self, bytes: &[u8], level: u8, depth: u32) -> Result<(), ReadError> {
        let part = Part::read(bytes);
        self.headers(&part, level)?;
        self.part(&part, level, depth)
    }

    fn headers(&mut self, part: &Part<'_>, level: u8) -> Result<(), ReadError> {
        for name in ["From", "To", "Cc", "Date", "Subject"] {
            let value = match name {
                "Date" => part.raw(name),
                _ => part.header(name).map(|value| shown(&value)),
            };
            let value = value.unwrap_or_default();
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            if value.is_empty() {
                continue;
            }
            let range = self
                .builder
                .paragraph(&format!("{name}: {value}"), 0, None)?;
            if let (Some((line, _)), "Subject") = (range, name) {
                self.builder.heading(line, level, &value);
            }
        }
        self.builder.blank()
    }

    fn part(&mut self, part: &Part<'_>, level: u8, depth: u32) -> Result<(), ReadError> {
        let most = MAX_LEVELS.min(self.source.limits.max_depth);
        if depth > most {
            let (given, limit) = (u64::from(depth), u64::from(most));
            return Err(self.source.too_large("levels of nesting", given, limit));
        }
        match part.content(self.source.limits.max_parts as usize) {
            Content::Alternatives(parts) => {
                self.count(parts.len())?;
                let plain = parts.iter().find(|part| part.has_plain_text());
                let chosen = plain.or_else(|| {
                    parts
                        .iter()
                        .rev()
                        .find(|part| !part.is_attachment() && part.is_readable())
                });
                match chosen {
                    Some(part) => self.part(part, level, depth + 1),
                    None => Ok(()),
                }
            }
            Content::Parts(parts) => {
                self.count(parts.len())?;
                parts
                    .iter()
                    .try_for_each(|part| self.part(part, level, depth + 1))
            }
            Content::Message(bytes) => {
                self.builder.blank()?;
                self.builder.line("Attached message:", None)?;
                self.message(&bytes, level.saturating_add(1).min(9), depth + 1)
            }
            Content::Plain(text) => {
                self.bad_text |= text.bad;
                self.plain(&text.text)
            }
            Content::Html(text) => {
                self.bad_text |= text.bad;
                self.html(&text.text, level)
            }
            Content::Picture => {
                self.html.pictures += 1;
                Ok(())
            }
            Content::Encrypted => {
                self.encrypted += 1;
                Ok(())
            }
            Content::Attachment { name, size } => {
                self.attachments += 1;
                self.builder
                    .paragraph(
                        &format!("Attachment: {name} ({})", size_shown(size)),
                        0,
                        None,
                    )
                    .map(|_| ())
            }
        }
    }

    fn count(&mut self, parts: usize) -> Result<(), ReadError> {
        self.parts += parts as u64;
        let limit = u64::from(self.source.limits.max_parts);
        if self.parts > limit {
            return Err(self
                .source
                .too_large("parts of the mail", self.parts, limit));
        }
        Ok(())
    }

    fn plain(&mut self, text: &str) -> Result<(), ReadError> {
        self.builder.blank()?;
        for line in text.split('\n') {
            let line = line.trim_end();
            if line.trim().is_empty() {
                self.builder.blank()?;
            } else if line.chars().count() <= MAX_PLAIN_LINE {
                self.builder.line(line, None)?;
            } else {
                self.builder.paragraph(line, 0, None)?;
            }
        }
        self.builder.blank()
    }

    fn html(&mut self, text: &str, level: u8) -> Result<(), ReadError> {
        let mut page = html::blocks(self.source, text)?;
        lower(&mut page.blocks, level);
        self.html.hidden += page.counts.hidden;
        self.html.pictures += page.counts.pictures;
        self.html.embedded += page.counts.embedded;
        self.builder.blank()?;
        block::write(&mut self.builder, &page.blocks)?;
        self.builder.blank()
    }

    fn finish(mut self) -> Result<Body, ReadError> {
        html::warn(&mut self.builder, self.html);
        let told = [
            (
                self.attachments,
                "attachment(s) were not read; save them and import them as files of their own.",
            ),
            (self.encrypted, "encrypted part(s) could not be read."),
        ];
        for (count, told) in told {
            if count > 0 {
                self.builder.warn(format!("{count} {told}"));
            }
        }
        if self.bad_text {
            self.builder.warn(
                "Some text is not in the encoding that the mail declares; letters may be wrong.",
            );
        }
        self.builder.finish(Find {
            headings: false,
            tables: true,
        })
    }
}

/// Headings within a mail stand below its subject.
fn lower(blocks: &mut [Block], by: u8) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => {
                paragraph.level = paragraph.level.map(|level| level.saturating_add(by));
            }
            Block::Table(rows) => {
                for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
                    lower(&mut cell.blocks, by);
                }
            }
        }
    }
}

/// A header's value as mail programs show it.
fn shown(value: &HeaderValue<'_>) -> String {
    let one = |address: &mail_parser::Addr<'_>| match (&address.name, &address.address) {
        (Some(name), Some(address)) if name.contains([',', ';']) => {
            format!("\"{name}\" <{address}>")
        }
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (Some(only), None) | (None, Some(only)) => only.to_string(),
        (None, None) => String::new(),
    };
    match value {
        HeaderValue::Address(Address::List(list)) => {
            list.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        HeaderValue::Address(Address::Group(groups)) => groups
            .iter()
            .map(|group| {
                let members = group
                    .addresses
                    .iter()
                    .map(one)
                    .collect::<Vec<_>>()
                    .join(", ");
                match &group.name {
                    Some(name) => format!("{name}: {members}"),
                    None => members,
                }
            })
            .collect::<Vec<_>>()
            .join("; "),
        HeaderValue::Text(text) => text.to_string(),
        HeaderValue::TextList(list) => list.join(", "),
        _ => String::new(),
    }
}

/// `12 KB`, as file managers show it.
fn size_shown(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{} KB", bytes.div_ceil(1_000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
