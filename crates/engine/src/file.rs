//! Opening files that people name.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file to read it, if it is a regular one. A pipe, a device or a folder is
/// an error at once: opening a pipe would wait for somebody to write into it, and a
/// device such as `/dev/zero` has no end.
///
/// # Errors
///
/// The system's; [`io::ErrorKind::InvalidInput`] for what is no regular file.
///
/// # Examples
///
/// ```
/// let folder = std::env::temp_dir();
/// let error = engine::file::open_regular(&folder).unwrap_err();
/// assert_eq!(error.to_string(), "it is no regular file");
/// ```
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK.bits();
        options.custom_flags(flags.try_into().unwrap_or_default());
    }
    let file = options.open(path)?;
    // Of the file that was opened, not of the name, which may have changed hands.
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        "it is no regular file",
    ))
}
