//! Instances aimed at a schema: made of its own constants, bounds and names,
//! so that most of them stand close to the line between valid and invalid.

use super::dice::Dice;
use super::schema::{NAMES, TEXTS, number, value};
use serde_json::{Map, Value, json};

/// A value that tries to satisfy `schema`, which stands in `root`.
pub fn aimed(dice: &mut Dice, root: &Value, schema: &Value, depth: usize) -> Value {
    let Some(map) = schema.as_object() else {
        return value(dice, depth);
    };
    if depth > 6 {
        return value(dice, 3);
    }
    if let Some(reference) = map.get("$ref").and_then(Value::as_str)
        && dice.chance(70)
        && let Some(target) = root.pointer(reference.trim_start_matches('#'))
    {
        return aimed(dice, root, target, depth + 1);
    }
    if let Some(one) = map.get("const") {
        return one.clone();
    }
    if let Some(list) = map.get("enum").and_then(Value::as_array)
        && !list.is_empty()
    {
        return dice.pick(list).clone();
    }
    let mut around: Vec<&Value> = Vec::new();
    for keyword in ["allOf", "anyOf", "oneOf"] {
        around.extend(
            map.get(keyword)
                .and_then(Value::as_array)
                .into_iter()
                .flatten(),
        );
    }
    for keyword in ["not", "if", "then", "else"] {
        around.extend(map.get(keyword));
    }
    for keyword in ["dependentSchemas", "dependencies"] {
        let list = map.get(keyword).and_then(Value::as_object);
        around.extend(list.into_iter().flat_map(|list| list.values()));
    }
    if around.is_empty() || dice.chance(50) {
        return by_kind(dice, root, map, depth);
    }
    let other = *dice.pick(&around);
    let other = aimed(dice, root, other, depth + 1);
    if dice.chance(40) {
        return other;
    }
    match (by_kind(dice, root, map, depth), other) {
        (Value::Object(mut one), Value::Object(two)) => {
            for (key, value) in two {
                if dice.chance(70) {
                    one.insert(key, value);
                }
            }
            Value::Object(one)
        }
        (Value::Array(mut one), Value::Array(two)) => {
            one.extend(two);
            one.truncate(5);
            Value::Array(one)
        }
        (_, other) => other,
    }
}

fn by_kind(dice: &mut Dice, root: &Value, map: &Map<String, Value>, depth: usize) -> Value {
    let has = |words: &[&str]| words.iter().any(|word| map.contains_key(*word));
    let mut kinds: Vec<&str> = match map.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if kinds.is_empty() {
        if has(&[
            "properties",
            "required",
            "patternProperties",
            "additionalProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependencies",
            "dependentRequired",
            "dependentSchemas",
            "unevaluatedProperties",
        ]) {
            kinds.push("object");
        }
        if has(&[
            "items",
            "prefixItems",
            "contains",
            "minItems",
            "maxItems",
            "uniqueItems",
            "unevaluatedItems",
        ]) {
            kinds.push("array");
        }
        if has(&["minLength", "maxLength", "pattern", "format"]) {
            kinds.push("string");
        }
        if has(&[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ]) {
            kinds.push("number");
        }
    }
    if kinds.is_empty() {
        return value(dice, depth);
    }
    match *dice.pick(&kinds) {
        "object" => object(dice, root, map, depth),
        "array" => array(dice, root, map, depth),
        "string" => string(dice, map),
        "number" | "integer" => numeric(dice, map),
        "boolean" => json!(dice.chance(50)),
        _ => Value::Null,
    }
}

fn string(dice: &mut Dice, map: &Map<String, Value>) -> Value {
    let bounds: Vec<u64> = ["minLength", "maxLength"]
        .iter()
        .filter_map(|word| map.get(*word).and_then(Value::as_u64))
        .collect();
    match dice.below(4) {
        0 if !bounds.is_empty() => {
            let length = (*dice.pick(&bounds) + dice.below(3) as u64).saturating_sub(1);
            (0..length)
                .map(|_| *dice.pick(&['a', 'b', 'é']))
                .collect::<String>()
                .into()
        }
        1 => (0..dice.below(5))
            .map(|_| *dice.pick(&['a', 'b', 'c', '1']))
            .collect::<String>()
            .into(),
        2 if map.contains_key("format") => json!(dice.pick(&[
            "2024-02-29",
            "2023-02-29",
            "1.2.3.4",
            "1.2.3.256",
            "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            "2024-1-1",
        ])),
        _ => json!(dice.pick(&TEXTS)),
    }
}

fn numeric(dice: &mut Dice, map: &Map<String, Value>) -> Value {
    let near: Vec<f64> = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
        .iter()
        .filter_map(|word| map.get(*word).and_then(Value::as_f64))
        .collect();
    let step = map.get("multipleOf").and_then(Value::as_f64);
    match dice.below(5) {
        0 | 1 if !near.is_empty() => {
            let by = *dice.pick(&[0.0, 1.0, -1.0, 0.5, -0.5, 0.25, 10.0]);
            number(*dice.pick(&near) + by)
        }
        2 | 3 if step.is_some() => {
            let step = step.unwrap_or(1.0);
            let value = step * (dice.below(24) as f64 - 8.0);
            // Tenths are not binary; write the decimal that is meant.
            number((value * 100.0).round() / 100.0)
        }
        _ => number(*dice.pick(&[0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 7.5, -2.0, 0.1, 12.0, 30.0])),
    }
}

