//! Comparisons: with a constant of the question, or of two extracted values.

use super::compared::{as_type, constants, phrases, quantity, relation_of, skip_articles};
use super::constant::constant_at;
use super::extraction::{Extraction, extraction, said, type_of};
use super::frame::{Form, Frame};
use super::keyword::keywords_of;
use super::plan::{Plan, one_step, only};
use super::word::find_phrase;
use compute::{Input, Operation, Relation};
use contract::Quantity;
use language::Needs;

/// Most words that may follow a constant (*per claim and year*): more are a condition of their own.
const MAX_TAIL: usize = 4;

/// The plan of a comparison.
pub(super) fn plan(frame: &Frame) -> Option<Plan> {
    with_constant(frame).or_else(|| of_two(frame))
}

/// Is the premium above one million dollars?
fn with_constant(frame: &Frame) -> Option<Plan> {
    if frame.form != Form::YesNo {
        return None;
    }
    let v = frame.vocabulary;
    let phrases = phrases(v);
    let mut from = frame.start;
    while let Some((at, length, number)) = find_phrase(&frame.words, from, &phrases) {
        let said = v.comparisons.get(number)?;
        if let Some(plan) = compare_at(frame, at, length, relation_of(said)?, said.needs) {
            return Some(plan);
        }
        from = at + 1;
    }
    None
}

fn compare_at(
    frame: &Frame,
    at: usize,
    length: usize,
    relation: Relation,
    needs: Needs,
) -> Option<Plan> {
    // Supera la prima un millón: the verb of comparison opens the question.
    let opens = at == frame.start;
    let (first, subject) = if opens {
        let first = (at + length + 1..frame.words.len()).find(|index| {
            constant_at(&frame.words, *index, frame.language.pack()).is_some_and(|found| found.unit)
        })?;
        (first, (at + length, first))
    } else {
        (skip_articles(frame, at + length), (frame.start + 1, at))
    };
    let (constants, end) = constants(frame, first, relation, needs)?;
    let tail = (end, frame.words.len());
    let kind = quantity(&constants.first()?.typed)?;
    let over_time = needs == Needs::Unit && kind == Quantity::Time;
    let without_unit = needs == Needs::Unit && constants.iter().any(|one| !one.unit);
    let two_kinds = constants
        .iter()
        .any(|one| quantity(&one.typed) != Some(kind));
    if tail.1 - tail.0 > MAX_TAIL || over_time || without_unit || two_kinds {
        return None;
    }
    let compared = subject_of(frame, subject, tail, kind, opens)?;
    let mut inputs = vec![only(0)];
    for constant in constants {
        inputs.push(Input::Constant {
            constant: as_type(constant.typed, &compared.answer_type)?,
        });
    }
    let operation = Operation::Compare { relation };
    Some(one_step(vec![compared], operation, inputs, "boolean"))
}

/// The extraction of what is compared.
fn subject_of(
    frame: &Frame,
    (from, to): (usize, usize),
    tail: (usize, usize),
    kind: Quantity,
    opens: bool,
) -> Option<Extraction> {
    let v = frame.vocabulary;
    let subject = said(frame, from, to);
    let rest = said(frame, tail.0, tail.1);
    let named = type_of(frame, from, to).map(Quantity::of);
    let is_named = |one: Quantity| named == Some(Some(one));
    if from >= to {
        return None;
    }
    // Are there more than 50 employees?
    if kind == Quantity::Figure && frame.is(from, &["there"]) && !rest.is_empty() {
        let counted = format!("{rest} are there");
        return Some(extraction(frame, &v.how_many, &counted, kind.answer_type()));
    }
    let with_tail = format!("{subject} {rest}");
    if keywords_of(&subject, frame.language, &[]).is_empty() {
        return None;
    }
    let be_first = frame.is(frame.start, &v.be);
    let verb_compares = !be_first && !opens;
    let values = kind.answer_type();
    match kind {
        Quantity::Date if is_named(Quantity::Date) => {
            Some(extraction(frame, &v.what_is, &with_tail, values))
        }
        Quantity::Date => {
            let clause = format!("{} {with_tail}", frame.lower(frame.start));
            Some(extraction(frame, &v.when, &clause, values))
        }
        _ if verb_compares && (named.is_none() || !plain_subject(frame, from, to)) => None,
        Quantity::Figure => {
            let named = named.flatten().filter(|one| one.is_figure())?;
            Some(extraction(
                frame,
                &v.what_is,
                &with_tail,
                named.answer_type(),
            ))
        }
        Quantity::Money
            if [Quantity::Date, Quantity::Time, Quantity::Share]
                .into_iter()
                .any(is_named) =>
        {
            None
        }
        Quantity::Time
            if [Quantity::Date, Quantity::Money, Quantity::Share]
                .into_iter()
                .any(is_named) =>
        {
            None
        }
        Quantity::Share
            if named.is_none() || is_named(Quantity::Date) || is_named(Quantity::Time) =>
        {
            None
        }
        // The noun names no length of time or sum of money itself.
        Quantity::Time | Quantity::Money if named.is_none() && be_first => {
            let template = match kind {
                Quantity::Time => &v.how_long,
                _ => &v.how_much,
            };
            let clause = format!("{} {with_tail}", frame.lower(frame.start));
            Some(extraction(frame, template, &clause, values))
        }
        _ => Some(extraction(frame, &v.what_is, &with_tail, values)),
    }
}

/// Does *the deductible* exceed: nothing but one noun phrase.
fn plain_subject(frame: &Frame, from: usize, to: usize) -> bool {
    let phrase = frame.noun_phrase(from);
    let end = frame.complement(phrase).map_or(phrase.to, |inner| inner.to);
    end >= to
}

/// Is the premium higher than the deductible?
fn of_two(frame: &Frame) -> Option<Plan> {
    let v = frame.vocabulary;
    if frame.form != Form::YesNo || !frame.is(frame.start, &v.be) {
        return None;
    }
    let phrases = phrases(v);
    let (at, length, number) = find_phrase(&frame.words, frame.start + 1, &phrases)?;
    let compared = v.comparisons.get(number)?;
    let (relation, needs) = (relation_of(compared)?, compared.needs);
    let ends_in_than = compared.phrase.split(' ').any(|word| v.than.has(word));
    if relation == Relation::Between || !(ends_in_than || needs == Needs::Date) {
        return None;
    }
    let (left, right) = ((frame.start + 1, at), (at + length, frame.words.len()));
    let left_type = type_of(frame, left.0, left.1)?;
    let right_type = type_of(frame, right.0, right.1)?;
    let compared_as = Quantity::of(left_type)?;
    let dates = needs != Needs::Date || compared_as == Quantity::Date;
    if left_type != right_type || !dates {
        return None;
    }
    let extractions = [left, right]
        .map(|(from, to)| extraction(frame, &v.what_is, &said(frame, from, to), left_type))
        .to_vec();
    let operation = Operation::Compare { relation };
    Some(one_step(
        extractions,
        operation,
        vec![only(0), only(1)],
        "boolean",
    ))
}
