//! What was said of an answer, by each and together.

use contract::Value;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// What a person says of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is right, a refusal too.
    Confirm,
    /// Another value is right.
    Correct,
    /// It is wrong; what is right is not said.
    Reject,
    /// The documents do not hold it.
    Absent,
}

/// Where a corrected value stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ReviewPlace"))]
pub struct Place {
    /// The document.
    pub document_id: String,
    /// First line, from 1.
    pub line_start: u32,
    /// Last line.
    pub line_end: u32,
    /// Words that stand in these lines; empty when given: all of them.
    pub quote: String,
}

/// A review as it was recorded.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Review {
    /// Its record.
    pub record_id: String,
    /// The record of the answer.
    pub answer_id: String,
    /// When, RFC 3339, UTC.
    pub time: String,
    /// What is said.
    pub verdict: Verdict,
    /// Who says it.
    pub reviewer: String,
    /// Why; none where it was not said, or was erased.
    pub reason: Option<String>,
    /// The right value.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub value: Option<Value>,
    /// The right value in words.
    pub words: Option<String>,
    /// Where it stands.
    pub place: Option<Place>,
    /// What a person wrote was erased.
    pub erased: bool,
}

/// What the reviews of an answer say together.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Standing {
    /// All of them, oldest first.
    pub reviews: Vec<Review>,
    /// What holds; none where nobody said anything, or people disagree.
    pub settled: Option<Review>,
    /// Whether people say different things.
    pub disputed: bool,
}

impl Standing {
    /// Of reviews, oldest first.
    pub(super) fn of(reviews: Vec<Review>) -> Standing {
        let last: BTreeMap<&str, &Review> = reviews
            .iter()
            .map(|review| (review.reviewer.as_str(), review))
            .collect();
        let agrees = |one: &&Review, other: &&Review| {
            one.verdict == other.verdict && one.value == other.value
        };
        let mut said = last.values();
        let first = said.next();
        let disputed = said.any(|other| first.is_some_and(|first| !agrees(first, other)));
        let newest = reviews.last().filter(|_| !disputed).cloned();
        Standing {
            settled: newest,
            disputed,
            reviews,
        }
    }

    /// What holds, with the value where it is a correction.
    pub fn verdict(&self) -> Option<(Verdict, Option<&Value>)> {
        let settled = self.settled.as_ref()?;
        Some((settled.verdict, settled.value.as_ref()))
    }
}

/// A text of a JSON object; empty where it has none of this name.
pub(super) fn text_of(value: &Json, name: &str) -> String {
    let text = value.get(name).and_then(Json::as_str);
    text.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn review(reviewer: &str, verdict: Verdict, value: Option<Value>) -> Review {
        Review {
            record_id: String::new(),
            answer_id: String::new(),
            time: String::new(),
            verdict,
            reviewer: reviewer.into(),
            reason: None,
            value,
            words: None,
            place: None,
            erased: false,
        }
    }

    #[test]
    fn what_each_person_said_last_holds_where_they_agree() {
        let right = || Some(Value::from(json!(5)));
        let standing = Standing::of(vec![
            review("Ada", Verdict::Reject, None),
            review("Ben", Verdict::Correct, right()),
            review("Ada", Verdict::Correct, right()),
        ]);
        assert!(!standing.disputed);
        assert_eq!(
            standing.verdict(),
            Some((Verdict::Correct, right().as_ref()))
        );
        assert_eq!(standing.reviews.len(), 3, "nothing is overwritten");
    }

    #[test]
    fn two_people_who_say_different_things_dispute_it() {
        for other in [
            review("Ben", Verdict::Reject, None),
            review("Ben", Verdict::Correct, Some(json!(6).into())),
        ] {
            let ada = review("Ada", Verdict::Correct, Some(json!(5).into()));
            let standing = Standing::of(vec![ada, other]);
            assert!(standing.disputed);
            assert_eq!(standing.verdict(), None);
        }
        assert_eq!(Standing::of(Vec::new()), Standing::default());
    }
}
