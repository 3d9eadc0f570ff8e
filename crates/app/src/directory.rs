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
