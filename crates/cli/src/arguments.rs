//! The command line, as clap reads it.

mod audit;
mod compare;
mod docs;
mod grammar;
mod keeping;
mod review;
mod serve;
mod transfer;
mod vault;

use app::Scale;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

pub use self::vault::{ChangeKey, Encrypt, Vault};
pub use audit::{Audit, Replay, Verify};
pub use compare::{Compare, CompareCommand};
pub use docs::{Collect, Docs, Watch};
pub use grammar::{Bench, BenchEngine, Grammar, KeyOrder, Whitespace};
pub use keeping::{Hold, Release, Retention};
pub use review::{Review, Says};
pub use serve::Serve;
pub use transfer::{Doctor, Key, Pack, Unpack};

/// Ask your documents, offline: typed answers with the lines they stand on.
#[derive(Parser)]
#[command(
    name = "attest",
    version,
    propagate_version = true,
    disable_help_subcommand = true
)]
pub struct Arguments {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// What every command takes.
#[derive(Args)]
pub struct Common {
    /// Print one JSON value instead of text.
    #[arg(long, global = true)]
    pub json: bool,
    /// The data directory; none: the platform's.
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        help = "Data directory (default: ATTEST_HOME, else the platform's)"
    )]
    pub data_dir: Option<PathBuf>,
    /// Read the passphrase of an encrypted vault from the first line of this file, which nobody
    /// else may be able to read (default: asked for at the terminal).
    #[arg(long, global = true, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// Threads for inference (default: the machine's cores, at most 8).
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<u32>,
    /// Layers of the answer model on a graphics processor; 0: none (default: as many as fit, where
    /// this build has support for one).
    #[arg(long, global = true, value_name = "N")]
    pub gpu_layers: Option<u32>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Ask a question of documents.
    Ask(Box<Ask>),
    /// Check an answer that was given elsewhere: do the documents give it for this question?
    #[command(
        long_about = "Check an answer that was given elsewhere: do the documents give it for this question?\n\n\
            The question is asked of the documents alone, and what they answer is compared with the \
            given answer by value. Yes cites where it stands; No says what the documents answer \
            instead, if anything. Exit code 0: Yes, 1: No."
    )]
    VerifyAnswer(VerifyAnswer),
    /// Ask questions of documents, and write a table.
    #[command(
        long_about = "Ask each question of each document, and write a table.\n\n\
            Every cell is one answer, as `attest ask` gives it, and is kept as soon as it is there: \
            after a crash or Ctrl-C the same command with --resume asks only what is missing. A \
            document that cannot be read, and an answer that fails, are rows that say why; the exit \
            code is then 3."
    )]
    Batch(Batch),
    /// Ready-made sets of questions for a batch.
    #[command(subcommand)]
    Questions(Questions),
    /// Add, list, show and remove documents.
    #[command(subcommand)]
    Docs(Docs),
    /// Search the documents.
    Search(Search),
    /// Compile JSON Schemas to GBNF, check grammars and instances.
    #[command(subcommand)]
    Grammar(Grammar),
    /// Generate a JSON value of a schema, without documents.
    #[command(
        long_about = "Generate a JSON value of a schema, without documents.\n\n\
            The model writes within the schema's grammar, and the value is validated again. Nothing is \
            cited and nothing is recorded: there is no document to prove anything by, and whether the value \
            is true nobody checks."
    )]
    Generate(Generate),
    /// The answer types.
    #[command(subcommand)]
    Contracts(Contracts),
    /// The models.
    #[command(subcommand)]
    Models(Models),
    /// Run evaluation cases and write predictions.
    Eval(Eval),
    /// Ask the same questions of several models or settings, and compare them with gold.
    #[command(
        long_about = "Ask the same questions of several models or settings, and compare them with gold.\n\n\
            The contestants take turns question by question. Every answer has its record in the audit \
            trail, and is a line of answers.jsonl in DIR as soon as it is there: after a crash or Ctrl-C the \
            same command with --resume asks what is missing. At the end DIR holds report.html, \
            comparison.json and comparison.csv.\n\n\
            Where models alone are named, each chooses itself among the values that were found, since as \
            the program ships a reader does that and the model is seldom needed; --as-shipped compares \
            them that way. With --setting the policies say who chooses; --models and --setting together \
            compare each model under each policy."
    )]
    Compare(Box<Compare>),
    /// Measure how fast answers come on this machine, and how many are right.
    #[command(
        long_about = "Measure how fast answers come on this machine, and how many are right.\n\n\
            Each question of a set is asked of each way of answering in turns: as the program ships, \
            where a reader chooses among the values that were found, and with the answer model \
            choosing. The set that is in the sources is two questions on each of twelve invented \
            documents of 35 to 1,500 lines. Nothing is kept: documents and records are in memory."
    )]
    Bench(Speed),
    /// Fit when to answer and how far to trust an answer, from cases with
    /// known answers.
    Calibrate(Calibrate),
    /// What people say of answers: what waits, accept, correct, reject.
    #[command(
        subcommand,
        long_about = "What people say of answers.\n\n\
            Answers that need a person wait in a queue, those first where looking finds most errors. \
            What is said of an answer is a record of its own in the audit trail, with the name of whoever \
            says it; the answer stays as it was given. What each person said last holds; where two say \
            different things, it is disputed until they agree."
    )]
    Review(Review),
    /// The audit trail.
    #[command(subcommand)]
    Audit(Audit),
    /// The file of documents, answers and audit trail: back it up, put it back, encrypt it.
    #[command(subcommand)]
    Vault(Vault),
    /// Keys that sign what crosses an air gap.
    #[command(subcommand)]
    Key(Key),
    /// Answer other programs on this machine, over standard input and output or a Unix socket.
    Serve(Serve),
    /// Look at machine, model, data directory; or check a bundle.
    Doctor(Doctor),
    /// Show a page of the manual, or the help of a command; without a name, all of them.
    Help {
        /// A page, such as `answers`, or the words of a command, such as `docs add`.
        #[arg(value_name = "PAGE OR COMMAND")]
        words: Vec<String>,
    },
    /// Write man pages and shell completions below a folder `share`.
    #[command(hide = true)]
    Manual { share: PathBuf },
}

