//! What must be asked back before a question can be answered.

use super::frame::{Form, Frame};
use super::shape;
use super::word::phrase_at;
use serde::{Deserialize, Serialize};

/// What must be asked back. A hint: whether it is asked depends on what was
/// found, too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clarification {
    /// No word carries meaning.
    Empty,
    /// A pronoun stands for nothing that was said.
    PronounWithoutReferent {
        /// As written.
        pronoun: String,
    },
    /// More than one question.
    TwoQuestions {
        /// Each of them.
        parts: Vec<String>,
    },
    /// A comparison without what it compares with.
    ComparesWithNothing {
        /// The comparing words.
        word: String,
    },
    /// A classification without labels.
    NoLabels,
}

impl Clarification {
    /// What to ask the person.
    pub fn question(&self) -> String {
        match self {
            Clarification::Empty => "What would you like to know?".into(),
            Clarification::PronounWithoutReferent { pronoun } => {
                format!("Whom or what does “{pronoun}” stand for?")
            }
            Clarification::TwoQuestions { parts } => {
                let quoted: Vec<String> = parts.iter().map(|part| format!("“{part}”")).collect();
                format!(
                    "These are several questions; which one first: {}?",
                    quoted.join(", ")
                )
            }
            Clarification::ComparesWithNothing { word } => {
                format!("“{word}” than what?")
            }
            Clarification::NoLabels => "Which labels are there to choose from?".into(),
        }
    }
}

/// What is unclear in a question, by its words alone.
pub(super) fn clarifications(frame: &Frame, keywords: &[String]) -> Vec<Clarification> {
    let mut found = Vec::new();
    if keywords.is_empty() {
        found.push(Clarification::Empty);
        return found;
    }
    if let Some(pronoun) = lonely_pronoun(frame, keywords) {
        found.push(Clarification::PronounWithoutReferent { pronoun });
    }
    let parts = parts(frame);
    if parts.len() > 1 {
        found.push(Clarification::TwoQuestions { parts });
    }
    if let Some(word) = compares_with_nothing(frame) {
        found.push(Clarification::ComparesWithNothing { word });
    }
    if frame.says(&frame.vocabulary.classify) && shape::labels(frame).is_empty() {
        found.push(Clarification::NoLabels);
    }
    found
}

/// A pronoun with nothing before it that it could stand for. "It" at the
/// start of a longer question is the document, or nothing at all.
fn lonely_pronoun(frame: &Frame, keywords: &[String]) -> Option<String> {
    let v = frame.vocabulary;
    let (index, word) = frame
        .words
        .iter()
        .enumerate()
        .find(|(_, word)| v.pronouns.contains(&word.lower.as_str()))?;
    let named_before = frame
        .words
        .iter()
        .take(index)
        .any(|before| keywords.contains(&before.lower));
    let neuter = ["it", "its", "es"].contains(&word.lower.as_str());
    let expletive = neuter
        && (index
            .checked_sub(1)
            .is_some_and(|before| ["gibt", "gab"].contains(&frame.lower(before)))
            || keywords.len() > 1
            || !shape::labels(frame).is_empty());
    (!named_before && !expletive).then(|| word.text.clone())
}

/// The questions that one text holds.
fn parts(frame: &Frame) -> Vec<String> {
    let v = frame.vocabulary;
    let mut starts = vec![0];
    for index in frame.rest + 1..frame.words.len() {
        let asks = v
            .asks
            .iter()
            .any(|one| phrase_at(&frame.words, index, one.word).is_some());
        let opens = asks || frame.is(index, &v.yes_no);
        let after_mark = index
            .checked_sub(1)
            .and_then(|before| frame.words.get(before))
            .zip(frame.words.get(index))
            .and_then(|(before, word)| frame.question.get(before.end..word.start))
            .is_some_and(|gap| gap.contains('?'));
        let joined = asks && frame.is(index - 1, &v.and);
        if (opens && after_mark) || joined {
            starts.push(if joined { index - 1 } else { index });
        }
    }
    starts.push(frame.words.len());
    starts
        .windows(2)
        .filter_map(|pair| match pair {
            [from, to] => {
                let from = from + usize::from(frame.is(*from, &v.and));
                Some(frame.text(from, *to).to_owned())
            }
            _ => None,
        })
        .filter(|part| !part.is_empty())
        .collect()
}

/// Is the premium higher?
fn compares_with_nothing(frame: &Frame) -> Option<String> {
    let v = frame.vocabulary;
    if frame.form != Form::YesNo {
        return None;
    }
    let last = frame.words.len().checked_sub(1)?;
    if frame.is(last, &v.comparatives) {
        return Some(frame.lower(last).to_owned());
    }
    v.comparisons
        .iter()
        .map(|one| one.phrase.as_str())
        .filter(|phrase| phrase.contains(' '))
        .find(|phrase| {
            let length = phrase.split(' ').count();
            (last + 1)
                .checked_sub(length)
                .is_some_and(|at| phrase_at(&frame.words, at, phrase).is_some())
        })
        .map(str::to_owned)
}
