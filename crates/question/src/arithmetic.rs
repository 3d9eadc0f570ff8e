//! Steps of arithmetic: changes, differences, averages, sums and counts, also
//! of the time between two dates. Where a rule does not fit word for word there
//! is no step.

use super::constant::{date_at, year_at};
use super::extraction::{Extraction, extraction, said, type_of};
use super::frame::{Form, Frame, Phrase};
use super::plan::{Plan, one_step, only};
use super::word::find_phrase;
use compute::{Input, Operation, TimeUnit, Typed};
use contract::Quantity;
use contract::answer::AnswerShape;
use language::Ask;
use serde_json::json;

/// Decimal places of averages: two more than most currencies have.
const AVERAGE_PLACES: u32 = 4;
/// Decimal places of changes in percent, as reports print them.
const CHANGE_PLACES: u32 = 2;
/// Most years of one question: a decade and a bit, and an end to hostile ones.
const MAX_YEARS: usize = 12;

/// The plan of a question that arithmetic answers.
pub(super) fn plan(frame: &Frame) -> Option<Plan> {
    change(frame)
        .or_else(|| difference(frame))
        .or_else(|| time_between(frame))
        .or_else(|| average(frame))
        .or_else(|| sum(frame))
        .or_else(|| count(frame))
}

/// The years of a question, in order, each once, with their places.
fn years(frame: &Frame, from: usize) -> Vec<(usize, i32)> {
    let mut found: Vec<(usize, i32)> = Vec::new();
    for index in from..frame.words.len() {
        if let Some(year) = year_at(&frame.words, index)
            && found.iter().all(|(_, known)| *known != year)
        {
            found.push((index, year));
        }
    }
    found.truncate(MAX_YEARS);
    found
}

/// One extraction for each year: what is the revenue in 2018, in 2019.
fn by_year(
    frame: &Frame,
    from: usize,
    years: &[(usize, i32)],
) -> Option<(Vec<Extraction>, &'static str)> {
    let v = frame.vocabulary;
    let first_year = years.first()?.0;
    // The metric ends at the preposition that leads to the first year.
    let end = (from..first_year)
        .rev()
        .find(|index| frame.is(*index, &v.prepositions) || frame.is(*index, &v.between))?;
    let answer_type = type_of(frame, from, end)?;
    if !Quantity::of(answer_type).is_some_and(Quantity::is_figure) {
        return None;
    }
    let metric = said(frame, from, end);
    let joint = v.into.first()?;
    let extractions = years
        .iter()
        .map(|(_, year)| {
            extraction(
                frame,
                &v.what_is,
                &format!("{metric} {joint} {year}"),
                answer_type,
            )
        })
        .collect();
    Some((extractions, answer_type))
}

/// The change in revenue from 2018 to 2019, also in percent.
fn change(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    if matches!(
        frame.form,
        Form::YesNo | Form::Prose | Form::Ask(Ask::Prose)
    ) {
        return None;
    }
    let percent = find_phrase(&frame.words, 0, &v.percent_change);
    let (at, length, number) = percent.or_else(|| find_phrase(&frame.words, 0, &v.change))?;
    let mut years = years(frame, at + length);
    if years.len() != 2 {
        return None;
    }
    let falls = percent.is_none()
        && v.change
            .get(number)
            .is_some_and(|phrase| phrase.starts_with("decrease"));
    // The metric ends before the year that stands first; the change runs
    // from the earlier year to the later, whichever stands first.
    let (mut extractions, answer_type) = by_year(frame, at + length, &years)?;
    if years.first()?.1 > years.last()?.1 {
        extractions.reverse();
        years.reverse();
    }
    let (operation, inputs, result) = match (percent.is_some(), falls) {
        (true, _) => (
            Operation::PercentageChange {
                places: CHANGE_PLACES,
            },
            vec![only(0), only(1)],
            Quantity::Share.answer_type(),
        ),
        (false, true) => (Operation::Difference, vec![only(0), only(1)], answer_type),
        (false, false) => (Operation::Difference, vec![only(1), only(0)], answer_type),
    };
    Some(one_step(extractions, operation, inputs, result))
}

/// The difference between revenue in 2019 and 2018; between two values.
fn difference(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    let (at, length, _) = find_phrase(&frame.words, 0, &v.difference)?;
    let from = at + length;
    let years = years(frame, from);
    if years.len() == 2
        && let Some((extractions, answer_type)) = by_year(frame, from, &years)
    {
        let inputs = vec![only(0), only(1)];
        return Some(one_step(
            extractions,
            Operation::Difference,
            inputs,
            answer_type,
        ));
    }
    let (ends, answer_type) = two_ends(frame, from)?;
    let (extractions, inputs) = ends;
    Some(if Quantity::of(answer_type) == Some(Quantity::Date) {
        let operation = Operation::TimeBetween {
            unit: TimeUnit::Days,
        };
        one_step(
            extractions,
            operation,
            inputs,
            Quantity::Figure.answer_type(),
        )
    } else {
        one_step(extractions, Operation::Difference, inputs, answer_type)
    })
}

