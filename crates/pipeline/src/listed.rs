//! Lists of which the reader marks the items, beside those that recognisers find.
//!
//! ```text
//! 1. Theft      the reader marks   Theft, Hail         an item that it takes for less likely is left out
//! 2. Frost      marked lines are   Theft, Frost, Hail  the whole list, of whatever
//! 3. Hail
//! ```
//!
//! A question for a list asks for all of it, unless its words set some of the items apart (*which perils to boats*). So what
//! the reader marks in lists of marked lines, or of plain ones that are announced, gives way to these lists, else two answers to one
//! question would make each other doubtful, and of a long list the best items would be told as all. So do cells of a column to that column,
//! where the question says no more than what heads it: rows that it sets apart are told from the others by further words.
//!
//! What stands at the edges of pages ([`Running`]) is no item of anything, and what heads the column of a table is none of its cells.

use crate::read::Readings;
use crate::role;
use contract::{Candidate, Item, KnownBy, Place};
use evidence::{EvidenceChunk, Running, Span};
use question::Question;
use recognizer::{Options, Passage, Terms, plain_words};
use std::collections::{BTreeMap, BTreeSet};

/// How far below the best an item of a list may score, in natural-log units: a fiftieth as likely. Of 3, 4 and 5 the one with which
/// most of TUNE's lists are right (docs/quality.md).
const LISTED: f64 = 4.0;
/// Items of a list that the reader marks, at most: as many as are listed of any type.
const MAX_LISTED: usize = 200;
/// Of this many items that the reader marks one may stand outside a list of marked lines that they are taken for a part of.
const ONE_OUTSIDE: usize = 4;

/// The lists that recognisers found, and the one of which the reader marks the items (of type `item`), where it says something else.
pub(crate) fn with_the_readers(
    (terms, item): (&Terms, &str),
    found: Vec<Candidate>,
    (chunks, readings): (&[EvidenceChunk], &Readings),
    options: &Options,
) -> Vec<Candidate> {
    let gives_way = |some: &Candidate| {
        let holds = |all: &Candidate| {
            let is_column = || is_of_named_column(terms, some, all, chunks);
            is_part(some, all) || ends_in_two(some, all) || is_column()
        };
        are_of_whole_lists(terms, some, &found) || found.iter().any(holds)
    };
    let mut listed = listed(item, (chunks, readings), options).filter(|some| !gives_way(some));
    if let Some(some) = &mut listed {
        say_what_more_is_listed(some, &found);
    }
    found.into_iter().chain(listed).collect()
}

/// What a person is told of a list that was known by its lines or its column, where the question asks for those with
/// the most or the least of something: all of it is listed, and nobody compared them.
pub(crate) fn lists_more_than_the_most(question: &Question, chosen: &Candidate) -> Option<String> {
    let is_one = |word: &str| {
        language::any(|pack| &pack.greatest, word) || language::any(|pack| &pack.least, word)
    };
    let is_whole = chosen.known_by.is_some() && question.terms().have(is_one);
    is_whole.then(|| "all are listed, not only those with the most or the least".to_owned())
}

/// Lists without those that stand at the edges of pages.
pub(crate) fn without_edges(mut lists: Vec<Candidate>, chunks: &[EvidenceChunk]) -> Vec<Candidate> {
    let edges = Edges::of(chunks);
    lists.retain(|list| !list.items.iter().all(|item| edges.hold(item)));
    lists
}

/// The running lines of each document, and the lines of each passage.
struct Edges<'c> {
    chunks: BTreeMap<&'c str, &'c EvidenceChunk>,
    running: BTreeMap<&'c str, Running>,
}

impl<'c> Edges<'c> {
    fn of(chunks: &'c [EvidenceChunk]) -> Self {
        Self {
            running: Running::of_each(chunks),
            chunks: chunks
                .iter()
                .map(|chunk| (chunk.anchor.as_str(), chunk))
                .collect(),
        }
    }

