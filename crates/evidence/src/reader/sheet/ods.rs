//! ODS: each cell holds the text that it shows.

use super::workbook::{Budget, Counts, Merge, Run, Sheet, SheetRow, Workbook};
use crate::reader::error::ReadError;
use crate::reader::office::package::Package;
use crate::reader::office::xml::{Element, Event, Node, Tag, Walker};
use crate::reader::source::Source;
use std::collections::BTreeSet;

/// Rows and columns of the largest sheet.
const MAX_ROWS: u64 = 1_048_576;
const MAX_COLUMNS: u32 = 16_384;

pub(super) fn read(source: Source<'_>, bytes: &[u8]) -> Result<Workbook, ReadError> {
    let mut package = Package::open(source, bytes)?;
    let manifest = package.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(ReadError::Encrypted {
            file: source.file.to_owned(),
            format: "OpenDocument file",
        });
    }
    let content = package.required("content.xml")?;
    let mut reader = Reader {
        counts: Counts::default(),
        hidden_tables: BTreeSet::new(),
        budget: Budget::of(source, bytes.len()),
    };
    let mut sheets = Vec::new();
    let mut walker = Walker::new(source, &content);
    while let Some(event) = walker.next()? {
        let Event::Start(tag) = event else { continue };
        match tag.name() {
            "style" if tag.get("family").as_deref() == Some("table") => {
                let style = walker.tree(&tag)?;
                let display = style
                    .child("table-properties")
                    .and_then(|p| p.get("display"));
                if display == Some("false") {
                    reader
                        .hidden_tables
                        .extend(style.get("name").map(str::to_owned));
                }
            }
            "table" => sheets.extend(reader.table(&tag, &mut walker)?),
            _ => {}
        }
    }
    Ok(Workbook {
        sheets,
        counts: reader.counts,
    })
}

struct Reader<'a> {
    counts: Counts,
    /// Styles that hide a sheet.
    hidden_tables: BTreeSet<String>,
    budget: Budget<'a>,
}

/// Where a sheet's reading stands.
#[derive(Default)]
struct Place {
    row: u64,
    /// Column widths that are hidden, by first column and behind the last.
    hidden: Vec<(u32, u32)>,
    columns: u32,
    hidden_used: BTreeSet<u32>,
    run: Run,
}

impl Reader<'_> {
    fn table(
        &mut self,
        tag: &Tag<'_>,
        walker: &mut Walker<'_>,
    ) -> Result<Option<Sheet>, ReadError> {
        let style = tag.get("style-name").unwrap_or_default();
        if self.hidden_tables.contains(&style) {
            self.counts.sheets += 1;
            walker.skip()?;
            return Ok(None);
        }
        let mut sheet = Sheet {
            name: tag.get("name").unwrap_or_default(),
            ..Sheet::default()
        };
        let mut place = Place::default();
        let mut open = 1_u32;
        while open > 0 {
            match walker.next()? {
                Some(Event::Start(tag)) => match tag.name() {
                    "table-row" => self.row(&tag, walker, &mut place, &mut sheet)?,
                    "table-column" => {
                        let first = place.columns;
                        place.columns =
                            first.saturating_add(repeated(&tag, "number-columns-repeated"));
                        if is_hidden(&tag) {
                            place.hidden.push((first, place.columns));
                        }
                        open += 1;
                    }
                    "shapes" => {
                        self.counts.drawings += 1;
                        walker.skip()?;
                    }
                    // A sheet's cache of another document.
                    "table" => walker.skip()?,
                    _ => open += 1,
                },
                Some(Event::End) => open -= 1,
                Some(Event::Text(_)) => {}
                None => break,
            }
        }
        self.counts.columns += place.hidden_used.len() as u64;
        Ok(Some(sheet))
    }

    fn row(
        &mut self,
        tag: &Tag<'_>,
        walker: &mut Walker<'_>,
        place: &mut Place,
        sheet: &mut Sheet,
    ) -> Result<(), ReadError> {
        let times = u64::from(repeated(tag, "number-rows-repeated"));
        let hidden = is_hidden(tag);
        let row = walker.tree(tag)?;
        let mut cells: Vec<(u32, String)> = Vec::new();
        let mut column = 0_u32;
        for cell in row.elements() {
            let number = |name: &str| cell.get(name).and_then(|n| n.parse::<u32>().ok());
            let repeat = number("number-columns-repeated").unwrap_or(1).max(1);
            let text = self.cell(cell);
            if cell.name == "table-cell" && !text.trim().is_empty() {
                let columns = column..column.saturating_add(repeat).min(MAX_COLUMNS);
                self.budget.spend(&text, columns.len() as u64)?;
                cells.extend(columns.map(|at| (at, text.clone())));
                let spans = (
                    number("number-columns-spanned").unwrap_or(1).max(1),
                    number("number-rows-spanned").unwrap_or(1).max(1),
                );
                if spans != (1, 1) {
                    sheet.merges.push(Merge {
                        rows: (place.row, place.row + u64::from(spans.1) - 1),
                        columns: (column, column.saturating_add(spans.0 - 1)),
                    });
                }
            }
            column = column.saturating_add(repeat);
        }
        let index = place.row;
        place.row = place.row.saturating_add(times);
        if hidden {
            place.run.hidden(index, times);
            self.counts.rows += if cells.is_empty() { 0 } else { times };
            return Ok(());
        }
        cells.retain(|(column, _)| {
            let within = |range: &(u32, u32)| (range.0..range.1).contains(column);
            let shown = !place.hidden.iter().any(within);
            if !shown {
                place.hidden_used.insert(*column);
            }
            shown
        });
        if cells.is_empty() {
            return Ok(());
        }
        let rows = index..index.saturating_add(times).min(MAX_ROWS);
        // The first of them was counted as it was read.
        let more = rows.end.saturating_sub(rows.start).saturating_sub(1);
        for (_, text) in &cells {
            self.budget.spend(text, more)?;
        }
        for index in rows {
            sheet.rows.push(SheetRow {
                index,
                follows: place.run.follows(index),
                cells: cells.clone(),
            });
        }
        Ok(())
    }

    /// The paragraphs of a cell.
    fn cell(&mut self, cell: &Element) -> String {
        let mut paragraphs = Vec::new();
        for child in cell.elements() {
            match child.name.as_str() {
                "p" | "h" => {
                    let mut text = String::new();
                    words(child, &mut text);
                    paragraphs.push(text);
                }
                "annotation" => self.counts.comments += 1,
                "frame" | "shapes" => self.counts.drawings += 1,
                _ => {}
            }
        }
        paragraphs.join("\n")
    }
}

fn words(element: &Element, text: &mut String) {
    for child in &element.children {
        match child {
            Node::Text(words) => text.push_str(words),
            Node::Element(child) => match child.name.as_str() {
                "s" => text.push(' '),
                "tab" => text.push('\t'),
                "line-break" => text.push('\n'),
                "annotation" | "ruby-text" => {}
                _ => words(child, text),
            },
        }
    }
}

fn repeated(tag: &Tag<'_>, name: &str) -> u32 {
    tag.get(name)
        .and_then(|times| times.parse().ok())
        .unwrap_or(1)
        .max(1)
}

fn is_hidden(tag: &Tag<'_>) -> bool {
    tag.get("visibility")
        .is_some_and(|value| value != "visible")
}