#[derive(Args)]
pub struct Ask {
    /// The question; `-` reads it from standard input.
    #[arg(required_unless_present_any = ["recompute", "bundle"], default_value = "")]
    pub question: String,
    /// Passages that another program found (a retrieval bundle, JSON), in place of a search.
    #[arg(long, value_name = "FILE", conflicts_with = "documents")]
    pub bundle: Option<PathBuf>,
    /// Compute the steps of a recorded answer again, without a model; with --rates, at these.
    #[arg(long, value_name = "RECORD")]
    pub recompute: Option<String>,
    /// Exchange rates (TOML) for what is computed.
    #[arg(long, value_name = "FILE")]
    pub rates: Option<PathBuf>,
    /// A document to ask; may be given several times (default: all in the
    /// data directory).
    #[arg(long = "doc", value_name = "PATH")]
    pub documents: Vec<PathBuf>,
    /// Ask the documents of this collection.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["documents", "bundle", "ephemeral"])]
    pub collection: Option<String>,
    /// Ask only documents with this tag; given several times, with all of them.
    #[arg(long = "tag", value_name = "NAME", conflicts_with_all = ["documents", "bundle", "ephemeral"])]
    pub tags: Vec<String>,
    /// Ask each document by itself: a table with a row for each, a record for each.
    #[arg(long, conflicts_with_all = ["bundle", "recompute", "ephemeral"])]
    pub each: bool,
    /// Look only here, in place of what the question says of places and documents: page=3,
    /// line=10-20, section=7.2, title=lease, date=2019..2021, kind=pdf, kind=invoice, or a key
    /// of the documents' metadata; may be given several times.
    #[arg(long = "filter", value_name = "KEY=VALUE", conflicts_with = "bundle")]
    pub filters: Vec<String>,
    /// Look only in these lines: as --filter line=FROM-TO.
    #[arg(long, value_name = "FROM-TO", conflicts_with = "bundle")]
    pub lines: Option<String>,
    /// Answer type (default: guessed from the question).
    #[arg(long = "type", value_name = "T")]
    pub answer_type: Option<String>,
    /// Arrangement of the values.
    #[arg(long)]
    pub shape: Option<Shape>,
    /// Answer with this JSON Schema.
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,
    /// Labels for --type classification.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub labels: Vec<String>,
    /// Model by name (default: the catalogue's).
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    #[command(flatten)]
    pub prose: ProseOptions,
    #[command(flatten)]
    pub numbers: Numbers,
    /// Let the window or the `attest serve --socket` answer that is open on the same data directory:
    /// its models are loaded already. It answers under its own settings.
    #[arg(long, conflicts_with_all = ["bundle", "recompute", "rates", "each", "ephemeral", "policy", "calibration", "plain", "threads", "gpu_layers"])]
    pub shared: bool,
    /// Keep nothing: no document, no record on disk.
    #[arg(long)]
    pub ephemeral: bool,
}

