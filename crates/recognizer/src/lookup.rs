//! The cell of a table whose row and column a question names.
//!
//! ```text
//! Property,Tenant,Annual rent (EUR)
//! 12 Harbour Street,Norsea Trading AS,640000      "What is the annual rent of 12 Harbour Street?"
//! 14 Harbour Street,Brandt Logistik GmbH,385500     ->  640000 EUR
//! ```
//!
//! Where every word of a question that carries meaning stands in one row or in the heading of one of its columns, and
//! nowhere else in the tables are a row and a heading of which that is so, the cell is what was asked for: to find it is
//! no question of what is likely. A row is named by cells of words all of which the question has; the heading of their
//! column may be named beside them (*the property 12 Harbour Street*). In a table of two columns the
//! second needs no heading. Where a line outside the table says all of these words, too, nothing is looked up: it may say another value.
//!
//! # Limits
//!
//! Tables that the document's reader found, of one document; in a text whose columns were tabs it finds none. A question with a word more, or with one in place
//! of another (*price* for *rent*), is left to the reader; what a heading says in brackets need not be named.
//! Rows that were not read are not compared.

use super::flow::Flow;
use super::layout;
use super::options::Options;
use super::recognize::{are_of_one_document, read_all, recognizer};
use super::span::{candidate_at, has_spans};
use super::stem::{content_words, is_stem_of};
use super::terms::Terms;
use contract::Candidate;
use evidence::{Cell, EvidenceChunk, Line, Table};
use regex::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// How sure an answer is that came so: of 40 questions about tables of the training data that people asked and
/// one came for, 38 are right (docs/quality.md), by the rule of succession.
const SURE: f64 = 39.0 / 42.0;
/// What a person is told of the answer.
const NOTE: &str =
    "the cell in the only row and column that the question names, in the passages that were read";
/// Columns of a table of labels and values.
const PAIR: usize = 2;

/// What is said beside a heading: its unit, its currency.
static ASIDE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\([^()]*\)|\[[^\[\]]*\]").expect("a literal pattern"));

type Words = BTreeSet<String>;

/// A cell in its passage.
#[derive(Debug, Clone)]
struct Found {
    /// The line of the document, and the column of the table.
    place: (u32, usize),
    passage: usize,
    /// Bytes of the passage's running text.
    range: Range<usize>,
    /// The line of the headings in the passage, where they stand there.
    heading: Option<usize>,
    /// Whether the question names the heading of its column.
    by_heading: bool,
    /// The first and the last line of its table.
    table: (u32, u32),
}

/// The value in the one cell that a question names; none where it names none or several.
pub fn lookup(
    answer_type: &str,
    terms: &Terms,
    chunks: &[EvidenceChunk],
    options: &Options,
) -> Option<Candidate> {
    let asks_for_others = |word: &String| {
        language::any(|pack| &pack.question.than, word) || language::any(|pack| &pack.denials, word)
    };
    let has_tables = chunks.iter().any(|chunk| !chunk.tables.is_empty());
    if !has_tables || terms.words.iter().any(asks_for_others) || !are_of_one_document(chunks) {
        return None;
    }
    let content = terms.content.iter().filter(|word| !only_asks(word));
    let asked: Words = content.cloned().collect();
    if asked.is_empty() {
        return None;
    }
    let flows: Vec<Flow<'_>> = chunks.iter().map(Flow::new).collect();
    let mut found: Vec<Found> = Vec::new();
    for (passage, flow) in flows.iter().enumerate() {
        for table in &flow.chunk.tables {
            found.extend(named_cells((passage, flow), table, &asked));
        }
    }
    found.sort_by_key(|one| one.place);
    found.dedup_by(|one, other| one.place == other.place);
    let [one] = &found[..] else {
        return None;
    };
    let (first, last) = one.table;
    let says_it_too =
        |line: &Line| !(first..=last).contains(&line.number) && asked.is_subset(&words(&line.text));
    if flows
        .iter()
        .flat_map(|flow| &flow.chunk.lines)
        .any(says_it_too)
    {
        return None;
    }
    let mut candidate = value_at(answer_type, &flows, one, options)?;
    if one.by_heading {
        let flow = flows.get(one.passage)?;
        let heading = one.heading.map(|line| flow.line_range(line));
        let heading = heading.and_then(|range| flow.span(&range, options.max_span_lines));
        let spans = &mut candidate.items.first_mut()?.spans;
        spans.extend(heading.filter(|heading| !spans.contains(heading)));
        candidate.notes.push(NOTE.to_owned());
    }
    candidate.computed = Some(SURE);
    Some(candidate)
}

/// Whether a word of a question says nothing of what is asked for: *give*, *value*.
fn only_asks(stem: &str) -> bool {
    is_stem_of(stem, |pack| &pack.question.give_verbs)
        || is_stem_of(stem, |pack| &pack.question.list_verbs)
        || is_stem_of(stem, |pack| &pack.question.value_nouns)
        || is_stem_of(stem, |pack| &pack.question.money_verbs)
}

