//! The answer types: what a question can be answered with.
//!
//! The built-in ones come from the structs of [`crate::value`] through `schemars`; a user
//! adds more by JSON Schema files, without compiling anything.

use crate::answer::AnswerShape;
use crate::answer_type::{AnswerType, RegistryError};
use crate::schema;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// All answer types, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Registry {
    types: BTreeMap<String, AnswerType>,
}

impl Registry {
    /// The types this version ships.
    pub fn built_in() -> Registry {
        use AnswerShape::{Listing, NestedJson, Single, Tree};
        let mut registry = Registry {
            types: BTreeMap::new(),
        };
        let rows = [
            (
                "text",
                "Text",
                "Words of the document.",
                Single,
                schema::text(),
            ),
            (
                "amount",
                "Amount",
                "A sum of money with its currency.",
                Single,
                schema::amount(),
            ),
            (
                "number",
                "Number",
                "A figure with its unit.",
                Single,
                schema::number(),
            ),
            (
                "percentage",
                "Percentage",
                "A share in percent.",
                Single,
                schema::percentage(),
            ),
            (
                "date",
                "Date",
                "A date, as precise as the document states it.",
                Single,
                schema::date(),
            ),
            (
                "date_range",
                "Period",
                "From one date to another; either may be missing.",
                Single,
                schema::date_range(),
            ),
            (
                "duration",
                "Duration",
                "A length of time, such as a term of notice.",
                Single,
                schema::duration(),
            ),
            (
                "boolean",
                "Yes or no",
                "Whether something is so.",
                Single,
                json!({ "type": "boolean" }),
            ),
            (
                "iban",
                "IBAN",
                "An international bank account number, without spaces.",
                Single,
                schema::iban(),
            ),
            (
                "email",
                "E-mail",
                "An e-mail address.",
                Single,
                schema::email(),
            ),
            (
                "phone",
                "Telephone",
                "A telephone number as it is written.",
                Single,
                schema::phone(),
            ),
            (
                "url",
                "Web address",
                "The address of a web page.",
                Single,
                schema::url(),
            ),
            (
                "address",
                "Address",
                "A postal address.",
                Single,
                schema::address(),
            ),
            (
                "person_name",
                "Person",
                "A person's name.",
                Single,
                schema::person_name(),
            ),
            (
                "organization",
                "Organisation",
                "A company, authority or body.",
                Single,
                schema::organization(),
            ),
            (
                "classification",
                "Category",
                "One of the labels given with the question.",
                Single,
                json!({ "type": "string" }),
            ),
            ("list", "List", "Several texts.", Listing, schema::text()),
            (
                "table",
                "Table",
                "Rows and columns.",
                AnswerShape::Table,
                schema::table(),
            ),
            (
                "tree",
                "Tree",
                "Labels with what stands under them.",
                Tree,
                schema::tree(schema::DEFAULT_TREE_DEPTH),
            ),
            (
                "json",
                "JSON",
                "Whatever the JSON Schema given with the question says.",
                NestedJson,
                json!({ "type": "object" }),
            ),
        ];
        for (name, title, description, shape, value_schema) in rows {
            let entry = AnswerType {
                name: name.into(),
                title: title.into(),
                description: description.into(),
                shape,
                value_schema,
            };
            registry.types.insert(name.into(), entry);
        }
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
