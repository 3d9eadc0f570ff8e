//! Values in another unit than the document has them in: currencies, scales,
//! units of time.

use super::constant::currency_at;
use super::extraction::{Extraction, said};
use super::frame::Frame;
use super::keyword::keywords_of;
use super::kind::Decision;
use super::plan::{Plan, one_step, only};
use super::question::Question;
use super::word::phrase_at;
use compute::{Operation, Scale};
use contract::Quantity;
use contract::answer::AnswerShape;

/// The premium in euros; the term in months; the costs in millions.
pub(super) fn plan(frame: &Frame, decision: &Decision) -> Option<Plan> {
    let v = frame.vocabulary;
    if decision.shape != AnswerShape::Single {
        return None;
    }
    let end = frame.words.len();
    let (at, length) = (frame.rest + 1..end).rev().find_map(|at| {
        v.into
            .iter()
            .filter_map(|phrase| phrase_at(&frame.words, at, phrase))
            .max()
            .map(|length| (at, length))
    })?;
    let target = at + length;
    let (operation, result) = match Quantity::of(decision.answer_type)? {
        Quantity::Money => {
            let currency = currency_at(&frame.words, target, frame.language.pack())
                .filter(|(_, length)| target + length == end);
            let scale = || {
                (target + 1 == end)
                    .then(|| scale_at(frame, target))
                    .flatten()
            };
            match currency {
                Some((code, _)) => (
                    Operation::ConvertCurrency {
                        currency: code.into(),
                    },
                    Quantity::Money,
                ),
                None => (Operation::ConvertScale { scale: scale()? }, Quantity::Money),
            }
        }
        Quantity::Time if target + 1 == end => {
            let unit = compute::time_unit(frame.lower(target))?;
            (Operation::ConvertTime { unit }, Quantity::Figure)
        }
        _ => return None,
    };
    let opening = frame.question.trim_start().starts_with('¿');
    let opening = if opening { "¿" } else { "" };
    let question = format!("{opening}{}?", said(frame, frame.start, at));
    let extraction = Extraction {
        keywords: keywords_of(&question, frame.language, &[]),
        question: Question::in_language(&question, frame.language),
        answer_type: decision.answer_type.into(),
        answer_shape: AnswerShape::Single,
    };
    if extraction.keywords.is_empty() {
        return None;
    }
    Some(one_step(
        vec![extraction],
        operation,
        vec![only(0)],
        result.answer_type(),
    ))
}

fn scale_at(frame: &Frame, index: usize) -> Option<Scale> {
    match compute::scale_factor(frame.lower(index))? {
        1_000 => Some(Scale::Thousand),
        1_000_000 => Some(Scale::Million),
        1_000_000_000 => Some(Scale::Billion),
        _ => None,
    }
}
