//! What the records say should stand in the other tables: which contents are
//! kept, which documents are stored, what is said of them, which vectors,
//! models, batches and cells there are.
//!
//! The records are taken one after the other, as they were written. What
//! comes out is what the tables have to hold: verification compares them, and
//! erasing goes by it, so that a row that somebody put into a table neither
//! saves a content nor takes one along.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::audit::{
    DOCUMENT_IDS, KIND_ANSWER, KIND_BATCH, KIND_DESCRIBE, KIND_ERASE, KIND_HOLD, KIND_IMPORT,
    KIND_MIGRATE, KIND_MODEL, KIND_RELEASE, KIND_REMOVE, KIND_REVIEW, KIND_VECTORS,
};
use crate::canonical::{self, Sha};
use crate::error::VaultError;
use crate::held::{Holds, OneHold};
use crate::subject::{ANSWER, Subject};

/// Name of the content with what is said of a document.
pub(crate) const SAID: &str = "said";
/// Name of the content with a document's bytes.
pub(crate) const SOURCE: &str = "source";
/// Member of a migration: the documents of answers that do not say theirs.
pub(crate) const DOCUMENTS: &str = "documents";
/// Member of a migration: answers whose contents were erased before it.
pub(crate) const LET_GO: &str = "let_go";

/// Why a tombstone was written where a sealed backup was put back without the key of what it names.
pub(crate) const KEY_DESTROYED: &str = "key_destroyed";
/// Member of a tombstone: why it was written.
pub(crate) const BECAUSE: &str = "because";

/// What one record holds.
#[derive(Debug, Default)]
pub(crate) struct Holding {
    /// Without doubles, in order; empty once erased.
    pub contents: Vec<Sha>,
    /// Whose text the contents may hold; without those that were erased.
    pub documents: BTreeSet<Rc<str>>,
    /// Whether the record, or a migration after it, says which documents.
    pub is_known: bool,
}

/// A stored document by its last import.
#[derive(Debug)]
pub(crate) struct Imported {
    pub sequence: i64,
    pub time: String,
    pub body: Value,
    /// What is said of it, and the record that says so.
    pub said: Option<(i64, Sha)>,
}

/// Vectors that were stored together, of one document.
#[derive(Debug)]
pub(crate) struct Piece {
    pub sequence: i64,
    /// Ordinals of the passages, from and to.
    pub ordinals: Vec<(u32, u32)>,
    pub sha256: String,
}

/// A model as it was registered last.
#[derive(Debug)]
pub(crate) struct Registered {
    pub sequence: i64,
    pub time: String,
    pub body: Value,
}

/// What the records taken so far say.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// Each content with the first record that holds it; none once erased.
    pub contents: BTreeMap<Sha, Option<i64>>,
    /// By sequence.
    pub holdings: BTreeMap<i64, Holding>,
    /// Stored documents by id.
    pub documents: BTreeMap<String, Imported>,
    /// By document, then by embedding model.
    pub vectors: BTreeMap<String, BTreeMap<String, Vec<Piece>>>,
    /// Embedding models with the length of their vectors.
    pub dimensions: BTreeMap<String, u64>,
    /// What records say of the cell that they are of.
    pub cells: BTreeMap<i64, Value>,
    /// Bodies of the batches that were begun.
    pub batches: BTreeMap<i64, Value>,
    /// By name.
    pub models: BTreeMap<String, Registered>,
    /// What is held.
    pub holds: Holds,
    /// Records that removed or erased what was held.
    pub breaches: Vec<i64>,
    /// The records about each document.
    about: BTreeMap<Rc<str>, Vec<i64>>,
    /// Reviews and holds by the id of the answer's record.
    of_answer: BTreeMap<String, Vec<i64>>,
}

