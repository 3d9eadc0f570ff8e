//! One window for a data directory. A second start hands its files to the
//! window that is there, and ends.
//!
//! Both meet in the data directory and nowhere else: who holds the lock of
//! `window.lock` is the window (the system lets go of it when the process
//! ends, however it ends), and what is to be opened is put as a file into
//! `opened/`, which the window looks into. No socket, no bus.
//!
//! # Whom the window believes
//!
//! The window writes a word of its own into `window.lock`, which only the same
//! person can read, and takes only what comes with that word, in a file of the
//! same person: nothing that lies there from before, nor what others put there
//! where they can. Where the directory can be written to by others, it asks
//! before anything is imported. Neither file is reached by a link.

use serde::{Deserialize, Serialize};
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const LOCK: &str = "window.lock";
const FOLDER: &str = "opened";
/// How often the window looks: a person hardly notices, a processor neither.
const PAUSE: Duration = Duration::from_millis(300);
/// How often the second start looks for the word of a window that has just begun.
const TRIES: u32 = 50;
const MOMENT: Duration = Duration::from_millis(10);
/// Most bytes of a file that hands over: the names of some thousands.
const MAX_BYTES: u64 = 1 << 20;

/// Which start this is.
pub enum Start {
    /// The first: it holds the lock as long as it keeps this.
    First(Option<Held>),
    /// Another window is there and was told.
    Second,
}

/// The lock of the window, and its word.
pub struct Held {
    _lock: File,
    /// What a second start has to know.
    pub word: String,
}

/// What a second start says.
#[derive(Serialize, Deserialize)]
struct Handed {
    word: String,
    files: Vec<PathBuf>,
}

/// Takes the lock of a data directory, or hands the files to the window that
/// has it. Where neither can be done, this start is the first: what is wrong
/// with the directory is told in the window.
pub fn start(data_directory: &Path, files: &[PathBuf]) -> Start {
    let lock = app::make_folder(data_directory).and_then(|()| {
        let mut options = OpenOptions::new();
        // Not cut: it may be another's.
        options.read(true).write(true).create(true).truncate(false);
        open_own(&mut options, &data_directory.join(LOCK))
    });
    let Ok(lock) = lock else {
        return Start::First(None);
    };
    match lock.try_lock() {
        Ok(()) => Start::First(hold(lock).ok()),
        Err(TryLockError::WouldBlock) if hand_over(data_directory, &lock, files).is_ok() => {
            Start::Second
        }
        Err(_) => Start::First(None),
    }
}

/// Writes a new word into the lock.
fn hold(mut lock: File) -> std::io::Result<Held> {
    let seed = app::proof::system_seed()?;
    let word = app::sha256(&seed);
    lock.set_len(0)?;
    lock.write_all(word.as_bytes())?;
    Ok(Held { _lock: lock, word })
}

/// The word of the window that holds the lock.
fn word_of(lock: &File) -> std::io::Result<String> {
    for _ in 0..TRIES {
        let mut word = String::new();
        let mut reader = lock;
        std::io::Seek::seek(&mut reader, std::io::SeekFrom::Start(0))?;
        reader.take(MAX_BYTES).read_to_string(&mut word)?;
        // 32 bytes in hexadecimal digits: it is written to the end.
        if word.len() == 64 {
            return Ok(word);
        }
        std::thread::sleep(MOMENT);
    }
    Err(std::io::ErrorKind::TimedOut.into())
}

/// Whole or not at all: the window reads only files that bear their last name.
fn hand_over(data_directory: &Path, lock: &File, files: &[PathBuf]) -> std::io::Result<()> {
    let folder = data_directory.join(FOLDER);
    app::make_folder(&folder)?;
    let name = std::process::id().to_string();
    let half = folder.join(format!("{name}.new"));
    // Left by a process of the same number that was killed.
    let _ = std::fs::remove_file(&half);
    let handed = Handed {
        word: word_of(lock)?,
        files: files.to_vec(),
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = open_own(&mut options, &half)?;
    file.write_all(serde_json::to_string(&handed)?.as_bytes())?;
    drop(file);
    std::fs::rename(half, folder.join(format!("{name}.json")))
}

/// What second starts have handed over since the last look; none: nothing.
fn take(data_directory: &Path, word: &str) -> Option<Vec<PathBuf>> {
    let folder = data_directory.join(FOLDER);
    let is_folder = std::fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir());
    let entries = std::fs::read_dir(folder).ok().filter(|_| is_folder)?;
    let mut files = None;
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let text = read_own(&path).unwrap_or_default();
        // Gone first: what cannot be read must not come again and again.
        if std::fs::remove_file(&path).is_ok()
            && let Ok(handed) = serde_json::from_str::<Handed>(&text)
            && handed.word == word
        {
            files.get_or_insert_with(Vec::new).extend(handed.files);
        }
    }
    files
}

