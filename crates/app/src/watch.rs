//! A folder that is looked at again and again: which of its files are new or changed, and whole.

use crate::document::{ImportOutcome, read_file};
use crate::error::{AppError, Class};
use crate::outline::{Importable, Skipped, importable};
use crate::reading::Ocr;
use crate::service::Service;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use vault::{KIND_ERASE, KIND_REMOVE, Mark, RecordFilter};

/// What is known of a folder from earlier looks.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    files: BTreeMap<PathBuf, Seen>,
    skipped: BTreeSet<PathBuf>,
    /// A person has just named the folder, and the first look is still to come.
    is_named: bool,
}

/// A file as it was seen last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen {
    size: u64,
    changed: Option<SystemTime>,
    is_taken: bool,
    /// It lay there when a person named the folder.
    is_named: bool,
    /// How often the process that read it died.
    deaths: u8,
}

/// How often the process that reads a file may die before the file itself is what is wrong.
const MAX_DEATHS: u8 = 2;

/// What a look found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// Files that are new or changed and were the same at the look before, so that nobody is
    /// writing them, in order of their paths.
    pub ready: Vec<PathBuf>,
    /// What is not imported, and was not there at the look before.
    pub skipped: Vec<Skipped>,
    /// How many files are new or changed since the look before.
    pub waiting: usize,
}

impl Watch {
    /// Of a folder and those in it, as a person named it: what lies there at the first look goes into
    /// the collection, also what was once taken out of it.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what is no folder.
    pub fn new(folder: &Path) -> Result<Watch, AppError> {
        if !folder.is_dir() {
            return Err(AppError::input(
                format!("{}: there is no such folder", folder.display()),
                "name a folder; `attest docs add` imports files",
            ));
        }
        Ok(Watch {
            folder: folder.to_owned(),
            files: BTreeMap::new(),
            skipped: BTreeSet::new(),
            is_named: true,
        })
    }

    /// Of a folder that was watched before: what was taken out of the collection meanwhile stays out.
    ///
    /// # Errors
    ///
    /// As [`Watch::new`].
    pub fn resumed(folder: &Path) -> Result<Watch, AppError> {
        let mut watch = Watch::new(folder)?;
        watch.is_named = false;
        Ok(watch)
    }

    /// Looks at the folder. A file is ready at the first look at which its size and time are
    /// those of the look before, and again when it changed after that.
    ///
    /// # Errors
    ///
    /// As [`importable`], and [`AppError::Input`] where the folder is gone.
    pub fn look(&mut self) -> Result<Look, AppError> {
        let folder = Watch::new(&self.folder)?.folder;
        let Importable { files, skipped } = importable(&[folder])?;
        let mut look = Look::default();
        let mut seen = BTreeMap::new();
        for path in files {
            // A file that went away meanwhile is met again when it is back.
            let Ok(found) = std::fs::metadata(&path) else {
                continue;
            };
            let before = self.files.get(&path);
            let mut now = Seen {
                size: found.len(),
                changed: found.modified().ok(),
                is_taken: false,
                is_named: self.is_named,
                deaths: 0,
            };
            let is_same = before
                .is_some_and(|before| (before.size, before.changed) == (now.size, now.changed));
            if !is_same {
                look.waiting += 1;
            } else if before.is_some_and(|before| !before.is_taken) {
                look.ready.push(path.clone());
            }
            if let Some(before) = before.filter(|_| is_same) {
                now = Seen {
                    is_taken: true,
                    ..*before
                };
            }
            seen.insert(path, now);
        }
        self.files = seen;
        self.is_named = false;
        let there = skipped.iter().map(|one| one.path.clone()).collect();
        look.skipped = skipped
            .into_iter()
            .filter(|one| !self.skipped.contains(&one.path))
            .collect();
        self.skipped = there;
        Ok(look)
    }

    /// A file that was ready and could not be taken, for no fault of its own: the next look has it
    /// again.
    pub fn missed(&mut self, path: &Path) {
        if let Some(seen) = self.files.get_mut(path) {
            seen.is_taken = false;
        }
    }

    /// The process that read a file died. Whether the file is to be tried once more.
    fn died(&mut self, path: &Path) -> bool {
        self.files.get_mut(path).is_some_and(|seen| {
            seen.deaths = seen.deaths.saturating_add(1);
            seen.deaths < MAX_DEATHS
        })
    }

    fn was_named(&self, path: &Path) -> bool {
        self.files.get(path).is_some_and(|seen| seen.is_named)
    }
}

/// What a look at a watched folder led to.
#[derive(Debug)]
pub enum Watched<'a> {
    /// This is not imported.
    Skipped(&'a Skipped),
    /// A file is in the list now, or was there before.
    Imported(&'a Path, &'a ImportOutcome),
    /// A person took the document of this file out of the list or erased it: it is left out.
    TakenOut(&'a Path),
    /// A file could not be imported.
    Failed(&'a Path, &'a AppError),
}

/// What comes after a file of a watched folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The other files.
    GoOn,
    /// The other files, and this one once more at the next look.
    Again,
    /// Nothing: the files that were not told are met at the next look.
    Stop,
}

