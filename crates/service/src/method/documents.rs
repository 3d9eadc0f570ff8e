//! `list_documents`.

use crate::failure::Failure;
use app::{DocumentSummary, Service};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most documents of a list.
const MAX: usize = 500;

/// Which of them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// Only documents whose title has these letters in it, capitals or not.
    title: Option<String>,
    /// Leave out so many at the beginning: the next part of a long list.
    #[serde(default)]
    skip: usize,
}

/// A part of the list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Documents {
    /// At most 500 documents, oldest import first.
    documents: Vec<DocumentSummary>,
    /// How many there are in all, of those asked for.
    total: usize,
}

pub(super) fn run(service: &Service, given: &Arguments) -> Result<Documents, Failure> {
    let mut documents = service.documents()?;
    if let Some(letters) = given.title.as_ref().map(|title| title.to_lowercase()) {
        documents.retain(|one| one.title.to_lowercase().contains(&letters));
    }
    let total = documents.len();
    let documents = documents.into_iter().skip(given.skip).take(MAX).collect();
    Ok(Documents { documents, total })
}
