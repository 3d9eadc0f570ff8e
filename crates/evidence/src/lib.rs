//! Bytes in, evidence out: documents become numbered lines, and a question's
//! search hits become the few lines a model may see.
//!
//! The crate is two pure functions with the vocabulary between them, and what
//! both need to be checkable afterwards:
//!
//! ```text
//! bytes --reader::read--> Document --chunk::chunk--> chunks (kept and searched by the vault)
//! RetrievalBundle --select::select, under a Policy--> AnswerBundle --select::render_chunk--> prompt
//! ```
//!
//! A line is the unit of everything: it has one number in its document, a page
//! and, in a PDF, a place. Citations are line numbers, chunks are stretches of
//! lines, and what a model is shown are numbered lines. So nothing here splits
//! or renumbers a line, and cleaning a line changes no word of it.
//!
//! # What is trusted
//!
//! Nothing that comes from outside. [`reader`] meets hostile files: its limits
//! are part of its signature, every failure is a typed error, and what a
//! reader of the page cannot see is reported; [`hostile`] tells of lines that
//! speak to a model. [`check`] meets the results of
//! retrieval, which may be another program's. What leaves through
//! [`select::render_chunk`] cannot pose as anything but numbered lines.
//!
//! # Non-features
//!
//! No OCR (what another program read comes in through [`reader::recognized`]),
//! no search index (that is the vault's), no tokenizer (it is passed
//! in), no files, no clock, no network.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod boundary;
pub mod bundle;
pub mod check;
pub mod chunk;
pub mod document;
pub mod filter;
pub mod hostile;
mod label;
mod media_type;
pub mod overlap;
pub mod policy;
pub mod reader;
mod running;
pub mod select;

pub use bundle::{
    AnswerBundle, AssemblyMetrics, AssemblyStatus, AssemblyTrace, EvidenceChunk, HeldBack,
    RetrievalBundle, RetrievalStatus, Retriever, Row,
};
pub use document::{Bounds, Cell, Document, Line, Page, Recognition, Section, Span, Table};
pub use filter::Filter;
pub use label::{Label, Style, is_list_item, numbered_row};
pub use media_type::{DocumentKind, MediaType};
pub use policy::Policy;
pub use running::Running;