/// The cells of a table whose row and column the words name, all of them together.
fn named_cells<'f>(
    (passage, flow): (usize, &'f Flow<'_>),
    table: &'f Table,
    asked: &'f Words,
) -> impl Iterator<Item = Found> + use<'f> {
    let (heads, rows) = table
        .rows
        .split_at_checked(table.header_rows as usize)
        .unwrap_or((&[], &[]));
    let width = heads.first().map_or(0, Vec::len);
    let headings: Vec<Words> = (0..width)
        .map(|column| {
            let heads = heads.iter().filter_map(|row| row.get(column));
            heads
                .flat_map(|head| words(&ASIDE.replace_all(&head.text, " ")))
                .collect()
        })
        .collect();
    let heading = heads.last().and_then(|row| line_of(flow, row.first()?));
    rows.iter().flat_map(move |row| {
        named_in(row, &headings, asked)
            .into_iter()
            .filter_map(|(column, by_heading)| {
                let range = range_of(flow, row, column)?;
                Some(Found {
                    place: (row.get(column)?.line_start, column),
                    passage,
                    range,
                    heading,
                    by_heading,
                    table: (table.first_line, table.last_line),
                })
            })
            .collect::<Vec<_>>()
    })
}

/// The columns of a row which the words name together with the row, and whether by their heading.
fn named_in(row: &[Cell], headings: &[Words], asked: &Words) -> Vec<(usize, bool)> {
    let said: Vec<Words> = row.iter().map(|cell| words(&cell.text)).collect();
    let is_key = |column: &usize| {
        let text = row.get(*column).map_or("", |cell| cell.text.as_str());
        let said = said.get(*column);
        layout::has_words(text)
            && said.is_some_and(|said| !said.is_empty() && said.is_subset(asked))
    };
    let keys: BTreeSet<usize> = (0..row.len()).filter(is_key).collect();
    if keys.is_empty() {
        return Vec::new();
    }
    let label: Words = keys
        .iter()
        .filter_map(|key| said.get(*key))
        .flatten()
        .cloned()
        .collect();
    let mut explained = label.clone();
    explained.extend(
        keys.iter()
            .filter_map(|key| headings.get(*key))
            .flatten()
            .cloned(),
    );
    let named = |column: usize| {
        let filled = row
            .get(column)
            .is_some_and(|cell| !cell.text.trim().is_empty());
        let heading = headings
            .get(column)
            .filter(|_| filled && !keys.contains(&column))?;
        let adds = !heading.is_subset(&label) && heading.is_subset(asked);
        let is_all = |word: &String| explained.contains(word) || heading.contains(word);
        let by_heading = adds && asked.iter().all(is_all);
        let is_second = row.len() == PAIR && asked.is_subset(&explained);
        (by_heading || is_second).then_some((column, by_heading))
    };
    (0..row.len()).filter_map(named).collect()
}

fn words(text: &str) -> Words {
    content_words(text).into_iter().collect()
}

/// The line of a passage on which a cell stands.
fn line_of(flow: &Flow<'_>, cell: &Cell) -> Option<usize> {
    let mut lines = flow.chunk.lines.iter();
    lines.position(|line| line.number == cell.line_start)
}

/// Where a cell of a row stands in the running text: behind the cells before it.
fn range_of(flow: &Flow<'_>, row: &[Cell], column: usize) -> Option<Range<usize>> {
    let own = row.get(column)?;
    let line = flow.line_range(line_of(flow, own)?);
    let mut at = line.start;
    for cell in row.get(..=column)? {
        if cell.line_start != own.line_start || cell.line_end != cell.line_start {
            return None;
        }
        let text = cell.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let start = at + flow.slice(at..line.end).find(&text)?;
        at = start + text.len();
        if cell == own {
            return Some(start..at);
        }
    }
    None
}

