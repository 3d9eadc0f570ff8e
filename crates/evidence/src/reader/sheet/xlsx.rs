//! XLSX: the workbook, its shared strings and styles, its sheets.

use super::format::{NumberFormat, display};
use super::workbook::{Budget, Counts, Merge, Run, Sheet, SheetRow, Workbook};
use crate::reader::error::ReadError;
use crate::reader::office::package::{Package, Relation};
use crate::reader::office::xml::{self, Element, Event, Walker};
use crate::reader::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// Columns and rows of the largest sheet.
const MAX_COLUMNS: u32 = 16_384;
const MAX_ROWS: u64 = 1_048_576;

pub(super) fn read(source: Source<'_>, bytes: &[u8]) -> Result<Workbook, ReadError> {
    let mut package = Package::open(source, bytes)?;
    let main = package
        .relations("")?
        .into_iter()
        .find(|relation| relation.kind == "officeDocument")
        .map_or_else(|| "xl/workbook.xml".to_owned(), |found| found.target);
    let workbook = xml::parse(source, &package.required(&main)?)?;
    let relations = package.relations(&main)?;
    let target = |kind: &str| {
        let found = relations.iter().find(|relation| relation.kind == kind);
        found.map(|relation| relation.target.clone())
    };
    let strings = match target("sharedStrings") {
        Some(part) => shared_strings(source, &package.text(&part)?.unwrap_or_default())?,
        None => Vec::new(),
    };
    let formats = match target("styles") {
        Some(part) => formats(source, package.text(&part)?)?,
        None => Vec::new(),
    };
    let date_1904 = workbook
        .child("workbookPr")
        .and_then(|properties| properties.get("date1904"))
        .is_some_and(is_on);
    let mut book = Book {
        source,
        strings,
        formats,
        date_1904,
        counts: Counts::default(),
        budget: Budget::of(source, bytes.len()),
    };
    let sheets = book.sheets(&mut package, &workbook, &relations)?;
    book.counts.macros = package.names().any(|name| name.ends_with("vbaproject.bin"));
    let is_drawing =
        |name: &&str| name.starts_with("xl/charts/chart") || name.starts_with("xl/media/");
    book.counts.drawings += package.names().filter(is_drawing).count() as u64;
    Ok(Workbook {
        sheets,
        counts: book.counts,
    })
}

fn is_on(value: &str) -> bool {
    matches!(value, "1" | "true" | "on")
}

/// What all sheets share.
struct Book<'a> {
    source: Source<'a>,
    strings: Vec<String>,
    /// By the cell's style.
    formats: Vec<NumberFormat>,
    date_1904: bool,
    counts: Counts,
    /// Of the text that cells are given.
    budget: Budget<'a>,
}

impl Book<'_> {
    fn sheets(
        &mut self,
        package: &mut Package<'_>,
        workbook: &Element,
        relations: &[Relation],
    ) -> Result<Vec<Sheet>, ReadError> {
        let mut sheets = Vec::new();
        let listed = workbook.child("sheets");
        for entry in listed.into_iter().flat_map(Element::elements) {
            if entry.get("state").is_some_and(|state| state != "visible") {
                self.counts.sheets += 1;
                continue;
            }
            let id = entry.get("id").unwrap_or_default();
            let relation = relations.iter().find(|relation| relation.id == id);
            let Some(relation) = relation.filter(|relation| relation.kind == "worksheet") else {
                self.counts.drawings += 1;
                continue;
            };
            let text = package.required(&relation.target)?;
            let mut sheet = self.sheet(&text)?;
            entry
                .get("name")
                .unwrap_or_default()
                .clone_into(&mut sheet.name);
            for part in package.relations(&relation.target)? {
                if part.kind == "comments"
                    && let Some(text) = package.text(&part.target)?
                {
                    self.counts.comments += xml::parse(self.source, &text)?.count("comment");
                }
            }
            sheets.push(sheet);
        }
        Ok(sheets)
    }

    fn sheet(&mut self, text: &str) -> Result<Sheet, ReadError> {
        let mut sheet = Sheet::default();
        let mut hidden: Vec<(u32, u32)> = Vec::new();
        let mut hidden_used = BTreeSet::new();
        let mut walker = Walker::new(self.source, text);
        let mut next_row = 0;
        let mut run = Run::default();
        while let Some(event) = walker.next()? {
            let Event::Start(tag) = event else { continue };
            match tag.name() {
                "col" if tag.get("hidden").is_some_and(|value| is_on(&value)) => {
                    let bound = |name| tag.get(name).and_then(|value| value.parse::<u32>().ok());
                    if let (Some(min @ 1..), Some(max)) = (bound("min"), bound("max")) {
                        hidden.push((min - 1, max.saturating_sub(1)));
                    }
                }
                "row" => {
                    let index = tag
                        .get("r")
                        .and_then(|row| row.parse::<u64>().ok())
                        .map_or(next_row, |row| row.saturating_sub(1));
                    // Rows come in order; one that does not is damage.
                    if index < next_row || index >= MAX_ROWS {
                        return Err(self.source.damaged("the rows of a sheet are out of order"));
                    }
                    next_row = index + 1;
                    let is_hidden = tag.get("hidden").is_some_and(|value| is_on(&value));
                    let mut cells = self.row(&mut walker)?;
                    if is_hidden {
                        run.hidden(index, 1);
                        self.counts.rows += u64::from(!cells.is_empty());
                        continue;
                    }
                    cells.retain(|(column, _)| {
                        let within = |range: &(u32, u32)| (range.0..=range.1).contains(column);
                        let shown = !hidden.iter().any(within);
                        if !shown {
                            hidden_used.insert(*column);
                        }
                        shown
                    });
                    if !cells.is_empty() {
                        sheet.rows.push(SheetRow {
                            index,
                            follows: run.follows(index),
                            cells,
                        });
                    }
                }
                "mergeCell" => sheet
                    .merges
                    .extend(tag.get("ref").and_then(|range| merge(&range))),
                _ => {}
            }
        }
        self.counts.columns += hidden_used.len() as u64;
        Ok(sheet)
    }

    /// The cells of the row whose start was just met.
    fn row(&mut self, walker: &mut Walker<'_>) -> Result<Vec<(u32, String)>, ReadError> {
        let mut cells: BTreeMap<u32, String> = BTreeMap::new();
        let mut next = 0;
        while let Some(event) = walker.next()? {
            match event {
                Event::Start(tag) if tag.name() == "c" => {
                    let column = tag.get("r").and_then(|name| column(&name)).unwrap_or(next);
                    next = column.saturating_add(1);
                    let cell = walker.tree(&tag)?;
                    let text = self.cell(&cell);
                    if column < MAX_COLUMNS && !text.trim().is_empty() {
                        self.budget.spend(&text, 1)?;
                        cells.insert(column, text);
                    }
                }
                Event::Start(_) => walker.skip()?,
                Event::End => break,
                Event::Text(_) => {}
            }
        }
        Ok(cells.into_iter().collect())
    }

    /// What a cell shows.
    fn cell(&mut self, cell: &Element) -> String {
        let kind = cell.get("t").unwrap_or("n");
        if kind == "inlineStr" {
            return cell.child("is").map(rich_text).unwrap_or_default();
        }
        let Some(value) = cell
            .child("v")
            .map(Element::text)
            .filter(|value| !value.is_empty())
        else {
            // A formula that results in no text stores an empty one.
            let unset = cell.child("f").is_some() && kind != "str";
            self.counts.formulas += u64::from(unset);
            return String::new();
        };
        match kind {
            "s" => {
                let index = value.trim().parse::<usize>().ok();
                index
                    .and_then(|index| self.strings.get(index))
                    .cloned()
                    .unwrap_or_default()
            }
            "b" => if value.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned(),
            "n" => {
                let style = cell.get("s").and_then(|style| style.parse::<usize>().ok());
                let format = self.formats.get(style.unwrap_or(0));
                match value.trim().parse::<f64>() {
                    Ok(number) if number.is_finite() => display(number, format, self.date_1904),
                    _ => value,
                }
            }
            _ => value,
        }
    }
}

