//! Dates at the other end of what the question asks for.
//!
//! *When does the agreement end?* is asked of contracts that name no such day: they say for how many years they run. The reader then
//! points at the only whole date there is, the day on which the contract was made, and is sure of it. So
//! a date behind words of a beginning alone (*made and entered into as of*) is no candidate for an end where another
//! date stands behind words of an end (*shall expire on*), and the other way round; and where none does,
//! it goes to a person.
//!
//! Of the training contracts of CUAD, 23 of the 34 dates that their annotators took for an end have words of an end before them; the
//! other eleven have words of a beginning alone, and are the day from which a term is counted. Of 186
//! dates of effect and 254 dates of agreements none has words of an end alone. Where words of both stand before a date, it is an end where
//! those of an end come last (*commence upon the Effective Date and continue until*): all eight such dates are ends. The other
//! way round (*terminated effective as of*) nothing is said.
//!
//! # Limits
//!
//! The words are those of the packs, of which English alone has some; where another language's stand
//! there, nothing is taken out. A date with neither before it stays.

use contract::candidate::Place;
use contract::{Candidate, Descriptor, Quantity};
use evidence::EvidenceChunk;
use language::{Pack, Words};
use question::Question;
use recognizer::{Clauses, Passage, plain_words, sentence_around};

/// Words before a date that are looked at, within its sentence: *is made and entered into as of this*
/// are seven.
const BEFORE: usize = 8;

/// How filings in the United States write that somebody signed.
const SIGNATURE: &str = "/s/";

/// Which end of a length of time words speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    First,
    Last,
}

