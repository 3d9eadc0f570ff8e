//! Reading an export back: that it is what was signed, and that it fits together.
//!
//! Nothing of the vault is needed, and nothing that the folder says is believed
//! before it was compared: the signature leads to `SHA256SUMS`, that to every
//! file, the checkpoint to every record, a record to what it binds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::names::{CHECKPOINT, CONTENTS, DOCUMENTS, FORMAT, RECORDS, SEAL, SUMS};
use crate::audit::{self, ID_LENGTH, NO_HASH};
use crate::canonical::{hash_whole, hex, sha256_hex};
use crate::checkpoint::{SignedCheckpoint, read_hash};
use crate::merkle::{self, Hash};
use crate::note::{Note, VerifierKey};
use crate::pack::sealed_text;
use crate::proof_error::ProofError;

/// Longest line and longest small file that is read: nothing that a vault keeps apart from documents
/// is as long, and a hostile export shall not take all memory.
const MAX_BYTES: u64 = 256 << 20;

/// Deepest folder that is looked into, the export itself being 0: it has one level of them.
const MAX_DEPTH: u32 = 1;

/// An export that fits together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Whose it is: the name of the key that signed it.
    pub origin: String,
    /// Records.
    pub records: u64,
    /// Documents with their bytes.
    pub documents: u64,
    /// What records bind and the export holds, documents among it.
    pub contents: u64,
    /// What records bind and the export does not hold: it was erased before.
    pub erased: u64,
    /// Lower-case hexadecimal SHA-256 of `SHA256SUMS`.
    pub sha256: String,
}

/// Checks an export by the key of the vault that it is of.
///
/// # Errors
///
/// [`ProofError::Export`] names the first file that is not what it must be;
/// [`ProofError::NotSigned`], [`ProofError::Signature`], [`ProofError::Origin`].
pub fn check(folder: &Path, key: &VerifierKey) -> Result<Checked, ProofError> {
    let sums = read_text(folder, SUMS)?;
    let sha256: Hash = Sha256::digest(&sums).into();
    let seal = Note::parse(&read_text(folder, SEAL)?)?;
    seal.verify(key)?;
    if seal.text() != sealed_text(FORMAT, &sha256, key.name()) {
        return Err(bad(SUMS, "it is not the file that was signed"));
    }
    check_files(folder, &sums)?;
    let checkpoint = SignedCheckpoint::parse(&read_text(folder, CHECKPOINT)?)?;
    checkpoint.verify(key)?;
    let told = checkpoint.checkpoint();
    let bound = check_records(folder, told.size, &told.root)?;
    let documents = read_documents(folder)?;
    let held = check_contents(folder, &documents, &bound)?;
    Ok(Checked {
        origin: told.origin.clone(),
        records: told.size,
        documents: documents.len() as u64,
        contents: held,
        erased: bound.len() as u64 - held,
        sha256: hex(&sha256),
    })
}

/// Whether the files are those of `SHA256SUMS`, no more and no less.
fn check_files(folder: &Path, sums: &str) -> Result<(), ProofError> {
    let mut listed = BTreeMap::new();
    for line in sums.lines() {
        let (hash, name) = line
            .split_once("  ")
            .ok_or(bad(SUMS, "a line is not: hash, two spaces, name"))?;
        listed.insert(name, hash);
    }
    let mut there = BTreeSet::new();
    list(folder, "", 0, &mut there)?;
    for name in &there {
        if !listed.contains_key(name.as_str()) && name != SUMS && name != SEAL {
            return Err(bad(name, "it is no file of the export"));
        }
    }
    for (name, hash) in listed {
        // So no name leads out of the folder.
        if !there.contains(name) {
            return Err(bad(name, "it is missing"));
        }
        let found = hash_whole(open(folder, name)?).map_err(|_| bad(name, "it cannot be read"))?;
        if found.0 != hash {
            return Err(bad(name, "it was changed"));
        }
    }
    Ok(())
}

fn list(
    folder: &Path,
    before: &str,
    depth: u32,
    found: &mut BTreeSet<String>,
) -> Result<(), ProofError> {
    let unread = |_| bad(before, "it cannot be read");
    for entry in fs::read_dir(folder).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let name = entry.file_name();
        let name = name.to_str().ok_or(bad(before, "a name is not UTF-8"))?;
        let name = format!("{before}{name}");
        let kind = entry.file_type().map_err(unread)?;
        if kind.is_dir() && depth < MAX_DEPTH {
            list(&entry.path(), &format!("{name}/"), depth + 1, found)?;
        } else if kind.is_file() {
            found.insert(name);
        } else {
            return Err(bad(&name, "it is no file"));
        }
    }
    Ok(())
}

