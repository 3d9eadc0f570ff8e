//! What a field may be called and hold.
//!
//! [`FIELDS`] is the whole list; [`WORDS`] are all the words there are. A field that is not
//! there is not written, and a word that is not there is written as `other`. So nobody can log
//! a piece of a document by mistake, whatever they hand over.

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A whole number: a count, milliseconds, bytes, a process or an exit code.
    Number,
    /// One of [`WORDS`].
    Word,
    /// Lower-case hexadecimal digits and hyphens, at most 64: a hash, or an id made of numbers.
    Id,
    /// Digits and dots, at most 16: `0.1.0`.
    Version,
}

/// Every field, by name.
pub const FIELDS: [(&str, Shape); 31] = [
    ("bytes", Shape::Number),
    ("cause", Shape::Word),
    ("code", Shape::Number),
    ("compile_ms", Shape::Number),
    ("count", Shape::Number),
    ("decision", Shape::Word),
    ("decode_ms", Shape::Number),
    ("document", Shape::Id),
    ("embed_ms", Shape::Number),
    ("error", Shape::Word),
    ("format", Shape::Word),
    ("kind", Shape::Word),
    ("lines", Shape::Number),
    ("load_model_ms", Shape::Number),
    ("ms", Shape::Number),
    ("origin", Shape::Word),
    ("pages", Shape::Number),
    ("prefill_ms", Shape::Number),
    ("process", Shape::Number),
    ("read_ms", Shape::Number),
    ("record", Shape::Id),
    ("retrieve_ms", Shape::Number),
    ("said", Shape::Word),
    ("score_ms", Shape::Number),
    ("signal", Shape::Number),
    ("stage", Shape::Word),
    ("status", Shape::Word),
    ("system_error", Shape::Number),
    ("total_ms", Shape::Number),
    ("validate_ms", Shape::Number),
    ("version", Shape::Version),
];

/// Every word, by what it is about. Spaces are written as `_`.
pub const WORDS: [&str; 108] = [
    // Programs.
    "attest",
    "attest-desktop",
    // Processes that are started.
    "model",
    "embedding",
    "reader",
    "devices",
    "document",
    "page",
    "ocr",
    "grammar",
    "keyring",
    // Why a process died.
    "out of memory",
    "stack overflow",
    "assertion failed",
    "panic",
    // Stages of an answer.
    "parse",
    "retrieve",
    "select",
    "offer",
    "read",
    "load_model",
    "score",
    "embed",
    "decide",
    "compile",
    "decode",
    "expand",
    "check",
    "compute",
    "dispatch",
    "record",
    "respond",
    // How an answer ended, and what is decided of it.
    "ok",
    "no_evidence",
    "failed",
    "ship",
    "broaden",
    "rephrase",
    "no_answer",
    "conflict",
    "clarify",
    "reparse",
    "review",
    // Kinds of errors.
    "held",
    "input",
    "file",
    "not_started",
    "altered",
    "unembedded",
    "vault",
    "encrypted",
    "wrong_passphrase",
    "keyring_tool",
    "keyring_silent",
    "keyring_locked",
    "keyring_item",
    "keyring_refused",
    "proof",
    "transfer",
    "seal",
    "cancelled",
    "catalogue",
    "engine",
    "answer_type",
    "draft",
    "schema",
    "policy",
    "refused",
    "resource",
    "selection",
    "server_unreachable",
    "server_busy",
    "server_interrupted",
    "server_refused",
    "server_too_slow",
    "server_too_large",
    "server_unreadable",
    "server_ungrammatical",
    "server_unweighed",
    // Formats of documents.
    "text",
    "markdown",
    "pdf",
    "docx",
    "xlsx",
    "ods",
    "csv",
    "html",
    "eml",
    "image",
    // Which library says something, and what it says.
    "llama.cpp",
    "ggml",
    "failed to open",
    "failed to read",
    "failed to load",
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
    "not supported",
    "out of range",
    "invalid",
    "other",
];

/// The shape of a field; none for one that is not written.
pub fn shape(name: &str) -> Option<Shape> {
    let known = FIELDS.iter().find(|(known, _)| *known == name);
    known.map(|(_, shape)| *shape)
}

/// The word of the list that this is, as it is written; `other` for one that is not there.
pub(crate) fn word(given: &str) -> String {
    let known = WORDS.iter().find(|word| **word == given);
    known.unwrap_or(&"other").replace(' ', "_")
}

/// The version as it is written; `other` for what is none.
pub(crate) fn version(given: &str) -> String {
    const MAX_BYTES: usize = 16;
    let is_version = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let fits = !given.is_empty() && given.len() <= MAX_BYTES && given.bytes().all(is_version);
    if fits { given } else { "other" }.to_owned()
}

/// The id as it is written; `other` for what is none.
pub(crate) fn id(given: &str) -> String {
    const MAX_BYTES: usize = 64;
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-');
    let is_id = !given.is_empty() && given.len() <= MAX_BYTES && given.bytes().all(is_digit);
    if is_id { given } else { "other" }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_and_words_are_there_once_and_hold_nothing_that_ends_a_field() {
        let names: BTreeSet<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), FIELDS.len());
        let words: BTreeSet<&str> = WORDS.into_iter().collect();
        assert_eq!(words.len(), WORDS.len());
        let plain = |letter: char| letter.is_ascii_lowercase() || " -._".contains(letter);
        assert!(
            names
                .iter()
                .chain(&words)
                .all(|word| word.chars().all(plain))
        );
    }

    #[test]
    fn what_is_no_word_and_no_id_is_other() {
        assert_eq!(word("out of memory"), "out_of_memory");
        assert_eq!(word("The premium is 7 USD"), "other");
        assert_eq!(version("0.1.0"), "0.1.0");
        assert_eq!(id("18a9-4c-0"), "18a9-4c-0");
        for text in ["", "premium", "DEAD", "a b", &"a".repeat(65)] {
            assert_eq!(id(text), "other", "{text:?}");
            assert_eq!(version(text), "other", "{text:?}");
        }
    }
}
