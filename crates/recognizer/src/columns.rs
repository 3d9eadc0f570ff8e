//! Tables as rows of named columns: the positions of an invoice as a program's schema wants
//! them, `description`, `quantity`, `amount`.
//!
//! ```text
//! description, quantity, amount  x  Item     Qty  Price  Amount
//!                                   Ledger     2  14.50   29.00   ->  Ledger | 2 | 29.00
//! ```
//!
//! A column is found by the words of its heading: those of the property's own name, or others
//! that mean the same (`columns` of the language packs); a table without headings has none that
//! is known. A cell is read by the recogniser of its type, under the conventions of the whole document, and a row is kept where every
//! required cell can be read. Nothing here ranks by a model.

use super::convention::Convention;
use super::flow::Flow;
use super::options::Options;
use super::recognize::{recognize, recognizer};
use super::scene::Scene;
use super::terms::Terms;
use super::{currency, layout, stem};
use contract::answer::Item;
use contract::candidate::Candidate;
use contract::{Quantity, Value};
use evidence::{EvidenceChunk, Span};

/// Words that are copied as they stand in the cell.
const TEXT: &str = "text";
/// What a heading is worth that has other words for the same: less than the very words.
const SAME_MEANING: f64 = 0.9;
/// What a heading is worth that says the unit where its price is asked for (`Unit EUR`).
const UNIT_FOR_PRICE: f64 = 0.7;
/// From here on words speak for a column: half of them are the same.
const LEAST: f64 = 0.5;
/// Share of a column's cells that must be of the type.
const MOST: f64 = 0.6;
/// Rows that cannot be read, at most, of those that can: above it the table is another one.
const MOST_LEFT_OUT: f64 = 0.5;

/// Lines between a table and where it goes on without headings: a blank one, the number of a page
/// and what was carried forward.
const MOST_BETWEEN: u32 = 3;

/// A column that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What its heading may say, in words; the first is its name.
    pub labels: Vec<String>,
    /// Type of its cells; `text` is copied.
    pub answer_type: &'static str,
    /// A row without it is none.
    pub is_required: bool,
}

/// The rows of one table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rows {
    /// A cell for each column that was looked for; none where the table has no such column or
    /// the cell is empty or is not of the type.
    pub rows: Vec<Vec<Option<Candidate>>>,
    /// The lines that headings and rows stand on.
    pub spans: Vec<Span>,
    /// How surely the columns are those that were looked for, 0..=1: the mean over them.
    pub likeness: f64,
    /// Rows that could not be read and are no sums, and rows that are named like a sum and have
    /// all that a row has.
    pub left_out: usize,
}

/// The table of the passages that has these columns, with its continuation on later passages;
/// none where no table has all that are required, and two at least.
pub fn rows(columns: &[Column], chunks: &[EvidenceChunk], options: &Options) -> Option<Rows> {
    let flows: Vec<Flow<'_>> = chunks.iter().map(Flow::new).collect();
    let cells = Cells {
        convention: Convention::of(&flows),
        options,
    };
    // What a reader of plain text took for a table may hold the last row and the sums alone; the
    // lines themselves are looked at as well.
    let bare = |chunk: &EvidenceChunk| EvidenceChunk {
        tables: Vec::new(),
        ..chunk.clone()
    };
    let lines: Vec<EvidenceChunk> = chunks.iter().map(bare).collect();
    let mut found = recognize("table", chunks, options);
    found.extend(recognize("table", &lines, options));
    let sought: Vec<Sought<'_>> = columns.iter().map(Sought::of).collect();
    let mut tables: Vec<Fitted> = found
        .iter()
        .filter_map(|one| Fitted::of(&sought, one, (chunks, None), &cells))
        .collect();
    let rank = |one: &Fitted| (one.rows.likeness, one.rows.rows.len());
    tables.sort_by(|one, other| {
        let ((like, count), (other_like, other_count)) = (rank(one), rank(other));
        let by_count = other_count.cmp(&count);
        let by_left_out = one.rows.left_out.cmp(&other.rows.left_out);
        other_like.total_cmp(&like).then(by_count).then(by_left_out)
    });
    let mut parts: Vec<Fitted> = Vec::new();
    for table in tables {
        let is_part = parts.first().is_none_or(|whole| whole.goes_on_in(&table));
        if is_part && !parts.iter().any(|one| one.overlaps(&table)) {
            parts.push(table);
        }
    }
    parts.sort_by_key(|one| one.lines.0);
    let mut at = 0;
    while let Some(above) = parts.get(at) {
        let below = found.iter();
        let below = below.filter_map(|one| Fitted::of(&sought, one, (chunks, Some(above)), &cells));
        let free = below.filter(|one| !parts.iter().any(|part| part.overlaps(one)));
        let longest = free.max_by_key(|one| one.rows.rows.len());
        at += 1;
        if let Some(longest) = longest {
            parts.insert(at, longest);
        }
    }
    parts.into_iter().map(|one| one.rows).reduce(Rows::joined)
}

