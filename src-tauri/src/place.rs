//! Where documents and records lie: what `ATTEST_HOME` says, else the folder
//! chosen in the window, else the platform's.
//!
//! The choice cannot be kept in the data directory itself; it is one line in
//! the platform's own directory of this program.

use crate::failure::{Failure, Reply};
use app::AppError;
use std::path::{Path, PathBuf};

const FILE: &str = "location";

/// The data directory to open.
///
/// # Errors
///
/// `no_data_directory` where the platform names none.
pub fn data_directory() -> Reply<PathBuf> {
    let usual = usual()?;
    if std::env::var_os("ATTEST_HOME").is_some() {
        return Ok(usual);
    }
    Ok(chosen(&usual).unwrap_or(usual))
}

/// Keeps the choice of another folder, which must be one that can be written
/// to.
///
/// # Errors
///
/// `unwritable`; `input` where `ATTEST_HOME` decides.
pub fn choose(folder: &Path) -> Reply<()> {
    if std::env::var_os("ATTEST_HOME").is_some() {
        return Err(Failure::new(
            "input",
            "The variable ATTEST_HOME says where documents lie.",
            "Start the program without it, then choose a folder here.",
        ));
    }
    let usual = usual()?;
    let probe = folder.join(".attest-probe");
    let written = app::write_bytes(&probe, b"")
        .and_then(|()| std::fs::remove_file(&probe).map_err(failed(&probe)))
        .and_then(|()| app::make_folder(&usual).map_err(failed(&usual)))
        .and_then(|()| app::write_bytes(&usual.join(FILE), folder.as_os_str().as_encoded_bytes()));
    written.map_err(|error| {
        Failure::new(
            "unwritable",
            format!("{} cannot be used: {error}.", folder.display()),
            "Choose a folder that you may write to.",
        )
    })
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> AppError {
    let path = path.display().to_string();
    move |error| AppError::File {
        path: path.clone(),
        error,
    }
}

fn usual() -> Reply<PathBuf> {
    app::directory::data_directory(None).ok_or_else(|| {
        Failure::new(
            "no_data_directory",
            "There is no place to keep documents.",
            "Set ATTEST_HOME.",
        )
    })
}

/// The folder that was chosen, as long as it is there.
fn chosen(usual: &Path) -> Option<PathBuf> {
    let kept = std::fs::read_to_string(usual.join(FILE)).ok()?;
    let folder = PathBuf::from(kept.trim_end_matches('\n'));
    folder.is_dir().then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn a_chosen_folder_counts_as_long_as_it_is_there() {
        let usual = std::env::temp_dir().join(format!("attest-place-{}", std::process::id()));
        let other = usual.join("other");
        std::fs::create_dir_all(&other).unwrap();
        assert_eq!(chosen(&usual), None);
        std::fs::write(
            usual.join(super::FILE),
            other.as_os_str().as_encoded_bytes(),
        )
        .unwrap();
        assert_eq!(chosen(&usual), Some(other.clone()));
        std::fs::remove_dir(&other).unwrap();
        assert_eq!(chosen(&usual), None);
        std::fs::remove_dir_all(&usual).unwrap();
    }
}
