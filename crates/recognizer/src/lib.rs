//! Values that stand in the evidence, found by code.
//!
//! A small model misreads figures and pairs values with the wrong lines. What
//! code can find, it should not be asked to copy: every recogniser here is a
//! pure function from evidence to [`Candidate`](contract::Candidate)s, each a typed value together
//! with the span and the words it was read from. The model only chooses.
//!
//! Recognisers prefer too many candidates to too few: a value that is not
//! among them cannot be chosen, one too many costs a little time. What stands
//! for a convention of the whole document (decimal mark, order of day and
//! month, the one currency it uses, `in thousands` above a table) is decided
//! from the evidence first (`convention`) and then applied to every value.
//!
//! Order is document order, without duplicates of value and line; [`rank`]
//! sorts by the words a question shares with a candidate's context.
//!
//! ```
//! use recognizer::{Options, recognize};
//! use evidence::{EvidenceChunk, Line};
//!
//! let line = Line { number: 7, page: 1, text: "Annual premium: $1,250.00".into(), bounds: None };
//! let chunk = EvidenceChunk {
//!     anchor: "C0".into(),
//!     chunk_id: "a".into(),
//!     document_id: "d".into(),
//!     document_title: "policy".into(),
//!     lines: vec![line],
//!     similarity: 1.0,
//!     tables: Vec::new(),
//! };
//! let found = recognize("amount", &[chunk], &Options::default());
//! assert_eq!(found[0].wording, "$1,250.00");
//! assert_eq!(found[0].items[0].value.json()["currency"], "USD");
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod address;
mod amount;
mod announced;
mod called;
pub mod claim;
mod code;
mod columns;
mod convention;
mod currency;
mod date;
mod decimal;
mod defined_term;
mod duration;
mod enumeration;
mod extreme;
mod figure;
mod flow;
mod grid;
mod items;
mod judgement;
pub mod label;
mod layout;
mod lookup;
mod marked;
mod money_column;
mod name;
mod named_cell;
mod named_row;
mod notice;
mod number;
mod options;
mod page;
mod period;
mod phrase;
pub mod prose;
mod rank;
mod recognize;
mod record;
mod rounding;
mod row;
mod row_label;
mod scale;
mod scene;
mod sentence;
mod span;
mod spelled;
mod stated;
mod stem;
mod table;
mod tax;
mod terms;
mod yearless;

pub use called::{calls, label_of};
pub use columns::{Column, Rows, rows};
pub use date::at_start as date_at_start;
pub use defined_term::{Defined, defined};
pub use extreme::extreme;
pub use items::items;
pub use judgement::{condition_of, judgement};
pub use layout::{Clauses, sentence_around};
pub use lookup::lookup;
pub use named_cell::keep_named_years;
pub use named_row::outdone;
pub use notice::notice;
pub use options::Options;
pub use rank::{Naming, lexical_score, named, rank};
pub use recognize::{has_recognizer, recognize, recognize_for};
pub use sentence::sentences;
pub use span::{Passage, candidate_at, has_spans, passage};
pub use stated::{Stated, beside, stated};
pub use tax::{another_sum, taxed};
pub use terms::{Terms, plain_words, tokens};

#[cfg(test)]
mod evaluation;
#[cfg(test)]
mod locale_tests;
#[cfg(test)]
mod test_scene;
#[cfg(test)]
mod tests;
