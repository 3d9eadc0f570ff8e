//! Arguments as a client gives them, to those that the service takes.

use crate::failure::Failure;
use app::{Condition, Service};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads arguments; left out, they are none.
pub(crate) fn read<T: DeserializeOwned>(given: Value) -> Result<T, Failure> {
    let given = match given {
        Value::Null => Value::Object(serde_json::Map::new()),
        given => given,
    };
    let refused = |error: serde_json::Error| {
        let help = "compare the arguments with the method's input schema (docs/service.md)";
        Failure::input("", error.to_string(), help)
    };
    serde_json::from_value(given).map_err(refused)
}

/// Documents by id, beginning of the id, or title.
pub(crate) fn documents(service: &Service, named: &[String]) -> Result<Vec<String>, Failure> {
    let one =
        |(index, name): (usize, &String)| id_of(service, name, &format!("/documents/{index}"));
    named.iter().enumerate().map(one).collect()
}

/// One document by id, beginning of the id, or title.
pub(crate) fn document(service: &Service, name: &str) -> Result<String, Failure> {
    id_of(service, name, "/document")
}

fn id_of(service: &Service, name: &str, place: &str) -> Result<String, Failure> {
    let found = service.named_document(name);
    found.map_err(|error| Failure::at(place, &error))
}

/// Conditions in place of the question's own; none where none is given.
pub(crate) fn conditions(given: &[String]) -> Result<Option<Vec<Condition>>, Failure> {
    let read = |(index, pair): (usize, &String)| {
        let error = |error| Failure::at(&format!("/filters/{index}"), &error);
        Condition::read(pair).map_err(|refused| error(refused.into()))
    };
    let conditions: Vec<Condition> = given
        .iter()
        .enumerate()
        .map(read)
        .collect::<Result<_, _>>()?;
    Ok((!conditions.is_empty()).then_some(conditions))
}
