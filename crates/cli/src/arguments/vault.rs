//! The arguments of `attest vault`.

use super::keeping::Retention;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Vault {
    /// Copy the whole vault into one file, while it is used.
    #[command(
        long_about = "Copy the whole vault into one file, while it is used.\n\n\
            The file is the vault as it is at one moment. It is verified before it gets its name, and what is there \
            is never overwritten. Of a vault in clear it holds documents and answers in clear; of an encrypted one it \
            is encrypted with the same key, and a copy of the key file stands beside it (.key). It holds neither the \
            key that signs checkpoints, nor settings, nor models. Documents that are erased later stay in it, but where \
            it is sealed.\n\n\
            With --keys it is sealed: each document and each answer is encrypted under a key of its own, and the keys \
            stand in another file. Erasing destroys the key there, so that what was erased is closed in every backup that \
            was sealed with this file before, and in no other. Whoever has a copy of the key file from before still opens \
            them: keep one such file, on another disk than the backups, and copy it nowhere."
    )]
    Backup {
        /// The file, or a folder, in which it is named by day and number of records
        #[arg(value_name = "FILE or FOLDER")]
        place: PathBuf,
        /// Seal it, with the keys in this file: a new one, or that of a backup before
        #[arg(long, value_name = "FILE")]
        keys: Option<PathBuf>,
    },
    /// The key files of sealed backups that this vault has.
    #[command(
        long_about = "The key files of sealed backups that this vault has.\n\n\
            Erasing destroys keys in each of them. Where one was out of reach then, this command does it as soon as it is \
            back, as every opening of the vault does, and says what still waits."
    )]
    Keys {
        /// Forget this one: erasing destroys no key in it any more. The file itself stays
        #[arg(long, value_name = "FILE")]
        forget: Option<PathBuf>,
    },
    /// Write what the vault holds into a new folder that other programs read.
    #[command(
        long_about = "Write what the vault holds into a new folder that other programs read.\n\n\
            Documents as files and as they were read, records with their proofs, questions and answers, reviews, holds and \
            metadata as JSON Lines, all of one moment, hashed (SHA256SUMS) and signed with the vault's key. What was erased is not \
            in it. The folder is in clear, also where the vault is encrypted, and only you may read it. It is made of a copy of the \
            vault, which is verified first, read back, and gets its name when it is whole; the disk needs room for the copy, too. \
            What is there is never overwritten. `attest audit verify --export FOLDER` checks it later."
    )]
    Export {
        /// The folder, which must not be there
        #[arg(value_name = "FOLDER")]
        place: PathBuf,
    },
    /// Put a backup into a data directory in which there is no vault.
    #[command(
        long_about = "Put a backup into a data directory in which there is no vault.\n\n\
            The backup is verified first and stays as it is; the key file of an encrypted one must stand beside it. Where this machine keeps a checkpoint of what was in the \
            data directory before, `attest audit verify` says that records are missing until `attest audit checkpoint \
            --anew` gives it up.\n\n\
            A sealed backup needs its key file. What has no key there any more is taken for erased, and a record says so, \
            also where it was held when the backup was made. From then on erasing in this vault destroys keys in the file, \
            too."
    )]
    Restore {
        /// What `attest vault backup` wrote
        file: PathBuf,
        /// The key file of a sealed backup
        #[arg(long, value_name = "FILE")]
        keys: Option<PathBuf>,
    },
    /// Write the vault's file anew without the room that erased data left.
    #[command(
        long_about = "Write the vault's file anew without the room that erased data left.\n\n\
            The vault is verified before and after, and a record says so. Memory and disk need room for the whole \
            file once more. Close the window before."
    )]
    Compact,
    /// How long documents and answers are kept, and erasing what is past that.
    #[command(
        subcommand,
        long_about = "How long documents and answers are kept, and erasing what is past that.\n\n\
            Nothing is erased by itself: `due` lists what is past its period, `apply` erases it, each with a record. \
            What is held stays (`attest docs hold`, `attest audit hold`). Backups that were made before keep what is erased, but for sealed ones."
    )]
    Retention(Retention),
    /// Encrypt the data at rest with a passphrase.
    #[command(long_about = "Encrypt the data at rest with a passphrase.\n\n\
            The whole vault is written anew, encrypted (SQLCipher, AES-256), compared with the old \
            file row by row, and put in its place; the old file is overwritten and deleted. What a \
            disk, its file system or a backup keeps of it is out of reach. The key lies beside the \
            vault (attest.key), wrapped by the passphrase: without the passphrase, or without that \
            file, nobody can open the vault any more, so keep a copy of it with every backup. Close \
            the window before.\n\n\
            With --keyring the system's keyring (Secret Service) opens the vault, too, and nobody is \
            asked any more. The passphrase stays the way back: a backup, another machine, another \
            account and a keyring that was lost need it, so write it down and keep it apart.")]
    Encrypt(Encrypt),
    /// Put the data into clear again.
    Decrypt,
    /// Change the passphrase of an encrypted vault.
    #[command(long_about = "Change the passphrase of an encrypted vault.\n\n\
            Only the key file beside the vault is written anew. Whoever has an old copy of it and \
            knows the old passphrase can still open the vault: where that matters, decrypt and \
            encrypt it, which makes a new key.\n\n\
            With --keyring the system's keyring (Secret Service) opens the vault, too, and the \
            passphrase stays as it is unless a new one is given in a file. Without it the passphrase \
            alone opens the vault, and the keyring forgets what it had.")]
    ChangeKey(ChangeKey),
}

impl Vault {
    /// Whether it asks the keyring, whatever opens the vault.
    pub fn asks_keyring(&self) -> bool {
        match self {
            Vault::Encrypt(given) => given.keyring,
            Vault::ChangeKey(given) => given.keyring,
            _ => false,
        }
    }
}

#[derive(Args)]
pub struct Encrypt {
    /// Let the system's keyring open the vault, too
    #[arg(long)]
    pub keyring: bool,
}

#[derive(Args)]
pub struct ChangeKey {
    /// Let the system's keyring open the vault, too; the passphrase stays
    #[arg(long)]
    pub keyring: bool,
    /// Read the new passphrase from the first line of this file, which nobody else may be able to
    /// read (default: asked for, twice).
    #[arg(long, value_name = "FILE")]
    pub new_passphrase_file: Option<PathBuf>,
}
