//! What the words of a line say of an invoice's items: whether they name one, a sum, or columns.

use super::asked::Column;
use crate::flow::Flow;
use crate::stem::stems;
use crate::tax::words;
use std::collections::BTreeSet;
use std::ops::Range;

/// Letters of a word that is no unit which items are counted in.
pub(super) const LONG_WORD: usize = 5;

/// Whether a line names two columns.
pub(super) fn names_columns(line: &str) -> bool {
    let named = Column::named(&stems(line)).into_iter();
    let different: BTreeSet<Column> = named.map(|(_, column)| column).collect();
    different.len() >= 2
}

/// Whether a cell may name an item: it has words, and is more than a figure with its unit.
pub(super) fn may_name(cell: &str) -> bool {
    let is_counted = cell.starts_with(|letter: char| letter.is_ascii_digit());
    match words(cell).as_slice() {
        [] => false,
        [unit] if is_counted => unit.chars().count() >= LONG_WORD,
        _ => true,
    }
}

/// Whether a word names a sum, a tax, or what is to be paid, also at the end of a compound.
pub(super) fn names_sum(word: &str) -> bool {
    /// Letters of a word that compounds end with.
    const LONG: usize = 5;
    let ends = |list: &language::Words| {
        let mut ends = list.iter().filter(|end| end.len() >= LONG);
        ends.any(|end| word.ends_with(end))
    };
    let mut packs = language::Language::ALL
        .into_iter()
        .map(language::Language::pack);
    packs.any(|pack| {
        pack.totals.has(word)
            || pack.tax.names.has(word)
            || pack.tax.owed.has(word)
            || pack.tax.net.has(word)
            || pack.tax.gross.has(word)
            || pack.tax.net_sums.has(word)
            || pack.tax.gross_sums.has(word)
            || ends(&pack.totals)
    })
}

/// A cell without the numbers before its words that count the items: their position, their quantity.
pub(super) fn without_count(flow: &Flow<'_>, mut cell: Range<usize>) -> Range<usize> {
    /// As many as are numbers of their own before words.
    const MOST: usize = 2;
    for _ in 0..MOST {
        let Some((first, rest)) = flow.slice(cell.clone()).split_once(' ') else {
            break;
        };
        let count = first.trim_end_matches(['.', ')']);
        let is_count = count.chars().all(|letter| letter.is_ascii_digit());
        if !is_count || words(rest).is_empty() {
            break;
        }
        cell.start = cell.end - rest.trim_start().len();
    }
    cell
}