fn array(dice: &mut Dice, root: &Value, map: &Map<String, Value>, depth: usize) -> Value {
    let bounds: Vec<u64> = ["minItems", "maxItems", "minContains", "maxContains"]
        .iter()
        .filter_map(|word| map.get(*word).and_then(Value::as_u64))
        .collect();
    let length = if bounds.is_empty() || dice.chance(30) {
        dice.below(4)
    } else {
        (*dice.pick(&bounds) as usize + dice.below(3)).saturating_sub(1)
    };
    let prefix = map
        .get("prefixItems")
        .or(map.get("items"))
        .and_then(Value::as_array);
    let rest: Vec<&Value> = ["items", "additionalItems", "contains", "unevaluatedItems"]
        .iter()
        .filter_map(|word| map.get(*word))
        .filter(|one| one.is_object())
        .collect();
    let one = |dice: &mut Dice, index: usize| {
        if let Some(schema) = prefix.and_then(|list| list.get(index))
            && dice.chance(85)
        {
            return aimed(dice, root, schema, depth + 1);
        }
        if !rest.is_empty() && dice.chance(90) {
            let schema = *dice.pick(&rest);
            return aimed(dice, root, schema, depth + 1);
        }
        value(dice, depth + 1)
    };
    (0..length.min(6)).map(|index| one(dice, index)).collect()
}

fn object(dice: &mut Dice, root: &Value, map: &Map<String, Value>, depth: usize) -> Value {
    let mut out = Map::new();
    let put = |dice: &mut Dice, out: &mut Map<String, Value>, name: &str| {
        let mut schemas: Vec<&Value> = Vec::new();
        schemas.extend(map.get("properties").and_then(|all| all.get(name)));
        if schemas.is_empty() || dice.chance(20) {
            let patterns = map.get("patternProperties").and_then(Value::as_object);
            schemas.extend(patterns.into_iter().flat_map(|all| all.values()));
        }
        if schemas.is_empty() {
            schemas.extend(map.get("additionalProperties"));
            schemas.extend(map.get("unevaluatedProperties"));
        }
        let one = if schemas.is_empty() {
            value(dice, depth + 1)
        } else {
            let schema = *dice.pick(&schemas);
            aimed(dice, root, schema, depth + 1)
        };
        out.insert(name.to_owned(), one);
    };
    let named = map.get("properties").and_then(Value::as_object);
    for name in named.into_iter().flat_map(Map::keys) {
        if dice.chance(55) {
            put(dice, &mut out, name);
        }
    }
    let required = map.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if dice.chance(85) && !out.contains_key(name) {
            put(dice, &mut out, name);
        }
    }
    for keyword in ["dependentRequired", "dependencies", "dependentSchemas"] {
        let all = map.get(keyword).and_then(Value::as_object);
        for (name, needs) in all.into_iter().flatten() {
            if dice.chance(50) && !out.contains_key(name) {
                put(dice, &mut out, name);
            }
            for need in needs
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                if dice.chance(50) && !out.contains_key(need) {
                    put(dice, &mut out, need);
                }
            }
        }
    }
    while out.len() < 5 && dice.chance(35) {
        let name = *dice.pick(&["a", "b", "ab", "c", "x-1", "aa", "z", "x-2"]);
        if !out.contains_key(name) {
            put(dice, &mut out, name);
        }
    }
    Value::Object(out)
}

/// A neighbour of `from`: one thing in it is changed, added or taken away.
pub fn mutated(dice: &mut Dice, from: &Value) -> Value {
    match from {
        Value::Array(list) if !list.is_empty() && dice.chance(80) => {
            let mut list = list.clone();
            let at = dice.below(list.len());
            match dice.below(4) {
                0 => {
                    list.remove(at);
                }
                1 => list.insert(at, value(dice, 2)),
                2 => list.push(list[at].clone()),
                _ => list[at] = mutated(dice, &list[at]),
            }
            Value::Array(list)
        }
        Value::Object(map) if !map.is_empty() && dice.chance(80) => {
            let mut map = map.clone();
            let name = map
                .keys()
                .nth(dice.below(map.len()))
                .cloned()
                .unwrap_or_default();
            match dice.below(4) {
                0 => {
                    map.remove(&name);
                }
                1 => {
                    let fresh = *dice.pick(&NAMES);
                    map.insert(fresh.to_owned(), value(dice, 2));
                }
                _ => {
                    let changed = mutated(dice, &map[&name]);
                    map.insert(name, changed);
                }
            }
            Value::Object(map)
        }
        Value::Number(one) if dice.chance(70) => {
            let by = *dice.pick(&[1.0, -1.0, 0.5, -0.5, 10.0]);
            let moved = one.as_f64().unwrap_or(0.0) + by;
            number((moved * 100.0).round() / 100.0)
        }
        Value::String(text) if dice.chance(70) => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = dice.below(letters.len() + 1);
            let letter = *dice.pick(&['a', 'b', 'c', 'é', '1']);
            if dice.chance(50) || letters.is_empty() {
                letters.insert(at, letter);
            } else {
                letters.remove(at.min(letters.len() - 1));
            }
            letters.into_iter().collect::<String>().into()
        }
        _ => value(dice, 1),
    }
}