    /// Whether an item stands on such lines alone.
    fn hold(&self, item: &Item) -> bool {
        let at_edge = |span: &Span| {
            let chunk = self.chunks.get(span.anchor.as_str())?;
            let running = self.running.get(chunk.document_id.as_str())?;
            let mut lines = chunk
                .lines
                .iter()
                .filter(|line| (span.line_start..=span.line_end).contains(&line.number));
            Some(lines.all(|line| running.holds(line)))
        };
        !item.spans.is_empty() && item.spans.iter().all(|span| at_edge(span) == Some(true))
    }
}

/// The runs of words that the reader takes for items (of type `item`) of one
/// list, in their order and each once; none where it takes only one.
fn listed(
    item: &str,
    (chunks, readings): (&[EvidenceChunk], &Readings),
    options: &Options,
) -> Option<Candidate> {
    let mut marked = readings.marked_within(item, LISTED, MAX_LISTED);
    let number = |place: &Place| chunks.iter().position(|chunk| chunk.anchor == place.anchor);
    marked.sort_by_key(|one| (number(&one.place), one.place.start));
    let passages: Vec<Passage<'_>> = chunks.iter().map(Passage::of).collect();
    let items = marked.iter().filter_map(|one| {
        let passage = passages.get(number(&one.place)?)?;
        let range = one.place.start..one.place.end;
        let words = passage.text().get(range.clone())?;
        // Two items that the reader does not tell apart.
        let are_two = words.lines().skip(1).any(evidence::is_list_item);
        if role::only_describes(&one.place, passage.text())
            || passage.crosses_cells(&range)
            || are_two
        {
            return None;
        }
        passage.candidate_at(item, &range, options)
    });
    let mut known = BTreeSet::new();
    let edges = Edges::of(chunks);
    let items: Vec<Candidate> = items
        .filter(|one| !one.items.iter().all(|item| edges.hold(item)))
        .filter(|one| !one.items.iter().all(|item| heads_a_column(item, chunks)))
        .filter(|one| known.insert(one.wording.to_lowercase()))
        .collect();
    let context = items.first()?.context.clone();
    let wording: Vec<&str> = items.iter().map(|one| one.wording.as_str()).collect();
    let wording = wording.join(", ");
    let items: Vec<Item> = items.into_iter().flat_map(|one| one.items).collect();
    (items.len() > 1).then(|| Candidate::new(items, wording, context))
}

/// Whether an item stands in the heading of a column of a table.
fn heads_a_column(item: &Item, chunks: &[EvidenceChunk]) -> bool {
    let text = item.value.as_text().unwrap_or_default();
    let is_heading = |span: &Span| {
        let chunk = chunks.iter().find(|chunk| chunk.anchor == span.anchor);
        let tables = chunk.into_iter().flat_map(|chunk| &chunk.tables);
        let mut headings =
            tables.flat_map(|table| table.rows.iter().take(table.header_rows as usize).flatten());
        headings.any(|cell| {
            cell.line_start <= span.line_start
                && span.line_end <= cell.line_end
                && cell.text.contains(text)
        })
    };
    !item.spans.is_empty() && item.spans.iter().all(is_heading)
}

/// Whether `some` are items of `all`, a list of more of them, each on lines of its own, and one of them runs on into the next: there
/// the reader does not tell the items apart, and a list that is numbered is known as a whole.
fn is_part(some: &Candidate, all: &Candidate) -> bool {
    let of_all: Vec<String> = all.items.iter().map(words_of).collect();
    let held = |item: &Item| {
        let text = words_of(item);
        let is_held = |one: &&String| !one.is_empty() && text.contains(one.as_str());
        of_all.iter().filter(is_held).count()
    };
    let begins = |item: &Item| {
        let first = item.spans.first();
        first.map(|span| (span.anchor.clone(), span.line_start))
    };
    let lines: BTreeSet<_> = all.items.iter().map(begins).collect();
    let held: Vec<usize> = some.items.iter().map(held).collect();
    lines.len() == all.items.len()
        && some.items.len() < all.items.len()
        && held.iter().all(|count| *count > 0)
        && held.iter().any(|count| *count > 1)
}

