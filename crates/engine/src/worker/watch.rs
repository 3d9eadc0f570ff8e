//! A model's file from the moment it is loaded: hashed as it is loaded, and looked at before
//! each request.
//!
//! llama.cpp maps the file, so what is written into it later is what the model is later. A check
//! before the file is loaded says nothing of that. So the process that loads it hashes the same
//! bytes meanwhile, and the program compares that hash with the catalogue's; and before each
//! request the file must be as it was then. Where only its times have moved, it is hashed again.
//!
//! # Limits
//!
//! That a file is as it was is told by its number, length and times of change, which the system
//! keeps. Who can set the system's clock, or write past it to the disk, can hide a change; who
//! can do that can change the program as well. A change in the middle of a request is found
//! before the next.

use crate::decoder::Control;
use crate::error::EngineError;
use crate::model::hash_file;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

/// What the system says of a file that changes whenever its bytes do.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    #[cfg(unix)]
    number: (u64, u64),
    #[cfg(unix)]
    changed: [(i64, i64); 2],
    #[cfg(not(unix))]
    changed: Option<std::time::SystemTime>,
}

impl Stamp {
    fn of(path: &Path) -> Result<Stamp, EngineError> {
        let metadata = std::fs::metadata(path);
        metadata.map(|found| stamp(&found)).map_err(|_| altered())
    }
}

#[cfg(unix)]
fn stamp(found: &Metadata) -> Stamp {
    use std::os::unix::fs::MetadataExt;
    Stamp {
        bytes: found.len(),
        number: (found.dev(), found.ino()),
        changed: [
            (found.mtime(), found.mtime_nsec()),
            (found.ctime(), found.ctime_nsec()),
        ],
    }
}

#[cfg(not(unix))]
fn stamp(found: &Metadata) -> Stamp {
    Stamp {
        bytes: found.len(),
        changed: found.modified().ok(),
    }
}

fn altered() -> EngineError {
    EngineError::Altered
}

fn hash(path: &Path) -> Result<String, EngineError> {
    match hash_file(path, &mut |_, _| Control::Continue) {
        Ok(Some(hash)) => Ok(hash),
        _ => Err(altered()),
    }
}

/// A file that is being loaded.
pub(super) struct Loading {
    path: PathBuf,
    before: Stamp,
    hashing: JoinHandle<Result<String, EngineError>>,
}

impl Loading {
    /// Called before the file is opened by anybody else.
    pub(super) fn begin(path: &Path) -> Result<Loading, EngineError> {
        let before = Stamp::of(path)?;
        let hashed = path.to_owned();
        Ok(Loading {
            path: path.to_owned(),
            before,
            hashing: std::thread::spawn(move || hash(&hashed)),
        })
    }

    /// Called when it is loaded.
    ///
    /// # Errors
    ///
    /// [`EngineError::Altered`] where it changed meanwhile.
    pub(super) fn end(self) -> Result<Watched, EngineError> {
        let sha256 = self.hashing.join().map_err(|_| altered())??;
        if Stamp::of(&self.path)? != self.before {
            return Err(altered());
        }
        Ok(Watched {
            path: self.path,
            stamp: self.before,
            sha256,
        })
    }
}

/// A file that was loaded.
pub(super) struct Watched {
    path: PathBuf,
    stamp: Stamp,
    /// Of the bytes that were loaded, lower-case hexadecimal.
    pub(super) sha256: String,
}

impl Watched {
    /// Whether it still holds what was loaded.
    ///
    /// # Errors
    ///
    /// [`EngineError::Altered`].
    pub(super) fn check(&mut self) -> Result<(), EngineError> {
        let now = Stamp::of(&self.path)?;
        if now == self.stamp {
            return Ok(());
        }
        let is_same = now.bytes == self.stamp.bytes && hash(&self.path)? == self.sha256;
        if !is_same || Stamp::of(&self.path)? != now {
            return Err(altered());
        }
        self.stamp = now;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, SeekFrom, Write};

    fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
        let mut file = std::fs::File::options().write(true).open(path).unwrap();
        file.seek(SeekFrom::Start(at)).unwrap();
        file.write_all(bytes).unwrap();
    }

    #[test]
    fn what_is_changed_while_it_is_loaded_or_later_is_found_and_a_touch_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model");
        std::fs::write(&path, "abc").unwrap();
        let mut watched = Loading::begin(&path).unwrap().end().unwrap();
        assert_eq!(
            watched.sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        watched.check().unwrap();
        // The same bytes, written anew and by another number.
        overwrite(&path, 0, b"abc");
        watched.check().unwrap();
        std::fs::write(folder.path().join("other"), "abc").unwrap();
        std::fs::rename(folder.path().join("other"), &path).unwrap();
        watched.check().unwrap();
        for (at, bytes) in [(1, "x"), (3, "d")] {
            overwrite(&path, at, bytes.as_bytes());
            assert_eq!(watched.check(), Err(EngineError::Altered));
            std::fs::write(&path, "abc").unwrap();
            watched.check().unwrap();
        }
        let loading = Loading::begin(&path).unwrap();
        overwrite(&path, 0, b"xyz");
        assert_eq!(loading.end().err(), Some(EngineError::Altered));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(watched.check(), Err(EngineError::Altered));
        assert_eq!(Loading::begin(&path).err(), Some(EngineError::Altered));
    }
}
