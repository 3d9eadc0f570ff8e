//! From a question's type and evidence to the schema of its draft, and from
//! a draft back to a whole answer.
//!
//! The model decodes as little as possible: which candidate, and what it
//! thinks of its evidence. What code can know is not in the draft and is
//! filled in by [`expand`]: the not-found branch is `{"answer_found":false}`,
//! a copied text is its quote, the extraction method follows from the type.
//!
//! ```text
//! {"answer_found":true,"items":[{"value":...,"spans":[...]}],
//!  "complete_answer_found":true,"confidence":0.8,
//!  "context_completeness_weak":0.9,"context_structured":true}
//! ```
//!
//! # Limits
//!
//! What code found for a field of a user's schema is all that the field may
//! hold ([`crate::form`]). Other string and number leaves are narrowed to words and
//! figures of the evidence; a leaf with `enum`, `const`, `pattern` or `format`
//! stays as the user wrote it. `$id` and `$anchor` in a user's schema are
//! refused.

use crate::answer::{AnswerBody, Item};
use crate::answer_type::AnswerType;
use crate::candidate::Candidate;
use crate::compose::Compose;
use crate::draft_error::DraftError;
use crate::form::{Form, narrow};
use crate::schema::{RATINGS, closed_object};
use crate::shape::{AnswerShape, ExtractionMethod};
use evidence::Span;
use evidence::policy::Remarks;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// What the evidence offers for one question.
#[derive(Debug, Clone, PartialEq)]
pub enum Offer {
    /// Code found these; the model chooses one.
    Candidates(Vec<Candidate>),
    /// The model copies words of the evidence.
    Copy,
    /// A user's schema is filled: with what code found for its fields, and by
    /// the model with words and figures of the evidence for the rest.
    Schema(Form),
    /// The answer is prose, composed of sentences of the evidence; its drafts
    /// are expanded by [`Compose::expand`].
    Compose(Compose),
}

impl Offer {
    /// What is weighed against each other: the candidates, or the sentences of prose; none where a
    /// model copies words or fills a schema.
    pub fn weighed(&self) -> Option<&[Candidate]> {
        match self {
            Offer::Candidates(candidates) => Some(candidates),
            Offer::Compose(compose) => Some(&compose.sentences),
            Offer::Copy | Offer::Schema(_) => None,
        }
    }
}

/// What a model may remark at most, so that remarks stay short beside the value.
const MAX_CAVEATS: u32 = 2;
const MAX_CAVEAT_CHARACTERS: u32 = 160;
const MAX_KEYWORDS: u32 = 5;
const MAX_KEYWORD_CHARACTERS: u32 = 40;
/// Most spans of one item of a user's schema.
const MAX_SCHEMA_SPANS: u32 = 3;

/// Something that a model says beside its answer.
struct Remark {
    /// The field of the draft and of the answer.
    name: &'static str,
    schema: fn() -> Value,
    /// What is meant by it, as the prompt says.
    meaning: &'static str,
}

/// Ratings and flags, in the order of the draft.
const RATED: [Remark; 4] = [
    Remark {
        name: "complete_answer_found",
        schema: || json!({ "type": "boolean" }),
        meaning: "nothing of the answer is missing.",
    },
    Remark {
        name: "confidence",
        schema: || json!({ "enum": RATINGS }),
        meaning: "0 is a guess, 1 is said in these words.",
    },
    Remark {
        name: "context_completeness_weak",
        schema: || json!({ "enum": RATINGS }),
        meaning: "how much of what the answer needs stands in the passages, 0 to 1.",
    },
    Remark {
        name: "context_structured",
        schema: || json!({ "type": "boolean" }),
        meaning: "the passages can be read well.",
    },
];

/// What it says in its own words, after them.
const WORDED: [Remark; 3] = [
    Remark {
        name: "caveats",
        schema: || texts(MAX_CAVEATS, MAX_CAVEAT_CHARACTERS),
        meaning: "what a reader must know before using the answer, or nothing.",
    },
    Remark {
        name: "llm_discovered_keywords",
        schema: || texts(MAX_KEYWORDS, MAX_KEYWORD_CHARACTERS),
        meaning: "words to look for next.",
    },
    Remark {
        name: "suggested_clarification",
        schema: || json!({ "type": ["string", "null"], "maxLength": MAX_CAVEAT_CHARACTERS }),
        meaning: "a question back, where the question is unclear, else null.",
    },
];

