//! Where the program keeps its data.

use std::path::{Path, PathBuf};

/// Environment variable that names the data directory.
pub const VARIABLE: &str = "ATTEST_HOME";

/// The data directory: `explicit`, else `ATTEST_HOME`, else the platform's
/// (`$XDG_DATA_HOME/attest`, `~/.local/share/attest`;
/// `~/Library/Application Support/attest`; `%APPDATA%\attest`).
pub fn data_directory(explicit: Option<&Path>) -> Option<PathBuf> {
    explicit
        .map(Path::to_path_buf)
        .or_else(|| variable(VARIABLE))
        .or_else(platform_directory)
}

/// Environment variable that names the directory of what is kept beside the
/// data: keys and checkpoints.
pub const STATE_VARIABLE: &str = "ATTEST_STATE";

/// The folder of a data directory's key and checkpoints: below `ATTEST_STATE`,
/// else the platform's directory for such (`$XDG_STATE_HOME/attest`,
/// `~/.local/state/attest`; `~/Library/Application Support/attest-state`;
/// `%LOCALAPPDATA%\attest-state`), the first 32 hexadecimal digits of the
/// SHA-256 of the data directory's full path. It lies outside of the data
/// directory, so that an older copy of the data brings no older checkpoint
/// with it. None where the platform names no such directory, or the data
/// directory is not there.
pub fn state_directory(data_directory: &Path) -> Option<PathBuf> {
    let base = variable(STATE_VARIABLE).or_else(platform_state)?;
    let path = std::fs::canonicalize(data_directory).ok()?;
    let name = pipeline::hash::sha256(path.as_os_str().as_encoded_bytes());
    Some(base.join(name.get(..32).unwrap_or(&name)))
}

fn platform_state() -> Option<PathBuf> {
    if cfg!(windows) {
        return variable("LOCALAPPDATA").map(|base| base.join("attest-state"));
    }
    if cfg!(target_os = "macos") {
        return variable("HOME").map(|home| home.join("Library/Application Support/attest-state"));
    }
    variable("XDG_STATE_HOME")
        .map(|base| base.join("attest"))
        .or_else(|| variable("HOME").map(|home| home.join(".local/state/attest")))
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

fn platform_directory() -> Option<PathBuf> {
    if cfg!(windows) {
        return variable("APPDATA").map(|base| base.join("attest"));
    }
    if cfg!(target_os = "macos") {
        return variable("HOME").map(|home| home.join("Library/Application Support/attest"));
    }
    variable("XDG_DATA_HOME")
        .map(|base| base.join("attest"))
        .or_else(|| variable("HOME").map(|home| home.join(".local/share/attest")))
}

/// Folder of the model files: `models` below the data directory, or, where
/// there is none, below `ATTEST_HOME` or the platform's own data directory, so
/// that a second data directory needs no second copy of the models.
pub fn models_directory(data_directory: &Path) -> PathBuf {
    let own = data_directory.join("models");
    let others = [variable(VARIABLE), platform_directory()];
    let shared = others.into_iter().flatten().map(|base| base.join("models"));
    std::iter::once(own.clone())
        .chain(shared)
        .find(|folder| folder.is_dir())
        .unwrap_or(own)
}
