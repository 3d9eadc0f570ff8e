//! Stored readings, compared with what their import recorded before they are answered
//! from.
//!
//! A reading that somebody changed with another program is not answered from: the question
//! fails and says so, and the document is read anew from its bytes, whose hash is its id.
//! The next question stands on that reading. What was changed stays to be found in copies of
//! the file; the `import` record that the renewal writes says when it was noticed.

use crate::document::chunk_rows;
use crate::error::AppError;
use crate::reading::{self, Ocr};
use crate::service::Service;
use evidence::AnswerBundle;
use std::collections::BTreeSet;

/// So many documents are compared whether or not they are shown: words that were taken out
/// of one could be why it is not. Of more, `attest audit verify` compares all.
const FEW: usize = 8;

impl Service {
    /// Makes sure that the documents of a question stand as they were imported: those that
    /// are shown, and where only a few are asked about, these too.
    ///
    /// # Errors
    ///
    /// [`AppError::Altered`] for one that does not.
    pub(crate) fn check_readings(
        &self,
        asked: &[String],
        bundle: &AnswerBundle,
    ) -> Result<(), AppError> {
        let shown = bundle.used_chunks.iter().map(|chunk| &chunk.document_id);
        let few = if asked.len() <= FEW { asked } else { &[] };
        let ids: BTreeSet<&String> = few.iter().chain(shown).collect();
        for id in ids {
            if !self.vault().is_as_imported(id)? {
                return Err(self.renew(id)?);
            }
        }
        Ok(())
    }

    /// Reads a document anew from its bytes; the error that says why.
    fn renew(&self, id: &str) -> Result<AppError, AppError> {
        let title = self.vault().frame(id).map(|frame| frame.title);
        let title = title.unwrap_or_else(|_| id.chars().take(12).collect());
        let altered = |what: &str, help: &str| AppError::Altered {
            message: format!(
                "the stored reading of {title} is not what was imported: somebody changed it with another program{what}"
            ),
            help: help.to_owned(),
        };
        let bytes = self.vault().content(id)?;
        let is_source = |bytes: &Vec<u8>| evidence::reader::document_id(bytes) == id;
        let Some(bytes) = bytes.filter(is_source) else {
            return Ok(altered(
                ", and its bytes are gone or changed as well",
                "remove the document and import it again; `attest audit verify` checks the rest",
            ));
        };
        let options = &self.options;
        let ocr = Ocr::default();
        let document = reading::read(&self.reading, &options.worker, &title, &bytes, ocr)?;
        let now = options.clock.now();
        let chunks = chunk_rows(&document);
        self.vault().renew(&document, &chunks, &bytes, &now)?;
        Ok(altered(
            "; it was read anew from its bytes",
            "ask again; `attest audit verify` checks the rest",
        ))
    }
}