/// The remarks that are asked for, in the order of the draft.
fn remarks(asked: Remarks) -> impl Iterator<Item = &'static Remark> {
    let worded: &[Remark] = match asked {
        Remarks::Ratings => &[],
        Remarks::Words => &WORDED,
    };
    RATED.iter().chain(worded)
}

/// What is meant by the remarks that are asked for, in one line for the prompt:
/// `confidence: 0 is a guess, ...`. Without ratings where code rates the answer.
pub fn remarks_in_words(asked: Remarks, rates: bool) -> String {
    let left_out = if rates { 0 } else { RATED.len() };
    let said: Vec<String> = remarks(asked)
        .skip(left_out)
        .map(|one| format!("{}: {}", one.name, one.meaning))
        .collect();
    said.join(" ")
}

/// At most so many texts of at most so many characters.
fn texts(items: u32, characters: u32) -> Value {
    json!({ "type": "array", "maxItems": items,
            "items": { "type": "string", "minLength": 1, "maxLength": characters } })
}

fn span_schema() -> Value {
    json!({ "x-evidence": "span" })
}

/// The schema of a draft: the found branch and the not-found branch.
///
/// # Errors
///
/// [`DraftError::Keyword`] when a user's schema cannot be embedded.
pub fn schema(
    answer_type: &AnswerType,
    offer: &Offer,
    asked: Remarks,
    max_items: u32,
) -> Result<Value, DraftError> {
    if let Offer::Compose(compose) = offer {
        return Ok(compose.schema());
    }
    let not_found = closed_object(&[("answer_found", json!({ "const": false }))]);
    let mut definitions = Map::new();
    let items = match offer {
        Offer::Compose(_) => return Ok(not_found),
        Offer::Candidates(candidates) if candidates.is_empty() => return Ok(not_found),
        Offer::Candidates(candidates) => {
            json!({ "enum": candidates.iter().map(|one| json!(one.items)).collect::<Vec<_>>() })
        }
        Offer::Copy => {
            let item = closed_object(&[("spans", one_span())]);
            json!({ "type": "array", "items": item, "minItems": 1, "maxItems": max_items })
        }
        Offer::Schema(form) if form.is_empty => return Ok(not_found),
        Offer::Schema(form) => {
            let schema = narrow(&answer_type.value_schema, form, "")?;
            definitions.insert("value".into(), schema);
            let value = ("value", json!({ "$ref": "#/$defs/value" }));
            let item = if form.is_whole {
                closed_object(&[value])
            } else {
                let spans = json!({ "type": "array", "items": span_schema(), "minItems": 1, "maxItems": MAX_SCHEMA_SPANS });
                closed_object(&[("spans", spans), value])
            };
            json!({ "type": "array", "items": item, "minItems": 1, "maxItems": 1 })
        }
    };
    let mut found = vec![("answer_found", json!({ "const": true })), ("items", items)];
    found.extend(remarks(asked).map(|one| (one.name, (one.schema)())));
    let mut schema = json!({ "anyOf": [closed_object(&found), not_found] });
    if let (Some(object), false) = (schema.as_object_mut(), definitions.is_empty()) {
        object.insert("$defs".into(), Value::Object(definitions));
    }
    Ok(schema)
}

