//! Words that a reader points at and that are the answer to nothing (docs/batch.md).
//!
//! * A text that runs from a figure at the end of a line to one at the beginning of the next: a number,
//!   and the first column of the row below it (*10100023492* over *531600309035  1  250.00*). Of 36,349
//!   texts that people marked in the training cases 186 run over a line end, and none from figure to figure.
//! * A year behind a sign of copyright (*(c) Alder Press 2022*) asked for as a date: it says who may print
//!   the page. Of the 1,033 years among the dates of the training cases none stands so.
//! * A figure at the end of a line over one of digits alone (*No 42* over *58244*): it may be broken over the two. Of
//!   855 marked texts that end in a figure with their line, one stands over such a line. It goes to a person.
//!
//! A text of the first kind ends with its line, and the year is not offered, so that what is right beside it can be chosen.
//!
//! # Limits
//!
//! A number that is itself broken over two lines is not found whole. A question that names the copyright
//! gets its year.

use contract::{Candidate, Descriptor, Place, Quantity};
use evidence::EvidenceChunk;
use question::Question;
use recognizer::{passage, plain_words};
use std::ops::Range;

/// What stands on a passage as such.
const TEXT: &str = "text";
/// What says that a page is somebody's, in the languages of the packs alike.
const COPYRIGHT: [&str; 3] = ["©", "(c)", "copyright"];
/// Words between such a sign and its year: the name of whose it is.
const OWNER: usize = 5;
/// Digits of a year.
const YEAR: usize = 4;

/// Takes out the years of copyrights.
pub(crate) fn without_copyright(
    question: &Question,
    answer_type: &str,
    candidates: &mut Vec<Candidate>,
    chunks: &[EvidenceChunk],
) {
    let is_date = Descriptor::of(answer_type).quantity == Some(Quantity::Date);
    let names_it = |word: &str| COPYRIGHT.contains(&word);
    if !is_date || question.terms().have_plain(names_it) {
        return;
    }
    candidates.retain(|one| {
        let place = one.place.as_ref();
        let chunk = place.and_then(|place| {
            let mut chunks = chunks.iter();
            chunks.find(|chunk| chunk.anchor == place.anchor)
        });
        let (Some(place), Some(chunk)) = (place, chunk) else {
            return true;
        };
        let text = passage(chunk);
        let words = text.get(place.start..place.end).unwrap_or_default();
        let before = text.get(..place.start).unwrap_or_default();
        !is_of_copyright(words, before)
    });
}

/// Where the words at a place of a passage end as a text: before the first line end between two figures.
pub(crate) fn within_row(answer_type: &str, place: &Place, chunk: &EvidenceChunk) -> Range<usize> {
    let text = passage(chunk);
    let words = text.get(place.start..place.end).unwrap_or_default();
    let mut breaks = words.match_indices('\n').map(|(at, _)| at);
    let is_between_figures = |at: &usize| {
        let (above, below) = words.split_at(*at);
        let last = above.split_whitespace().next_back();
        last.is_some_and(has_figure) && below.split_whitespace().next().is_some_and(has_figure)
    };
    let first = breaks
        .find(is_between_figures)
        .filter(|_| answer_type == TEXT);
    place.start..first.map_or(place.end, |at| place.start + at)
}

/// What a person is told of a figure at the end of a line, with digits alone on the next one; none where
/// it is none.
pub(crate) fn may_go_on(
    answer_type: &str,
    chosen: &Candidate,
    chunks: &[EvidenceChunk],
) -> Option<String> {
    let place = chosen.place.as_ref().filter(|_| answer_type == TEXT)?;
    let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
    let text = passage(chunk);
    let ends_in_digit = |words: &str| words.ends_with(|letter: char| letter.is_ascii_digit());
    text.get(place.start..place.end)
        .filter(|words| ends_in_digit(words))?;
    let (rest, below) = text.get(place.end..)?.split_once('\n')?;
    let next = below.lines().next()?.trim();
    let is_figure = !next.is_empty() && next.bytes().all(|byte| byte.is_ascii_digit());
    let may_go_on = rest.trim().is_empty() && is_figure;
    may_go_on.then(|| "the number may go on in the next line".to_owned())
}

fn has_figure(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit())
}

