//! One service with every use case; the command line and the window call the
//! same functions.
//!
//! ```text
//! import ─▶ vault            ask: plan ─▶ pipeline::answer ─▶ record ─▶ response
//!                                             │  ▲
//!                         what it asks for    ▼  │  vault, indexes, models
//!                                         Resources
//! ```
//!
//! The stages of a question stand in [`pipeline`], as functions. This crate holds what
//! they ask for ([`pipeline::Resources`]): the documents in their vault, the indexes, the
//! models in their processes. It has no rules of its own about documents, grammars,
//! models, validity or storage: those live in the crates it calls.
//!
//! # Limits
//!
//! One question at a time per service: the model is one process with one
//! context. Retrieval is lexical where no embedding model is installed.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod adapter;
mod answer_servers;
pub mod ask;
mod backup;
pub mod batch;
mod bundle;
pub mod clock;
mod collection;
pub mod compile;
pub mod diagnose;
pub mod directory;
mod document;
mod effective_settings;
mod embed;
mod encoder;
pub mod encryption;
mod error;
mod excluding;
mod executable;
mod explain;
mod file;
mod find;
mod generate;
mod governed;
mod held;
mod history;
pub mod html;
mod index;
mod keeping;
mod kept_values;
pub mod keyring;
mod keyring_checkpoint;
mod layout;
mod log;
pub mod manual;
mod model;
mod model_adapter;
mod model_folders;
mod model_transfer;
mod name;
mod outline;
mod own_type;
mod pack;
mod passages;
mod planning;
pub mod processor;
pub mod proof;
mod reader;
pub mod reading;
mod recompute;
mod reparse;
mod replay;
mod report;
mod request;
mod resources;
mod response;
mod retrieve;
mod review;
mod served;
mod service;
mod settings;
mod shelf;
mod speed;
mod stamp;
mod stored;
pub mod system_settings;
mod tag;
mod trail;
mod types;
mod understanding;
mod watch;
mod work;

pub use answer_servers::AnswerServers;
pub use backup::{check_export, restore, restore_sealed};
pub use batch::{
    BatchPhase, BatchProgress, BatchQuestion, BatchRequest, BatchSummary, CellAmount, CellState,
    EachAnswer, EachPlace, EachRow, NewTable, OnNews, Pace, QuestionFile, QuestionSet,
    SaidByDocuments, Table, TableCell, TableDocument, TableNews, TableSummary, csv_field,
    read_questions,
};
pub use bundle::read_bundle;
pub use collection::{Collected, Collection, CollectionDefaults};
pub use contract::AnswerShape;
pub use document::{DocumentSummary, ImportOutcome, check_metadata};
pub use effective_settings::{Administered, EffectiveSettings};
pub use engine::decoder::Control;
pub use engine::{Scale, Thinking};
pub use error::{AppError, Class};
pub use evidence::{Filter, Line, Page, Policy};
pub use explain::{
    Count, Explanation, HeldBack, NamedHash, Passage, Round, SearchedInVain, StageTime,
};
pub use file::{
    as_written, is_its_owners_alone, make_folder, put_whole, read_bytes, read_cases, read_json,
    read_standard_input, read_text, read_text_or_input, write_bytes, write_text,
};
pub use find::FoundLine;
pub use generate::Embedded;
pub use history::{HistoryEntry, KeptOutcome, decision};
pub use host::limit::leave_no_image;
pub use host::wall::{
    raise as raise_wall, raise_with_doors as raise_wall_with_doors, shut as shut_wall,
};
pub use host::{CancellationToken, cancel};
pub use index::{Coverage, MAX_IMPORT_CHUNKS, OnPassages};
pub use keeping::{RemovedDocument, Why};
pub use log::{LEVEL_VARIABLE, LogReport};
pub use model::{ModelFit, ModelSummary, PeakMemory};
pub use model_adapter::NewAdapter;
pub use outline::{Importable, Outline, READABLE_ENDINGS, SkipReason, Skipped, importable};
pub use pack::EvidencePack;
pub use passages::FoundPassages;
pub use pipeline::calibration::{self, Calibration, ChoiceWeights, OutcomeWeights};
pub use pipeline::condition::{Condition, NAMES as FILTER_NAMES};
pub use pipeline::dispatch::Decision;
pub use pipeline::hash::sha256;
pub use pipeline::notes::{TokenUsage, Weighed};
pub use pipeline::progress::{Event, Stage};
pub use pipeline::signal::{MAX_READER, Signals};
pub use pipeline::{decide, golden, trace, words};
pub use question::Clarification;
pub use question::ParsedQuestion;
pub use recompute::Recomputation;
pub use replay::{Difference, NotReplayed, Replay, ReplayReport};
pub use request::AskRequest;
pub use request::OnEvent;
pub use response::{AskOutcome, PlacedCitation, PublicResponse, Status};
pub use retrieve::{KNOWLEDGE_TYPE, PLAIN_KNOWLEDGE};
pub use review::{
    Correction, NewReview, Place, Queue, QueueEntry, QueueRequest, Review, ReviewedCase,
    ReviewedCases, Standing, Verdict,
};
pub use service::{MakeSeed, Options, Service};
pub use settings::{Appearance, LOCK_AFTER, SettingName, Settings, read_policy, read_rates};
pub use speed::{ModelSpeed, ModelTrial};
pub use stamp::{Attached, CheckedStamp, stamp_request};
pub use tag::{Tag, Tagged};
pub use trail::{Against, AuditCheck, KeptCheckpoint, verify_directory};
pub use understanding::Understanding;
pub use vault::{
    Applied, Backup, BadReason, BadRecord, Beside, Converted, DataKey, Due, Hold, KnownKeys,
    MAX_METADATA_BYTES, Passphrase, Period, Record, RecordFilter, Removal, Restored,
    Retention as Periods, SealedBackup, Subject,
};
pub use watch::{Look, Next, Watch, Watched};
pub use work::{OnWork, Work, WorkStage};

/// Whether an argument names a worker that [`serve_worker`] runs.
pub fn is_worker(first_argument: &std::ffi::OsStr) -> bool {
    let workers = [
        engine::worker::SUBCOMMAND,
        engine::trial::SUBCOMMAND,
        reading::SUBCOMMAND,
        reading::page::SUBCOMMAND,
    ];
    workers.iter().any(|worker| first_argument == *worker)
}

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
