//! Values with the key of their type, as they are extracted and recorded.

use contract::answer::Item;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A value with the key of its type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    /// Key of the registry: `amount`, `date`, ...
    pub answer_type: String,
    /// The value in the JSON form of that type.
    pub value: Value,
}

impl Typed {
    /// A value with the key of its type.
    pub fn new(answer_type: &str, value: Value) -> Typed {
        Typed {
            answer_type: answer_type.into(),
            value,
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
