//! Which columns a question for the items of an invoice asks for.

use crate::stem::stems;
use crate::terms::Terms;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// A column of the table, by the name of its meaning in the packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Description,
    Quantity,
    UnitPrice,
    RowTotal,
}

impl Column {
    const ALL: [Column; 4] = [
        Column::Description,
        Column::Quantity,
        Column::UnitPrice,
        Column::RowTotal,
    ];

    fn name(self) -> &'static str {
        match self {
            Column::Description => "description",
            Column::Quantity => "quantity",
            Column::UnitPrice => "unit_price",
            Column::RowTotal => "row_total",
        }
    }

    /// The columns that words name, in their order, of two at one place the longer.
    pub(super) fn named(words: &[String]) -> Vec<(Range<usize>, Column)> {
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let here = LABELS.iter().filter(|(label, _)| rest.starts_with(label));
            let Some((label, column)) = here.max_by_key(|(label, _)| label.len()) else {
                at += 1;
                continue;
            };
            found.push((at..at + label.len(), *column));
            at += label.len();
        }
        found
    }
}

/// The stems of what headings of columns may say, in all languages.
static LABELS: LazyLock<Vec<(Vec<String>, Column)>> = LazyLock::new(|| {
    let labels = |column: Column| {
        let packs = language::Language::ALL.into_iter();
        let words = packs.filter_map(move |one| one.pack().columns.get(column.name()));
        words.flat_map(move |words| words.iter().map(move |label| (stems(label), column)))
    };
    let all = Column::ALL.into_iter().flat_map(labels);
    all.filter(|(label, _)| !label.is_empty()).collect()
});

/// The columns that a question for the items of an invoice asks for; none where it asks for anything
/// else, or for some of the items.
pub(super) fn asked(terms: &Terms) -> Option<Vec<Column>> {
    let named = Column::named(&terms.stems);
    let mut columns: Vec<Column> = Vec::new();
    for (_, column) in &named {
        if !columns.contains(column) {
            columns.push(*column);
        }
    }
    if !columns.contains(&Column::Description) || !terms.figures.is_empty() {
        return None;
    }
    let labels: BTreeSet<&String> = named
        .iter()
        .flat_map(|(range, _)| terms.stems.get(range.clone()).unwrap_or_default())
        .collect();
    let is_before = has_one(&terms.words, |items| &items.before);
    let known: BTreeSet<String> = language::Language::ALL
        .into_iter()
        .flat_map(|one| {
            let pack = one.pack();
            let reductions = pack.items.reductions.iter().chain(pack.items.before.iter());
            let words = pack.items.beside.iter();
            let words = words.chain(reductions.filter(|_| is_before));
            words.chain(pack.unspecific.iter())
        })
        .flat_map(|word| stems(word))
        .collect();
    let says_more = |word: &&String| !labels.contains(word) && !known.contains(*word);
    let others = terms.content.iter().filter(says_more).count();
    if others > 0 {
        return None;
    }
    if columns == [Column::Description] {
        columns.push(Column::RowTotal);
    }
    Some(columns)
}

/// A list of words about items.
pub(super) type List = fn(&'static language::Items) -> &'static language::Words;

/// Whether one of the words is in a list of any language.
pub(super) fn has_one(words: &[String], list: List) -> bool {
    let has = |word: &String| language::any(|pack| list(&pack.items), word);
    words.iter().any(has)
}
