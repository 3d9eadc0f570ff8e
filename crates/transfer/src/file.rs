//! Opening, reading and hashing files that others wrote: regular ones, without
//! following a link, and never more of them than a limit.

use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// Largest file, in bytes: 1 TiB.
pub const MAX_FILE_BYTES: u64 = 1 << 40;

/// Read at once, so that a file of any size takes little memory.
const BLOCK_BYTES: usize = 1 << 20;

/// Opens a regular file to read it. A link, a pipe, a device or a folder is an
/// error of the kind `InvalidInput`, at once.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOFOLLOW;
        options.custom_flags(flags.bits().try_into().unwrap_or_default());
    }
    let not_regular = || io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file");
    if !path.symlink_metadata()?.is_file() {
        return Err(not_regular());
    }
    let file = options.open(path)?;
    // Of the file that was opened, not of the name, which may have changed hands.
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(not_regular())
}

/// Reads a text of at most `max_bytes`; a longer one is an error of the kind
/// `FileTooLarge`.
pub(crate) fn read_text(path: &Path, max_bytes: u64) -> io::Result<String> {
    let mut text = String::new();
    let mut limited = open_regular(path)?.take(max_bytes.saturating_add(1));
    limited.read_to_string(&mut text)?;
    if text.len() as u64 > max_bytes {
        return Err(too_large());
    }
    Ok(text)
}

fn too_large() -> io::Error {
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        "it is larger than what is read",
    )
}

/// Bytes and lower-case hexadecimal SHA-256 of a file, which is written to
/// `copy` at the same time.
pub(crate) fn hash_to(path: &Path, copy: &mut dyn Write) -> io::Result<(u64, String)> {
    let mut file = open_regular(path)?;
    let mut block = vec![0; BLOCK_BYTES];
    let (mut digest, mut bytes) = (Sha256::new(), 0_u64);
    loop {
        let read = match file.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read == 0 {
            return Ok((bytes, hexadecimal(digest)));
        }
        bytes += read as u64;
        if bytes > MAX_FILE_BYTES {
            return Err(too_large());
        }
        let part = block.get(..read).unwrap_or_default();
        digest.update(part);
        copy.write_all(part)?;
    }
}

/// Bytes and hash of a file.
pub(crate) fn hash(path: &Path) -> io::Result<(u64, String)> {
    hash_to(path, &mut io::sink())
}

/// The digits of a digest.
pub(crate) fn hexadecimal(digest: Sha256) -> String {
    let bytes = digest.finalize();
    bytes
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
