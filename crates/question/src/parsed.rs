//! A parsed question: what each of the rules found, put together.

use super::clarify::Clarification;
use super::extraction::Extraction;
use super::kind::Certainty;
use super::question::Question;
use super::scope::{Filter, Scope};
use compute::Step;
use contract::answer::AnswerShape;
use language::Language;

/// A parsed question.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedQuestion {
    /// Its words, and what the rules read in them.
    pub question: Question,
    /// The language it seems to be in.
    pub language: Language,
    /// Words that carry meaning, lower case, in order, each once.
    pub keywords: Vec<String>,
    /// What stands in quotation marks, verbatim.
    pub phrases: Vec<String>,
    /// Where to look.
    pub scope: Scope,
    /// Conditions on documents.
    pub filters: Vec<Filter>,
    /// Type of the answer; where there are steps, of their result.
    pub answer_type: String,
    /// How sure that is.
    pub certainty: Certainty,
    /// Other types it could be, likeliest first.
    pub alternatives: Vec<String>,
    /// How the answer is arranged.
    pub answer_shape: AnswerShape,
    /// Columns asked for, of a table.
    pub columns: Vec<String>,
    /// Labels to choose from, of a classification.
    pub labels: Vec<String>,
    /// What to extract: the question itself, or what its steps need.
    pub extractions: Vec<Extraction>,
    /// What is computed from the extractions; empty: nothing.
    pub steps: Vec<Step>,
    /// The questions that it asks in turns (*in 2018 and 2019, respectively*), whose answers in
    /// their order are its own; empty for a question that is one.
    pub turns: Vec<Extraction>,
    /// What is unclear.
    pub clarifications: Vec<Clarification>,
    /// Fields that were not decided by the rules, by name, in order.
    pub overridden: Vec<String>,
}

impl ParsedQuestion {
    /// The question itself is what is extracted, and nothing is computed.
    pub(super) fn ask_itself(&mut self) {
        self.steps.clear();
        self.extractions = vec![Extraction {
            question: self.question.clone(),
            keywords: self.keywords.clone(),
            answer_type: self.answer_type.clone(),
            answer_shape: self.answer_shape,
        }];
    }
}
