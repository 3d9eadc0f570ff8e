//! The file of a collection.

use crate::error::AppError;
use crate::file::{failed, make_folder, read_text, write_text};
use pipeline::hash::sha256;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const FOLDER: &str = "collections";

/// Digits of the hash of a name that its file is called by: names hold what no file's may.
const FILE_DIGITS: usize = 32;

/// A collection as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kept {
    pub name: String,
    #[serde(default)]
    pub questions: Option<String>,
    #[serde(default)]
    pub answer_type: Option<String>,
}

impl Kept {
    /// A new one.
    pub fn named(name: &str) -> Kept {
        Kept {
            name: name.to_owned(),
            ..Kept::default()
        }
    }

    pub fn write(&self, data_directory: &Path) -> Result<(), AppError> {
        let folder = data_directory.join(FOLDER);
        make_folder(&folder).map_err(failed(&folder))?;
        let text = serde_json::to_string(self).unwrap_or_default();
        write_text(&path_of(data_directory, &self.name), &text)
    }

    /// Of one that has no file nothing is removed.
    pub fn remove(data_directory: &Path, name: &str) -> Result<(), AppError> {
        let path = path_of(data_directory, name);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(&path)(error)),
            _ => Ok(()),
        }
    }
}

/// Every collection that has a file.
pub(super) fn all(data_directory: &Path) -> Result<Vec<Kept>, AppError> {
    let folder = data_directory.join(FOLDER);
    let entries = match std::fs::read_dir(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(failed(&folder))?,
    };
    let mut files = entries
        .map(|entry| Ok(entry.map_err(failed(&folder))?.path()))
        .collect::<Result<Vec<PathBuf>, AppError>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let read = |file: &PathBuf| {
        serde_json::from_str(&read_text(file)?).map_err(|error| {
            AppError::input(
                format!("{}: line {}: {error}", file.display(), error.line()),
                "the file holds no collection: move it away; what is in the collection stays",
            )
        })
    };
    files.iter().map(read).collect()
}

fn path_of(data_directory: &Path, name: &str) -> PathBuf {
    let hash = sha256(name.as_bytes());
    let digits = hash.get(..FILE_DIGITS).unwrap_or(&hash);
    data_directory.join(FOLDER).join(format!("{digits}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_is_read_as_it_was_written_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(all(folder.path()).unwrap(), []);
        let kept = Kept {
            name: "Smith / 2024: ../leases".into(),
            questions: Some("lease".into()),
            answer_type: None,
        };
        kept.write(folder.path()).unwrap();
        kept.write(folder.path()).unwrap();
        assert_eq!(all(folder.path()).unwrap(), std::slice::from_ref(&kept));
        Kept::remove(folder.path(), &kept.name).unwrap();
        Kept::remove(folder.path(), &kept.name).unwrap();
        assert_eq!(all(folder.path()).unwrap(), []);
        std::fs::write(folder.path().join(FOLDER).join("a.json"), "[]").unwrap();
        let error = all(folder.path()).unwrap_err();
        assert!(error.help().contains("move it away"), "{error}");
    }
}
