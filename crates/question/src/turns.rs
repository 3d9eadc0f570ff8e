//! One question for several values, each in its turn: *respectively*.
//!
//! ```text
//! What was the tax expense in 2019, 2018 and 2017, respectively?
//!   ->  What was the tax expense in 2019?   ... in 2018?   ... in 2017?
//! ```
//!
//! A question that is asked in turns says so (`respective` of the language's words) and names
//! what it asks about: days, years, or names with capitals, joined by *and*. Each of its turns
//! is a question of its own, so that it is found, read and refused as any other, and the answer
//! has the order that was asked for.
//!
//! # Limits
//!
//! Phrases that are joined (*less than one year and between two and five*) are not taken apart:
//! such a question stays one.

use super::extraction::Extraction;
use super::frame::Frame;
use super::keyword::keywords_of;
use super::kind::{self, Certainty};
use super::question::Question;
use super::shape;

/// Turns that a question may have: more things are named by nobody who asks in one sentence.
const MAX_TURNS: usize = 12;
/// Years that a document may speak of.
const YEARS: std::ops::RangeInclusive<u16> = 1800..=2199;

/// The type of a question whose words name no other.
const WORDS: &str = "text";
/// What a question asks of one year after another.
const FIGURE: &str = "number";

/// Words of a question, from the first to the one behind the last.
type Stretch = (usize, usize);

/// The questions that are asked in turns, in order; empty for a question that is one.
pub(super) fn turns(frame: &Frame) -> Vec<Extraction> {
    let Some((kind, things)) = things(frame) else {
        return Vec::new();
    };
    if things.len() > MAX_TURNS {
        return Vec::new();
    }
    let turns = things.iter().map(|one| turn(frame, (kind, &things), *one));
    turns.collect()
}

/// The question about one of the things.
fn turn(frame: &Frame, (kind, things): (Thing, &[Stretch]), one: Stretch) -> Extraction {
    let whole = (
        things.first().map_or(0, |one| one.0),
        things.last().map_or(0, |one| one.1),
    );
    let byte = |index: usize, end: bool| {
        let word = frame.words.get(index);
        word.map_or(frame.question.len(), |word| {
            if end { word.end } else { word.start }
        })
    };
    let (mut question, mut from) = (String::new(), 0);
    let mut add = |until: usize, next: usize| {
        question.push_str(frame.question.get(from..until).unwrap_or_default());
        from = next;
    };
    for index in 0..frame.words.len() {
        if index == whole.0 {
            add(byte(index, false), byte(one.0, false));
            add(byte(one.1 - 1, true), byte(whole.1 - 1, true));
        } else if is_marker(frame, index) && !(whole.0..whole.1).contains(&index) {
            add(
                index.checked_sub(1).map_or(0, |before| byte(before, true)),
                byte(index, true),
            );
        }
    }
    add(frame.question.len(), 0);
    let asked = Frame::of(question.trim(), frame.language);
    let decision = kind::decide(&asked);
    // What is asked of one time after another, and by no word that says otherwise, is a figure.
    let is_figure = !matches!(kind, Thing::Name)
        && decision.answer_type == WORDS
        && decision.certainty == Certainty::Guess;
    let answer_type = if is_figure {
        FIGURE
    } else {
        decision.answer_type
    };
    let answer_type = answer_type.to_owned();
    Extraction {
        keywords: keywords_of(asked.question, frame.language, &[]),
        question: Question::of_frame(&asked),
        answer_shape: shape::of_type(&answer_type),
        answer_type,
    }
}

fn is_marker(frame: &Frame, index: usize) -> bool {
    frame.is(index, &frame.vocabulary.respective)
}

