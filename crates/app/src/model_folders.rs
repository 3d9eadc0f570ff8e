//! Where model files are looked for: what was installed with this program
//! first, then what an administrator keeps for everybody, then the data
//! directory's own.

use crate::directory;
use crate::error::AppError;
use crate::file::read_text;
use engine::{Catalogue, Entry, Fast};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Below a folder of models: their weights in other layouts.
const FAST: &str = "fast";

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
    /// program, whatever an older one left in the data directory; the folder for
    /// everybody (`shared`) goes before what a person has.
    pub fn of(program: &Path, data_directory: &Path, shared: Option<PathBuf>) -> ModelFolders {
        let own = directory::models_directory(data_directory);
        let installed = program
            .parent()
            .and_then(Path::parent)
            .map(|prefix| prefix.join("share/attest/models"));
        let folders = installed.into_iter().chain(shared).chain([own.clone()]);
        let folders = folders.collect();
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

    /// Where weights in another layout may lie, in the order they are looked for;
    /// the last is where they are made.
    pub fn fast_of(&self, fast: &Fast) -> impl Iterator<Item = PathBuf> {
        let name = format!("{}.gguf", fast.sha256);
        self.folders
            .iter()
            .map(move |folder| folder.join(FAST).join(&name))
    }
}

/// The catalogue of this program, and after it that of the folder for everybody
/// (`models.toml` in it, of the same form), where there is one.
///
/// # Errors
///
/// [`AppError::Input`] for one that cannot be read, or that gives a name of the
/// program's own catalogue, a file outside of the folder, or a default.
pub(crate) fn catalogue_with(shared: Option<&Path>) -> Result<Catalogue, AppError> {
    let mut catalogue = Catalogue::built_in()?;
    let Some(file) = shared.map(|folder| folder.join("models.toml")) else {
        return Ok(catalogue);
    };
    if !file.exists() {
        return Ok(catalogue);
    }
    let wrong = |what: String| {
        AppError::input(
            format!("{}: {what}", file.display()),
            "whoever administers this machine mends it; docs/deploy.md shows its form",
        )
    };
    let read = Catalogue::read(&read_text(&file)?).map_err(|error| wrong(error.to_string()))?;
    for entry in read.models {
        if catalogue.find(&entry.name).is_some() {
            return Err(wrong(format!("the program has a model {}", entry.name)));
        }
        if Path::new(&entry.file).file_name() != Some(OsStr::new(&entry.file)) {
            return Err(wrong(format!(
                "{}: the file must lie beside this list",
                entry.name
            )));
        }
        if entry.default {
            return Err(wrong(format!(
                "{}: no default; settings.toml names it as answer_model",
                entry.name
            )));
        }
        catalogue.models.push(entry);
    }
    Ok(catalogue)
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
        let folders = ModelFolders::of(&path("versions/1/bin/attest"), &path("data"), None);
        let catalogue = Catalogue::built_in().unwrap();
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

    #[test]
    fn a_folder_for_everybody_goes_before_the_own_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (shared, own) = (path("shared"), path("data/models"));
        for one in [&shared, &own] {
            std::fs::create_dir_all(one).unwrap();
        }
        let folders = ModelFolders::of(&path("bin/attest"), &path("data"), Some(shared.clone()));
        let catalogue = Catalogue::built_in().unwrap();
        let mut entry = catalogue.default_for("answer").unwrap().clone();
        entry.size_bytes = 5;
        for one in [&own, &shared] {
            std::fs::write(one.join(&entry.file), "12345").unwrap();
            assert_eq!(folders.folder_of(&entry), one);
        }
        let fast = entry.fast.unwrap();
        let places: Vec<PathBuf> = folders.fast_of(&fast).collect();
        let name = format!("fast/{}.gguf", fast.sha256);
        assert_eq!(places[1..], [shared.join(&name), own.join(&name)]);
    }

    #[test]
    fn a_list_for_everybody_adds_models_and_changes_none() {
        let folder = tempfile::tempdir().unwrap();
        let built_in = Catalogue::built_in().unwrap();
        assert_eq!(catalogue_with(None).unwrap(), built_in);
        assert_eq!(catalogue_with(Some(folder.path())).unwrap(), built_in);
        let entry = |name: &str, file: &str, more: &str| {
            format!(
                "[[models]]\nname = \"{name}\"\nfile = \"{file}\"\nsha256 = \"{}\"\nsize_bytes = 1\n\
                 licence = \"MIT\"\nsource = \"here\"\narchitecture = \"llama\"\n\
                 context_tokens = 1\npurpose = [\"answer\"]\n{more}",
                "0".repeat(64)
            )
        };
        let list = folder.path().join("models.toml");
        std::fs::write(&list, entry("house", "house.gguf", "")).unwrap();
        let read = catalogue_with(Some(folder.path())).unwrap();
        assert_eq!(read.models.len(), built_in.models.len() + 1);
        assert!(read.find("house").is_some());
        let taken = built_in.default_for("answer").unwrap().name.clone();
        for (text, told) in [
            (entry(&taken, "a.gguf", ""), "the program has a model"),
            (entry("a", "../a.gguf", ""), "must lie beside"),
            (entry("a", "/a.gguf", ""), "must lie beside"),
            (entry("a", "a.gguf", "default = true\n"), "no default"),
            ("models = 1".to_owned(), "models.toml"),
        ] {
            std::fs::write(&list, text).unwrap();
            let error = catalogue_with(Some(folder.path())).unwrap_err();
            assert!(error.to_string().contains(told), "{error}");
        }
    }
}
