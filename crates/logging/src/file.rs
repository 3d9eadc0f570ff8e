//! The files: lines at the end of one, which is put aside when it is full.
//!
//! Several processes write the same log: the window, and commands in terminals beside it. So no
//! file is kept open. A line is one write to the end of the file, which the system does not
//! mix with another's, and who finds the file full puts it aside under a lock that nobody waits
//! for: who does not get it writes on. A library that rotates files keeps its own open, and
//! would write on in the one that another process put aside.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How many files there are: the one that is written, and those put aside.
pub const FILES: usize = 4;
/// A file with so many bytes is put aside.
pub const MAX_FILE_BYTES: u64 = 1 << 20;
/// Read at most of a file's end, in bytes.
const MAX_TAIL_BYTES: u64 = 64 << 10;

/// A log: `attest.log` in a folder, and `attest.1.log` to `attest.3.log`, the last the oldest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogFile {
    folder: PathBuf,
}

impl LogFile {
    /// The log of a folder, which need not be there.
    pub fn within(folder: &Path) -> LogFile {
        LogFile {
            folder: folder.to_owned(),
        }
    }

    /// The file that is written.
    pub fn path(&self) -> PathBuf {
        self.number(0)
    }

    fn number(&self, number: usize) -> PathBuf {
        self.folder.join(match number {
            0 => "attest.log".to_owned(),
            older => format!("attest.{older}.log"),
        })
    }

    /// Appends a line. One that cannot be written is not: a log must not stop the program, and
    /// `attest doctor --logs` says what stands against it ([`LogFile::check`]).
    pub fn append(&self, line: &str) {
        let _ = self.try_append(line);
    }

    fn try_append(&self, line: &str) -> std::io::Result<()> {
        let mut file = self.open()?;
        if file.metadata()?.len() >= MAX_FILE_BYTES {
            self.put_aside()?;
            file = self.open()?;
        }
        let mut whole = String::with_capacity(line.len() + 1);
        whole.push_str(line);
        whole.push('\n');
        file.write_all(whole.as_bytes())
    }

