//! What the lines of an export say.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use evidence::MediaType;
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::names::{CONTENTS, DOCUMENTS, RECORDS, STAMPS};
use super::writer::Writer;
use crate::audit::{KIND_ANSWER, KIND_IMPORT, KIND_REVIEW, KIND_TIMESTAMP, Record};
use crate::canonical;
use crate::error::VaultError;
use crate::mark_kind::Mark;
use crate::said::Said;
use crate::vault::Vault;
use crate::{merkle, tree};

/// How the text of a content is read.
type Reading = fn(String) -> Value;

/// How much of each there is.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Counts {
    pub documents: u64,
    /// Of these: no longer listed, bytes kept.
    pub removed_documents: u64,
    pub contents: u64,
    pub answers: u64,
    pub reviews: u64,
    pub holds: u64,
    pub models: u64,
}

/// Writes every row of a copy whose tree has `size` records.
pub(super) fn write_all(
    copy: &Vault,
    size: u64,
    writer: &mut Writer<'_>,
) -> Result<Counts, VaultError> {
    let mut counts = Counts::default();
    write_documents(copy, writer, &mut counts)?;
    write_contents(copy, writer, &mut counts)?;
    write_records(copy, size, writer)?;
    counts.answers = write_said(copy, writer, "answers.jsonl", KIND_ANSWER, answer)?;
    counts.reviews = write_said(copy, writer, "reviews.jsonl", KIND_REVIEW, review)?;
    write_stamps(copy, writer)?;
    let holds = copy.holds()?;
    counts.holds = write_lines(writer, "holds.jsonl", &holds)?;
    // Where a file lies is of this machine alone.
    let models = copy.list_models()?;
    let models: Vec<Value> = models
        .iter()
        .map(|model| {
            json!({
                "name": model.name, "sha256": model.sha256, "size": model.size,
                "added_at": model.added_at, "metadata": model.metadata,
            })
        })
        .collect();
    counts.models = write_lines(writer, "models.jsonl", &models)?;
    Ok(counts)
}

fn write_lines(
    writer: &mut Writer<'_>,
    name: &str,
    lines: &[impl Serialize],
) -> Result<u64, VaultError> {
    let mut sheet = writer.open(name)?;
    for line in lines {
        writer.line(&mut sheet, line)?;
    }
    writer.close(sheet)?;
    Ok(lines.len() as u64)
}

/// Documents, listed and removed, with their bytes and readings.
fn write_documents(
    copy: &Vault,
    writer: &mut Writer<'_>,
    counts: &mut Counts,
) -> Result<(), VaultError> {
    let mut lines = Vec::new();
    for listed in copy.documents()? {
        let id = &listed.id;
        let reading = format!("readings/{id}.json");
        writer.text(&reading, &canonical::print(&copy.document(id)?)?)?;
        let said = Said::read(&copy.connection, id)?;
        let marked = |wanted: Mark| -> Vec<&str> {
            let marks = said.metadata.keys().filter_map(|key| Mark::of_key(key));
            let marks = marks.filter(|(mark, _)| *mark == wanted);
            marks.map(|(_, name)| name).collect()
        };
        let metadata: BTreeMap<&String, &String> = said
            .metadata
            .iter()
            .filter(|(key, _)| Mark::of_key(key).is_none())
            .collect();
        let name = listed.media_type.name();
        lines.push(json!({
            "id": id,
            "state": "listed",
            "title": listed.title,
            "media_type": name,
            "pages": listed.page_count,
            "lines": listed.line_count,
            "bytes": listed.source_size,
            "imported_at": listed.imported_at,
            "event_date": said.event_date,
            "metadata": metadata,
            "collections": marked(Mark::Collection),
            "also_named": marked(Mark::OtherName),
            "tags": marked(Mark::Tag),
            "file": write_source(copy, writer, id, name)?,
            "reading": reading,
        }));
    }
    for id in copy.removed_documents()? {
        let name = imported_as(&copy.connection, &id)?;
        let file = write_source(copy, writer, &id, &name)?;
        lines.push(json!({ "id": id, "state": "removed", "media_type": name, "file": file }));
        counts.removed_documents += 1;
    }
    counts.documents = write_lines(writer, DOCUMENTS, &lines)?;
    Ok(())
}

/// Writes a document's bytes, under its id with the ending that its format is known by.
fn write_source(
    copy: &Vault,
    writer: &mut Writer<'_>,
    id: &str,
    media_type: &str,
) -> Result<String, VaultError> {
    let bytes = copy.content(id)?.ok_or(VaultError::Damaged)?;
    let known = MediaType::ALL
        .into_iter()
        .find(|one| one.name() == media_type);
    // A picture is one of several formats; its first bytes tell which.
    let ending = match known {
        Some(MediaType::Image) | None => "bin",
        Some(known) => known.endings().first().copied().unwrap_or("bin"),
    };
    let name = format!("documents/{id}.{ending}");
    writer.bytes(&name, &bytes)?;
    Ok(name)
}

/// What the last import of a document says that it is.
fn imported_as(connection: &Connection, id: &str) -> Result<String, VaultError> {
    let sql = "SELECT json_extract(body, '$.media_type') FROM record
               WHERE kind = ?1 AND json_extract(body, '$.document_id') = ?2 ORDER BY sequence DESC LIMIT 1";
    let found: Option<Option<String>> = connection
        .query_row(sql, [KIND_IMPORT, id], |row| row.get(0))
        .optional()?;
    Ok(found.flatten().unwrap_or_default())
}

