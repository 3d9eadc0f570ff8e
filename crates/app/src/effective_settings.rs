//! Which settings count: the administrator's where they are locked, else the person's, else the
//! administrator's. `governed.rs` asks here for the command line and the window alike.

use crate::error::AppError;
use crate::settings::{SettingName, Settings};
use crate::system_settings::SystemSettings;
use serde::Serialize;

/// What an administrator has set here, as it is shown to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Administered {
    /// The file that says so.
    pub file: String,
    /// What a person cannot change.
    pub locked: Vec<SettingName>,
    /// What is as the file says, locked or because the person set nothing else.
    pub given: Vec<SettingName>,
    /// The folder of models for everybody, where there is one.
    pub models_directory: Option<String>,
}

/// The settings that count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectiveSettings {
    /// Their values.
    pub settings: Settings,
    /// What of them an administrator set; none where no file of theirs is there.
    pub administered: Option<Administered>,
}

impl EffectiveSettings {
    /// What counts of both.
    pub(crate) fn of(system: Option<&SystemSettings>, own: Settings) -> EffectiveSettings {
        let Some(system) = system else {
            return EffectiveSettings {
                settings: own,
                administered: None,
            };
        };
        let mut settings = own;
        let mut given = Vec::new();
        for name in SettingName::ALL {
            let is_set = system.settings.word(name).is_some();
            if system.locked.contains(&name) || (is_set && settings.word(name).is_none()) {
                settings.take(name, &system.settings);
                given.push(name);
            }
        }
        EffectiveSettings {
            settings,
            administered: Some(Administered {
                file: system.file.display().to_string(),
                locked: system.locked.clone(),
                given,
                models_directory: system
                    .models_directory
                    .as_ref()
                    .map(|folder| folder.display().to_string()),
            }),
        }
    }

    /// Refuses another value than the one that counts, where that is locked.
    pub(crate) fn refuse(&self, name: SettingName, is_other: bool) -> Result<(), AppError> {
        match &self.administered {
            Some(set) if is_other && set.locked.contains(&name) => Err(AppError::input(
                format!(
                    "{} is set by your administrator in {}",
                    name.words(),
                    set.file
                ),
                "go on without another one, or ask whoever administers this machine",
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn system(locked: &[SettingName]) -> SystemSettings {
        SystemSettings {
            file: "/etc/attest/settings.toml".into(),
            settings: Settings {
                policy_file: Some("/etc/attest/policy.toml".into()),
                threads: Some(2),
                ..Settings::default()
            },
            locked: locked.to_vec(),
            models_directory: None,
        }
    }

    #[test]
    fn locked_goes_before_own_and_own_before_given() {
        let own = Settings {
            policy_file: Some("/home/p.toml".into()),
            rates_file: Some("/home/r.toml".into()),
            text_percent: 150,
            ..Settings::default()
        };
        let alone = EffectiveSettings::of(None, own.clone());
        assert_eq!((alone.settings, alone.administered), (own.clone(), None));

        let free = EffectiveSettings::of(Some(&system(&[])), own.clone());
        assert_eq!(free.settings.policy_file, Some("/home/p.toml".into()));
        assert_eq!(free.settings.threads, Some(2));
        assert_eq!(free.administered.unwrap().given, [SettingName::Threads]);

        let both = [SettingName::PolicyFile, SettingName::RatesFile];
        let held = EffectiveSettings::of(Some(&system(&both)), own);
        let policy = PathBuf::from("/etc/attest/policy.toml");
        assert_eq!(held.settings.policy_file, Some(policy));
        // Locked and not set: as built in, whatever the person set.
        assert_eq!(held.settings.rates_file, None);
        assert_eq!(held.settings.text_percent, 150);
        assert!(held.refuse(SettingName::PolicyFile, false).is_ok());
        assert!(held.refuse(SettingName::Threads, true).is_ok());
        let refused = held.refuse(SettingName::PolicyFile, true).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the policy is set by your administrator in /etc/attest/settings.toml"
        );
    }
}