    /// Opens the file for one line: only a regular file of a person's own, and never through a
    /// link that somebody put in its place.
    fn open(&self) -> std::io::Result<File> {
        let path = self.path();
        match open_to_append(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                make_folder(&self.folder)?;
                open_to_append(&path)
            }
            other => other,
        }
    }

    /// Puts the full file aside, unless another process is doing so.
    fn put_aside(&self) -> std::io::Result<()> {
        let lock = open_to_append(&self.folder.join("attest.log.lock"))?;
        if lock.try_lock().is_err() {
            return Ok(());
        }
        // Another may have done it just before, and its new file need not be there yet.
        let full = match std::fs::metadata(self.path()) {
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            file => file?.len() >= MAX_FILE_BYTES,
        };
        if full {
            for number in (1..FILES).rev() {
                match std::fs::rename(self.number(number - 1), self.number(number)) {
                    Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Whether lines can be written.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn check(&self) -> std::io::Result<()> {
        self.open().map(drop)
    }

    /// Bytes of all files together.
    pub fn bytes(&self) -> u64 {
        let length = |number| std::fs::metadata(self.number(number)).map_or(0, |file| file.len());
        (0..FILES).map(length).sum()
    }

    /// The last lines, the newest last; of the file put aside last, too, where the one that is
    /// written has fewer. Of a very long tail only the end.
    ///
    /// # Errors
    ///
    /// The system's, where a file is there and cannot be read.
    pub fn last_lines(&self, count: usize) -> std::io::Result<Vec<String>> {
        let mut lines = tail(&self.number(0))?;
        if lines.len() < count {
            let newer = std::mem::replace(&mut lines, tail(&self.number(1))?);
            lines.extend(newer);
        }
        Ok(lines.split_off(lines.len().saturating_sub(count)))
    }
}

/// The whole lines at the end of a file; none where there is no such file.
fn tail(path: &Path) -> std::io::Result<Vec<String>> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let start = file.metadata()?.len().saturating_sub(MAX_TAIL_BYTES);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(MAX_TAIL_BYTES).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let cut = usize::from(start > 0);
    Ok(text.lines().skip(cut).map(str::to_owned).collect())
}

#[cfg(unix)]
fn open_to_append(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    let file = OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .custom_flags(flags.bits() as i32)
        .open(path)?;
    regular(file)
}

#[cfg(not(unix))]
fn open_to_append(path: &Path) -> std::io::Result<File> {
    regular(OpenOptions::new().append(true).create(true).open(path)?)
}

fn regular(file: File) -> std::io::Result<File> {
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(Error::new(ErrorKind::InvalidInput, "it is no regular file"))
    }
}

#[cfg(unix)]
fn make_folder(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
}

#[cfg(not(unix))]
fn make_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> (LogFile, tempfile::TempDir) {
        let directory = tempfile::tempdir().unwrap();
        (LogFile::within(&directory.path().join("state")), directory)
    }

    #[test]
    fn a_full_file_is_put_aside_and_four_are_kept() {
        let (log, _directory) = log();
        let line = "x".repeat(1 << 16);
        for number in 0..100 {
            log.append(&format!("{number} {line}"));
        }
        assert!(log.bytes() <= FILES as u64 * (MAX_FILE_BYTES + (2 << 16)));
        assert!(log.bytes() > (FILES as u64 - 1) * MAX_FILE_BYTES);
        assert!(!log.number(FILES).exists());
        let first = |number| {
            let text = std::fs::read_to_string(log.number(number)).unwrap();
            let number = text.split(' ').next().unwrap();
            number.parse::<u32>().unwrap()
        };
        assert!(first(0) > first(1) && first(1) > first(2) && first(2) > first(3));
    }

    #[test]
    fn the_last_lines_come_from_both_sides_of_a_change_of_files() {
        let (log, _directory) = log();
        assert_eq!(log.last_lines(3).unwrap(), Vec::<String>::new());
        log.append("one");
        log.append("two");
        std::fs::rename(log.number(0), log.number(1)).unwrap();
        log.append("three");
        assert_eq!(log.last_lines(2).unwrap(), ["two", "three"]);
        assert_eq!(log.last_lines(9).unwrap(), ["one", "two", "three"]);
        assert_eq!(log.last_lines(1).unwrap(), ["three"]);
    }

    #[cfg(unix)]
    #[test]
    fn only_its_person_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let (log, _directory) = log();
        log.append("one");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&log.path()), 0o600);
        assert_eq!(mode(log.path().parent().unwrap()), 0o700);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_or_into_a_pipe() {
        let (log, directory) = log();
        log.append("one");
        let other = directory.path().join("other");
        std::fs::write(&other, "").unwrap();
        std::fs::remove_file(log.path()).unwrap();
        std::os::unix::fs::symlink(&other, log.path()).unwrap();
        log.append("two");
        assert_eq!(std::fs::read_to_string(&other).unwrap(), "");
        assert!(log.check().is_err());
        std::fs::remove_file(log.path()).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(log.path())
            .status();
        assert!(made.unwrap().success());
        log.append("three");
        assert!(log.check().is_err());
    }

    #[test]
    fn lines_of_several_threads_are_whole_also_while_files_change() {
        let (log, _directory) = log();
        let line = "x".repeat(4000);
        std::thread::scope(|threads| {
            for name in ["a", "b", "c"] {
                let (log, line) = (&log, &line);
                threads.spawn(move || {
                    for _ in 0..200 {
                        log.append(&format!("{name} {line}"));
                    }
                });
            }
        });
        let mut count = 0;
        for number in 0..FILES {
            let text = std::fs::read_to_string(log.number(number)).unwrap_or_default();
            count += text.lines().count();
            assert!(text.lines().all(|one| one.len() == line.len() + 2));
        }
        assert_eq!(count, 600);
    }
}
