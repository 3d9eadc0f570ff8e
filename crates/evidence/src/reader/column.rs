//! The gutter of a page of two columns, where it has one.
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

/// Where a piece stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    /// Over the gutter, or not upright.
    Across,
}

impl Side {
    pub(crate) fn of(fragment: &Fragment, gutter: f64) -> Self {
        if !fragment.is_upright() {
            Self::Across
        } else if fragment.end <= gutter + 0.5 {
            Self::Left
        } else if fragment.start >= gutter - 0.5 {
            Self::Right
        } else {
            Self::Across
        }
    }
}

#[derive(Default)]
struct Tally {
    prose: usize,
    prose_characters: u64,
    characters: u64,
}

/// The left edge of the right column.
pub(crate) fn find_gutter(fragments: &[Fragment]) -> Option<f64> {
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

fn is_gutter(fragments: &[Fragment], gutter: f64, width: f64) -> bool {
    let (mut left, mut right, mut crossing) = (Tally::default(), Tally::default(), 0_usize);
    for fragment in fragments {
        let tally = match Side::of(fragment, gutter) {
            Side::Left => &mut left,
            Side::Right => &mut right,
            Side::Across => {
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
