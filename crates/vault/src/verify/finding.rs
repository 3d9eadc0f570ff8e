//! What a verification can find, and the finding that is reported.

use std::fmt;

use serde::Serialize;

/// A record that does not stand as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BadRecord {
    /// Its sequence; 0 for a document that no record knows.
    pub sequence: u64,
    /// What is wrong.
    pub reason: BadReason,
}

/// What can be wrong with a record or with what it promises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BadReason {
    /// No record has this sequence, and there should be one.
    Missing,
    /// There are more records than the head counts, or one stands before 1.
    NotCounted,
    /// The row holds something that is no record.
    Unreadable,
    /// Its hash is not the hash of what it says.
    Changed,
    /// It does not follow the record before: one of the two is not the
    /// original.
    NotLinked,
    /// The head holds another hash than this last record.
    HeadDiffers,
    /// Bytes it names are gone and no tombstone says so.
    ContentMissing {
        /// SHA-256 of the bytes.
        sha256: String,
    },
    /// Bytes it names were changed.
    ContentChanged {
        /// SHA-256 the bytes should have.
        sha256: String,
    },
    /// The document it imported is gone and no record says so.
    DocumentMissing {
        /// Id of the document.
        id: String,
    },
    /// Title, type, date, counts, lines, pages, sections or chunks of the
    /// document it imported were changed.
    DocumentChanged {
        /// Id of the document.
        id: String,
    },
    /// A document is stored that no record imported.
    DocumentUnknown {
        /// Id of the document.
        id: String,
    },
    /// No record has the hash that was noted elsewhere; the sequence is that of the last
    /// record.
    NotAsNoted,
    /// The tree over the records has another leaf for it, or none.
    NotInTree,
    /// The tree has a leaf for it, and no such record is there.
    OnlyInTree,
    /// A node of the tree is not the hash of the two below it; it was written
    /// with this record.
    NodeChanged {
        /// Level of the node; leaves are level 0.
        level: u32,
        /// Its position on the level, from 0.
        position: u64,
    },
    /// There are fewer records than a checkpoint has: this one, the first that
    /// is missing, and those after it were cut off, or an older copy of the
    /// file was put back.
    CutOff {
        /// Records of the checkpoint.
        size: u64,
    },
    /// The records up to this one are not those of a checkpoint: one of them
    /// was changed, and all that depends on it was made anew.
    NotAsCheckpointed {
        /// Records of the checkpoint.
        size: u64,
    },
    /// The table of answers has another row for it, or none.
    AnswerChanged,
    /// What the tables say of its contents, or of the documents that they are
    /// about, is not what it says.
    UsesChanged,
    /// The batch that it began has another row, or none.
    BatchChanged,
    /// It is the record of a cell that is not there.
    CellMissing,
    /// The model that it registered has another row, or none.
    ModelChanged {
        /// Name of the model.
        name: String,
    },
    /// The date or the metadata of a document are not what it says.
    SaidChanged {
        /// Id of the document.
        id: String,
    },
    /// Vectors of a document are not those that were stored with it.
    VectorsChanged {
        /// Id of the document.
        id: String,
    },
    /// A cell of a batch names this record, which is of another cell or of none.
    CellSwapped {
        /// Id of the batch.
        batch_id: String,
        /// Ordinal of the cell.
        ordinal: u32,
    },
    /// The table of reviews names another answer for it than it does itself, or
    /// none.
    ReviewMoved,
    /// It removed or erased what was held, which this program refuses.
    HeldErased,
}

