//! The audit trail.

use super::Service;
use crate::failure::Reply;
use crate::wire::{AuditVerdict, RecordContent, RecordDetail, RecordFilter, RecordSummary};
use app::{Record, Work};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Most records of one page of the list.
const MAX_RECORDS: u32 = 500;
/// Longest content that is shown as text.
const MAX_TEXT_BYTES: u64 = 2 << 20;
/// Name of the check of the chain among the acts under way.
const VERIFY: &str = "verify";

impl Service {
    /// Records that fit the filter, newest first.
    pub fn list_records(&self, filter: &RecordFilter) -> Reply<Vec<RecordSummary>> {
        let wanted = app::RecordFilter {
            kind: filter.kind.clone(),
            document_id: filter.document_id.clone(),
            decision: filter.decision.clone(),
            before_sequence: filter.before,
            request_id: None,
        };
        let records = self.app.records(&wanted, filter.limit.min(MAX_RECORDS))?;
        let titles = self.app.titles()?;
        records
            .iter()
            .map(|record| self.summary(record, &titles))
            .collect()
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
    pub fn verify_audit(&self, on_progress: &mut dyn FnMut(Work)) -> Reply<AuditVerdict> {
        let found = self.works.run(VERIFY, on_progress, |on_work| {
            self.app.verify_audit_watched(on_work)
        })?;
        let bad = found
            .first_bad
            .as_ref()
            .map(|bad| format!("record {}", bad.sequence));
        let damage = || found.file_damages.first().map(ToString::to_string);
        let first_bad = bad
            .or_else(|| found.schema_changes.first().cloned())
            .or_else(damage);
        Ok(AuditVerdict {
            records: found.records,
            ok: found.is_sound(),
            first_bad,
            head: (found.records > 0).then_some(found.head_hash),
            time: self.app.now(),
        })
    }

    /// Ends the check of the chain, if there is one.
    pub fn cancel_verify(&self) {
        self.works.cancel(VERIFY);
    }

    /// Writes all records as JSON Lines.
    pub fn write_records(&self, path: &Path) -> Reply<()> {
        self.app.export_records(path)?;
        Ok(())
    }
}

/// A record in one line.
fn record_words(record: &Record, question: Option<String>, title: Option<String>) -> String {
    let text = |name: &str| record.body.get(name).and_then(Value::as_str);
    match record.kind.as_str() {
        "answer" => question.unwrap_or_else(|| "A question that was erased".into()),
        "model" => text("name").unwrap_or("A model").to_owned(),
        _ => title.unwrap_or_else(|| {
            let id = text("document_id").unwrap_or_default();
            id.get(..12).unwrap_or(id).to_owned()
        }),
    }
}
