//! The file of a table.

use super::super::question::BatchQuestion;
use crate::error::AppError;
use crate::file::{failed, read_text, write_text};
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const FOLDER: &str = "tables";

/// A table as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Kept {
    pub id: String,
    pub title: String,
    /// RFC 3339, UTC.
    pub created: String,
    pub document_ids: Vec<String>,
    pub questions: Vec<BatchQuestion>,
    /// Batches that answered it, oldest first.
    pub runs: Vec<Run>,
}

/// A batch, and what its ordinals stand for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    pub batch_id: String,
    pub plan_sha256: String,
    /// Model, policy, calibration, rates and program.
    pub terms_sha256: String,
    pub document_ids: Vec<String>,
    pub questions: Vec<BatchQuestion>,
}

impl Run {
    /// Row and column of an ordinal.
    pub fn place_of(&self, ordinal: usize) -> (usize, usize) {
        let columns = self.questions.len().max(1);
        (ordinal / columns, ordinal % columns)
    }
}

impl Kept {
    pub fn read(data_directory: &Path, id: &str) -> Result<Kept, AppError> {
        let path = path_of(data_directory, id)?;
        let text = read_text(&path).map_err(|error| match error {
            AppError::File { error, .. } if error.kind() == ErrorKind::NotFound => {
                AppError::input(format!("there is no table {id}"), "it was removed")
            }
            other => other,
        })?;
        parse(&path, &text)
    }

    pub fn write(&self, data_directory: &Path) -> Result<(), AppError> {
        let path = path_of(data_directory, &self.id)?;
        let folder = data_directory.join(FOLDER);
        std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
        write_text(&path, &serde_json::to_string(self).unwrap_or_default())
    }

    pub fn remove(data_directory: &Path, id: &str) -> Result<(), AppError> {
        let path = path_of(data_directory, id)?;
        std::fs::remove_file(&path).map_err(failed(&path))
    }
}

/// Every table of a data directory.
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
    files
        .iter()
        .map(|file| parse(file, &read_text(file)?))
        .collect()
}

/// Ids are the clock's; another one leads out of the folder.
fn path_of(data_directory: &Path, id: &str) -> Result<PathBuf, AppError> {
    let is_plain = !id.is_empty()
        && id
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if !is_plain {
        return Err(AppError::input("this is no id of a table", "open another"));
    }
    Ok(data_directory.join(FOLDER).join(format!("{id}.json")))
}

fn parse(path: &Path, text: &str) -> Result<Kept, AppError> {
    serde_json::from_str(text).map_err(|error| {
        AppError::input(
            format!("{}: line {}: {error}", path.display(), error.line()),
            "the file holds no table: move it away; its answers are in the audit trail",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_as_it_was_written_and_its_id_stays_in_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let kept = Kept {
            id: "0a-1".into(),
            title: "Leases".into(),
            ..Kept::default()
        };
        assert_eq!(all(folder.path()).unwrap(), []);
        kept.write(folder.path()).unwrap();
        assert_eq!(Kept::read(folder.path(), "0a-1").unwrap(), kept);
        assert_eq!(all(folder.path()).unwrap(), [kept]);
        for id in ["../settings", "", "a/b", "none"] {
            assert!(Kept::read(folder.path(), id).is_err(), "{id}");
        }
        Kept::remove(folder.path(), "0a-1").unwrap();
        assert_eq!(all(folder.path()).unwrap(), []);
    }
}
