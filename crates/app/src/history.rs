//! Questions that were asked before, from the audit trail: nothing else
//! remembers them, so that what is shown is what is recorded.

use crate::error::AppError;
use crate::kept_values;
#[cfg(feature = "typescript")]
use crate::response::PublicResponse;
use crate::service::Service;
use pipeline::condition::Condition;
use pipeline::words;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use vault::{KIND_ANSWER, Record, RecordFilter};

/// Most characters of an answer in the list.
const MAX_WORDS: usize = 120;

/// A question that was asked before.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HistoryEntry {
    /// Its record.
    pub record_id: String,
    /// RFC 3339, UTC.
    pub time: String,
    /// The question; none when it was erased.
    pub question: Option<String>,
    /// The documents that were asked.
    pub document_ids: Vec<String>,
    /// Key of the type registry.
    pub answer_type: String,
    /// What was decided: `ship`, `review`, `no_answer`, `not_sure`, ...
    pub decision: String,
    /// The first value in words, all that contradict each other; none when there
    /// is none, or it was erased.
    pub answer: Option<String>,
}

/// An answer as it was shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AskOutcome"))]
pub struct KeptOutcome {
    /// Its record.
    pub record_id: String,
    /// The question.
    pub question: String,
    /// The documents that were asked.
    pub document_ids: Vec<String>,
    /// Where a person set to look; none: as the question says.
    pub conditions: Option<Vec<Condition>>,
    /// RFC 3339, UTC.
    pub time: String,
    /// The public response as the record keeps it, with its `record_id`. Kept by an earlier
    /// version of the program, it has the form of that time, which its `version` names.
    #[cfg_attr(feature = "typescript", ts(as = "PublicResponse<String>"))]
    pub response: Value,
}

/// Where the bytes of a content are named in a record.
#[derive(Debug, Deserialize)]
struct Kept {
    sha256: String,
}

impl Service {
    /// Questions about a document (none: about any), newest first.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn history(
        &self,
        document_id: Option<&str>,
        limit: u32,
    ) -> Result<Vec<HistoryEntry>, AppError> {
        let filter = RecordFilter {
            kind: Some(KIND_ANSWER.into()),
            document_id: document_id.map(str::to_owned),
            ..RecordFilter::default()
        };
        let records = self.vault().records(&filter, limit)?;
        records.iter().map(|record| self.entry(record)).collect()
    }

    fn entry(&self, record: &Record) -> Result<HistoryEntry, AppError> {
        let text = |name: &str| {
            let value = record.body.get(name).and_then(Value::as_str);
            value.unwrap_or_default().to_owned()
        };
        let answer_type = text("answer_type");
        let answer = self.answer_of(record)?;
        Ok(HistoryEntry {
            record_id: record.id.to_string(),
            time: record.time.clone(),
            question: self.kept_text(record, "question")?,
            document_ids: self.vault().documents_of(record.sequence)?,
            decision: decision(&record.body),
            answer,
            answer_type,
        })
    }

    /// An earlier answer as it was shown.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for an unknown record, [`AppError::Input`] where the
    /// record is of something else or its text was erased.
    pub fn outcome(&self, record_id: &str) -> Result<KeptOutcome, AppError> {
        let record = self.record(record_id)?;
        let gone = || {
            AppError::input(
                format!("record {record_id} holds no answer that can be shown"),
                "its text was erased, or it is no record of an answer",
            )
        };
        let mut response = self.kept_json(&record, "response")?.ok_or_else(gone)?;
        let question = self.kept_text(&record, "question")?.ok_or_else(gone)?;
        if let Some(fields) = response.as_object_mut() {
            fields.insert("record_id".into(), record_id.into());
        }
        Ok(KeptOutcome {
            record_id: record_id.to_owned(),
            question,
            conditions: self.conditions_of(&record)?,
            document_ids: self.vault().documents_of(record.sequence)?,
            time: record.time,
            response,
        })
    }

    /// The question of an answer's record; none for other records, and when it
    /// was erased.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn question_of(&self, record: &Record) -> Result<Option<String>, AppError> {
        self.kept_text(record, "question")
    }

    /// The first value of an answer's record in words, all that contradict each other; none where
    /// there is none, and when it was erased.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn answer_of(&self, record: &Record) -> Result<Option<String>, AppError> {
        let answer_type = record.body.get("answer_type").and_then(Value::as_str);
        let response = self.kept_json(record, "response")?;
        Ok(response.and_then(|response| in_words(&response, answer_type.unwrap_or_default())))
    }

    /// The documents that a record's contents may hold text of, by their ids.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn documents_of(&self, record: &Record) -> Result<Vec<String>, AppError> {
        Ok(self.vault().documents_of(record.sequence)?)
    }

    /// The conditions that a person set for the question of a record.
    pub(crate) fn conditions_of(
        &self,
        record: &Record,
    ) -> Result<Option<Vec<Condition>>, AppError> {
        let kept = self.kept_json(record, "conditions")?;
        Ok(kept.and_then(|kept| serde_json::from_value(kept).ok()))
    }

    /// A content of a record as text; none when it has none of that name, or
    /// it was erased.
    pub(crate) fn kept_text(
        &self,
        record: &Record,
        name: &str,
    ) -> Result<Option<String>, AppError> {
        let kept = record.body.pointer(&format!("/contents/{name}"));
        let Some(kept) = kept.and_then(|kept| Kept::deserialize(kept).ok()) else {
            return Ok(None);
        };
        let bytes = self.vault().content(&kept.sha256)?;
        Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()))
    }

    /// A content of a record as JSON; none as [`Service::kept_text`].
    pub(crate) fn kept_json(&self, record: &Record, name: &str) -> Result<Option<Value>, AppError> {
        let text = self.kept_text(record, name)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }
}

/// What was decided, with a cancelled question told from a failed one, and a refusal that is not
/// sure (`not_sure`) from the finding that the documents do not say.
pub fn decision(body: &Value) -> String {
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
    if text("failure_reason") == "cancelled" {
        return "cancelled".to_owned();
    }
    let silent = body.pointer("/searched/is_silent");
    if text("decision") == "no_answer" && silent == Some(&Value::Bool(false)) {
        return "not_sure".to_owned();
    }
    text("decision").to_owned()
}

/// The first value, or all of a conflict: none of them was chosen.
fn in_words(response: &Value, answer_type: &str) -> Option<String> {
    let answer = response.get("answer")?;
    let shown = if answer.get("conflicting_evidence") == Some(&Value::Bool(true)) {
        usize::MAX
    } else {
        1
    };
    let values = kept_values::values(response);
    let values: Vec<String> = values
        .iter()
        .take(shown)
        .map(|value| words::value(value, answer_type))
        .collect();
    (!values.is_empty()).then(|| shortened(&values.join(" or ")))
}

/// The first line, cut with an ellipsis where it is long.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= MAX_WORDS {
        return line.to_owned();
    }
    let start: String = line.chars().take(MAX_WORDS - 1).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_long_answer_is_cut_and_says_so() {
        assert_eq!(shortened("USD 5\nmore"), "USD 5");
        let long = shortened(&"ä".repeat(500));
        assert_eq!(long.chars().count(), 120);
        assert!(long.ends_with('…'));
    }
}