/// What of the type stands in a cell, if it is one value.
fn value_at(
    answer_type: &str,
    flows: &[Flow<'_>],
    cell: &Found,
    options: &Options,
) -> Option<Candidate> {
    if has_spans(answer_type) {
        let flow = flows.get(cell.passage)?;
        return candidate_at(answer_type, flow.chunk, &cell.range, options);
    }
    let none = Terms::default();
    let all = read_all(
        recognizer(answer_type)?,
        answer_type,
        (&none, flows),
        options,
    );
    let stands_in = |one: &Candidate| {
        one.place
            .as_ref()
            .is_some_and(|place| cell.range.start <= place.start && place.end <= cell.range.end)
    };
    let mut own = all
        .into_iter()
        .filter(|(passage, _, one)| *passage == cell.passage && stands_in(one));
    let (_, _, one) = own.next()?;
    own.next().is_none().then_some(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_scene::chunk;
    use evidence::reader::{ReadLimits, read};

    const LEASES: &str = "Property,Tenant,Annual rent (EUR),Lease end\n\
        12 Harbour Street,Norsea Trading AS,640000,2031-03-31\n\
        14 Harbour Street,Brandt Logistik GmbH,385500,2029-12-31\n\
        16 Harbour Street,Norsea Trading AS,12000,2030-06-30\n";

    fn passage(name: &str, text: &str) -> EvidenceChunk {
        let document = read(name, text.as_bytes(), &ReadLimits::default()).unwrap();
        let lines: Vec<&str> = document.lines.iter().map(|line| &*line.text).collect();
        EvidenceChunk {
            tables: document.tables.clone(),
            ..chunk("C0", &lines)
        }
    }

    fn asked(answer_type: &str, question: &str, name: &str, text: &str) -> Option<Candidate> {
        let chunks = [passage(name, text)];
        lookup(
            answer_type,
            &Terms::of(question),
            &chunks,
            &Options::default(),
        )
    }

    /// The leases as a table of Markdown.
    fn bars() -> String {
        let rows = LEASES.lines().map(|line| line.replace(',', " | "));
        let rows: Vec<String> = rows.map(|line| format!("| {line} |")).collect();
        let (head, rest) = rows.split_first().unwrap();
        format!("{head}\n|---|---|---|---|\n{}\n", rest.join("\n"))
    }

    #[test]
    fn the_cell_is_found_by_the_words_of_its_row_and_its_heading_in_several_layouts() {
        let cells = LEASES
            .lines()
            .map(|line| line.split(',').collect::<Vec<_>>());
        let columns: Vec<String> = cells
            .map(|cells| {
                format!(
                    "{:<22}{:<24}{:<22}{}\n",
                    cells[0], cells[1], cells[2], cells[3]
                )
            })
            .collect();
        let layouts = [
            ("leases.csv", LEASES.to_owned()),
            ("leases.md", bars()),
            ("leases.txt", columns.concat()),
        ];
        for (name, text) in &layouts {
            for (answer_type, question, value) in [
                (
                    "amount",
                    "What is the annual rent of 12 Harbour Street?",
                    "640000",
                ),
                (
                    "amount",
                    "What annual rent does Brandt Logistik GmbH pay?",
                    "385500",
                ),
                (
                    "text",
                    "Who is the tenant of the property 14 Harbour Street?",
                    "Brandt Logistik GmbH",
                ),
                (
                    "date",
                    "When does the lease of 14 Harbour Street end?",
                    "2029-12-31",
                ),
            ] {
                let found = asked(answer_type, question, name, text);
                let found = found.unwrap_or_else(|| panic!("{name}: {question}"));
                assert_eq!(found.wording, value, "{name}: {question}");
                assert!(found.computed.is_some());
            }
        }
        // The heading is cited as well.
        let found = asked(
            "date",
            "When does the lease of 14 Harbour Street end?",
            "leases.csv",
            LEASES,
        );
        let spans = &found.unwrap().items[0].spans;
        let lines: Vec<u32> = spans.iter().map(|span| span.line_start).collect();
        assert_eq!(lines, [3, 1]);
    }

    #[test]
    fn a_word_more_another_word_or_a_second_such_cell_leaves_it_to_the_reader() {
        for question in [
            "What is the monthly annual rent of 12 Harbour Street?",
            "What is the price of 12 Harbour Street?",
            "What is the annual rent of 18 Harbour Street?",
            "What is the annual rent of Norsea Trading AS?",
            "What is the annual rent?",
            "Which annual rent is higher than that of 12 Harbour Street?",
            "Which annual rent is not that of 12 Harbour Street?",
        ] {
            assert!(
                asked("amount", question, "leases.csv", LEASES).is_none(),
                "{question}"
            );
        }
        // Another line says it, too, and may say another rent.
        let twice = format!(
            "{}\nThe annual rent of 12 Harbour Street is EUR 650,000.\n",
            bars()
        );
        let question = "What is the annual rent of 12 Harbour Street?";
        assert!(asked("amount", question, "leases.md", &twice).is_none());
        // What stands there is no date.
        let question = "What is the tenant of 12 Harbour Street?";
        assert!(asked("date", question, "leases.csv", LEASES).is_none());
    }

    #[test]
    fn the_second_of_two_columns_needs_no_heading() {
        let text = "Posten;Betrag\nPersonalkosten;1250000\nMiete;84000\nMiete Lager;21000\n";
        for (question, value) in [
            ("Wie hoch sind die Personalkosten?", "1250000"),
            ("Wie hoch ist die Miete?", "84000"),
        ] {
            let found = asked("amount", question, "budget.csv", text);
            let spans = found.as_ref().map(|one| one.items[0].spans.len());
            assert_eq!(spans, Some(1), "{question}");
            assert_eq!(
                found.map(|one| one.wording).as_deref(),
                Some(value),
                "{question}"
            );
        }
    }
}
