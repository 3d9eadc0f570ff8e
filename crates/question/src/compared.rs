//! What a comparison of a question compares with: its words, and the constants behind them.

use super::constant::{Constant, constant_at, year_at};
use super::frame::Frame;
use super::word::find_phrase;
use compute::{Relation, Typed};
use contract::value::{Amount, Percentage};
use contract::{Quantity, Value};
use language::{Comparison, Needs, Vocabulary};
use serde_json::json;

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
pub(super) fn relation_of(said: &Comparison) -> Option<Relation> {
    compute::by_name(&said.relation)
}

/// What a constant is computed with as.
pub(super) fn quantity(typed: &Typed) -> Option<Quantity> {
    Quantity::of(&typed.answer_type)
}

/// Where a constant begins, behind an article.
pub(super) fn skip_articles(frame: &Frame, at: usize) -> usize {
    let v = frame.vocabulary;
    let skips = frame.is(at, &v.articles) && !frame.is(at, &v.indefinite);
    at + usize::from(skips)
}

/// The constant after a comparison (two for "between"), and where it ends.
pub(super) fn constants(
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
    let Value::Number(figure) = &bare.value else {
        return None;
    };
    let mut typed = other.clone();
    let place = match &mut typed.value {
        Value::Amount(amount) => &mut amount.value,
        Value::Number(number) => &mut number.value,
        Value::Percentage(share) => &mut share.value,
        _ => return None,
    };
    place.clone_from(&figure.value);
    Some(typed)
}

/// A bare figure as the type of what it is compared with.
pub(super) fn as_type(typed: Typed, answer_type: &str) -> Option<Typed> {
    if typed.answer_type == answer_type {
        return Some(typed);
    }
    let Value::Number(figure) = typed.value else {
        return None;
    };
    let value = match Quantity::of(answer_type)? {
        Quantity::Money => Value::Amount(Amount {
            value: figure.value,
            currency: None,
            unit: None,
        }),
        Quantity::Share => Value::Percentage(Percentage {
            value: figure.value,
            of: None,
        }),
        _ => return None,
    };
    Some(Typed::new(answer_type, value))
}
