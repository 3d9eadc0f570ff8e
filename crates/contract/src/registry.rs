//! The answer types: what a question can be answered with.
//!
//! The built-in ones are described in [`crate::descriptor`]; a user adds more by JSON
//! Schema files, without compiling anything.

use crate::answer_type::{AnswerType, RegistryError};
use crate::descriptor::Descriptor;
use crate::shape::AnswerShape;
use serde_json::Value;
use std::collections::BTreeMap;

/// All answer types, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Registry {
    types: BTreeMap<String, AnswerType>,
}

impl Registry {
    /// The types this version ships.
    pub fn built_in() -> Registry {
        let types = Descriptor::built_in()
            .map(|one| (one.name.to_owned(), AnswerType::from(one)))
            .collect();
        Registry { types }
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
    use serde_json::json;

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
