//! The arguments of `attest compare`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct Compare {
    #[command(subcommand)]
    pub command: Option<CompareCommand>,
    /// Cases with gold (JSON Lines), as `attest eval` takes them.
    #[arg(required_unless_present = "gold_from_reviews")]
    pub cases: Option<PathBuf>,
    /// Take what people said of answers as cases; they and their documents are written
    /// into the folder gold of DIR.
    #[arg(long, conflicts_with = "cases")]
    pub gold_from_reviews: bool,
    /// The folder of the comparison.
    #[arg(long, value_name = "DIR", required = true)]
    pub out: Option<PathBuf>,
    /// Models by name.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub models: Vec<String>,
    /// A policy file (TOML) and the name it gets here; may be given several times.
    #[arg(long = "setting", value_name = "NAME=FILE")]
    pub settings: Vec<String>,
    /// Compare models under the policy that ships.
    #[arg(long, conflicts_with = "settings")]
    pub as_shipped: bool,
    /// Calibration file (TOML), the same for all.
    #[arg(long, value_name = "FILE")]
    pub calibration: Option<PathBuf>,
    /// Leave the answer types to be read from the questions.
    #[arg(long)]
    pub guess_types: bool,
    /// Only the first N cases (in order of documents).
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Where chance comes from: bootstrap draws, order of the blind comparison.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Go on with what DIR holds.
    #[arg(long)]
    pub resume: bool,
}

#[derive(Subcommand)]
pub enum CompareCommand {
    /// Choose between answers that differ, without seeing whose they are.
    #[command(
        long_about = "Choose between answers that differ, without seeing whose they are.\n\n\
            Reads a line a pair from standard input: a, b, tie (both equally good), neither (both \
            bad), or quit. Each decision is kept at once, in DIR/decisions.jsonl; what is decided is \
            not shown again."
    )]
    Blind {
        /// The folder of a finished comparison.
        dir: PathBuf,
        /// Decides order and sides (default: the comparison's seed).
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
    /// Ratings by the decisions of the blind comparison (Bradley and Terry).
    Ratings {
        /// The folder of a finished comparison.
        dir: PathBuf,
        /// Decides the bootstrap draws (default: the comparison's seed).
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
}