impl fmt::Display for BadReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(formatter, "the record is missing"),
            Self::NotCounted => write!(
                formatter,
                "the record was inserted: the head does not count it"
            ),
            Self::Unreadable => write!(formatter, "the row holds no record"),
            Self::Changed => write!(formatter, "the record was changed: its hash does not fit"),
            Self::NotLinked => write!(formatter, "the record does not follow the one before it"),
            Self::HeadDiffers => write!(formatter, "the last record is not the one the head names"),
            Self::ContentMissing { sha256 } => write!(
                formatter,
                "its content {sha256} is gone without a tombstone"
            ),
            Self::ContentChanged { sha256 } => {
                write!(formatter, "its content {sha256} was changed")
            }
            Self::DocumentMissing { id } => {
                write!(formatter, "its document {id} is gone without a record")
            }
            Self::DocumentChanged { id } => write!(formatter, "its document {id} was changed"),
            Self::DocumentUnknown { id } => write!(formatter, "document {id} was never imported"),
            Self::NotAsNoted => write!(
                formatter,
                "no record up to this last one has the hash that was noted"
            ),
            Self::NotInTree => write!(
                formatter,
                "the tree over the records has another leaf for it, or none"
            ),
            Self::OnlyInTree => write!(
                formatter,
                "the record is missing: the tree over the records has its leaf"
            ),
            Self::NodeChanged { level, position } => write!(
                formatter,
                "node {position} of level {level} of the tree, written with it, was changed"
            ),
            Self::CutOff { size } => write!(
                formatter,
                "the record is missing: a checkpoint has {size} records; they were cut off, \
                 or an older copy was put back"
            ),
            Self::NotAsCheckpointed { size } => write!(
                formatter,
                "one of the records up to this one was changed, and the chain made anew: \
                 the checkpoint of {size} records has another root"
            ),
            Self::ReviewMoved => write!(
                formatter,
                "the table of reviews does not name the answer that this review is about"
            ),
            Self::HeldErased => write!(
                formatter,
                "it removed or erased what a hold was over, which this program refuses"
            ),
            Self::AnswerChanged => write!(
                formatter,
                "the table of answers has another row for it, or none"
            ),
            Self::UsesChanged => write!(
                formatter,
                "which contents it holds, or which documents they are about, was changed in the tables"
            ),
            Self::BatchChanged => write!(formatter, "the batch it began was changed"),
            Self::CellMissing => write!(formatter, "the cell of a batch that it answers is gone"),
            Self::ModelChanged { name } => write!(formatter, "its model {name} was changed"),
            Self::SaidChanged { id } => write!(
                formatter,
                "the date or the metadata of document {id} are not what it says"
            ),
            Self::VectorsChanged { id } => {
                write!(formatter, "the vectors of document {id} were changed")
            }
            Self::CellSwapped { batch_id, ordinal } => write!(
                formatter,
                "it is not the record of cell {ordinal} of batch {batch_id}, which names it"
            ),
        }
    }
}

/// What is wrong with the file, and is of no one record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FileDamage {
    /// `SQLite`'s own check of the file's structure finds something.
    Structure {
        /// What it says: names of tables and indexes, and numbers.
        says: String,
    },
    /// Rows of a table belong to nothing.
    Orphans {
        /// The table.
        table: String,
        /// The table that has no such row.
        parent: String,
    },
    /// Bytes are kept that no record names, or that were erased.
    ContentUnknown {
        /// SHA-256 they stand under.
        sha256: String,
    },
    /// The search index is not that of the passages.
    SearchIndex,
    /// A number in the file's header is not the format's.
    Header {
        /// Which, by its name or its place.
        field: String,
    },
    /// The file is longer or shorter than its pages.
    Length {
        /// Bytes of the file.
        found: u64,
        /// Bytes of its pages.
        expected: u64,
    },
}

impl fmt::Display for FileDamage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Structure { says } => write!(formatter, "the file's structure: {says}"),
            Self::Orphans { table, parent } => write!(
                formatter,
                "table {table} has rows that belong to no row of table {parent}"
            ),
            Self::ContentUnknown { sha256 } => {
                write!(
                    formatter,
                    "content {sha256} is kept, and no record names it"
                )
            }
            Self::SearchIndex => {
                write!(
                    formatter,
                    "the search index is not that of the stored passages"
                )
            }
            Self::Header { field } => {
                write!(
                    formatter,
                    "the file's header has another {field} than the format"
                )
            }
            Self::Length { found, expected } => write!(
                formatter,
                "the file has {found} bytes, and its pages have {expected}"
            ),
        }
    }
}

/// The bad record with the lowest sequence so far.
#[derive(Default)]
pub(super) struct Worst(Option<(i64, BadReason)>);

impl Worst {
    pub(super) fn note(&mut self, sequence: i64, reason: BadReason) {
        if self.0.as_ref().is_none_or(|(first, _)| sequence < *first) {
            self.0 = Some((sequence, reason));
        }
    }

    /// Whether nothing was noted.
    pub(super) fn is_none(&self) -> bool {
        self.0.is_none()
    }

    pub(super) fn into_record(self) -> Option<BadRecord> {
        self.0.map(|(sequence, reason)| BadRecord {
            sequence: u64::try_from(sequence).unwrap_or(0),
            reason,
        })
    }
}
