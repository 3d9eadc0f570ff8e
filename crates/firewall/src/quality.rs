//! How good an answer is by its form: a number for triage and for retries,
//! not a probability of being right.

use crate::body::AnswerBody;
use crate::fixed_answer;
use contract::structured::Statements;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A text shorter than this many characters says little.
const SHORT_TEXT: usize = 10;
/// More certain than this is suspicious without quotes.
const ALMOST_CERTAIN: f64 = 0.95;

/// A score of 0..=1 and its parts, each 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct QualityScore {
    /// 0.4 x citations + 0.3 x completeness + 0.15 x length + 0.15 x
    /// confidence; half of it for a `structured_answer` that is short.
    pub total: f64,
    /// Share of the spans that carry a quote.
    pub citation_validity: f64,
    /// 1 for a complete answer and for "not found", 0.5 for a partial one.
    pub completeness: f64,
    /// 0.5 for prose under ten characters, else 1.
    pub length: f64,
    /// 0 where the answer is almost certain of itself without a quote.
    pub confidence: f64,
}

pub(crate) fn score(body: &AnswerBody, answer_type: &str) -> QualityScore {
    let spans = || body.items.iter().flat_map(|item| &item.spans);
    let quoted = spans().filter(|span| span.quote.is_some()).count();
    // Nothing to cite: nothing found, or an answer that is fixed for that.
    let alone = body
        .items
        .iter()
        .all(|item| fixed_answer::may_stand_alone(answer_type, item));
    let citation_validity = match spans().count() {
        0 if alone => 1.0,
        0 => 0.0,
        all => quoted as f64 / all as f64,
    };
    let completeness = if body.complete_answer_found || !body.answer_found {
        1.0
    } else {
        0.5
    };
    let length = if body
        .items
        .iter()
        .any(|item| is_short(answer_type, &item.value))
    {
        0.5
    } else {
        1.0
    };
    let confidence = if body.answer_found && quoted == 0 && body.confidence > ALMOST_CERTAIN {
        0.0
    } else {
        1.0
    };
    let mut total =
        0.4 * citation_validity + 0.3 * completeness + 0.15 * length + 0.15 * confidence;
    // An answer in words that says nothing is to be tried again, however well it is cited.
    if length < 1.0 && answer_type == contract::structured::NAME {
        total *= length;
    }
    QualityScore {
        total,
        citation_validity,
        completeness,
        length,
        confidence,
    }
}

fn is_short(answer_type: &str, value: &Value) -> bool {
    let answer = value.get("answer").and_then(Value::as_str);
    if let Some(Ok(Statements { statements })) = answer.map(serde_json::from_str) {
        let characters = statements.iter().map(|one| one.text.chars().count());
        return characters.sum::<usize>() < SHORT_TEXT;
    }
    let text = match answer_type {
        "text" | contract::cited::NAME => value.as_str(),
        contract::structured::NAME => answer,
        contract::support::NAME => value.get("draft_reply").and_then(Value::as_str),
        _ => None,
    };
    text.is_some_and(|text| text.chars().count() < SHORT_TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::draft;
    use serde_json::json;

    fn parts(answer_type: &str, change: impl FnOnce(&mut Value)) -> QualityScore {
        let long = json!("a text of more than ten characters");
        let mut answer = draft(&[(long, "C0", 1, 1, "a text of more than ten characters")]);
        change(&mut answer);
        score(&serde_json::from_value(answer).unwrap(), answer_type)
    }

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-9
    }

    #[test]
    fn a_complete_quoted_answer_scores_one() {
        assert!(near(parts("text", |_| ()).total, 1.0));
        assert!(near(
            parts("text", |answer| *answer = draft(&[])).total,
            1.0
        ));
    }

    #[test]
    fn citation_validity_is_the_share_of_spans_with_a_quote() {
        let found = parts("text", |answer| {
            let span = answer["items"][0]["spans"][0].clone();
            let mut bare = span.clone();
            bare["quote"] = Value::Null;
            answer["items"][0]["spans"] = json!([span, bare]);
        });
        assert!(
            near(found.citation_validity, 0.5) && near(found.total, 0.8),
            "{found:?}"
        );
        let none = parts("text", |answer| answer["items"][0]["spans"] = json!([]));
        assert!(near(none.citation_validity, 0.0), "{none:?}");
    }

    #[test]
    fn completeness_is_half_for_a_partial_answer() {
        let found = parts("text", |answer| {
            answer["complete_answer_found"] = json!(false);
        });
        assert!(
            near(found.completeness, 0.5) && near(found.total, 0.85),
            "{found:?}"
        );
    }

    #[test]
    fn answer_length_under_ten_characters_counts_against_prose_only() {
        let short = |answer: &mut Value| answer["items"][0]["value"] = json!("too short");
        assert!(near(parts("text", short).length, 0.5));
        assert!(near(parts("cited_text", short).length, 0.5));
        assert!(near(parts("organization", short).length, 1.0));
    }

    #[test]
    fn confidence_above_0_95_without_citations_is_suspicious() {
        let found = parts("text", |answer| {
            answer["items"][0]["spans"][0]["quote"] = Value::Null;
            answer["confidence"] = json!(0.96);
        });
        assert!(
            near(found.confidence, 0.0) && found.total < 0.6,
            "{found:?}"
        );
        let quoted = parts("text", |answer| answer["confidence"] = json!(0.96));
        assert!(near(quoted.confidence, 1.0));
    }
}
