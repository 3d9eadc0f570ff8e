//! What an administrator has set for everybody on this machine: one file that this program reads
//! and never writes.
//!
//! ```text
//! version = 1
//! policy_file = "policy.toml"            # beside this file, or a whole path
//! models_directory = "/srv/attest/models"
//! locked = ["policy_file"]
//! ```
//!
//! A file that is there and cannot be read, or says something that this version does not know, is
//! an error and no default: whoever locks a policy wants no answers without it.

use crate::error::AppError;
use crate::file::{failed, read_text};
use crate::settings::{SettingName, Settings};
use serde::Deserialize;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The only form of the file so far.
const VERSION: u32 = 1;
const HELP: &str = "whoever administers this machine mends it (docs/deploy.md shows its form); \
                    nothing is opened until then";

/// Where the file lies: `/etc/attest/settings.toml`; below `/Library/Application Support` on
/// macOS, below `%ProgramData%` on Windows. No variable of a person's own names it, since it is
/// not theirs.
pub fn place() -> Option<PathBuf> {
    let folder = if cfg!(windows) {
        PathBuf::from(std::env::var_os("ProgramData")?)
    } else if cfg!(target_os = "macos") {
        PathBuf::from("/Library/Application Support")
    } else {
        PathBuf::from("/etc")
    };
    Some(folder.join("attest").join("settings.toml"))
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(rename = "version")]
    _version: u32,
    #[serde(default)]
    policy_file: Option<PathBuf>,
    #[serde(default)]
    rates_file: Option<PathBuf>,
    #[serde(default)]
    answer_model: Option<String>,
    #[serde(default)]
    threads: Option<u32>,
    #[serde(default)]
    gpu_layers: Option<u32>,
    #[serde(default)]
    models_directory: Option<PathBuf>,
    #[serde(default)]
    locked: Vec<SettingName>,
}

/// Only the version, whatever else there is.
#[derive(Deserialize)]
struct Versioned {
    version: Option<u32>,
}

/// What the file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SystemSettings {
    /// The file.
    pub file: PathBuf,
    /// What it sets; theme and size of text are never set here.
    pub settings: Settings,
    /// What a person cannot change, in the order of [`SettingName::ALL`].
    pub locked: Vec<SettingName>,
    /// Models for everybody, which this program only reads.
    pub models_directory: Option<PathBuf>,
}

impl SystemSettings {
    /// Reads the file; none where there is none.
    ///
    /// # Errors
    ///
    /// [`AppError::File`] where it is there and cannot be read, [`AppError::Input`] where it has
    /// another form, is of a newer version, or may be written to by anybody.
    pub fn read(file: Option<&Path>) -> Result<Option<SystemSettings>, AppError> {
        let Some(file) = file else { return Ok(None) };
        // A link that leads nowhere is a file that cannot be read, and no missing one.
        match std::fs::symlink_metadata(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(file)(error)),
            Ok(_) => {}
        }
        refuse_writable_by_all(file)?;
        SystemSettings::parse(file, &read_text(file)?).map(Some)
    }

    fn parse(file: &Path, text: &str) -> Result<SystemSettings, AppError> {
        let shown = file.display();
        let wrong = |error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| before.matches('\n').count() + 1);
            AppError::input(format!("{shown}: line {line}: {}", error.message()), HELP)
        };
        let Versioned { version } = toml::from_str(text).map_err(wrong)?;
        if version != Some(VERSION) {
            return Err(AppError::input(
                match version {
                    Some(version) => format!(
                        "{shown} is of version {version}; this version of the program knows {VERSION}"
                    ),
                    None => format!("{shown} does not say `version = {VERSION}`"),
                },
                HELP,
            ));
        }
        let written: Written = toml::from_str(text).map_err(wrong)?;
        if written.threads == Some(0) {
            return Err(AppError::input(
                format!("{shown}: at least one thread is needed"),
                HELP,
            ));
        }
        let folder = file.parent().unwrap_or(Path::new(""));
        let beside = |path: PathBuf| folder.join(path);
        Ok(SystemSettings {
            file: file.to_owned(),
            settings: Settings {
                threads: written.threads,
                gpu_layers: written.gpu_layers,
                policy_file: written.policy_file.map(beside),
                rates_file: written.rates_file.map(beside),
                answer_model: written.answer_model,
                ..Settings::default()
            },
            locked: SettingName::ALL
                .into_iter()
                .filter(|name| written.locked.contains(name))
                .collect(),
            models_directory: written
                .models_directory
                .map(beside)
                .map(|folder| is_folder(file, folder))
                .transpose()?,
        })
    }
}

