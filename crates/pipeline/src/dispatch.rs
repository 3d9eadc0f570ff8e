//! What is done with an answer: a pure table from signals
//! to a decision, and the answer's flags in plain words.
//!
//! `broaden`, `rephrase` and `reparse` ask again, each within its bound; the
//! others end the request. Where asking again is no longer possible, an answer
//! that stands as it is goes to a person.

use contract::{AnswerBody, ExtractionMethod};
use evidence::Policy;
use evidence::overlap::Completeness;
use firewall::Answer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Decisions, as they stand in the record and the public response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The answer can be used.
    Ship,
    /// Ask again with discovered keywords or a wider scope.
    Broaden,
    /// Ask again in other words, once.
    Rephrase,
    /// The documents do not say.
    NoAnswer,
    /// The passages contradict each other: all values are shown.
    Conflict,
    /// The question is too vague: ask the person.
    Clarify,
    /// Read the page in another way, then ask again.
    Reparse,
    /// A person should look.
    Review,
    /// Nothing was answered.
    Failed,
}

impl Decision {
    /// The word of the record and the public response.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ship => "ship",
            Self::Broaden => "broaden",
            Self::Rephrase => "rephrase",
            Self::NoAnswer => "no_answer",
            Self::Conflict => "conflict",
            Self::Clarify => "clarify",
            Self::Reparse => "reparse",
            Self::Review => "review",
            Self::Failed => "failed",
        }
    }

    /// Whether another round follows.
    pub fn asks_again(self) -> bool {
        matches!(self, Self::Broaden | Self::Rephrase | Self::Reparse)
    }
}

/// What a decision is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent signals, one row each"
)]
pub(crate) struct Signals {
    pub found: bool,
    pub complete: bool,
    pub strong: Completeness,
    pub conflicting: bool,
    pub structured: bool,
    pub clarification: bool,
    pub inferred: bool,
    /// The model's own rating, 0..=1.
    pub confidence: f64,
    /// Calibrated probability of being right, where it is known.
    pub probability: Option<f64>,
    pub warned: bool,
}

impl Signals {
    pub fn of(answer: &Answer, probability: Option<f64>, strong: Completeness) -> Self {
        let body = answer.body();
        Self {
            found: body.answer_found,
            complete: body.complete_answer_found,
            strong,
            conflicting: body.conflicting_evidence,
            structured: body.context_structured,
            clarification: body.suggested_clarification.is_some(),
            inferred: body.extraction_method == ExtractionMethod::Inferred,
            confidence: body.confidence,
            probability,
            warned: !answer.warnings().is_empty() || asks_for_a_person(body),
        }
    }
}

/// What may still be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    /// Another round with more or other passages is possible.
    pub broaden: bool,
    /// The question was not rephrased yet, and there is more to find.
    pub rephrase: bool,
    /// The page can be read in another way.
    pub reparse: bool,
}

/// Whether the value itself says that a person has to look (`support_reply`).
fn asks_for_a_person(body: &AnswerBody) -> bool {
    let mut values = body.items.iter().map(|item| &item.value);
    values.any(|value| match value {
        contract::Value::Json(json) => json.get("needs_human_review") == Some(&Value::Bool(true)),
        _ => false,
    })
}

/// Probability of being right from which an answer needs no second look: set by hand, so that of
/// those that are least sure at most three in ten are wrong.
const SURE: f64 = 0.7;

/// Whether the answer is less probably right than an answer that nobody looks
/// at should be.
fn is_unsure(probability: Option<f64>) -> bool {
    probability.is_some_and(|probability| probability < SURE)
}

/// The table. Rows are tried from top to bottom.
pub(crate) fn decide(signals: &Signals, room: Room, policy: &Policy) -> Decision {
    let partial = signals.found && (!signals.complete || signals.strong == Completeness::Truncated);
    let low = signals.confidence < policy.review_confidence || is_unsure(signals.probability);
    if signals.conflicting {
        Decision::Conflict
    } else if !signals.structured && room.reparse {
        Decision::Reparse
    } else if !signals.found && room.rephrase {
        Decision::Rephrase
    } else if signals.clarification && (low || !signals.found) {
        Decision::Clarify
    } else if !signals.found {
        Decision::NoAnswer
    } else if partial && room.broaden {
        Decision::Broaden
    } else if partial || signals.inferred || low || signals.warned || !signals.structured {
        Decision::Review
    } else {
        Decision::Ship
    }
}

