//! The answers of a check, and how they are joined.

use serde_json::Value;

/// Yes, no or unknown.
pub(super) type Answer = Option<bool>;

/// Joins two answers with "and": a refusal counts at once.
pub(super) fn both(one: Answer, two: Answer) -> Answer {
    match (one, two) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Whether a count obeys `min...` or `max...`.
pub(super) fn within(keyword: &str, bound: &Value, count: usize) -> Answer {
    let bound = bound.as_f64()?;
    let count = count as f64;
    Some(if keyword.starts_with("min") {
        count >= bound
    } else {
        count <= bound
    })
}
