//! Import and list documents, search in them.

use crate::error::AppError;
use crate::file::read_within;
use crate::reading::{self, Ocr};
use crate::service::Service;
use contract::document_kind;
use evidence::Line;
use evidence::chunk::{ChunkLimits, chunk};
use evidence::reader::ReadLimits;
use pipeline::condition::NAMES;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;
use vault::{ChunkRow, Hit, Import, Mark, MarkChange, Removal, Said};

/// A document in a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DocumentSummary {
    /// SHA-256 of the source bytes.
    pub id: String,
    /// File name it was imported under.
    pub title: String,
    /// `text`, `markdown`, `pdf`, `docx`, `xlsx`, `ods`, `csv`, `html`, `eml`,
    /// `image`.
    pub media_type: String,
    /// Number of pages.
    pub pages: u32,
    /// Pages whose words stand in pictures that nobody read.
    pub pages_without_text: u32,
    /// Number of lines.
    pub lines: u32,
    /// What a user should know of the reading.
    pub warnings: Vec<String>,
    /// RFC 3339, UTC.
    pub imported_at: String,
    /// The date it speaks of, where one is known: `2024-01-31`, or less of it.
    pub event_date: Option<String>,
    /// What is said of it, by key: `document_kind` (invoice, contract, ...) by the program where its
    /// words tell it, anything else by somebody; `knowledge_type` decides which policies may
    /// show it.
    pub metadata: BTreeMap<String, String>,
    /// Names of the collections that it is in, sorted.
    pub collections: Vec<String>,
    /// Words that a person gave it, sorted.
    pub tags: Vec<String>,
    /// Other names that files with the same bytes were imported under, sorted.
    pub other_names: Vec<String>,
}

/// How an import ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImportOutcome {
    /// The document.
    pub document: DocumentSummary,
    /// The same bytes were there before.
    pub already_there: bool,
    /// Name of the file, where its bytes were there under another one.
    pub other_name: Option<String>,
}

/// Refuses what cannot be said of a document: keys that are filters of their own or that
/// no filter could name, values that say nothing, and what is too long.
///
/// # Errors
///
/// [`AppError::Input`].
pub fn check_metadata(said: &BTreeMap<String, Option<String>>) -> Result<(), AppError> {
    for (key, value) in said {
        if NAMES.contains(&key.as_str()) {
            return Err(AppError::input(
                format!("the key {key:?} is a filter of its own and no key of metadata"),
                "use another key; `attest docs date` sets the date",
            ));
        }
        if Mark::of_key(key).is_some() {
            return Err(AppError::input(
                format!("the key {key:?} is the program's own"),
                "`attest docs collect` puts documents into a collection, `attest docs tag` gives tags",
            ));
        }
        let longest = key.len().max(value.as_ref().map_or(0, String::len));
        if key.is_empty() || longest > vault::MAX_METADATA_BYTES {
            return Err(AppError::input(
                "a key of metadata is empty, or it or its value is too long",
                format!("1 to {} bytes can be kept", vault::MAX_METADATA_BYTES),
            ));
        }
        // A filter is written KEY=VALUE, and spaces around both are dropped.
        if key.contains('=') || key.trim() != key {
            return Err(AppError::input(
                "a key of metadata has an equals sign, or a space at an end",
                "leave it out; a filter could not name the key",
            ));
        }
        if value.as_ref().is_some_and(|value| value.trim().is_empty()) {
            return Err(AppError::input(
                format!("nothing is said for the key {key:?}"),
                "write a value, or take the key back",
            ));
        }
    }
    Ok(())
}

/// The chunks of a document as the vault keeps them.
pub(crate) fn chunk_rows(document: &evidence::Document) -> Vec<ChunkRow> {
    chunk(document, &ChunkLimits::default())
        .into_iter()
        .map(|chunk| ChunkRow {
            chunk_id: chunk.chunk_id,
            ordinal: chunk.ordinal,
            first_line: chunk.first_line,
            last_line: chunk.last_line,
            text: chunk.text,
        })
        .collect()
}

/// The day a mail was sent, by its header (RFC 5322), in the sender's zone.
fn mail_date(document: &evidence::Document) -> Option<String> {
    /// Lines of a header that is shown.
    const HEADER_LINES: usize = 40;
    if document.media_type != evidence::MediaType::Eml {
        return None;
    }
    let mut lines = document.lines.iter().take(HEADER_LINES);
    let date = lines.find_map(|line| line.text.strip_prefix("Date: "))?;
    // A comment may follow: `+0200 (CEST)`.
    let date = date.split(" (").next().unwrap_or(date).trim();
    let sent = OffsetDateTime::parse(date, &Rfc2822).ok()?;
    Some(sent.date().to_string())
}

