//! The laboratory: what the program measures itself with, above everything that it measures.
//!
//! ```text
//! cases + documents ──▶ evaluate ──▶ predictions ──▶ calibrate ──▶ calibration.toml
//!                          │
//!                          ├─▶ fault: where an answer went wrong
//!                          └─▶ recall: whether the evidence was shown
//! reviewed answers ──▶ training (cases for training/) ──▶ a reader ──▶ reader_gain: over the one that ships
//! cases x contestants ──▶ compare ──▶ report, comparison.json, comparison.csv
//!                            └─▶ blind decisions of a person ──▶ ratings
//! schemas ──▶ bench: compiler and matcher, beside llama.cpp's own
//! documents, questions with gold ──▶ speed: times and tokens of answers, a way of answering each
//! ```
//!
//! Nothing here answers a question in another way than [`app::Service::ask`]; nothing that
//! answers questions depends on this crate.
//!
//! # Limits
//!
//! Cases run one after another. Right is what the scorer of the evaluation set calls exact.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bench;
mod calibrate;
mod case;
pub mod compare;
mod evaluate;
mod fault;
mod prediction;
mod reader_gain;
mod recall;
mod reviewed;
mod score;
pub mod speed;
pub mod statistics;
mod training;

pub use calibrate::{Ablation, CalibrationReport, Gain, Outcomes, calibrate};
pub use evaluate::{EvaluationRequest, EvaluationSummary, evaluate, evaluate_recall};
pub use fault::{Fault, Faults};
pub use reader_gain::{ReaderGain, reader_gain};
pub use recall::{RecallShare, RecallSummary};
pub use reviewed::{Exported, export_reviews};
pub use statistics::reliability::ReliabilityBin;
pub use training::{TrainingExport, export_training};
