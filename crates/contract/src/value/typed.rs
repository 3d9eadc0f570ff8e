//! A value of any type: what is handed down from the recognisers to what is computed and checked.

use super::{
    Address, Amount, DateRange, DateValue, Duration, Number, Percentage, PersonName, Table, Tree,
};
use serde::de::{DeserializeOwned, Deserializer};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A value of any type.
///
/// In a draft, a record and a response it is JSON. Reading and writing that form loses nothing:
/// what has the form of no struct, as a value of a person's own schema, is kept as it is.
///
/// # Examples
///
/// ```
/// use contract::Value;
/// use serde_json::json;
///
/// let written = json!({ "value": 1250, "currency": "USD", "unit": null });
/// let value = Value::from(written.clone());
/// let Value::Amount(amount) = &value else { panic!("{value:?}") };
/// assert_eq!(amount.currency.as_deref(), Some("USD"));
/// assert_eq!(value.json(), written);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "each is said at its struct")]
pub enum Value {
    Amount(Amount),
    Number(Number),
    Percentage(Percentage),
    Date(DateValue),
    DateRange(DateRange),
    Duration(Duration),
    Address(Address),
    PersonName(PersonName),
    Table(Table),
    Tree(Tree),
    /// A yes or no.
    Boolean(bool),
    /// Words: of the document, a code, a label.
    Text(String),
    /// Of a person's own schema, or of a contract in prose.
    Json(Json),
}

impl Value {
    /// Its JSON form.
    pub fn json(&self) -> Json {
        match self {
            Value::Amount(value) => written(value),
            Value::Number(value) => written(value),
            Value::Percentage(value) => written(value),
            Value::Date(value) => written(value),
            Value::DateRange(value) => written(value),
            Value::Duration(value) => written(value),
            Value::Address(value) => written(value),
            Value::PersonName(value) => written(value),
            Value::Table(value) => written(value),
            Value::Tree(value) => written(value),
            Value::Boolean(value) => Json::Bool(*value),
            Value::Text(value) => Json::String(value.clone()),
            Value::Json(value) => value.clone(),
        }
    }

    /// What is kept as JSON, to be changed; none of what is a struct.
    pub fn json_mut(&mut self) -> Option<&mut Json> {
        match self {
            Value::Json(json) => Some(json),
            _ => None,
        }
    }

    /// The figure of an amount, a number or a percentage; none of any other value.
    pub fn figure(&self) -> Option<&serde_json::Number> {
        match self {
            Value::Amount(amount) => Some(&amount.value),
            Value::Number(number) => Some(&number.value),
            Value::Percentage(share) => Some(&share.value),
            _ => None,
        }
    }

    /// The unit of an amount or a number, where it has one.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Value::Amount(amount) => amount.unit.as_deref(),
            Value::Number(number) => number.unit.as_deref(),
            _ => None,
        }
    }

    /// The currency of an amount, where it has one.
    pub fn currency(&self) -> Option<&str> {
        match self {
            Value::Amount(amount) => amount.currency.as_deref(),
            _ => None,
        }
    }

    /// A date or a length of time as ISO 8601 writes it; none of any other value.
    pub fn iso(&self) -> Option<&str> {
        match self {
            Value::Date(date) => Some(&date.iso),
            Value::Duration(time) => Some(&time.iso),
            _ => None,
        }
    }

    /// The words of a text; none of any other value.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A struct of strings, numbers and lists is always a JSON value.
fn written(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}

/// A struct, where its JSON form is exactly this, the order of its members too; so nothing is lost.
fn exactly<T: DeserializeOwned + Serialize>(json: &Json, kind: fn(T) -> Value) -> Option<Value> {
    let value: T = serde_json::from_value(json.clone()).ok()?;
    let bytes = serde_json::to_vec(json).ok()?;
    (serde_json::to_vec(&value).ok()? == bytes).then(|| kind(value))
}

/// What makes the struct of its members out of an object.
type Reader = fn(&Json) -> Option<Value>;

/// The structs, by the names of their members in their order.
const STRUCTS: [(&[&str], Reader); 9] = [
    (&["value", "currency", "unit"], |json| {
        exactly(json, Value::Amount)
    }),
    (&["value", "unit"], |json| exactly(json, Value::Number)),
    (&["value", "of"], |json| exactly(json, Value::Percentage)),
    (&["iso", "original"], date_or_duration),
    (&["iso_start", "iso_end", "original"], |json| {
        exactly(json, Value::DateRange)
    }),
    (&["street", "postal_code", "city", "country"], |json| {
        exactly(json, Value::Address)
    }),
    (&["first_name", "middle_initial", "last_name"], |json| {
        exactly(json, Value::PersonName)
    }),
    (&["headers", "rows"], |json| exactly(json, Value::Table)),
    (&["label", "children"], |json| exactly(json, Value::Tree)),
];

