//! Retrieval bundles from outside: passages that another program found in documents
//! that are stored here.
//!
//! A bundle is checked before anything else is done (V1 to V5 of
//! `evidence::check`), and names lines, not words: what is shown and quoted are the
//! lines as they are stored. Nothing beside it is searched.

use crate::error::AppError;
use crate::file::read_text_within;
use crate::service::Service;
use evidence::check::{BundleError, checked_rows, read_bundle as parse};
use evidence::{Policy, RetrievalBundle, Row};
use std::collections::BTreeMap;
use std::path::Path;

/// Longest bundle, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a bundle from a JSON file.
///
/// # Errors
///
/// [`AppError::File`], [`AppError::Input`] for what is no bundle.
pub fn read_bundle(path: &Path) -> Result<RetrievalBundle, AppError> {
    let text = read_text_within(path, MAX_BYTES, "give fewer passages")?;
    parse(&text).map_err(|error| refused(&error))
}

fn refused(error: &BundleError) -> AppError {
    AppError::input(error.to_string(), error.help())
}

impl Service {
    /// A bundle that passes the checks, its rows in the order of their ranks, with the whole ids and
    /// titles of the documents and the text of the lines as they are stored.
    pub(crate) fn admitted(
        &self,
        given: &RetrievalBundle,
        policy: &Policy,
    ) -> Result<RetrievalBundle, AppError> {
        let mut rows = checked_rows(given, policy).map_err(|error| refused(&error))?;
        let titles = self.titles()?;
        let mut whole_ids: BTreeMap<String, String> = BTreeMap::new();
        for row in &mut rows {
            if !whole_ids.contains_key(&row.document_id) {
                let whole = self.resolve_document(&row.document_id)?;
                whole_ids.insert(row.document_id.clone(), whole);
            }
            if let Some(whole) = whole_ids.get(&row.document_id) {
                row.document_id.clone_from(whole);
            }
            // Near duplicates are told by what is shown, too.
            row.chunk_text = self.stored_text(row)?;
            row.document_title = titles.get(&row.document_id).cloned().unwrap_or_default();
        }
        Ok(RetrievalBundle {
            results: rows,
            ..given.clone()
        })
    }

    /// The lines that a row names, as they are stored.
    fn stored_text(&self, row: &Row) -> Result<String, AppError> {
        let stored = self
            .vault()
            .lines(&row.document_id, row.first_line, row.last_line)?;
        let named = row.last_line - row.first_line;
        if u32::try_from(stored.len()).is_ok_and(|count| count == named.saturating_add(1)) {
            let lines: Vec<&str> = stored.iter().map(|line| line.text.as_str()).collect();
            return Ok(lines.join("\n"));
        }
        Err(AppError::input(
            format!(
                "retrieval bundle: chunk {} names lines {} to {}, which its document does not have",
                row.chunk_id, row.first_line, row.last_line
            ),
            "`attest docs show ID` has the lines of a document",
        ))
    }
}