impl Rows {
    /// These, and then others of the same table.
    fn joined(mut self, others: Self) -> Self {
        self.rows.extend(others.rows);
        self.left_out += others.left_out;
        for span in others.spans {
            if !self.spans.contains(&span) {
                self.spans.push(span);
            }
        }
        self
    }
}

/// A table with its columns matched.
#[derive(Debug)]
struct Fitted {
    headers: Vec<String>,
    document: String,
    /// First and last line.
    lines: (u32, u32),
    rows: Rows,
}

impl Fitted {
    /// By the headings of the table or, where it goes on below another one without any, by those
    /// of that one.
    fn of(
        columns: &[Sought<'_>],
        table: &Candidate,
        (chunks, above): (&[EvidenceChunk], Option<&Self>),
        cells: &Cells<'_>,
    ) -> Option<Self> {
        let item = table.items.first()?;
        let Value::Table(cut) = &item.value else {
            return None;
        };
        let (mut headers, mut words) = (cut.headers.clone(), cut.rows.clone());
        let is_bare = headers.iter().all(String::is_empty) && !words.is_empty();
        match above {
            Some(above) if is_bare && above.headers.len() == headers.len() => {
                headers.clone_from(&above.headers);
            }
            Some(_) => return None,
            // Headings that are as many as the cells below them were taken for a row.
            None if is_bare => headers = words.remove(0),
            None => {}
        }
        let columns_found = matched(columns, &headers, &words, cells)?;
        let mut rows = Rows {
            spans: item.spans.clone(),
            ..Rows::default()
        };
        for row in &words {
            let read = cells.row(columns, &columns_found, row);
            match (read, adds_up(row)) {
                (Some(read), false) => rows.rows.push(read),
                // A sum lacks the quantity or the like; what has all is perhaps none.
                (None, true) => {}
                _ => rows.left_out += 1,
            }
        }
        let known: Vec<f64> = columns_found.iter().flatten().map(|one| one.1).collect();
        rows.likeness = known.iter().sum::<f64>() / columns.len() as f64;
        let most = rows.rows.len() as f64 * MOST_LEFT_OUT;
        if rows.rows.is_empty() || rows.left_out as f64 > most {
            return None;
        }
        let anchor = &item.spans.first()?.anchor;
        let chunk = chunks.iter().find(|chunk| chunk.anchor == *anchor)?;
        let first = item.spans.iter().map(|span| span.line_start).min()?;
        let last = item.spans.iter().map(|span| span.line_end).max()?;
        let found = Self {
            headers,
            document: chunk.document_id.clone(),
            lines: (first, last),
            rows,
        };
        let follows = above.is_none_or(|above| found.follows(above));
        follows.then_some(found)
    }

    fn overlaps(&self, other: &Self) -> bool {
        // The line of the headings stands above every part of a table.
        let shares = |span: &Span| {
            let is_body = |one: &&Span| one.line_start != self.lines.0;
            self.rows
                .spans
                .iter()
                .filter(is_body)
                .any(|one| one == span)
        };
        self.document == other.document && other.rows.spans.iter().any(shares)
            || self.rows.spans == other.rows.spans
    }

    fn follows(&self, above: &Self) -> bool {
        let next = above.lines.1 + 1;
        self.document == above.document && (next..=next + MOST_BETWEEN).contains(&self.lines.0)
    }

    fn goes_on_in(&self, other: &Self) -> bool {
        let is_named = self.headers.iter().any(|one| !one.is_empty());
        is_named && self.document == other.document && self.headers == other.headers
    }
}

/// For each column looked for, which of the table has it, and how surely; none where a required
/// one is not there, or only one is.
fn matched(
    columns: &[Sought<'_>],
    headers: &[String],
    rows: &[Vec<String>],
    cells: &Cells<'_>,
) -> Option<Vec<Option<(usize, f64)>>> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (wanted, column) in columns.iter().enumerate() {
        for (at, header) in headers.iter().enumerate() {
            let worth = column.worth(header);
            if worth >= LEAST && cells.share(column.column, rows, at) >= MOST {
                pairs.push((worth, wanted, at));
            }
        }
    }
    pairs.sort_by(|one, other| {
        other
            .0
            .total_cmp(&one.0)
            .then((one.1, one.2).cmp(&(other.1, other.2)))
    });
    let mut found: Vec<Option<(usize, f64)>> = vec![None; columns.len()];
    let mut taken: Vec<bool> = vec![false; headers.len()];
    for (worth, wanted, at) in pairs {
        if let (Some(place @ None), Some(free @ false)) = (found.get_mut(wanted), taken.get_mut(at))
        {
            *place = Some((at, worth));
            *free = true;
        }
    }
    let has_all = columns
        .iter()
        .zip(&found)
        .all(|(column, place)| !column.column.is_required || place.is_some());
    (has_all && found.iter().flatten().count() >= 2).then_some(found)
}

/// A column that is looked for, with what its labels say.
struct Sought<'c> {
    column: &'c Column,
    /// Stems of each label.
    stems: Vec<Vec<String>>,
    meant: Option<&'static str>,
}

