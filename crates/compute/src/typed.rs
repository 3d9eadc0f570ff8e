//! Values with the key of their type, as they are extracted and recorded.

use contract::Value;
use contract::answer::Item;
use serde::{Deserialize, Serialize};

/// A value with the key of its type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    /// Key of the registry: `amount`, `date`, ...
    pub answer_type: String,
    /// The value.
    pub value: Value,
}

impl Typed {
    /// A value with the key of its type.
    pub fn new(answer_type: &str, value: impl Into<Value>) -> Typed {
        Typed {
            answer_type: answer_type.into(),
            value: value.into(),
        }
    }
}

/// The values that one extraction gave, in the order of its items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extracted {
    /// Type of each value.
    pub answer_type: String,
    /// One for each item.
    pub values: Vec<Value>,
}

impl Extracted {
    /// The values of an answer's items.
    pub fn from_items(answer_type: &str, items: &[Item]) -> Extracted {
        Extracted {
            answer_type: answer_type.into(),
            values: items.iter().map(|item| item.value.clone()).collect(),
        }
    }
}
