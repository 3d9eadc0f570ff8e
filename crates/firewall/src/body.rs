//! An answer as the firewall reads it: the values are the JSON that was given, which nothing else
//! has read before.

use serde_json::Value;

/// The answer.
pub(crate) type AnswerBody = contract::AnswerBody<Value>;

/// One value and what it stands on.
pub(crate) type Item = contract::Item<Value>;
