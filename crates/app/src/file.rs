//! Files that people name: read, written, listed; every error names the file.

use crate::error::AppError;
use serde_json::Value;
use std::fs::FileType;
use std::path::{Path, PathBuf};

/// An error of the system about this file.
pub(crate) fn failed(path: &Path) -> impl Fn(std::io::Error) -> AppError {
    let path = path.display().to_string();
    move |error| AppError::File {
        path: path.clone(),
        error,
    }
}

/// Reads a text file.
///
/// # Errors
///
/// [`AppError::File`].
pub fn read_text(path: &Path) -> Result<String, AppError> {
    std::fs::read_to_string(path).map_err(failed(path))
}

/// Writes a text file.
///
/// # Errors
///
/// [`AppError::File`].
pub fn write_text(path: &Path, text: &str) -> Result<(), AppError> {
    std::fs::write(path, text).map_err(failed(path))
}

/// Writes a text file whole or not at all: its name always stands for a file
/// that was written to the end.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), AppError> {
    let half = path.with_extension("json.new");
    std::fs::write(&half, text)
        .and_then(|()| std::fs::rename(&half, path))
        .map_err(failed(path))
}

/// Reads a JSON file.
///
/// # Errors
///
/// [`AppError::File`], or [`AppError::Input`] with line and column.
pub fn read_json(path: &Path) -> Result<Value, AppError> {
    parse_json(
        &path.display().to_string(),
        &read_text(path)?,
        "mend the file",
    )
}

/// JSON of a text that is called `what` in errors.
pub(crate) fn parse_json(what: &str, text: &str, help: &str) -> Result<Value, AppError> {
    serde_json::from_str(text).map_err(|error| {
        AppError::input(
            format!(
                "{what} is not JSON: line {}, column {}",
                error.line(),
                error.column()
            ),
            help,
        )
    })
}

/// How folders are looked into.
pub(crate) struct Walk<'a> {
    /// Which files count.
    pub keep: &'a dyn Fn(&Path, FileType) -> bool,
    /// Deepest folder; a deeper one is an error.
    pub max_depth: u32,
    /// Most files; more are an error.
    pub max_files: usize,
    /// What to do about too many.
    pub help: &'static str,
}

impl Walk<'_> {
    /// Files as they are named; of folders those that count, in order of their
    /// paths. What is hidden (`.name`) is left out.
    pub(crate) fn expand(&self, paths: &[PathBuf]) -> Result<Vec<PathBuf>, AppError> {
        let mut files = Vec::new();
        for path in paths {
            if path.is_dir() {
                self.list(path, 0, &mut files)?;
            } else {
                files.push(path.clone());
            }
        }
        Ok(files)
    }

    fn list(&self, folder: &Path, depth: u32, files: &mut Vec<PathBuf>) -> Result<(), AppError> {
        let failed = failed(folder);
        if depth > self.max_depth {
            let (shown, most) = (folder.display(), self.max_depth);
            return Err(AppError::input(
                format!("{shown} lies deeper than {most} folders"),
                "name the inner folders",
            ));
        }
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(&failed)? {
            let entry = entry.map_err(&failed)?;
            let kind = entry.file_type().map_err(&failed)?;
            if !entry.file_name().to_string_lossy().starts_with('.') {
                entries.push((entry.path(), kind));
            }
        }
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        for (path, kind) in entries {
            if kind.is_dir() {
                self.list(&path, depth + 1, files)?;
            } else if (self.keep)(&path, kind) {
                files.push(path);
            }
            if files.len() > self.max_files {
                return Err(AppError::input(
                    format!("the folders hold more than {} files", self.max_files),
                    self.help,
                ));
            }
        }
        Ok(())
    }
}
