//! Files that people name: read, written, listed; every error names the file.

use crate::error::AppError;
use engine::decoder::Control;
use engine::file::open_regular;
use serde::Serialize;
use serde_json::Value;
use std::fs::{File, FileType, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

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

/// Reads any file of at most 16 MiB.
///
/// # Errors
///
/// As `read_within`.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, AppError> {
    read_within(path, MAX_TEXT_BYTES, SHORTER)
}

/// Reads a file with a line a case, of at most 1 GiB.
///
/// # Errors
///
/// As `read_text_within`.
pub fn read_cases(path: &Path) -> Result<String, AppError> {
    read_text_within(path, MAX_CASES_BYTES, "split it into several files")
}

/// Reads a text file of at most 16 MiB; `-` is standard input.
///
/// # Errors
///
/// As `read_text_within`.
pub fn read_text_or_input(path: &Path) -> Result<String, AppError> {
    if path == Path::new("-") {
        return read_standard_input();
    }
    read_text(path)
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

/// Writes a text file as [`put_whole`] does.
///
/// # Errors
///
/// [`AppError::File`].
pub fn write_text(path: &Path, text: &str) -> Result<(), AppError> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file as [`put_whole`] does.
///
/// # Errors
///
/// [`AppError::File`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    put_whole(path, |half, _| half.write_all(bytes).map_err(failed(path)))
}

/// Whether nobody but its owner may read or write a file, or anything in a folder. Always so where
/// the platform has no rights for others.
pub fn is_its_owners_alone(about: &std::fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        /// The rights of the group and of everybody else.
        const OTHERS: u32 = 0o077;
        about.permissions().mode() & OTHERS == 0
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        true
    }
}

