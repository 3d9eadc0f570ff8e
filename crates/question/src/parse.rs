//! From a question to its parse: every rule in its turn.

use super::extraction::Extraction;
use super::frame::Frame;
use super::kind::{self, Certainty, Decision};
use super::parsed::ParsedQuestion;
use super::plan::Plan;
use super::question::Question;
use super::{arithmetic, clarify, comparison, conversion, guess, offset, shape, turns, word};
use contract::answer::AnswerShape;
use contract::{Descriptor, Finding};
use language::Language;

/// Parses a question, its language guessed.
pub fn parse(question: &str) -> ParsedQuestion {
    parse_as(question, guess::guess(question, &word::words(question)))
}

/// Parses a question in a language.
pub fn parse_as(question: &str, language: Language) -> ParsedQuestion {
    let frame = Frame::of(question, language);
    let decision = kind::decide(&frame);
    let planned = planned(&frame, &decision);
    let read = Question::of_frame(&frame);
    let keywords = read.keywords();
    let clarifications = clarify::clarifications(&frame, keywords);
    let (extractions, steps, computed) = match planned {
        Some(plan) => (plan.extractions, plan.steps, Some(plan.result_type)),
        None => (
            vec![Extraction {
                question: read.clone(),
                keywords: keywords.to_vec(),
                answer_type: decision.answer_type.into(),
                answer_shape: decision.shape,
            }],
            Vec::new(),
            None,
        ),
    };
    let (certainty, alternatives) = match computed {
        Some(_) => (Certainty::Guess, vec![decision.answer_type.to_owned()]),
        None => (
            decision.certainty,
            decision
                .alternatives
                .iter()
                .map(|&name| name.to_owned())
                .collect(),
        ),
    };
    let answer_shape = match computed {
        Some(_) => AnswerShape::Single,
        None => decision.shape,
    };
    let described = Descriptor::of(decision.answer_type);
    let answer_type = computed.unwrap_or_else(|| decision.answer_type.into());
    ParsedQuestion {
        filters: read.filters().to_vec(),
        scope: read.scope().clone(),
        keywords: keywords.to_vec(),
        question: read,
        language,
        phrases: word::quoted(question),
        certainty,
        alternatives: alternatives
            .into_iter()
            .filter(|other| *other != answer_type)
            .collect(),
        answer_shape,
        columns: match described.shape {
            AnswerShape::Table => shape::columns(&frame),
            _ => Vec::new(),
        },
        labels: match described.finding {
            Finding::Labels => shape::labels(&frame),
            _ => Vec::new(),
        },
        answer_type,
        extractions,
        turns: if steps.is_empty() {
            turns::turns(&frame)
        } else {
            Vec::new()
        },
        steps,
        clarifications,
        overridden: Vec::new(),
    }
}

/// The plan of a question, if it has something computed.
fn planned(frame: &Frame, decision: &Decision) -> Option<Plan> {
    comparison::plan(frame)
        .or_else(|| arithmetic::plan(frame))
        .or_else(|| offset::plan(frame))
        .or_else(|| conversion::plan(frame, decision))
}
