//! When two values are equal.

use super::number::Exact;
use serde_json::Value;
use std::collections::BTreeMap;

/// Equality of JSON Schema: numbers by value, objects without order.
pub(in crate::schema) fn equal(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(a), Value::Number(b)) => {
            a == b || ((a.is_f64() || b.is_f64()) && Exact::read(a) == Exact::read(b))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| equal(value, other)))
        }
        _ => one == two,
    }
}

/// A text that two values share exactly if they are equal.
fn write_key(value: &Value, out: &mut String) {
    match value {
        Value::Number(number) => Exact::read(number).write(out),
        Value::Array(list) => {
            out.push('[');
            for one in list {
                write_key(one, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (name, one) in map.iter().collect::<BTreeMap<_, _>>() {
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write_key(one, out);
                out.push(',');
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

pub(super) fn key(value: &Value) -> String {
    let mut out = String::new();
    write_key(value, &mut out);
    out
}

/// How many values a value is made of, at most `limit`.
pub(super) fn size(value: &Value, limit: usize) -> usize {
    let mut work = vec![value];
    let mut count = 0;
    while let Some(value) = work.pop() {
        count += 1;
        if count >= limit {
            break;
        }
        match value {
            Value::Array(list) => work.extend(list.iter().take(limit)),
            Value::Object(map) => work.extend(map.values().take(limit)),
            _ => {}
        }
    }
    count
}
