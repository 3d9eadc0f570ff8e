//! Kinds by the name that a record calls them.

use serde::de::{DeserializeOwned, IntoDeserializer, value};

/// What a record calls by this name: `greater`, `days`.
pub fn by_name<T: DeserializeOwned>(name: &str) -> Option<T> {
    T::deserialize(IntoDeserializer::<value::Error>::into_deserializer(name)).ok()
}
