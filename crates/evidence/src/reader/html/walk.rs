//! Tokens -> blocks.

use super::element::{
    Attributes, BLOCKS, UNREAD, VOID, closes_paragraph, heading_level, is_hidden, is_seen,
};
use super::hidden::Skip;
use super::page::{Counts, Page};
use super::table::{self, MAX_COLUMN_SPAN, MAX_ROW_SPAN, TallCell, TallRow};
use crate::reader::block::{Block, BlockCell, Paragraph};
use crate::reader::error::ReadError;
use crate::reader::source::Source;
use crate::reader::word::number;
use html5gum::{Token, Tokenizer};

pub(super) fn walk(source: Source<'_>, text: &str) -> Result<Page, ReadError> {
    let mut walker = Walker {
        source,
        title: String::new(),
        blocks: Vec::new(),
        counts: Counts::default(),
        open: Vec::new(),
        text: String::new(),
        label: None,
        skip: None,
        raised: false,
        in_title: false,
    };
    for Ok(token) in Tokenizer::new(text) {
        walker.token(token)?;
    }
    walker.close(0)?;
    walker.flush();
    Ok(Page {
        title: walker
            .title
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        blocks: walker.blocks,
        counts: walker.counts,
    })
}

/// An open element.
struct Open {
    name: String,
    kind: Kind,
}

enum Kind {
    Plain,
    Heading(u8),
    Preformatted,
    /// How its items are numbered; none for bullets.
    List(Option<Counter>),
    Item,
    Table(Vec<TallRow>, bool),
    Row(TallRow),
    Cell(TallCell),
    /// Texts of the choices, and whether each is chosen.
    Select(Vec<(bool, String)>),
}

struct Counter {
    next: u32,
    format: &'static str,
}

struct Walker<'a> {
    source: Source<'a>,
    title: String,
    /// Outside of all cells.
    blocks: Vec<Block>,
    counts: Counts,
    open: Vec<Open>,
    /// The paragraph that is being read.
    text: String,
    /// The number or bullet of the item that has begun.
    label: Option<String>,
    skip: Option<Skip>,
    /// A superscript has begun.
    raised: bool,
    in_title: bool,
}

