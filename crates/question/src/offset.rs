//! Steps on the calendar: ages, deadlines, dates after a time.

use super::constant::{constant_at, date_at};
use super::extraction::{extraction, said, type_of};
use super::frame::{Form, Frame, Phrase};
use super::plan::{Plan, one_step, only};
use super::word::phrase_at;
use compute::{Input, Operation, TimeUnit, Typed};
use contract::Quantity;
use language::Ask;
use serde_json::json;

pub(super) fn plan(frame: &Frame) -> Option<Plan> {
    age(frame)
        .or_else(|| date_after(frame))
        .or_else(|| deadline(frame))
}

/// The first date that a question names after `from`: its place, length and value.
fn named_date(frame: &Frame, from: usize) -> Option<(usize, usize, Typed)> {
    (from..frame.words.len()).find_map(|at| {
        let (iso, length) = date_at(&frame.words, at, frame.language.pack())?;
        let original = frame.text(at, at + length);
        let json = json!({ "iso": iso, "original": original });
        Some((at, length, Typed::new(Quantity::Date.answer_type(), json)))
    })
}

/// How old was the insured on 1 May 2020?
fn age(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    if frame.form != Form::Ask(Ask::HowOld) || !frame.is(frame.rest, &v.be) {
        return None;
    }
    let (at, length, constant) = named_date(frame, frame.rest)?;
    if at + length != frame.words.len() {
        return None;
    }
    let mut end = at;
    while end > frame.rest + 1
        && (frame.is(end - 1, &v.prepositions) || frame.is(end - 1, &v.articles))
    {
        end -= 1;
    }
    let person = said(frame, frame.rest + 1, end);
    if person.is_empty() {
        return None;
    }
    let subject = format!("{} {person} {}", frame.lower(frame.rest), &v.born);
    let born = extraction(frame, &v.when, &subject, Quantity::Date.answer_type());
    let operation = Operation::TimeBetween {
        unit: TimeUnit::Years,
    };
    let inputs = vec![only(0), Input::Constant { constant }];
    Some(one_step(
        vec![born],
        operation,
        inputs,
        Quantity::Figure.answer_type(),
    ))
}

/// Whether a type is the one of a quantity.
fn names(answer_type: Option<&str>, quantity: Quantity) -> bool {
    answer_type.and_then(Quantity::of) == Some(quantity)
}

/// What date is 30 days after the effective date?
fn date_after(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    let asks_date = match frame.form {
        Form::Ask(Ask::When) => true,
        Form::Ask(Ask::What) | Form::Bare => names(
            frame.noun_type(frame.noun_phrase(frame.rest).from),
            Quantity::Date,
        ),
        _ => false,
    };
    if !asks_date {
        return None;
    }
    let (at, constant) = (frame.rest..frame.words.len()).find_map(|at| {
        let constant = constant_at(&frame.words, at, frame.language.pack())?;
        names(Some(constant.typed.answer_type.as_str()), Quantity::Time).then_some((at, constant))
    })?;
    let joint = at + constant.length;
    let longest = |phrases: &[&str]| {
        phrases
            .iter()
            .filter_map(|phrase| phrase_at(&frame.words, joint, phrase))
            .max()
    };
    let (length, operation) = longest(&v.after)
        .map(|length| (length, Operation::AddDuration))
        .or_else(|| longest(&v.before).map(|length| (length, Operation::SubtractDuration)))?;
    let (from, to) = (joint + length, frame.words.len());
    if !names(type_of(frame, from, to), Quantity::Date) {
        return None;
    }
    let dates = Quantity::Date.answer_type();
    let start = extraction(frame, &v.what_is, &said(frame, from, to), dates);
    let inputs = vec![
        only(0),
        Input::Constant {
            constant: constant.typed,
        },
    ];
    Some(one_step(vec![start], operation, inputs, dates))
}

/// When does the notice period end if notice is given on 1 March 2024?
fn deadline(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    if frame.form != Form::Ask(Ask::When) {
        return None;
    }
    // A verb follows that is in no table: the period *ends*.
    let phrase = Phrase {
        after_be: false,
        before_verb: false,
        ..frame.noun_phrase(frame.rest)
    };
    let head = frame.head(phrase)?;
    if !names(frame.noun_type(head), Quantity::Time) {
        return None;
    }
    let condition = (phrase.to..frame.words.len())
        .find(|index| frame.is(*index, &frame.vocabulary.conditions))?;
    let (at, length, constant) = named_date(frame, condition)?;
    if at + length < frame.words.len().saturating_sub(2) {
        return None;
    }
    let period = extraction(
        frame,
        &v.what_is,
        &said(frame, phrase.from, head + 1),
        Quantity::Time.answer_type(),
    );
    let inputs = vec![Input::Constant { constant }, only(0)];
    Some(one_step(
        vec![period],
        Operation::AddDuration,
        inputs,
        Quantity::Date.answer_type(),
    ))
}
