//! Exports: what a vault holds, as a folder that other programs read
//! (`docs/export.md`).
//!
//! ```text
//! README.txt         what is what, in words
//! export.json        what it was made of, and how much of each there is
//! checkpoint         how many records there are, and the root of their tree: a signed note
//! records.jsonl      the audit trail, each record with the hashes that lead to that root
//! contents.jsonl     what records bind by its SHA-256, but for the documents' own bytes
//! documents.jsonl    each document: title, type, date, metadata, collections, its two files
//! answers.jsonl      questions and answers by their records
//! reviews.jsonl      what people said of answers
//! holds.jsonl        what is held, and why
//! models.jsonl       the models that were registered, by their hashes
//! documents/         each document, byte for byte as it was imported
//! readings/          each document as it was read: pages, numbered lines, tables
//! stamps/            checkpoints that were time-stamped, with their tokens and certificates
//! SHA256SUMS         the hash of every file above, as `sha256sum` writes and checks it
//! SHA256SUMS.note    the vault's signature over that
//! ```
//!
//! It is made of a copy of the vault at one moment, which is verified first, in
//! a folder beside its place; read back ([`check()`]) and compared; brought to the
//! disk; and renamed. What was erased is not in it, and its records are.

mod check;
mod names;
mod rows;
mod writer;

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::canonical::hex;
use crate::checkpoint::SignedCheckpoint;
use crate::error::VaultError;
use crate::half::{self, EXPORT, Half, refuse_taken, taken, unwritable};
use crate::note::{KeyKind, Note, SigningKey};
use crate::pack::sealed_text;
use crate::private::make_file;
use crate::secret::DataKey;
use crate::vault::Vault;

pub use check::{Checked, check};
pub use names::FORMAT;
use names::{ABOUT, CHECKPOINT, SEAL, SUMS};
use writer::Writer;

const README: &str = include_str!("export/README.txt");

/// What stands in an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Export {
    /// The folder.
    pub path: PathBuf,
    /// Records.
    pub records: u64,
    /// Hash of the last of them.
    pub head_hash: String,
    /// Documents with their bytes, those that were removed and not erased among them.
    pub documents: u64,
    /// Files, with the signature.
    pub files: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Lower-case hexadecimal SHA-256 of `SHA256SUMS`, which binds every other file.
    pub sha256: String,
    /// The key that signed it, `name+id+key`.
    pub key: String,
    /// Half-written backups and exports in the same folder, of programs that were killed. One under
    /// this very name was deleted, others lie there still.
    pub found_halves: Vec<PathBuf>,
}

impl Vault {
    /// Writes what the vault holds at this moment into a folder that must not be there, in clear,
    /// signed by the vault's key. Programs may read and write the vault meanwhile. Only the person
    /// may read the folder. An encrypted vault needs its `key`. The disk needs room for a copy of
    /// the vault, too, which is deleted.
    ///
    /// # Errors
    ///
    /// [`VaultError::Taken`] where something has the name; [`VaultError::Encrypted`] without the key
    /// of an encrypted vault; [`VaultError::NotSound`] where the vault does not verify;
    /// [`VaultError::NotCopied`] where what was written is not what was meant;
    /// [`VaultError::DiskFull`], [`VaultError::Locked`], [`VaultError::NotWritten`]. Nothing is left
    /// behind.
    pub fn export(
        &self,
        place: &Path,
        key: Option<&DataKey>,
        signing: &SigningKey,
        now: &str,
    ) -> Result<Export, VaultError> {
        refuse_taken(place)?;
        if self.is_encrypted && key.is_none() {
            return Err(VaultError::Encrypted);
        }
        let found_halves = half::find(place)?;
        let half = Half::of_backup(place)?;
        let key = key.filter(|_| self.is_encrypted);
        if key.is_some() {
            half.take_key(&self.key_file())?;
        }
        make_file(&half.file()).map_err(|error| unwritable(place, &error))?;
        self.copy_into(&half.file(), key)?;
        let copy = Vault::open_to_verify_with(&half.folder, key)?;
        let found = copy.verify()?;
        if !found.is_sound() {
            return Err(VaultError::NotSound);
        }
        let folder = half.folder.join(EXPORT);
        let mut writer = Writer::begin(&folder, place)?;
        let (size, root) = copy.tree_head()?;
        let checkpoint = SignedCheckpoint::sign(size, root, signing);
        writer.text("README.txt", README)?;
        writer.text(CHECKPOINT, &checkpoint.to_string())?;
        let counts = rows::write_all(&copy, size, &mut writer)?;
        let about = json!({
            "format": FORMAT,
            "made_at": now,
            "origin": signing.name(),
            "key": signing.verifier(KeyKind::Note).to_string(),
            "records": size,
            "head_hash": found.head_hash,
            "vault_format": found.format,
            "encrypted_vault": self.is_encrypted,
            "counts": counts,
        });
        writer.text(ABOUT, &format!("{about:#}\n"))?;
        let sums = writer.sums();
        let sha256 = Sha256::digest(&sums);
        writer.text(SUMS, &sums)?;
        let mut seal = Note::unsigned(sealed_text(FORMAT, &sha256.into(), signing.name()));
        seal.sign(signing);
        writer.text(SEAL, &seal.to_string())?;
        let (files, bytes) = writer.finish()?;
        let trusted = signing.verifier(KeyKind::Note);
        match check(&folder, &trusted) {
            Ok(read) if read.records == size && read.documents == counts.documents => {}
            _ => return Err(VaultError::NotCopied),
        }
        drop(copy);
        // Before the export has its name: a kill in between then leaves no second copy of the words.
        fs::remove_file(half.file()).map_err(|error| unwritable(place, &error))?;
        put(&folder, place)?;
        Ok(Export {
            path: place.to_path_buf(),
            records: size,
            head_hash: found.head_hash,
            documents: counts.documents,
            files,
            bytes,
            sha256: hex(&sha256),
            key: trusted.to_string(),
            found_halves,
        })
    }
}

/// Gives a folder that is whole its name. An empty folder is the only thing that a renaming could
/// replace, where one was made since.
fn put(folder: &Path, place: &Path) -> Result<(), VaultError> {
    refuse_taken(place)?;
    fs::rename(folder, place).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists | std::io::ErrorKind::DirectoryNotEmpty => taken(place),
        _ => unwritable(place, &error),
    })?;
    let parent = place
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    writer::sync_folder(parent.unwrap_or(Path::new("."))).map_err(|error| unwritable(place, &error))
}
