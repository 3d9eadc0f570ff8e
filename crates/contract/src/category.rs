//! Sets of labels that are data: the support categories (`document_category`)
//! and priorities. A label has terms that speak for it and the next steps of
//! a colleague; replacing the file replaces the set, without compiling.
//!
//! ```json
//! {"title": "...", "labels": [{"label": "...", "terms": ["..."], "next_steps": ["..."]}]}
//! ```

use crate::descriptor::{Descriptor, Finding};
use crate::shape::AnswerShape;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Key of the type.
pub const NAME: &str = "document_category";

const CATEGORIES: &str = include_str!("../data/categories.json");
const PRIORITIES: &str = include_str!("../data/priorities.json");

/// Most labels of a set.
const MAX_LABELS: usize = 200;
/// Most terms of a label.
const MAX_TERMS: usize = 500;

/// A closed set of labels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelSet {
    /// For people.
    pub title: String,
    /// In the order in which they are offered; at least one.
    pub labels: Vec<Label>,
}

/// One label and what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The label, as it is answered.
    pub label: String,
    /// Words, or runs of words, that speak for it; a term also stands for
    /// longer words that begin with it (`bill` for `billing`).
    pub terms: Vec<String>,
    /// What a colleague does about such a message.
    #[serde(default)]
    pub next_steps: Vec<String>,
}

/// Why a set of labels cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LabelSetError {
    /// Not the form above.
    #[error("the label set is not of the agreed form, at line {line}, column {column}")]
    Form {
        /// Line in the text, from 1.
        line: usize,
        /// Column in the line, from 1.
        column: usize,
    },
    /// None, too many, an empty one, or one twice.
    #[error(
        "the label set needs 1 to {limit} different labels, each with at most {MAX_TERMS} terms; label {at} is not right"
    )]
    Labels {
        /// Place of the first wrong label, from 1.
        at: usize,
        /// Most labels.
        limit: usize,
    },
}

impl LabelSet {
    /// The nine support categories.
    ///
    /// # Panics
    ///
    /// Never: the shipped file is read by a test.
    pub fn categories() -> LabelSet {
        Self::read(CATEGORIES).expect("the shipped categories are valid; a test reads them")
    }

    /// The support priorities, most ordinary first.
    ///
    /// # Panics
    ///
    /// Never: the shipped file is read by a test.
    pub fn priorities() -> LabelSet {
        Self::read(PRIORITIES).expect("the shipped priorities are valid; a test reads them")
    }

    /// Reads a set.
    ///
    /// # Errors
    ///
    /// [`LabelSetError`], with its place.
    pub fn read(text: &str) -> Result<LabelSet, LabelSetError> {
        let set: LabelSet = serde_json::from_str(text).map_err(|error| LabelSetError::Form {
            line: error.line(),
            column: error.column(),
        })?;
        let wrong = |at: usize| LabelSetError::Labels {
            at: at + 1,
            limit: MAX_LABELS,
        };
        if set.labels.is_empty() || set.labels.len() > MAX_LABELS {
            return Err(wrong(set.labels.len()));
        }
        for (at, one) in set.labels.iter().enumerate() {
            let before = set.labels.iter().take(at);
            let double = before.into_iter().any(|other| other.label == one.label);
            if one.label.trim().is_empty() || double || one.terms.len() > MAX_TERMS {
                return Err(wrong(at));
            }
        }
        Ok(set)
    }

    /// Labels given with a question: their own words are their terms.
    pub fn of(labels: &[String]) -> LabelSet {
        let label = |name: &String| Label {
            label: name.clone(),
            terms: vec![name.clone()],
            next_steps: Vec::new(),
        };
        LabelSet {
            title: "Labels of the question".into(),
            labels: labels.iter().map(label).collect(),
        }
    }

    /// The labels alone.
    pub fn names(&self) -> Vec<String> {
        self.labels.iter().map(|one| one.label.clone()).collect()
    }

    /// The next steps of a label; none for a label of another set.
    pub fn next_steps(&self, label: &str) -> &[String] {
        let found = self.labels.iter().find(|one| one.label == label);
        found.map_or(&[], |one| one.next_steps.as_slice())
    }

    /// The label that terms and a model together speak for, and its weight,
    /// 0..=1: the mean of its share of the terms and of its share of the
    /// model's probability, from one mean log probability for each label in
    /// their order. Without these, [`LabelSet::best`].
    pub fn weigh(&self, text: &str, log_probabilities: &[f64]) -> (String, f64) {
        let finite = log_probabilities.iter().all(|one| one.is_finite());
        if log_probabilities.len() != self.labels.len() || !finite {
            return self.best(text);
        }
        let highest = log_probabilities
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let likely: Vec<f64> = log_probabilities
            .iter()
            .map(|one| (one - highest).exp())
            .collect();
        let sum: f64 = likely.iter().sum();
        let shares = self.shares(text);
        let weights = shares
            .iter()
            .zip(&likely)
            .map(|(share, likely)| (share + likely / sum) / 2.0);
        let mut best = (String::new(), -1.0);
        for (one, weight) in self.labels.iter().zip(weights) {
            if weight > best.1 {
                best = (one.label.clone(), weight);
            }
        }
        best
    }

