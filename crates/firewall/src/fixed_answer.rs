//! Answers that are fixed for the case that there is no evidence, and so have
//! nothing to cite.

use crate::body::Item;
use contract::{support, verification};
use serde_json::Value;

/// Whether an item may stand on nothing: the answers that are fixed for the
/// case that there is no evidence.
pub(crate) fn may_stand_alone(answer_type: &str, item: &Item) -> bool {
    let text = |key: &str| item.value.get(key).and_then(Value::as_str);
    let fixed = match answer_type {
        verification::NAME => text("response") == Some("No"),
        support::NAME => text("draft_reply") == Some(support::INSUFFICIENT),
        _ => false,
    };
    fixed && item.spans.is_empty()
}