/// A file to import: its name and bytes.
pub(crate) fn read_file(path: &Path) -> Result<(String, Vec<u8>), AppError> {
    let max_bytes = ReadLimits::default().max_bytes;
    let bytes = read_within(path, max_bytes, "split the document")?;
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    Ok((name.unwrap_or_default(), bytes))
}

fn unread(pages: &[evidence::Page]) -> u32 {
    pages.iter().filter(|page| page.is_unread()).count() as u32
}

fn summarise(
    vault: &vault::Vault,
    stored: vault::StoredDocument,
) -> Result<DocumentSummary, AppError> {
    let frame = vault.frame(&stored.id)?;
    Ok(DocumentSummary {
        warnings: frame.warnings,
        pages_without_text: unread(&frame.pages),
        event_date: vault.event_date(&stored.id)?,
        metadata: vault.metadata(&stored.id)?,
        collections: vault.marks_of(&stored.id, Mark::Collection)?,
        tags: vault.marks_of(&stored.id, Mark::Tag)?,
        other_names: vault.marks_of(&stored.id, Mark::OtherName)?,
        media_type: stored.media_type.name().into(),
        pages: stored.page_count,
        lines: stored.line_count,
        id: stored.id,
        title: stored.title,
        imported_at: stored.imported_at,
    })
}

/// Names of the marks of this kind in what is said of a document.
fn marks(said: &BTreeMap<String, String>, mark: Mark) -> Vec<String> {
    let marked = said.keys().filter_map(|key| Mark::of_key(key));
    let of_kind = marked.filter(|(kind, _)| *kind == mark);
    of_kind.map(|(_, name)| name.to_owned()).collect()
}

/// The one id that begins so.
fn resolve<'a>(id: &str, known: impl Iterator<Item = &'a String>) -> Result<String, AppError> {
    let mut fitting = known.filter(|full| !id.is_empty() && full.starts_with(id));
    match (fitting.next(), fitting.next()) {
        (Some(full), None) => Ok(full.clone()),
        (Some(_), Some(_)) => Err(AppError::input(
            format!("several documents have an id that begins with {id}"),
            "give more of the id",
        )),
        (None, _) => Err(AppError::input(
            format!("there is no document {id}"),
            "`attest docs list` prints the ids",
        )),
    }
}

impl Service {
    /// Reads a file and stores it. The same bytes twice are one document.
    ///
    /// # Errors
    ///
    /// [`AppError::File`], [`AppError::Document`], [`AppError::Reader`],
    /// [`AppError::Vault`]; nothing is stored then.
    pub fn import(&self, path: &Path) -> Result<ImportOutcome, AppError> {
        self.import_with(path, Ocr::default())
    }

    /// As [`Service::import`], with OCR as `ocr` says.
    ///
    /// # Errors
    ///
    /// As [`Service::import`].
    pub fn import_with(&self, path: &Path, ocr: Ocr) -> Result<ImportOutcome, AppError> {
        let (name, bytes) = read_file(path)?;
        self.import_bytes(name, &bytes, ocr, &BTreeMap::new())
    }

    /// As [`Service::import_with`], and what is said of the document, as
    /// [`Service::set_metadata`] says it: of one that was there before, too.
    ///
    /// # Errors
    ///
    /// As both; what cannot be said keeps the file out.
    pub fn import_saying(
        &self,
        path: &Path,
        ocr: Ocr,
        said: &BTreeMap<String, Option<String>>,
    ) -> Result<ImportOutcome, AppError> {
        self.import_into(path, ocr, said, None)
    }

