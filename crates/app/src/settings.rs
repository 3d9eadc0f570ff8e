//! What a person has set for the window: one small file in the data directory;
//! and the files that settings and arguments name.

use crate::error::AppError;
use crate::file::{read_text, write_whole};
use crate::service::Service;
use compute::Rates;
use evidence::Policy;
use pipeline::hash::sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const FILE: &str = "settings.json";

/// Which theme the window wears.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Appearance {
    /// As the system.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What a person has set. A field that is missing is as if never set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Theme.
    pub appearance: Appearance,
    /// Size of text in percent of the normal, 100 to 200; 0 counts as 100.
    pub text_percent: u32,
    /// Threads for inference; none: as many as the machine has cores, at most
    /// 8.
    pub threads: Option<u32>,
    /// Policy file (TOML); none: the built-in policy.
    pub policy_file: Option<PathBuf>,
    /// Exchange rates (TOML); none: nothing is converted.
    pub rates_file: Option<PathBuf>,
    /// Model for answers, by name; none: the catalogue's default.
    pub answer_model: Option<String>,
}

impl Settings {
    /// The settings in a data directory; the defaults where there are none.
    ///
    /// # Errors
    ///
    /// [`AppError::File`] where they cannot be read, [`AppError::Input`] where
    /// they have another form.
    pub fn read(data_directory: &Path) -> Result<Settings, AppError> {
        let file = data_directory.join(FILE);
        let shown = file.display().to_string();
        let text = match read_text(&file) {
            Err(AppError::File { error, .. }) if error.kind() == ErrorKind::NotFound => {
                return Ok(Settings::default());
            }
            other => other?,
        };
        serde_json::from_str(&text).map_err(|error| {
            AppError::input(
                format!("{shown}: line {}: {error}", error.line()),
                "mend the file or delete it; then everything is as if never set",
            )
        })
    }

    /// Writes them, whole or not at all.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for numbers out of range, [`AppError::File`] where
    /// they cannot be written.
    pub fn write(&self, data_directory: &Path) -> Result<(), AppError> {
        self.check()?;
        let file = data_directory.join(FILE);
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        write_whole(&file, &text)
    }

    /// What a record says of them: no path of the user's machine.
    fn recorded(&self) -> Result<Value, AppError> {
        let hash = |path: &Option<PathBuf>| {
            let text = path.as_deref().map(read_text).transpose()?;
            Ok::<_, AppError>(text.map(|text| sha256(text.as_bytes())))
        };
        Ok(json!({
            "appearance": self.appearance,
            "text_percent": self.text_percent,
            "threads": self.threads,
            "answer_model": self.answer_model,
            "policy_sha256": hash(&self.policy_file)?,
            "rates_sha256": hash(&self.rates_file)?,
        }))
    }

    fn check(&self) -> Result<(), AppError> {
        if self.text_percent != 0 && !(100..=200).contains(&self.text_percent) {
            return Err(AppError::input(
                "text can be 100 to 200 % of the normal",
                "",
            ));
        }
        if self.threads == Some(0) {
            return Err(AppError::input("at least one thread is needed", ""));
        }
        Ok(())
    }
}

/// Reads a policy file.
///
/// # Errors
///
/// [`AppError::File`], [`AppError::Policy`].
pub fn read_policy(path: &Path) -> Result<Policy, AppError> {
    Ok(Policy::read(&read_text(path)?)?)
}

/// Reads a file of exchange rates.
///
/// # Errors
///
/// [`AppError::File`], [`AppError::Input`].
pub fn read_rates(path: &Path) -> Result<Rates, AppError> {
    Rates::parse(&read_text(path)?).map_err(|error| {
        AppError::input(
            error.to_string(),
            "docs/questions.md shows the form of a rates file",
        )
    })
}

/// Kind of the records of changed settings.
const KIND_SETTINGS: &str = "settings";

impl Service {
    /// Keeps what a person has set, with a record of it: what was set, of files
    /// their hashes, and of models their names. The record is written first, so
    /// that no answer comes from settings that nobody recorded. Nothing is
    /// recorded where nothing changes.
    ///
    /// # Errors
    ///
    /// As [`Settings::write`]; [`AppError::File`] where a file that is named
    /// cannot be read; [`AppError::Vault`].
    pub fn change_settings(&self, settings: &Settings) -> Result<(), AppError> {
        settings.check()?;
        let before = Settings::read(self.data_directory()).ok();
        if before.as_ref() != Some(settings) {
            let body = settings.recorded()?;
            let now = self.now();
            self.vault().append(KIND_SETTINGS, &body, &now)?;
        }
        settings.write(self.data_directory())
    }

    /// The version of Tesseract that pages without text are read with; none
    /// where there is none.
    pub fn ocr_version(&self) -> Option<String> {
        crate::reading::ocr_version()
    }

    /// Cores of the machine.
    pub fn cores(&self) -> u32 {
        std::thread::available_parallelism().map_or(1, |count| count.get() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_kept_and_a_damaged_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Settings::read(folder.path()).unwrap(), Settings::default());
        let settings = Settings {
            appearance: Appearance::Dark,
            text_percent: 150,
            threads: Some(2),
            ..Settings::default()
        };
        settings.write(folder.path()).unwrap();
        assert_eq!(Settings::read(folder.path()).unwrap(), settings);
        std::fs::write(folder.path().join(FILE), "{\"theme\": 1}").unwrap();
        let error = Settings::read(folder.path()).unwrap_err();
        assert!(error.to_string().contains(FILE), "{error}");
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let tiny = Settings {
            text_percent: 20,
            ..Settings::default()
        };
        let idle = Settings {
            threads: Some(0),
            ..Settings::default()
        };
        assert!(tiny.write(folder.path()).is_err());
        assert!(idle.write(folder.path()).is_err());
    }
}
