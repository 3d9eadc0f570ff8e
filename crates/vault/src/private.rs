//! Files and folders of their owner alone, whatever the process's mask of rights says.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// How such a file is opened (0600 where it is made).
pub(crate) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// A file that was not there.
pub(crate) fn make_file(path: &Path) -> io::Result<File> {
    options().write(true).create_new(true).open(path)
}

/// Whether a file that is there may be written, without opening it.
#[cfg(unix)]
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    Ok(rustix::fs::access(path, rustix::fs::Access::WRITE_OK)?)
}

/// Whether a file that is there may be written.
#[cfg(not(unix))]
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    options().append(true).open(path).map(drop)
}

/// How such a folder is made (0700).
pub(crate) fn folder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// A folder and those above it that are missing; one that is there stays as it is.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    folder().recursive(true).create(path)
}
