//! Who is compared: models, policies, or each model under each policy.
//!
//! As the program ships, a reader chooses among the values that were found, and the answer
//! model is loaded only where something must be written. Two models would then mostly give
//! one and the same answer, which neither of them made. Who names models wants to know which
//! of them answers better: so where models alone are named, each chooses itself
//! (`choose_with = "model"`), unless it is said that they are compared as shipped.

use super::answer::ContestantNote;
use app::{AppError, Policy, Service};
use evidence::policy::ChooseWith;

/// Most contestants: a question is asked of each.
const MAX_CONTESTANTS: usize = 12;

/// A contestant, ready to be asked.
#[derive(Debug, Clone)]
pub(super) struct Contestant {
    /// What is kept of it.
    pub note: ContestantNote,
    /// Its policy.
    pub policy: Policy,
}

/// Who was named.
#[derive(Debug, Clone, Default)]
pub struct Named {
    /// Models by name; empty: the default.
    pub models: Vec<String>,
    /// Policies by the names they get here; empty: one that lets the models choose.
    pub settings: Vec<(String, Policy)>,
    /// Compare models under the policy that ships, where no policy is named.
    pub as_shipped: bool,
}

/// The policy that ships, but the answer model chooses.
fn model_chooses() -> Policy {
    let shipped = Policy::default();
    Policy {
        version: format!("{}-model-chooses", shipped.version),
        choose_with: ChooseWith::Model,
        ..shipped
    }
}

/// Puts the contestants together: each model under each policy.
///
/// # Errors
///
/// [`AppError::Input`] for fewer than two, for a name that is empty or stands twice, and for a model
/// that is not known or does not answer; [`AppError::Model`] for a damaged file.
pub(super) fn contestants(service: &Service, named: &Named) -> Result<Vec<Contestant>, AppError> {
    let policies: Vec<(Option<&str>, Policy)> = if named.settings.is_empty() {
        let policy = if named.as_shipped {
            Policy::default()
        } else {
            model_chooses()
        };
        vec![(None, policy)]
    } else {
        let settings = named.settings.iter();
        settings
            .map(|(name, policy)| (Some(name.as_str()), policy.clone()))
            .collect()
    };
    let models: Vec<Option<&str>> = if named.models.is_empty() {
        vec![None]
    } else {
        named
            .models
            .iter()
            .map(|name| Some(name.as_str()))
            .collect()
    };
    let mut found: Vec<Contestant> = Vec::new();
    for model in &models {
        let entry = service.find_model(*model)?;
        if !entry.purpose.iter().any(|purpose| purpose == "answer") {
            return Err(AppError::input(
                format!("{} is no model for answers", entry.name),
                "`attest models list` prints what each is for",
            ));
        }
        service.check_model(*model)?;
        for (setting, policy) in &policies {
            let name = match setting {
                None => entry.name.clone(),
                Some(setting) if models.len() == 1 => (*setting).to_owned(),
                Some(setting) => format!("{} with {setting}", entry.name),
            };
            found.push(Contestant {
                note: ContestantNote {
                    name,
                    model: entry.name.clone(),
                    model_sha256: entry.identity(),
                    policy_version: policy.version.clone(),
                    policy_sha256: policy.sha256(),
                    choose_with: policy.choose_with,
                },
                policy: policy.clone(),
            });
        }
    }
    check(&found)?;
    Ok(found)
}

fn check(found: &[Contestant]) -> Result<(), AppError> {
    let help = "name models with --models A,B, or policies with --setting NAME=POLICY.toml, given several times";
    if !(2..=MAX_CONTESTANTS).contains(&found.len()) {
        let count = found.len();
        return Err(AppError::input(
            format!("{count} to compare; it takes 2 to {MAX_CONTESTANTS}"),
            help,
        ));
    }
    for (index, one) in found.iter().enumerate() {
        let name = &one.note.name;
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(AppError::input(
                "a contestant has no name that can be shown",
                help,
            ));
        }
        let mut before = found.iter().take(index);
        if before.any(|other| other.note.name == *name) {
            return Err(AppError::input(format!("{name} is named twice"), help));
        }
    }
    Ok(())
}
