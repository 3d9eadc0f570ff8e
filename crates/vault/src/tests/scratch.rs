//! Folders of tests that write much; the fuzz targets take this file in, too.

use std::path::Path;

use tempfile::TempDir;

/// In memory where the system has such a place.
pub fn scratch() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    made.unwrap()
}
