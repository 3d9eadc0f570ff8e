//! Bytes in, evidence out: documents become numbered lines, and a question's
//! search hits become the few lines a model may see.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bundle;
pub mod check;
pub mod chunk;
pub mod document;
pub mod policy;
pub mod reader;
pub mod select;

pub use bundle::{
    AnswerBundle, AssemblyStatus, EvidenceChunk, RetrievalBundle, RetrievalStatus, Row,
};
pub use document::{Bounds, Document, Line, MediaType, Page, Section, Span};
pub use policy::Policy;
