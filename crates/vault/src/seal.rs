//! What is kept of a vault outside of its database: the key that signs its
//! checkpoints, its last checkpoint, and the last checkpoints of others that
//! it was a witness of.
//!
//! The folder belongs to one vault and lies outside of its data directory, so
//! that whoever puts an older copy of the data back does not put it back too.
//! It is readable by its owner only (0700, files 0600). Files are written
//! beside and renamed, and everything that is read and then written is done
//! under a lock (`lock`), so that of two programs that close at once neither
//! sets the other's checkpoint back.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

use crate::canonical;
use crate::checkpoint::{Checkpoint, SignedCheckpoint};
use crate::note::{KeyKind, SigningKey, VerifierKey};
use crate::private;
use crate::proof_error::ProofError;

const KEY: &str = "signing.key";
const CHECKPOINT: &str = "checkpoint";
const LOCK: &str = "lock";
const WITNESSED: &str = "witnessed";

/// Longest file that is read: a key, or a checkpoint with 64 signatures.
const MAX_BYTES: u64 = 64 << 10;

/// Why the folder is of no use.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SealError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is there, and is not what was kept.
    #[error("{}: {error}", path.display())]
    NotBelieved {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ProofError,
    },
}

impl SealError {
    /// What a person can do about it.
    pub fn help(&self) -> String {
        match self {
            Self::File { .. } => {
                "make the folder writable, or name another with ATTEST_STATE".to_owned()
            }
            Self::NotBelieved { .. } => {
                "somebody changed the file: compare the trail with a checkpoint kept elsewhere \
                 (`attest audit verify --checkpoint FILE --key KEY`), then move the file away"
                    .to_owned()
            }
        }
    }
}

/// The last checkpoint of another vault that this one signed, and the key it
/// was signed with by that vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witnessed {
    /// The other vault's key, as it was given the first time.
    pub key: VerifierKey,
    /// What it said last.
    pub checkpoint: SignedCheckpoint,
}

/// The folder.
#[derive(Debug, Clone)]
pub struct Seal {
    folder: PathBuf,
}

/// Holds the folder's lock until it is dropped.
pub struct Held<'a> {
    seal: &'a Seal,
    _lock: File,
}

impl Seal {
    /// The folder of one vault, which is made when something is kept.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The key that was made; none before.
    ///
    /// # Errors
    ///
    /// [`SealError`].
    pub fn find_key(&self) -> Result<Option<SigningKey>, SealError> {
        let path = self.folder.join(KEY);
        let Some(text) = read(&path)? else {
            return Ok(None);
        };
        let key = SigningKey::parse(text.trim_end_matches('\n'));
        key.map(Some)
            .map_err(|error| SealError::NotBelieved { path, error })
    }

    /// The last checkpoint that was kept, which the vault's key signed.
    ///
    /// # Errors
    ///
    /// [`SealError::NotBelieved`], also where the key is gone.
    pub fn find_checkpoint(&self) -> Result<Option<SignedCheckpoint>, SealError> {
        let path = self.folder.join(CHECKPOINT);
        let Some(text) = read(&path)? else {
            return Ok(None);
        };
        let Some(key) = self.find_key()? else {
            let key = "that the vault had".to_owned();
            let error = ProofError::NotSigned { key };
            return Err(SealError::NotBelieved { path, error });
        };
        let read = SignedCheckpoint::parse(&text)
            .and_then(|found| found.verify(&key.verifier(KeyKind::Note)).map(|()| found));
        read.map(Some)
            .map_err(|error| SealError::NotBelieved { path, error })
    }

    /// Waits for the folder's lock, making the folder where it is missing.
    ///
    /// # Errors
    ///
    /// [`SealError::File`].
    pub fn hold(&self) -> Result<Held<'_>, SealError> {
        let path = self.folder.join(LOCK);
        let failed = failed(&path);
        make_folder(&self.folder)?;
        let lock = private::options()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(&failed)?;
        lock.lock().map_err(&failed)?;
        Ok(Held {
            seal: self,
            _lock: lock,
        })
    }
}