impl<'c> Sought<'c> {
    fn of(column: &'c Column) -> Self {
        let labels = column.labels.iter();
        Self {
            column,
            stems: labels.clone().map(|label| stem::stems(label)).collect(),
            meant: labels.clone().find_map(|label| meaning(label)),
        }
    }

    /// How much a heading speaks for this column, 0..=1.
    fn worth(&self, header: &str) -> f64 {
        let heading = stem::stems(header);
        if heading.is_empty() {
            return 0.0;
        }
        let own = self.stems.iter().map(|label| shared(label, &heading));
        let own = own.fold(0.0, f64::max);
        let Some(meant) = self.meant else {
            return own;
        };
        let said = match meaning(header) {
            Some(said) if said == meant => SAME_MEANING,
            Some("unit") if meant == "unit_price" => UNIT_FOR_PRICE,
            // The currency alone stands above sums.
            None if meant == "row_total" && is_currency(header) => SAME_MEANING,
            _ => 0.0,
        };
        own.max(said)
    }
}

/// Share of the words of two texts that both have.
fn shared(label: &[String], heading: &[String]) -> f64 {
    let both = label.iter().filter(|word| heading.contains(word)).count();
    2.0 * both as f64 / (label.len() + heading.len()).max(1) as f64
}

fn is_currency(header: &str) -> bool {
    currency::at_start(header).is_some_and(|(_, length)| length == header.trim().len())
}

/// What the words of a heading or of a property mean; the longest words that are known count.
fn meaning(text: &str) -> Option<&'static str> {
    let words: Vec<String> = text
        .split(|letter: char| !letter.is_alphanumeric() && letter != '#')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let text = format!(" {} ", words.join(" "));
    let all = language::Language::ALL.into_iter();
    let known = all.flat_map(|one| {
        let columns = one.pack().columns.iter();
        columns.flat_map(|(name, words)| words.iter().map(move |word| (name.as_str(), *word)))
    });
    let said = known.filter(|(_, word)| text.contains(&format!(" {word} ")));
    // Of two as long the one that ends later is the head.
    said.max_by_key(|(_, word)| (word.len(), text.rfind(word)))
        .map(|(name, _)| name)
}

/// Whether a row is the sum of those above it.
fn adds_up(row: &[String]) -> bool {
    let label = row.iter().find(|cell| layout::has_words(cell));
    label.is_some_and(|label| {
        let mut words = label
            .split(|letter: char| !letter.is_alphanumeric())
            .map(str::to_lowercase);
        words.any(|word| language::any(|pack| &pack.totals, &word))
    })
}

/// What reads cells.
struct Cells<'c> {
    convention: Convention,
    options: &'c Options,
}

impl Cells<'_> {
    fn row(
        &self,
        columns: &[Sought<'_>],
        places: &[Option<(usize, f64)>],
        row: &[String],
    ) -> Option<Vec<Option<Candidate>>> {
        let read = |(sought, place): (&Sought<'_>, &Option<(usize, f64)>)| {
            let column = sought.column;
            let text = place.and_then(|(at, _)| row.get(at));
            let value = text.and_then(|text| self.value(column.answer_type, text));
            (value.is_some() || !column.is_required).then_some(value)
        };
        columns.iter().zip(places).map(read).collect()
    }

    /// What a cell says; none where it is empty or more than one value of the type.
    fn value(&self, answer_type: &str, text: &str) -> Option<Candidate> {
        if text.trim().is_empty() {
            return None;
        }
        if answer_type == TEXT {
            let items = vec![Item {
                value: text.into(),
                spans: Vec::new(),
            }];
            return Some(Candidate::new(items, text.to_owned(), String::new()));
        }
        let chunk = EvidenceChunk::of_words(text);
        let flows = [Flow::new(&chunk)];
        // A figure without a sign is no amount by itself; beside others in its column it is.
        let is_figure = Quantity::of(answer_type).is_some_and(Quantity::is_figure);
        let types = [Some(answer_type), is_figure.then_some("number")];
        types.into_iter().flatten().find_map(|answer_type| {
            let mut scene = Scene {
                answer_type,
                flow: &flows[0],
                passages: (&flows, 0),
                terms: &Terms::default(),
                convention: &self.convention,
                options: self.options,
                found: Vec::new(),
            };
            recognizer(answer_type)?(&mut scene);
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
            let whole = |one: &Candidate| digits(&one.wording) == digits(text);
            let mut found = scene.found.into_iter().map(|(_, one)| one);
            found.find(whole)
        })
    }

    /// Share of a column's cells that are of the type, of those with words.
    fn share(&self, column: &Column, rows: &[Vec<String>], at: usize) -> f64 {
        let cells = rows.iter().filter_map(|row| row.get(at));
        let filled: Vec<&String> = cells.filter(|cell| !cell.trim().is_empty()).collect();
        let read = filled
            .iter()
            .filter(|cell| self.value(column.answer_type, cell).is_some());
        read.count() as f64 / filled.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests;
