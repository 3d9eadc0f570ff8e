//! What a person has set: one small file in the data directory; and the files
//! that settings and arguments name.
//!
//! The file says `"version"` from version 2 on. A newer version may add settings
//! and never changes what one means, so an older program reads those it knows of
//! a newer file, and leaves the others in it. In a file of its own version what
//! it does not know is an error, which names the word that was mistyped.

use crate::error::AppError;
use crate::file::{read_text, write_text};
use compute::Rates;
use evidence::Policy;
use pipeline::hash::sha256;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const FILE: &str = "settings.json";
/// Of the file's form. Not written while it is the first one, which programs read
/// that know of no version.
const VERSION: u64 = 1;
const KEY: &str = "version";

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
    /// Layers of the answer model for a graphics processor; none: as many as fit there, 0: none.
    /// A build without support for one says so where it is more than 0.
    pub gpu_layers: Option<u32>,
    /// Policy file (TOML); none: the built-in policy.
    pub policy_file: Option<PathBuf>,
    /// Exchange rates (TOML); none: nothing is converted.
    pub rates_file: Option<PathBuf>,
    /// Model for answers, by name; none: the catalogue's default.
    pub answer_model: Option<String>,
    /// Name of the person who reviews answers here; none: asked for.
    pub reviewer: Option<String>,
    /// Minutes without a sign of the person after which the window locks an encrypted vault; 0:
    /// never, none: [`LOCK_AFTER`]. A vault in clear is not locked.
    pub lock_minutes: Option<u32>,
}

/// Minutes after which an encrypted vault is locked where nothing else is set.
pub const LOCK_AFTER: u32 = 15;
/// A day: more is never.
const MAX_LOCK_MINUTES: u32 = 24 * 60;

/// A setting that an administrator can give and lock. Theme and size of text are none: how a
/// window looks is for the person who looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SettingName {
    /// The policy.
    PolicyFile,
    /// Exchange rates.
    RatesFile,
    /// The model for answers.
    AnswerModel,
    /// Threads for inference.
    Threads,
    /// Layers of the answer model for a graphics processor.
    GpuLayers,
}

impl SettingName {
    /// All of them.
    pub const ALL: [SettingName; 5] = [
        SettingName::PolicyFile,
        SettingName::RatesFile,
        SettingName::AnswerModel,
        SettingName::Threads,
        SettingName::GpuLayers,
    ];

    /// As it is written in the file.
    pub fn key(self) -> &'static str {
        match self {
            SettingName::PolicyFile => "policy_file",
            SettingName::RatesFile => "rates_file",
            SettingName::AnswerModel => "answer_model",
            SettingName::Threads => "threads",
            SettingName::GpuLayers => "gpu_layers",
        }
    }

    /// In words, as the beginning of a sentence.
    pub(crate) fn words(self) -> &'static str {
        match self {
            SettingName::PolicyFile => "the policy",
            SettingName::RatesFile => "the file of exchange rates",
            SettingName::AnswerModel => "the model for answers",
            SettingName::Threads => "the number of threads",
            SettingName::GpuLayers => "the number of layers on a graphics processor",
        }
    }
}

impl Settings {
    /// The settings in a data directory; the defaults where there are none.
    ///
    /// # Errors
    ///
    /// [`AppError::File`] where they cannot be read, [`AppError::Input`] where
    /// they have another form.
    pub fn read(data_directory: &Path) -> Result<Settings, AppError> {
        let Some(kept) = Kept::read(data_directory)? else {
            return Ok(Settings::default());
        };
        let mut known = kept.fields.clone();
        if kept.is_newer() {
            known.retain(|key, _| KEYS.contains(&key.as_str()));
        } else {
            known.remove(KEY);
        }
        serde_json::from_value(Value::Object(known)).map_err(|error| kept.wrong(&error))
    }

    /// What a record says of them: no path of the user's machine.
    pub(crate) fn recorded(&self) -> Result<Value, AppError> {
        let hash = |path: &Option<PathBuf>| {
            let text = path.as_deref().map(read_text).transpose()?;
            Ok::<_, AppError>(text.map(|text| sha256(text.as_bytes())))
        };
        Ok(json!({
            "appearance": self.appearance,
            "text_percent": self.text_percent,
            "threads": self.threads,
            "gpu_layers": self.gpu_layers,
            "answer_model": self.answer_model,
            "reviewer": self.reviewer,
            "lock_minutes": self.lock_minutes,
            "policy_sha256": hash(&self.policy_file)?,
            "rates_sha256": hash(&self.rates_file)?,
        }))
    }

    /// Refuses numbers out of range.
    pub(crate) fn check(&self) -> Result<(), AppError> {
        if self.text_percent != 0 && !(100..=200).contains(&self.text_percent) {
            return Err(AppError::input(
                "text can be 100 to 200 % of the normal",
                "",
            ));
        }
        if self.threads == Some(0) {
            return Err(AppError::input("at least one thread is needed", ""));
        }
        if self.lock_minutes > Some(MAX_LOCK_MINUTES) {
            return Err(AppError::input(
                "the window locks after a day at most",
                "give 0 for never",
            ));
        }
        Ok(())
    }