/// A length of time begins with a `P` (ISO 8601), and no date does.
fn date_or_duration(json: &Json) -> Option<Value> {
    let iso = json.get("iso").and_then(Json::as_str);
    if iso.is_some_and(|iso| iso.starts_with('P')) {
        exactly(json, Value::Duration)
    } else {
        exactly(json, Value::Date)
    }
}

/// What object this is, by the names of its members in their order.
fn read(json: &Json) -> Option<Value> {
    let object = json.as_object()?;
    let is_this = |names: &[&str]| object.keys().map(String::as_str).eq(names.iter().copied());
    let (_, reader) = STRUCTS.iter().find(|(names, _)| is_this(names))?;
    reader(json)
}

/// An object with its members in the order of the struct that has just these; any other value as it
/// is.
fn in_order(json: Json) -> Json {
    let Json::Object(mut object) = json else {
        return json;
    };
    let has_just = |names: &[&str]| {
        names.len() == object.len() && names.iter().all(|name| object.contains_key(*name))
    };
    let Some((names, _)) = STRUCTS.iter().find(|(names, _)| has_just(names)) else {
        return Json::Object(object);
    };
    let members = names.iter().filter_map(|name| object.remove_entry(*name));
    Json::Object(members.collect())
}

impl Value {
    /// A value that a person wrote as JSON, whose members may stand in any order: the struct of these
    /// members is the same value.
    ///
    /// # Examples
    ///
    /// ```
    /// use contract::Value;
    /// use serde_json::json;
    ///
    /// let value = Value::of_any_order(json!({ "currency": "EUR", "unit": null, "value": 5 }));
    /// assert_eq!(value.currency(), Some("EUR"));
    /// ```
    pub fn of_any_order(json: Json) -> Value {
        Value::from(in_order(json))
    }
}

impl From<Json> for Value {
    fn from(json: Json) -> Value {
        match json {
            Json::Bool(value) => Value::Boolean(value),
            Json::String(value) => Value::Text(value),
            other => read(&other).unwrap_or(Value::Json(other)),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Boolean(value)
    }
}

/// As the JSON form that it has is written, member by member in the same order.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        Json::deserialize(deserializer).map(Value::from)
    }
}

/// For tests: whether the JSON form is this.
impl PartialEq<Json> for Value {
    fn eq(&self, other: &Json) -> bool {
        self.json() == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_form_is_read_as_its_struct_and_written_as_it_was() {
        let is = |value: &Value, name: &str| format!("{value:?}").starts_with(&format!("{name}("));
        for (name, written) in [
            (
                "Amount",
                json!({ "value": 1.50, "currency": "EUR", "unit": null }),
            ),
            ("Number", json!({ "value": 12, "unit": "days" })),
            ("Percentage", json!({ "value": 12.5, "of": null })),
            (
                "Date",
                json!({ "iso": "2024-03", "original": "March 2024" }),
            ),
            ("Duration", json!({ "iso": "P30D", "original": "30 days" })),
            (
                "DateRange",
                json!({ "iso_start": null, "iso_end": "2024", "original": "until 2024" }),
            ),
            (
                "Address",
                json!({ "street": "Am Tor 1", "postal_code": "53200", "city": null, "country": null }),
            ),
            (
                "PersonName",
                json!({ "first_name": "Ada", "middle_initial": null, "last_name": "Lovelace" }),
            ),
            ("Table", json!({ "headers": ["a"], "rows": [["b"]] })),
            (
                "Tree",
                json!({ "label": "a", "children": [{ "label": "b", "children": [] }] }),
            ),
            ("Boolean", json!(true)),
            ("Text", json!("a text")),
            // No form of a struct, though near to one.
            ("Json", json!({ "value": "12", "unit": "days" })),
            ("Json", json!({ "value": 12 })),
            ("Json", json!({ "unit": "days", "value": 12 })),
            ("Json", json!({ "iso": 2024, "original": "2024" })),
            ("Json", json!({ "headers": ["a"], "rows": [[1]] })),
            ("Json", json!({ "response": "Yes" })),
            ("Json", json!(null)),
            ("Json", json!([1, "a"])),
        ] {
            let value = Value::from(written.clone());
            assert!(is(&value, name), "{name}: {value:?}");
            assert_eq!(value.json(), written);
            let text = serde_json::to_string(&value).unwrap();
            assert_eq!(text, written.to_string());
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
    }
}
