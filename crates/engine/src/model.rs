//! From a catalogue entry to a file that may be loaded: it is there, its
//! header is sound, its hash is the pinned one, and it fits into memory.

use crate::adapter::{self, AdapterError};
use crate::catalogue::{Adapter, Entry};
use crate::decoder::Control;
use crate::file::open_regular;
use crate::header::{self, Header, HeaderError};
use crate::memory::{self, Estimate, Fit};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Why a model file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// There is no such file.
    #[error("the model file is missing: {}", .0.display())]
    Missing(PathBuf),
    /// The file cannot be read.
    #[error("the model file cannot be read: {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The header was refused.
    #[error("{}: {error}", path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: HeaderError,
    },
    /// The adapter cannot be put upon its model.
    #[error("{}: {error}", path.display())]
    Adapter {
        /// The adapter's file.
        path: PathBuf,
        /// What does not fit.
        error: AdapterError,
    },
    /// The bytes are not the pinned ones.
    #[error("{} is not the file it was registered as: sha256 {found}, expected {expected}", path.display())]
    Altered {
        /// The file.
        path: PathBuf,
        /// Registered hash.
        expected: String,
        /// Hash of the file.
        found: String,
    },
    /// The machine has too little memory.
    #[error("the model needs about {needed} MiB of memory and {available} MiB are free")]
    Memory {
        /// Needed, in MiB.
        needed: u64,
        /// Free, in MiB.
        available: u64,
    },
    /// Reading the file was broken off: nothing is known of it.
    #[error("the check of the model file was cancelled")]
    Cancelled,
}

impl ModelError {
    /// What a person can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            ModelError::Missing(_) => {
                "add the file with `attest models add FILE`; scripts/models of the sources fetches the default ones"
            }
            ModelError::Unreadable { .. } => "check the file's permissions and the disk",
            ModelError::Header {
                error: HeaderError::Adapter,
                ..
            } => "name the model that it is for: `attest models add FILE --base NAME`",
            ModelError::Adapter { .. } => {
                "name the model that the adapter was trained for, or fetch the file again"
            }
            ModelError::Header { .. } => "the file is damaged or no GGUF model: fetch it again",
            ModelError::Altered { .. } => {
                "the file was changed or damaged: fetch it again, or add it under a new name"
            }
            ModelError::Cancelled => "check it again when there is time",
            ModelError::Memory { .. } => {
                "close other programs, choose a smaller model, or a smaller context"
            }
        }
    }
}

/// A file that was checked.
#[derive(Debug, Clone)]
pub struct ModelFile {
    /// Where it is.
    pub path: PathBuf,
    /// SHA-256 of its bytes, lower-case hexadecimal.
    pub sha256: String,
    /// Its size.
    pub size_bytes: u64,
    /// What its header says.
    pub header: Header,
    /// What is put upon it; none: it is used as it is.
    pub adapter: Option<AdapterFile>,
}

/// An adapter's file whose bytes are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdapterFile {
    /// Where it is.
    pub path: PathBuf,
    /// SHA-256 of its bytes, lower-case hexadecimal.
    pub sha256: String,
    /// Its size.
    pub size_bytes: u64,
}

/// Is told how many bytes of a file are read, of how many, and says whether to
/// go on.
pub type OnBytes<'a> = dyn FnMut(u64, u64) -> Control + 'a;

/// Read at once, and between two words of how far it is.
const BLOCK_BYTES: usize = 1 << 20;

/// Lower-case hexadecimal SHA-256 of a file's bytes; none when it was broken
/// off.
///
/// # Errors
///
/// The system's, when the file cannot be read.
pub fn hash_file(path: &Path, on_bytes: &mut OnBytes<'_>) -> std::io::Result<Option<String>> {
    let mut file = open_regular(path)?;
    let total = file.metadata()?.len();
    let mut hash = Sha256::new();
    let mut buffer = vec![0; BLOCK_BYTES];
    let mut done = 0;
    loop {
        if on_bytes(done, total) == Control::Cancel {
            return Ok(None);
        }
        let count = file.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        hash.update(buffer.get(..count).unwrap_or_default());
        done += count as u64;
    }
    let digest = hash.finalize();
    let hexadecimal = |text: String, byte: &u8| text + &format!("{byte:02x}");
    Ok(Some(digest.iter().fold(String::new(), hexadecimal)))
}

/// A file that is to be read, and its size.
fn opened(path: &Path) -> Result<(File, u64), ModelError> {
    let unreadable = |error| ModelError::Unreadable {
        path: path.into(),
        error,
    };
    let file = match open_regular(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(ModelError::Missing(path.into()));
        }
        other => other.map_err(unreadable)?,
    };
    let size_bytes = file.metadata().map_err(unreadable)?.len();
    Ok((file, size_bytes))
}

fn hashed(path: &Path, on_bytes: &mut OnBytes<'_>) -> Result<String, ModelError> {
    let hash = hash_file(path, on_bytes).map_err(|error| ModelError::Unreadable {
        path: path.into(),
        error,
    })?;
    hash.ok_or(ModelError::Cancelled)
}

fn as_registered(path: PathBuf, found: &str, expected: &str) -> Result<(), ModelError> {
    if found == expected {
        return Ok(());
    }
    Err(ModelError::Altered {
        path,
        expected: expected.to_owned(),
        found: found.to_owned(),
    })
}

