//! Tables of Markdown: rows of cells between bars, a line of dashes below the
//! headings. The lines stay as the file has them.

use super::error::ReadError;
use super::source::Source;
use crate::document::{Cell, Line, Table};

/// The tables of a file, outside of fenced code.
pub(super) fn tables(source: Source<'_>, lines: &[Line]) -> Result<Vec<Table>, ReadError> {
    let mut tables = Vec::new();
    let mut count = 0_u64;
    let mut fenced = false;
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let text = line.text.trim_start();
        if text.starts_with("```") || text.starts_with("~~~") {
            fenced = !fenced;
        }
        let rule = lines.get(index + 1).and_then(|next| rule(&next.text));
        let header = cells(line);
        if fenced || rule != Some(header.len()) || !line.text.contains('|') {
            index += 1;
            continue;
        }
        let body = lines
            .iter()
            .skip(index + 2)
            .take_while(|line| line.text.contains('|'));
        count += header.len() as u64 * (body.clone().count() as u64 + 1);
        if count > source.limits.max_cells {
            return Err(source.too_large("cells of tables", count, source.limits.max_cells));
        }
        let rows: Vec<Vec<Cell>> = std::iter::once(line)
            .chain(body)
            .map(|line| fit(cells(line), header.len(), line.number))
            .collect();
        // The line of dashes is within the table and no row of it.
        index += rows.len() + 1;
        let last_line = rows.iter().flatten().map(|cell| cell.line_end).max();
        tables.push(Table {
            first_line: line.number,
            last_line: last_line.unwrap_or(line.number).max(line.number + 1),
            header_rows: 1,
            rows,
        });
    }
    Ok(tables)
}

/// Rows of another width are cut or filled, as the format says.
fn fit(mut cells: Vec<Cell>, width: usize, line: u32) -> Vec<Cell> {
    let empty = Cell {
        text: String::new(),
        line_start: line,
        line_end: line,
    };
    cells.resize(width, empty);
    cells
}

/// Cells between bars that no backslash stands before.
fn cells(line: &Line) -> Vec<Cell> {
    let text = line.text.trim();
    let text = text.strip_prefix('|').unwrap_or(text);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for character in text.chars() {
        match (escaped, character) {
            (false, '|') => cells.push(String::new()),
            (false, '\\') => {
                escaped = true;
                continue;
            }
            (true, '|') | (false, _) => push(&mut cells, character),
            (true, _) => {
                push(&mut cells, '\\');
                push(&mut cells, character);
            }
        }
        escaped = false;
    }
    if text.ends_with('|') && !text.ends_with("\\|") && cells.len() > 1 {
        cells.pop();
    }
    cells
        .into_iter()
        .map(|cell| Cell {
            text: cell.split_whitespace().collect::<Vec<_>>().join(" "),
            line_start: line.number,
            line_end: line.number,
        })
        .collect()
}

fn push(cells: &mut [String], character: char) {
    if let Some(cell) = cells.last_mut() {
        cell.push(character);
    }
}

/// Columns of a line such as `| --- | :-: |`.
fn rule(text: &str) -> Option<usize> {
    let text = text.trim();
    if !text.contains('|') || !text.contains('-') {
        return None;
    }
    let text = text.strip_prefix('|').unwrap_or(text);
    let text = text.strip_suffix('|').unwrap_or(text);
    let cells: Vec<&str> = text.split('|').map(str::trim).collect();
    let is_rule = |cell: &&str| {
        let dashes = cell.trim_start_matches(':').trim_end_matches(':');
        !dashes.is_empty() && dashes.chars().all(|character| character == '-')
    };
    cells.iter().all(is_rule).then_some(cells.len())
}