impl End {
    /// The one that words speak of, which `have` says whether one of them is such; none where they
    /// speak of neither or both.
    fn of(have: impl Fn(&dyn Fn(&str) -> bool) -> bool) -> Option<End> {
        let of_list = |list: fn(&'static Pack) -> &'static Words| {
            have(&|word| language::any_fits(list, word))
        };
        match (of_list(|pack| &pack.beginnings), of_list(|pack| &pack.ends)) {
            (true, false) => Some(End::First),
            (false, true) => Some(End::Last),
            _ => None,
        }
    }
}

/// Takes out the dates that stand at the other end than the one that is asked for.
pub(crate) fn without_other_end(
    question: &Question,
    answer_type: &str,
    candidates: &mut Vec<Candidate>,
    chunks: &[EvidenceChunk],
) {
    if Descriptor::of(answer_type).quantity != Some(Quantity::Date) {
        return;
    }
    let terms = question.terms();
    let Some(asked) = End::of(|is_such| terms.have_plain(is_such)) else {
        return;
    };
    let ends: Vec<Option<End>> = candidates.iter().map(|one| end_of(one, chunks)).collect();
    if ends.contains(&Some(asked)) {
        let mut ends = ends.into_iter();
        candidates.retain(|_| ends.next().flatten().is_none_or(|end| end == asked));
    }
}

/// What a person is told of a date that stands at the other end than the one that is asked for; none
/// where it does not.
pub(crate) fn at_other_end(
    question: &Question,
    answer_type: &str,
    chosen: &Candidate,
    chunks: &[EvidenceChunk],
) -> Option<String> {
    let is_date = Descriptor::of(answer_type).quantity == Some(Quantity::Date);
    let asked = End::of(|is_such| question.terms().have_plain(is_such)).filter(|_| is_date)?;
    let found = end_of(chosen, chunks)?;
    let words = match found {
        End::First => "the answer stands where a beginning is spoken of, not an end",
        End::Last => "the answer stands where an end is spoken of, not a beginning",
    };
    (found != asked).then(|| words.to_owned())
}

fn end_of(one: &Candidate, chunks: &[EvidenceChunk]) -> Option<End> {
    let place = one.place.as_ref()?;
    let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
    let passage = Passage::of(chunk);
    let words = before(place, &passage);
    let alone = End::of(|is_such| words.iter().any(|word| is_such(word)));
    alone
        .or_else(|| ends_last(&words).then_some(End::Last))
        .or_else(|| is_of_signature(place, passage.text()).then_some(End::First))
}

/// Whether a date stands behind a signature on its line: *Signature /s/ Ann Alder  Date 13/07/05*. It is the day on
/// which a contract was made. Of the training questions about contracts of CUAD, the marked date stands so in 24 of 508 for
/// the day of the agreement, and in none of 68 for its end and 372 for its effect.
fn is_of_signature(place: &Place, text: &str) -> bool {
    let before = text.get(..place.start).unwrap_or_default();
    let line = before.rsplit('\n').next().map(str::to_lowercase);
    line.is_some_and(|line| line.contains(SIGNATURE))
}

/// Whether words speak of both ends, and of the last behind the first: *commences on the Effective Date and
/// terminates on*.
fn ends_last(words: &[String]) -> bool {
    let last = |list: fn(&'static Pack) -> &'static Words| {
        words
            .iter()
            .rposition(|word| language::any_fits(list, word))
    };
    let first = last(|pack| &pack.beginnings);
    first.is_some() && last(|pack| &pack.ends) > first
}

/// The words before a place in its sentence, those nearest to it; in a table, those of its row: the heading
/// before the first row (*Term start, Term end*) says nothing of its first cell.
fn before(place: &Place, passage: &Passage<'_>) -> Vec<String> {
    let text = passage.text();
    let sentence = sentence_around(text, &(place.start..place.end), Clauses::Apart).start;
    let begin = sentence.max(row_of(place, passage));
    let sentence = text.get(begin..place.start).unwrap_or_default();
    let words: Vec<String> = plain_words(sentence).collect();
    let skipped = words.len().saturating_sub(BEFORE);
    words.into_iter().skip(skipped).collect()
}

/// Where the row of a table begins that a place stands in; 0 where its line and the one before are none of a table.
fn row_of(place: &Place, passage: &Passage<'_>) -> usize {
    let before = passage.text().get(..place.start).unwrap_or_default();
    let Some(end) = before.rfind('\n') else {
        return 0;
    };
    let line_before = before.get(..end).and_then(|lines| lines.rfind('\n'));
    let lines = line_before.map_or(0, |end| end + 1)..place.end;
    let is_row = passage.crosses_cells(&lines);
    if is_row { end + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recognizer::Options;

    const CONTRACT: &str = "This Agreement is made and entered into as of the 9th day of May, 2002, by and between A and B.\n\
        It shall commence on August 1, 2002 and shall expire on July 31, 2012. \
        The offer of May 3, 2001 is withdrawn.";

    /// The dates that are left.
    fn left(question: &str, text: &str) -> Vec<String> {
        let chunks = [EvidenceChunk::of_words(text)];
        let mut found = recognizer::recognize("date", &chunks, &Options::default());
        without_other_end(&Question::of(question), "date", &mut found, &chunks);
        found.into_iter().map(|one| one.wording).collect()
    }

    #[test]
    fn the_day_of_a_contract_is_no_end_of_it() {
        let ends = left("When does the agreement end?", CONTRACT);
        assert_eq!(ends, ["July 31, 2012", "May 3, 2001"]);
        assert_eq!(left("When does it expire?", CONTRACT), ends);
    }

    #[test]
    fn the_day_on_which_a_contract_ends_is_no_beginning_of_it() {
        let begins = left("When does the agreement take effect?", CONTRACT);
        assert!(!begins.contains(&"July 31, 2012".to_owned()), "{begins:?}");
        assert_eq!(begins.len(), 3);
    }

    #[test]
    fn where_no_date_is_at_the_end_that_is_asked_for_the_other_goes_to_a_person() {
        let text = "This Agreement is made as of May 9, 2002 and runs for ten years.";
        let question = "When does the agreement end?";
        assert_eq!(left(question, text), ["May 9, 2002"]);
        let chunks = [EvidenceChunk::of_words(text)];
        let found = recognizer::recognize("date", &chunks, &Options::default());
        let told = |question: &str| {
            let question = Question::of(question);
            at_other_end(&question, "date", &found[0], &chunks)
        };
        let words = "the answer stands where a beginning is spoken of, not an end";
        assert_eq!(told(question).as_deref(), Some(words));
        assert_eq!(told("When does the agreement begin?"), None);
        assert_eq!(told("Which date is it?"), None);
    }

    #[test]
    fn a_question_about_both_or_neither_takes_nothing_out() {
        for question in [
            "When does the agreement begin and end?",
            "On which date does the effective period end?",
            "When was the offer withdrawn?",
        ] {
            assert_eq!(left(question, CONTRACT).len(), 4, "{question}");
        }
    }

    #[test]
    fn an_end_that_is_spoken_of_behind_the_day_of_effect_is_an_end() {
        let text = "This Agreement is made as of May 9, 2002. It shall be effective on the Effective Date and shall expire on July 31, 2012.";
        assert_eq!(
            left("When does the agreement end?", text),
            ["July 31, 2012"]
        );
        assert_eq!(
            left("When does the agreement begin?", text),
            ["May 9, 2002"]
        );
    }

    #[test]
    fn the_day_of_a_signature_is_no_end() {
        let asked = "When does the agreement end?";
        for text in [
            "By: Name Ann Alder  Title President  Signature /s/ Ann Alder  Date 13/07/05",
            "By: /s/ Ann Alder\tDate: July 13, 2005",
            "/S/ ANN ALDER, July 13, 2005",
        ] {
            let chunks = [EvidenceChunk::of_words(text)];
            let found = recognizer::recognize("date", &chunks, &Options::default());
            let told = at_other_end(&Question::of(asked), "date", &found[0], &chunks);
            assert!(told.is_some(), "{text}");
            let whole = format!("{text}\nThis Agreement shall expire on July 31, 2012.");
            assert_eq!(left(asked, &whole), ["July 31, 2012"], "{text}");
        }
        let text = "It shall expire on July 31, 2012. /s/ Ann Alder";
        assert_eq!(left(asked, text), ["July 31, 2012"]);
    }

    #[test]
    fn the_headings_of_a_table_say_nothing_of_the_first_cell_below_them() {
        for lines in [
            [
                "Name\tTerm start\tTerm end",
                "Ann Alder\t1 May 2020\t3 June 2024",
            ],
            [
                "Term start  Name  Term end",
                "1 May 2020  Ann Alder  3 June 2024",
            ],
            [
                "| Name | Term end |",
                "| Ann Alder, from 1 May 2020 | 3 June 2024 |",
            ],
        ] {
            let chunk = EvidenceChunk::of_lines("C0", 1, lines);
            let chunks = std::slice::from_ref(&chunk);
            let found = recognizer::recognize("date", chunks, &Options::default());
            let began = Question::of("When did the term of Ann Alder start?");
            assert_eq!(found[0].wording, "1 May 2020");
            assert_eq!(at_other_end(&began, "date", &found[0], chunks), None);
        }
        let prose = [
            "The agreement shall expire on",
            "3 June 2024 and not before.",
        ];
        let chunk = EvidenceChunk::of_lines("C0", 1, prose);
        let chunks = std::slice::from_ref(&chunk);
        let found = recognizer::recognize("date", chunks, &Options::default());
        let began = Question::of("When does the agreement begin?");
        assert!(at_other_end(&began, "date", &found[0], chunks).is_some());
    }

    #[test]
    fn an_end_with_a_day_of_effect_is_still_an_end() {
        let text = "The agreement was terminated effective as of June 1, 2020.";
        assert_eq!(left("When did the agreement end?", text), ["June 1, 2020"]);
    }
}
