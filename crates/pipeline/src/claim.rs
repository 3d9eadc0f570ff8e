//! Checking an answer that was given elsewhere: do the documents give it for this question?
//!
//! The question is asked as any other, of the documents alone. What is chosen there, or
//! what else could have been, is compared with the given answer by value: a date by its
//! day, a sum by its figure and currency, words by their letters and digits. The given
//! answer is data: no model reads it, and nothing in it can ask for a Yes.
//!
//! | the documents | |
//! |---|---|
//! | answer the question with it | Yes, citing where |
//! | answer it with something else | No, citing what they say |
//! | hold it, and it is not sure that it answers the question | No, citing where |
//! | do not answer the question, or do not hold it | No |
//!
//! # Limits
//!
//! No means that the documents were not found to say so, not that it is wrong. An answer
//! in other words than the documents' is a No: a person looks either way
//! (`inferred`). Answers in prose, and questions that code computes, are not checked.

use crate::complete::NO_RELEVANCE;
use crate::decide::said_by;
use crate::error::StageError;
use crate::notes::Notes;
use crate::outcome::{Answered, Outcome, refused};
use crate::plan::{Claim, Plan};
use crate::round::{Picked, Round};
use crate::trace::ClaimNote;
use crate::words;
use contract::verification::{Response, Verification};
use contract::{AnswerBody, Candidate, ExtractionMethod, Item};
use evidence::{EvidenceChunk, Span};
use firewall::Verdict;
use recognizer::Options;
use serde_json::json;

/// Longest answer that is checked, in characters.
const MAX_CHARACTERS: usize = 2000;

/// Refuses an answer that cannot be checked.
///
/// # Errors
///
/// [`StageError::Input`] for an answer without words, one that is too long, and a type whose values
/// are not compared.
pub fn check(text: &str, plan: &Plan) -> Result<(), StageError> {
    let length = text.chars().count();
    if text.trim().is_empty() || length > MAX_CHARACTERS {
        return Err(StageError::input(
            format!("the answer to check has {length} characters"),
            format!("give one of 1 to {MAX_CHARACTERS}"),
        ));
    }
    let name = plan.answer_type.name.as_str();
    if plan.computes() || !recognizer::has_recognizer(name) {
        return Err(StageError::input(
            format!("an answer of type {name} to this question cannot be checked by its value"),
            "name the type of a single value with --type, such as amount, date, text or person_name",
        ));
    }
    Ok(())
}

/// Checks the claim against what the documents answer.
pub(crate) fn answer(
    round: &Round<'_>,
    claim: &Claim,
    notes: &mut Notes,
) -> Result<Answered, StageError> {
    let plan = round.plan;
    let picked = round.pick(&|_| true, notes)?;
    let probability = picked.as_ref().map(|picked| picked.choice.probability);
    let found = picked.map_or_else(Found::default, |picked| found(plan, claim, picked));
    let verdict = plan.of_verdict();
    let verdict = verdict.as_ref().unwrap_or(plan);
    notes.trace.claim = Some(ClaimNote {
        response: found.response,
        answer_type: plan.answer_type.name.clone(),
    });
    match round
        .with_plan(verdict)
        .validate(&found.body(), &NO_RELEVANCE, None, notes)
    {
        Verdict::Accepted(answer) => Ok(Answered {
            probability,
            as_type: Some(claim.verdict.clone()),
            ..Outcome::Accepted(answer).into()
        }),
        Verdict::Refused(findings) => {
            notes.note_refusal(&findings);
            Err(refused(&findings))
        }
    }
}

/// What was found of a claim.
struct Found {
    response: Response,
    spans: Vec<Span>,
    caveat: String,
    /// Calibrated probability of what the documents answer.
    probability: f64,
}

impl Default for Found {
    fn default() -> Self {
        Self {
            response: Response::No,
            spans: Vec::new(),
            caveat: "The documents were not found to answer the question.".into(),
            probability: 0.0,
        }
    }
}

