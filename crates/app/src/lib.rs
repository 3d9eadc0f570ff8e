//! One service with every use case; the command line and the window call the
//! same functions. The way of one question stands in [`mod@ask`], in one
//! readable function.
//!
//! ```text
//! import ─▶ vault            ask: parse ─▶ retrieve ─▶ select ─▶ offer ─▶ score
//!                                 ─▶ compile ─▶ decode ─▶ check ─▶ record ─▶ response
//! ```
//!
//! This crate alone knows the whole way. It holds no rules of its own about
//! documents, grammars, models, validity or storage: those live in the crates
//! it calls.
//!
//! # Limits
//!
//! One question at a time per service: the model is one process with one
//! context. Retrieval is lexical where no embedding model is installed.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod ask;
pub mod batch;
mod bundle;
pub mod calibration;
mod claim;
pub mod clock;
pub mod compile;
mod complete;
mod computed;
mod condition;
mod conflict;
pub mod decide;
mod decode;
pub mod diagnose;
pub mod directory;
mod dispatch;
mod document;
mod embed;
mod encoder;
mod error;
mod every;
mod executable;
mod explain;
mod fields;
mod file;
mod form;
mod generate;
pub mod golden;
mod hash;
mod held;
mod history;
mod index;
mod layout;
mod log;
mod model;
mod offer;
mod outcome;
mod outline;
mod own_type;
mod passages;
mod plan;
mod planning;
mod progress;
mod prompt;
pub mod proof;
mod prose;
mod read;
pub mod reading;
mod recompute;
mod record;
mod reference;
mod reparse;
mod report;
mod request;
mod response;
mod retrieve;
mod round;
mod rounds;
mod scope;
mod service;
mod settings;
mod signal;
mod span;
mod speed;
mod stored;
pub mod trace;
mod trail;
mod weigh;
pub mod words;
mod work;

pub use batch::{
    BatchPhase, BatchProgress, BatchQuestion, BatchRequest, BatchSummary, QuestionFile,
    read_questions,
};
pub use bundle::read_bundle;
pub use calibration::{Calibration, ChoiceWeights, OutcomeWeights};
pub use condition::{
    Condition, NAMES as FILTER_NAMES, conditions_of, conditions_read, is_set as conditions_are_set,
};
pub use contract::AnswerShape;
pub use dispatch::Decision;
pub use document::{DocumentSummary, ImportOutcome, check_metadata};
pub use engine::decoder::Control;
pub use error::{AppError, Class};
pub use evidence::{Line, Page, Policy};
pub use explain::{Count, Explanation, HeldBack, NamedHash, Passage, Round, StageTime};
pub use file::{read_cases, read_json, read_standard_input, read_text, write_text};
pub use hash::sha256;
pub use history::{HistoryEntry, KeptOutcome, decision};
pub use host::{CancellationToken, cancel};
pub use index::{Coverage, OnPassages};
pub use log::{LEVEL_VARIABLE, LogReport};
pub use model::{ModelFit, ModelSummary};
pub use outline::{Outline, READABLE_ENDINGS, importable};
pub use passages::FoundPassages;
pub use progress::{Event, OnEvent, Stage};
pub use question::Clarification;
pub use question::ParsedQuestion;
pub use recompute::Recomputation;
pub use request::AskRequest;
pub use response::{AskOutcome, PlacedCitation, PublicResponse, Status, TokenUsage, Weighed};
pub use retrieve::{KNOWLEDGE_TYPE, PLAIN_KNOWLEDGE};
pub use service::{MakeSeed, Options, Service};
pub use settings::{Appearance, Settings, read_policy, read_rates};
pub use signal::{MAX_READER, Signals};
pub use speed::ModelSpeed;
pub use trail::{AuditCheck, KeptCheckpoint};
pub use vault::{MAX_METADATA_BYTES, Record, RecordFilter, Removal};
pub use work::{OnWork, Work, WorkStage};

/// Runs the worker that an argument names, where it names one: the model's
/// (see [`engine::worker`]), those that read a document and draw its pages (see [`reading`]),
/// or llama.cpp's grammar sampler for a bench (see [`engine::trial`]). Returns
/// the exit code. The executables ask this first, since workers speak a
/// protocol on their streams.
pub fn serve_worker(first_argument: &std::ffi::OsStr) -> Option<i32> {
    match first_argument.to_str()? {
        engine::worker::SUBCOMMAND => Some(engine::worker::serve()),
        engine::trial::SUBCOMMAND => Some(engine::trial::serve()),
        reading::SUBCOMMAND => Some(reading::serve()),
        reading::page::SUBCOMMAND => Some(reading::page::serve()),
        _ => None,
    }
}
