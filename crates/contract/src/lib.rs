//! What the model may return, and what every part of it means.
//!
//! The contract is the waist of the system: everything before it prepares
//! evidence, everything after it checks and uses typed values, and nobody
//! downstream parses a string.
//!
//! ```text
//! descriptor: what a built-in type is, as plain data
//! registry: answer_type -> JSON Schema of a value
//! draft: type x offer   -> schema of what the model decodes
//!        draft text     -> AnswerBody, with what code knows filled in
//! form: a user's schema, held to what was found for its fields
//! compose: the same for answers in prose
//! ```
//!
//! What fills an offer stands elsewhere: the crate `recognizer` finds candidates,
//! `question` says which type is asked for, `compute` works on checked values.
//!
//! An [`AnswerBody`] is plain data and proves nothing; only the firewall
//! makes an answer of it.
//!
//! # Example
//!
//! ```
//! let registry = contract::Registry::built_in();
//! assert_eq!(registry.find("amount")?.title, "Amount");
//! # Ok::<(), contract::RegistryError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod answer;
mod answer_type;
mod built_in;
pub mod candidate;
pub mod category;
pub mod cited;
pub mod compose;
pub mod currency;
pub mod descriptor;
pub mod document_kind;
pub mod draft;
mod draft_error;
pub mod form;
pub mod iban;
mod known;
pub mod published;
pub mod registry;
mod schema;
mod shape;
pub mod structured;
pub mod support;
mod triage;
pub mod value;
pub mod verification;

pub use answer::{AnswerBody, AnswerShape, ExtractionMethod, Item};
pub use answer_type::{AnswerType, RegistryError};
pub use candidate::{Candidate, KnownBy, Place};
pub use category::{LabelSet, LabelSetError};
pub use cited::{REFUSAL, UNSURE};
pub use compose::{Authorship, Compose};
pub use descriptor::{Descriptor, Finding, Prose, Quantity};
pub use draft::Offer;
pub use draft_error::DraftError;
pub use form::{Filling, Form};
pub use registry::Registry;
pub use structured::{FormatType, Presentation};
pub use value::Value;
