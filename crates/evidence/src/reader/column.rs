//! The gutters of a page of two or three columns, where it has some.
//!
//! Columns of running text and columns of a table look alike to geometry, and
//! only the first may be read one after the other. So a gutter needs prose on
//! both sides: pieces of several words that fill their column.

use super::row::Fragment;
use std::collections::BTreeMap;

/// Pieces of prose each side of a gutter needs.
const MIN_PROSE: usize = 6;
/// Words from which a piece is prose.
const MIN_PROSE_WORDS: usize = 4;
/// Share of a side's characters that must be prose.
const MIN_PROSE_SHARE: f64 = 0.6;
/// Share of pieces that may cross the gutter (titles, footers).
const MAX_CROSSING_SHARE: f64 = 0.2;
/// A gutter stands within this part of the text's width.
const MIDDLE: (f64, f64) = (0.3, 0.7);
/// Candidates tried, by how many pieces start there.
const MAX_CANDIDATES: usize = 12;

/// Columns are cut in two so many times, one after the other.
const MAX_CUTS: usize = 2;

/// The column a piece stands in, from the left; none where it stands over a
/// gutter or is not upright.
pub(crate) fn column_of(fragment: &Fragment, gutters: &[f64]) -> Option<usize> {
    let column = gutters.partition_point(|gutter| *gutter <= fragment.start + 0.5);
    let inside = gutters
        .get(column)
        .is_none_or(|gutter| fragment.end <= gutter + 0.5);
    (fragment.is_upright() && inside).then_some(column)
}

/// The left edges of all columns but the first, in order.
pub(crate) fn find_gutters(fragments: &[Fragment]) -> Vec<f64> {
    let all: Vec<&Fragment> = fragments.iter().collect();
    cut(&all, MAX_CUTS)
}

fn cut(fragments: &[&Fragment], cuts: usize) -> Vec<f64> {
    let Some(gutter) = find_gutter(fragments).filter(|_| cuts > 0) else {
        return Vec::new();
    };
    let side = |column: usize| -> Vec<&Fragment> {
        let here = |fragment: &&&Fragment| column_of(fragment, &[gutter]) == Some(column);
        fragments.iter().filter(here).copied().collect()
    };
    let mut gutters = cut(&side(0), cuts - 1);
    gutters.push(gutter);
    gutters.extend(cut(&side(1), cuts - 1));
    gutters
}

#[derive(Default)]
struct Tally {
    prose: usize,
    prose_characters: u64,
    characters: u64,
}

/// The left edge of the right of two columns.
fn find_gutter(fragments: &[&Fragment]) -> Option<f64> {
    let upright = || fragments.iter().filter(|fragment| fragment.is_upright());
    let left = upright().map(|f| f.start).fold(f64::INFINITY, f64::min);
    let right = upright().map(|f| f.end).fold(f64::NEG_INFINITY, f64::max);
    let width = right - left;
    if !width.is_finite() || width <= 0.0 {
        return None;
    }
    let mut starts: BTreeMap<i64, usize> = BTreeMap::new();
    for fragment in upright() {
        let place = (fragment.start - left) / width;
        if place > MIDDLE.0 && place < MIDDLE.1 {
            *starts.entry(fragment.start.floor() as i64).or_default() += 1;
        }
    }
    let mut candidates: Vec<(i64, usize)> = starts
        .into_iter()
        .filter(|(_, count)| *count >= MIN_PROSE)
        .collect();
    candidates.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    candidates
        .into_iter()
        .take(MAX_CANDIDATES)
        .map(|(x, _)| x as f64)
        .find(|x| is_gutter(fragments, *x, width))
}

fn is_gutter(fragments: &[&Fragment], gutter: f64, width: f64) -> bool {
    let (mut left, mut right, mut crossing) = (Tally::default(), Tally::default(), 0_usize);
    for fragment in fragments {
        let tally = match column_of(fragment, &[gutter]) {
            Some(0) => &mut left,
            Some(_) => &mut right,
            None => {
                crossing += 1;
                continue;
            }
        };
        tally.characters += u64::from(fragment.characters);
        if is_prose(fragment, width) {
            tally.prose += 1;
            tally.prose_characters += u64::from(fragment.characters);
        }
    }
    let enough = |tally: &Tally| {
        tally.prose >= MIN_PROSE
            && tally.prose_characters as f64 >= MIN_PROSE_SHARE * tally.characters as f64
    };
    crossing as f64 <= MAX_CROSSING_SHARE * fragments.len() as f64
        && enough(&left)
        && enough(&right)
}

fn is_prose(fragment: &Fragment, width: f64) -> bool {
    let words = fragment
        .text
        .split_whitespace()
        .filter(|word| word.chars().any(char::is_alphabetic))
        .count();
    words >= MIN_PROSE_WORDS && fragment.end - fragment.start >= 0.25 * width
}
