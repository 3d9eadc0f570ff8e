//! The answer types: what a question can be answered with.
//!
//! A type is a name, a shape and a JSON Schema of its value. The built-in
//! ones come from the structs of [`crate::value`] through `schemars`; a user
//! adds more by JSON Schema files, without compiling anything.

use crate::answer::AnswerShape;
use crate::currency;
use crate::value::{Address, Amount, DateValue, Number, Percentage, PersonName, Table};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One answer type.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerType {
    /// The `answer_type` key.
    pub name: String,
    /// For people.
    pub title: String,
    /// For people: what it holds.
    pub description: String,
    /// How its values are arranged.
    pub shape: AnswerShape,
    /// JSON Schema (2020-12) of one value.
    pub value_schema: Value,
}

/// All answer types, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Registry {
    types: BTreeMap<String, AnswerType>,
}

/// Why a type cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// No type has this name.
    #[error("there is no answer type `{name}`; the types are: {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// All names, separated by commas.
        known: String,
    },
    /// A user's type would hide one that exists.
    #[error("the answer type `{0}` exists already; choose another name")]
    Taken(String),
    /// A user's schema is not a JSON Schema object.
    #[error("the schema of answer type `{0}` must be a JSON object")]
    NotASchema(String),
    /// Classification needs labels.
    #[error("answer type `classification` needs labels: give them with --labels A,B")]
    NoLabels,
}

pub(crate) fn schema_of<T: schemars::JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

fn amount_schema() -> Value {
    let mut schema = schema_of::<Amount>();
    if let Some(place) = schema.pointer_mut("/properties/currency") {
        let mut codes: Vec<Value> = currency::CODES.iter().map(|code| json!(code)).collect();
        codes.push(Value::Null);
        *place = json!({ "enum": codes });
    }
    require_all(schema)
}

fn date_schema() -> Value {
    let mut schema = schema_of::<DateValue>();
    if let Some(place) = schema.pointer_mut("/properties/iso") {
        *place = json!({
            "type": "string",
            "pattern": "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$"
        });
    }
    schema
}

/// Optional parts are always written, as null: a reader never has to guess.
pub(crate) fn require_all(mut schema: Value) -> Value {
    let names: Option<Vec<Value>> = schema
        .get("properties")
        .and_then(Value::as_object)
        .map(|properties| properties.keys().map(|name| json!(name)).collect());
    if let (Some(names), Some(object)) = (names, schema.as_object_mut()) {
        object.insert("required".into(), Value::Array(names));
    }
    schema
}

fn text_schema(maximum: u32) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": maximum })
}

/// Longest text value, in characters.
const MAX_TEXT_CHARACTERS: u32 = 2000;

