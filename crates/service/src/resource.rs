//! What can be read by its address: documents as numbered lines, records as JSON.

use crate::failure::Failure;
use app::Service;
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::json;
use std::fmt::Write as _;

const DOCUMENT: &str = "attest://document/";
const RECORD: &str = "attest://record/";
/// Documents on a page of the list.
const PAGE: usize = 200;
/// Records in the list: the newest of answers. Any other is read by its id.
const RECORDS: u32 = 100;
const LINES: &str = "text/plain";
const JSON: &str = "application/json";

/// A part of the list, and where the next one begins.
pub(crate) fn list(
    service: &Service,
    cursor: Option<&str>,
) -> Result<(Vec<Resource>, Option<String>), Failure> {
    let skip: usize = cursor.unwrap_or("0").parse().map_err(|_| {
        let help = "give the cursor that the last part named, or none";
        Failure::input("/cursor", "there is no such part of the list", help)
    })?;
    let documents = service.documents()?;
    let end = skip.saturating_add(PAGE);
    let is_more = documents.len() > end;
    let mut resources: Vec<Resource> = documents
        .into_iter()
        .skip(skip)
        .take(PAGE)
        .map(|one| {
            let about = format!("{}, {} lines", one.media_type, one.lines);
            Resource::new(format!("{DOCUMENT}{}", one.id), one.title)
                .with_description(about)
                .with_mime_type(LINES)
        })
        .collect();
    if is_more {
        return Ok((resources, Some(end.to_string())));
    }
    for entry in service.history(None, RECORDS)? {
        let question = entry.question.unwrap_or_else(|| "(erased)".into());
        let about = format!("record of an answer, {}: {}", entry.time, entry.decision);
        resources.push(
            Resource::new(format!("{RECORD}{}", entry.record_id), question)
                .with_description(about)
                .with_mime_type(JSON),
        );
    }
    Ok((resources, None))
}

/// The forms of the addresses.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(format!("{DOCUMENT}{{id}}"), "document")
            .with_description("A document as numbered lines; the id may be the beginning of it.")
            .with_mime_type(LINES),
        ResourceTemplate::new(format!("{RECORD}{{id}}"), "record")
            .with_description("A record of the audit trail: hashes, counts and decisions.")
            .with_mime_type(JSON),
    ]
}

/// What stands at an address.
pub(crate) fn read(service: &Service, uri: &str) -> Result<ResourceContents, Failure> {
    if let Some(id) = uri.strip_prefix(DOCUMENT) {
        let document = service
            .document(id)
            .map_err(|error| Failure::at("/uri", &error))?;
        let mut text = String::new();
        for line in &document.lines {
            let _ = writeln!(text, "{:>6}  {}", line.number, line.text);
        }
        return Ok(ResourceContents::text(text, uri).with_mime_type(LINES));
    }
    if let Some(id) = uri.strip_prefix(RECORD) {
        let record = service
            .record(id)
            .map_err(|error| Failure::at("/uri", &error))?;
        return Ok(ResourceContents::text(json!(record).to_string(), uri).with_mime_type(JSON));
    }
    Err(Failure::input(
        "/uri",
        "there is nothing at this address",
        "addresses are attest://document/ID and attest://record/ID",
    ))
}
