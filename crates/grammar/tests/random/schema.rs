//! Random schemas over the whole keyword table, with alphabets so small that
//! keywords meet: the same few property names, texts and numbers everywhere.

use super::dice::Dice;
use serde_json::{Map, Value, json};

/// Property names.
pub const NAMES: [&str; 5] = ["a", "b", "ab", "c", "x-1"];
/// Texts.
pub const TEXTS: [&str; 10] = [
    "",
    "a",
    "b",
    "ab",
    "aab",
    "ba",
    "é",
    "c",
    "2024-02-29",
    "1.2.3.4",
];
const PATTERNS: [&str; 15] = [
    "^a",
    "b$",
    "^[ab]*$",
    "a.?b",
    "^a{1,2}$",
    "^(a|b)b*$",
    "é",
    "^[^a]",
    "a",
    "^.{2}$",
    "^(?!a)",
    "^(?=.*b)a",
    "^(a|ab)(c|bcd)?$",
    "\\d",
    "^(a?b?)*$",
];
const KEY_PATTERNS: [&str; 8] = ["^a", "b$", "^x-", "^[ab]+$", "a", "^.$", "c|x", "^ab?$"];
const FORMATS: [&str; 3] = ["date", "ipv4", "uuid"];
const NUMBERS: [f64; 12] = [
    0.0, 1.0, 2.0, 3.0, 5.0, 10.0, -1.0, -4.0, 0.5, 1.5, 2.25, 100.0,
];
const STEPS: [f64; 11] = [1.0, 2.0, 3.0, 0.5, 0.25, 1.5, 5.0, 0.1, 7.0, 12.0, 0.01];

/// The drafts, oldest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draft {
    Four,
    Six,
    Seven,
    Year2019,
    Year2020,
}

/// A number as JSON writes it best: whole ones without fraction.
pub fn number(value: f64) -> Value {
    if value.fract() == 0.0 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

pub struct Writer<'a> {
    pub dice: &'a mut Dice,
    draft: Draft,
    definitions: usize,
    /// Schemas still to be written, so that no schema grows without end.
    budget: usize,
}