/// Whether `some` are `all`, what commas and a conjunction divide in a sentence, but for the last two, which the reader does not
/// tell apart: *English* and *French and German*. A company may be called so (*Smith and Jones LLP*).
fn ends_in_two(some: &Candidate, all: &Candidate) -> bool {
    let (some, all): (Vec<String>, Vec<String>) = (
        some.items.iter().map(words_of).collect(),
        all.items.iter().map(words_of).collect(),
    );
    let (Some((both, first)), [rest @ .., one, other]) = (some.split_last(), all.as_slice()) else {
        return false;
    };
    let is_company =
        plain_words(both).any(|word| language::any(|pack| &pack.names.company_nouns, &word));
    !first.is_empty()
        && first == rest
        && both.starts_with(one.as_str())
        && both.ends_with(other.as_str())
        && both.len() > one.len() + other.len()
        && !is_company
}

/// Whether `some` stand in lists of whole lines, and the question's words do not set them apart from the other items there: then one of
/// those lists is meant as a whole.
fn are_of_whole_lists(terms: &Terms, some: &Candidate, found: &[Candidate]) -> bool {
    let begins = |item: &Item| {
        let first = item.spans.first();
        first.map(|span| (span.anchor.clone(), span.line_start))
    };
    let whole = || {
        found
            .iter()
            .filter(|all| all.known_by == Some(KnownBy::Lines))
            .flat_map(|all| &all.items)
    };
    let lines: BTreeSet<_> = whole().map(begins).collect();
    let outside = some
        .items
        .iter()
        .filter(|item| !lines.contains(&begins(item)));
    let of_some: Vec<String> = some.items.iter().map(words_of).collect();
    let of_all: Vec<String> = whole().map(words_of).collect();
    outside.count() * ONE_OUTSIDE <= some.items.len() && !terms.set_apart(&of_some, &of_all)
}

/// Whether `some` are items of `all`, by their words, and not as many.
fn are_fewer_of(some: &Candidate, all: &Candidate) -> bool {
    let said: BTreeSet<String> = all.items.iter().map(words_of).collect();
    some.items.len() < all.items.len()
        && some.items.iter().all(|item| said.contains(&words_of(item)))
}

/// Whether `some` are items of `all`, the column of a table, and the question says no more than what heads that column: then all
/// of it is meant.
fn is_of_named_column(
    terms: &Terms,
    some: &Candidate,
    all: &Candidate,
    chunks: &[EvidenceChunk],
) -> bool {
    let heading = || heading_over(all.items.first()?, chunks);
    all.known_by == Some(KnownBy::Column)
        && are_fewer_of(some, all)
        && heading().is_some_and(|heading| terms.are_all_in(&heading))
}

/// What heads the column of a table that an item is a cell of.
fn heading_over(item: &Item, chunks: &[EvidenceChunk]) -> Option<String> {
    let (text, span) = (item.value.as_text()?, item.spans.first()?);
    let chunk = chunks.iter().find(|chunk| chunk.anchor == span.anchor)?;
    chunk.tables.iter().find_map(|table| {
        let heads = table.header_rows as usize;
        let column = table.rows.iter().skip(heads).find_map(|row| {
            row.iter()
                .position(|cell| cell.line_start == span.line_start && cell.text == text)
        })?;
        let cells = table.rows.iter().take(heads);
        let heading: Vec<&str> = cells
            .filter_map(|row| row.get(column))
            .map(|cell| cell.text.as_str())
            .collect();
        Some(heading.join(" "))
    })
}

fn words_of(item: &Item) -> String {
    item.value.as_text().unwrap_or_default().to_lowercase()
}

