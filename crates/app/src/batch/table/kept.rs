//! The file of a table.

use super::super::question::BatchQuestion;
use crate::error::AppError;
use crate::shelf::Shelf;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;

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
    pub fn read(shelf: Shelf<'_>, id: &str) -> Result<Kept, AppError> {
        let name = name_of(id)?;
        let text = shelf.read(&name).map_err(|error| match error {
            AppError::File { error, .. } if error.kind() == ErrorKind::NotFound => {
                AppError::input(format!("there is no table {id}"), "it was removed")
            }
            other => other,
        })?;
        parse(shelf, &name, &text)
    }

    pub fn write(&self, place: Shelf<'_>) -> Result<(), AppError> {
        let text = serde_json::to_string(self).unwrap_or_default();
        place.write(&name_of(&self.id)?, &text)
    }

    pub fn remove(shelf: Shelf<'_>, id: &str) -> Result<(), AppError> {
        shelf.remove(&name_of(id)?)
    }
}

/// Every table of a data directory.
pub(super) fn all(shelf: Shelf<'_>) -> Result<Vec<Kept>, AppError> {
    let names = shelf.list(FOLDER, ".json")?;
    names
        .iter()
        .map(|name| parse(shelf, name, &shelf.read(name)?))
        .collect()
}

/// Ids are the clock's; another one leads out of the folder.
fn name_of(id: &str) -> Result<String, AppError> {
    let is_plain = !id.is_empty()
        && id
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if !is_plain {
        return Err(AppError::input("this is no id of a table", "open another"));
    }
    Ok(format!("{FOLDER}/{id}.json"))
}

fn parse(shelf: Shelf<'_>, name: &str, text: &str) -> Result<Kept, AppError> {
    serde_json::from_str(text).map_err(|error| {
        let path = shelf.path(name);
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
        let shelf = Shelf::of(folder.path(), None);
        let kept = Kept {
            id: "0a-1".into(),
            title: "Leases".into(),
            ..Kept::default()
        };
        assert_eq!(all(shelf).unwrap(), []);
        kept.write(shelf).unwrap();
        assert_eq!(Kept::read(shelf, "0a-1").unwrap(), kept);
        assert_eq!(all(shelf).unwrap(), [kept]);
        for id in ["../settings", "", "a/b", "none"] {
            assert!(Kept::read(shelf, id).is_err(), "{id}");
        }
        Kept::remove(shelf, "0a-1").unwrap();
        assert_eq!(all(shelf).unwrap(), []);
    }
}