    /// As [`Service::import_saying`], and puts the document into a collection, as
    /// [`Service::find_collection`] gives its name. Bytes that are there under another name
    /// stay one document, which keeps both names.
    ///
    /// # Errors
    ///
    /// As [`Service::import_saying`].
    pub fn import_into(
        &self,
        path: &Path,
        ocr: Ocr,
        said: &BTreeMap<String, Option<String>>,
        collection: Option<&str>,
    ) -> Result<ImportOutcome, AppError> {
        check_metadata(said)?;
        let (name, bytes) = read_file(path)?;
        let mut all = said.clone();
        all.extend(collection.map(|collection| {
            let (key, value) = Mark::Collection.said(collection);
            (key, Some(value))
        }));
        let mut outcome = self.import_bytes(name.clone(), &bytes, ocr, &all)?;
        if !outcome.already_there {
            return Ok(outcome);
        }
        let id = outcome.document.id;
        outcome.other_name = (name != outcome.document.title).then_some(name);
        let collection = collection.map(|name| (Mark::Collection, name.to_owned()));
        let other_name = outcome.other_name.clone();
        let change = MarkChange {
            document_id: id.clone(),
            set: collection
                .into_iter()
                .chain(other_name.map(|name| (Mark::OtherName, name)))
                .collect(),
            clear: Vec::new(),
        };
        let now = self.now();
        self.vault().say_and_mark(said, &change, &now)?;
        outcome.document = self.found_document(&id)?;
        Ok(outcome)
    }

    /// As [`Service::import_saying`], for what was read already; of a document
    /// that is there nothing is said.
    pub(crate) fn import_bytes(
        &self,
        name: String,
        bytes: &[u8],
        ocr: Ocr,
        said: &BTreeMap<String, Option<String>>,
    ) -> Result<ImportOutcome, AppError> {
        let id = evidence::reader::document_id(bytes);
        let span = tracing::info_span!(
            target: "attest", "import",
            document = id, bytes = bytes.len(),
            format = tracing::field::Empty,
            pages = tracing::field::Empty,
            lines = tracing::field::Empty,
            error = tracing::field::Empty,
        );
        let outcome = self.import_document(id, name, (bytes, ocr), said);
        match &outcome {
            Ok(outcome) => {
                span.record("format", outcome.document.media_type.as_str());
                span.record("pages", outcome.document.pages);
                span.record("lines", outcome.document.lines);
            }
            Err(error) => {
                span.record("error", error.kind());
            }
        }
        outcome
    }

    fn import_document(
        &self,
        id: String,
        name: String,
        (bytes, ocr): (&[u8], Ocr),
        said: &BTreeMap<String, Option<String>>,
    ) -> Result<ImportOutcome, AppError> {
        if let Some(document) = self.find_document(&id)? {
            return Ok(ImportOutcome {
                document,
                already_there: true,
                other_name: None,
            });
        }
        let document = reading::read(&self.reading, &self.options.worker, &name, bytes, ocr)?;
        let now = self.options.clock.now();
        let kind = document_kind::kind_of(document.lines.iter().map(|line| line.text.as_str()));
        let kind = kind.map(|kind| (document_kind::KEY.to_owned(), Some(kind)));
        let mut metadata: BTreeMap<String, Option<String>> = kind.into_iter().collect();
        // What a person says counts, also that nothing is to be said.
        metadata.extend(said.clone());
        let said = Said {
            event_date: mail_date(&document),
            metadata: metadata
                .into_iter()
                .filter_map(|(key, value)| Some((key, value?)))
                .collect(),
        };
        let chunks = chunk_rows(&document);
        let import = self
            .vault()
            .import_saying(&document, &chunks, bytes, &said, &now)?;
        let summary = DocumentSummary {
            id,
            pages_without_text: unread(&document.pages),
            title: name,
            media_type: document.media_type.name().into(),
            pages: document.pages.len() as u32,
            lines: document.lines.len() as u32,
            warnings: document.warnings,
            imported_at: now,
            event_date: said.event_date,
            collections: marks(&said.metadata, Mark::Collection),
            tags: marks(&said.metadata, Mark::Tag),
            other_names: marks(&said.metadata, Mark::OtherName),
            metadata: said
                .metadata
                .into_iter()
                .filter(|(key, _)| Mark::of_key(key).is_none())
                .collect(),
        };
        Ok(ImportOutcome {
            document: summary,
            already_there: import == Import::AlreadyThere,
            other_name: None,
        })
    }

    pub(crate) fn find_document(&self, id: &str) -> Result<Option<DocumentSummary>, AppError> {
        let vault = self.vault();
        let stored = vault.documents()?.into_iter().find(|one| one.id == id);
        stored.map(|stored| summarise(&vault, stored)).transpose()
    }

    /// The stored documents, oldest import first.
    pub fn documents(&self) -> Result<Vec<DocumentSummary>, AppError> {
        let vault = self.vault();
        vault
            .documents()?
            .into_iter()
            .map(|stored| summarise(&vault, stored))
            .collect()
    }

    /// A whole document; `id` may be any unambiguous beginning of its id.
    pub fn document(&self, id: &str) -> Result<evidence::Document, AppError> {
        let full = self.resolve_document(id)?;
        Ok(self.vault().document(&full)?)
    }