    /// Writes them, whole or not at all; what a newer version set stays in the file.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for numbers out of range, [`AppError::File`] where
    /// they cannot be written.
    pub fn write(&self, data_directory: &Path) -> Result<(), AppError> {
        self.check()?;
        let own = serde_json::to_value(self).unwrap_or_default();
        let mut fields = match Kept::read(data_directory)? {
            Some(kept) if kept.is_newer() => kept.fields,
            _ => Map::new(),
        };
        fields.extend(own.as_object().cloned().unwrap_or_default());
        let mut text = serde_json::to_string_pretty(&fields).unwrap_or_default();
        text.push('\n');
        write_text(&data_directory.join(FILE), &text)
    }

    /// The value of a setting that an administrator can give, as a word; none where it is not
    /// set.
    pub(crate) fn word(&self, name: SettingName) -> Option<String> {
        let shown = |path: &PathBuf| path.display().to_string();
        match name {
            SettingName::PolicyFile => self.policy_file.as_ref().map(shown),
            SettingName::RatesFile => self.rates_file.as_ref().map(shown),
            SettingName::AnswerModel => self.answer_model.clone(),
            SettingName::Threads => self.threads.map(|count| count.to_string()),
            SettingName::GpuLayers => self.gpu_layers.map(|count| count.to_string()),
        }
    }

    /// Takes the value of a setting from others.
    pub(crate) fn take(&mut self, name: SettingName, others: &Settings) {
        match name {
            SettingName::PolicyFile => self.policy_file.clone_from(&others.policy_file),
            SettingName::RatesFile => self.rates_file.clone_from(&others.rates_file),
            SettingName::AnswerModel => self.answer_model.clone_from(&others.answer_model),
            SettingName::Threads => self.threads = others.threads,
            SettingName::GpuLayers => self.gpu_layers = others.gpu_layers,
        }
    }
}

/// The settings that this version knows, as the file names them.
const KEYS: [&str; 9] = [
    "appearance",
    "text_percent",
    "threads",
    "gpu_layers",
    "policy_file",
    "rates_file",
    "answer_model",
    "reviewer",
    "lock_minutes",
];

/// The file as it lies there.
struct Kept {
    shown: String,
    fields: Map<String, Value>,
}

impl Kept {
    fn read(data_directory: &Path) -> Result<Option<Kept>, AppError> {
        let file = data_directory.join(FILE);
        let text = match read_text(&file) {
            Err(AppError::File { error, .. }) if error.kind() == ErrorKind::NotFound => {
                return Ok(None);
            }
            other => other?,
        };
        let mut kept = Kept {
            shown: file.display().to_string(),
            fields: Map::new(),
        };
        kept.fields = serde_json::from_str(&text).map_err(|error| kept.wrong(&error))?;
        Ok(Some(kept))
    }

    /// Whether a newer version wrote it. What is no version is no newer one either, and then
    /// an error as any other word that is not known.
    fn is_newer(&self) -> bool {
        let version = self.fields.get(KEY).and_then(Value::as_u64);
        version.is_some_and(|version| version > VERSION)
    }

    fn wrong(&self, error: &serde_json::Error) -> AppError {
        let line = match error.line() {
            0 => String::new(),
            line => format!("line {line}: "),
        };
        AppError::input(
            format!("{}: {line}{error}", self.shown),
            "mend the file or delete it; then everything is as if never set",
        )
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
    fn a_newer_file_is_read_as_far_as_it_is_known_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        let text = r#"{"version": 7, "threads": 3, "voice": {"speed": 2}}"#;
        std::fs::write(&file, text).unwrap();
        let mut read = Settings::read(folder.path()).unwrap();
        assert_eq!(read.threads, Some(3));
        read.threads = Some(4);
        read.write(folder.path()).unwrap();
        let kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(kept["version"], 7);
        assert_eq!(kept["voice"]["speed"], 2);
        assert_eq!(kept["threads"], 4);
        // The same word in a file of this version is a mistake.
        for version in ["", "\"version\": 1,"] {
            std::fs::write(&file, format!("{{{version} \"voice\": 1}}")).unwrap();
            let error = Settings::read(folder.path()).unwrap_err();
            assert!(error.to_string().contains("voice"), "{error}");
        }
        // What this version writes is read by those that know of no version.
        std::fs::remove_file(&file).unwrap();
        read.write(folder.path()).unwrap();
        let kept: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let mut keys: Vec<&String> = kept.as_object().unwrap().keys().collect();
        let mut known = KEYS.to_vec();
        keys.sort();
        known.sort_unstable();
        assert_eq!(keys, known);
    }

    #[test]
    fn every_name_is_the_key_of_a_setting() {
        let settings = serde_json::to_value(Settings::default()).unwrap();
        for name in SettingName::ALL {
            assert_eq!(serde_json::json!(name), name.key());
            assert!(settings.get(name.key()).is_some(), "{}", name.key());
        }
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
        let late = Settings {
            lock_minutes: Some(24 * 60 + 1),
            ..Settings::default()
        };
        assert!(late.write(folder.path()).is_err());
        assert!(tiny.write(folder.path()).is_err());
        assert!(idle.write(folder.path()).is_err());
    }
}