impl Ledger {
    /// What all records of a vault say. A body that cannot be read says
    /// nothing: that is for a verification to tell.
    pub(crate) fn read(connection: &Connection) -> Result<Self, VaultError> {
        let mut ledger = Ledger::default();
        let mut statement = connection
            .prepare("SELECT sequence, kind, time, body FROM record ORDER BY sequence")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let text = |index: usize| row.get::<_, String>(index).unwrap_or_default();
            if let Ok(body) = serde_json::from_str(&text(3)) {
                ledger.take(row.get(0)?, &text(1), &text(2), &body);
            }
        }
        Ok(ledger)
    }

    /// Takes the next record.
    pub(crate) fn take(&mut self, sequence: i64, kind: &str, time: &str, body: &Value) {
        let id = text_of(body, "document_id");
        if self.is_breach(kind, body) {
            self.breaches.push(sequence);
        }
        self.holds.take(sequence, kind, time, body);
        match kind {
            KIND_ANSWER | KIND_REVIEW => self.take_said(sequence, body),
            KIND_HOLD | KIND_RELEASE if id.is_empty() => self.take_said(sequence, body),
            KIND_HOLD | KIND_RELEASE => self.hold(sequence, body, &[id], true),
            KIND_IMPORT => self.take_import(sequence, time, body, id),
            KIND_DESCRIBE => self.take_description(sequence, body, id),
            KIND_REMOVE => self.forget(id),
            KIND_ERASE => self.take_erasure(body),
            KIND_VECTORS => self.take_vectors(sequence, body),
            KIND_MIGRATE => self.take_migration(body),
            KIND_BATCH => drop(self.batches.insert(sequence, body.clone())),
            KIND_MODEL => {
                let registered = Registered {
                    sequence,
                    time: time.to_owned(),
                    body: body.clone(),
                };
                self.models
                    .insert(text_of(body, "name").to_owned(), registered);
            }
            _ => {}
        }
    }

    /// The records whose contents may hold text of a document.
    pub(crate) fn about(&self, id: &str) -> BTreeSet<i64> {
        let found = self.about.get(id).into_iter().flatten();
        found.copied().collect()
    }

    /// The record of an answer, and those of what was said of it.
    pub(crate) fn about_answer(&self, id: &str, answer: i64) -> BTreeSet<i64> {
        let said = self.of_answer.get(id).into_iter().flatten();
        said.copied().chain([answer]).collect()
    }

    /// The first hold that keeps a document from being erased: one over it or over an answer about
    /// it, and any over what would go with it. Records about several documents hold words of all of
    /// them, and what was said of a held answer may be about a document that the answer is not.
    pub(crate) fn over_words_of(&self, id: &str) -> Option<(i64, &OneHold)> {
        self.holds
            .over_document(id)
            .or_else(|| self.holds.over_answer_about(id))
            .or_else(|| {
                let records = self.about.get(id).into_iter().flatten();
                records.copied().find_map(|record| self.over_record(record))
            })
    }

    /// The first hold that keeps what one record holds; none where that was erased before.
    fn over_record(&self, record: i64) -> Option<(i64, &OneHold)> {
        let holding = self.holdings.get(&record)?;
        if holding.contents.is_empty() {
            return None;
        }
        let mut documents = holding.documents.iter();
        documents
            .find_map(|document| self.holds.over_document(document))
            .or_else(|| {
                let mut holds = self.holds.0.iter();
                holds
                    .find(|(_, hold)| self.is_said_of(&hold.subject, record))
                    .map(|(sequence, hold)| (*sequence, hold))
            })
    }

    /// Whether a record says something of an answer.
    fn is_said_of(&self, subject: &Subject, record: i64) -> bool {
        let Subject::Answer(id) = subject else {
            return false;
        };
        self.of_answer
            .get(id)
            .is_some_and(|said| said.contains(&record))
    }

    /// How many records hold each content.
    pub(crate) fn holders(&self) -> BTreeMap<Sha, usize> {
        let mut holders = BTreeMap::new();
        for sha256 in self.holdings.values().flat_map(|one| &one.contents) {
            *holders.entry(*sha256).or_default() += 1;
        }
        holders
    }

    /// The contents that erasing what these records hold takes along: those that no other record
    /// holds. With [`Ledger::holders`] as they are.
    pub(crate) fn only_of(
        &self,
        records: &BTreeSet<i64>,
        holders: &BTreeMap<Sha, usize>,
    ) -> BTreeSet<Sha> {
        let mut among: BTreeMap<Sha, usize> = BTreeMap::new();
        for holding in records.iter().filter_map(|one| self.holdings.get(one)) {
            for sha256 in &holding.contents {
                *among.entry(*sha256).or_default() += 1;
            }
        }
        among.retain(|sha256, count| holders.get(sha256) == Some(count));
        among.into_keys().collect()
    }

    /// Whether a record removes or erases what is held. One that says that a key was gone does
    /// neither: the words were closed before, by an erasure that the record does not know.
    fn is_breach(&self, kind: &str, body: &Value) -> bool {
        if text_of(body, BECAUSE) == KEY_DESTROYED {
            return false;
        }
        let hold = match (kind, Subject::of(body)) {
            (KIND_REMOVE, Some(Subject::Document(id))) => self.holds.over_document(&id),
            (KIND_ERASE, Some(Subject::Document(id))) => self.over_words_of(&id),
            (KIND_ERASE, Some(Subject::Answer(id))) => {
                let answer = body.get(ANSWER).and_then(Value::as_i64).unwrap_or(0);
                self.holds.over_answer(&id, self.documents_of(answer))
            }
            _ => None,
        };
        hold.is_some()
    }

    /// The documents that an answer is about, without those that were erased.
    pub(crate) fn documents_of(&self, answer: i64) -> impl Iterator<Item = &str> {
        let holding = self.holdings.get(&answer).into_iter();
        holding.flat_map(|holding| holding.documents.iter().map(AsRef::as_ref))
    }

    /// An answer, or what a person said of one.
    fn take_said(&mut self, sequence: i64, body: &Value) {
        if let Some(cell) = body.get("batch") {
            self.cells.insert(sequence, cell.clone());
        }
        if let Some(answer) = body.get("answer_id").and_then(Value::as_str) {
            let said = self.of_answer.entry(answer.to_owned()).or_default();
            said.push(sequence);
        }
        let said = body.get(DOCUMENT_IDS).and_then(Value::as_array);
        let documents = said.into_iter().flatten().filter_map(Value::as_str);
        self.hold(
            sequence,
            body,
            &documents.collect::<Vec<_>>(),
            said.is_some(),
        );
    }

    fn take_import(&mut self, sequence: i64, time: &str, body: &Value, id: &str) {
        self.hold(sequence, body, &[id], true);
        self.forget(id);
        let imported = Imported {
            sequence,
            time: time.to_owned(),
            said: content_of(body, SAID).map(|sha256| (sequence, sha256)),
            body: body.clone(),
        };
        self.documents.insert(id.to_owned(), imported);
    }

    fn take_description(&mut self, sequence: i64, body: &Value, id: &str) {
        self.hold(sequence, body, &[id], true);
        if let Some(document) = self.documents.get_mut(id) {
            document.said = content_of(body, SAID).map(|sha256| (sequence, sha256));
        }
    }

    fn take_erasure(&mut self, body: &Value) {
        match Subject::of(body) {
            Some(Subject::Answer(id)) => {
                let answer = body.get(ANSWER).and_then(Value::as_i64).unwrap_or(0);
                for sequence in self.about_answer(&id, answer) {
                    if let Some(holding) = self.holdings.get_mut(&sequence) {
                        holding.contents.clear();
                    }
                }
            }
            Some(Subject::Document(id)) => {
                self.forget(&id);
                for sequence in self.about.remove(id.as_str()).unwrap_or_default() {
                    if let Some(holding) = self.holdings.get_mut(&sequence) {
                        holding.contents.clear();
                        holding.documents.remove(id.as_str());
                    }
                }
            }
            None => {}
        }
        for sha256 in body
            .get("erased")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if let Some(sha256) = sha256.as_str().and_then(canonical::read_sha) {
                self.contents.insert(sha256, None);
            }
        }
    }

    fn take_vectors(&mut self, sequence: i64, body: &Value) {
        let model = text_of(body, "model");
        let dimensions = body.get("dimensions").and_then(Value::as_u64);
        self.dimensions
            .insert(model.to_owned(), dimensions.unwrap_or(0));
        let of_documents = body.get(DOCUMENTS).and_then(Value::as_array);
        for part in of_documents.into_iter().flatten() {
            let piece = Piece {
                sequence,
                ordinals: part
                    .get("ordinals")
                    .and_then(|ranges| serde_json::from_value(ranges.clone()).ok())
                    .unwrap_or_default(),
                sha256: text_of(part, "sha256").to_owned(),
            };
            let id = text_of(part, "document_id").to_owned();
            let of_document = self.vectors.entry(id).or_default();
            of_document.entry(model.to_owned()).or_default().push(piece);
        }
    }

    /// A migration says what older records do not.
    fn take_migration(&mut self, body: &Value) {
        for holding in self.holdings.values_mut() {
            holding.is_known = true;
        }
        let sequences = |list: &Value| -> Vec<i64> {
            let list = list.as_array().into_iter().flatten();
            list.filter_map(Value::as_i64).collect()
        };
        let documents = body.get(DOCUMENTS).and_then(Value::as_object);
        for (id, list) in documents.into_iter().flatten() {
            for sequence in sequences(list) {
                self.add_document(sequence, id);
            }
        }
        for sequence in body.get(LET_GO).map(sequences).unwrap_or_default() {
            if let Some(holding) = self.holdings.get_mut(&sequence) {
                holding.contents.clear();
            }
        }
    }

    fn hold(&mut self, sequence: i64, body: &Value, documents: &[&str], is_known: bool) {
        let contents = body.get("contents").and_then(Value::as_object);
        let contents = contents.into_iter().flat_map(Map::values);
        let mut contents: Vec<Sha> = contents.filter_map(read_content).collect();
        contents.sort_unstable();
        contents.dedup();
        for sha256 in &contents {
            let promise = self.contents.entry(*sha256).or_default();
            *promise = Some(promise.unwrap_or(sequence));
        }
        let holding = Holding {
            contents,
            documents: BTreeSet::new(),
            is_known,
        };
        self.holdings.insert(sequence, holding);
        for id in documents {
            self.add_document(sequence, id);
        }
    }

    fn add_document(&mut self, sequence: i64, id: &str) {
        let Some(holding) = self.holdings.get_mut(&sequence) else {
            return;
        };
        let known = self
            .about
            .get_key_value(id)
            .map(|(name, _)| Rc::clone(name));
        let name = known.unwrap_or_else(|| Rc::from(id));
        if holding.documents.insert(Rc::clone(&name)) {
            self.about.entry(name).or_default().push(sequence);
        }
    }

    /// A document is no longer stored as it was.
    fn forget(&mut self, id: &str) {
        self.documents.remove(id);
        self.vectors.remove(id);
    }
}

fn text_of<'a>(body: &'a Value, name: &str) -> &'a str {
    body.get(name).and_then(Value::as_str).unwrap_or_default()
}

pub(crate) fn content_of(body: &Value, name: &str) -> Option<Sha> {
    read_content(body.get("contents")?.get(name)?)
}

fn read_content(content: &Value) -> Option<Sha> {
    canonical::read_sha(content.get("sha256")?.as_str()?)
}
