//! The period of notice of a contract, where what was read states one alone.
//!
//! ```text
//! Either party may terminate this Agreement upon        "What is the notice period for
//! thirty (30) days' prior written notice.                termination?"  ->  thirty (30) days
//! ```
//!
//! A contract has many lengths of time: of its term, for curing a breach, for keeping secrets. Which of
//! them is one of notice, its sentence says: the words around it speak of notice, and the sentence of ending
//! or of renewing. So where a question asks for the period of notice, and all such sentences state one and
//! the same, it is offered alone.
//!
//! # Limits
//!
//! The words are those of the packs, of which English alone has some. A notice of something else is left out
//! by its words (insurance, breach, a dispute); where two periods stand there, nothing is offered, and nor
//! is one that a sentence states otherwise than *N days' notice* or *notice ... N days before*.

use super::duration;
use super::flow::Flow;
use super::layout::{Clauses, sentence_around};
use super::options::Options;
use super::recognize::{are_of_one_document, read_all};
use super::terms::{Terms, lower_words};
use contract::{Candidate, Descriptor, Quantity, Value};
use evidence::EvidenceChunk;
use language::{Ask, Notice, Words};
use std::collections::BTreeSet;
use std::ops::Range;

/// How sure an answer is that came so: of the training contracts of CUAD that one came for, it stands in the
/// marked clause in 85 of 106 (docs/quality.md), by the rule of succession.
const SURE: f64 = 86.0 / 108.0;
/// The type of what is answered in the document's own words.
const TEXT: &str = "text";
/// What a person is told of the answer.
const NOTE: &str = "the only period of notice for it in the passages that were read";
/// Words between a length of time and the notice that it is of: *days' prior express written notice*.
const MOST_BETWEEN: usize = 4;
/// Bytes before a length of time within which *notice* stands: *shall give the other party written notice
/// of its intention at least*.
const BEFORE: usize = 120;
/// Bytes of a sentence on either side that are looked at: a bound on the work.
const SENTENCE: usize = 1_500;

/// Which notice is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sought {
    Ending,
    Renewing,
    Either,
}

