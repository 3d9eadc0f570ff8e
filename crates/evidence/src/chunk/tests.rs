#![allow(clippy::format_collect)] // short texts, and it reads best

use super::*;
use crate::reader::{ReadLimits, read};
use proptest::prelude::*;

fn document(name: &str, text: &str) -> Document {
    read(name, text.as_bytes(), &ReadLimits::default()).unwrap()
}

fn ranges(chunks: &[Chunk]) -> Vec<(u32, u32)> {
    chunks
        .iter()
        .map(|chunk| (chunk.first_line, chunk.last_line))
        .collect()
}

fn sentence_lines(count: usize) -> String {
    (0..count)
        .map(|n| format!("line {n} has six words here\n"))
        .collect()
}

#[test]
fn a_short_document_is_one_chunk_without_its_blank_edges() {
    let document = document("a.txt", "\n\nOne line.\n\nAnother.\n\n");
    let chunks = chunk(&document, &ChunkLimits::default());
    assert_eq!(ranges(&chunks), [(3, 5)]);
    let expected = format!("{}:3-5", document.id.get(..16).unwrap());
    assert_eq!(chunks.first().unwrap().chunk_id, expected);
    assert_eq!(chunks.first().unwrap().text, "One line.\n\nAnother.");
}

#[test]
fn breaks_at_the_blank_line_rather_than_at_the_limit() {
    let text = format!("{}\n{}", sentence_lines(8), sentence_lines(8));
    let chunks = chunk(&document("a.txt", &text), &ChunkLimits::default());
    assert_eq!(ranges(&chunks), [(1, 8), (10, 17)]);
}

#[test]
fn breaks_before_a_heading_and_carries_its_path() {
    let text = format!("# One\n{}## Two\n{}", sentence_lines(6), sentence_lines(6));
    let chunks = chunk(&document("a.md", &text), &ChunkLimits::default());
    assert_eq!(ranges(&chunks), [(1, 7), (8, 14)]);
    assert_eq!(chunks.last().unwrap().section_path, ["One", "Two"]);
}

#[test]
fn keeps_the_rows_of_a_table_together() {
    let rows: String = (0..14)
        .map(|n| format!("Item {n}   {n},000   {n},500\n"))
        .collect();
    let text = format!(
        "{}\nTable of items\n{rows}\nThe end of it all.\n",
        sentence_lines(5)
    );
    let chunks = chunk(&document("a.txt", &text), &ChunkLimits::default());
    let table = chunks
        .iter()
        .find(|chunk| chunk.text.contains("Item 0"))
        .unwrap();
    assert!(table.text.contains("Item 13"), "{:?}", ranges(&chunks));
    assert!(
        table.text.contains("Table of items"),
        "{:?}",
        ranges(&chunks)
    );
}

#[test]
fn cuts_a_table_that_is_longer_than_its_limit() {
    let rows: String = (0..100).map(|n| format!("Item {n}   {n},000\n")).collect();
    let limits = ChunkLimits::default();
    let chunks = chunk(&document("a.txt", &rows), &limits);
    assert!(chunks.len() > 1);
    for chunk in chunks {
        assert!(chunk.last_line - chunk.first_line < limits.max_table_lines);
    }
}

#[test]
fn a_table_of_words_stays_whole_and_a_long_one_is_cut_between_rows() {
    let row = |n: usize| format!("Region {n:<20}  Manager {n:<12}  R-{n:02}\n  and district\n");
    let table = |rows: usize| {
        let rows: String = (10..10 + rows).map(row).collect();
        format!(
            "{}\nThe people in charge\n{:<27}  {:<20}  {}\n{rows}",
            sentence_lines(8),
            "Area",
            "Person",
            "Code"
        )
    };
    let small = document("a.txt", &table(5));
    let found = small.tables.first().unwrap();
    let chunks = chunk(&small, &ChunkLimits::default());
    let holds =
        |chunk: &&Chunk| chunk.first_line <= found.first_line && found.last_line <= chunk.last_line;
    assert!(
        chunks.iter().any(|chunk| holds(&chunk)),
        "{:?} {found:?}",
        ranges(&chunks)
    );

    let long = document("a.txt", &table(40));
    let found = long.tables.first().unwrap();
    let chunks = chunk(&long, &ChunkLimits::default());
    assert!(chunks.len() > 1);
    for chunk in chunks {
        assert!(chunk.last_line - chunk.first_line < 24);
        let cut = found.rows.iter().any(|row| {
            row.iter()
                .any(|cell| cell.line_start <= chunk.last_line && chunk.last_line < cell.line_end)
        });
        assert!(!cut, "{chunk:?}");
    }
}

#[test]
fn a_line_over_the_limit_is_a_chunk_by_itself() {
    let long = "word ".repeat(500);
    let chunks = chunk(
        &document("a.txt", &format!("before\n{long}\nafter")),
        &ChunkLimits::default(),
    );
    assert_eq!(ranges(&chunks), [(1, 1), (2, 2), (3, 3)]);
}

proptest! {
    #[test]
    fn chunks_cover_every_line_with_text_once_and_in_order(
        lines in proptest::collection::vec("( {0,3}|[a-z]{1,9}( [a-z]{1,9}){0,30}|[a-z]+  [0-9]{1,4}|# [A-Z][a-z]+|\u{c})", 1..80),
        max_lines in 0_u32..15, max_words in 0_u32..150, min_words in 0_u32..40, max_table_lines in 0_u32..30, max_table_words in 0_u32..300,
    ) {
        let text = lines.join("\n");
        prop_assume!(!text.trim().is_empty());
        let document = read("a.md", text.as_bytes(), &ReadLimits::default()).unwrap();
        let limits = ChunkLimits { max_lines, max_words, min_words, max_table_lines, max_table_words };
        let chunks = chunk(&document, &limits);
        let mut covered = Vec::new();
        for (index, chunk) in chunks.iter().enumerate() {
            prop_assert_eq!(chunk.ordinal as usize, index);
            covered.extend(chunk.first_line..=chunk.last_line);
        }
        prop_assert!(covered.windows(2).all(|pair| pair[0] < pair[1]));
        for line in &document.lines {
            prop_assert!(line.text.trim().is_empty() || covered.contains(&line.number));
        }
    }
}

#[test]
fn an_item_list_stays_with_the_names_of_its_columns() {
    let list = "QTY  DESCRIPTION  PRICE  TOTAL\nPRINTER PAPER A4\n5 57499  11.00  55.00\nINK BLACK\n1 27736  29.00  29.00\n";
    let text = format!("{}{list}{}", sentence_lines(11), sentence_lines(6));
    let chunks = chunk(&document("a.txt", &text), &ChunkLimits::default());
    let whole = |chunk: &&Chunk| chunk.first_line <= 12 && chunk.last_line >= 16;
    assert_eq!(
        chunks.iter().filter(whole).count(),
        1,
        "{:?}",
        ranges(&chunks)
    );
}
