//! A glance at the beginning of a file that may be open as a database in this process.
//!
//! Unix takes all of a process's locks on a file away as soon as the process closes that file once, by
//! whatever descriptor (`fcntl(2)`; *How To Corrupt An `SQLite` Database File*, section 2.2). Another
//! process would then take itself for the last one and remove the write-ahead log that is in use. So
//! a file that was looked at stays open until it has no name any more, and is read by place.

use std::fs::File;
use std::io;
use std::path::Path;

/// The first bytes of a file, at most `length` of them.
#[cfg(unix)]
pub(crate) fn beginning(path: &Path, length: usize) -> io::Result<Vec<u8>> {
    use std::os::unix::fs::{FileExt, MetadataExt};
    use std::sync::{Mutex, PoisonError};

    static LOOKED_AT: Mutex<Vec<File>> = Mutex::new(Vec::new());
    let number = |about: &std::fs::Metadata| (about.dev(), about.ino());
    let wanted = number(&std::fs::metadata(path)?);
    let mut files = LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    files.retain(|file| file.metadata().is_ok_and(|about| about.nlink() > 0));
    let is_it = |file: &File| file.metadata().is_ok_and(|about| number(&about) == wanted);
    let known = files.iter().position(is_it);
    if known.is_none() {
        files.push(File::open(path)?);
    }
    let place = known.unwrap_or(files.len() - 1);
    let mut bytes = vec![0; length];
    let mut read = 0;
    while let (Some(file), Some(rest)) = (files.get(place), bytes.get_mut(read..)) {
        match file.read_at(rest, read as u64)? {
            0 => break,
            more => read += more,
        }
    }
    bytes.truncate(read);
    Ok(bytes)
}

/// The first bytes of a file, at most `length` of them. Locks belong to the descriptor here.
#[cfg(not(unix))]
pub(crate) fn beginning(path: &Path, length: usize) -> io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    File::open(path)?
        .take(length as u64)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
