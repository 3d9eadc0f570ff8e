//! The key file of sealed backups: a key for each document and each answer that such a backup holds.
//! Erasing one writes the file anew without its key and overwrites what stood there, and no backup
//! opens it any more.
//!
//! What a key is of stands in clear, so that it can be destroyed while the vault's own key is not at
//! hand; the key itself is wrapped by that of an encrypted vault. `docs/vault-format.md` says what
//! stands in the file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use crate::canonical;
use crate::error::VaultError;
use crate::key_file::{self, MakeSeed};
use crate::leftovers::overwrite;
use crate::private;
use crate::secret::{DataKey, KEY_BYTES};
use crate::subject::Subject;

/// What stands in the file, as docs/vault-format.md says.
const FORMAT: u32 = 1;
/// Bytes of the file's own id: too many for two files to have the same by chance.
const ID_BYTES: usize = 16;
/// Longest file that is read: a million keys have less than 250 bytes each.
const MAX_BYTES: u64 = 256 << 20;
/// How the keys of a vault in clear are wrapped.
const CLEAR: &str = "clear";

/// A key of a document or an answer.
pub(crate) type OneKey = Zeroizing<[u8; KEY_BYTES]>;

/// A key as it is written. Overwritten when it is let go of.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Written(String);

impl Drop for Written {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// What stands in a key file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeyRing {
    format: u32,
    /// Random; tells it from all others.
    pub id: String,
    /// How often it was written.
    pub version: u64,
    /// By [`name_of`].
    keys: BTreeMap<String, Written>,
    /// Hashes of the names of keys that were destroyed: none of them is ever made again, or an older
    /// backup would seem to be broken where it is closed.
    destroyed: BTreeSet<String>,
}

/// The name of a key: what it is of, since which erasure of that (a sequence; 0 where there was
/// none), and what wraps it. So what is imported anew gets another key, and the old one stays gone.
pub(crate) fn name_of(subject: &Subject, erased: i64, wrapping: &str) -> String {
    format!("{}{erased}:{wrapping}", start_of(subject))
}

/// What the names of all keys of something begin with.
fn start_of(subject: &Subject) -> String {
    match subject {
        Subject::Document(id) => format!("document:{id}:"),
        Subject::Answer(id) => format!("answer:{id}:"),
    }
}

/// What a key is of, by its name; none for what is no such name.
pub(crate) fn subject_of(name: &str) -> Option<Subject> {
    let mut parts = name.split(':');
    let (what, id) = (parts.next()?, parts.next()?.to_owned());
    match what {
        "document" => Some(Subject::Document(id)),
        "answer" => Some(Subject::Answer(id)),
        _ => None,
    }
}

/// How the keys of a vault with this key are wrapped.
pub(crate) fn wrapping(key: Option<&DataKey>) -> String {
    key.map_or_else(|| CLEAR.to_owned(), DataKey::mark)
}

impl KeyRing {
    /// One without keys.
    pub(crate) fn new(make_seed: MakeSeed<'_>) -> Result<Self, VaultError> {
        Ok(Self {
            format: FORMAT,
            id: canonical::hex(&random(make_seed)?[..ID_BYTES]),
            version: 0,
            keys: BTreeMap::new(),
            destroyed: BTreeSet::new(),
        })
    }

