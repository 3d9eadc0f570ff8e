//! What may be asked of the service: the table of methods, each a tool of the protocol and a plain
//! method.

mod ask;
mod documents;
mod evidence;
mod search;
mod verify;

use crate::arguments;
use crate::failure::Failure;
use app::{OnEvent, Service};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::{Value, json};

/// A method.
pub(crate) struct Method {
    /// Its name as a tool.
    pub tool: &'static str,
    /// Its name without the protocol's handshake.
    pub plain: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does, for people and models.
    pub description: &'static str,
    /// JSON Schema of its arguments.
    pub input: fn() -> Value,
    /// JSON Schema of what it gives.
    pub output: fn() -> Value,
    /// Whether it asks: a question takes its turn, and leaves a record.
    pub asks: bool,
    /// Does it.
    pub run: fn(&Service, Value, &mut OnEvent<'_>) -> Result<Value, Failure>,
}

/// Every method.
pub(crate) const METHODS: [Method; 5] = [
    Method {
        tool: "ask",
        plain: "ask",
        title: "Ask documents a question",
        description: "Answers a question from the documents alone: typed values, each with the lines and \
            the quote it stands on, checked by code and recorded. `answer` null or answer_found false \
            says that the documents do not say, or that no answer was sure enough (`message`).",
        input: schema_of::<ask::Arguments>,
        output: ask::output,
        asks: true,
        run: |service, given, on_event| {
            answered(ask::run(service, arguments::read(given)?, on_event)?)
        },
    },
    Method {
        tool: "search",
        plain: "search",
        title: "Search the documents",
        description: "Finds passages of the documents by words, best first. No model takes part.",
        input: schema_of::<search::Arguments>,
        output: schema_of::<search::Found>,
        asks: false,
        run: |service, given, _| answered(search::run(service, &arguments::read(given)?)?),
    },
    Method {
        tool: "list_documents",
        plain: "documents",
        title: "List the documents",
        description: "Lists the documents, oldest import first, with their ids and titles.",
        input: schema_of::<documents::Arguments>,
        output: schema_of::<documents::Documents>,
        asks: false,
        run: |service, given, _| answered(documents::run(service, &arguments::read(given)?)?),
    },
    Method {
        tool: "verify_answer",
        plain: "verify_answer",
        title: "Check an answer from elsewhere",
        description: "Checks an answer that was given elsewhere: the question is asked of the documents \
            alone, and what they answer is compared with the given answer by value. Yes cites where it \
            stands; No says what the documents answer instead, if anything.",
        input: schema_of::<verify::Arguments>,
        output: verify::output,
        asks: true,
        run: |service, given, on_event| {
            answered(verify::run(service, arguments::read(given)?, on_event)?)
        },
    },
    Method {
        tool: "read_evidence",
        plain: "evidence",
        title: "Read lines",
        description: "Reads numbered lines of a document, or the lines that a recorded answer cites, as \
            they are stored.",
        input: schema_of::<evidence::Arguments>,
        output: schema_of::<evidence::Evidence>,
        asks: false,
        run: |service, given, _| answered(evidence::run(service, &arguments::read(given)?)?),
    },
];

/// The JSON Schema of a type.
fn schema_of<T: JsonSchema>() -> Value {
    json!(schema_for!(T))
}

/// A result as JSON.
fn answered<T: Serialize>(result: T) -> Result<Value, Failure> {
    app::as_written(&result).map_err(|_| Failure::internal("the result cannot be written"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether every member of an object schema says what it is for.
    fn undescribed(schema: &Value) -> Vec<&String> {
        let members = schema.get("properties").and_then(Value::as_object).unwrap();
        let is_bare =
            |member: &&Value| member.get("description").is_none() && member.get("$ref").is_none();
        let bare = members.iter().filter(|(_, member)| is_bare(member));
        bare.map(|(name, _)| name).collect()
    }

    #[test]
    fn every_method_has_schemas_of_objects_and_says_what_its_arguments_are() {
        for method in &METHODS {
            let (input, output) = ((method.input)(), (method.output)());
            for schema in [&input, &output] {
                assert_eq!(
                    schema.get("type"),
                    Some(&json!("object")),
                    "{}",
                    method.tool
                );
            }
            assert_eq!(
                undescribed(&input),
                Vec::<&String>::new(),
                "{}",
                method.tool
            );
            assert_eq!(
                input.get("additionalProperties"),
                Some(&json!(false)),
                "{}",
                method.tool
            );
        }
    }

    #[test]
    fn no_two_methods_have_one_name() {
        for name in [|one: &Method| one.tool, |one: &Method| one.plain] {
            let mut names: Vec<&str> = METHODS.iter().map(name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), METHODS.len());
        }
    }
}
