//! Reading a page in another way, where an answer stands on a page that was
//! badly read.
//!
//! A page is badly read where the model says so (`context_structured`), or
//! where too many of the signs of a PDF page have no
//! known meaning (fonts without a mapping to text). Then the page is drawn and
//! read by OCR, and its lines become a document of their own, `lease.pdf, page
//! 3, read by OCR.txt`: what was cited before keeps its lines, and what is
//! cited from now on can be checked like everything else. The question is
//! asked again over both readings; where they differ, the answer says so as a
//! conflict, and whatever comes out goes to a person.
//!
//! # Limits
//!
//! PDFs, one page a question, and only where Tesseract is installed.

use crate::error::AppError;
use crate::reading::{self, Ocr};
use crate::service::Service;
use pipeline::resources::PageOf;
use std::collections::BTreeMap;

impl Service {
    /// Reads a page by OCR and imports its lines; the id of that document, or
    /// none where the page cannot be read so.
    pub(crate) fn reread(&self, at: &PageOf) -> Result<Option<String>, AppError> {
        let Some(bytes) = self.vault().content(&at.document_id)? else {
            return Ok(None);
        };
        let title = self.vault().document(&at.document_id)?.title;
        let ocr = Ocr::Page(at.page);
        let read = reading::read(&self.reading, &self.options.worker, &title, &bytes, ocr);
        let document = match read {
            Ok(document) => document,
            Err(AppError::Cancelled) => return Err(AppError::Cancelled),
            // No OCR, or none that works: the first reading stays.
            Err(_) => return Ok(None),
        };
        let by_ocr = |page: u32| {
            let ocr = document.ocr.as_ref();
            ocr.is_some_and(|ocr| ocr.pages.contains(&page))
        };
        let lines: Vec<&str> = document
            .lines
            .iter()
            .filter(|line| line.page == at.page && by_ocr(line.page))
            .map(|line| line.text.as_str())
            .collect();
        let text = lines.join("\n");
        if text.trim().is_empty() {
            return Ok(None);
        }
        let name = format!("{title}, page {}, read by OCR.txt", at.page);
        let imported = self.import_bytes(name, text.as_bytes(), Ocr::Never, &BTreeMap::new())?;
        Ok(Some(imported.document.id))
    }
}
