//! Files and folders that a person gave to the window: chosen in a native dialog, dropped on it,
//! or opened with it.
//!
//! The page says paths when it wants something imported. A page that is taken over (by what a
//! document made it show) could say any; so only what a person gave is taken.

use crate::failure::{Failure, Reply};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What was given since the program was started.
#[derive(Default)]
pub struct Given(Mutex<BTreeSet<PathBuf>>);

impl Given {
    /// Takes note of what a person gave.
    pub fn add(&self, paths: &[PathBuf]) {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        given.extend(paths.iter().cloned());
    }

    /// Whether all of these were given, or lie in folders that were.
    ///
    /// # Errors
    ///
    /// `not_given`, naming the first that was not.
    pub fn check(&self, paths: &[PathBuf]) -> Reply<()> {
        let given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let climbs = |path: &Path| path.components().any(|part| part == Component::ParentDir);
        let is_given = |path: &Path| path.ancestors().any(|folder| given.contains(folder));
        match paths.iter().find(|path| climbs(path) || !is_given(path)) {
            None => Ok(()),
            Some(path) => Err(Failure::new(
                "not_given",
                format!("{} was not chosen by you.", path.display()),
                "Choose it in the dialog, or drop it on the window.",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_person_gave_is_taken() {
        let given = Given::default();
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        given.add(&paths(&["/home/ada/lease.pdf", "/home/ada/folder"]));
        for taken in [
            "/home/ada/lease.pdf",
            "/home/ada/folder",
            "/home/ada/folder/a/b.pdf",
        ] {
            assert_eq!(given.check(&paths(&[taken])), Ok(()), "{taken}");
        }
        for refused in [
            "/home/ada/other.pdf",
            "/home/ada/lease.pdf2",
            "/home/ada/folder2/b.pdf",
            "/home/ada/folder/../other.pdf",
            "/home/ada",
            "lease.pdf",
            "",
        ] {
            let told = given.check(&paths(&["/home/ada/lease.pdf", refused]));
            assert_eq!(told.unwrap_err().kind, "not_given", "{refused}");
        }
        assert_eq!(given.check(&[]), Ok(()));
    }
}