/// Whether these words are a year behind a sign of copyright and a name.
fn is_of_copyright(words: &str, before: &str) -> bool {
    let is_year = words.len() == YEAR && words.bytes().all(|byte| byte.is_ascii_digit());
    let line = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let signs = COPYRIGHT.iter();
    let mut after = signs.filter_map(|sign| line.rsplit_once(sign).map(|(_, after)| after));
    is_year && after.any(|between| plain_words(between).count() <= OWNER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use recognizer::Options;

    fn left(
        question: &str,
        answer_type: &str,
        mut found: Vec<Candidate>,
        chunk: EvidenceChunk,
    ) -> Vec<String> {
        without_copyright(&Question::of(question), answer_type, &mut found, &[chunk]);
        found.into_iter().map(|one| one.wording).collect()
    }

    /// A passage with these lines.
    fn lines(text: &str) -> EvidenceChunk {
        EvidenceChunk::of_lines("C0", 1, text.lines())
    }

    /// The dates of a text that are left.
    fn dates(question: &str, text: &str) -> Vec<String> {
        let chunk = lines(text);
        let found =
            recognizer::recognize("date", std::slice::from_ref(&chunk), &Options::default());
        left(question, "date", found, chunk)
    }

    /// What is left of a run of words of a text.
    fn text_of(text: &str, words: &str) -> String {
        let chunk = lines(text);
        let start = passage(&chunk).find(words).unwrap();
        let place = Place {
            anchor: chunk.anchor.clone(),
            start,
            end: start + words.len(),
        };
        passage(&chunk)[within_row("text", &place, &chunk)].to_owned()
    }

    #[test]
    fn the_year_of_a_copyright_is_no_date_of_anything_else() {
        let text = "Sample invoices, (c) Alder Press 2022\nInvoice 17 of 5 March 2018\n© 2020 Birch. Copyright Alder Press and Sons 2019";
        assert_eq!(dates("When is the payment due?", text), ["5 March 2018"]);
        let all = dates("Of which year is the copyright?", text);
        assert_eq!(all, ["2022", "5 March 2018", "2020", "2019"]);
    }

    #[test]
    fn a_clause_that_is_counted_with_a_letter_and_other_years_stay() {
        for (text, date) in [
            (
                "(a) rent (b) term (c) the buildings of the old mill, which were raised in 1912",
                "1912",
            ),
            (
                "The copyright in the plans was sold on 3 May 2019.",
                "3 May 2019",
            ),
            ("© Alder Press\nBuilt in 2021", "2021"),
        ] {
            assert!(dates("When?", text).contains(&date.to_owned()), "{text}");
        }
    }

    /// Whether some words of a text go to a person.
    fn is_doubted(answer_type: &str, text: &str, words: &str) -> bool {
        let chunk = lines(text);
        let start = passage(&chunk).find(words).unwrap();
        let at = start..start + words.len();
        let options = Options::default();
        let found = recognizer::candidate_at("text", &chunk, &at, &options).unwrap();
        may_go_on(answer_type, &found, &[chunk]).is_some()
    }

    #[test]
    fn a_figure_over_a_line_of_digits_may_be_broken_there() {
        for (text, words) in [
            ("TAX INVOICE NO  42\n58244\nTotal 3.00", "42"),
            ("Rechnung Nr. RE-2018-4\n711\nDatum 3.5.2018", "RE-2018-4"),
            ("Factura n.º\n2018/17 \n4\nTotal", "2018/17"),
        ] {
            assert!(is_doubted("text", text, words), "{text}");
            assert!(!is_doubted("amount", text, words), "{text}");
        }
    }

    #[test]
    fn a_figure_beside_other_words_or_over_a_line_with_words_is_whole() {
        for (text, words) in [
            ("INVOICE NO 42\nDATE 4 May 2018", "42"),
            ("INVOICE NO 42 CASH\n58244", "42"),
            ("INVOICE NO 42\n1  2.50", "42"),
            ("INVOICE NO 42", "42"),
            ("issued by Alder\n58244", "Alder"),
        ] {
            assert!(!is_doubted("text", text, words), "{text}");
        }
    }

    #[test]
    fn a_number_does_not_run_into_the_row_below_it() {
        let text = "TAX INVOICE NO: 10100023492\n531600309035  1  250.00  250.00 S\nunits of 5\npieces each";
        let number = "10100023492";
        assert_eq!(text_of(text, "10100023492\n531600309035"), number);
        assert_eq!(text_of(text, number), number);
        assert_eq!(text_of(text, "5\npieces each"), "5\npieces each");
    }
}
