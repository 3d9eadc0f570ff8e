//! The sum of a receipt before it was rounded for cash.
//!
//! ```text
//! Total sales       42.33
//! Rounding            .02     "What is the total to be paid?"  ->  42.35
//! Rounded           42.35
//! ```
//!
//! Where a line names a rounding of at most five hundredths, and a figure makes with it another one of the same
//! document that five hundredths divide, the first is not what is to be paid. Of the 45 training receipts with
//! two such figures, the one that people marked as the total is the rounded one in 43.
//!
//! # Limits
//!
//! Roundings to whole units, and to ten hundredths, are none of this.

use super::decimal;
use super::terms::lower_words;
use evidence::EvidenceChunk;
use std::collections::BTreeSet;

/// What coins allow, in hundredths: the smallest that receipts are rounded to.
const COIN: i64 = 5;

/// Indices, ascending, of the figures, in hundredths, that are a sum before its rounding.
pub(super) fn before(chunks: &[EvidenceChunk], figures: &[Option<i64>]) -> Vec<usize> {
    let roundings: BTreeSet<i64> = chunks
        .iter()
        .flat_map(|chunk| &chunk.lines)
        .flat_map(|line| roundings(&line.text))
        .collect();
    let rounded: BTreeSet<i64> = figures
        .iter()
        .flatten()
        .copied()
        .filter(|one| one % COIN == 0)
        .collect();
    let is_before = |figure: i64| {
        let mut pairs = roundings.iter().flat_map(|by| [figure + by, figure - by]);
        figure % COIN != 0 && pairs.any(|one| rounded.contains(&one))
    };
    let numbered = figures.iter().enumerate();
    numbered
        .filter(|(_, figure)| figure.is_some_and(is_before))
        .map(|(index, _)| index)
        .collect()
}

/// The roundings that a line names, in hundredths without their sign: *.02*, *RM0.02*, *0,03-*.
fn roundings(line: &str) -> Vec<i64> {
    let names = |word: &String| language::any(|pack| &pack.invoice.roundings, word);
    if !lower_words(line).iter().any(names) {
        return Vec::new();
    }
    let figures = line.split(|letter: char| !(letter.is_ascii_digit() || ".,".contains(letter)));
    figures.filter_map(small).collect()
}

/// Less than a tenth, written with two places, in hundredths.
fn small(figure: &str) -> Option<i64> {
    let (whole, places) = figure.split_once(['.', ','])?;
    let is_small = matches!(whole, "" | "0") && places.len() == 2;
    let value: f64 = format!("0.{places}").parse().ok().filter(|_| is_small)?;
    decimal::hundredths(value).filter(|value| (1..=COIN).contains(value))
}