    /// The full id of a document from an unambiguous beginning.
    pub fn resolve_document(&self, id: &str) -> Result<String, AppError> {
        let stored = self.vault().documents()?;
        resolve(id, stored.iter().map(|document| &document.id))
    }

    /// As [`Service::resolve_document`], also of documents that were removed
    /// with their bytes kept.
    pub(crate) fn resolve_kept(&self, id: &str) -> Result<String, AppError> {
        let vault = self.vault();
        let mut kept = vault.removed_documents()?;
        kept.extend(vault.documents()?.into_iter().map(|document| document.id));
        resolve(id, kept.iter())
    }

    /// Lines of a document, those that exist.
    pub fn document_lines(&self, id: &str, first: u32, last: u32) -> Result<Vec<Line>, AppError> {
        Ok(self.vault().lines(id, first, last)?)
    }

    /// Says which date a document speaks of (`2024-01-31`, or less of it), for
    /// questions such as "the contracts dated before 2020"; none takes it back.
    /// Mails have the date they were sent from their import on.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for an id that names no document,
    /// [`AppError::Vault`] for what is no date.
    pub fn set_event_date(
        &self,
        id: &str,
        date: Option<&str>,
    ) -> Result<DocumentSummary, AppError> {
        let full = self.resolve_document(id)?;
        let now = self.now();
        self.vault().set_event_date(&full, date, &now)?;
        self.found_document(&full)
    }

    /// Says something of a document, by key, for filters; a key without a value is taken
    /// back, and others stay as they are. The key `knowledge_type` says what kind of
    /// knowledge it is: a policy names those that may be shown
    /// (`allowed_knowledge_types`), and a document of which nobody said it is a
    /// `document`.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for an id that names no document, and what
    /// [`check_metadata`] refuses.
    pub fn set_metadata(
        &self,
        id: &str,
        said: &BTreeMap<String, Option<String>>,
    ) -> Result<DocumentSummary, AppError> {
        check_metadata(said)?;
        let full = self.resolve_document(id)?;
        let now = self.now();
        self.vault().set_metadata(&full, said, &now)?;
        self.found_document(&full)
    }

    fn found_document(&self, full: &str) -> Result<DocumentSummary, AppError> {
        self.find_document(full)?.ok_or_else(|| {
            AppError::input(
                format!("there is no document {full}"),
                "`attest docs list` prints the ids",
            )
        })
    }

    /// Removes a document from lists and search, or erases it for good; one
    /// that was removed before can be erased by the id of its import.
    pub fn remove_document(&self, id: &str, removal: Removal) -> Result<String, AppError> {
        let full = match removal {
            Removal::KeepSource => self.resolve_document(id)?,
            Removal::Erase => self.resolve_kept(id)?,
        };
        let now = self.options.clock.now();
        Ok(self.vault().remove(&full, removal, &now)?.to_string())
    }

    /// Searches all documents.
    pub fn search(&self, query: &str, top_k: u32) -> Result<Vec<Hit>, AppError> {
        self.search_in(query, &[], top_k)
    }

    /// Searches these documents; all where none is named.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn search_in(
        &self,
        query: &str,
        document_ids: &[String],
        top_k: u32,
    ) -> Result<Vec<Hit>, AppError> {
        Ok(self.vault().search(query, document_ids, top_k)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(key: &str, value: Option<&str>) -> BTreeMap<String, Option<String>> {
        [(key.to_owned(), value.map(str::to_owned))].into()
    }

    #[test]
    fn what_no_filter_could_name_or_hold_to_is_not_said_of_a_document() {
        let longest = "x".repeat(vault::MAX_METADATA_BYTES);
        for (key, value) in [
            ("client", Some("Acme")),
            ("client", None),
            ("matter number", Some(" 2024-17")),
            ("note", Some("a=b")),
            (&longest, Some(&longest)),
        ] {
            check_metadata(&said(key, value)).unwrap();
        }
        let too_long = format!("{longest}x");
        for (key, value) in [
            ("", Some("Acme")),
            (" ", Some("Acme")),
            ("client ", Some("Acme")),
            ("a=b", None),
            ("date", Some("2019")),
            ("collection:Leases", Some("yes")),
            ("client", Some(" ")),
            ("client", Some(too_long.as_str())),
            (too_long.as_str(), None),
        ] {
            let error = check_metadata(&said(key, value)).unwrap_err();
            assert!(!error.help().is_empty(), "{key:?} {value:?}");
        }
    }
}
