//! Windows that were read for the run under way.
//!
//! A second round of a question shows most passages of the first again, and often more lines
//! before or behind them; windows that hold the same tokens after the same question are then
//! not encoded again. This is exact: a window is encoded alone, so its scores are a function
//! of what is in [`Key`]. Windows of another run are forgotten, so that an answer that is
//! given again, to check it, is computed again.

use super::passage::{Passage, PlacedWord};
use super::reading::{WindowReading, WordScore};
use std::collections::BTreeMap;
use std::ops::Range;

/// Windows kept, at most: each takes at most 40 kB. What is read beyond is read anew each time.
const MOST_WINDOWS: usize = 1024;

/// All that the scores of a window depend on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    asked: Vec<u32>,
    text: Vec<u32>,
    /// Tokens of each word, counted from the window's first.
    words: Vec<(usize, usize)>,
}

impl Key {
    pub fn new(
        asked: &[u32],
        passage: &Passage,
        window: &Range<usize>,
        words: &[PlacedWord],
    ) -> Key {
        let inside = |word: &PlacedWord| {
            let tokens = &word.tokens;
            (tokens.start - window.start, tokens.end - window.start)
        };
        Key {
            asked: asked.to_vec(),
            text: passage.ids.get(window.clone()).unwrap_or_default().to_vec(),
            words: words.iter().map(inside).collect(),
        }
    }
}

/// The windows of one run.
#[derive(Debug, Default)]
pub(super) struct Kept {
    run: String,
    windows: BTreeMap<Key, WindowReading>,
}

impl Kept {
    /// Forgets what was read for another run; nothing is kept for a run without a name.
    pub fn begin(&mut self, run: &str) {
        if self.run != run {
            self.windows.clear();
            run.clone_into(&mut self.run);
        }
    }

    /// What was read of such a window, with its words at these places.
    pub fn find(&self, key: &Key, words: &[PlacedWord]) -> Option<WindowReading> {
        let found = self.windows.get(key)?;
        let place = |(score, word): (&WordScore, &PlacedWord)| WordScore {
            start: word.start as u32,
            end: word.end as u32,
            runs: score.runs.clone(),
        };
        Some(WindowReading {
            words: found.words.iter().zip(words).map(place).collect(),
            verdict: found.verdict,
        })
    }

    /// Keeps what was read.
    pub fn add(&mut self, key: Key, window: &WindowReading) {
        if !self.run.is_empty() && self.windows.len() < MOST_WINDOWS {
            self.windows.insert(key, window.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::tests::small;
    use super::super::window::words_in;
    use super::*;

    fn passage(text: &str) -> (Passage, Range<usize>) {
        let passage = Passage::new(&small(), text);
        let all = 0..passage.ids.len();
        (passage, all)
    }

    fn words<'p>(passage: &'p Passage, window: &Range<usize>) -> &'p [PlacedWord] {
        passage.words.get(words_in(passage, window)).unwrap()
    }

    fn reading(words: &[PlacedWord]) -> WindowReading {
        let score = |(index, word): (usize, &PlacedWord)| WordScore {
            start: word.start as u32,
            end: word.end as u32,
            runs: vec![index as f32],
        };
        WindowReading {
            words: words.iter().enumerate().map(score).collect(),
            verdict: [0.0, 1.0, 2.0],
        }
    }

    #[test]
    fn a_window_is_found_again_with_its_words_where_they_stand_now() {
        let (first, window) = passage("a b c");
        let place = words(&first, &window);
        let mut kept = Kept::default();
        kept.begin("run");
        kept.add(Key::new(&[7], &first, &window, place), &reading(place));
        // The same tokens behind others.
        let (second, _) = passage("c c a b c");
        let inside = 2..5;
        let place = words(&second, &inside);
        let found = kept.find(&Key::new(&[7], &second, &inside, place), place);
        assert_eq!(found, Some(reading(place)));
        assert_eq!(place[0].start, 4);
        // Another question, other tokens.
        assert_eq!(
            kept.find(&Key::new(&[8], &second, &inside, place), place),
            None
        );
        let other = 1..4;
        let place = words(&second, &other);
        assert_eq!(
            kept.find(&Key::new(&[7], &second, &other, place), place),
            None
        );
    }

    #[test]
    fn another_run_begins_with_nothing_and_a_run_without_a_name_keeps_nothing() {
        let (first, window) = passage("a b c");
        let place = words(&first, &window);
        let key = Key::new(&[7], &first, &window, place);
        let mut kept = Kept::default();
        for (before, now, is_found) in
            [("one", "one", true), ("one", "two", false), ("", "", false)]
        {
            kept.begin(before);
            kept.add(key.clone(), &reading(place));
            kept.begin(now);
            assert_eq!(
                kept.find(&key, place).is_some(),
                is_found,
                "{before:?} {now:?}"
            );
        }
    }

    #[test]
    fn no_more_is_kept_than_may_be() {
        let (first, window) = passage("a");
        let place = words(&first, &window);
        let mut kept = Kept::default();
        kept.begin("run");
        for number in 0..MOST_WINDOWS as u32 + 3 {
            kept.add(Key::new(&[number], &first, &window, place), &reading(place));
        }
        assert_eq!(kept.windows.len(), MOST_WINDOWS);
    }
}
