//! The audit trail.

use super::Service;
use crate::failure::Reply;
use crate::wire::{AuditVerdict, RecordContent, RecordDetail, RecordFilter, RecordSummary};
use app::{
    AppError, Attached, AuditCheck, BadReason, BadRecord, KeptCheckpoint, Record, Replay, Work,
    WorkStage, cancel,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most records of one page of the list.
const MAX_RECORDS: u32 = 500;
/// Longest content that is shown as text.
const MAX_TEXT_BYTES: u64 = 2 << 20;
/// Name of the check of the chain among the acts under way.
const VERIFY: &str = "verify";
/// Name of an answer that is given again among the acts under way.
const REPLAY: &str = "replay";

/// A request for a time stamp, and the name of its file.
pub struct StampRequest {
    /// A name that says how many records it is of.
    pub name: String,
    /// What an authority reads (RFC 3161), in DER.
    pub bytes: Vec<u8>,
}

/// A signed checkpoint, and the name of its file.
pub struct CheckpointNote {
    /// A name that says how many records it is of.
    pub name: String,
    /// The note (C2SP `tlog-checkpoint`), byte for byte.
    pub text: String,
    /// How many records it is of.
    pub records: u64,
    /// The key that it is believed by.
    pub key: String,
}

impl Service {
    /// Records that fit the filter, newest first.
    pub fn list_records(&self, filter: &RecordFilter) -> Reply<Vec<RecordSummary>> {
        let mut wanted = app::RecordFilter {
            kind: filter.kind.clone(),
            document_id: filter.document_id.clone(),
            decision: filter.decision.clone(),
            before_sequence: filter.before,
            from_day: filter.from_day.clone(),
            to_day: filter.to_day.clone(),
            batch_id: filter.batch_id.clone(),
            request_id: None,
        };
        let limit = filter.limit.min(MAX_RECORDS) as usize;
        let words: Vec<String> = filter
            .words
            .split_whitespace()
            .map(str::to_lowercase)
            .collect();
        let titles = self.app.titles()?;
        let mut found = Vec::new();
        // Words stand in contents, which no index has: page by page until enough are found.
        while found.len() < limit {
            let page = if words.is_empty() {
                limit
            } else {
                MAX_RECORDS as usize
            };
            let records = self.app.records(&wanted, page as u32)?;
            for record in &records {
                let summary = self.summary(record, &titles)?;
                if found.len() < limit && holds(&summary, &words) {
                    found.push(summary);
                }
            }
            wanted.before_sequence = records.last().map(|last| last.sequence);
            if records.len() < page {
                break;
            }
        }
        Ok(found)
    }

    fn summary(&self, record: &Record, titles: &BTreeMap<String, String>) -> Reply<RecordSummary> {
        let text = |name: &str| record.body.get(name).and_then(Value::as_str);
        let title = text("document_id").and_then(|id| titles.get(id).cloned());
        Ok(RecordSummary {
            sequence: record.sequence,
            id: record.id.to_string(),
            kind: record.kind.clone(),
            time: record.time.clone(),
            words: record_words(record, self.app.question_of(record)?, title),
            decision: text("decision").map(|_| app::decision(&record.body)),
            documents: self.documents_in_words(record, titles)?,
            answer: self.app.answer_of(record)?,
            batch_id: batch_of(&record.body),
        })
    }

    /// The documents of an answer: the title of one, and how many others there are.
    fn documents_in_words(
        &self,
        record: &Record,
        titles: &BTreeMap<String, String>,
    ) -> Reply<Option<String>> {
        if record.kind != "answer" {
            return Ok(None);
        }
        let ids = self.app.documents_of(record)?;
        let named = ids.iter().find_map(|id| titles.get(id));
        let named = named.map_or("a document that was removed", String::as_str);
        Ok(match ids.len() {
            0 => None,
            1 => Some(named.to_owned()),
            2 => Some(format!("{named} and 1 other")),
            count => Some(format!("{named} and {} others", count - 1)),
        })
    }

    /// A record in full.
    pub fn record_detail(&self, id: &str) -> Reply<RecordDetail> {
        let record = self.app.record(id)?;
        let bound = record.body.get("contents").and_then(Value::as_object);
        let mut contents = Vec::new();
        for (name, bound) in bound.into_iter().flatten() {
            let sha256 = bound
                .get("sha256")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let size = bound.get("size").and_then(Value::as_u64).unwrap_or(0);
            let bytes = self.app.content(sha256)?;
            contents.push(RecordContent {
                name: name.clone(),
                sha256: sha256.to_owned(),
                size,
                erased: bytes.is_none(),
                text: bytes
                    .filter(|_| size <= MAX_TEXT_BYTES)
                    .and_then(|bytes| String::from_utf8(bytes).ok()),
            });
        }
        Ok(RecordDetail {
            summary: self.summary(&record, &self.app.titles()?)?,
            body: record.body,
            contents,
            previous_hash: record.previous_hash,
            hash: record.hash,
        })
    }

    /// Recomputes the whole chain; ends with the kind `cancelled` after
    /// [`Service::cancel_verify`].
    pub fn verify_audit(
        &self,
        head: Option<&str>,
        on_progress: &mut dyn FnMut(Work),
    ) -> Reply<AuditVerdict> {
        let found = self.works.run(VERIFY, on_progress, |on_work| {
            self.app.verify_audit_watched(head, on_work)
        })?;
        let trail = &found.trail;
        let is_missing = |bad: &BadRecord| bad.reason == BadReason::NotAsNoted;
        let noted_found = head.map(|_| !trail.first_bad.as_ref().is_some_and(is_missing));
        let first_bad = first_bad(&found);
        Ok(AuditVerdict {
            records: trail.records,
            ok: first_bad.is_none(),
            first_bad,
            noted_found,
            head: (trail.records > 0).then(|| trail.head_hash.clone()),
            kept_checkpoint: found.kept_checkpoint,
            keyring_checkpoint: found.keyring_checkpoint,
            stamps: found.stamps,
            time: self.app.now(),
        })
    }

    /// Ends the check of the chain, if there is one.
    pub fn cancel_verify(&self) {
        self.works.cancel(VERIFY);
    }

    /// Gives a recorded answer again and compares; ends with the kind `cancelled` after
    /// [`Service::cancel_replay`].
    pub fn replay(&self, record_id: &str, on_progress: &mut dyn FnMut(Work)) -> Reply<Replay> {
        let _asking = self.asking();
        self.works.run(REPLAY, on_progress, |on_work| {
            on_work(Work::endless(WorkStage::Read));
            let replay = self.app.replay(record_id);
            // What was cut short differs for that reason alone.
            if cancel::current().is_cancelled() {
                return Err(AppError::Cancelled);
            }
            replay
        })
    }

    /// Ends the replay, if there is one.
    pub fn cancel_replay(&self) {
        self.works.cancel(REPLAY);
    }

    /// Writes all records as JSON Lines.
    pub fn write_records(&self, path: &Path, with_contents: bool) -> Reply<()> {
        self.app.export_records(path, with_contents)?;
        Ok(())
    }

    /// Writes what the vault holds into a new folder in this one, named by day and number of records.
    pub fn export_vault(&self, folder: &Path) -> Reply<PathBuf> {
        Ok(self.app.export_vault_in(folder)?.path)
    }

    /// A signed checkpoint of the trail as it is, which this machine keeps from now on.
    pub fn checkpoint(&self) -> Reply<CheckpointNote> {
        let signed = self.app.checkpoint()?;
        let records = signed.checkpoint().size;
        Ok(CheckpointNote {
            name: format!("attest-{records}.checkpoint"),
            text: signed.to_string(),
            records,
            key: self.app.verifier_key()?.to_string(),
        })
    }

    /// A request for a time stamp of the trail as it is.
    pub fn stamp_request(&self) -> Reply<StampRequest> {
        let checkpoint = self.app.checkpoint()?;
        let records = checkpoint.checkpoint().size;
        Ok(StampRequest {
            name: format!("attest-{records}.tsq"),
            bytes: app::stamp_request(&checkpoint)?,
        })
    }

    /// Attaches the answer of a time-stamping authority to the checkpoint that it is of.
    pub fn attach_stamp(&self, answer: &Path, certificate: &Path) -> Reply<Attached> {
        let (answer, certificate) = (app::read_bytes(answer)?, app::read_bytes(certificate)?);
        Ok(self.app.attach_answer(&answer, &certificate)?)
    }
}

/// The first thing in a trail that is not as it was written, or a checkpoint that is kept where it
/// is not believed; none where all is as it was. Time stamps are told apart.
fn first_bad(found: &AuditCheck) -> Option<String> {
    let trail = &found.trail;
    let record = trail.first_bad.as_ref();
    let record = record.map(|bad| format!("record {}: {}", bad.sequence, bad.reason));
    let damage = || trail.file_damages.first().map(ToString::to_string);
    let kept = |kept: &KeptCheckpoint| match kept {
        KeptCheckpoint::NotBelieved { reason, .. } => {
            Some(format!("the kept checkpoint: {reason}"))
        }
        KeptCheckpoint::None | KeptCheckpoint::Kept { .. } | KeptCheckpoint::OutOfReach { .. } => {
            None
        }
    };
    let there = found.keyring_checkpoint.as_ref();
    record
        .or_else(|| trail.schema_changes.first().cloned())
        .or_else(damage)
        .or_else(|| kept(&found.kept_checkpoint))
        .or_else(|| there.and_then(kept))
}

/// The batch that a record begins or is a cell of.
fn batch_of(body: &Value) -> Option<String> {
    let own = body.get("batch_id");
    let of_cell = body.pointer("/batch/batch_id");
    own.or(of_cell).and_then(Value::as_str).map(str::to_owned)
}

/// Whether all these words stand in what the list shows of a record.
fn holds(summary: &RecordSummary, words: &[String]) -> bool {
    let shown = [
        Some(summary.words.as_str()),
        summary.documents.as_deref(),
        summary.answer.as_deref(),
        Some(summary.kind.as_str()),
        Some(summary.id.as_str()),
    ];
    let shown = shown.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let shown = shown.to_lowercase();
    words.iter().all(|word| shown.contains(word.as_str()))
}

/// A record in one line.
fn record_words(record: &Record, question: Option<String>, title: Option<String>) -> String {
    let text = |name: &str| record.body.get(name).and_then(Value::as_str);
    match record.kind.as_str() {
        "answer" => question.unwrap_or_else(|| "A question that was erased".into()),
        "review" => format!(
            "{} by {}",
            text("verdict").unwrap_or("review"),
            text("reviewer").unwrap_or_default()
        ),
        "model" => text("name").unwrap_or("A model").to_owned(),
        "batch" => match record.body.get("cells").and_then(Value::as_u64) {
            Some(cells) => format!("A table of {cells} answers"),
            None => "A table of answers".to_owned(),
        },
        _ => title.unwrap_or_else(|| {
            let id = text("document_id").unwrap_or_default();
            id.get(..12).unwrap_or(id).to_owned()
        }),
    }
}
