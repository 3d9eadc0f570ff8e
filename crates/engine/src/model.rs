//! From a catalogue entry to a file that may be loaded: it is there, its
//! header is sound, its hash is the pinned one, and it fits into memory.

use crate::catalogue::Entry;
use crate::decoder::Control;
use crate::file::open_regular;
use crate::header::{self, Header, HeaderError};
use crate::memory::{self, Estimate, Fit};
use sha2::{Digest, Sha256};
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
        let header = header::read(file).map_err(|error| ModelError::Header {
            path: path.into(),
            error,
        })?;
        let hashed = hash_file(path, on_bytes).map_err(unreadable)?;
        let sha256 = hashed.ok_or(ModelError::Cancelled)?;
        Ok(ModelFile {
            path: path.into(),
            sha256,
            size_bytes,
            header,
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
        if file.sha256 != entry.sha256 {
            return Err(ModelError::Altered {
                path: file.path,
                expected: entry.sha256.clone(),
                found: file.sha256,
            });
        }
        Ok(file)
    }

    /// Memory needed at a context length.
    pub fn estimate(&self, context_tokens: u32) -> Estimate {
        memory::estimate(&self.header, self.size_bytes, u64::from(context_tokens))
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
