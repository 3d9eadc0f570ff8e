//! The settings at work: what a request becomes under them, how a person changes them, and what
//! is told of them.

use crate::effective_settings::EffectiveSettings;
use crate::error::AppError;
use crate::request::AskRequest;
use crate::service::Service;
use crate::settings::{SettingName, Settings, read_policy, read_rates};
use crate::system_settings::SystemSettings;
use pipeline::calibration::Calibration;

/// Kind of the records of changed settings.
const KIND_SETTINGS: &str = "settings";

impl Service {
    /// The settings that count now.
    ///
    /// # Errors
    ///
    /// Where the person's file or the administrator's is there and cannot be read.
    pub fn settings(&self) -> Result<EffectiveSettings, AppError> {
        let system = SystemSettings::read(self.options.system_settings.as_deref())?;
        let own = Settings::read(self.data_directory())?;
        Ok(EffectiveSettings::of(system.as_ref(), own))
    }

    /// Keeps what a person sets, with a record of it: what was set, of files their hashes, and of
    /// models their names; nothing is recorded where nothing changes. What equals the administrator's is not kept as the person's own,
    /// so that it follows when the administrator changes it.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where a locked setting would be another one, and for numbers out of
    /// range; what reading a policy, rates or a model that is named gives.
    pub fn change_settings(&self, wanted: &Settings) -> Result<(), AppError> {
        let system = SystemSettings::read(self.options.system_settings.as_deref())?;
        let own = Settings::read(self.data_directory())?;
        let before = EffectiveSettings::of(system.as_ref(), own.clone());
        let mut kept = wanted.clone();
        for name in SettingName::ALL {
            let is_other = wanted.word(name) != before.settings.word(name);
            before.refuse(name, is_other)?;
            let Some(system) = &system else { continue };
            if system.locked.contains(&name) {
                kept.take(name, &own);
            } else if wanted.word(name) == system.settings.word(name) {
                kept.take(name, &Settings::default());
            }
        }
        if let Some(path) = &kept.policy_file {
            read_policy(path)?;
        }
        if let Some(path) = &kept.rates_file {
            read_rates(path)?;
        }
        if let Some(name) = &kept.answer_model {
            self.find_model(Some(name))?;
        }
        kept.check()?;
        // The record comes first, so that no answer comes from settings that nobody recorded.
        if kept != own {
            let now = self.now();
            self.vault()
                .append(KIND_SETTINGS, &kept.recorded()?, &now)?;
        }
        kept.write(self.data_directory())
    }

    /// A request with the settings that count in it, where it says nothing else.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where it says something else than what is locked; where a file that
    /// the settings name cannot be read.
    pub(crate) fn governed(&self, request: &AskRequest) -> Result<AskRequest, AppError> {
        let held = self.settings()?;
        let set = &held.settings;
        let policy = set.policy_file.as_deref().map(read_policy).transpose()?;
        let rates = set.rates_file.as_deref().map(read_rates).transpose()?;
        let another = |given: &evidence::Policy| *given != policy.clone().unwrap_or_default();
        held.refuse(
            SettingName::PolicyFile,
            request.policy.as_ref().is_some_and(another),
        )?;
        // The numbers of a calibration decide what is answered, as those of a policy do.
        let fitted = |given: &Calibration| given != Calibration::built_in();
        held.refuse(
            SettingName::PolicyFile,
            request.calibration.as_ref().is_some_and(fitted),
        )?;
        let others = request.rates.is_some() && request.rates != rates;
        held.refuse(SettingName::RatesFile, others)?;
        let model = self.governed_model(&held, request)?;
        let mut request = request.clone();
        request.policy = request.policy.or(policy);
        request.rates = request.rates.or(rates);
        request.model = model;
        Ok(request)
    }

    /// The answer model that is named, by the request or by the settings. Whoever asks servers
    /// chose their model with them, so what the settings name is left out; but where it is locked
    /// none may answer, whatever they call theirs: a name proves nothing of a model.
    fn governed_model(
        &self,
        held: &EffectiveSettings,
        request: &AskRequest,
    ) -> Result<Option<String>, AppError> {
        if self.served.is_some() {
            held.refuse(SettingName::AnswerModel, true)?;
            return Ok(request.model.clone());
        }
        let set = &held.settings.answer_model;
        let usual = self.find_model(set.as_deref())?.name;
        let other = request.model.as_ref().is_some_and(|name| *name != usual);
        held.refuse(SettingName::AnswerModel, other)?;
        Ok(request.model.clone().or_else(|| set.clone()))
    }

    /// What `attest doctor` says of the settings.
    pub(crate) fn tell_settings(&self) -> Result<String, AppError> {
        let held = self.settings()?;
        // A file that is named and cannot be used is found here, not at the first question.
        self.governed(&AskRequest::default())?;
        let set = &held.settings;
        let mut told = match (&held.administered, &self.options.system_settings) {
            (Some(by), _) => format!("set by your administrator in {}", by.file),
            (None, Some(place)) => format!("none of an administrator's in {}", place.display()),
            (None, None) => "none of an administrator's".to_owned(),
        };
        let locked = held.administered.as_ref().map_or(&[][..], |by| &by.locked);
        for name in SettingName::ALL {
            let is_locked = locked.contains(&name);
            if let Some(word) = set.word(name) {
                told.extend(["; ", name.key(), " ", &word]);
            } else if is_locked {
                told.extend(["; ", name.key(), " as built in"]);
            }
            if is_locked {
                told.push_str(" (locked)");
            }
        }
        let shared = held.administered.and_then(|by| by.models_directory);
        told.extend(shared.map(|folder| format!("; models_directory {folder}")));
        Ok(told)
    }
}