/// What the question asks about in turns.
fn things(frame: &Frame) -> Option<(Thing, Vec<Stretch>)> {
    let marker = (0..frame.words.len()).find(|index| is_marker(frame, *index))?;
    let is_and = |index: &usize| frame.is(*index, &frame.vocabulary.and);
    // A first word that is one is no thing: Which, Respective.
    let joints: Vec<usize> = (frame.rest.max(1)..frame.words.len())
        .filter(is_and)
        .rev()
        .collect();
    let kinds: [Thing; 3] = [Thing::Day, Thing::Year, Thing::Name];
    let runs = kinds
        .iter()
        .flat_map(|kind| joints.iter().map(move |joint| (kind, *joint)));
    let mut found = runs.filter_map(|(kind, joint)| Some((*kind, run(frame, *kind, joint)?)));
    found.find(|(_, run)| run.iter().all(|(from, to)| !(*from..*to).contains(&marker)))
}

/// The things of one kind around an *and*.
fn run(frame: &Frame, kind: Thing, joint: usize) -> Option<Vec<Stretch>> {
    let (from, to) = kind.beginning_at(frame, joint + 1)?;
    let before = kind.ending_at(frame, joint)?;
    // At June 30 and December 31, 2009: the year is that of both.
    let has_own_year = before.1 - before.0 >= to - from;
    let is_day = matches!(kind, Thing::Day);
    let last = if is_day && !has_own_year {
        (from, to - 1)
    } else {
        (from, to)
    };
    let mut found = vec![before, last];
    while let Some((from, _)) = found.first().copied() {
        let has_comma = frame.words.get(from).is_some_and(|word| word.breaks);
        match kind.ending_at(frame, from).filter(|_| has_comma) {
            Some(before) => found.insert(0, before),
            None => break,
        }
    }
    // Between 2018 and 2019 is one stretch of time.
    let before = found.first().and_then(|(from, _)| from.checked_sub(1));
    let is_range = before.is_some_and(|index| frame.is(index, &frame.vocabulary.between));
    (!is_range).then_some(found)
}

/// What a thing is written like.
#[derive(Clone, Copy)]
enum Thing {
    /// A day of a month, with or without its year.
    Day,
    /// A year.
    Year,
    /// Words with capitals.
    Name,
}

impl Thing {
    /// The thing whose first word is `from`.
    fn beginning_at(self, frame: &Frame, from: usize) -> Option<Stretch> {
        let fits = |to: usize| self.is(frame, (from, to));
        let longest =
            (from + 1..=frame.words.len()).take_while(|to| self.may_be(frame, (from, *to)));
        longest.filter(|to| fits(*to)).last().map(|to| (from, to))
    }

    /// The thing whose last word stands before `to`.
    fn ending_at(self, frame: &Frame, to: usize) -> Option<Stretch> {
        let fits = |from: usize| self.is(frame, (from, to));
        let longest = (frame.rest..to)
            .rev()
            .take_while(|from| self.may_be(frame, (*from, to)));
        longest
            .filter(|from| fits(*from))
            .last()
            .map(|from| (from, to))
    }

    /// Whether words may be a part of such a thing.
    fn may_be(self, frame: &Frame, (from, to): Stretch) -> bool {
        let words = frame.words.get(from..to).unwrap_or_default();
        // The point behind an initial ends no name.
        let mut pairs = words.iter().zip(words.iter().skip(1));
        let inner_break =
            pairs.any(|(before, word)| word.breaks && before.text.chars().count() > 1);
        match self {
            Thing::Day => to - from <= 3,
            Thing::Year => to - from == 1,
            Thing::Name => !inner_break && (from..to).all(|index| is_name(frame, index)),
        }
    }

    /// Whether words are such a thing.
    fn is(self, frame: &Frame, (from, to): Stretch) -> bool {
        let is_month = |index: usize| frame.language.pack().month(frame.lower(index)).is_some();
        let is_day = |index: usize| {
            let day = frame
                .lower(index)
                .trim_end_matches(|letter: char| letter.is_alphabetic() || letter == '.');
            day.parse().is_ok_and(|day: u8| (1..=31).contains(&day))
        };
        match (self, to - from) {
            (Thing::Day, 2) => {
                is_month(from) && is_day(from + 1) || is_day(from) && is_month(from + 1)
            }
            (Thing::Day, 3) => Thing::Day.is(frame, (from, to - 1)) && is_year(frame, to - 1),
            (Thing::Year, 1) => is_year(frame, from),
            (Thing::Name, _) => true,
            _ => false,
        }
    }
}

