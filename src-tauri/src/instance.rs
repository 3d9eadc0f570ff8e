//! One window for a data directory. A second start hands its files to the
//! window that is there, and ends.
//!
//! Both meet in the data directory and nowhere else: who holds the lock of
//! `window.lock` is the window (the system lets go of it when the process
//! ends, however it ends), and what is to be opened is put as a file into
//! `opened/`, which the window looks into. No socket, no bus.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

const LOCK: &str = "window.lock";
const FOLDER: &str = "opened";
/// How often the window looks: a person hardly notices, a processor neither.
const PAUSE: Duration = Duration::from_millis(300);

/// Which start this is.
pub enum Start {
    /// The first: it holds the lock as long as it keeps this.
    First(Option<File>),
    /// Another window is there and was told.
    Second,
}

/// Takes the lock of a data directory, or hands the files to the window that
/// has it. Where neither can be done, this start is the first: what is wrong
/// with the directory is told in the window.
pub fn start(data_directory: &Path, files: &[PathBuf]) -> Start {
    let lock = std::fs::create_dir_all(data_directory)
        .and_then(|()| File::create(data_directory.join(LOCK)));
    let Ok(lock) = lock else {
        return Start::First(None);
    };
    match lock.try_lock() {
        Ok(()) => Start::First(Some(lock)),
        Err(TryLockError::WouldBlock) if hand_over(data_directory, files).is_ok() => Start::Second,
        Err(_) => Start::First(None),
    }
}

/// Whole or not at all: the window reads only files that bear their last name.
fn hand_over(data_directory: &Path, files: &[PathBuf]) -> std::io::Result<()> {
    let folder = data_directory.join(FOLDER);
    std::fs::create_dir_all(&folder)?;
    let name = std::process::id().to_string();
    let half = folder.join(format!("{name}.new"));
    std::fs::write(&half, serde_json::to_string(files)?)?;
    std::fs::rename(half, folder.join(format!("{name}.json")))
}

/// What second starts have handed over since the last look; none: nothing.
fn take(data_directory: &Path) -> Option<Vec<PathBuf>> {
    let mut files = None;
    let entries = std::fs::read_dir(data_directory.join(FOLDER)).ok()?;
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        // Gone first: what cannot be read must not come again and again.
        if std::fs::remove_file(&path).is_ok() {
            let handed: Vec<PathBuf> = serde_json::from_str(&text).unwrap_or_default();
            files.get_or_insert_with(Vec::new).extend(handed);
        }
    }
    files
}

/// Looks for files of second starts until the program ends.
pub fn watch(data_directory: PathBuf, opened: impl Fn(Vec<PathBuf>) + Send + 'static) {
    std::thread::spawn(move || {
        loop {
            if let Some(files) = take(&data_directory) {
                opened(files);
            }
            std::thread::sleep(PAUSE);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_start_hands_its_files_over_once_and_a_later_one_is_first_again() {
        let folder = std::env::temp_dir().join(format!("attest-instance-{}", std::process::id()));
        let first = start(&folder, &[]);
        assert!(matches!(first, Start::First(Some(_))));
        assert_eq!(take(&folder), None);
        let files = [PathBuf::from("/a b.pdf")];
        assert!(matches!(start(&folder, &files), Start::Second));
        assert_eq!(take(&folder).as_deref(), Some(&files[..]));
        assert_eq!(take(&folder), None);
        assert!(matches!(start(&folder, &[]), Start::Second));
        assert_eq!(
            take(&folder),
            Some(Vec::new()),
            "the window is to come forward"
        );
        drop(first);
        assert!(matches!(start(&folder, &[]), Start::First(Some(_))));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
