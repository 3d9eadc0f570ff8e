//! The way of a question: from what was asked to what is concluded, as stages of plain functions.
//!
//! ```text
//! Plan ──> gather ──> offer ──> weigh ──> decode ──> check ──> decide ──> Conclusion
//!            ^     passages  candidates  choice    draft    answer     │
//!            └────────────── another round, where it says so ──────────┘
//! ```
//!
//! | stage | in | out | file |
//! |---|---|---|---|
//! | plan | the request, parsed | [`Plan`] | made by the caller |
//! | gather | a search | `AnswerBundle` | `gather.rs`, `narrow.rs` |
//! | offer | passages, type, readings | `Offer` | `offer.rs`, `listed.rs`, `every.rs` |
//! | weigh | offer, readings, likelihoods | `Choice` | `weigh.rs`, `decide.rs` |
//! | decode | choice, passages | draft | `decode.rs`, `prompt.rs` |
//! | check | draft | an `Answer` of the firewall, or findings | `complete.rs`, `round.rs` |
//! | decide | the answer's signals | a decision, or the search of another round | `next.rs`, `dispatch.rs` |
//!
//! `rounds.rs` reads from top to bottom: [`answer`] is the whole way. `generate.rs` says which of
//! the ways of answering is gone within a round: any value, prose, the fields of a schema
//! (`form.rs`), a claim (`claim.rs`), what code computes (`computed.rs`).
//!
//! The stages know the program around them by [`Resources`] alone. One thing crosses them that
//! changes: [`Notes`], what is kept of the run. Nothing is decided by what stands there.
//!
//! # Limits
//!
//! Nothing is recorded or shown here: a [`Conclusion`] is what a record and a public response are
//! made of.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod badly_read;
pub mod calibration;
pub mod claim;
mod complete;
mod computed;
pub mod condition;
mod conflict;
mod continuation;
pub mod decide;
mod decode;
pub mod dispatch;
mod ends;
pub mod error;
mod every;
pub mod fields;
mod follow;
mod form;
mod form_rows;
mod gather;
mod generate;
pub mod golden;
pub mod hash;
mod invoice;
mod kept;
mod listed;
mod misread;
mod narrow;
mod next;
pub mod notes;
mod offer;
mod outcome;
pub mod plan;
pub mod progress;
mod prompt;
mod prose;
pub mod read;
mod reference;
pub mod resources;
mod role;
mod round;
mod rounds;
pub mod scope;
mod searched;
mod shown;
pub mod signal;
mod silence;
pub mod timing;
pub mod trace;
pub mod turn;
mod turns;
mod unread;
mod weigh;
pub mod words;

pub use calibration::Calibration;
pub use error::StageError;
pub use gather::{retrieve, select_evidence};
pub use notes::Notes;
pub use outcome::{Doubts, Outcome};
pub use plan::Plan;
pub use prompt::TEMPLATE_VERSION;
pub use resources::{AnswerModel, Resources};
pub use rounds::{Conclusion, answer};
