//! What is held, as the records say it.
//!
//! A hold is a record about a document or an answer; a release is a record that names the hold it
//! ends. Several holds may stand over one thing (two matters that need it), and each ends by
//! itself. While one stands, what it is over is neither removed nor erased.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde_json::Value;

use crate::audit::{DOCUMENT_IDS, KIND_HOLD, KIND_RELEASE};
use crate::error::VaultError;
use crate::subject::Subject;

/// Member of a release: sequence of the record of the hold that it ends.
pub(crate) const HOLD: &str = "hold";

/// One hold that stands.
#[derive(Debug, Clone)]
pub(crate) struct OneHold {
    pub subject: Subject,
    pub time: String,
    /// Those of an answer that is held.
    documents: Vec<String>,
}

/// The holds that stand, by the sequence of their record.
#[derive(Debug, Default)]
pub(crate) struct Holds(pub BTreeMap<i64, OneHold>);

impl Holds {
    /// As all records of a vault say it.
    pub(crate) fn read(connection: &Connection) -> Result<Self, VaultError> {
        let mut holds = Self::default();
        let mut statement = connection.prepare_cached(
            "SELECT sequence, kind, time, body FROM record WHERE kind IN (?1, ?2) ORDER BY sequence",
        )?;
        let mut rows = statement.query([KIND_HOLD, KIND_RELEASE])?;
        while let Some(row) = rows.next()? {
            let text = |index: usize| row.get::<_, String>(index).unwrap_or_default();
            if let Ok(body) = serde_json::from_str(&text(3)) {
                holds.take(row.get(0)?, &text(1), &text(2), &body);
            }
        }
        Ok(holds)
    }

    /// Takes the next record; one of another kind says nothing here.
    pub(crate) fn take(&mut self, sequence: i64, kind: &str, time: &str, body: &Value) {
        if kind == KIND_RELEASE {
            if let Some(ended) = body.get(HOLD).and_then(Value::as_i64) {
                self.0.remove(&ended);
            }
        } else if let (KIND_HOLD, Some(subject)) = (kind, Subject::of(body)) {
            let documents = body.get(DOCUMENT_IDS).and_then(Value::as_array);
            let documents = documents.into_iter().flatten().filter_map(Value::as_str);
            let hold = OneHold {
                subject,
                time: time.to_owned(),
                documents: documents.map(str::to_owned).collect(),
            };
            self.0.insert(sequence, hold);
        }
    }

    /// The first hold over a document itself, which keeps it in the list.
    pub(crate) fn over_document(&self, id: &str) -> Option<(i64, &OneHold)> {
        self.first(|hold| matches!(&hold.subject, Subject::Document(held) if held == id))
    }

    /// The first hold over an answer about a document.
    pub(crate) fn over_answer_about(&self, id: &str) -> Option<(i64, &OneHold)> {
        self.first(|hold| hold.documents.iter().any(|one| one == id))
    }

    /// The first hold that keeps an answer from being erased: one over it, or over one of its
    /// documents, of which it tells.
    pub(crate) fn over_answer<'a>(
        &self,
        id: &str,
        mut documents: impl Iterator<Item = &'a str>,
    ) -> Option<(i64, &OneHold)> {
        self.first(|hold| matches!(&hold.subject, Subject::Answer(held) if held == id))
            .or_else(|| documents.find_map(|document| self.over_document(document)))
    }

    fn first(&self, is_it: impl Fn(&OneHold) -> bool) -> Option<(i64, &OneHold)> {
        let mut holds = self.0.iter();
        holds
            .find(|(_, hold)| is_it(hold))
            .map(|(sequence, hold)| (*sequence, hold))
    }
}