/// Flags in plain words, most important first.
pub fn plain_flags(answer: &Answer, probability: Option<f64>, strong: Completeness) -> Vec<String> {
    let body: &AnswerBody = answer.body();
    let mut flags = Vec::new();
    let mut flag = |raised: bool, words: &str| {
        if raised {
            flags.push(words.to_owned());
        }
    };
    flag(!body.answer_found, "not found");
    flag(
        body.conflicting_evidence,
        "the passages contradict each other",
    );
    flag(
        body.answer_found && (!body.complete_answer_found || strong == Completeness::Truncated),
        "may be partial",
    );
    flag(
        body.answer_found && is_unsure(probability),
        "not sure that this is what was asked for",
    );
    flag(
        body.extraction_method == ExtractionMethod::Inferred,
        "inferred, not stated word for word",
    );
    flag(!body.context_structured, "the passage may be badly read");
    for warning in answer.warnings() {
        flags.push(warning.kind.help().to_owned());
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Signals = Signals {
        found: true,
        complete: true,
        strong: Completeness::Bounded,
        conflicting: false,
        structured: true,
        clarification: false,
        inferred: false,
        confidence: 0.9,
        probability: Some(0.9),
        warned: false,
    };
    const ANY: Room = Room {
        broaden: true,
        rephrase: true,
        reparse: true,
    };
    const NONE: Room = Room {
        broaden: false,
        rephrase: false,
        reparse: false,
    };

    #[test]
    fn every_row_of_the_dispatch_table_holds() {
        let policy = Policy::default();
        let not_found = Signals {
            found: false,
            complete: false,
            probability: None,
            ..GOOD
        };
        let rows: [(&str, Signals, Room, Decision); 14] = [
            (
                "found, complete, no conflict, not truncated",
                GOOD,
                ANY,
                Decision::Ship,
            ),
            (
                "unknown completeness ships, too",
                Signals {
                    strong: Completeness::Unknown,
                    ..GOOD
                },
                ANY,
                Decision::Ship,
            ),
            (
                "found but not complete",
                Signals {
                    complete: false,
                    ..GOOD
                },
                ANY,
                Decision::Broaden,
            ),
            (
                "strong signal truncated",
                Signals {
                    strong: Completeness::Truncated,
                    ..GOOD
                },
                ANY,
                Decision::Broaden,
            ),
            (
                "partial, nothing left to try",
                Signals {
                    complete: false,
                    ..GOOD
                },
                NONE,
                Decision::Review,
            ),
            ("nothing found", not_found, ANY, Decision::Rephrase),
            (
                "nothing found after rephrasing",
                not_found,
                NONE,
                Decision::NoAnswer,
            ),
            (
                "conflicting evidence",
                Signals {
                    conflicting: true,
                    ..GOOD
                },
                ANY,
                Decision::Conflict,
            ),
            (
                "clarification with low confidence",
                Signals {
                    clarification: true,
                    confidence: 0.1,
                    ..GOOD
                },
                ANY,
                Decision::Clarify,
            ),
            (
                "clarification of a sure answer",
                Signals {
                    clarification: true,
                    ..GOOD
                },
                ANY,
                Decision::Ship,
            ),
            (
                "badly read passage",
                Signals {
                    structured: false,
                    ..GOOD
                },
                ANY,
                Decision::Reparse,
            ),
            (
                "badly read, no other parser",
                Signals {
                    structured: false,
                    ..GOOD
                },
                NONE,
                Decision::Review,
            ),
            (
                "inferred",
                Signals {
                    inferred: true,
                    ..GOOD
                },
                ANY,
                Decision::Review,
            ),
            (
                "a warning of the validator",
                Signals {
                    warned: true,
                    ..GOOD
                },
                ANY,
                Decision::Review,
            ),
        ];
        for (name, signals, room, expected) in rows {
            assert_eq!(decide(&signals, room, &policy), expected, "{name}");
        }
        for signals in [
            Signals {
                confidence: policy.review_confidence - 0.01,
                ..GOOD
            },
            Signals {
                probability: Some(0.5),
                ..GOOD
            },
        ] {
            assert_eq!(decide(&signals, ANY, &policy), Decision::Review);
        }
    }

    #[test]
    fn what_asks_again_comes_to_an_end_without_room() {
        let policy = Policy::default();
        for found in [false, true] {
            for complete in [false, true] {
                for structured in [false, true] {
                    let signals = Signals {
                        found,
                        complete,
                        structured,
                        ..GOOD
                    };
                    assert!(!decide(&signals, NONE, &policy).asks_again());
                }
            }
        }
    }
}