impl Registry {
    /// The types this version ships.
    pub fn built_in() -> Registry {
        use AnswerShape::{Listing, Single};
        let mut registry = Registry {
            types: BTreeMap::new(),
        };
        let mut add = |name: &str, title: &str, description: &str, shape, value_schema| {
            registry.types.insert(
                name.into(),
                AnswerType {
                    name: name.into(),
                    title: title.into(),
                    description: description.into(),
                    shape,
                    value_schema,
                },
            );
        };
        add(
            "text",
            "Text",
            "Words of the document.",
            Single,
            text_schema(MAX_TEXT_CHARACTERS),
        );
        add(
            "amount",
            "Amount",
            "A sum of money with its currency.",
            Single,
            amount_schema(),
        );
        add(
            "number",
            "Number",
            "A figure with its unit.",
            Single,
            require_all(schema_of::<Number>()),
        );
        add(
            "percentage",
            "Percentage",
            "A share in percent.",
            Single,
            require_all(schema_of::<Percentage>()),
        );
        add(
            "date",
            "Date",
            "A date, as precise as the document states it.",
            Single,
            date_schema(),
        );
        add(
            "boolean",
            "Yes or no",
            "Whether something is so.",
            Single,
            json!({ "type": "boolean" }),
        );
        add(
            "address",
            "Address",
            "A postal address.",
            Single,
            require_all(schema_of::<Address>()),
        );
        add(
            "person_name",
            "Person",
            "A person's name.",
            Single,
            require_all(schema_of::<PersonName>()),
        );
        add(
            "organization",
            "Organisation",
            "A company, authority or body.",
            Single,
            text_schema(200),
        );
        add(
            "iban",
            "IBAN",
            "An international bank account number, without spaces.",
            Single,
            json!({ "type": "string", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$" }),
        );
        add(
            "list",
            "List",
            "Several texts.",
            Listing,
            text_schema(MAX_TEXT_CHARACTERS),
        );
        add(
            "table",
            "Table",
            "Rows and columns.",
            AnswerShape::Table,
            schema_of::<Table>(),
        );
        add(
            "classification",
            "Category",
            "One of the labels given with the question.",
            Single,
            json!({ "type": "string" }),
        );
        for other in [
            crate::category::answer_type(),
            crate::cited::answer_type(),
            crate::structured::answer_type(),
            crate::support::answer_type(),
            crate::verification::answer_type(),
        ] {
            registry.types.insert(other.name.clone(), other);
        }
        registry
    }

    /// Adds a user's type.
    pub fn add(&mut self, name: &str, schema: Value) -> Result<(), RegistryError> {
        if self.types.contains_key(name) {
            return Err(RegistryError::Taken(name.into()));
        }
        if !schema.is_object() {
            return Err(RegistryError::NotASchema(name.into()));
        }
        let text = |key: &str| schema.get(key).and_then(Value::as_str).map(str::to_owned);
        let entry = AnswerType {
            name: name.into(),
            title: text("title").unwrap_or_else(|| name.into()),
            description: text("description").unwrap_or_default(),
            shape: AnswerShape::NestedJson,
            value_schema: schema,
        };
        self.types.insert(name.into(), entry);
        Ok(())
    }

    /// The type called `name`.
    pub fn find(&self, name: &str) -> Result<&AnswerType, RegistryError> {
        self.types.get(name).ok_or_else(|| RegistryError::Unknown {
            name: name.into(),
            known: self.types.keys().cloned().collect::<Vec<_>>().join(", "),
        })
    }

    /// All types, by name.
    pub fn list(&self) -> impl Iterator<Item = &AnswerType> {
        self.types.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_the_types_of_this_version() {
        let names: Vec<String> = Registry::built_in()
            .list()
            .map(|entry| entry.name.clone())
            .collect();
        for name in [
            "text",
            "number",
            "percentage",
            "amount",
            "date",
            "boolean",
            "address",
            "person_name",
            "organization",
            "iban",
            "list",
            "table",
            "classification",
        ] {
            assert!(names.iter().any(|one| one == name), "{name} is missing");
        }
    }

    #[test]
    fn an_unknown_type_is_told_with_the_known_ones() {
        let error = Registry::built_in().find("colour").unwrap_err();
        assert!(error.to_string().contains("amount, "), "{error}");
    }

    #[test]
    fn the_currency_of_an_amount_is_a_closed_set() {
        let registry = Registry::built_in();
        let schema = &registry.find("amount").unwrap().value_schema;
        let codes = schema
            .pointer("/properties/currency/enum")
            .and_then(Value::as_array)
            .unwrap();
        assert!(
            codes.contains(&json!("EUR"))
                && codes.contains(&Value::Null)
                && !codes.contains(&json!("ZZZ"))
        );
    }

    #[test]
    fn a_user_type_cannot_hide_a_built_in_one() {
        let mut registry = Registry::built_in();
        assert_eq!(
            registry.add("date", json!({})),
            Err(RegistryError::Taken("date".into()))
        );
        registry
            .add("clause", json!({ "title": "Clause", "type": "object" }))
            .unwrap();
        assert_eq!(registry.find("clause").unwrap().title, "Clause");
    }
}
