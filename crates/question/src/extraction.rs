//! One thing to extract: the question that asks the document for it, and the
//! type that its words name.

use super::frame::{Frame, Phrase};
use super::keyword::keywords_of;
use super::question::Question;
use contract::answer::AnswerShape;

/// One thing to extract: a question of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    /// What to ask the document, in the question's language.
    pub question: Question,
    /// Its words that carry meaning.
    pub keywords: Vec<String>,
    /// Type of its values.
    pub answer_type: String,
    /// How they are arranged.
    pub answer_shape: AnswerShape,
}

/// The extraction of a subject, asked for with the template of its language.
pub(super) fn extraction(
    frame: &Frame,
    template: &str,
    subject: &str,
    answer_type: &str,
) -> Extraction {
    // A noun stands here without the article of another case.
    let mut articles = frame.vocabulary.case_articles.iter();
    let subject = articles
        .find_map(|article| subject.strip_prefix(article)?.strip_prefix(' '))
        .unwrap_or(subject);
    let question = template.replace("{}", subject.trim());
    Extraction {
        keywords: keywords_of(&question, frame.language, &[]),
        question: Question::in_language(&question, frame.language),
        answer_type: answer_type.into(),
        answer_shape: AnswerShape::Single,
    }
}

/// The type that a stretch of words names by its head noun.
pub(super) fn type_of(frame: &Frame, from: usize, to: usize) -> Option<&'static str> {
    let phrase = frame.noun_phrase(from);
    let phrase = Phrase {
        to: phrase.to.min(to),
        // The stretch stands where a verb has ended it.
        before_verb: true,
        ..phrase
    };
    if phrase.from >= phrase.to {
        return None;
    }
    frame.noun_type(frame.head(phrase)?)
}

/// A stretch of words, with a bracket closed that was opened in it.
pub(super) fn said(frame: &Frame, from: usize, to: usize) -> String {
    let text = frame.text(from, to);
    if text.contains('(') && !text.contains(')') {
        format!("{text})")
    } else {
        text.to_owned()
    }
}