/// A list of words about notice.
type List = fn(&'static Notice) -> &'static Words;

fn fits(list: List, word: &str) -> bool {
    language::any_fits(|pack| list(&pack.notice), word)
}

fn has(words: &[String], list: List) -> bool {
    words.iter().any(|word| fits(list, word))
}

impl Sought {
    /// None where a question does not ask for how long a notice is.
    fn of(answer_type: &str, terms: &Terms) -> Option<Sought> {
        let words = &terms.words;
        let asks = |ask: Ask| {
            let named = |word: &String| language::named(|pack| &pack.question.asks, word);
            let pairs = words.windows(2).map(|pair| pair.join(" "));
            words
                .iter()
                .cloned()
                .chain(pairs)
                .any(|said| named(&said) == Some(&ask))
        };
        let is_period = || {
            words
                .iter()
                .any(|word| language::any(|pack| &pack.periods, word))
        };
        let is_time = Descriptor::of(answer_type).quantity == Some(Quantity::Time);
        let asks_for_time = || is_period() || asks(Ask::HowMuch) || asks(Ask::HowLong);
        let fits_type = is_time || answer_type == TEXT && asks_for_time();
        if !fits_type || !has(words, |notice| &notice.names) {
            return None;
        }
        Some(if has(words, |notice| &notice.renewing) {
            Sought::Renewing
        } else if has(words, |notice| &notice.ending) {
            Sought::Ending
        } else {
            Sought::Either
        })
    }

    /// Whether a sentence speaks of what is asked for, and of nothing else that notice is given of.
    fn is_in(self, sentence: &[String]) -> bool {
        let ends = has(sentence, |notice| &notice.ending);
        let renews = has(sentence, |notice| &notice.renewing);
        let is_meant = match self {
            Sought::Ending => ends,
            Sought::Renewing => renews,
            Sought::Either => ends || renews,
        };
        is_meant && !has(sentence, |notice| &notice.of_others)
    }
}

/// The one period of notice that the passages of a document state, where a question asks for it; none
/// where they state several.
pub fn notice(
    answer_type: &str,
    terms: &Terms,
    chunks: &[EvidenceChunk],
    options: &Options,
) -> Option<Candidate> {
    let sought = Sought::of(answer_type, terms)?;
    if !are_of_one_document(chunks) {
        return None;
    }
    let flows: Vec<Flow<'_>> = chunks.iter().map(Flow::new).collect();
    let none = Terms::default();
    let lengths = read_all(duration::read, answer_type, (&none, &flows), options);
    let is_meant = |number: usize, one: &Candidate| {
        let flow = flows.get(number);
        flow.is_some_and(|flow| is_of_notice(flow, one, sought))
    };
    let found: Vec<Candidate> = lengths
        .into_iter()
        .filter(|(number, _, one)| is_meant(*number, one))
        .map(|(_, _, one)| one)
        .collect();
    let isos: BTreeSet<String> = found.iter().filter_map(iso).collect();
    let first = found.into_iter().next().filter(|_| isos.len() == 1)?;
    let mut candidate = as_type(first, answer_type);
    candidate.notes.push(NOTE.to_owned());
    candidate.computed = Some(SURE);
    Some(candidate)
}

/// Whether a length of time is one of notice, and its sentence speaks of what is asked for.
fn is_of_notice(flow: &Flow<'_>, one: &Candidate, sought: Sought) -> bool {
    let Some(place) = &one.place else {
        return false;
    };
    let range = place.start..place.end;
    let sentence = sentence(flow, &range);
    let behind = lower_words(flow.slice(range.end..sentence.end));
    let names = |word: &String| fits(|notice| &notice.names, word);
    let beside = |word: &&String| fits(|notice| &notice.beside, word);
    let between = behind.iter().take(MOST_BETWEEN).take_while(beside).count();
    let is_followed = behind.iter().take(between + 1).any(names);
    let near = flow
        .text
        .floor_char_boundary(range.start.saturating_sub(BEFORE));
    let before = lower_words(flow.slice(near.max(sentence.start)..range.start));
    let is_led = before.iter().any(names)
        && behind
            .iter()
            .take(2)
            .any(|word| fits(|notice| &notice.advance, word));
    (is_followed || is_led) && sought.is_in(&lower_words(flow.slice(sentence)))
}

/// The sentence around a range of the running text, as far as it is looked at.
fn sentence(flow: &Flow<'_>, range: &Range<usize>) -> Range<usize> {
    let text = &flow.text;
    let from = text.floor_char_boundary(range.start.saturating_sub(SENTENCE));
    let to = text.floor_char_boundary((range.end + SENTENCE).min(text.len()));
    let near = range.start - from..range.end - from;
    let found = sentence_around(flow.slice(from..to), &near, Clauses::Together);
    from + found.start..from + found.end
}

fn iso(one: &Candidate) -> Option<String> {
    match one.items.first().map(|item| &item.value) {
        Some(Value::Duration(time)) => Some(time.iso.clone()),
        _ => None,
    }
}

/// The candidate as a value of the type: its words, where a text is asked for.
fn as_type(mut candidate: Candidate, answer_type: &str) -> Candidate {
    let wording = candidate.wording.clone();
    if answer_type == TEXT
        && let Some(item) = candidate.items.first_mut()
    {
        item.value = Value::Text(wording);
        candidate.notes.clear();
    }
    candidate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_scene::chunk;

    fn answer(question: &str, answer_type: &str, text: &str) -> Option<Candidate> {
        let lines: Vec<&str> = text.lines().collect();
        let chunks = [chunk("C0", &lines)];
        notice(
            answer_type,
            &Terms::of(question),
            &chunks,
            &Options::default(),
        )
    }

    fn words(question: &str, text: &str) -> Option<String> {
        answer(question, "duration", text).map(|one| one.wording)
    }

    const ENDING: &str = "What is the notice period for termination?";
    const RENEWAL: &str = "Which notice period applies to ending automatic renewal?";
    const CONTRACT: &str = "The term is five (5) years. Either party may terminate this Agreement upon thirty (30)\n\
        days' prior written notice. A breach must be cured within ten (10) days after notice of termination\n\
        for such breach. It renews for one (1) year unless a party gives\n\
        notice of non-renewal at least ninety (90) days before the end of the term.";

    #[test]
    fn the_period_of_notice_is_told_from_the_other_lengths_of_time() {
        assert_eq!(
            words(ENDING, CONTRACT).as_deref(),
            Some("thirty (30) days'")
        );
        assert_eq!(
            words(RENEWAL, CONTRACT).as_deref(),
            Some("ninety (90) days")
        );
        for text in [
            "It may be terminated by 30 days' notice.",
            "The Company may cancel this Agreement on giving written notice 30 days in advance.",
            "Termination requires that a party notify the other at least 30 days prior to the date of it.",
            "Upon 30 calendar days advance written notice\neither party may terminate.",
        ] {
            let found = words(ENDING, text).unwrap_or_default();
            assert!(found.starts_with("30"), "{text}: {found}");
        }
    }

    #[test]
    fn a_text_is_the_words_and_the_answer_says_what_it_is() {
        let question = "How much prior notice prevents the extension of the term?";
        let found = answer(question, "text", CONTRACT).unwrap();
        let value = found.items.first().map(|item| item.value.clone());
        assert_eq!(value, Some("ninety (90) days".into()));
        assert_eq!(
            (found.notes, found.computed),
            (vec![NOTE.to_owned()], Some(SURE))
        );
    }

    #[test]
    fn where_two_periods_or_none_are_stated_nothing_is_offered() {
        for text in [
            "A may terminate on 30 days' notice. B may terminate on 60 days' notice.",
            "This Agreement ends after 30 days.",
            "The insurer gives 30 days' notice of cancellation of the insurance.",
            "If a party fails to pay, the other may terminate upon 10 days' notice.",
            "",
        ] {
            assert_eq!(words(ENDING, text), None, "{text}");
        }
    }

    #[test]
    fn other_questions_are_left_alone() {
        assert_eq!(words("How long is the term?", CONTRACT), None);
        let fax = answer("What is the fax number for notices?", "text", CONTRACT);
        assert_eq!(fax, None);
        assert_eq!(answer(ENDING, "amount", CONTRACT), None);
    }
}
