//! Backups of the vault, and the key files of sealed ones.

use super::Service;
use crate::failure::{Failure, Reply};
use crate::wire::{KeyFile, SealedCopy};
use std::path::{Path, PathBuf};

impl Service {
    /// Copies the vault into a file in this folder, named by day and number of records.
    pub fn back_up(&self, folder: &Path) -> Reply<PathBuf> {
        Ok(self.app.back_up(folder)?.path)
    }

    /// As [`Service::back_up`], with documents and answers sealed under keys in another file.
    pub fn back_up_sealed(&self, folder: &Path, keys: &Path) -> Reply<SealedCopy> {
        let seed = app::proof::system_seed;
        let made = self.app.back_up_sealed(folder, keys, seed)?;
        Ok(SealedCopy {
            path: made.backup.path.display().to_string(),
            keys: made.keys.display().to_string(),
            sealed: made.sealed,
        })
    }

    /// The key files of sealed backups.
    pub fn key_files(&self) -> Reply<Vec<KeyFile>> {
        let known = self.app.known_keys()?.into_iter();
        Ok(known
            .map(|one| KeyFile {
                path: one.path.display().to_string(),
                since: one.since,
                waiting: one.waiting,
                unusable: one.unusable,
            })
            .collect())
    }

    /// This path, where the vault has a key file there: the page may name no other.
    ///
    /// # Errors
    ///
    /// `not_given`, naming it.
    pub fn known_key_file(&self, path: PathBuf) -> Reply<PathBuf> {
        let known = self.app.known_keys()?;
        if known.iter().any(|one| one.path == path) {
            return Ok(path);
        }
        Err(Failure::new(
            "not_given",
            format!("{} is no key file of this vault.", path.display()),
            "Choose one of the list, or make a new one.",
        ))
    }

    /// Forgets a key file, which stays as it is: erasing destroys no key in it any more.
    pub fn forget_keys(&self, path: &Path) -> Reply<()> {
        Ok(self.app.forget_keys(path)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_sealed_backup_is_made_with_a_key_file_that_is_listed_until_it_is_forgotten() {
        let directory = tempfile::tempdir().unwrap();
        let folder = |name: &str| {
            let path = directory.path().join(name);
            std::fs::create_dir(&path).unwrap();
            path
        };
        let (backups, elsewhere) = (folder("backups"), folder("elsewhere"));
        let mut service = Service::open(directory.path().join("data"), None).unwrap();
        service.app = service.app.reading_here();
        let lease = directory.path().join("lease.txt");
        std::fs::write(&lease, "The rent is USD 5.\n").unwrap();
        service
            .import_documents(&[lease], &BTreeMap::new(), &mut |_| {})
            .unwrap();
        assert_eq!(service.key_files().unwrap(), []);
        let plain = service.back_up(&backups).unwrap();
        let keys = elsewhere.join("keys");
        let none = service.known_key_file(keys.clone()).unwrap_err();
        assert_eq!(none.kind, "not_given");
        let beside = service.back_up_sealed(&backups, &backups.join("keys"));
        assert!(
            beside
                .unwrap_err()
                .message
                .contains("in the folder of the backup")
        );
        let made = service.back_up_sealed(&backups, &keys).unwrap();
        assert_eq!(
            (made.sealed, made.keys.as_str()),
            (1, keys.to_str().unwrap())
        );
        assert!(plain.is_file() && Path::new(&made.path).is_file());
        let listed = service.key_files().unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!((listed[0].waiting, &listed[0].unusable), (0, &None));
        assert!(listed[0].since.is_some());
        assert_eq!(service.known_key_file(keys.clone()).unwrap(), keys);
        // What cannot be reached says so, and stays in the list.
        let away = elsewhere.join("away");
        std::fs::rename(&keys, &away).unwrap();
        assert!(service.key_files().unwrap()[0].unusable.is_some());
        std::fs::rename(&away, &keys).unwrap();
        service.forget_keys(&keys).unwrap();
        assert_eq!(service.key_files().unwrap(), []);
        assert!(keys.is_file());
    }
}
