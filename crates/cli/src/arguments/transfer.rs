//! Arguments of what crosses an air gap.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `attest doctor`.
#[derive(Args)]
pub struct Doctor {
    /// Show where the log lies and its last lines, instead.
    #[arg(long, conflicts_with = "bundle")]
    pub logs: bool,
    /// Check this bundle, its signature and every file of it, and nothing of the machine. The
    /// exit code is 1 where anything is wrong.
    #[arg(long, value_name = "DIR")]
    pub bundle: Option<PathBuf>,
    /// The builder's public key, got on another way than the bundle: a file, the 56 characters,
    /// or the 24 words.
    #[arg(long, value_name = "KEY", requires = "bundle")]
    pub key: Option<String>,
}

/// `attest key`.
#[derive(Subcommand)]
pub enum Key {
    /// Make a pair of keys: FILE, the secret, and FILE.pub.
    New {
        /// Keep it where nobody else can read it, and outside of what it signs.
        file: PathBuf,
    },
    /// Show a public key, also as 24 words to print on paper.
    Show {
        /// A file, the 56 characters, or the 24 words.
        key: String,
    },
    /// List the files of a folder with their hashes, and sign the list.
    Sign {
        /// The folder.
        folder: PathBuf,
        /// The secret key's file.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// One line that is signed with the list: what it is, and of which version.
        #[arg(long, value_name = "TEXT")]
        comment: String,
    },
}

/// `attest models pack`.
#[derive(Args)]
pub struct Pack {
    /// The model's file (GGUF).
    pub file: PathBuf,
    /// Write the folders 1, 2, ... here, one for each medium.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The secret key that signs them; `attest key new` makes one.
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,
    /// Licence of the weights, as an SPDX expression.
    #[arg(long, value_name = "SPDX")]
    pub licence: String,
    /// The licence's text, which goes with every part.
    #[arg(long, value_name = "FILE")]
    pub licence_file: PathBuf,
    /// In words: where the file comes from.
    #[arg(long, value_name = "TEXT")]
    pub source: String,
    /// Chat template by name, where the file's own is not to be used.
    #[arg(long, value_name = "NAME")]
    pub template: Option<String>,
    /// Largest part in MiB, less than a medium holds.
    #[arg(long, value_name = "MIB", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    pub part_size: u64,
}

/// `attest models unpack`.
#[derive(Args)]
pub struct Unpack {
    /// The folders, in any order.
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// The packer's public key, got on another way than the folders: a file, the 56 characters,
    /// or the 24 words.
    #[arg(long, value_name = "KEY")]
    pub key: String,
}
