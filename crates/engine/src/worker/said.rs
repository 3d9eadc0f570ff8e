//! What llama.cpp says, as words of a fixed list.
//!
//! Its messages hold tokens, names out of the model's file and paths, so they are not passed on.
//! Of a warning or an error the program gets the library it comes from, and which of a list of
//! phrases stands in it; each is told once a process. What says nothing but how far a model is
//! loaded, or a message without such a phrase below an error, tells nothing.

use super::reply::reply;
use crate::protocol::{Reply, Said, Severity};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The binding's target of what llama.cpp and ggml say.
const TARGET: &str = "llama-cpp-2";

/// What is looked for in a message, in lower case; the first that stands there is told. The
/// log's list of words holds them all.
pub const PHRASES: [&str; 16] = [
    "failed to open",
    "failed to read",
    "failed to allocate",
    "failed to initialize",
    "failed to find a memory slot",
    "not enough cells",
    "unknown model architecture",
    "missing tensor",
    "corrupted or incomplete",
    "tokenizer config may be incorrect",
    "control-looking token",
    "possible training context overflow",
    "failed to load",
    "not supported",
    "out of range",
    "invalid",
];

/// Listens to the binding from now on, for the rest of this process.
pub(super) fn listen() {
    // Another listener there could only be the log of a program that serves as its own worker.
    let _ = tracing::subscriber::set_global_default(Listener::default());
    llama_cpp_2::send_logs_to_tracing(llama_cpp_2::LogOptions::default());
}

/// Tells what is said, once.
#[derive(Default)]
struct Listener {
    told: Mutex<BTreeSet<(Severity, String, String)>>,
}

/// The two fields of a message.
#[derive(Default)]
struct Message {
    is_ggml: bool,
    text: String,
}

impl Visit for Message {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "module" => self.is_ggml = value.starts_with("ggml"),
            "message" => self.text = value.to_lowercase(),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

/// What is told of a message; none of one that tells nothing.
fn said(severity: Severity, message: &Message) -> Option<Said> {
    let phrase = PHRASES
        .into_iter()
        .find(|phrase| message.text.contains(phrase));
    if phrase.is_none() && severity == Severity::Warning {
        return None;
    }
    Some(Said {
        severity,
        origin: if message.is_ggml { "ggml" } else { "llama.cpp" }.to_owned(),
        phrase: phrase.unwrap_or("other").to_owned(),
    })
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET && *metadata.level() <= Level::WARN
    }

    fn event(&self, event: &Event<'_>) {
        let mut message = Message::default();
        event.record(&mut message);
        let is_error = *event.metadata().level() == Level::ERROR;
        let severity = if is_error {
            Severity::Error
        } else {
            Severity::Warning
        };
        let Some(said) = said(severity, &message) else {
            return;
        };
        let key = (severity, said.origin.clone(), said.phrase.clone());
        let is_new = self
            .told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(key);
        if is_new {
            reply(&Reply::Said(said));
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(severity: Severity, text: &str) -> Option<String> {
        let message = Message {
            is_ggml: false,
            text: text.to_lowercase(),
        };
        said(severity, &message).map(|said| said.phrase)
    }

    #[test]
    fn of_a_message_a_phrase_is_told_and_never_its_words() {
        let warning = "control-looking token: 7 'the premium' was not control-type";
        assert_eq!(
            told(Severity::Warning, warning).as_deref(),
            Some("control-looking token")
        );
        let path = "Failed to open /home/somebody/secret.gguf";
        assert_eq!(
            told(Severity::Error, path).as_deref(),
            Some("failed to open")
        );
        assert_eq!(
            told(Severity::Error, "the premium is 7").as_deref(),
            Some("other")
        );
        assert_eq!(told(Severity::Warning, "the premium is 7"), None);
    }
}
