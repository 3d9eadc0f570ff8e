//! The audit trail.

use app::{CheckedStamp, KeptCheckpoint};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// Which records to list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RecordFilter {
    /// Only of this kind; null: all.
    pub kind: Option<String>,
    /// Only about this document; null: all.
    pub document_id: Option<String>,
    /// Only answers with this decision; null: all.
    pub decision: Option<String>,
    /// Only of this day (`2026-01-31`, UTC) and later; null: since ever.
    pub from_day: Option<String>,
    /// Only of this day and earlier; null: until now.
    pub to_day: Option<String>,
    /// Only the cells of this batch; null: all.
    pub batch_id: Option<String>,
    /// Only those in which these words stand: question, documents, answer, kind or id; empty: all.
    pub words: String,
    /// Only before this sequence: the next page of a long list.
    pub before: Option<u64>,
    /// At most so many.
    pub limit: u32,
}

/// A record in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RecordSummary {
    /// From 1, without gaps.
    pub sequence: u64,
    /// The start of its hash.
    pub id: String,
    /// `import`, `answer`, `remove`, `erase`, `model`, ...
    pub kind: String,
    /// RFC 3339, UTC.
    pub time: String,
    /// What it is about, in words.
    pub words: String,
    /// The documents that an answer was asked of, in words; null for other kinds.
    pub documents: Option<String>,
    /// The first value of an answer, all that contradict each other; null where there is none,
    /// and where it was erased.
    pub answer: Option<String>,
    /// Of a batch and its cells.
    pub batch_id: Option<String>,
    /// Of an answer; null for other kinds.
    pub decision: Option<String>,
}

/// Bytes that a record binds by their hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RecordContent {
    /// `prompt`, `grammar`, `draft`, `answer`, ...
    pub name: String,
    /// Lower-case hexadecimal SHA-256.
    pub sha256: String,
    /// Size in bytes.
    pub size: u64,
    /// The text; null when it was erased, or is no text.
    pub text: Option<String>,
    /// It was erased.
    pub erased: bool,
}

/// A record in full.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct RecordDetail {
    /// As in the list.
    pub summary: RecordSummary,
    /// The record's body.
    #[ts(type = "unknown")]
    pub body: Value,
    /// What it binds.
    pub contents: Vec<RecordContent>,
    /// `hash` of the record before.
    pub previous_hash: String,
    /// SHA-256 over the canonical JSON of the record.
    pub hash: String,
}

/// What a check of the whole trail found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct AuditVerdict {
    /// Records looked at.
    pub records: u64,
    /// Every record is as it was written, and the checkpoint that is kept is believed. Time stamps
    /// say for themselves whether they hold.
    pub ok: bool,
    /// What is not, in words.
    pub first_bad: Option<String>,
    /// Whether a record has the hash that was noted elsewhere; null where none was given.
    pub noted_found: Option<bool>,
    /// The checkpoint that this machine keeps of the trail.
    pub kept_checkpoint: KeptCheckpoint,
    /// The one that the system's keyring keeps; null where the keyring does not open the vault.
    pub keyring_checkpoint: Option<KeptCheckpoint>,
    /// Every time stamp of the trail, verified again, by the order of their records. None where a
    /// record is bad: then nothing is proven from there on.
    pub stamps: Vec<CheckedStamp>,
    /// Hash of the last record; null when there is none.
    pub head: Option<String>,
    /// When it was checked: RFC 3339, UTC.
    pub time: String,
}
