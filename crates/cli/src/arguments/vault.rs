//! The arguments of `attest vault`.

use clap::Subcommand;
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Vault {
    /// Copy the whole vault into one file, while it is used.
    #[command(
        long_about = "Copy the whole vault into one file, while it is used.\n\n\
            The file is the vault as it is at one moment. It is verified before it gets its name, and what is there \
            is never overwritten. It holds documents and answers in clear, but neither the key that signs checkpoints, \
            nor settings, nor models. Documents that are erased later stay in it."
    )]
    Backup {
        /// The file, or a folder, in which it is named by day and number of records
        #[arg(value_name = "FILE or FOLDER")]
        place: PathBuf,
    },
    /// Put a backup into a data directory in which there is no vault.
    #[command(
        long_about = "Put a backup into a data directory in which there is no vault.\n\n\
            The backup is verified first and stays as it is. Where this machine keeps a checkpoint of what was in the \
            data directory before, `attest audit verify` says that records are missing until `attest audit checkpoint \
            --anew` gives it up."
    )]
    Restore {
        /// What `attest vault backup` wrote
        file: PathBuf,
    },
}