fn read_own(path: &Path) -> std::io::Result<String> {
    let file = open_own(OpenOptions::new().read(true), path)?;
    let mut text = String::new();
    file.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// Opens a regular file of this person, by no link; one that is made is for this person alone.
fn open_own(options: &mut OpenOptions, path: &Path) -> std::io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits() as i32);
    }
    let file = options.open(path)?;
    let found = file.metadata()?;
    if found.is_file() && is_own(&found) {
        Ok(file)
    } else {
        Err(std::io::ErrorKind::PermissionDenied.into())
    }
}

#[cfg(unix)]
fn is_own(found: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(found) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_own(_: &Metadata) -> bool {
    true
}

/// Whether others than this person can put files into a folder.
#[cfg(unix)]
fn is_shared(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(folder)
        .is_ok_and(|found| !is_own(&found) || found.permissions().mode() & 0o022 != 0)
}

/// This system does not say it in a few bits.
#[cfg(not(unix))]
fn is_shared(_: &Path) -> bool {
    false
}

/// Looks for files of second starts until the program ends. Where others can write to the
/// directory, `may_open` is asked first.
pub fn watch(
    data_directory: PathBuf,
    word: String,
    may_open: impl Fn(&[PathBuf]) -> bool + Send + 'static,
    opened: impl Fn(Vec<PathBuf>) + Send + 'static,
) {
    std::thread::spawn(move || {
        loop {
            if let Some(mut files) = take(&data_directory, &word) {
                let folders = [data_directory.clone(), data_directory.join(FOLDER)];
                let shared = folders.iter().any(|folder| is_shared(folder));
                if shared && !files.is_empty() && !may_open(&files) {
                    files.clear();
                }
                opened(files);
            }
            std::thread::sleep(PAUSE);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(start: Start) -> Held {
        match start {
            Start::First(Some(held)) => held,
            _ => panic!("another window is there"),
        }
    }

    #[test]
    fn a_second_start_hands_its_files_over_once_and_a_later_one_is_first_again() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("data");
        let first = held(start(&folder, &[]));
        assert_eq!(take(&folder, &first.word), None);
        let files = [PathBuf::from("/a b.pdf")];
        assert!(matches!(start(&folder, &files), Start::Second));
        assert_eq!(take(&folder, &first.word).as_deref(), Some(&files[..]));
        assert_eq!(take(&folder, &first.word), None);
        assert!(matches!(start(&folder, &[]), Start::Second));
        assert_eq!(
            take(&folder, &first.word),
            Some(Vec::new()),
            "the window is to come forward"
        );
        let word = first.word.clone();
        drop(first);
        assert_ne!(held(start(&folder, &[])).word, word);
    }

    #[test]
    fn what_another_start_or_a_guess_put_there_is_not_opened_and_does_not_stay() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().to_owned();
        let before = held(start(&folder, &[]));
        assert!(matches!(
            start(&folder, &[PathBuf::from("/old.pdf")]),
            Start::Second
        ));
        drop(before);
        let first = held(start(&folder, &[]));
        let put = |name: &str, text: &str| std::fs::write(folder.join(FOLDER).join(name), text);
        put("list.json", r#"["/bare.pdf"]"#).unwrap();
        put("guess.json", r#"{"word": "", "files": ["/guess.pdf"]}"#).unwrap();
        put("nonsense.json", "{").unwrap();
        assert_eq!(take(&folder, &first.word), None);
        let left = std::fs::read_dir(folder.join(FOLDER)).unwrap().count();
        assert_eq!(left, 0);
    }

    #[cfg(unix)]
    #[test]
    fn neither_the_lock_nor_what_is_handed_over_is_reached_by_a_link() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("data");
        app::make_folder(&folder).unwrap();
        let victim = directory.path().join("victim");
        std::fs::write(&victim, "words").unwrap();
        symlink(&victim, folder.join(LOCK)).unwrap();
        assert!(matches!(start(&folder, &[]), Start::First(None)));
        assert_eq!(std::fs::read(&victim).unwrap(), b"words");
        std::fs::remove_file(folder.join(LOCK)).unwrap();

        let first = held(start(&folder, &[]));
        let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(folder.join(LOCK)), 0o600);
        let handed = Handed {
            word: first.word.clone(),
            files: vec![PathBuf::from("/linked.pdf")],
        };
        std::fs::write(&victim, serde_json::to_string(&handed).unwrap()).unwrap();
        app::make_folder(&folder.join(FOLDER)).unwrap();
        symlink(&victim, folder.join(FOLDER).join("1.json")).unwrap();
        assert_eq!(take(&folder, &first.word), None);
        assert!(victim.exists());
        assert_eq!(mode(folder.join(FOLDER)), 0o700);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_can_write_to_is_shared() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let with = |mode: u32| {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(directory.path(), permissions).unwrap();
            is_shared(directory.path())
        };
        assert_eq!(
            [0o700, 0o755, 0o770, 0o777].map(with),
            [false, false, true, true]
        );
    }
}
