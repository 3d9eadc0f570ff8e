//! The arguments of `attest vault`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Vault {
    /// Encrypt the data at rest with a passphrase.
    #[command(long_about = "Encrypt the data at rest with a passphrase.\n\n\
            The whole vault is written anew, encrypted (SQLCipher, AES-256), compared with the old \
            file row by row, and put in its place; the old file is overwritten and deleted. What a \
            disk, its file system or a backup keeps of it is out of reach. The key lies beside the \
            vault (attest.key), wrapped by the passphrase: without the passphrase, or without that \
            file, nobody can open the vault any more, so keep a copy of it with every backup. Close \
            the window before.")]
    Encrypt,
    /// Put the data into clear again.
    Decrypt,
    /// Change the passphrase of an encrypted vault.
    #[command(long_about = "Change the passphrase of an encrypted vault.\n\n\
            Only the key file beside the vault is written anew. Whoever has an old copy of it and \
            knows the old passphrase can still open the vault: where that matters, decrypt and \
            encrypt it, which makes a new key.")]
    ChangeKey(ChangeKey),
}

#[derive(Args)]
pub struct ChangeKey {
    /// Read the new passphrase from the first line of this file, which nobody else may be able to
    /// read (default: asked for, twice).
    #[arg(long, value_name = "FILE")]
    pub new_passphrase_file: Option<PathBuf>,
}
