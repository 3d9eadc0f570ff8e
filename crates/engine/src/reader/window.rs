//! Windows of a passage that is longer than the model reads at once.

use super::passage::Passage;
use std::ops::Range;

/// The tokens of each window, in order: all of them where they fit into
/// `room`; else windows that overlap by about a quarter, cut between words, and
/// where a line ends if one does near enough. Windows without a word are left
/// out.
///
/// `room` must be above twice the tokens of a word, or the windows would not
/// get on.
pub(crate) fn windows(passage: &Passage, room: usize) -> Vec<Range<usize>> {
    let all = passage.ids.len();
    let (mut found, mut start) = (Vec::new(), 0);
    loop {
        let end = end_of(passage, start, room);
        found.push(start..end);
        if end >= all {
            break;
        }
        start = next_start(passage, start, end, room);
    }
    found.retain(|window| !words_in(passage, window).is_empty());
    found
}

/// Numbers of the words that lie in a window; none is cut by one.
pub(crate) fn words_in(passage: &Passage, window: &Range<usize>) -> Range<usize> {
    let before = |token: usize| {
        passage
            .words
            .partition_point(|word| word.tokens.start < token)
    };
    before(window.start)..before(window.end)
}

/// The last line that begins within `range`, as a token.
fn line_in(passage: &Passage, range: Range<usize>) -> Option<usize> {
    let after = passage.lines.partition_point(|line| *line < range.end);
    let line = passage.lines.get(after.checked_sub(1)?)?;
    range.contains(line).then_some(*line)
}

/// The word that goes on at `token`, if one does.
fn around(passage: &Passage, token: usize) -> Option<&Range<usize>> {
    let after = passage
        .words
        .partition_point(|word| word.tokens.start < token);
    let tokens = &passage.words.get(after.checked_sub(1)?)?.tokens;
    (token < tokens.end).then_some(tokens)
}

/// At most `room` behind `start`; at the end of a line if one lies in the last
/// quarter, else at the end of a word.
fn end_of(passage: &Passage, start: usize, room: usize) -> usize {
    let most = start + room;
    if most >= passage.ids.len() {
        return passage.ids.len();
    }
    line_in(passage, most - room / 4..most + 1)
        .unwrap_or_else(|| around(passage, most).map_or(most, |word| word.start))
}

/// A quarter of the room before `end`, or up to an eighth earlier where a line
/// begins there; behind `start`.
fn next_start(passage: &Passage, start: usize, end: usize, room: usize) -> usize {
    let target = end - room / 4;
    line_in(passage, target - room / 8..target + 1)
        .unwrap_or_else(|| around(passage, target).map_or(target, |word| word.end))
        .max(start + 1)
}

#[cfg(test)]
mod tests {
    use super::super::vocabulary::tests::small;
    use super::*;

    const ROOM: usize = 40;

    fn check(text: &str) -> (Passage, Vec<Range<usize>>) {
        let passage = Passage::new(&small(), text);
        let found = windows(&passage, ROOM);
        for window in &found {
            assert!(window.len() <= ROOM && !window.is_empty(), "{window:?}");
            for cut in [window.start, window.end] {
                assert_eq!(around(&passage, cut), None, "{window:?} cuts a word");
            }
        }
        for pair in found.windows(2) {
            let [one, next] = pair else { unreachable!() };
            assert!(one.start < next.start && one.end < next.end);
            assert_eq!(
                words_in(&passage, &(one.end..next.start.max(one.end))).len(),
                0
            );
        }
        let read: usize = found
            .iter()
            .flat_map(|window| words_in(&passage, window))
            .collect::<std::collections::BTreeSet<_>>()
            .len();
        assert_eq!(read, passage.words.len());
        (passage, found)
    }

    #[test]
    fn what_fits_is_one_window_and_what_has_no_words_is_none() {
        assert_eq!(check("a b c").1, vec![0..3; 1]);
        assert_eq!(check("").1, []);
        assert_eq!(check("\n \n").1, []);
        assert_eq!(check(&"a ".repeat(ROOM)).1, vec![0..ROOM; 1]);
    }

    #[test]
    fn a_long_text_is_cut_with_a_quarter_in_common() {
        let found = check(&"a ".repeat(100)).1;
        assert_eq!(found, [0..40, 30..70, 60..100]);
    }

    #[test]
    fn windows_end_with_lines_where_they_can() {
        let line = "a b c d e f g\n";
        let (passage, found) = check(&line.repeat(20));
        for window in &found {
            assert!(passage.lines.contains(&window.start), "{window:?}");
        }
        assert_eq!(found[0], 0..35);
    }

    #[test]
    fn long_words_and_rows_of_empty_cells_are_got_through() {
        check(&"abcdefghijklmnopqr ".repeat(30));
        check(&"a \u{a0}\t".repeat(300));
        check(&format!("{}b", "\u{a0}\u{a0}\t\u{a0}\u{a0}\t".repeat(100)));
        check(&format!("a{}b", "\t\u{a0}\u{a0}".repeat(200)));
    }
}
