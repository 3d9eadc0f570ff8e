//! Smaller values that show the same.

use serde_json::{Value, json};

/// Takes away as much of `from` as it can while `holds` holds.
pub fn shrink(from: &Value, holds: &mut dyn FnMut(&Value) -> bool) -> Value {
    let mut best = from.clone();
    let mut tries = 0;
    loop {
        let mut smaller = Vec::new();
        each(&best, &mut |one| smaller.push(one));
        smaller.sort_by_key(size);
        let limit = size(&best);
        let next = smaller.into_iter().find(|one| {
            tries += 1;
            tries < 4_000 && size(one) < limit && holds(one)
        });
        match next {
            Some(next) => best = next,
            None => return best,
        }
    }
}

fn size(value: &Value) -> usize {
    value.to_string().len()
}

/// Every value with one part taken away or made simpler.
fn each(value: &Value, out: &mut dyn FnMut(Value)) {
    match value {
        Value::Array(list) => {
            for (index, one) in list.iter().enumerate() {
                let mut fewer = list.clone();
                fewer.remove(index);
                out(Value::Array(fewer));
                out(one.clone());
                each(one, &mut |one| {
                    let mut changed = list.clone();
                    changed[index] = one;
                    out(Value::Array(changed));
                });
            }
        }
        Value::Object(map) => {
            for (key, one) in map {
                let mut fewer = map.clone();
                fewer.shift_remove(key);
                out(Value::Object(fewer));
                out(one.clone());
                each(one, &mut |one| {
                    let mut changed = map.clone();
                    changed.insert(key.clone(), one);
                    out(Value::Object(changed));
                });
            }
            if !map.is_empty() {
                out(json!(true));
                out(json!({}));
            }
        }
        Value::String(text) if text.len() > 1 => out(json!("a")),
        Value::Number(_) => [0, 1, 2].into_iter().for_each(|one| out(json!(one))),
        _ => {}
    }
}
