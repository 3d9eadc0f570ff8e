//! Shapes, the columns of a table, and the labels of a classification.

use super::frame::{Form, Frame};
use super::word::{Word, find_phrase};
use contract::Descriptor;
use contract::answer::AnswerShape;
use language::Ask;

/// Most columns or labels that are read: as many as a table may have.
const MAX_PARTS: usize = 32;

/// The shape that a built-in type has of itself; a person's own type is one value.
pub(super) fn of_type(answer_type: &str) -> AnswerShape {
    Descriptor::find(answer_type).map_or(AnswerShape::Single, |one| one.shape)
}

/// The columns asked for: those named, or the things and their attributes.
pub(super) fn columns(frame: &Frame) -> Vec<String> {
    let v = frame.vocabulary;
    if let Some((at, length, _)) = find_phrase(&frame.words, 0, &v.columns) {
        let named = parts(frame, at + length, frame.words.len());
        if named.len() > 1 {
            return named;
        }
    }
    if let Some(columns) = each_of(frame) {
        return columns;
    }
    let attributes = attributes(frame);
    if attributes.is_empty() {
        return attributes;
    }
    let things = frame.noun_phrase(frame.rest);
    let things = frame.text(things.from, things.to).to_owned();
    std::iter::once(things)
        .chain(attributes)
        .take(MAX_PARTS)
        .collect()
}

/// What is asked for beside each thing: the parties *with their addresses*.
pub(super) fn attributes(frame: &Frame) -> Vec<String> {
    let v = frame.vocabulary;
    let Some((at, length, after_with)) = joint(frame) else {
        return Vec::new();
    };
    let mut end = at + length;
    // Until something else begins: a preposition, a verb, "as a table".
    while end < frame.words.len() {
        let stop = frame.is(end, &v.prepositions) && !frame.is(end, &v.and);
        if stop || frame.is(end, &v.verbs) {
            break;
        }
        end += 1;
    }
    let found = parts(frame, at + length, end);
    // A bare "with" needs a noun that can be a column: with quantity and price.
    let columnlike = (at + length..end).any(|index| frame.noun_type(index).is_some());
    if after_with && !columnlike {
        return Vec::new();
    }
    found
}

/// The limit and the premium *of each coverage*: the thing, then the others.
pub(super) fn each_of(frame: &Frame) -> Option<Vec<String>> {
    const EACH: [&str; 6] = ["each", "every", "jede", "jeder", "jedes", "cada"];
    let v = frame.vocabulary;
    let values = frame.noun_phrase(frame.rest);
    let each = (values.to..frame.words.len()).find(|index| frame.is(*index, &EACH))?;
    let joined = frame.is(each - 1, &v.of) || frame.is(each - 1, &v.prepositions);
    let end = each - 1;
    let plain = (values.from..end)
        .all(|index| frame.is(index, &v.and) || !frame.is(index, &v.prepositions));
    let attributes = parts(frame, values.from, end);
    if !joined || !plain || attributes.len() < 2 {
        return None;
    }
    let thing = frame.noun_phrase(each + 1);
    let thing = frame.text(thing.from, thing.to).to_owned();
    Some(std::iter::once(thing).chain(attributes).collect())
}

/// Where "with their" stands; or, after an imperative, "with".
fn joint(frame: &Frame) -> Option<(usize, usize, bool)> {
    let v = frame.vocabulary;
    let things = frame.noun_phrase(frame.rest);
    let plural = frame
        .head(things)
        .is_some_and(|head| frame.plural_noun(head));
    if !plural {
        return None;
    }
    if let Some((at, length, _)) = find_phrase(&frame.words, frame.rest, &v.with_their) {
        return Some((at, length, false));
    }
    let imperative = matches!(frame.form, Form::List | Form::Give);
    let (at, length, _) = find_phrase(&frame.words, frame.rest, &v.with)?;
    let articled = frame.is(at + length, &v.articles);
    (imperative && !articled && at == things.to).then_some((at, length, true))
}

