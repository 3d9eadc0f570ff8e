//! Small files beside the vault that hold words of a person's work: in clear where the vault is, else
//! sealed with its key.

use crate::error::AppError;
use crate::file::{failed, make_folder, read_within, write_bytes};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use vault::{DataKey, is_sealed};

/// Folders of such files, in the data directory.
const FOLDERS: [&str; 2] = ["collections", "tables"];
/// Longest file that is read.
const MAX_BYTES: u64 = 16 << 20;

/// Where they are, and the key of an encrypted vault.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shelf<'a> {
    data_directory: &'a Path,
    key: Option<&'a DataKey>,
}

impl<'a> Shelf<'a> {
    pub(crate) fn of(data_directory: &'a Path, key: Option<&'a DataKey>) -> Shelf<'a> {
        Shelf {
            data_directory,
            key,
        }
    }

    /// Where a file lies; `name` is its path below the data directory, with `/`.
    pub(crate) fn path(self, name: &str) -> PathBuf {
        self.data_directory.join(name)
    }

    /// The text of a file.
    ///
    /// # Errors
    ///
    /// [`AppError::File`]; [`AppError::Input`] for one that was sealed with another key.
    pub(crate) fn read(self, name: &str) -> Result<String, AppError> {
        let path = self.path(name);
        let mut bytes = read_within(&path, MAX_BYTES, "move the file away")?;
        if is_sealed(&bytes) {
            let opened = self.key.and_then(|key| key.open(name, &bytes));
            bytes = opened.ok_or_else(|| {
                AppError::input(
                    format!(
                        "{}: not encrypted with the key of this vault",
                        path.display()
                    ),
                    "move the file away; the answers of a table and the documents of a collection are in the audit trail",
                )
            })?;
        }
        String::from_utf8(bytes).map_err(|_| {
            let error = std::io::Error::new(ErrorKind::InvalidData, "it is not UTF-8");
            failed(&path)(error)
        })
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// [`AppError::File`], [`AppError::Vault`] for one that is too large.
    pub(crate) fn write(self, name: &str, text: &str) -> Result<(), AppError> {
        let path = self.path(name);
        if let Some(folder) = path.parent() {
            make_folder(folder).map_err(failed(folder))?;
        }
        match self.key {
            Some(key) => write_bytes(&path, &key.seal(name, text.as_bytes())?),
            None => write_bytes(&path, text.as_bytes()),
        }
    }

    /// Deletes a file.
    pub(crate) fn remove(self, name: &str) -> Result<(), AppError> {
        let path = self.path(name);
        std::fs::remove_file(&path).map_err(failed(&path))
    }

    /// The names of the files with an ending in a folder, in order.
    pub(crate) fn list(self, folder: &str, ending: &str) -> Result<Vec<String>, AppError> {
        let path = self.path(folder);
        let entries = match std::fs::read_dir(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(failed(&path))?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let name = entry.map_err(failed(&path))?.file_name();
            // A name that is no text is none that was given here.
            if let Some(name) = name.to_str().filter(|name| name.ends_with(ending)) {
                names.push(format!("{folder}/{name}"));
            }
        }
        names.sort();
        Ok(names)
    }

    /// Writes every file anew as `to` has it. What is as it is to be stays.
    /// A file that is longer than any of ours, or was sealed with another key, is not ours and
    /// stays.
    pub(crate) fn put_all(self, to: Option<&DataKey>) -> Result<(), AppError> {
        for folder in FOLDERS {
            for name in self.list(folder, "")? {
                let path = self.path(&name);
                let is_ours = std::fs::metadata(&path)
                    .is_ok_and(|file| file.is_file() && file.len() <= MAX_BYTES);
                if is_ours {
                    self.put(&name, to)?;
                }
            }
        }
        Ok(())
    }

    fn put(self, name: &str, to: Option<&DataKey>) -> Result<(), AppError> {
        let path = self.path(name);
        let bytes = read_within(&path, MAX_BYTES, "move the file away")?;
        match (is_sealed(&bytes), to) {
            (false, Some(key)) => write_bytes(&path, &key.seal(name, &bytes)?),
            (true, None) => match self.key.and_then(|key| key.open(name, &bytes)) {
                Some(opened) => write_bytes(&path, &opened),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vault::{Passphrase, Vault};

    fn key(directory: &Path) -> DataKey {
        let passphrase = Passphrase::new("a red house".into());
        drop(Vault::open(directory, "2026-01-31T12:00:00Z").unwrap());
        let mut seed = 0;
        let mut make_seed = || {
            seed += 1;
            Ok([seed; 32])
        };
        vault::encrypt(directory, &passphrase, &mut make_seed).unwrap();
        vault::unlock(directory, &passphrase).unwrap()
    }

    #[test]
    fn files_are_sealed_beside_an_encrypted_vault_and_read_as_they_were_written() {
        let directory = tempfile::tempdir().unwrap();
        let key = key(directory.path());
        let clear = Shelf::of(directory.path(), None);
        let sealed = Shelf::of(directory.path(), Some(&key));
        clear.write("tables/a.json", "Who signed?").unwrap();
        sealed.write("tables/b.json", "Who paid?").unwrap();
        clear.write("collections/c.json", "Who owes?").unwrap();
        // Something else that lies there is no reason to fail.
        std::fs::write(sealed.path("tables/picture.png"), [0x89, b'P', 0xff]).unwrap();
        // A file from before is read, and sealed when all are.
        assert_eq!(sealed.read("tables/a.json").unwrap(), "Who signed?");
        sealed.put_all(Some(&key)).unwrap();
        for name in ["tables/a.json", "tables/b.json", "collections/c.json"] {
            let bytes = std::fs::read(sealed.path(name)).unwrap();
            assert!(is_sealed(&bytes) && !bytes.windows(4).any(|word| word == b"Who "));
            assert_eq!(clear.read(name).unwrap_err().kind(), "input");
        }
        assert_eq!(sealed.read("tables/a.json").unwrap(), "Who signed?");
        sealed.put_all(None).unwrap();
        assert_eq!(clear.read("tables/a.json").unwrap(), "Who signed?");
        assert_eq!(clear.list("tables", ".json").unwrap().len(), 2);
        assert!(clear.list("none", "").unwrap().is_empty());
        clear.remove("tables/a.json").unwrap();
        assert_eq!(clear.read("tables/a.json").unwrap_err().kind(), "file");
    }
}