impl Walker<'_> {
    fn token(&mut self, token: Token) -> Result<(), ReadError> {
        match token {
            Token::StartTag(tag) => {
                let name = lossy(&tag.name);
                let attributes = tag
                    .attributes
                    .iter()
                    .map(|(key, value)| (lossy(key), lossy(value)))
                    .collect();
                self.start(&name, &attributes)
            }
            Token::EndTag(tag) => self.end(&lossy(&tag.name)),
            Token::String(text) => {
                self.string(&lossy(&text));
                Ok(())
            }
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => Ok(()),
        }
    }

    fn start(&mut self, name: &str, attributes: &Attributes) -> Result<(), ReadError> {
        if let Some(skip) = &mut self.skip {
            if !skip.start(name) {
                return Ok(());
            }
            self.skip = None;
        }
        if UNREAD.contains(&name) {
            self.counts.embedded +=
                u64::from(matches!(name, "iframe" | "object" | "embed" | "applet"));
            self.counts.pictures += u64::from(matches!(name, "svg" | "canvas"));
            if !VOID.contains(&name) {
                self.skip = Some(Skip::new(name, false));
            }
            return Ok(());
        }
        if !VOID.contains(&name) && is_hidden(attributes) {
            self.skip = Some(Skip::new(name, true));
            return Ok(());
        }
        match name {
            "br" => self.text.push('\n'),
            "wbr" | "body" | "html" => {}
            "img" => self.counts.pictures += u64::from(is_seen(attributes)),
            "input" => self.input(attributes),
            "title" => self.in_title = true,
            "sup" => self.raised = true,
            "td" | "th" => self.cell(name, attributes)?,
            "option" => self.choice(attributes),
            _ => self.block(name, attributes)?,
        }
        Ok(())
    }

    fn block(&mut self, name: &str, attributes: &Attributes) -> Result<(), ReadError> {
        let kind = match name {
            "hr" => {
                self.flush();
                return Ok(());
            }
            "select" => Kind::Select(Vec::new()),
            "pre" | "listing" | "xmp" | "textarea" => Kind::Preformatted,
            "ul" | "menu" | "dir" => Kind::List(None),
            "ol" => Kind::List(Some(counter(attributes))),
            "li" => return self.item(attributes),
            "table" => Kind::Table(Vec::new(), false),
            "caption" => Kind::Plain,
            "thead" | "tbody" | "tfoot" => return self.head(name == "thead"),
            "tr" => return self.row(),
            _ => match heading_level(name) {
                Some(level) => Kind::Heading(level),
                None if BLOCKS.contains(&name) => Kind::Plain,
                // Inline: nothing to remember.
                None => return Ok(()),
            },
        };
        if !matches!(kind, Kind::Select(_)) {
            self.flush();
            self.end_implied(name)?;
        }
        self.push(name, kind)
    }

    /// Ends what a start tag ends without saying so.
    fn end_implied(&mut self, name: &str) -> Result<(), ReadError> {
        let ends: &[&str] = match name {
            "dt" | "dd" => &["dt", "dd"],
            _ => &[],
        };
        let scope = self.scope();
        let open = |open: &Open| {
            open.name == "p" && closes_paragraph(name) || ends.contains(&open.name.as_str())
        };
        if let Some(at) = self.open.iter().skip(scope).rposition(open) {
            // Only what stands innermost, but for paragraphs.
            self.close(scope + at)?;
        }
        Ok(())
    }

    fn push(&mut self, name: &str, kind: Kind) -> Result<(), ReadError> {
        let limit = self.source.limits.max_depth as usize;
        if self.open.len() >= limit {
            let given = self.open.len() as u64 + 1;
            return Err(self
                .source
                .too_large("levels of nesting", given, limit as u64));
        }
        self.open.push(Open {
            name: name.to_owned(),
            kind,
        });
        Ok(())
    }

    fn item(&mut self, attributes: &Attributes) -> Result<(), ReadError> {
        self.flush();
        self.end_implied("li")?;
        let scope = self.scope();
        let list = self
            .open
            .iter()
            .rposition(|open| matches!(open.kind, Kind::List(_)));
        let list = list.filter(|at| *at >= scope);
        let item = self
            .open
            .iter()
            .rposition(|open| matches!(open.kind, Kind::Item));
        if let Some(item) = item.filter(|at| *at >= scope && list.is_none_or(|list| *at > list)) {
            self.close(item)?;
        }
        let label = match list
            .and_then(|at| self.open.get_mut(at))
            .map(|open| &mut open.kind)
        {
            Some(Kind::List(Some(counter))) => {
                let value = attributes.get("value").and_then(|value| value.parse().ok());
                let count = value.unwrap_or(counter.next);
                counter.next = count.saturating_add(1);
                let number = number(count, counter.format).unwrap_or_else(|| count.to_string());
                format!("{number}.")
            }
            _ => "•".to_owned(),
        };
        self.push("li", Kind::Item)?;
        self.label = Some(label);
        Ok(())
    }

    /// Index of the innermost open table.
    fn nearest_table(&self) -> Option<usize> {
        self.open
            .iter()
            .rposition(|open| matches!(open.kind, Kind::Table(..)))
    }

    /// Index behind the innermost open cell: what is open before it is not
    /// ended by what stands in it.
    fn scope(&self) -> usize {
        let cell = self
            .open
            .iter()
            .rposition(|open| matches!(open.kind, Kind::Cell(_)));
        cell.map_or(0, |at| at + 1)
    }

    /// Rows of the innermost table are from here on in its head, or not.
    fn head(&mut self, begins: bool) -> Result<(), ReadError> {
        let Some(at) = self.nearest_table() else {
            return Ok(());
        };
        self.close(at + 1)?;
        if let Some(Kind::Table(_, head)) = self.open.last_mut().map(|open| &mut open.kind) {
            *head = begins;
        }
        Ok(())
    }

    fn row(&mut self) -> Result<(), ReadError> {
        let Some(table) = self.nearest_table() else {
            self.flush();
            return Ok(());
        };
        self.close(table + 1)?;
        let head = match self.open.get(table).map(|open| &open.kind) {
            Some(Kind::Table(_, head)) => *head,
            _ => false,
        };
        self.push(
            "tr",
            Kind::Row(TallRow {
                cells: Vec::new(),
                head,
            }),
        )
    }

    fn cell(&mut self, name: &str, attributes: &Attributes) -> Result<(), ReadError> {
        let Some(table) = self.nearest_table() else {
            self.flush();
            return Ok(());
        };
        let row = self
            .open
            .get(table + 1)
            .is_some_and(|open| matches!(open.kind, Kind::Row(_)));
        if row {
            self.close(table + 2)?;
        } else {
            self.row()?;
        }
        let span = |name: &str, most: u32| {
            let span = attributes
                .get(name)
                .and_then(|span| span.trim().parse().ok());
            span.unwrap_or(1_u32).clamp(1, most)
        };
        self.push(
            name,
            Kind::Cell(TallCell {
                cell: BlockCell {
                    blocks: Vec::new(),
                    span: span("colspan", MAX_COLUMN_SPAN),
                    continues: false,
                },
                rows: span("rowspan", MAX_ROW_SPAN),
                heading: name == "th",
            }),
        )
    }

    fn input(&mut self, attributes: &Attributes) {
        let kind = attributes.get("type").map_or("text", String::as_str);
        match kind.to_ascii_lowercase().as_str() {
            "hidden" | "password" | "image" | "file" => {}
            "checkbox" | "radio" => {
                let mark = if attributes.contains_key("checked") {
                    "☒"
                } else {
                    "☐"
                };
                self.string(mark);
            }
            _ => {
                if let Some(value) = attributes.get("value") {
                    self.string(value);
                }
            }
        }
    }

    fn choice(&mut self, attributes: &Attributes) {
        if let Some(Kind::Select(choices)) = self.open.last_mut().map(|open| &mut open.kind) {
            choices.push((attributes.contains_key("selected"), String::new()));
        }
    }

    fn end(&mut self, name: &str) -> Result<(), ReadError> {
        if let Some(skip) = &mut self.skip {
            match skip.end(name) {
                Some(ends) => {
                    if ends {
                        self.skip = None;
                    }
                    return Ok(());
                }
                // It ends something around what is passed over.
                None if self.open.iter().any(|open| open.name == name) => self.skip = None,
                None => return Ok(()),
            }
        }
        match name {
            "title" => self.in_title = false,
            "sup" => self.raised = false,
            "br" => self.text.push('\n'),
            "thead" => self.head(false)?,
            _ => {}
        }
        let scope = match name {
            "table" | "tr" | "td" | "th" | "tbody" | "thead" | "tfoot" | "caption" => {
                self.nearest_table().unwrap_or(0)
            }
            _ => self.scope(),
        };
        let is_heading = heading_level(name).is_some();
        let matching =
            |open: &Open| open.name == name || is_heading && matches!(open.kind, Kind::Heading(_));
        let found = self.open.iter().skip(scope).rposition(matching);
        if let Some(at) = found {
            return self.close(scope + at);
        }
        if closes_paragraph(name) {
            self.flush();
        }
        Ok(())
    }

    /// Ends all open elements from this one on.
    fn close(&mut self, from: usize) -> Result<(), ReadError> {
        if self.open.len() <= from {
            return Ok(());
        }
        let inline = from + 1 == self.open.len()
            && matches!(
                self.open.last().map(|open| &open.kind),
                Some(Kind::Select(_))
            );
        if !inline {
            self.flush();
        }
        while self.open.len() > from {
            let Some(open) = self.open.pop() else { break };
            match open.kind {
                Kind::Cell(cell) => {
                    if let Some(Kind::Row(row)) = self.open.last_mut().map(|open| &mut open.kind) {
                        row.cells.push(cell);
                    }
                }
                Kind::Row(row) => {
                    if let Some(Kind::Table(rows, _)) =
                        self.open.last_mut().map(|open| &mut open.kind)
                    {
                        rows.push(row);
                    }
                }
                Kind::Table(rows, _) => {
                    let rows = table::rows(self.source, rows)?;
                    self.target().push(Block::Table(rows));
                }
                Kind::Select(choices) => {
                    let chosen = choices
                        .iter()
                        .find(|(chosen, _)| *chosen)
                        .or(choices.first());
                    if let Some((_, text)) = chosen {
                        self.string(text);
                    }
                }
                Kind::Item => self.label = None,
                _ => {}
            }
        }
        Ok(())
    }

    /// Where blocks go: the innermost cell, or the page.
    fn target(&mut self) -> &mut Vec<Block> {
        let cell = self
            .open
            .iter_mut()
            .rev()
            .find_map(|open| match &mut open.kind {
                Kind::Cell(cell) => Some(&mut cell.cell.blocks),
                _ => None,
            });
        cell.unwrap_or(&mut self.blocks)
    }

    fn string(&mut self, text: &str) {
        if let Some(skip) = &self.skip {
            if skip.counts {
                let seen = text.chars().filter(|c| !c.is_whitespace()).count();
                self.counts.hidden += seen as u64;
            }
            return;
        }
        if self.in_title {
            self.title.push_str(text);
            return;
        }
        if let Some(Kind::Select(choices)) = self.open.last_mut().map(|open| &mut open.kind) {
            if let Some((_, choice)) = choices.last_mut() {
                choice.push_str(text);
            }
            return;
        }
        if std::mem::take(&mut self.raised)
            && text.starts_with(|c: char| c.is_ascii_digit())
            && self.text.ends_with(char::is_alphanumeric)
        {
            // 10 to the 6th, or a note to a figure: not 106.
            self.text.push('^');
        }
        let scope = self.scope();
        let verbatim = self
            .open
            .iter()
            .skip(scope)
            .any(|open| matches!(open.kind, Kind::Preformatted));
        if verbatim {
            self.text.push_str(text);
            return;
        }
        for character in text.chars() {
            if !matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                self.text.push(character);
            } else if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
                self.text.push(' ');
            }
        }
    }

    /// Ends the paragraph that is being read.
    fn flush(&mut self) {
        let scope = self.scope();
        let open = self.open.get(scope..).unwrap_or_default();
        let verbatim = open
            .iter()
            .any(|open| matches!(open.kind, Kind::Preformatted));
        let level = open.iter().rev().find_map(|open| match open.kind {
            Kind::Heading(level) => Some(level),
            _ => None,
        });
        let lists = open
            .iter()
            .filter(|open| matches!(open.kind, Kind::List(_)))
            .count();
        let item = open.iter().any(|open| {
            matches!(open.kind, Kind::Item) || matches!(open.name.as_str(), "dt" | "dd")
        });
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        let label = self.label.take();
        let text = match label {
            Some(label) => format!("{label} {}", text.trim_start()),
            None => text,
        };
        self.target().push(Block::Paragraph(Paragraph {
            text,
            level,
            tight: item && level.is_none(),
            indent: lists.saturating_sub(1) * 2,
            verbatim,
            style: None,
        }));
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn counter(attributes: &Attributes) -> Counter {
    let start = attributes.get("start").and_then(|start| start.parse().ok());
    let format = match attributes.get("type").map(String::as_str) {
        Some("a") => "lowerLetter",
        Some("A") => "upperLetter",
        Some("i") => "lowerRoman",
        Some("I") => "upperRoman",
        _ => "decimal",
    };
    Counter {
        next: start.unwrap_or(1),
        format,
    }
}