/// Makes a folder and those above it that are missing, for the person alone (0700). One that is
/// there stays as it is.
///
/// # Errors
///
/// The system's.
pub fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a file whole or not at all: its name always stands for a file that was written to the
/// end and is on the disk, and what stood there before stays until then. `write` gets the file
/// under another name, and that name; the person alone may read it (0600).
///
/// A link is followed. What is no file of its own (a device, a pipe) is written to as it is.
///
/// # Errors
///
/// [`AppError::File`] naming `path`; what `write` says.
pub fn put_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut File, &Path) -> Result<T, AppError>,
) -> Result<T, AppError> {
    let failed = failed(path);
    let place = match std::fs::metadata(path) {
        Ok(found) if found.is_file() => path.canonicalize().map_err(&failed)?,
        Ok(found) if !found.is_dir() => {
            let mut device = OpenOptions::new().write(true).open(path).map_err(&failed)?;
            return write(&mut device, path);
        }
        Ok(_) => return Err(failed(std::io::ErrorKind::IsADirectory.into())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(failed(error)),
    };
    let (mut file, half) = begin(&place).map_err(&failed)?;
    let written = write(&mut file, &half).and_then(|made| {
        let put = file
            .sync_all()
            .and_then(|()| std::fs::rename(&half, &place));
        put.map_err(&failed)?;
        Ok(made)
    });
    match written {
        // A name that is lost with the power brings back what stood there before.
        Ok(_) => sync_folder(&place),
        // The first error is the one to tell.
        Err(_) => drop(std::fs::remove_file(&half)),
    }
    written
}

/// Whether a file could be put here: tried, and nothing is left.
///
/// # Errors
///
/// [`AppError::File`].
pub(crate) fn check_place(path: &Path) -> Result<(), AppError> {
    let (_, half) = begin(path).map_err(failed(path))?;
    std::fs::remove_file(half).map_err(failed(path))
}

/// How many names are tried: others are left by programs that were killed.
const MAX_NAMES: u32 = 10_000;

/// A new file beside `place`, which no other process and no other thread writes.
fn begin(place: &Path) -> std::io::Result<(File, PathBuf)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let process = std::process::id();
    for _ in 0..MAX_NAMES {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let half = place.with_file_name(format!(".attest-{process}-{count}.new"));
        match options.open(&half) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            opened => return Ok((opened?, half)),
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

fn sync_folder(path: &Path) {
    // Windows opens no folders, and a file system that cannot do it says so: then it is the
    // system's own moment.
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
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
    put_whole(to, |half, _| copy_watched(from, to, half, on_bytes))
}

fn copy_watched(
    from: &Path,
    to: &Path,
    target: &mut File,
    on_bytes: &mut dyn FnMut(u64, u64) -> Control,
) -> Result<(), AppError> {
    let mut source = open_regular(from).map_err(failed(from))?;
    let total = source.metadata().map_err(failed(from))?.len();
    let mut done = 0;
    loop {
        if on_bytes(done, total) == Control::Cancel {
            return Err(AppError::Cancelled);
        }
        let mut block = (&mut source).take(BLOCK_BYTES);
        match std::io::copy(&mut block, target).map_err(failed(to))? {
            0 => return Ok(()),
            copied => done += copied,
        }
    }
}

/// A value as the JSON that is written of it. A number of 32 bits keeps the digits that it is written with, which
/// `serde_json::to_value` would widen: one answer would read otherwise by another way.
///
/// # Errors
///
/// [`AppError::Input`] for what is no JSON, such as a map whose keys are no texts.
pub fn as_written(value: &impl Serialize) -> Result<Value, AppError> {
    let written = serde_json::to_string(value).and_then(|text| serde_json::from_str(&text));
    written.map_err(|error| AppError::input(format!("the value is no JSON: {error}"), "ask again"))
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
    fn a_file_is_put_whole_for_its_person_alone_and_never_over_another_half() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("report.html");
        let failed = put_whole(&place, |half, _| {
            half.write_all(b"half").unwrap();
            Err::<(), _>(AppError::Cancelled)
        });
        assert_eq!(failed.unwrap_err().kind(), "cancelled");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
        // A name that is taken, by whomever, is left alone.
        let (_, taken) = begin(&place).unwrap();
        std::fs::write(&taken, "somebody's").unwrap();
        let later = put_whole(&place, |half, name| {
            half.write_all(b"whole").unwrap();
            Ok(name.to_owned())
        });
        assert_ne!(later.unwrap(), taken);
        assert_eq!(std::fs::read(&place).unwrap(), b"whole");
        assert_eq!(std::fs::read(&taken).unwrap(), b"somebody's");
        assert_eq!(write_text(directory.path(), "").unwrap_err().kind(), "file");
        check_place(&place).unwrap();
        assert!(check_place(&directory.path().join("none/report.html")).is_err());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_written_is_the_persons_own_and_a_link_or_a_device_stays_what_it_is() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let place = directory.path().join("text");
        std::fs::write(&place, "before").unwrap();
        std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o666)).unwrap();
        let link = directory.path().join("link");
        symlink(&place, &link).unwrap();
        write_text(&link, "after").unwrap();
        assert_eq!(std::fs::read(&place).unwrap(), b"after");
        assert_eq!(mode(&place), 0o600);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        write_text(Path::new("/dev/null"), "gone").unwrap();
        let device = std::fs::metadata("/dev/null").unwrap().file_type();
        assert!(device.is_char_device());
        let folder = directory.path().join("a/b");
        make_folder(&folder).unwrap();
        assert_eq!([mode(&folder), mode(folder.parent().unwrap())], [0o700; 2]);
        make_folder(&folder).unwrap();
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
        // A source of the name that a half-written copy once had.
        let source = directory.path().join("b.new");
        std::fs::rename(&from, &source).unwrap();
        copy_whole(&source, &to, &mut |_, _| Control::Continue).unwrap();
        assert_eq!(std::fs::read(&source).unwrap(), bytes);
        assert_eq!(std::fs::read(&to).unwrap(), bytes);
    }
}