    /// Each label's share of the terms in a text; all 0 without any.
    fn shares(&self, text: &str) -> Vec<f64> {
        let words = words(text);
        let hits: Vec<usize> = self.labels.iter().map(|one| one.hits(&words)).collect();
        let total = hits.iter().sum::<usize>().max(1) as f64;
        hits.into_iter().map(|count| count as f64 / total).collect()
    }

    /// The label most of the terms in a text speak for, and its share of
    /// them, 0..=1. Without any term: the first label, and 0.
    pub fn best(&self, text: &str) -> (String, f64) {
        let mut best = (String::new(), -1.0);
        for (one, share) in self.labels.iter().zip(self.shares(text)) {
            if share > best.1 {
                best = (one.label.clone(), share);
            }
        }
        best
    }
}

impl Label {
    /// How often its terms stand in a text.
    pub fn hits_in(&self, text: &str) -> usize {
        self.hits(&words(text))
    }

    fn hits(&self, words: &[String]) -> usize {
        let stands = |term: &String| {
            let term = self::words(term);
            let begins = |window: &[String]| {
                let pairs = window.iter().zip(&term);
                pairs
                    .into_iter()
                    .all(|(word, part)| word.starts_with(part.as_str()))
            };
            if term.is_empty() {
                0
            } else {
                words
                    .windows(term.len())
                    .filter(|window| begins(window))
                    .count()
            }
        };
        self.terms.iter().map(stands).sum()
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The registry's line, for the shipped set.
pub(crate) static TYPE: Descriptor = Descriptor {
    name: NAME,
    title: "Document category",
    description: "One of nine support categories.",
    shape: AnswerShape::Single,
    value_schema: || json!({ "enum": LabelSet::categories().names() }),
    finding: Finding::Categories,
    ..Descriptor::OWN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_the_nine_support_categories() {
        assert_eq!(
            LabelSet::categories().names(),
            [
                "Account & Subscription",
                "Authentication & Access",
                "Billing & Payments",
                "Bugs & Errors",
                "Data Export & Reporting",
                "Feature Request",
                "Integrations & API",
                "Performance & Reliability",
                "Security & Compliance",
            ]
        );
        assert_eq!(
            LabelSet::priorities().names(),
            ["Normal", "Low", "High", "Urgent"]
        );
    }

    #[test]
    fn terms_decide_and_their_share_is_the_confidence() {
        let set = LabelSet::categories();
        let (label, share) = set.best("I was charged twice, please refund the second invoice.");
        assert_eq!(label, "Billing & Payments");
        assert!(share > 0.9, "{share}");
        let (_, share) = set.best("Hello there.");
        assert!(share.abs() < f64::EPSILON);
    }

    #[test]
    fn a_model_and_the_terms_weigh_alike() {
        let set = LabelSet::priorities();
        let sure_of_low = [-9.0, 0.0, -9.0, -9.0];
        let (label, weight) = set.weigh("It is urgent.", &sure_of_low);
        // The terms are all for one, and the model is not quite for the other.
        assert_eq!(label, "Urgent");
        assert!((weight - 0.5).abs() < 0.01, "{weight}");
        let (label, weight) = set.weigh("No rush, a minor thing.", &sure_of_low);
        assert!(label == "Low" && weight > 0.95, "{weight}");
        assert_eq!(set.weigh("It is urgent.", &[]), set.best("It is urgent."));
        assert_eq!(
            set.weigh("It is urgent.", &[f64::NAN; 4]),
            set.best("It is urgent.")
        );
    }

    #[test]
    fn the_label_set_is_data() {
        let set =
            LabelSet::read(r#"{"title":"t","labels":[{"label":"A","terms":["x y"]}]}"#).unwrap();
        assert_eq!(set.best("an x y here"), ("A".to_owned(), 1.0));
        for wrong in [
            "{}",
            r#"{"title":"t","labels":[]}"#,
            r#"{"title":"t","labels":[{"label":" ","terms":[]}]}"#,
            r#"{"title":"t","labels":[{"label":"A","terms":[]},{"label":"A","terms":[]}]}"#,
        ] {
            assert!(LabelSet::read(wrong).is_err(), "{wrong}");
        }
    }
}
