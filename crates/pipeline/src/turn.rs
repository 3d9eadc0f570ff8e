//! The turns of a question, each with the type of its own answer.

use crate::error::StageError;
use crate::read;
use contract::{AnswerShape, AnswerType, Registry};
use question::{ParsedQuestion, Question};

/// One turn of a question, with its own type.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The question about one thing.
    pub question: Question,
    /// Its words that carry meaning.
    pub keywords: Vec<String>,
    /// What it is answered with: one value.
    pub answer_type: AnswerType,
}

/// What is read where the words of a turn say no type that is one run of words.
const ANY_FIGURE: &str = "number";

impl Turn {
    /// The turns of a question that is answered with `answer_type`: with a list of words, each
    /// turn has the type that its own words ask for; with several values of another type, each
    /// has one of them. None for a question that is one, or that is answered with one value.
    ///
    /// # Errors
    ///
    /// [`StageError::Type`] for a type that is not registered.
    pub fn all_of(
        parsed: &ParsedQuestion,
        answer_type: &AnswerType,
        registry: &Registry,
    ) -> Result<Vec<Turn>, StageError> {
        if answer_type.shape != AnswerShape::Listing {
            return Ok(Vec::new());
        }
        let is_of_words = answer_type.descriptor().shape == AnswerShape::Listing;
        let turns = parsed.turns.iter().map(|turn| {
            let named = if is_of_words {
                registry.find(&turn.answer_type)?
            } else {
                registry.find(&answer_type.name)?
            };
            let served = read::serves(named);
            let answer_type = if served {
                named
            } else {
                registry.find(ANY_FIGURE)?
            };
            Ok(Turn {
                question: turn.question.clone(),
                keywords: turn.keywords.clone(),
                answer_type: answer_type.clone(),
            })
        });
        turns.collect()
    }
}
