//! The fail-fast checks V1 to V5 on a retrieval bundle: before any
//! other work, each with its own error.
//!
//! | check | rule |
//! |---|---|
//! | V1 schema | required fields are there and make sense |
//! | V2 ranks | strictly increasing from 0; otherwise the rows are put in order of rank, then chunk id, and numbered anew |
//! | V3 similarity | finite, within 0..=1; `SUCCESS` has a top row |
//! | V4 text | not empty, also after cleaning |
//! | V5 domain | the knowledge type is one the policy allows |

use crate::bundle::{RetrievalBundle, RetrievalStatus, Row};
use crate::policy::Policy;
use crate::reader::clean_text;
use std::collections::BTreeSet;

/// Why a retrieval bundle was refused. Rows are named by their rank and chunk
/// id; no text of a document stands in a message.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BundleError {
    /// V1: the bundle is no JSON of the right shape.
    #[error("retrieval bundle (V1): {message}")]
    Schema {
        /// What is wrong, with its place in the JSON.
        message: String,
    },
    /// V1: a required value is empty or impossible.
    #[error("retrieval bundle (V1): {field} of {chunk_id} {problem}")]
    Field {
        /// The field.
        field: &'static str,
        /// The row's chunk, or `the bundle`.
        chunk_id: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// V2: one chunk stands in the bundle twice, so there is no one order.
    #[error("retrieval bundle (V2): chunk {chunk_id} stands in it twice")]
    DuplicateChunk {
        /// The chunk.
        chunk_id: String,
    },
    /// V3: a similarity that is not a number or outside 0..=1.
    #[error("retrieval bundle (V3): similarity of {chunk_id} is {given}, not within 0..=1")]
    Similarity {
        /// The row's chunk.
        chunk_id: String,
        /// The value.
        given: f64,
    },
    /// V3: status and rows contradict each other.
    #[error("retrieval bundle (V3): status {status} with {rows} row(s)")]
    Status {
        /// The status.
        status: &'static str,
        /// How many rows.
        rows: usize,
    },
    /// V4: nothing is left of a chunk's text after cleaning.
    #[error("retrieval bundle (V4): the text of {chunk_id} is empty")]
    EmptyText {
        /// The row's chunk.
        chunk_id: String,
    },
    /// V5: a knowledge type the policy does not allow.
    #[error(
        "retrieval bundle (V5): knowledge type {given:?} of {chunk_id} is not allowed by the policy"
    )]
    KnowledgeType {
        /// The row's chunk.
        chunk_id: String,
        /// Its knowledge type.
        given: String,
    },
}

impl BundleError {
    /// Which check failed: `V1` to `V5`.
    pub fn check(&self) -> &'static str {
        match self {
            Self::Schema { .. } | Self::Field { .. } => "V1",
            Self::DuplicateChunk { .. } => "V2",
            Self::Similarity { .. } | Self::Status { .. } => "V3",
            Self::EmptyText { .. } => "V4",
            Self::KnowledgeType { .. } => "V5",
        }
    }

    /// What can be done about it. A bundle is made by the program, so these
    /// are faults of the index or of another retriever, not of the question.
    pub fn help(&self) -> &'static str {
        match self {
            Self::KnowledgeType { .. } => {
                "allow the type in the policy, or do not index such documents"
            }
            _ => {
                "rebuild the index by importing the document again; if it happens again, report it"
            }
        }
    }
}

/// Reads a bundle from JSON (V1), for retrievers outside this program.
pub fn read_bundle(json: &str) -> Result<RetrievalBundle, BundleError> {
    serde_json::from_str(json).map_err(|error| BundleError::Schema {
        // The message of a type error quotes the value; the place is enough.
        message: format!(
            "not a bundle at line {}, column {}",
            error.line(),
            error.column()
        ),
    })
}

/// Checks a bundle (V1 to V5) and gives its rows in rank order.
pub fn checked_rows(bundle: &RetrievalBundle, policy: &Policy) -> Result<Vec<Row>, BundleError> {
    check_fields(bundle)?;
    let rows = ordered(&bundle.results)?;
    check_status(bundle)?;
    for row in &rows {
        if !(0.0..=1.0).contains(&row.similarity) {
            return Err(BundleError::Similarity {
                chunk_id: row.chunk_id.clone(),
                given: row.similarity,
            });
        }
    }
    for row in &rows {
        if clean_text(&row.chunk_text).trim().is_empty() {
            return Err(BundleError::EmptyText {
                chunk_id: row.chunk_id.clone(),
            });
        }
    }
    for row in &rows {
        if !policy
            .allowed_knowledge_types
            .contains(&row.knowledge_type_effective)
        {
            let given = row.knowledge_type_effective.clone();
            return Err(BundleError::KnowledgeType {
                chunk_id: row.chunk_id.clone(),
                given,
            });
        }
    }
    Ok(rows)
}

fn check_fields(bundle: &RetrievalBundle) -> Result<(), BundleError> {
    let refuse = |field, chunk_id: &str, problem| {
        Err(BundleError::Field {
            field,
            chunk_id: chunk_id.to_owned(),
            problem,
        })
    };
    let named = [
        ("request_id", &bundle.request_id),
        ("user_question", &bundle.user_question),
        ("index_version", &bundle.index_version),
        ("embedding_model", &bundle.embedding_model),
    ];
    for (field, value) in named {
        if value.trim().is_empty() {
            return refuse(field, "the bundle", "is empty");
        }
    }
    for row in &bundle.results {
        if row.chunk_id.trim().is_empty() {
            return refuse("chunk_id", "a row", "is empty");
        }
        if row.document_id.trim().is_empty() {
            return refuse("document_id", &row.chunk_id, "is empty");
        }
        if row.first_line == 0 || row.last_line < row.first_line {
            return refuse("first_line", &row.chunk_id, "is 0 or behind last_line");
        }
    }
    Ok(())
}

fn check_status(bundle: &RetrievalBundle) -> Result<(), BundleError> {
    let rows = bundle.results.len();
    match bundle.retrieval_status {
        RetrievalStatus::Success if rows == 0 => Err(BundleError::Status {
            status: "SUCCESS",
            rows,
        }),
        RetrievalStatus::NoEvidence if rows > 0 => Err(BundleError::Status {
            status: "NO_EVIDENCE",
            rows,
        }),
        _ => Ok(()),
    }
}

/// V2. Ranks as they should be are left alone; others are made so.
fn ordered(rows: &[Row]) -> Result<Vec<Row>, BundleError> {
    let mut seen = BTreeSet::new();
    for row in rows {
        if !seen.insert(row.chunk_id.as_str()) {
            return Err(BundleError::DuplicateChunk {
                chunk_id: row.chunk_id.clone(),
            });
        }
    }
    let mut rows = rows.to_vec();
    rows.sort_by(|a, b| {
        a.rank
            .cmp(&b.rank)
            .then_with(|| a.chunk_id.cmp(&b.chunk_id))
    });
    for (row, rank) in rows.iter_mut().zip(0_u32..) {
        row.rank = rank;
    }
    Ok(rows)
}
