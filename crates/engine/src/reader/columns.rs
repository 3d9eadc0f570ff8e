//! Which line of a table names the columns of which rows.
//!
//! A small model does not count the cells of a row to know whose column one
//! stands in. So the names are said before the cells, and to know them is all
//! that is done about tables here: a line that cannot be told to be a table's
//! is read as it stands.

/// Cells of a row whose columns are named, at least: of two, the first one
/// names the second.
const NAMED_CELLS: usize = 3;
/// Lines with one cell that a table may have between two rows.
const MOST_BETWEEN: usize = 2;
/// Rows of a table that may be its header.
const HEADER_ROWS: usize = 3;

/// For every line the number of the one that names its columns: with as many
/// cells, or with one less, where the first column has no name. None for lines
/// of no table and tables of no names.
pub(super) fn headers(rows: &[Vec<&str>]) -> Vec<Option<usize>> {
    let mut found = vec![None; rows.len()];
    let mut at = 0;
    while at < rows.len() {
        let table = table_at(rows, at);
        let header = table.first().map(|_| header_of(rows, &table));
        let names = header.and_then(|header| Some((header, rows.get(header)?)));
        let names = names.filter(|(_, cells)| cells.iter().all(|cell| is_name(cell)));
        for row in &table {
            let cells = rows.get(*row).map_or(0, Vec::len);
            let fits = |(header, names): &(usize, &Vec<&str>)| {
                let is_full = cells == names.len() || cells == names.len() + 1;
                row > header && cells >= NAMED_CELLS && is_full
            };
            if let Some(place) = found.get_mut(*row) {
                *place = names.filter(fits).map(|(header, _)| header);
            }
        }
        at = table.last().map_or(at, |last| *last) + 1;
    }
    found
}

/// The rows of the table that begins at a line; none where none does.
fn table_at(rows: &[Vec<&str>], first: usize) -> Vec<usize> {
    let mut table = Vec::new();
    let mut between = 0;
    for (number, cells) in rows.iter().enumerate().skip(first) {
        if cells.len() > 1 {
            table.push(number);
            between = 0;
        } else if table.is_empty() || between == MOST_BETWEEN {
            break;
        } else {
            between += 1;
        }
    }
    table
}

/// The row that may name the columns: the first, or one of the next with more
/// names, under a heading of several columns.
fn header_of(rows: &[Vec<&str>], table: &[usize]) -> usize {
    let cells = |row: usize| rows.get(row).map_or(&[][..], Vec::as_slice);
    let first = table.first().copied().unwrap_or_default();
    let next = table.iter().take(HEADER_ROWS).skip(1);
    next.fold(first, |header, row| {
        let has_more = cells(*row).len() > cells(header).len();
        let names = cells(*row).iter().all(|cell| is_name(cell));
        if has_more && names { *row } else { header }
    })
}

/// Whether a cell may name a column: a date, or anything but a figure.
fn is_name(cell: &str) -> bool {
    is_date(cell)
        || cell.chars().any(char::is_alphabetic)
        || !cell.contains(|letter: char| letter.is_ascii_digit())
}

/// `2019`, `6/2019`, `30.06.2019`; `2018/19` and `2018/2019`.
fn is_date(cell: &str) -> bool {
    let parts: Vec<&str> = cell.split(['.', '/', '-']).collect();
    let digits = |part: &str| {
        let all = part.bytes().all(|byte| byte.is_ascii_digit());
        if all { part.len() } else { 0 }
    };
    let lengths: Vec<usize> = parts.iter().map(|part| digits(part)).collect();
    match lengths.as_slice() {
        [4] | [1 | 2, 4] | [1 | 2, 1 | 2, 4] => true,
        [4, 2 | 4] => !cell.contains('.'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> Vec<Option<usize>> {
        let rows: Vec<Vec<&str>> = lines.iter().map(|line| line.split('|').collect()).collect();
        headers(&rows)
    }

    #[test]
    fn rows_have_the_header_with_as_many_names_or_one_less() {
        let found = of(&[
            "2019|2018",
            "Sales:",
            "Net|5|6",
            "Gross|7|8",
            "Other|1",
            "Sum|1|2|3",
        ]);
        assert_eq!(found, [None, None, Some(0), Some(0), None, None]);
        let found = of(&["Name|From|To", "Piccio|1926|1927"]);
        assert_eq!(found, [None, Some(0)]);
    }

    #[test]
    fn under_a_heading_of_several_columns_the_next_row_names_them() {
        let found = of(&["Year ended|Change", "2019|2018|30/06/2018|%", "Net|5|6|7|8"]);
        assert_eq!(found, [None, None, Some(1)]);
    }

    #[test]
    fn figures_name_nothing_and_pairs_need_no_names() {
        assert_eq!(of(&["5|6|7", "8|9|10"]), [None; 2]);
        assert_eq!(of(&["Clerk|Anna", "Due|1.2.2020"]), [None; 2]);
        assert_eq!(of(&["plain", ""]), [None; 2]);
        assert_eq!(of(&[]), []);
    }

    #[test]
    fn a_table_ends_behind_two_lines_of_one_cell() {
        let rows = [
            "A|B|C", "one", "two", "1|2|3", "one", "two", "three", "4|5|6",
        ];
        assert_eq!(of(&rows)[3], Some(0));
        assert_eq!(of(&rows)[7], None);
    }

    #[test]
    fn dates_in_figures_name_columns() {
        for name in [
            "2019",
            "6/2019",
            "30.06.2019",
            "30-6-2019",
            "2018/19",
            "2018/2019",
            "2018-19",
            "Q1",
            "%",
            "",
        ] {
            assert!(is_name(name), "{name}");
        }
        for figure in [
            "1,250",
            "201",
            "20199",
            "1.2.3.2019",
            "12",
            "2,019",
            "2018.19",
            "2018/1",
        ] {
            assert!(!is_name(figure), "{figure}");
        }
    }
}
