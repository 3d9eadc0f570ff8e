//! Comparisons: with a constant of the question, or of two extracted values.

use super::constant::{Constant, constant_at, year_at};
use super::extraction::{Extraction, extraction, said, type_of};
use super::frame::{Form, Frame};
use super::keyword::keywords_of;
use super::plan::{Plan, one_step, only};
use super::word::find_phrase;
use compute::{Input, Operation, Relation, Typed};
use contract::Quantity;
use language::{Comparison, Needs, Vocabulary};
use serde_json::{Value, json};

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

/// The words of all comparisons, in the order of the pack.
pub(super) fn phrases(v: &Vocabulary) -> Vec<&str> {
    let comparisons = v.comparisons.iter();
    comparisons.map(|one| one.phrase.as_str()).collect()
}

/// The first comparison of values of a type with constants: where it begins and ends, what
/// has to hold, and the constants as that type.
pub(super) fn of_values(
    frame: &Frame,
    answer_type: &str,
) -> Option<(usize, usize, Relation, Vec<Typed>)> {
    let v = frame.vocabulary;
    let (at, length, number) = find_phrase(&frame.words, frame.start, &phrases(v))?;
    let said = v.comparisons.get(number)?;
    let relation = relation_of(said)?;
    let first = skip_articles(frame, at + length);
    let (constants, end) = constants(frame, first, relation, said.needs)?;
    let typed = constants
        .into_iter()
        .map(|constant| as_type(constant.typed, answer_type))
        .collect::<Option<Vec<Typed>>>()?;
    Some((at, end, relation, typed))
}

/// The relation that a pack names.
fn relation_of(said: &Comparison) -> Option<Relation> {
    compute::by_name(&said.relation)
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

/// What a constant is computed with as.
fn quantity(typed: &Typed) -> Option<Quantity> {
    Quantity::of(&typed.answer_type)
}

fn skip_articles(frame: &Frame, at: usize) -> usize {
    let v = frame.vocabulary;
    let skips = frame.is(at, &v.articles) && !frame.is(at, &v.indefinite);
    at + usize::from(skips)
}

/// The constant after a comparison (two for "between"), and where it ends.
fn constants(
    frame: &Frame,
    at: usize,
    relation: Relation,
    needs: Needs,
) -> Option<(Vec<Constant>, usize)> {
    let v = frame.vocabulary;
    let read = |at: usize| {
        let found = constant_at(&frame.words, at, frame.language.pack());
        let year = || {
            let iso = compute::iso_year(year_at(&frame.words, at)?)?;
            Some(Constant {
                typed: Typed::new(
                    Quantity::Date.answer_type(),
                    json!({ "iso": iso, "original": frame.lower(at) }),
                ),
                length: 1,
                unit: true,
            })
        };
        match needs {
            Needs::Date => found
                .filter(|one| quantity(&one.typed) == Some(Quantity::Date))
                .or_else(year),
            Needs::Anything | Needs::Unit => found,
        }
    };
    let first = read(at)?;
    let end = at + first.length;
    if relation != Relation::Between {
        return Some((vec![first], end));
    }
    if !frame.is(end, &v.and) {
        return None;
    }
    let second_at = skip_articles(frame, end + 1);
    let second = read(second_at)?;
    let end = second_at + second.length;
    // Between 5 and 10 dollars: the first takes the unit of the second.
    let first = if first.typed.answer_type == second.typed.answer_type {
        first
    } else {
        Constant {
            typed: with_unit_of(&first.typed, &second.typed)?,
            ..second.clone()
        }
    };
    Some((vec![first, second], end))
}

fn with_unit_of(bare: &Typed, other: &Typed) -> Option<Typed> {
    let value = bare
        .value
        .get("value")
        .filter(|_| quantity(bare) == Some(Quantity::Figure))?;
    let mut typed = other.clone();
    *typed.value.get_mut("value")? = value.clone();
    Some(typed)
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

/// A bare figure as the type of what it is compared with.
fn as_type(typed: Typed, answer_type: &str) -> Option<Typed> {
    if typed.answer_type == answer_type {
        return Some(typed);
    }
    let value: &Value = typed.value.get("value")?;
    match (quantity(&typed)?, Quantity::of(answer_type)?) {
        (Quantity::Figure, Quantity::Money) => Some(Typed::new(
            answer_type,
            json!({ "value": value, "currency": null, "unit": null }),
        )),
        (Quantity::Figure, Quantity::Share) => Some(Typed::new(
            answer_type,
            json!({ "value": value, "of": null }),
        )),
        _ => None,
    }
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