impl AdapterFile {
    /// Reads an adapter that is not registered yet; refused if it cannot be put upon the model in
    /// `base`.
    ///
    /// # Errors
    ///
    /// [`ModelError::Adapter`] for what does not fit, [`ModelError::Missing`] and
    /// [`ModelError::Unreadable`] for either file; [`ModelError::Cancelled`] when `on_bytes` says so.
    pub fn open(
        path: &Path,
        base: &Path,
        on_bytes: &mut OnBytes<'_>,
    ) -> Result<AdapterFile, ModelError> {
        let (file, size_bytes) = opened(path)?;
        let (model, _) = opened(base)?;
        adapter::check(&file, &model).map_err(|error| ModelError::Adapter {
            path: path.into(),
            error,
        })?;
        Ok(AdapterFile {
            path: path.into(),
            sha256: hashed(path, on_bytes)?,
            size_bytes,
        })
    }

    /// Checks a registered adapter: that it fits the model in `base`, then its hash.
    ///
    /// # Errors
    ///
    /// As [`AdapterFile::open`], and [`ModelError::Altered`].
    pub fn check(
        registered: &Adapter,
        base: &Path,
        on_bytes: &mut OnBytes<'_>,
    ) -> Result<AdapterFile, ModelError> {
        let found = AdapterFile::open(Path::new(&registered.file), base, on_bytes)?;
        as_registered(found.path.clone(), &found.sha256, &registered.sha256)?;
        Ok(found)
    }
}

impl ModelFile {
    /// Reads a file that is not in any catalogue yet.
    pub fn open(path: &Path) -> Result<ModelFile, ModelError> {
        ModelFile::open_watched(path, &mut |_, _| Control::Continue)
    }

    /// As [`ModelFile::open`], told how far it is.
    ///
    /// # Errors
    ///
    /// As [`ModelFile::open`]; [`ModelError::Cancelled`] when `on_bytes` says so.
    pub fn open_watched(path: &Path, on_bytes: &mut OnBytes<'_>) -> Result<ModelFile, ModelError> {
        let (file, size_bytes) = opened(path)?;
        let header = header::read(file).map_err(|error| ModelError::Header {
            path: path.into(),
            error,
        })?;
        Ok(ModelFile {
            path: path.into(),
            sha256: hashed(path, on_bytes)?,
            size_bytes,
            header,
            adapter: None,
        })
    }

    /// Checks a catalogue entry's file: header first, then the hash.
    pub fn check(entry: &Entry, models: &Path) -> Result<ModelFile, ModelError> {
        ModelFile::check_watched(entry, models, &mut |_, _| Control::Continue)
    }

    /// As [`ModelFile::check`], told how far it is.
    ///
    /// # Errors
    ///
    /// As [`ModelFile::check`]; [`ModelError::Cancelled`] when `on_bytes` says
    /// so.
    pub fn check_watched(
        entry: &Entry,
        models: &Path,
        on_bytes: &mut OnBytes<'_>,
    ) -> Result<ModelFile, ModelError> {
        let file = ModelFile::open_watched(&models.join(&entry.file), on_bytes)?;
        as_registered(file.path.clone(), &file.sha256, &entry.sha256)?;
        Ok(file)
    }

    /// Bytes of weights that are held in memory: its own, and those of its adapter.
    pub fn weight_bytes(&self) -> u64 {
        let adapter = self.adapter.as_ref();
        let more = adapter.map_or(0, |adapter| adapter.size_bytes);
        self.size_bytes.saturating_add(more)
    }

    /// Memory needed at a context length.
    pub fn estimate(&self, context_tokens: u32) -> Estimate {
        memory::estimate(&self.header, self.weight_bytes(), u64::from(context_tokens))
    }

    /// Refuses a model that would not fit, before anything is loaded.
    pub fn check_memory(&self, context_tokens: u32) -> Result<(), ModelError> {
        let Some(available) = memory::available_bytes() else {
            return Ok(());
        };
        let estimate = self.estimate(context_tokens);
        match memory::fit(&estimate, available) {
            Fit::Fits => Ok(()),
            Fit::WillNotLoad => Err(ModelError::Memory {
                needed: estimate.total_bytes() >> 20,
                available: available >> 20,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_a_missing_file_and_one_that_is_no_model() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("none.gguf");
        assert!(matches!(
            ModelFile::open(&missing),
            Err(ModelError::Missing(_))
        ));
        let text = directory.path().join("text.gguf");
        std::fs::write(&text, "not a model").unwrap();
        assert!(matches!(
            ModelFile::open(&text),
            Err(ModelError::Header {
                error: HeaderError::NotGguf,
                ..
            })
        ));
    }

    #[test]
    fn hashes_known_bytes() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        let mut told = Vec::new();
        let hash = hash_file(&path, &mut |done, total| {
            told.push((done, total));
            Control::Continue
        });
        assert_eq!(
            hash.unwrap().unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(told, [(0, 3), (3, 3)]);
    }

    #[test]
    fn a_check_that_is_broken_off_knows_nothing_and_reads_no_further() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("long");
        std::fs::write(&path, vec![0; 3 * BLOCK_BYTES]).unwrap();
        let mut read = 0;
        let broken = hash_file(&path, &mut |done, _| {
            read = done;
            if done > 0 {
                Control::Cancel
            } else {
                Control::Continue
            }
        });
        assert_eq!(broken.unwrap(), None);
        assert_eq!(read, BLOCK_BYTES as u64);
    }
}