/// `B7` -> 1.
fn column(name: &str) -> Option<u32> {
    let mut column = 0_u32;
    for byte in name.bytes().take_while(u8::is_ascii_alphabetic) {
        let digit = u32::from(byte.to_ascii_uppercase() - b'A') + 1;
        column = column.checked_mul(26)?.checked_add(digit)?;
    }
    column.checked_sub(1)
}

fn row(name: &str) -> Option<u64> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    digits.parse::<u64>().ok()?.checked_sub(1)
}

/// `A1:C2`.
fn merge(range: &str) -> Option<Merge> {
    let (from, to) = range.split_once(':')?;
    let merge = Merge {
        rows: (row(from)?, row(to)?),
        columns: (column(from)?, column(to)?),
    };
    (merge.rows.0 <= merge.rows.1 && merge.columns.0 <= merge.columns.1).then_some(merge)
}

/// Text in runs, without the reading aids of East Asian scripts.
fn rich_text(element: &Element) -> String {
    element
        .elements()
        .map(|child| match child.name.as_str() {
            "t" => child.text(),
            "r" => child.child("t").map(Element::text).unwrap_or_default(),
            _ => String::new(),
        })
        .collect()
}

fn shared_strings(source: Source<'_>, text: &str) -> Result<Vec<String>, ReadError> {
    let mut strings = Vec::new();
    let mut walker = Walker::new(source, text);
    while let Some(event) = walker.next()? {
        if let Event::Start(tag) = event
            && tag.name() == "si"
        {
            let item = walker.tree(&tag)?;
            strings.push(rich_text(&item));
        }
    }
    Ok(strings)
}

/// The number format of each cell style.
fn formats(source: Source<'_>, part: Option<String>) -> Result<Vec<NumberFormat>, ReadError> {
    let Some(part) = part else {
        return Ok(Vec::new());
    };
    let styles = xml::parse(source, &part)?;
    let own: BTreeMap<u32, &str> = styles
        .child("numFmts")
        .into_iter()
        .flat_map(Element::elements)
        .filter_map(|format| {
            Some((
                format.get("numFmtId")?.parse().ok()?,
                format.get("formatCode")?,
            ))
        })
        .collect();
    let cells = styles
        .child("cellXfs")
        .into_iter()
        .flat_map(Element::elements);
    Ok(cells
        .map(|style| {
            let id = style
                .get("numFmtId")
                .and_then(|id| id.parse().ok())
                .unwrap_or(0);
            NumberFormat::new(id, own.get(&id).copied())
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_of_cells() {
        assert_eq!((column("A1"), row("A1")), (Some(0), Some(0)));
        assert_eq!(
            (column("XFD1048576"), row("XFD1048576")),
            (Some(16_383), Some(1_048_575))
        );
        assert_eq!(
            (column("7"), column("ZZZZZZZZ9"), row("A0")),
            (None, None, None)
        );
        assert!(merge("B2:A1").is_none() && merge("A1").is_none());
    }
}
