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

    /// Whether it is certain that nobody has it open. Where it cannot be held, somebody may.
    pub(crate) fn is_surely_free(directory: &Path) -> bool {
        File::open(directory).is_ok_and(|opened| opened.try_lock().is_ok())
    }
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
        assert!(!Hold::is_surely_free(directory.path()));
        drop((one, two));
        assert!(Hold::is_surely_free(directory.path()));
        assert!(!Hold::is_surely_free(&directory.path().join("missing")));
        let alone = Hold::alone(directory.path(), at_once).unwrap();
        let refused = Hold::together(directory.path(), at_once).unwrap_err();
        assert!(matches!(refused, VaultError::Locked));
        drop(alone);
        assert!(Hold::together(directory.path(), at_once).is_ok());
    }
}