/// How answers in prose are wanted.
#[derive(Args)]
pub struct ProseOptions {
    /// How a `structured_answer` is written (default: running text, or a list where a
    /// statement is no sentence).
    #[arg(long = "format", value_name = "FORMAT")]
    pub format_type: Option<Format>,
    /// Leave the citations out of the value of a `structured_answer`.
    #[arg(long)]
    pub no_citations: bool,
    /// At most so many statements in a `structured_answer`, each with its citation.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_citations: Option<u32>,
    /// Plain cited text in place of a `structured_answer`.
    #[arg(long)]
    pub no_structured_output: bool,
    /// The predicted category of a message, for a `support_reply`, with its confidence.
    #[arg(long, value_name = "LABEL", requires = "priority")]
    pub category: Option<String>,
    /// How sure the category is, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    pub category_confidence: f64,
    /// The predicted priority of a message, for a `support_reply`, with its confidence.
    #[arg(long, value_name = "LABEL", requires = "category")]
    pub priority: Option<String>,
    /// How sure the priority is, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    pub priority_confidence: f64,
}

/// How the words of a structured answer are written.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// Sentences, one after the other.
    Plain,
    /// A Markdown list.
    Markdown,
    /// JSON: the statements, each with its citations.
    Structured,
}

#[derive(Args)]
pub struct VerifyAnswer {
    /// The question.
    pub question: String,
    /// The answer to check.
    pub answer: String,
    /// A document to ask; may be given several times (default: all in the
    /// data directory).
    #[arg(long = "doc", value_name = "PATH")]
    pub documents: Vec<PathBuf>,
    /// Look only here, as `ask --filter`.
    #[arg(long = "filter", value_name = "KEY=VALUE")]
    pub filters: Vec<String>,
    /// Type of the answer (default: guessed from the question).
    #[arg(long = "type", value_name = "T")]
    pub answer_type: Option<String>,
    #[command(flatten)]
    pub numbers: Numbers,
    /// Let the window or the `attest serve --socket` answer that is open on the same data directory:
    /// its models are loaded already. It answers under its own settings.
    #[arg(long, conflicts_with_all = ["ephemeral", "policy", "calibration", "plain", "threads", "gpu_layers"])]
    pub shared: bool,
    /// Keep nothing: no document, no record on disk.
    #[arg(long)]
    pub ephemeral: bool,
}

/// What `batch` takes.
#[derive(Args)]
pub struct Batch {
    /// Documents, and folders of documents.
    #[arg(long, required_unless_present_any = ["collection", "tags"], num_args = 1.., value_name = "PATH")]
    pub docs: Vec<PathBuf>,
    /// Ask the documents of this collection.
    #[arg(long, value_name = "NAME", conflicts_with = "docs")]
    pub collection: Option<String>,
    /// Ask only documents with this tag; given several times, with all of them.
    #[arg(long = "tag", value_name = "NAME", conflicts_with = "docs")]
    pub tags: Vec<String>,
    /// Questions: .toml or .jsonl (id, question, type, shape, labels, schema), .csv
    /// (the same but schema, named in the first row), .txt (one a line), or the
    /// name of a set (`attest questions list`); left out, those of the collection.
    #[arg(long, value_name = "FILE|SET", required_unless_present = "collection")]
    pub questions: Option<PathBuf>,
    /// The table: .jsonl (public responses), .csv, .xlsx or .parquet.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Go on with the last batch of the same documents, questions, model and
    /// policy.
    #[arg(long)]
    pub resume: bool,
    /// Model by name (default: the catalogue's).
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// The files of numbers.
    #[command(flatten)]
    pub numbers: Numbers,
    /// Exchange rates (TOML) for what is computed.
    #[arg(long, value_name = "FILE")]
    pub rates: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum Questions {
    /// List the sets; a file NAME.toml in the folder `questions` of the data
    /// directory is one, and takes the place of a set of that name.
    List,
    /// Print a set, to be changed and kept in a file of your own.
    Show {
        /// Its name.
        name: String,
    },
}

/// The files whose numbers decide what is shown and what is answered.
#[derive(Args)]
pub struct Numbers {
    /// Policy file (TOML).
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Calibration file (TOML), as `attest calibrate` writes it.
    #[arg(long, value_name = "FILE")]
    pub calibration: Option<PathBuf>,
    /// Without what makes the answer model fast: the same answers, slowly, to check that they
    /// are.
    #[arg(long)]
    pub plain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Shape {
    Single,
    Listing,
    Table,
    Tree,
    NestedJson,
}

#[derive(Args)]
pub struct Generate {
    /// The value's JSON Schema.
    #[arg(long, value_name = "FILE")]
    pub schema: PathBuf,
    /// What is asked for; `-`, and left out: standard input.
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub prompt: PathBuf,
    /// Model by name (default: the catalogue's).
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Tokens of an output, at most.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub max_tokens: u32,
    /// Outputs until one is valid, at most.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub max_attempts: u32,
}

#[derive(Args)]
pub struct Search {
    /// Words to look for.
    pub query: String,
    /// At most this many hits.
    #[arg(long, default_value_t = 10)]
    pub limit: u32,
    /// Only the documents of this collection.
    #[arg(long, value_name = "NAME")]
    pub collection: Option<String>,
    /// Only documents with this tag; given several times, with all of them.
    #[arg(long = "tag", value_name = "NAME")]
    pub tags: Vec<String>,
}

#[derive(Subcommand)]
pub enum Contracts {
    /// List the answer types.
    List,
    /// Show the JSON Schema of a type's value.
    Show {
        name: String,
        /// Print only the JSON Schema.
        #[arg(long)]
        schema: bool,
        /// Print the schema's grammar instead.
        #[arg(long, conflicts_with = "schema")]
        grammar: bool,
    },
}

#[derive(Subcommand)]
pub enum Models {
    /// List the known models.
    List,
    /// Register a GGUF file; with --base, an adapter for another model.
    #[command(long_about = "Register a GGUF file.\n\n\
            A model that answers is loaded and tried. With --base the file is an adapter (LoRA) for the \
            model of that name: both together are a model of their own, asked for by the adapter's name, \
            and what of the adapter does not fit the model is named.")]
    Add(AddModel),
    /// Check a model's file against its registered hash.
    Check { name: Option<String> },
    /// Cut a model's file into signed folders, one a medium.
    Pack(Pack),
    /// Check such folders and add the model that they hold.
    #[command(
        long_about = "Check such folders and add the model that they hold.\n\n\
            Every folder is checked against its signed list, and all of them together, before \
            anything is written; a file that is there is not overwritten. Exit code 1: a folder is \
            not believed."
    )]
    Unpack(Unpack),
    /// Estimate how a model fits this machine.
    Fit {
        name: Option<String>,
        /// Context in tokens.
        #[arg(long)]
        context: Option<u32>,
    },
    /// Measure how fast a model reads and writes on this machine.
    Bench { name: Option<String> },
}

