//! The arguments of `attest audit`.

use super::keeping::{Hold, Release};
use clap::{ArgGroup, Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
#[command(group(ArgGroup::new("shown").args(["checkpoint", "since", "proof", "export"]).multiple(true)))]
pub struct Verify {
    /// The `head` that an earlier check printed and you kept elsewhere: the trail must
    /// still hold that record, which finds records cut off and older copies put back
    #[arg(long, value_name = "HASH", conflicts_with_all = ["checkpoint", "proof"])]
    pub head: Option<String>,
    /// A checkpoint that was kept elsewhere: the trail must begin with its records; with --proof, the
    /// proof must be for this checkpoint
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// A checkpoint up to which the whole was verified before: all records are read and must be its, and
    /// what they bind (contents, documents) is checked for those after it alone, the search index and the
    /// file's structure not at all
    #[arg(long, value_name = "FILE", conflicts_with_all = ["head", "checkpoint", "proof"])]
    pub since: Option<PathBuf>,
    /// A proof to check in place of the trail; needs no data directory
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// An export to check in place of the trail (`attest vault export`); needs no data directory
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["head", "checkpoint", "since", "proof", "witnesses"])]
    pub export: Option<PathBuf>,
    /// The key of the vault whose checkpoint, proof or export it is (default: the one of this data directory)
    #[arg(long, value_name = "KEY", requires = "shown")]
    pub key: Option<String>,
    /// The key of a witness who must have signed too; may be given several times
    #[arg(long = "witness", value_name = "KEY", requires = "shown")]
    pub witnesses: Vec<String>,
}

#[derive(Args)]
#[command(group(ArgGroup::new("replayed").args(["id", "all"]).required(true)))]
pub struct Replay {
    /// The record of an answer, or the beginning of its id
    pub id: Option<String>,
    /// All recorded answers, the oldest first
    #[arg(long)]
    pub all: bool,
    /// With --all: only so many of them, spread evenly from the oldest to the newest
    #[arg(long, value_name = "N", requires = "all")]
    pub sample: Option<usize>,
}

#[derive(Subcommand)]
pub enum Audit {
    /// List records, newest first.
    List {
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
    /// Show one record in full.
    Show {
        /// The record, or the beginning of its id: 4 digits or more that no other begins with
        id: String,
    },
    /// Check the whole trail, or a proof.
    Verify(Verify),
    /// Sign how many records there are and what is in them, and keep that.
    #[command(
        long_about = "Sign how many records there are and what is in them, and keep that.\n\n\
            A checkpoint is a C2SP signed note. One is made at every end of the program, too, and the last is \
            kept outside the data directory, so that records cut off and older copies put back are found. \
            Kept on another machine, or signed by a witness, it also finds what somebody does who can write \
            both. With --since it carries the proof that a witness asks for."
    )]
    Checkpoint {
        /// Write it here (default: standard output)
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write a request for a time stamp of it here (RFC 3161, DER), to be carried to an authority
        #[arg(long, value_name = "FILE", conflicts_with = "since", requires = "out")]
        timestamp_request: Option<PathBuf>,
        /// Add the proof that it holds the first N records, for a witness who saw a checkpoint of these
        #[arg(long, value_name = "N")]
        since: Option<u64>,
        /// After a restore that was meant: give up the kept checkpoint, which the trail does not hold
        #[arg(long)]
        anew: bool,
    },
    /// Attach a time stamp that an authority gave for a checkpoint. Exit code 1: it is not believed.
    #[command(
        long_about = "Attach a time stamp that an authority gave for a checkpoint. Exit code 1: it is not believed.\n\n\
            `attest audit checkpoint --out C --timestamp-request Q` makes checkpoint and request (RFC 3161). Q is carried to a \
            time-stamping authority by other means, since this program opens no connection. What comes back is verified here by \
            the authority's certificate that you name, and recorded with it; `audit verify` verifies it again each time."
    )]
    Timestamp {
        /// The checkpoint, as it was written
        #[arg(value_name = "CHECKPOINT")]
        checkpoint: PathBuf,
        /// The authority's answer, or the token in it (DER)
        #[arg(value_name = "ANSWER")]
        answer: PathBuf,
        /// The certificate that the authority signs with, not that of who issued it (PEM or DER)
        #[arg(long, value_name = "FILE")]
        certificate: PathBuf,
    },
    /// Prove to somebody else that a record stands in the trail.
    Prove {
        /// The record, or the beginning of its id
        id: String,
        /// Against this checkpoint of the trail, such as one that a witness signed (default: a new one)
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
        /// Write the proof here (default: standard output)
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Sign the checkpoint of another vault, if it holds what was seen of it before. Exit code 1: it does not.
    Witness {
        /// A checkpoint, or one with a proof (`attest audit checkpoint --since N`)
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The other vault's key; needed the first time, and remembered
        #[arg(long, value_name = "KEY")]
        key: Option<String>,
        /// Write the signed checkpoint here (default: standard output)
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Answer a recorded question again and compare. Exit code 1: the answer is another one.
    #[command(
        long_about = "Answer a recorded question again and compare. Exit code 1: the answer is another one.\n\n\
            Nothing is recorded. What was asked and decided then is read from the record, and what comes out is \
            compared with it from the passages to the answer; the first difference is where the two ways part. \
            What differs around it (program, processor, models, policy) is told beside it. With --all it is a \
            test of an update on your own questions."
    )]
    Replay(Replay),
    /// Write the evidence report of an answer: an HTML page of its own.
    Report {
        /// The record of an answer, or the beginning of its id
        id: String,
        /// Write it here
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Write the evidence pack of an answer: an HTML file that checks itself.
    #[command(
        long_about = "Write the evidence pack of an answer: an HTML file that checks itself.\n\n\
            It holds what `audit report` shows, the record, the proof that the record stands in the trail, the \
            signed checkpoint and the key. A script of its own checks all of that in a browser, without a network; \
            docs/verify/attest_verify.py does the same without this program. It holds text of documents."
    )]
    Pack {
        /// The record of an answer, or the beginning of its id
        id: String,
        /// Prove against this checkpoint of the trail, such as one that a witness signed (default: a new one)
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
        /// Write it here
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Hold an answer: until it is released nobody erases it, or a document that it is about.
    Hold(Hold),
    /// End a hold over an answer.
    Release(Release),
    /// Overwrite what an answer's record holds: question, prompt, answer, reviews. The record stays.
    Erase {
        /// The record of an answer, or the beginning of its id
        id: String,
    },
    /// Write all records, oldest first, as JSON Lines.
    Export {
        /// Also write what the records bind by their hashes: questions, passages, answers, and the
        /// documents' bytes. The file then holds the text of documents
        #[arg(long)]
        with_contents: bool,
        /// Write them here
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}
