//! The arguments of `attest review`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Review {
    /// What waits for a person, what helps most first.
    List {
        /// Only the cells of this batch.
        #[arg(long, value_name = "ID")]
        batch: Option<String>,
        /// Also answers that need nobody to look at them.
        #[arg(long)]
        all: bool,
        /// Also what others reviewed and you did not, for a second opinion.
        #[arg(long)]
        second: bool,
        /// Your name (default: `ATTEST_REVIEWER`, else the name of your account).
        #[arg(long, value_name = "NAME")]
        reviewer: Option<String>,
        /// At most this many.
        #[arg(long, default_value_t = 20)]
        limit: u32,
    },
    /// Say that answers are right, a "not found" too.
    Accept {
        /// Records of answers.
        #[arg(required = true)]
        ids: Vec<String>,
        #[command(flatten)]
        says: Says,
    },
    /// Give the right value, and where it stands.
    Correct {
        /// The record of the answer.
        id: String,
        /// In words (`USD 1,200`, `1 March 2024`, `yes`; items of a list with `;` between
        /// them), or JSON of the answer's type.
        #[arg(long)]
        value: String,
        /// The lines where it stands.
        #[arg(long, value_name = "FROM-TO")]
        lines: String,
        /// Words of these lines that say it (default: all of them).
        #[arg(long, default_value = "")]
        quote: String,
        /// The document, where several were asked.
        #[arg(long, value_name = "ID")]
        doc: Option<String>,
        #[command(flatten)]
        says: Says,
    },
    /// Say that answers are wrong, without the right value.
    Reject {
        /// Records of answers.
        #[arg(required = true)]
        ids: Vec<String>,
        #[command(flatten)]
        says: Says,
    },
    /// Say that the documents do not hold it.
    Absent {
        /// Records of answers.
        #[arg(required = true)]
        ids: Vec<String>,
        #[command(flatten)]
        says: Says,
    },
    /// What was said of an answer, by everybody.
    Show {
        /// The record of the answer.
        id: String,
    },
    /// Write what people agree on as cases with known answers, for `eval`, `compare`
    /// and `calibrate`.
    Export {
        /// A folder: cases.jsonl, and the documents beside it.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Write what people agree on as cases that the reader is trained on; about a third of
    /// the documents is held out.
    Training {
        /// A folder: reviews.jsonl to train on, and the folder held-out.
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Show what a reader of your own gains over the one that ships, and take it where that
    /// is more than chance.
    Gain {
        /// The reader, as `attest models list` names it.
        reader: String,
        /// The folder of `attest review training` whose cases are held out.
        #[arg(long, value_name = "DIR")]
        training: PathBuf,
        /// The policy (TOML) that names the reader, for `--policy`; the comparison lies beside
        /// it.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Write the policy even where nothing is gained.
        #[arg(long)]
        without_gain: bool,
        /// Go on with a comparison that was stopped.
        #[arg(long)]
        resume: bool,
    },
}

/// Who says it, and why.
#[derive(Args)]
pub struct Says {
    /// Your name (default: `ATTEST_REVIEWER`, else the name of your account).
    #[arg(long, value_name = "NAME")]
    pub reviewer: Option<String>,
    /// Why.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub reason: String,
}