fn is_year(frame: &Frame, index: usize) -> bool {
    let word = frame.lower(index);
    word.len() == 4 && word.parse().is_ok_and(|year: u16| YEARS.contains(&year))
}

/// A word with a capital that is none of the question's own.
fn is_name(frame: &Frame, index: usize) -> bool {
    let word = frame.words.get(index);
    word.is_some_and(|word| word.capital() && !word.possessive)
}

#[cfg(test)]
mod tests {
    use crate::{ParsedQuestion, parse, parse_as};
    use language::Language;

    fn asked(question: &str) -> Vec<String> {
        texts(&parse(question))
    }

    fn asked_in(language: &str, question: &str) -> Vec<String> {
        texts(&parse_as(question, Language::named(language).unwrap()))
    }

    fn texts(parsed: &ParsedQuestion) -> Vec<String> {
        let turns = parsed.turns.iter();
        turns
            .map(|one| one.question.as_asked().to_owned())
            .collect()
    }

    #[test]
    fn years_days_and_names_are_asked_for_in_turns() {
        for (question, turns) in [
            (
                "What was the income tax expense in 2019, 2018 and 2017 respectively?",
                vec![
                    "What was the income tax expense in 2019?",
                    "What was the income tax expense in 2018?",
                    "What was the income tax expense in 2017?",
                ],
            ),
            (
                "What are the respective software and hardware related revenue in 2018 and 2019?",
                vec![
                    "What are the software and hardware related revenue in 2018?",
                    "What are the software and hardware related revenue in 2019?",
                ],
            ),
            (
                "What is the total number of shares as of June 30, 2018 and 2019, respectively?",
                vec![
                    "What is the total number of shares as of June 30, 2018?",
                    "What is the total number of shares as of June 30, 2019?",
                ],
            ),
            (
                "What are the respective cash amount at June 30 and December 31, 2009?",
                vec![
                    "What are the cash amount at June 30, 2009?",
                    "What are the cash amount at December 31, 2009?",
                ],
            ),
            (
                "What was the balance as of December 30, 2018, and December 29, 2019, respectively?",
                vec![
                    "What was the balance as of December 30, 2018?",
                    "What was the balance as of December 29, 2019?",
                ],
            ),
            (
                "What are the shares owned by L. Gordon Crovitz and Donald P. Hutchison respectively?",
                vec![
                    "What are the shares owned by L. Gordon Crovitz?",
                    "What are the shares owned by Donald P. Hutchison?",
                ],
            ),
            (
                "What are the rates for Japanese Yen and South Korean Won for the year 2018, respectively?",
                vec![
                    "What are the rates for Japanese Yen for the year 2018?",
                    "What are the rates for South Korean Won for the year 2018?",
                ],
            ),
        ] {
            assert_eq!(asked(question), turns, "{question}");
        }
    }

    #[test]
    fn so_they_are_in_german_and_spanish() {
        assert_eq!(
            asked_in("german", "Wie hoch war der Umsatz 2018 und 2019 jeweils?"),
            [
                "Wie hoch war der Umsatz 2018?",
                "Wie hoch war der Umsatz 2019?"
            ]
        );
        let spanish = "¿Cuáles fueron los ingresos en 2018 y 2019, respectivamente?";
        assert_eq!(
            asked_in("spanish", spanish),
            [
                "¿Cuáles fueron los ingresos en 2018?",
                "¿Cuáles fueron los ingresos en 2019?"
            ]
        );
    }

    #[test]
    fn other_questions_stay_one() {
        for question in [
            "What was the revenue in 2018 and 2019?",
            "What is the respective number of shares between 2018 and 2019?",
            "What are the respective values that are less than one year and between two and five years?",
            "Which parties sign, respectively?",
        ] {
            assert!(asked(question).is_empty(), "{question}");
        }
    }
}
