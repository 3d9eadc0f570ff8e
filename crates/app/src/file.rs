//! Files that people name: read, written, listed; every error names the file.

use crate::error::AppError;
use engine::decoder::Control;
use engine::file::open_regular;
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

/// Most bytes of a text that is written by hand: a policy, a schema, a grammar.
const MAX_TEXT_BYTES: u64 = 16 << 20;
/// Most bytes of a text with a line a case: cases of an evaluation and predictions of them.
const MAX_CASES_BYTES: u64 = 1 << 30;

/// What to do about a file that is too long.
const SHORTER: &str = "give a shorter file";

/// Reads a text file of at most 16 MiB.
///
/// # Errors
///
/// As `read_text_within`.
pub fn read_text(path: &Path) -> Result<String, AppError> {
    read_text_within(path, MAX_TEXT_BYTES, SHORTER)
}

/// Reads a file with a line a case, of at most 1 GiB.
///
/// # Errors
///
/// As `read_text_within`.
pub fn read_cases(path: &Path) -> Result<String, AppError> {
    read_text_within(path, MAX_CASES_BYTES, "split it into several files")
}

/// Reads standard input, at most 1 GiB.
///
/// # Errors
///
/// As `read_text_within`.
pub fn read_standard_input() -> Result<String, AppError> {
    let name = Path::new("standard input");
    let bytes = read_limited(std::io::stdin(), name, MAX_CASES_BYTES, SHORTER)?;
    text_of(name, bytes)
}

/// Reads a text file of at most `max_bytes`.
///
/// # Errors
///
/// [`AppError::File`] for what is no regular file of UTF-8, [`AppError::Input`] with
/// `help` for a longer one.
pub(crate) fn read_text_within(
    path: &Path,
    max_bytes: u64,
    help: &str,
) -> Result<String, AppError> {
    text_of(path, read_within(path, max_bytes, help)?)
}

fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, AppError> {
    String::from_utf8(bytes).map_err(|_| {
        let error = std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8");
        failed(path)(error)
    })
}

/// Reads a file of at most `max_bytes`.
///
/// # Errors
///
/// [`AppError::File`]; [`AppError::Input`] with `help` for a longer one.
pub(crate) fn read_within(path: &Path, max_bytes: u64, help: &str) -> Result<Vec<u8>, AppError> {
    let file = open_regular(path).map_err(failed(path))?;
    read_limited(file, path, max_bytes, help)
}

/// Reads to the end, and never more than `max_bytes` and one, however long the source says
/// it is.
fn read_limited(
    source: impl Read,
    name: &Path,
    max_bytes: u64,
    help: &str,
) -> Result<Vec<u8>, AppError> {
    let mut bytes = Vec::new();
    let mut limited = source.take(max_bytes.saturating_add(1));
    limited.read_to_end(&mut bytes).map_err(failed(name))?;
    if bytes.len() as u64 > max_bytes {
        let shown = name.display();
        return Err(AppError::input(
            format!("{shown} is larger than the {max_bytes} bytes that are read"),
            help,
        ));
    }
    Ok(bytes)
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
    let mut source = open_regular(from).map_err(failed(from))?;
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
    fn what_is_no_regular_file_or_too_long_is_an_error_at_once() {
        let directory = tempfile::tempdir().unwrap();
        let long = directory.path().join("long");
        std::fs::write(&long, "12345").unwrap();
        assert_eq!(read_text_within(&long, 5, SHORTER).unwrap(), "12345");
        assert_eq!(
            read_text_within(&long, 4, SHORTER).unwrap_err().kind(),
            "input"
        );
        assert_eq!(read_text(directory.path()).unwrap_err().kind(), "file");
        std::fs::write(&long, [0xff, 0xfe]).unwrap();
        assert_eq!(read_text(&long).unwrap_err().kind(), "file");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_end_and_a_pipe_that_nobody_writes_are_errors_at_once() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let to = directory.path().join("copy");
        for path in [Path::new("/dev/zero"), Path::new("/dev/full"), &pipe] {
            assert_eq!(read_text(path).unwrap_err().kind(), "file");
            let copied = copy_whole(path, &to, &mut |_, _| Control::Continue);
            assert_eq!(copied.unwrap_err().kind(), "file");
        }
    }

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