#[derive(Args)]
pub struct AddModel {
    /// The file.
    pub file: PathBuf,
    /// The model that an adapter is put upon, by name.
    #[arg(long, value_name = "NAME")]
    pub base: Option<String>,
    /// How much of an adapter counts, 0 to 10; as it was trained unless given.
    #[arg(long, value_name = "NUMBER", requires = "base")]
    pub scale: Option<Scale>,
    /// What the model with an adapter is called; as the file unless given.
    #[arg(long, value_name = "NAME", requires = "base")]
    pub name: Option<String>,
}

#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct Eval {
    /// Cases (JSON Lines).
    pub cases: PathBuf,
    /// Write predictions here (JSON Lines).
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Write the numbered lines of each PDF into this folder.
    #[arg(long, value_name = "DIR")]
    pub texts: Option<PathBuf>,
    /// Model by name.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Write the weighed candidates and what went wrong beside each prediction.
    #[arg(long)]
    pub explain: bool,
    /// Leave the answer types to be read from the questions.
    #[arg(long)]
    pub guess_types: bool,
    /// Only find passages: tell how much of the evidence is shown to the model.
    #[arg(long)]
    pub recall: bool,
    /// Keep documents and their vectors in the data directory for the next run.
    #[arg(long)]
    pub keep: bool,
    /// Only the first N cases (in order of documents).
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    #[command(flatten)]
    pub numbers: Numbers,
}

#[derive(Args)]
pub struct Speed {
    /// Questions with known answers (JSON Lines, as of `compare`), beside their documents.
    #[arg(value_name = "FILE", default_value = "samples/bench/questions.jsonl")]
    pub questions: PathBuf,
    /// Policy file (TOML); each way of answering changes who chooses.
    #[arg(long, value_name = "FILE")]
    pub policy: Option<PathBuf>,
    /// Also without what makes the answer model fast.
    #[arg(long)]
    pub plain: bool,
    /// Only the first N questions (in order of documents).
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Take turns with another program: read one request a line on standard input, write one
    /// reply a line (docs/engine.md).
    #[arg(long)]
    pub in_turns: bool,
}

#[derive(Args)]
pub struct Calibrate {
    /// Cases (JSON Lines).
    #[arg(required_unless_present = "from_reviews")]
    pub cases: Option<PathBuf>,
    /// Fit to what people said of answers; cases and documents are written into a
    /// folder beside the calibration, and asked.
    #[arg(long, conflicts_with_all = ["cases", "predictions"])]
    pub from_reviews: bool,
    /// Write the calibration also where it makes no case right that was not before.
    #[arg(long, requires = "from_reviews")]
    pub without_gain: bool,
    /// Predictions of `attest eval --explain` over these cases; without them
    /// the cases are asked first.
    #[arg(long, value_name = "FILE")]
    pub predictions: Option<PathBuf>,
    /// Write the calibration here (TOML).
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Name of the calibration; stands in every record.
    #[arg(long, value_name = "NAME", default_value = "own")]
    pub name: String,
    /// Model by name, where the cases are asked first.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
}
