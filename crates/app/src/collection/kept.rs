//! The file of a collection.

use crate::error::AppError;
use crate::shelf::Shelf;
use pipeline::hash::sha256;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;

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
    #[serde(default)]
    pub watched_folder: Option<String>,
}

impl Kept {
    /// A new one.
    pub fn named(name: &str) -> Kept {
        Kept {
            name: name.to_owned(),
            ..Kept::default()
        }
    }

    pub fn write(&self, place: Shelf<'_>) -> Result<(), AppError> {
        let text = serde_json::to_string(self).unwrap_or_default();
        place.write(&file_of(&self.name), &text)
    }

    /// Of one that has no file nothing is removed.
    pub fn remove(shelf: Shelf<'_>, name: &str) -> Result<(), AppError> {
        match shelf.remove(&file_of(name)) {
            Err(AppError::File { error, .. }) if error.kind() == ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }
}

/// Every collection that has a file.
pub(super) fn all(shelf: Shelf<'_>) -> Result<Vec<Kept>, AppError> {
    let read = |name: &String| {
        serde_json::from_str(&shelf.read(name)?).map_err(|error| {
            AppError::input(
                format!(
                    "{}: line {}: {error}",
                    shelf.path(name).display(),
                    error.line()
                ),
                "the file holds no collection: move it away; what is in the collection stays",
            )
        })
    };
    shelf.list(FOLDER, ".json")?.iter().map(read).collect()
}

/// The path of a collection's file below the data directory.
fn file_of(name: &str) -> String {
    let hash = sha256(name.as_bytes());
    let digits = hash.get(..FILE_DIGITS).unwrap_or(&hash);
    format!("{FOLDER}/{digits}.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_is_read_as_it_was_written_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::of(folder.path(), None);
        assert_eq!(all(shelf).unwrap(), []);
        let kept = Kept {
            name: "Smith / 2024: ../leases".into(),
            questions: Some("lease".into()),
            answer_type: None,
            watched_folder: Some("/home/ada/leases".into()),
        };
        kept.write(shelf).unwrap();
        kept.write(shelf).unwrap();
        assert_eq!(all(shelf).unwrap(), std::slice::from_ref(&kept));
        Kept::remove(shelf, &kept.name).unwrap();
        Kept::remove(shelf, &kept.name).unwrap();
        assert_eq!(all(shelf).unwrap(), []);
        std::fs::write(folder.path().join(FOLDER).join("a.json"), "[]").unwrap();
        let error = all(shelf).unwrap_err();
        assert!(error.help().contains("move it away"), "{error}");
    }
}