/// Models that are not where the administrator says would else be looked for elsewhere, unsaid.
fn is_folder(file: &Path, folder: PathBuf) -> Result<PathBuf, AppError> {
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(AppError::input(
        format!(
            "{}: models_directory: {} is no folder that can be read",
            file.display(),
            folder.display()
        ),
        HELP,
    ))
}

/// What anybody may write, nobody has set.
#[cfg(unix)]
fn refuse_writable_by_all(file: &Path) -> Result<(), AppError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = file.metadata().map_err(failed(file))?.permissions().mode();
    if mode & 0o002 == 0 {
        return Ok(());
    }
    Err(AppError::input(
        format!("{} may be written to by anybody", file.display()),
        format!("chmod 644 {}", file.display()),
    ))
}

#[cfg(not(unix))]
fn refuse_writable_by_all(_: &Path) -> Result<(), AppError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<SystemSettings>, AppError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        std::fs::write(&file, text).unwrap();
        SystemSettings::read(Some(&file))
    }

    #[test]
    fn a_file_beside_it_and_what_is_locked_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        assert_eq!(SystemSettings::read(Some(&file)).unwrap(), None);
        assert_eq!(SystemSettings::read(None).unwrap(), None);
        std::fs::create_dir(folder.path().join("models")).unwrap();
        let text = "version = 1\npolicy_file = \"policy.toml\"\nthreads = 3\ngpu_layers = 0\n\
                    models_directory = \"models\"\nlocked = [\"threads\", \"policy_file\"]\n";
        std::fs::write(&file, text).unwrap();
        let read = SystemSettings::read(Some(&file)).unwrap().unwrap();
        assert_eq!(
            read.settings.policy_file,
            Some(folder.path().join("policy.toml"))
        );
        assert_eq!(read.settings.threads, Some(3));
        assert_eq!(read.settings.gpu_layers, Some(0));
        assert_eq!(read.models_directory, Some(folder.path().join("models")));
        assert_eq!(read.locked, [SettingName::PolicyFile, SettingName::Threads]);
    }

    #[test]
    fn what_this_version_does_not_know_is_an_error_that_says_where() {
        for (text, told) in [
            ("", "does not say `version = 1`"),
            ("version = 2\nnew = 1\n", "is of version 2"),
            ("version = 1\npolicyfile = \"p\"\n", "line 2: unknown field"),
            (
                "version = 1\nlocked = [\"policy\"]\n",
                "line 2: unknown variant",
            ),
            ("version = 1\nthreads = \n", "line 2:"),
            ("version = 1\nthreads = 0\n", "at least one thread"),
            ("version = 1\ngpu_layers = -1\n", "line 2: invalid value"),
            (
                "version = 1\nappearance = \"dark\"\n",
                "line 2: unknown field",
            ),
            ("version = 1\nmodels_directory = \"none\"\n", "is no folder"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.to_string().contains(told), "{text:?}: {error}");
            assert!(error.to_string().contains("settings.toml"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nowhere_and_a_file_for_everybody_are_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link.toml");
        std::os::unix::fs::symlink(folder.path().join("nowhere"), &link).unwrap();
        assert!(SystemSettings::read(Some(&link)).is_err());
        let file = folder.path().join("settings.toml");
        std::fs::write(&file, "version = 1\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o666)).unwrap();
        let error = SystemSettings::read(Some(&file)).unwrap_err();
        assert!(error.to_string().contains("by anybody"), "{error}");
    }
}