impl Found {
    fn body(&self) -> AnswerBody {
        AnswerBody {
            answer_found: true,
            items: vec![Item {
                value: json!(Verification {
                    response: self.response
                })
                .into(),
                spans: self.spans.clone(),
            }],
            extraction_method: ExtractionMethod::Inferred,
            complete_answer_found: true,
            confidence: (self.probability * 100.0).round() / 100.0,
            context_completeness_weak: 0.5,
            caveats: vec![self.caveat.clone()],
            ..AnswerBody::empty()
        }
    }
}

fn found(plan: &Plan, claim: &Claim, Picked { candidates, choice }: Picked) -> Found {
    let answer_type = plan.answer_type.name.as_str();
    let claimed = Claimed::of(&claim.text, answer_type);
    let chosen = choice.chosen.and_then(|index| candidates.get(index));
    let spans = |one: &Candidate| -> Vec<Span> {
        one.items
            .iter()
            .flat_map(|item| item.spans.clone())
            .collect()
    };
    let told = |one: &Candidate| -> String {
        let values = one
            .items
            .iter()
            .map(|item| words::value(&item.value, answer_type));
        values.collect::<Vec<_>>().join(", ")
    };
    match chosen {
        Some(one) if claimed.is(one, answer_type) => Found {
            response: Response::Yes,
            spans: spans(one),
            caveat: format!("The documents answer the question with {}.", told(one)),
            probability: choice.probability,
        },
        Some(one) => Found {
            spans: spans(one),
            caveat: format!("The documents answer the question with {}.", told(one)),
            probability: choice.probability,
            ..Found::default()
        },
        None => {
            let same = candidates.iter().find(|one| claimed.is(one, answer_type));
            same.map_or_else(Found::default, |one| Found {
                spans: spans(one),
                caveat: format!(
                    "{} stands in the documents, and it is not sure that it answers the question.",
                    told(one)
                ),
                probability: choice.probability,
                ..Found::default()
            })
        }
    }
}

/// What the given answer says.
struct Claimed {
    /// Its values of the type, as candidates say theirs.
    values: Vec<String>,
    /// Its words.
    words: Vec<String>,
}

impl Claimed {
    fn of(text: &str, answer_type: &str) -> Self {
        let alone = EvidenceChunk::of_words(text);
        let values: Vec<String> = recognizer::recognize(answer_type, &[alone], &Options::default())
            .iter()
            .map(said_by)
            .collect();
        Self {
            // Two values are no answer to a question for one.
            values: if values.len() == 1 {
                values
            } else {
                Vec::new()
            },
            words: letters(text),
        }
    }

    /// Whether a candidate says the same.
    fn is(&self, candidate: &Candidate, answer_type: &str) -> bool {
        let mut items = candidate.items.iter();
        let shown =
            items.any(|item| letters(&words::value(&item.value, answer_type)) == self.words);
        shown
            || letters(&candidate.wording) == self.words
            || self.values.contains(&said_by(candidate))
    }
}

/// Lower-case words of letters and digits, without articles before them.
fn letters(text: &str) -> Vec<String> {
    let is_article = |word: &String| language::any(|pack| &pack.question.articles, word);
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    words.skip_while(is_article).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(text: &str, answer_type: &str, line: &str) -> bool {
        let claimed = Claimed::of(text, answer_type);
        let evidence = Claimed::of(line, answer_type);
        claimed.values.len() == 1 && claimed.values == evidence.values
    }

    #[test]
    fn values_are_the_same_however_they_are_written() {
        for (given, answer_type, line) in [
            ("USD 12,400", "amount", "The rent is $12,400.00."),
            ("1 March 2024", "date", "It begins on March 1, 2024."),
        ] {
            assert!(is(given, answer_type, line), "{given}");
        }
        for (given, answer_type, line) in [
            ("USD 14,200", "amount", "The rent is $12,400.00."),
            ("EUR 12,400", "amount", "The rent is $12,400.00."),
            ("3 January 2024", "date", "It begins on March 1, 2024."),
            ("USD 12,400 or USD 99", "amount", "The rent is $12,400.00."),
        ] {
            assert!(!is(given, answer_type, line), "{given}");
        }
    }

    #[test]
    fn words_are_compared_by_letters_and_digits() {
        assert_eq!(letters("The Acme Ltd."), letters("acme ltd"));
        assert_ne!(letters("30 days"), letters("60 days"));
    }
}