impl Held<'_> {
    /// The vault's key, made of a seed where there is none yet. The seed must
    /// come from the system's randomness but in tests.
    ///
    /// # Errors
    ///
    /// [`SealError`]; a key that cannot be read is never replaced.
    pub fn key(
        &self,
        make_seed: impl FnOnce() -> io::Result<[u8; 32]>,
    ) -> Result<SigningKey, SealError> {
        if let Some(key) = self.seal.find_key()? {
            return Ok(key);
        }
        let path = self.seal.folder.join(KEY);
        let seed = Zeroizing::new(make_seed().map_err(failed(&path))?);
        let key = SigningKey::from_seed(&seed);
        let text = Zeroizing::new(format!("{}\n", *key.secret()));
        write(&path, text.as_bytes())?;
        Ok(key)
    }

    /// Keeps a checkpoint in place of the last.
    ///
    /// # Errors
    ///
    /// [`SealError::File`].
    pub fn keep(&self, checkpoint: &SignedCheckpoint) -> Result<(), SealError> {
        let path = self.seal.folder.join(CHECKPOINT);
        write(&path, checkpoint.to_string().as_bytes())
    }

    /// Puts the checkpoint that is kept aside, under a name with its size and
    /// the start of its root, so that another can take its place.
    ///
    /// # Errors
    ///
    /// [`SealError::File`].
    pub fn give_up(&self, kept: &SignedCheckpoint) -> Result<(), SealError> {
        let Checkpoint { size, root, .. } = kept.checkpoint();
        let root = canonical::hex(root.get(..4).unwrap_or_default());
        let path = self.seal.folder.join(CHECKPOINT);
        let aside = self.seal.folder.join(format!("{CHECKPOINT}-{size}-{root}"));
        fs::rename(&path, aside).map_err(failed(&path))
    }

    /// What was last seen of another vault.
    ///
    /// # Errors
    ///
    /// [`SealError`].
    pub fn find_witnessed(&self, origin: &str) -> Result<Option<Witnessed>, SealError> {
        let path = self.witnessed_path(origin);
        let Some(text) = read(&path)? else {
            return Ok(None);
        };
        let (key, checkpoint) = text.split_once('\n').unwrap_or_default();
        let read = VerifierKey::parse(key).and_then(|key| {
            let checkpoint = SignedCheckpoint::parse(checkpoint)?;
            checkpoint.verify(&key)?;
            Ok(Witnessed { key, checkpoint })
        });
        read.map(Some)
            .map_err(|error| SealError::NotBelieved { path, error })
    }

    /// Keeps what was seen of another vault in place of what was seen before.
    ///
    /// # Errors
    ///
    /// [`SealError::File`].
    pub fn keep_witnessed(&self, seen: &Witnessed) -> Result<(), SealError> {
        let Checkpoint { origin, .. } = seen.checkpoint.checkpoint();
        let path = self.witnessed_path(origin);
        make_folder(&self.seal.folder.join(WITNESSED))?;
        write(
            &path,
            format!("{}\n{}", seen.key, seen.checkpoint).as_bytes(),
        )
    }

    /// Origins may hold anything; their hashes are names of files.
    fn witnessed_path(&self, origin: &str) -> PathBuf {
        let name = canonical::sha256_hex(origin.as_bytes());
        self.seal.folder.join(WITNESSED).join(name)
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> SealError {
    let path = path.to_path_buf();
    move |error| SealError::File {
        path: path.clone(),
        error,
    }
}

fn make_folder(folder: &Path) -> Result<(), SealError> {
    private::make_folder(folder).map_err(failed(folder))
}

/// The text of a file; none where it is not there.
fn read(path: &Path) -> Result<Option<Zeroizing<String>>, SealError> {
    let failed = failed(path);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let mut text = Zeroizing::new(String::new());
    io::Read::read_to_string(&mut io::Read::take(file, MAX_BYTES), &mut text).map_err(failed)?;
    Ok(Some(text))
}

/// Writes a file whole or not at all, on disk when this returns.
fn write(path: &Path, bytes: &[u8]) -> Result<(), SealError> {
    let failed = failed(path);
    let half = path.with_extension("new");
    let put = || {
        // What a crash left behind is taken over.
        match fs::remove_file(&half) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = private::make_file(&half)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&half, path)
    };
    put().map_err(failed)
}
