//! What lies beside a vault's file when it is only looked at, and whether the
//! file stays as it is meanwhile.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;

/// What lay beside the file, and what was done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Beside {
    /// A write-ahead log with changes that are not in the file yet. It is part
    /// of the vault and was read with it.
    LogRead,
    /// A write-ahead log on a medium where it cannot be read. The file was
    /// checked without what is in it.
    LogLeftAlone,
    /// A rollback journal, which no vault has but in the moment it is made.
    /// The program that next opens the file to write would put into it what
    /// stands there; it was left alone, and the file checked as it is.
    JournalLeftAlone,
}

/// The file as it was when it was opened without any lock.
#[derive(Debug)]
pub(crate) struct Standing {
    file: PathBuf,
    log: PathBuf,
    seen: Seen,
}

/// What changes of a file that is written to.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    length: Option<u64>,
    time: Option<SystemTime>,
    has_log: bool,
}

impl Standing {
    pub(crate) fn of(file: &Path) -> Self {
        let (file, log) = (file.to_path_buf(), name_beside(file, "-wal"));
        let seen = look(&file, &log);
        Self { file, log, seen }
    }

    /// Whether another program wrote to the file since.
    pub(crate) fn has_changed(&self) -> bool {
        look(&self.file, &self.log) != self.seen
    }
}

fn look(file: &Path, log: &Path) -> Seen {
    let file = fs::metadata(file).ok();
    Seen {
        length: file.as_ref().map(fs::Metadata::len),
        time: file.and_then(|file| file.modified().ok()),
        has_log: log.exists(),
    }
}

/// The file that `SQLite` puts beside another.
pub(crate) fn name_beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
