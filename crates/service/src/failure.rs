//! Why a request has no answer: kind, place and help, in plain words.

use app::{AppError, Class};
use rmcp::ErrorData;
use rmcp::model::ErrorCode;
use serde::Serialize;
use serde_json::json;

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Failure {
    /// A stable word for programs.
    pub kind: &'static str,
    /// The argument that is meant, as a JSON Pointer; none where it is of no argument.
    pub place: Option<String>,
    /// What happened, without text of a document.
    pub message: String,
    /// What to do.
    pub help: String,
    #[serde(skip)]
    is_bad_input: bool,
}

impl Failure {
    /// Something that was given cannot be used.
    pub(crate) fn input(place: &str, message: impl Into<String>, help: &str) -> Failure {
        Failure {
            kind: "input",
            place: Some(place.to_owned()),
            message: message.into(),
            help: help.to_owned(),
            is_bad_input: true,
        }
    }

    /// The program's own fault.
    pub(crate) fn internal(message: &str) -> Failure {
        Failure {
            kind: "internal",
            place: None,
            message: message.to_owned(),
            help: "ask again; if it stays, `attest doctor` shows the state of the machine".into(),
            is_bad_input: false,
        }
    }

    /// An error of an argument.
    pub(crate) fn at(place: &str, error: &AppError) -> Failure {
        Failure {
            place: Some(place.to_owned()),
            ..Failure::from(error)
        }
    }

    /// As an error of JSON-RPC.
    pub(crate) fn into_error(self) -> ErrorData {
        let code = if self.is_bad_input {
            ErrorCode::INVALID_PARAMS
        } else {
            ErrorCode::INTERNAL_ERROR
        };
        let data = json!({ "kind": self.kind, "place": self.place, "help": self.help });
        ErrorData::new(code, self.message, Some(data))
    }

    /// As the text of a tool's result.
    pub(crate) fn text(&self) -> String {
        json!({ "error": self }).to_string()
    }
}

impl From<&AppError> for Failure {
    fn from(error: &AppError) -> Failure {
        Failure {
            kind: error.kind(),
            place: place_of(error.kind()).map(str::to_owned),
            message: error.to_string(),
            help: error.help(),
            is_bad_input: error.class() == Class::BadInput,
        }
    }
}

impl From<AppError> for Failure {
    fn from(error: AppError) -> Failure {
        Failure::from(&error)
    }
}

/// The argument that a kind of error is always about.
fn place_of(kind: &str) -> Option<&'static str> {
    match kind {
        "answer_type" => Some("/answer_type"),
        "schema" | "draft" => Some("/schema"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_kind_place_and_help_in_both_forms() {
        let failure = Failure::at(
            "/documents/0",
            &AppError::input("no such document", "list them"),
        );
        assert_eq!(
            failure.text(),
            r#"{"error":{"kind":"input","place":"/documents/0","message":"no such document","help":"list them"}}"#
        );
        let error = failure.into_error();
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
        let data = json!({ "kind": "input", "place": "/documents/0", "help": "list them" });
        assert_eq!(error.data, Some(data));
    }

    #[test]
    fn a_cancelled_request_is_no_fault_of_its_arguments() {
        let error = Failure::from(AppError::Cancelled).into_error();
        assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
    }
}