fn one_span() -> Value {
    json!({ "type": "array", "items": span_schema(), "minItems": 1, "maxItems": 1 })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftItem {
    value: Option<crate::value::Value>,
    #[serde(default)]
    spans: Vec<Span>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    answer_found: bool,
    #[serde(default)]
    items: Vec<DraftItem>,
    #[serde(default)]
    complete_answer_found: bool,
    #[serde(default)]
    confidence: f64,
    #[serde(default)]
    context_completeness_weak: f64,
    #[serde(default = "yes")]
    context_structured: bool,
    #[serde(default)]
    caveats: Vec<String>,
    #[serde(default)]
    llm_discovered_keywords: Vec<String>,
    #[serde(default)]
    suggested_clarification: Option<String>,
}

fn yes() -> bool {
    true
}

/// How the values of an offer came about.
fn method(answer_type: &AnswerType, offer: &Offer) -> ExtractionMethod {
    match offer {
        Offer::Schema(_) => ExtractionMethod::Inferred,
        _ => answer_type.descriptor().method(),
    }
}

/// Reads a draft and fills in what code knows.
///
/// # Errors
///
/// [`DraftError::Form`] when the text is not of the draft's form.
pub fn expand(
    draft: &str,
    answer_type: &AnswerType,
    offer: &Offer,
) -> Result<AnswerBody, DraftError> {
    let draft: Draft = serde_json::from_str(draft).map_err(|error| DraftError::Form {
        line: error.line(),
        column: error.column(),
    })?;
    let mut items: Vec<Item> = draft.items.into_iter().map(complete).collect();
    if let Offer::Schema(form) = offer {
        for item in &mut items {
            let known = form.spans();
            item.spans.retain(|span| !known.contains(span));
            item.spans.splice(0..0, known);
        }
    }
    let several = items.len() > 1 && answer_type.shape == AnswerShape::Single;
    Ok(AnswerBody {
        answer_found: draft.answer_found,
        extraction_method: if draft.answer_found {
            method(answer_type, offer)
        } else {
            ExtractionMethod::Na
        },
        items,
        complete_answer_found: draft.complete_answer_found,
        conflicting_evidence: several,
        confidence: draft.confidence,
        context_completeness_weak: draft.context_completeness_weak,
        context_structured: draft.context_structured,
        caveats: draft.caveats,
        llm_discovered_keywords: draft.llm_discovered_keywords,
        suggested_clarification: draft.suggested_clarification,
        ..AnswerBody::empty()
    })
}

/// A copied value is the words of its quotes.
fn complete(item: DraftItem) -> Item {
    let value = item.value.unwrap_or_else(|| {
        let quotes: Vec<&str> = item
            .spans
            .iter()
            .filter_map(|span| span.quote.as_deref())
            .collect();
        quotes.join(" ").into()
    });
    Item {
        value,
        spans: item.spans,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn candidate(text: &str) -> Candidate {
        let span = Span {
            anchor: "C0".into(),
            line_start: 1,
            line_end: 1,
            quote: Some(text.into()),
        };
        let item = Item {
            value: text.into(),
            spans: vec![span],
        };
        Candidate::new(vec![item], text.into(), text.into())
    }

    #[test]
    fn offers_candidates_as_whole_literals() {
        let registry = Registry::built_in();
        let offer = Offer::Candidates(vec![candidate("a"), candidate("b")]);
        let schema = schema(registry.find("text").unwrap(), &offer, Remarks::Ratings, 5).unwrap();
        let items = schema
            .pointer("/anyOf/0/properties/items/enum")
            .and_then(Value::as_array)
            .unwrap();
        assert_eq!(items.len(), 2);
    }

    #[test]
    fn without_candidates_only_the_not_found_branch_is_left() {
        let registry = Registry::built_in();
        let offer = Offer::Candidates(Vec::new());
        let schema = schema(registry.find("date").unwrap(), &offer, Remarks::Ratings, 5).unwrap();
        assert_eq!(
            schema.pointer("/properties/answer_found/const"),
            Some(&json!(false))
        );
    }

    #[test]
    fn expands_the_not_found_branch_to_a_consistent_answer() {
        let registry = Registry::built_in();
        let body = expand(
            r#"{"answer_found":false}"#,
            registry.find("date").unwrap(),
            &Offer::Copy,
        )
        .unwrap();
        assert!(!body.answer_found && body.items.is_empty() && !body.complete_answer_found);
        assert_eq!(body.extraction_method, ExtractionMethod::Na);
        assert!(body.confidence.abs() < f64::EPSILON);
    }

    #[test]
    fn a_copied_value_is_its_quote() {
        let registry = Registry::built_in();
        let draft = r#"{"answer_found":true,"items":[{"spans":[{"quote":"two words","anchor":"C0","line_start":1,"line_end":1}]}],"complete_answer_found":true,"confidence":0.5,"context_completeness_weak":1.0,"context_structured":true}"#;
        let body = expand(draft, registry.find("text").unwrap(), &Offer::Copy).unwrap();
        assert_eq!(body.items.first().unwrap().value, json!("two words"));
    }

    #[test]
    fn a_draft_of_another_form_is_told_without_quoting_it() {
        let registry = Registry::built_in();
        let error = expand(
            "{\"secret\":1}",
            registry.find("text").unwrap(),
            &Offer::Copy,
        )
        .unwrap_err();
        assert!(!error.to_string().contains("secret"));
    }
}
