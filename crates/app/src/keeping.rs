//! Holds and periods of retention: what must stay, what is past its time, and erasing that.

use crate::error::AppError;
use crate::service::{MakeSeed, Service};
use vault::{Applied, Due, Hold, Reason, Retention, Subject, VaultError};

impl Service {
    /// A document to hold or to release, also one that was removed with its bytes kept; `id` may be
    /// any unambiguous beginning.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for an id that names no document.
    pub fn document_to_hold(&self, id: &str) -> Result<Subject, AppError> {
        Ok(Subject::Document(self.resolve_kept(id)?))
    }

    /// An answer to hold or to release, by the id of its record or the beginning of that.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for an id that names no record.
    pub fn answer_to_hold(&self, id: &str) -> Result<Subject, AppError> {
        Ok(Subject::Answer(self.record(id)?.id.to_string()))
    }

    /// Holds a document or an answer. Returns the id of the record that says so.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for what is no answer, or was erased, and without a reason.
    pub fn hold(
        &self,
        subject: &Subject,
        reason: &str,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let (reason, now) = (reason_of(reason, make_seed)?, self.now());
        Ok(self.vault().hold(subject, &reason, &now)?.to_string())
    }

    /// Ends a hold: the one that `hold` names, else the only one over this document or answer.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] where no such hold stands, or several do and none is named, and without
    /// a reason.
    pub fn release(
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
}

fn reason_of(words: &str, make_seed: MakeSeed) -> Result<Reason, AppError> {
    let salt = make_seed().map_err(|error| VaultError::no_randomness(&error))?;
    Ok(Reason {
        words: words.to_owned(),
        salt,
    })
}
