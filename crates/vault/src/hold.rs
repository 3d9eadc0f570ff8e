//! Who has a vault open. Everybody who opens it holds its directory together with the others; what
//! puts another file in its place holds it alone. Without that, a program that opened the file
//! before would go on to write into one that has no name any more.
//!
//! The system lets go of it when the process ends, however it ends. Where it cannot be held
//! (Windows, and file systems without such locks), what puts another file in place relies on
//! `SQLite`'s own locks.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use crate::error::VaultError;

/// Between two looks at a lock that somebody else holds: too short for a person to notice.
const PAUSE: Duration = Duration::from_millis(20);

/// Held until it is dropped.
#[derive(Debug)]
pub(crate) struct Hold {
    _directory: Option<File>,
}

impl Hold {
    /// With all others who have it open.
    ///
    /// # Errors
    ///
    /// [`VaultError::Locked`] while somebody holds it alone, for longer than `patience`.
    pub(crate) fn together(directory: &Path, patience: Duration) -> Result<Self, VaultError> {
        wait(directory, patience, File::try_lock_shared)
    }

    /// Alone.
    ///
    /// # Errors
    ///
    /// [`VaultError::Locked`] while anybody has it open, for longer than `patience`.
    pub(crate) fn alone(directory: &Path, patience: Duration) -> Result<Self, VaultError> {
        wait(directory, patience, File::try_lock)
    }

    /// Alone and at once, where it is certain that nobody has it open; none where it cannot be
    /// held, since somebody may.
    pub(crate) fn surely_alone(directory: &Path) -> Option<Self> {
        let opened = File::open(directory).ok()?;
        opened.try_lock().ok()?;
        // Another program may have put a folder of its own there between the two.
        is_still_there(&opened, directory).then_some(Self {
            _directory: Some(opened),
        })
    }
}

/// Whether an opened folder is the one that has this name now.
#[cfg(unix)]
fn is_still_there(opened: &File, directory: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |found: std::fs::Metadata| (found.dev(), found.ino());
    let opened = opened.metadata().map(id);
    let named = std::fs::symlink_metadata(directory).map(id);
    opened
        .ok()
        .zip(named.ok())
        .is_some_and(|(one, other)| one == other)
}

/// No folder can be opened as a file here.
#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    false
}

fn wait(
    directory: &Path,
    patience: Duration,
    lock: fn(&File) -> Result<(), TryLockError>,
) -> Result<Hold, VaultError> {
    let Ok(opened) = File::open(directory) else {
        return Ok(Hold { _directory: None });
    };
    let mut waited = Duration::ZERO;
    loop {
        match lock(&opened) {
            Err(TryLockError::WouldBlock) if waited < patience => {
                std::thread::sleep(PAUSE);
                waited += PAUSE;
            }
            Err(TryLockError::WouldBlock) => return Err(VaultError::Locked),
            // An error says that nothing can be locked here.
            Ok(()) | Err(TryLockError::Error(_)) => {
                return Ok(Hold {
                    _directory: Some(opened),
                });
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn many_hold_it_together_and_one_alone() {
        let directory = tempfile::tempdir().unwrap();
        let at_once = Duration::ZERO;
        let one = Hold::together(directory.path(), at_once).unwrap();
        let two = Hold::together(directory.path(), at_once).unwrap();
        let refused = Hold::alone(directory.path(), PAUSE).unwrap_err();
        assert!(matches!(refused, VaultError::Locked));
        assert!(Hold::surely_alone(directory.path()).is_none());
        drop((one, two));
        assert!(Hold::surely_alone(directory.path()).is_some());
        assert!(Hold::surely_alone(&directory.path().join("missing")).is_none());
        let alone = Hold::alone(directory.path(), at_once).unwrap();
        let refused = Hold::together(directory.path(), at_once).unwrap_err();
        assert!(matches!(refused, VaultError::Locked));
        drop(alone);
        assert!(Hold::together(directory.path(), at_once).is_ok());
    }

    #[test]
    fn a_folder_that_was_replaced_after_it_was_opened_is_another_one() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("folder");
        std::fs::create_dir(&folder).unwrap();
        let opened = File::open(&folder).unwrap();
        assert!(is_still_there(&opened, &folder));
        std::fs::rename(&folder, parent.path().join("aside")).unwrap();
        assert!(!is_still_there(&opened, &folder));
        std::fs::create_dir(&folder).unwrap();
        assert!(!is_still_there(&opened, &folder));
    }
}
