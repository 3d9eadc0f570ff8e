//! Holds and periods of retention: what must stay, what is past its time, and erasing that.

use crate::error::AppError;
use crate::service::{MakeSeed, Service};
use vault::{
    Applied, Due, Hold, MAX_NAME_BYTES, Reason, RecordFilter, Retention, Subject, VaultError,
};

/// Why something is held or released, and who says so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Why {
    /// In a person's words; not empty.
    pub reason: String,
    /// Name of that person; none, or blank: the reviewer of the settings, where one is set.
    pub by: Option<String>,
}

/// A document that was removed with its bytes kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedDocument {
    /// Its id.
    pub id: String,
    /// When it was removed last: RFC 3339, UTC.
    pub removed_at: String,
}

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
        why: &Why,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let (reason, now) = (self.reason_of(why, make_seed)?, self.now());
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
        why: &Why,
        make_seed: MakeSeed,
    ) -> Result<String, AppError> {
        let (reason, now) = (self.reason_of(why, make_seed)?, self.now());
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

    /// As [`Service::apply_retention`], where that is exactly what somebody confirmed; none, and
    /// nothing is erased, where it is anything else by now.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn apply_retention_to(&self, confirmed: &[Subject]) -> Result<Option<Applied>, AppError> {
        let now = self.now();
        Ok(self.vault().apply_retention_to(confirmed, &now)?)
    }

    /// The documents that were removed with their bytes kept, the last removed first.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn removed_documents(&self) -> Result<Vec<RemovedDocument>, AppError> {
        let vault = self.vault();
        let mut removed = Vec::new();
        for id in vault.removed_documents()? {
            let removals = RecordFilter {
                kind: Some(vault::KIND_REMOVE.to_owned()),
                document_id: Some(id.clone()),
                ..RecordFilter::default()
            };
            let last = vault.records(&removals, 1)?.into_iter().next();
            removed.extend(last.map(|record| (record.sequence, id, record.time)));
        }
        removed.sort_unstable_by(|one, other| other.cmp(one));
        let told = removed.into_iter();
        Ok(told
            .map(|(_, id, removed_at)| RemovedDocument { id, removed_at })
            .collect())
    }

    fn reason_of(&self, why: &Why, make_seed: MakeSeed) -> Result<Reason, AppError> {
        let given = why.by.as_deref().unwrap_or_default().trim().to_owned();
        let by = match given.as_str() {
            "" => self.settings()?.settings.reviewer,
            _ => Some(given),
        };
        if by.as_ref().is_some_and(|by| by.len() > MAX_NAME_BYTES) {
            return Err(AppError::input(
                format!("a name has {MAX_NAME_BYTES} bytes at most"),
                "give a shorter one",
            ));
        }
        let salt = make_seed().map_err(|error| VaultError::no_randomness(&error))?;
        Ok(Reason {
            words: why.reason.clone(),
            by,
            salt,
        })
    }
}