/// Checkpoints that were time-stamped, each with token and certificate as files that other programs
/// read.
fn write_stamps(copy: &Vault, writer: &mut Writer<'_>) -> Result<(), VaultError> {
    copy.each_record(Some(KIND_TIMESTAMP), |record| {
        let text = |name: &str| record.body.get(name).and_then(Value::as_str);
        let sequence = record.sequence;
        if let Some(checkpoint) = text("checkpoint") {
            writer.text(&format!("{STAMPS}/{sequence}.checkpoint"), checkpoint)?;
        }
        for name in ["token", "certificate"] {
            let bytes = text(name).and_then(|base64| STANDARD.decode(base64).ok());
            if let Some(bytes) = bytes {
                writer.bytes(&format!("{STAMPS}/{sequence}.{name}"), &bytes)?;
            }
        }
        Ok(())
    })
}

/// What records bind, but for the bytes of documents, which are files.
fn write_contents(
    copy: &Vault,
    writer: &mut Writer<'_>,
    counts: &mut Counts,
) -> Result<(), VaultError> {
    let removed = copy.removed_documents()?;
    let mut sheet = writer.open(CONTENTS)?;
    let mut statement = copy.connection.prepare(
        "SELECT sha256, bytes FROM content
         WHERE sha256 NOT IN (SELECT id FROM document) ORDER BY sha256",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (sha256, bytes): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
        if removed.contains(&sha256) {
            continue;
        }
        let size = bytes.len();
        let line = match String::from_utf8(bytes) {
            Ok(text) => json!({ "sha256": sha256, "size": size, "text": text }),
            Err(error) => {
                let base64 = STANDARD.encode(error.as_bytes());
                json!({ "sha256": sha256, "size": size, "base64": base64 })
            }
        };
        writer.line(&mut sheet, &line)?;
        counts.contents += 1;
    }
    writer.close(sheet)
}

/// The records, oldest first, each with its path in the tree.
fn write_records(copy: &Vault, size: u64, writer: &mut Writer<'_>) -> Result<(), VaultError> {
    let mut sheet = writer.open(RECORDS)?;
    copy.each_record(None, |record| {
        let read = &mut |level, position| tree::read(&copy.connection, level, position);
        let path = merkle::inclusion_path(record.sequence.saturating_sub(1), size, read)?;
        let proof: Vec<String> = path.iter().map(|hash| STANDARD.encode(hash)).collect();
        let mut line = json!(record);
        if let Some(members) = line.as_object_mut() {
            members.insert("proof".to_owned(), json!(proof));
        }
        writer.line(&mut sheet, &line)
    })?;
    writer.close(sheet)
}

/// Writes a line for each record of a kind.
fn write_said(
    copy: &Vault,
    writer: &mut Writer<'_>,
    name: &str,
    kind: &str,
    line: fn(&Vault, &Record) -> Result<Value, VaultError>,
) -> Result<u64, VaultError> {
    let mut lines = 0;
    let mut sheet = writer.open(name)?;
    copy.each_record(Some(kind), |record| {
        lines += 1;
        writer.line(&mut sheet, &line(copy, &record)?)
    })?;
    writer.close(sheet)?;
    Ok(lines)
}

fn answer(copy: &Vault, record: &Record) -> Result<Value, VaultError> {
    let body = &record.body;
    let mut line = Map::new();
    line.insert("record_id".to_owned(), json!(record.id));
    line.insert("time".to_owned(), json!(record.time));
    for name in ["request_id", "run_id", "decision", "document_ids", "batch"] {
        if let Some(value) = body.get(name) {
            line.insert(name.to_owned(), value.clone());
        }
    }
    let members: [(&str, Reading); 3] = [
        ("question", Value::String),
        ("answer", json_or_text),
        ("response", json_or_text),
    ];
    for (name, read) in members {
        if let Some(kept) = kept(copy, body, name, read)? {
            line.insert(name.to_owned(), kept);
        }
    }
    Ok(Value::Object(line))
}

fn review(copy: &Vault, record: &Record) -> Result<Value, VaultError> {
    let body = &record.body;
    let member = |name: &str| body.get(name).cloned().unwrap_or_default();
    Ok(json!({
        "record_id": record.id,
        "time": record.time,
        "answer_id": member("answer_id"),
        "verdict": member("verdict"),
        "reviewer": member("reviewer"),
        "document_ids": member("document_ids"),
        "review": kept(copy, body, "review", json_or_text)?,
    }))
}

/// What a record binds under a name, as `read` makes it of its text; null where it was erased; none
/// where the record names no such content.
fn kept(
    copy: &Vault,
    body: &Value,
    name: &str,
    read: Reading,
) -> Result<Option<Value>, VaultError> {
    let bound = body.get("contents").and_then(|contents| contents.get(name));
    let sha256 = bound.and_then(|bound| bound.get("sha256")?.as_str());
    let Some(sha256) = sha256 else {
        return Ok(None);
    };
    let bytes = copy.content(sha256)?;
    let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Some(text.map_or(Value::Null, read)))
}

/// What the program records as JSON, else the text. Never for what a person wrote: the question
/// `null` would read as one that was erased.
fn json_or_text(text: String) -> Value {
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}
