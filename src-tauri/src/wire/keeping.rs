//! What is kept and for how long: holds, periods of retention, and documents that were removed.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What can be held, erased and kept for a period by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeptThing {
    /// A document.
    Document,
    /// An answer.
    Answer,
}

/// A document or an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct KeptSubject {
    /// Which of the two.
    pub what: KeptThing,
    /// Id of the document, or of the answer's record.
    pub id: String,
}

/// Why something is held or released, and who says so.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct HoldReason {
    /// In the person's words.
    pub reason: String,
    /// The person's name; empty: the reviewer of the settings, where one is set.
    pub by: String,
}

/// A hold that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct StandingHold {
    /// Its record.
    pub record_id: String,
    /// What it is over.
    pub subject: KeptSubject,
    /// The document's title, or what was asked; null where neither is there any more.
    pub words: Option<String>,
    /// RFC 3339, UTC.
    pub since: String,
    /// Why; null where it was erased.
    pub reason: Option<String>,
    /// Who said so; null where nobody said it.
    pub by: Option<String>,
}

/// What is past its period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct DueThing {
    /// What.
    pub subject: KeptSubject,
    /// The document's title, or what was asked; null where neither is there any more.
    pub words: Option<String>,
    /// The day from which its period ran: `2026-01-31`.
    pub since: String,
    /// The last day of its period.
    pub kept_until: String,
    /// Record of the hold that keeps it; null where none does.
    pub held_by: Option<String>,
}

/// A document that was removed from the list, with its bytes kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RemovedDocument {
    /// Its id.
    pub id: String,
    /// Its title, where it was removed since the program was started; null otherwise.
    pub title: Option<String>,
    /// RFC 3339, UTC.
    pub removed_at: String,
}

/// What is kept, and for how long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Keeping {
    /// How long documents are kept from their import on: `90d`, `18m`, `10y`; null: for good.
    pub documents: Option<String>,
    /// How long answers are kept.
    pub answers: Option<String>,
    /// Oldest first.
    pub holds: Vec<StandingHold>,
    /// Documents first; at most 500.
    pub due: Vec<DueThing>,
    /// How many documents and answers are past their period in all.
    pub due_in_all: u32,
    /// How many of them nothing holds.
    pub due_free: u32,
    /// The last removed first.
    pub removed: Vec<RemovedDocument>,
}

/// What was done about what was past its period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct RetentionApplied {
    /// So many documents and answers were erased.
    pub erased: u32,
    /// So many are held, and stay.
    pub held: u32,
}
