//! `verification`: is this answer supported by this evidence? (spec 1, "Other
//! contracts"). A check of faithfulness that is run on request.
//!
//! No evidence means No. So does a figure or an identifier of the claim that
//! no passage has: that is not left to a model. Everything else is its
//! judgement, and `inferred`.

use crate::AnswerShape;
use crate::answer::{AnswerBody, ExtractionMethod, Item};
use crate::candidate::Candidate;
use crate::recognizer::{Options, rank};
use crate::registry::AnswerType;
use crate::schema::schema_of;
use crate::sentence::sentences;
use evidence::{EvidenceChunk, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;

/// Key of the type.
pub const NAME: &str = "verification";

/// The value of a `verification`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verification {
    /// Whether the evidence supports the answer.
    pub response: Response,
}

/// Yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Response {
    /// It is supported.
    Yes,
    /// It is not, or there is no evidence.
    No,
}

/// The registry's line.
pub(crate) fn answer_type() -> AnswerType {
    AnswerType {
        name: NAME.into(),
        title: "Verification".into(),
        description: "Whether the documents support an answer.".into(),
        shape: AnswerShape::Single,
        value_schema: schema_of::<Verification>(),
    }
}

/// The question a model is asked about an answer to an earlier question.
pub fn question(question: &str, answer: &str) -> String {
    format!("Question: {question} Answer: {answer} Is this answer supported by the passages?")
}

/// What can be said of a claim: Yes and No, both standing on the passage that
/// speaks most of it; only No where the claim has a figure or an identifier
/// that no passage has. Empty without a passage: then [`unsupported`].
pub fn candidates(claim: &str, chunks: &[EvidenceChunk], options: &Options) -> Vec<Candidate> {
    let mut passages = sentences(chunks, options);
    if passages.is_empty() {
        passages.extend(lines(chunks));
    }
    rank(claim, NAME, &mut passages);
    let Some(best) = passages.into_iter().next() else {
        return Vec::new();
    };
    let spans: Vec<Span> = best.items.into_iter().flat_map(|item| item.spans).collect();
    let possible = [Response::Yes, Response::No];
    let possible = possible
        .into_iter()
        .filter(|response| *response == Response::No || figures_stand(claim, chunks));
    possible
        .map(|response| {
            let item = Item {
                value: json!(Verification { response }),
                spans: spans.clone(),
            };
            Candidate::new(vec![item], format!("{response:?}"), best.context.clone())
        })
        .collect()
}

/// Every line with words as a passage, where no line is a sentence.
fn lines(chunks: &[EvidenceChunk]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for chunk in chunks {
        for line in &chunk.lines {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            let wording = words.join(" ");
            let span = Span {
                anchor: chunk.anchor.clone(),
                line_start: line.number,
                line_end: line.number,
                quote: Some(wording.clone()),
            };
            let item = Item {
                value: json!(wording),
                spans: vec![span],
            };
            found.push(Candidate::new(vec![item], wording.clone(), wording));
        }
    }
    found
}

/// Whether every word of the claim with a digit stands in some passage.
fn figures_stand(claim: &str, chunks: &[EvidenceChunk]) -> bool {
    let lines = chunks.iter().flat_map(|chunk| &chunk.lines);
    let known: BTreeSet<String> = lines.flat_map(|line| figures(&line.text)).collect();
    figures(claim).iter().all(|figure| known.contains(figure))
}

/// Words with digits, without signs, and without a fraction of nothing.
fn figures(text: &str) -> Vec<String> {
    let words = text.split_whitespace();
    words
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| word.chars().any(|letter| letter.is_ascii_digit()))
        .map(|word| {
            let whole = word
                .strip_suffix(".00")
                .or_else(|| word.strip_suffix(",00"))
                .unwrap_or(word);
            let kept = whole.chars().filter(|letter| letter.is_alphanumeric());
            kept.flat_map(char::to_lowercase).collect()
        })
        .collect()
}

/// The answer without evidence: No, standing on nothing.
pub fn unsupported() -> AnswerBody {
    let item = Item {
        value: json!(Verification {
            response: Response::No
        }),
        spans: Vec::new(),
    };
    crate::compose::without_evidence(
        item,
        ExtractionMethod::Inferred,
        "no passage was found to check it against",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_scene::chunk;

    fn responses(claim: &str, chunks: &[EvidenceChunk]) -> Vec<String> {
        let found = candidates(claim, chunks, &Options::default());
        found.into_iter().map(|one| one.wording).collect()
    }

    #[test]
    fn yes_and_no_stand_on_the_passage_that_speaks_of_the_claim() {
        let evidence = [chunk(
            "C0",
            &[
                "The weather is fine today.",
                "The annual premium is $1,250.00.",
            ],
        )];
        let found = candidates(
            "The premium is 1250 a year.",
            &evidence,
            &Options::default(),
        );
        let lines: Vec<u32> = found
            .iter()
            .flat_map(|one| &one.items)
            .flat_map(|item| &item.spans)
            .map(|span| span.line_start)
            .collect();
        assert_eq!(lines, [2, 2]);
    }

    #[test]
    fn a_figure_of_no_passage_means_no() {
        let evidence = [chunk("C0", &["The annual premium is $1,250.00."])];
        assert_eq!(
            responses("The premium is $1,250.", &evidence),
            ["Yes", "No"]
        );
        assert_eq!(responses("The premium is $1,251.", &evidence), ["No"]);
    }

    #[test]
    fn no_evidence_means_no() {
        assert!(responses("The premium is due.", &[]).is_empty());
        let body = unsupported();
        assert_eq!(body.items.first().unwrap().value, json!({"response": "No"}));
    }
}
