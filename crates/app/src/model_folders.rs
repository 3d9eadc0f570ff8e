//! Where model files are looked for: what was installed with this program
//! first, then the data directory's own.

use crate::directory;
use engine::Entry;
use std::path::{Path, PathBuf};

/// Folders of model files, in the order they are looked into.
#[derive(Debug, Clone)]
pub(crate) struct ModelFolders {
    /// Where files are put.
    pub own: PathBuf,
    folders: Vec<PathBuf>,
}

impl ModelFolders {
    /// The folders of a program and a data directory: `../share/attest/models`
    /// seen from the program's own folder, which whoever installs it may fill
    /// and nobody else writes to; then [`directory::models_directory`]. The
    /// installed files go first, since they are of the same version as the
    /// program, whatever an older one left in the data directory.
    pub fn of(program: &Path, data_directory: &Path) -> ModelFolders {
        let own = directory::models_directory(data_directory);
        let installed = program
            .parent()
            .and_then(Path::parent)
            .map(|prefix| prefix.join("share/attest/models"));
        let folders = installed.into_iter().chain([own.clone()]).collect();
        ModelFolders { own, folders }
    }

    /// The folder that holds this model's file: the first in which it has the
    /// size of the catalogue, else the first in which there is one, so that
    /// what is wrong with it can be told; else where it should be put.
    pub fn folder_of(&self, entry: &Entry) -> &Path {
        let size = |folder: &Path| {
            let found = std::fs::metadata(folder.join(&entry.file)).ok()?;
            found.is_file().then_some(found.len())
        };
        let mut folders = self.folders.iter();
        folders
            .clone()
            .find(|folder| size(folder) == Some(entry.size_bytes))
            .or_else(|| folders.find(|folder| size(folder).is_some()))
            .unwrap_or(&self.own)
    }

    /// The model's file, or where it should be.
    pub fn file_of(&self, entry: &Entry) -> PathBuf {
        self.folder_of(entry).join(&entry.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installed_file_of_the_right_size_goes_before_the_own_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (installed, own) = (path("versions/1/share/attest/models"), path("data/models"));
        for one in [&installed, &own] {
            std::fs::create_dir_all(one).unwrap();
        }
        let folders = ModelFolders::of(&path("versions/1/bin/attest"), &path("data"));
        let catalogue = engine::Catalogue::built_in().unwrap();
        let mut entry = catalogue.default_for("reader").unwrap().clone();
        entry.size_bytes = 5;
        assert_eq!(folders.folder_of(&entry), own, "nowhere: where it is put");
        std::fs::write(own.join(&entry.file), "12345").unwrap();
        assert_eq!(folders.folder_of(&entry), own);
        std::fs::write(installed.join(&entry.file), "1234").unwrap();
        assert_eq!(folders.folder_of(&entry), own, "a cut file is passed over");
        std::fs::write(installed.join(&entry.file), "54321").unwrap();
        assert_eq!(folders.folder_of(&entry), installed);
        std::fs::remove_file(own.join(&entry.file)).unwrap();
        std::fs::write(installed.join(&entry.file), "1234").unwrap();
        assert_eq!(folders.file_of(&entry), installed.join(&entry.file));
    }
}
