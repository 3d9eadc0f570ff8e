//! Triage of a customer's message: its category and priority, and how sure
//! they are.

use crate::category::LabelSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Under this triage confidence a person has to look.
pub const REVIEW_UNDER: f64 = 0.5;

/// What a message is about, and how sure that is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Triage {
    /// Label of the category.
    pub category: String,
    /// 0..=1.
    pub category_confidence: f64,
    /// Label of the priority.
    pub priority: String,
    /// 0..=1.
    pub priority_confidence: f64,
}

impl Triage {
    /// By the terms of the label sets alone. A message without any term has
    /// the sets' first labels and no confidence.
    pub fn by_terms(message: &str, categories: &LabelSet, priorities: &LabelSet) -> Triage {
        let (category, category_confidence) = categories.best(message);
        let (priority, priority_confidence) = priorities.best(message);
        Triage {
            category,
            category_confidence,
            priority,
            priority_confidence,
        }
    }

    /// Whether a person has to look: category or priority under
    /// [`REVIEW_UNDER`]. Not a number counts as unsure.
    pub fn is_unsure(&self) -> bool {
        let sure = |confidence: f64| confidence >= REVIEW_UNDER;
        !(sure(self.category_confidence) && sure(self.priority_confidence))
    }
}