/// The parts of an enumeration, articles left out.
fn parts(frame: &Frame, from: usize, to: usize) -> Vec<String> {
    let v = frame.vocabulary;
    let mut found = Vec::new();
    let mut begin = from;
    for index in from..=to {
        let joint = index < to && (frame.is(index, &v.and) || frame.is(index, &v.or));
        let comma = index > begin && frame.words.get(index).is_some_and(|word| word.breaks);
        if index < to && !joint && !comma {
            continue;
        }
        let mut first = begin;
        while first < index && frame.is(first, &v.articles) {
            first += 1;
        }
        let text = frame.text(first, index);
        if !text.is_empty() && found.len() < MAX_PARTS {
            found.push(text.to_owned());
        }
        begin = index + usize::from(joint);
    }
    found
}

/// The labels that a question offers: a lease, a loan or a sale.
pub(super) fn labels(frame: &Frame) -> Vec<String> {
    let v = frame.vocabulary;
    if frame.says(&v.classify) {
        return after_classify(frame);
    }
    let be_first = frame.form == Form::YesNo && frame.is(frame.start, &v.be);
    if !be_first && frame.form != Form::Ask(Ask::What) {
        return Vec::new();
    }
    let Some(or) = (frame.rest + 1..frame.words.len())
        .rev()
        .find(|index| frame.is(*index, &v.or))
    else {
        return Vec::new();
    };
    let end = tail(frame, or + 1);
    let indefinite = |index: usize| frame.is(index, &v.indefinite);
    // Where the first of them begins: an article like that of the last, or
    // the first comma of a row of single words.
    let begin = if indefinite(or + 1) {
        (frame.rest..or).find(|index| indefinite(*index))
    } else {
        row_of_words(frame, or, end)
    };
    let Some(begin) = begin else {
        return Vec::new();
    };
    let found = parts(frame, begin, end);
    let alike = found.len() > 1 && found.iter().all(|label| label.split(' ').count() <= 3);
    if alike { found } else { Vec::new() }
}

/// Is it fixed, variable or mixed; is the rate fixed or variable.
fn row_of_words(frame: &Frame, or: usize, end: usize) -> Option<usize> {
    if end != or + 2 || end != frame.words.len() {
        return None;
    }
    let mut begin = or.checked_sub(1)?;
    while frame.words.get(begin).is_some_and(|word| word.breaks) && begin > frame.rest + 1 {
        begin -= 1;
    }
    let v = frame.vocabulary;
    // A subject stands before: something *is* fixed or variable. "Any
    // warranty or guarantee" is no choice, and neither are two nouns.
    let subject = begin > frame.rest + 1;
    let adjective = |index: usize| {
        let lower = frame.lower(index);
        !frame.is(index, &v.articles)
            && !frame.is(index, &v.prepositions)
            && frame.noun_type(index).is_none()
            && !frame.plural_noun(index)
            && !frame.words.get(index).is_some_and(Word::capital)
            && lower.chars().count() > 2
    };
    let free = !frame.is(begin.checked_sub(1)?, &v.prepositions)
        && (frame.rest..begin).all(|index| !["any", "there", "hay"].contains(&frame.lower(index)));
    let fits = subject && free && adjective(begin) && adjective(or + 1);
    (fits && frame.form == Form::YesNo).then_some(begin)
}

fn after_classify(frame: &Frame) -> Vec<String> {
    let v = frame.vocabulary;
    let colon = frame.question.rfind(':').map(|at| at + 1);
    let from = match colon {
        Some(byte) => frame.words.iter().position(|word| word.start >= byte),
        None => find_phrase(&frame.words, 0, &["as", "als", "como", "between"])
            .map(|(at, length, _)| at + length),
    };
    let Some(from) = from else {
        return Vec::new();
    };
    let found = parts(frame, from, frame.words.len());
    let several = (from..frame.words.len())
        .any(|index| frame.is(index, &v.or) || frame.is(index, &v.and))
        || found.len() > 2;
    if found.len() > 1 && several {
        found
    } else {
        Vec::new()
    }
}

/// Where the last label ends.
fn tail(frame: &Frame, from: usize) -> usize {
    let v = frame.vocabulary;
    (from + 1..frame.words.len())
        .find(|index| {
            frame.is(*index, &v.prepositions)
                || frame.words.get(*index).is_some_and(|word| word.breaks)
        })
        .unwrap_or(frame.words.len())
}