/// What the reader takes for a list is partial where it is some of the items of one list of marked lines: whether the
/// others are meant as well is for a person to see.
fn say_what_more_is_listed(some: &mut Candidate, found: &[Candidate]) {
    let of_more =
        |all: &&Candidate| all.known_by == Some(KnownBy::Lines) && are_fewer_of(some, all);
    if let Some(all) = found.iter().find(of_more) {
        let (some_count, all_count) = (some.items.len(), all.items.len());
        some.is_partial = true;
        some.notes
            .push(format!("{some_count} of the {all_count} items of a list."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A list of items and the lines that they begin on.
    fn list(items: &[(&str, u32)]) -> Candidate {
        let item = |(text, line): &(&str, u32)| {
            let span =
                json!({ "anchor": "C0", "line_start": line, "line_end": line, "quote": text });
            json!({ "value": text, "spans": [span] })
        };
        let items: Vec<_> = items.iter().map(item).collect();
        let whole = json!({ "items": items, "wording": "", "context": "" });
        serde_json::from_value(whole).unwrap()
    }

    /// The same, known by its lines.
    fn of_lines(items: &[(&str, u32)]) -> Candidate {
        Candidate {
            known_by: Some(KnownBy::Lines),
            ..list(items)
        }
    }

    #[test]
    fn a_whole_list_is_no_sure_answer_to_what_has_the_most() {
        let items = [("Rovers 2", 1), ("United 6", 2)];
        let told = |question: &str, chosen: &Candidate| {
            lists_more_than_the_most(&Question::of(question), chosen).is_some()
        };
        assert!(told(
            "List each team with the most draws.",
            &of_lines(&items)
        ));
        assert!(!told("List all teams.", &of_lines(&items)));
        // What the reader marked was told apart.
        assert!(!told("List each team with the most draws.", &list(&items)));
    }

    #[test]
    fn some_items_of_a_numbered_list_are_part_of_it() {
        let all = list(&[("Theft", 1), ("Frost", 2), ("Hail", 3), ("War", 4)]);
        assert!(is_part(&list(&[("Theft", 1), ("Frost 3. Hail", 2)]), &all));
        assert!(!is_part(&list(&[("Theft", 1), ("Flood", 9)]), &all));
        // Two rows of a table that the question asks for are no part of its column.
        assert!(!is_part(&list(&[("Theft", 1), ("Hail", 3)]), &all));
        let as_many = [("Theft", 1), ("Frost", 2), ("Hail", 3), ("War", 4)];
        assert!(!is_part(&list(&as_many), &all));
    }

    #[test]
    fn some_items_of_a_list_of_marked_lines_are_partial() {
        let all = [("Theft", 1), ("Frost", 2), ("Hail", 3)];
        let told = |items: &[(&str, u32)], found: Candidate| {
            let mut some = list(items);
            say_what_more_is_listed(&mut some, &[found]);
            (some.is_partial, some.notes)
        };
        let two = [("Theft", 1), ("Hail", 3)];
        let note = "2 of the 3 items of a list.".to_owned();
        assert_eq!(told(&two, of_lines(&all)), (true, vec![note]));
        // The whole list, other words, and cells of a column say nothing of the kind.
        assert_eq!(told(&all, of_lines(&all)), (false, vec![]));
        assert_eq!(
            told(&[("Theft", 1), ("War", 9)], of_lines(&all)),
            (false, vec![])
        );
        assert_eq!(told(&two, list(&all)), (false, vec![]));
    }

    #[test]
    fn names_in_a_sentence_are_no_part_of_what_its_commas_divide() {
        let divided = [
            ("Alder Ltd", 3),
            ("a company of Hull", 3),
            ("and Birch", 4),
            ("Co", 4),
        ];
        let names = list(&[("Alder Ltd", 3), ("Birch & Co", 4)]);
        assert!(!is_part(&names, &list(&divided)));
    }

    #[test]
    fn the_last_two_of_a_sentence_are_told_apart_unless_they_are_one_company() {
        let one_line = |items: &[&str]| {
            let items: Vec<(&str, u32)> = items.iter().map(|item| (*item, 1)).collect();
            list(&items)
        };
        let divided = one_line(&["English", "French", "German"]);
        let of = |some: &[&str], all: &Candidate| ends_in_two(&one_line(some), all);
        assert!(of(&["English", "French and German"], &divided));
        assert!(!of(&["English", "German"], &divided));
        assert!(!of(&["English and French", "German"], &divided));
        assert!(!of(&["French and German"], &divided));
        let names = one_line(&["Alder Inc.", "Birch", "Cedar LLC"]);
        assert!(!of(&["Alder Inc.", "Birch and Cedar LLC"], &names));
    }

    #[test]
    fn what_the_reader_marks_gives_way_to_the_list_that_it_stands_in() {
        let all = [
            ("damage to boats", 1),
            ("damage to huts", 2),
            ("theft of boats", 3),
            ("war", 4),
        ];
        let of = |question, some: &[(&str, u32)], all| {
            are_of_whole_lists(&Terms::of(question), &list(some), &[all])
        };
        let two = [("damage to boats", 1), ("theft of boats", 3)];
        let (every, boats) = (
            "Which perils are excluded?",
            "Which perils to boats are excluded?",
        );
        assert!(of(every, &two, of_lines(&all)));
        // Boats are not all.
        assert!(!of(boats, &two, of_lines(&all)));
        // What stands elsewhere too, and cells of a column.
        assert!(!of(every, &[("war", 4), ("frost", 9)], of_lines(&all)));
        assert!(!of(every, &two, list(&all)));
    }

    #[test]
    fn some_cells_of_a_column_that_the_question_names_give_way_to_all_of_it() {
        let mut chunk = EvidenceChunk::of_lines("C0", 1, ["Excluded peril | Since"; 4]);
        let cell = |text: &str, line| json!({ "text": text, "line_start": line, "line_end": line });
        let row = |text: &str, line| json!([cell(text, line), cell("2019", line)]);
        let table = json!({
            "first_line": 1, "last_line": 4, "header_rows": 1,
            "rows": [[cell("Excluded peril", 1), cell("Since", 1)], row("War", 2), row("Hail", 3), row("Frost", 4)],
        });
        chunk.tables = vec![serde_json::from_value(table).unwrap()];
        let all = Candidate {
            known_by: Some(KnownBy::Column),
            ..list(&[("War", 2), ("Hail", 3), ("Frost", 4)])
        };
        let gives_way = |question: &str, some: &[(&str, u32)], all: &Candidate| {
            let chunks = std::slice::from_ref(&chunk);
            is_of_named_column(&Terms::of(question), &list(some), all, chunks)
        };
        let some = [("War", 2), ("Frost", 4)];
        assert!(gives_way("Which perils are excluded?", &some, &all));
        // The question sets rows apart, or the cells are not the column's.
        assert!(!gives_way(
            "Which perils to boats are excluded?",
            &some,
            &all
        ));
        assert!(!gives_way(
            "Which perils are excluded?",
            &[("War", 2), ("2019", 2)],
            &all
        ));
        let of_lines = Candidate {
            known_by: Some(KnownBy::Lines),
            ..all.clone()
        };
        assert!(!gives_way("Which perils are excluded?", &some, &of_lines));
    }

    #[test]
    fn what_heads_a_column_is_no_item_of_it() {
        let mut chunk = EvidenceChunk::of_lines("C0", 1, ["Peril | Since", "War | 2019"]);
        let cell = |text: &str, line| json!({ "text": text, "line_start": line, "line_end": line });
        let table = json!({
            "first_line": 1, "last_line": 2, "header_rows": 1,
            "rows": [[cell("Peril", 1), cell("Since", 1)], [cell("War", 2), cell("2019", 2)]],
        });
        chunk.tables = vec![serde_json::from_value(table).unwrap()];
        let items = list(&[("Peril", 1), ("Peril |", 1), ("War", 2)]).items;
        let heads = items
            .iter()
            .map(|item| heads_a_column(item, std::slice::from_ref(&chunk)));
        // Words of two cells are no heading.
        assert_eq!(heads.collect::<Vec<_>>(), [true, false, false]);
    }

    #[test]
    fn the_edges_of_pages_are_no_lists() {
        let page = |number| format!("Page {number} of 2");
        let (one, two) = (page(1), page(2));
        let lines = [
            "Perils:", "- war", "- frost", "", &one, "", "- hail", "- theft", "", &two,
        ];
        let chunks = [EvidenceChunk::of_lines("C0", 1, lines)];
        let found = vec![
            list(&[("Page 1 of", 5), ("Page 2 of", 10)]),
            list(&[("war", 2), ("hail", 7)]),
        ];
        let left = without_edges(found, &chunks);
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].items[0].value.as_text(), Some("war"));
    }
}
