//! What lies in a folder: its regular files, and what should not be there.

use crate::error::{Finding, Kind, TransferError, failed};
use std::collections::BTreeSet;
use std::path::Path;

/// Most files in a folder and those below it.
pub const MAX_FILES: usize = 100_000;
/// Deepest folder below the first.
pub const MAX_DEPTH: usize = 16;

/// Files of a folder by their relative names, and what is no file.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// Regular files.
    pub files: BTreeSet<String>,
    /// Links, pipes, devices, names that are no UTF-8, and folders too deep.
    pub findings: Vec<Finding>,
}

impl Tree {
    /// Looks into a folder. Links are not followed.
    ///
    /// # Errors
    ///
    /// [`TransferError::File`] where the folder itself cannot be read.
    pub fn read(folder: &Path) -> Result<Tree, TransferError> {
        let mut tree = Tree::default();
        tree.look(folder, "", 0).map_err(failed(folder))?;
        Ok(tree)
    }

    fn look(&mut self, folder: &Path, prefix: &str, depth: usize) -> std::io::Result<()> {
        let mut entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let shown = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if self.files.len() + self.findings.len() >= MAX_FILES {
                self.add(Kind::Limit, &shown, "the folder holds too many files");
                return Ok(());
            }
            let kind = entry.file_type()?;
            if kind.is_dir() {
                self.look_below(&entry.path(), &shown, depth);
            } else if !kind.is_file() {
                self.add(Kind::NotRegular, &shown, "it is a link, a pipe or a device");
            } else if entry.file_name().to_str().is_some() {
                self.files.insert(shown);
            } else {
                self.add(Kind::Name, &shown, "the name is no UTF-8");
            }
        }
        Ok(())
    }

    fn look_below(&mut self, folder: &Path, shown: &str, depth: usize) {
        if depth >= MAX_DEPTH {
            self.add(Kind::Limit, shown, "the folder lies too deep");
        } else if let Err(error) = self.look(folder, &format!("{shown}/"), depth + 1) {
            self.add(Kind::Unreadable, shown, error.to_string());
        }
    }

    fn add(&mut self, kind: Kind, place: &str, reason: impl Into<String>) {
        self.findings.push(Finding::new(kind, place, reason));
    }
}