impl Service {
    /// Looks at a watched folder once and imports what is ready, into a collection where one is
    /// named; what `attest docs watch` and the window do again and again. A file that failed for
    /// no fault of its own (a vault that is held, a full disk, no process to read it) is met again at the
    /// next look; one whose reading process died, once, and then when it changed. A document that a
    /// person removed or erased is left out; one that is in the list goes into the collection, unless
    /// it was in it and a person took it out.
    ///
    /// # Errors
    ///
    /// As [`Watch::look`]; what is wrong with a single file is told.
    pub fn import_watched(
        &self,
        watch: &mut Watch,
        (ocr, collection): (Ocr, Option<&str>),
        on_each: &mut dyn FnMut(Watched<'_>) -> Next,
    ) -> Result<Look, AppError> {
        let look = watch.look()?;
        for skipped in &look.skipped {
            on_each(Watched::Skipped(skipped));
        }
        let mut is_stopped = false;
        for path in &look.ready {
            if is_stopped {
                watch.missed(path);
                continue;
            }
            let next = match self.import_new(path, ocr, (collection, watch.was_named(path))) {
                Ok(Some(outcome)) => on_each(Watched::Imported(path, &outcome)),
                Ok(None) => on_each(Watched::TakenOut(path)),
                Err(error) => {
                    let passes = match &error {
                        AppError::Reader { .. } => watch.died(path),
                        other => other.class() == Class::Failed,
                    };
                    match on_each(Watched::Failed(path, &error)) {
                        Next::Stop => Next::Stop,
                        _ if passes => Next::Again,
                        _ => Next::GoOn,
                    }
                }
            };
            if next == Next::Again {
                watch.missed(path);
            }
            is_stopped = next == Next::Stop;
        }
        Ok(look)
    }

    /// Imports a file, unless a person removed or erased its document: that it lies in a folder
    /// does not bring it back. Nor does it bring one back into the collection that a person took out
    /// of it, unless the folder was named since (`is_named`).
    fn import_new(
        &self,
        path: &Path,
        ocr: Ocr,
        (collection, is_named): (Option<&str>, bool),
    ) -> Result<Option<ImportOutcome>, AppError> {
        let (_, bytes) = read_file(path)?;
        let id = evidence::reader::document_id(&bytes);
        let is_known = self.find_document(&id)?.is_some();
        if !is_known {
            for kind in [KIND_REMOVE, KIND_ERASE] {
                let filter = RecordFilter {
                    kind: Some(kind.into()),
                    document_id: Some(id.clone()),
                    ..RecordFilter::default()
                };
                if !self.vault().records(&filter, 1)?.is_empty() {
                    return Ok(None);
                }
            }
        }
        let was_in = match collection.filter(|_| is_known && !is_named) {
            Some(name) => self.vault().was_ever_marked(&id, Mark::Collection, name)?,
            None => false,
        };
        let into = collection.filter(|_| !was_in);
        self.import_into(path, ocr, &BTreeMap::new(), into)
            .map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_taken_once_it_is_whole_and_again_when_it_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "half").unwrap();
        std::fs::write(folder.path().join("talk.pptx"), "x").unwrap();
        let mut watch = Watch::new(folder.path()).unwrap();
        let first = watch.look().unwrap();
        assert_eq!((first.ready.len(), first.waiting), (0, 1));
        assert_eq!(first.skipped.len(), 1);
        // Still being written.
        std::fs::write(&path, "half and half").unwrap();
        let second = watch.look().unwrap();
        assert_eq!((second.ready.len(), second.waiting), (0, 1));
        assert_eq!(second.skipped, []);
        assert_eq!(watch.look().unwrap().ready, std::slice::from_ref(&path));
        watch.missed(&path);
        assert_eq!(watch.look().unwrap().ready, std::slice::from_ref(&path));
        assert_eq!(watch.look().unwrap(), Look::default());
        std::fs::write(&path, "another text, and longer").unwrap();
        assert_eq!(watch.look().unwrap().waiting, 1);
        assert_eq!(watch.look().unwrap().ready, std::slice::from_ref(&path));
        // Gone and back: looked at anew.
        let text = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(watch.look().unwrap(), Look::default());
        std::fs::write(&path, text).unwrap();
        assert_eq!(watch.look().unwrap().waiting, 1);
        assert_eq!(watch.look().unwrap().ready, [path]);
    }

    #[test]
    fn a_file_over_which_two_readers_died_is_left_until_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "deadly").unwrap();
        let mut watch = Watch::new(folder.path()).unwrap();
        watch.look().unwrap();
        assert_eq!(watch.look().unwrap().ready, std::slice::from_ref(&path));
        assert!(watch.died(&path));
        watch.missed(&path);
        assert_eq!(watch.look().unwrap().ready, std::slice::from_ref(&path));
        assert!(!watch.died(&path));
        assert_eq!(watch.look().unwrap(), Look::default());
        std::fs::write(&path, "mended, and longer").unwrap();
        watch.look().unwrap();
        assert_eq!(watch.look().unwrap().ready, std::slice::from_ref(&path));
        assert!(watch.died(&path));
    }

    #[test]
    fn what_is_no_folder_is_refused_also_later() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("in");
        assert!(Watch::new(&inner).is_err());
        std::fs::create_dir(&inner).unwrap();
        let mut watch = Watch::new(&inner).unwrap();
        watch.look().unwrap();
        std::fs::remove_dir(&inner).unwrap();
        assert!(watch.look().is_err());
    }
}