/// A random schema.
pub fn random(dice: &mut Dice) -> Value {
    let draft = match dice.below(20) {
        0 => Draft::Four,
        1 => Draft::Six,
        2 | 3 => Draft::Seven,
        4 => Draft::Year2019,
        _ => Draft::Year2020,
    };
    let definitions = if dice.chance(35) {
        1 + dice.below(2)
    } else {
        0
    };
    let budget = 3 + dice.below(14);
    let mut writer = Writer {
        dice,
        draft,
        definitions,
        budget,
    };
    let root = if writer.dice.chance(25) {
        writer.focused()
    } else {
        writer.schema(0, Some(0))
    };
    let mut root = match root {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    if definitions > 0 {
        let mut all = Map::new();
        for index in 0..definitions {
            writer.budget = writer.budget.max(3);
            // In place, a definition may only refer to later ones.
            let one = writer.schema(1, Some(index + 1));
            all.insert(format!("d{index}"), one);
        }
        let name = if draft >= Draft::Year2019 {
            "$defs"
        } else {
            "definitions"
        };
        root.insert(name.to_owned(), Value::Object(all));
    }
    let name = match draft {
        Draft::Four => "http://json-schema.org/draft-04/schema#",
        Draft::Six => "http://json-schema.org/draft-06/schema#",
        Draft::Seven => "http://json-schema.org/draft-07/schema#",
        Draft::Year2019 => "https://json-schema.org/draft/2019-09/schema",
        Draft::Year2020 => return Value::Object(root),
    };
    root.insert("$schema".to_owned(), json!(name));
    Value::Object(root)
}

impl Writer<'_> {
    /// Several schemas for one kind of value, put together: keywords of the same
    /// kind meet here.
    fn focused(&mut self) -> Value {
        let kind = *self
            .dice
            .pick(&["string", "number", "integer", "object", "array"]);
        let mut map = Map::from_iter([("type".to_owned(), json!(kind))]);
        self.of_kind(&mut map, kind, 2);
        for keyword in ["allOf", "anyOf", "oneOf", "not"] {
            if !self.dice.chance(35) {
                continue;
            }
            let count = if keyword == "not" { 1 } else { 2 };
            let mut list = Vec::new();
            for _ in 0..count {
                let mut one = Map::new();
                self.of_kind(&mut one, kind, 3);
                if self.dice.chance(10) {
                    self.values(&mut one);
                }
                list.push(Value::Object(one));
            }
            let value = match keyword {
                "not" => list.remove(0),
                _ => Value::Array(list),
            };
            map.insert(keyword.to_owned(), value);
        }
        Value::Object(map)
    }

    /// A schema `depth` schemas deep. In place of a value already looked at,
    /// references go to definitions from `from` on; `None`: to any.
    fn schema(&mut self, depth: usize, from: Option<usize>) -> Value {
        self.budget = self.budget.saturating_sub(1);
        if depth > 0 && self.draft >= Draft::Six && self.dice.chance(6) {
            return json!(self.dice.chance(65));
        }
        let mut map = Map::new();
        if depth > 0 && self.dice.chance(15) {
            map.extend(self.reference(from));
            if !map.is_empty() && (self.draft < Draft::Year2019 || self.dice.chance(60)) {
                return Value::Object(map);
            }
        }
        let kinds = ["string", "number", "integer", "object", "object", "array"];
        let kind = *self.dice.pick(&kinds);
        match self.dice.below(10) {
            0..=5 => {
                map.insert("type".to_owned(), json!(kind));
            }
            6 => {
                let other = *self
                    .dice
                    .pick(&["null", "boolean", "string", "integer", "array"]);
                let list = if other == kind {
                    json!([kind])
                } else {
                    json!([kind, other])
                };
                map.insert("type".to_owned(), list);
            }
            _ => {}
        }
        if self.dice.chance(12) {
            self.values(&mut map);
            if self.dice.chance(60) {
                return Value::Object(map);
            }
        }
        self.of_kind(&mut map, kind, depth);
        if self.dice.chance(8) {
            let more = *self.dice.pick(&kinds);
            self.of_kind(&mut map, more, depth);
        }
        if depth < 4 && self.budget > 0 && self.dice.chance(35) {
            self.combining(&mut map, depth, from);
        }
        if map.contains_key("$ref") && self.draft < Draft::Year2019 {
            map.retain(|key, _| key == "$ref");
        }
        Value::Object(map)
    }

    /// A schema for a value inside.
    fn inner(&mut self, depth: usize) -> Value {
        if self.budget == 0 || depth > 5 {
            return match self.dice.below(4) {
                0 => json!({"type": "integer"}),
                1 => json!({"type": "string"}),
                2 => json!({"enum": [*self.dice.pick(&TEXTS)]}),
                _ => json!({}),
            };
        }
        self.schema(depth + 1, None)
    }

    fn reference(&mut self, from: Option<usize>) -> Option<(String, Value)> {
        let first = from.unwrap_or(0);
        let count = self.definitions.saturating_sub(first);
        let to_root = usize::from(from.is_none());
        if count + to_root == 0 {
            return None;
        }
        let choice = self.dice.below(count + to_root);
        let place = if self.draft >= Draft::Year2019 {
            "$defs"
        } else {
            "definitions"
        };
        let target = if choice < count {
            format!("#/{place}/d{}", first + choice)
        } else {
            "#".to_owned()
        };
        Some(("$ref".to_owned(), json!(target)))
    }

    fn values(&mut self, map: &mut Map<String, Value>) {
        if self.draft >= Draft::Six && self.dice.chance(50) {
            let one = self.value(0);
            map.insert("const".to_owned(), one);
        } else {
            let count = 1 + self.dice.below(4);
            let mut list: Vec<Value> = Vec::new();
            for _ in 0..count {
                let one = self.value(0);
                if !list.contains(&one) {
                    list.push(one);
                }
            }
            map.insert("enum".to_owned(), Value::Array(list));
        }
    }

    /// Any value over the small alphabets.
    pub fn value(&mut self, depth: usize) -> Value {
        value(self.dice, depth)
    }

    fn of_kind(&mut self, map: &mut Map<String, Value>, kind: &str, depth: usize) {
        match kind {
            "string" => self.string(map),
            "number" | "integer" => self.number(map),
            "array" => self.array(map, depth),
            _ => self.object(map, depth),
        }
    }

    fn count(&mut self, map: &mut Map<String, Value>, low: &str, high: &str) {
        let min = self.dice.below(3);
        if self.dice.chance(40) {
            map.insert(low.to_owned(), json!(min));
        }
        if self.dice.chance(40) {
            map.insert(high.to_owned(), json!(min + self.dice.below(3)));
        }
    }

    fn string(&mut self, map: &mut Map<String, Value>) {
        if self.dice.chance(45) {
            self.count(map, "minLength", "maxLength");
        }
        if self.dice.chance(45) {
            map.insert("pattern".to_owned(), json!(self.dice.pick(&PATTERNS)));
        }
        if self.dice.chance(10) {
            // `uuid` came with 2019-09.
            let known = if self.draft >= Draft::Year2019 { 3 } else { 2 };
            let formats = &FORMATS[..known];
            map.insert("format".to_owned(), json!(*self.dice.pick(formats)));
        }
    }

    fn number(&mut self, map: &mut Map<String, Value>) {
        let low = *self.dice.pick(&NUMBERS);
        let high = low + self.dice.pick(&NUMBERS).abs();
        if self.dice.chance(45) {
            self.bound(map, "minimum", "exclusiveMinimum", low);
        }
        if self.dice.chance(45) {
            self.bound(map, "maximum", "exclusiveMaximum", high);
        }
        if self.dice.chance(35) {
            map.insert("multipleOf".to_owned(), number(*self.dice.pick(&STEPS)));
        }
    }

    fn bound(&mut self, map: &mut Map<String, Value>, plain: &str, exclusive: &str, at: f64) {
        match (self.dice.chance(30), self.draft) {
            (true, Draft::Four) => {
                map.insert(plain.to_owned(), number(at));
                map.insert(exclusive.to_owned(), json!(true));
            }
            (true, _) => {
                map.insert(exclusive.to_owned(), number(at));
            }
            (false, _) => {
                map.insert(plain.to_owned(), number(at));
            }
        }
    }

    fn array(&mut self, map: &mut Map<String, Value>, depth: usize) {
        let prefix = if self.draft >= Draft::Year2020 {
            "prefixItems"
        } else {
            "items"
        };
        let rest = if self.draft >= Draft::Year2020 {
            "items"
        } else {
            "additionalItems"
        };
        if self.dice.chance(30) {
            let count = 1 + self.dice.below(3);
            let list: Vec<Value> = (0..count).map(|_| self.inner(depth)).collect();
            map.insert(prefix.to_owned(), Value::Array(list));
            if self.dice.chance(50) {
                let one = self.bool_or_inner(depth);
                map.insert(rest.to_owned(), one);
            }
        } else if self.dice.chance(60) {
            let one = self.inner(depth);
            map.insert("items".to_owned(), one);
        }
        if self.dice.chance(45) {
            self.count(map, "minItems", "maxItems");
        }
        if self.dice.chance(15) {
            map.insert("uniqueItems".to_owned(), json!(self.dice.chance(85)));
        }
        if self.draft >= Draft::Six && self.dice.chance(22) {
            let one = self.inner(depth);
            map.insert("contains".to_owned(), one);
            if self.draft >= Draft::Year2019 && self.dice.chance(50) {
                self.count(map, "minContains", "maxContains");
            }
        }
        if self.draft >= Draft::Year2019 && self.dice.chance(12) {
            let one = self.bool_or_inner(depth);
            map.insert("unevaluatedItems".to_owned(), one);
        }
    }

    fn bool_or_inner(&mut self, depth: usize) -> Value {
        if self.dice.chance(55) {
            json!(self.dice.chance(20))
        } else {
            self.inner(depth)
        }
    }

    fn names(&mut self) -> Value {
        let mut list: Vec<&str> = Vec::new();
        for _ in 0..=self.dice.below(2) {
            let one = *self.dice.pick(&NAMES);
            if !list.contains(&one) {
                list.push(one);
            }
        }
        json!(list)
    }

    fn object(&mut self, map: &mut Map<String, Value>, depth: usize) {
        if self.dice.chance(65) {
            let mut all = Map::new();
            for _ in 0..=self.dice.below(3) {
                let name = *self.dice.pick(&NAMES);
                let one = self.inner(depth);
                all.insert(name.to_owned(), one);
            }
            map.insert("properties".to_owned(), Value::Object(all));
        }
        if self.dice.chance(35) {
            let names = self.names();
            map.insert("required".to_owned(), names);
        }
        if self.dice.chance(22) {
            let mut all = Map::new();
            for _ in 0..=self.dice.below(2) {
                let name = *self.dice.pick(&KEY_PATTERNS);
                let one = self.inner(depth);
                all.insert(name.to_owned(), one);
            }
            map.insert("patternProperties".to_owned(), Value::Object(all));
        }
        if self.dice.chance(35) {
            let one = self.bool_or_inner(depth);
            map.insert("additionalProperties".to_owned(), one);
        }
        if self.dice.chance(20) {
            self.count(map, "minProperties", "maxProperties");
        }
        if self.draft >= Draft::Six && self.dice.chance(14) {
            let mut one = Map::new();
            self.string(&mut one);
            let one = match self.dice.below(4) {
                0 => json!({"enum": ["a", "b", "x-1"]}),
                1 => json!({"pattern": self.dice.pick(&KEY_PATTERNS)}),
                _ => Value::Object(one),
            };
            map.insert("propertyNames".to_owned(), one);
        }
        if self.dice.chance(16) {
            self.dependencies(map, depth);
        }
        if self.draft >= Draft::Year2019 && self.dice.chance(12) {
            let one = self.bool_or_inner(depth);
            map.insert("unevaluatedProperties".to_owned(), one);
        }
    }

    fn dependencies(&mut self, map: &mut Map<String, Value>, depth: usize) {
        let name = (*self.dice.pick(&NAMES)).to_owned();
        let schemas = self.dice.chance(50);
        let value = if schemas {
            // In place: a plain schema without references.
            let mut one = Map::new();
            self.object(&mut one, depth + 2);
            Value::Object(one)
        } else {
            self.names()
        };
        let keyword = match (self.draft >= Draft::Year2019, schemas) {
            (false, _) => "dependencies",
            (true, true) => "dependentSchemas",
            (true, false) => "dependentRequired",
        };
        map.insert(
            keyword.to_owned(),
            Value::Object(Map::from_iter([(name, value)])),
        );
    }

    fn combining(&mut self, map: &mut Map<String, Value>, depth: usize, from: Option<usize>) {
        // What stands in place of the same value may not lead back to it.
        let from = Some(from.unwrap_or(self.definitions));
        match self.dice.below(6) {
            0..=2 => {
                let keyword = *self
                    .dice
                    .pick(&["allOf", "anyOf", "anyOf", "oneOf", "oneOf"]);
                let count = 1 + self.dice.below(3);
                let list: Vec<Value> = (0..count).map(|_| self.schema(depth + 1, from)).collect();
                map.insert(keyword.to_owned(), Value::Array(list));
            }
            3 => {
                let one = self.schema(depth + 1, from);
                map.insert("not".to_owned(), one);
            }
            _ if self.draft >= Draft::Seven => {
                for (keyword, percent) in [("if", 100), ("then", 75), ("else", 60)] {
                    if self.dice.chance(percent) {
                        let one = self.schema(depth + 1, from);
                        map.insert(keyword.to_owned(), one);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Any value over the small alphabets.
pub fn value(dice: &mut Dice, depth: usize) -> Value {
    let kinds = if depth > 2 { 6 } else { 8 };
    match dice.below(kinds) {
        0 => Value::Null,
        1 => json!(dice.chance(50)),
        2 | 3 => number(*dice.pick(&NUMBERS)),
        4 | 5 => json!(dice.pick(&TEXTS)),
        6 => (0..dice.below(4)).map(|_| value(dice, depth + 1)).collect(),
        _ => {
            let mut map = Map::new();
            for _ in 0..dice.below(4) {
                let name = *dice.pick(&NAMES);
                map.insert(name.to_owned(), value(dice, depth + 1));
            }
            Value::Object(map)
        }
    }
}
