//! Holds and periods of retention: what must stay, what is past its time, and erasing that.

use crate::error::AppError;
use crate::service::{MakeSeed, Service};
use vault::{Applied, Due, Hold, Reason, Retention, Subject};

impl Service {
    /// Holds a document, also one that was removed with its bytes kept; `id` may be any
    /// unambiguous beginning. Returns the id of the record that says so.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for an id that names no document, [`AppError::Vault`] without a reason.
    pub fn hold_document(
        &self,
        id: &str,
        reason: &str,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let subject = Subject::Document(self.resolve_kept(id)?);
        self.hold(&subject, reason, make_seed)
    }

    /// Holds an answer, by the id of its record or the beginning of that.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for what is no answer, or was erased, and without a reason.
    pub fn hold_answer(
        &self,
        id: &str,
        reason: &str,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let subject = Subject::Answer(self.record(id)?.id.to_string());
        self.hold(&subject, reason, make_seed)
    }

    /// Ends a hold over a document: the one that `hold` names, else the only one.
    ///
    /// # Errors
    ///
    /// As [`Service::hold_document`]; [`AppError::Vault`] where no such hold stands, or several do
    /// and none is named.
    pub fn release_document(
        &self,
        id: &str,
        hold: Option<&str>,
        reason: &str,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let subject = Subject::Document(self.resolve_kept(id)?);
        self.release(&subject, hold, reason, make_seed)
    }

    /// Ends a hold over an answer, as [`Service::release_document`].
    ///
    /// # Errors
    ///
    /// As [`Service::release_document`].
    pub fn release_answer(
        &self,
        id: &str,
        hold: Option<&str>,
        reason: &str,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let subject = Subject::Answer(self.record(id)?.id.to_string());
        self.release(&subject, hold, reason, make_seed)
    }

    /// The holds that stand, oldest first.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn standing_holds(&self) -> Result<Vec<Hold>, AppError> {
        Ok(self.vault().holds()?)
    }

    /// Overwrites what the record of an answer holds: question, prompt, draft, answer, and what
    /// people said of it. The record stays.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`], also while it or a document that it is about is held.
    pub fn erase_answer(&self, id: &str) -> Result<String, AppError> {
        let full = self.record(id)?.id.to_string();
        let now = self.now();
        Ok(self.vault().erase_answer(&full, &now)?.to_string())
    }

    /// How long documents and answers are kept.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn retention(&self) -> Result<Retention, AppError> {
        Ok(self.vault().retention()?)
    }

    /// Sets how long documents and answers are kept; nothing is erased by that. Returns the id of
    /// the record that says so, none where nothing changes.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn set_retention(&self, retention: Retention) -> Result<Option<String>, AppError> {
        let now = self.now();
        let record = self.vault().set_retention(retention, &now)?;
        Ok(record.map(|record| record.to_string()))
    }

    /// What is past its period now.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn due(&self) -> Result<Vec<Due>, AppError> {
        Ok(self.vault().due(&self.now())?)
    }

    /// Erases what is past its period now and not held.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn apply_retention(&self) -> Result<Applied, AppError> {
        let now = self.now();
        Ok(self.vault().apply_retention(&now)?)
    }

    fn hold(
        &self,
        subject: &Subject,
        reason: &str,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let (reason, now) = (reason_of(reason, make_seed)?, self.now());
        Ok(self.vault().hold(subject, &reason, &now)?.to_string())
    }

    fn release(
        &self,
        subject: &Subject,
        hold: Option<&str>,
        reason: &str,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let (reason, now) = (reason_of(reason, make_seed)?, self.now());
        let record = self.vault().release(subject, hold, &reason, &now)?;
        Ok(record.to_string())
    }
}

fn reason_of(words: &str, make_seed: MakeSeed) -> Result<Reason, AppError> {
    let salt = make_seed().map_err(|error| {
        AppError::from(vault::VaultError::NoRandomness {
            reason: error.to_string(),
        })
    })?;
    Ok(Reason {
        words: words.to_owned(),
        salt,
    })
}