type Ends = ((Vec<Extraction>, Vec<Input>), &'static str);

/// The two values around the one "and" after `from`: nouns of one type, or dates.
fn two_ends(frame: &Frame, from: usize) -> Option<Ends> {
    let v = frame.vocabulary;
    let mut joints = (from + 1..frame.words.len()).filter(|index| frame.is(*index, &v.and));
    let joint = joints.next()?;
    if joints.next().is_some() {
        return None;
    }
    let (mut extractions, mut inputs, mut common) = (Vec::new(), Vec::new(), None);
    for (begin, end) in [(from, joint), (joint + 1, frame.words.len())] {
        let date = date_at(&frame.words, begin, frame.language.pack())
            .filter(|(_, length)| begin + length == end);
        let found = if let Some((iso, _)) = date {
            let json = json!({ "iso": iso, "original": frame.text(begin, end) });
            let dates = Quantity::Date.answer_type();
            inputs.push(Input::Constant {
                constant: Typed::new(dates, json),
            });
            dates
        } else {
            let found = type_of(frame, begin, end)?;
            inputs.push(only(extractions.len()));
            extractions.push(extraction(
                frame,
                &v.what_is,
                &said(frame, begin, end),
                found,
            ));
            found
        };
        if *common.get_or_insert(found) != found {
            return None;
        }
    }
    let common = common.filter(|_| !extractions.is_empty())?;
    Quantity::of(common).map(|_| ((extractions, inputs), common))
}

/// How many days are there between the effective date and the expiry?
fn time_between(frame: &Frame) -> Option<Plan> {
    let unit = match frame.form {
        Form::Ask(Ask::HowMany | Ask::HowMuch) => compute::time_unit(frame.lower(frame.rest))?,
        Form::Ask(Ask::HowLong) => TimeUnit::Days,
        Form::Ask(Ask::What) if frame.says(&["time", "zeit", "tiempo"]) => TimeUnit::Days,
        _ => return None,
    };
    let (at, length, _) = find_phrase(&frame.words, frame.rest, &frame.vocabulary.time_between)?;
    let ((extractions, inputs), answer_type) = two_ends(frame, at + length)?;
    (Quantity::of(answer_type) == Some(Quantity::Date)).then(|| {
        one_step(
            extractions,
            Operation::TimeBetween { unit },
            inputs,
            Quantity::Figure.answer_type(),
        )
    })
}

/// The average income across 2017, 2018 and 2019.
fn average(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    if matches!(frame.form, Form::YesNo | Form::Prose) {
        return None;
    }
    let (at, length, _) = find_phrase(&frame.words, frame.start, &v.average)?;
    let of = usize::from(frame.is(at + length, &v.of));
    let from = at + length + of;
    let years = years(frame, from);
    if years.len() < 2 {
        return None;
    }
    let (extractions, answer_type) = by_year(frame, from, &years)?;
    let inputs = (0..extractions.len()).map(only).collect();
    let operation = Operation::Average {
        places: AVERAGE_PLACES,
    };
    Some(one_step(extractions, operation, inputs, answer_type))
}

/// The total of all invoice line amounts.
fn sum(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    if matches!(frame.form, Form::YesNo | Form::Prose | Form::List) {
        return None;
    }
    let (at, length, _) = find_phrase(&frame.words, frame.start, &v.sum_of)?;
    let from = at + length;
    let phrase = frame.noun_phrase(from);
    let head = frame.head(Phrase {
        before_verb: true,
        ..phrase
    })?;
    let answer_type = frame.noun_type(head)?;
    let summable = Quantity::of(answer_type).is_some_and(Quantity::adds_up);
    if !summable || !frame.plural_noun(head) {
        return None;
    }
    let things = said(frame, phrase.from, frame.words.len());
    let mut each = extraction(frame, &v.list_all, &things, answer_type);
    each.answer_shape = AnswerShape::Listing;
    let inputs = vec![Input::All { extraction: 0 }];
    Some(one_step(vec![each], Operation::Sum, inputs, answer_type))
}

/// How many parties are there?
fn count(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    if frame.form != Form::Ask(Ask::HowMany) {
        return None;
    }
    let (at, length, _) = find_phrase(&frame.words, frame.rest + 1, &v.there_are)?;
    let phrase = frame.noun_phrase(frame.rest);
    let head = frame.head(Phrase {
        before_verb: true,
        ..phrase
    })?;
    let named = v
        .named_things
        .iter()
        .any(|noun| frame.same_noun(frame.lower(head), noun));
    if !named {
        return None;
    }
    let end = frame.words.len();
    let said = format!(
        "{} {}",
        said(frame, frame.rest, at),
        said(frame, at + length, end)
    );
    let mut things = extraction(frame, &v.list_all, &said, "list");
    things.answer_shape = AnswerShape::Listing;
    let inputs = vec![Input::All { extraction: 0 }];
    Some(one_step(
        vec![things],
        Operation::Count,
        inputs,
        Quantity::Figure.answer_type(),
    ))
}
