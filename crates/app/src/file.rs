//! Files that people name: read, written, listed; every error names the file.

use crate::error::AppError;
use engine::decoder::Control;
use serde_json::Value;
use std::fs::{File, FileType};
use std::io::Read;
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
    put_whole(path, |half| {
        std::fs::write(half, text).map_err(failed(path))
    })
}

/// Writes under another name, and gives the file its own when it is whole.
fn put_whole(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), AppError>,
) -> Result<(), AppError> {
    let half = path.with_extension("new");
    let put = write(&half).and_then(|()| std::fs::rename(&half, path).map_err(failed(path)));
    if put.is_err() {
        // It may not be there, and the first error is the one to tell.
        let _ = std::fs::remove_file(&half);
    }
    put
}

/// How much of a file is copied between two looks at whether to go on.
const BLOCK_BYTES: u64 = 4 << 20;

/// Copies a file whole or not at all, telling bytes done and of how many.
///
/// # Errors
///
/// [`AppError::File`]; [`AppError::Cancelled`] when `on_bytes` says so.
pub(crate) fn copy_whole(
    from: &Path,
    to: &Path,
    on_bytes: &mut dyn FnMut(u64, u64) -> Control,
) -> Result<(), AppError> {
    put_whole(to, |half| copy_watched(from, half, on_bytes))
}

fn copy_watched(
    from: &Path,
    to: &Path,
    on_bytes: &mut dyn FnMut(u64, u64) -> Control,
) -> Result<(), AppError> {
    let mut source = File::open(from).map_err(failed(from))?;
    let total = source.metadata().map_err(failed(from))?.len();
    let mut target = File::create(to).map_err(failed(to))?;
    let mut done = 0;
    loop {
        if on_bytes(done, total) == Control::Cancel {
            return Err(AppError::Cancelled);
        }
        let mut block = (&mut source).take(BLOCK_BYTES);
        match std::io::copy(&mut block, &mut target).map_err(failed(to))? {
            0 => return target.sync_all().map_err(failed(to)),
            copied => done += copied,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_whole_or_not_there_and_leaves_what_was_there_before() {
        let directory = tempfile::tempdir().unwrap();
        let (from, to) = (directory.path().join("a"), directory.path().join("b.gguf"));
        let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(9 << 20).collect();
        std::fs::write(&from, &bytes).unwrap();
        std::fs::write(&to, "before").unwrap();
        let mut told = Vec::new();
        let error = copy_whole(&from, &to, &mut |done, total| {
            told.push((done, total));
            if done > BLOCK_BYTES {
                Control::Cancel
            } else {
                Control::Continue
            }
        });
        assert_eq!(error.unwrap_err().kind(), "cancelled");
        let size = bytes.len() as u64;
        assert_eq!(
            told,
            [0, BLOCK_BYTES, 2 * BLOCK_BYTES].map(|done| (done, size))
        );
        assert_eq!(std::fs::read(&to).unwrap(), b"before");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
        copy_whole(&from, &to, &mut |_, _| Control::Continue).unwrap();
        assert_eq!(std::fs::read(&to).unwrap(), bytes);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
    }
}
