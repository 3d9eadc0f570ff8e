//! The values of a public response as a record keeps it. A record holds JSON; this is where what it
//! holds becomes values again, for everything that shows or exports the past.

use contract::Value;
use serde_json::Value as Json;

/// The values of an answer, in its order; none where there is no answer.
pub(crate) fn values(response: &Json) -> Vec<Value> {
    let items = response.pointer("/answer/items").and_then(Json::as_array);
    items.into_iter().flatten().filter_map(value).collect()
}

/// The value of one item; none where the item has none.
pub(crate) fn value(item: &Json) -> Option<Value> {
    item.get("value").cloned().map(Value::from)
}