    /// What stands in a file.
    ///
    /// # Errors
    ///
    /// [`VaultError::BackupKeys`] for one that cannot be read or is none.
    pub(crate) fn read(path: &Path) -> Result<Self, VaultError> {
        let unusable = |reason: String| VaultError::BackupKeys {
            path: path.to_path_buf(),
            reason,
        };
        let file = fs::File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => unusable("it is not there".to_owned()),
            _ => unusable(error.to_string()),
        })?;
        let length = file.metadata().map_or(0, |file| file.len());
        if length > MAX_BYTES {
            return Err(unusable("it is no key file: it is too long".to_owned()));
        }
        // Long enough from the start: a text that grows leaves a copy behind.
        let room = usize::try_from(length).unwrap_or(0) + 1;
        let mut text = Zeroizing::new(String::with_capacity(room));
        file.take(MAX_BYTES)
            .read_to_string(&mut text)
            .map_err(|error| unusable(error.to_string()))?;
        let ring: Self = serde_json::from_str(&text)
            // The message of the reader may quote what stands there.
            .map_err(|_| unusable("it is no key file".to_owned()))?;
        if ring.format != FORMAT {
            let found = ring.format;
            return Err(unusable(format!(
                "it has format {found}; this program knows {FORMAT}"
            )));
        }
        Ok(ring)
    }

    /// The key of this name; none where it was destroyed or never made.
    ///
    /// # Errors
    ///
    /// [`VaultError::SealBroken`] for one that is not what this program wrote.
    pub(crate) fn find(
        &self,
        name: &str,
        key: Option<&DataKey>,
    ) -> Result<Option<OneKey>, VaultError> {
        let Some(written) = self.keys.get(name) else {
            return Ok(None);
        };
        let broken = || VaultError::SealBroken {
            part: format!("the key {name}"),
        };
        let bytes = Zeroizing::new(STANDARD.decode(&written.0).map_err(|_| broken())?);
        let bytes = match key {
            Some(key) => Zeroizing::new(key.open(name, &bytes).ok_or_else(broken)?),
            None => bytes,
        };
        let bytes = <[u8; KEY_BYTES]>::try_from(bytes.as_slice());
        bytes
            .map(|bytes| Some(Zeroizing::new(bytes)))
            .map_err(|_| broken())
    }

    /// The key of this name, which is made where there is none.
    ///
    /// # Errors
    ///
    /// [`VaultError::KeyGone`] where there was one: another vault destroyed it, since this one gives
    /// what it erased itself another name.
    pub(crate) fn find_or_make(
        &mut self,
        name: &str,
        key: Option<&DataKey>,
        make_seed: MakeSeed<'_>,
    ) -> Result<OneKey, VaultError> {
        if let Some(found) = self.find(name, key)? {
            return Ok(found);
        }
        if self
            .destroyed
            .contains(&canonical::sha256_hex(name.as_bytes()))
        {
            let subject =
                subject_of(name).ok_or_else(|| VaultError::invalid("a key of nothing"))?;
            return Err(VaultError::KeyGone { subject });
        }
        let made = Zeroizing::new(random(make_seed)?);
        let bytes = match key {
            Some(key) => key.seal(name, made.as_slice())?,
            None => made.to_vec(),
        };
        let bytes = Zeroizing::new(bytes);
        self.keys
            .insert(name.to_owned(), Written(STANDARD.encode(&*bytes)));
        Ok(made)
    }

    /// Lets go of the keys that were made before something was erased, by the sequence of its
    /// tombstone; whether there was any.
    pub(crate) fn destroy(&mut self, subject: &Subject, erased: i64) -> bool {
        let start = start_of(subject);
        let is_gone = |name: &String| {
            let since = name.strip_prefix(&start).and_then(|rest| {
                let (since, _) = rest.split_once(':')?;
                since.parse::<i64>().ok()
            });
            since.is_some_and(|since| since < erased)
        };
        let gone: Vec<String> = self
            .keys
            .keys()
            .filter(|name| is_gone(name))
            .cloned()
            .collect();
        for name in &gone {
            self.keys.remove(name);
            self.destroyed
                .insert(canonical::sha256_hex(name.as_bytes()));
        }
        !gone.is_empty()
    }

    /// Writes the file, whole or not at all, and overwrites what stood there before.
    ///
    /// # Errors
    ///
    /// What the system says: the file is as it was, but where the old bytes alone could not be
    /// overwritten.
    pub(crate) fn write(&mut self, path: &Path) -> Result<(), VaultError> {
        self.version = self.version.saturating_add(1);
        let text = Zeroizing::new(canonical::print(self)? + "\n");
        put(path, text.as_bytes()).map_err(|error| VaultError::BackupKeys {
            path: path.to_path_buf(),
            reason: error.to_string(),
        })
    }
}

/// Where the file is while it is written.
fn half_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    PathBuf::from(name)
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Opened before it loses its name.
    let old = match fs::OpenOptions::new().write(true).open(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let half = half_of(path);
    let write = || {
        // What a kill left behind has keys in it.
        if let Ok(mut left) = fs::OpenOptions::new().write(true).open(&half) {
            overwrite(&mut left)?;
            fs::remove_file(&half)?;
        }
        let mut file = private::make_file(&half)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&half, path)
    };
    if let Err(error) = write() {
        // It is of no use; the first error is the one to tell.
        let _ = fs::remove_file(&half);
        return Err(error);
    }
    key_file::sync(path.parent().unwrap_or(path));
    old.map_or(Ok(()), |mut old| overwrite(&mut old))
}

fn random(make_seed: MakeSeed<'_>) -> Result<[u8; KEY_BYTES], VaultError> {
    make_seed().map_err(|error| VaultError::no_randomness(&error))
}