/// Whether every record stands in the tree and in the chain; what they bind.
fn check_records(folder: &Path, size: u64, root: &Hash) -> Result<BTreeSet<String>, ProofError> {
    let mut bound = BTreeSet::new();
    let (mut count, mut previous) = (0, NO_HASH.to_owned());
    each_line(folder, RECORDS, |line| {
        let form = || bad(RECORDS, "a line is no record");
        let text = |name: &str| line.get(name).and_then(Value::as_str).ok_or_else(form);
        let body = line.get("body").ok_or_else(form)?;
        let hashed = audit::hashed_text(count + 1, text("kind")?, text("time")?, body, &previous)
            .map_err(|_| form())?;
        let proof = line.get("proof").and_then(Value::as_array);
        let path: Option<Vec<Hash>> = proof.ok_or_else(form)?.iter().map(hash_of).collect();
        let leaf = merkle::hash_leaf(hashed.as_bytes());
        let path = path.ok_or_else(form)?;
        merkle::verify_inclusion(&leaf, count.unsigned_abs(), size, &path, root)?;
        count += 1;
        let hash = sha256_hex(hashed.as_bytes());
        let fits = text("hash")? == hash
            && text("previous_hash")? == previous
            && hash.get(..ID_LENGTH) == Some(text("id")?)
            && line.get("sequence").and_then(Value::as_i64) == Some(count);
        if !fits {
            return Err(bad(RECORDS, "a record does not follow from the one before"));
        }
        previous = hash;
        let contents = body.get("contents").and_then(Value::as_object);
        let named = contents.into_iter().flat_map(serde_json::Map::values);
        let named = named.filter_map(|content| content.get("sha256")?.as_str());
        bound.extend(named.map(str::to_owned));
        Ok(())
    })?;
    if count.unsigned_abs() != size {
        return Err(bad(
            RECORDS,
            "it has not the number of records of the checkpoint",
        ));
    }
    Ok(bound)
}

fn hash_of(value: &Value) -> Option<Hash> {
    read_hash(value.as_str()?)
}

/// The ids of the documents, whose bytes are hashed once more: their name is their hash.
fn read_documents(folder: &Path) -> Result<BTreeSet<String>, ProofError> {
    let mut documents = BTreeSet::new();
    each_line(folder, DOCUMENTS, |line| {
        let text = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default();
        let (id, file) = (text("id"), text("file"));
        let is_own = Path::new(file).file_stem().and_then(|stem| stem.to_str()) == Some(id)
            && file.starts_with("documents/")
            && !file.contains("..");
        let hash = open(folder, file)
            .ok()
            .and_then(|file| hash_whole(file).ok());
        let hash = hash.map(|(hash, _)| hash);
        if !is_own || hash.as_deref() != Some(id) || !documents.insert(id.to_owned()) {
            return Err(bad(
                DOCUMENTS,
                "a document is not the file with its id as hash",
            ));
        }
        Ok(())
    })?;
    Ok(documents)
}

/// How much of what the records bind is there.
fn check_contents(
    folder: &Path,
    documents: &BTreeSet<String>,
    bound: &BTreeSet<String>,
) -> Result<u64, ProofError> {
    let mut held: BTreeSet<String> = documents.clone();
    each_line(folder, CONTENTS, |line| {
        let text = |name: &str| line.get(name).and_then(Value::as_str);
        let bytes = match (text("text"), text("base64")) {
            (Some(text), None) => Some(text.as_bytes().to_vec()),
            (None, Some(base64)) => STANDARD.decode(base64).ok(),
            _ => None,
        };
        let hash = bytes.map(|bytes| sha256_hex(&bytes)).unwrap_or_default();
        if text("sha256") != Some(hash.as_str()) || !held.insert(hash) {
            return Err(bad(CONTENTS, "a content is not what its hash says"));
        }
        Ok(())
    })?;
    if held.is_subset(bound) {
        return Ok(held.len() as u64);
    }
    Err(bad(CONTENTS, "there is something that no record binds"))
}

fn each_line(
    folder: &Path,
    name: &str,
    mut on_line: impl FnMut(&Value) -> Result<(), ProofError>,
) -> Result<(), ProofError> {
    let unread = |_: io::Error| bad(name, "it cannot be read");
    let mut lines = BufReader::new(open(folder, name)?);
    loop {
        let mut line = Vec::new();
        let read = (&mut lines)
            .take(MAX_BYTES + 1)
            .read_until(b'\n', &mut line);
        match read.map_err(unread)? as u64 {
            0 => return Ok(()),
            bytes if bytes > MAX_BYTES => return Err(bad(name, "a line is longer than 256 MiB")),
            _ => {}
        }
        let line = line
            .strip_suffix(b"\n")
            .ok_or(bad(name, "a line has no end"))?;
        let value = serde_json::from_slice(line).map_err(|_| bad(name, "a line is no JSON"))?;
        on_line(&value)?;
    }
}

fn read_text(folder: &Path, name: &str) -> Result<String, ProofError> {
    let mut text = String::new();
    let read = open(folder, name)?
        .take(MAX_BYTES + 1)
        .read_to_string(&mut text);
    let bytes = read.map_err(|_| bad(name, "it cannot be read"))?;
    if bytes as u64 > MAX_BYTES {
        return Err(bad(name, "it is longer than 256 MiB"));
    }
    Ok(text)
}

/// Opens a file of the export to read it, if it is a regular one. Its name may belong to something else than
/// when it was listed: a pipe, whose opening would wait for ever, or a link out of the folder.
fn open(folder: &Path, name: &str) -> Result<File, ProofError> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.custom_flags(flags.bits().try_into().unwrap_or_default());
    }
    let unread = |_: io::Error| bad(name, "it cannot be read");
    let file = options.open(folder.join(name)).map_err(unread)?;
    // Of the file that was opened, not of the name.
    if file.metadata().map_err(unread)?.is_file() {
        return Ok(file);
    }
    Err(bad(name, "it is no regular file"))
}

fn bad(file: &str, reason: &'static str) -> ProofError {
    ProofError::Export {
        file: file.to_owned(),
        reason,
    }
}
