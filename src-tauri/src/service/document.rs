//! Documents: import, list, read, remove.

use super::Service;
use super::convert::carried;
use crate::failure::{Failure, Reply};
use crate::wire::{DocumentDetail, DocumentSummary, ImportProgress, ImportState, Line};
use app::Removal;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

impl Service {
    /// Every document, oldest import first.
    pub fn list_documents(&self) -> Reply<Vec<DocumentSummary>> {
        carried(&self.app.documents()?)
    }

    /// Pages, headings and tables of a document.
    pub fn document_detail(&self, id: &str) -> Reply<DocumentDetail> {
        let outline = self.app.outline(id)?;
        Ok(DocumentDetail {
            summary: carried(&outline.summary)?,
            drawable: outline.drawable,
            pages: outline.pages.iter().map(page).collect(),
            sections: carried(&outline.sections)?,
            tables: carried(&outline.tables)?,
        })
    }

    /// The lines from `first` to `last`, as far as they exist.
    pub fn document_lines(&self, id: &str, first: u32, last: u32) -> Reply<Vec<Line>> {
        carried(&self.app.document_lines(id, first, last)?)
    }

    /// The lines that hold these words.
    pub fn search_document(&self, id: &str, words: &str) -> Reply<Vec<Line>> {
        carried(&self.app.search_lines(id, words)?)
    }

    /// A page as PNG.
    pub fn page_picture(&self, id: &str, page: u32, scale: f32) -> Reply<Vec<u8>> {
        Ok(self.app.page_picture(id, page, scale)?)
    }

    /// Imports files and what can be read in folders, one after the other.
    pub fn import_documents(
        &self,
        paths: &[PathBuf],
        report: &mut dyn FnMut(ImportProgress),
    ) -> Reply<()> {
        let before = self.import_cancels.so_far();
        let files = app::importable(paths)?;
        for file in &files {
            report(news(file, ImportState::Waiting));
        }
        let turn = self
            .importing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for file in &files {
            if self.import_cancels.so_far() != before {
                report(news(file, ImportState::Cancelled));
                continue;
            }
            report(news(file, ImportState::Reading));
            report(self.import(file));
        }
        drop(turn);
        Ok(())
    }

    fn import(&self, file: &Path) -> ImportProgress {
        let imported = self.app.import(file).map_err(Failure::from);
        let read = imported.and_then(|outcome| {
            let state = if outcome.already_there {
                ImportState::AlreadyThere
            } else {
                ImportState::Done
            };
            Ok((state, carried(&outcome.document)?))
        });
        match read {
            Ok((state, document)) => ImportProgress {
                document: Some(document),
                ..news(file, state)
            },
            Err(failure) => ImportProgress {
                failure: Some(failure),
                ..news(file, ImportState::Failed)
            },
        }
    }

    /// Takes a document out of list and search; its bytes stay.
    pub fn remove_document(&self, id: &str) -> Reply<()> {
        let title = self.app.outline(id)?.summary.title;
        self.app.remove_document(id, Removal::KeepSource)?;
        let mut removed = self.removed.lock().unwrap_or_else(PoisonError::into_inner);
        removed.insert(id.to_owned(), title);
        Ok(())
    }

    /// Takes a removal back.
    pub fn restore_document(&self, id: &str) -> Reply<DocumentSummary> {
        let mut removed = self.removed.lock().unwrap_or_else(PoisonError::into_inner);
        let title = removed.get(id).cloned().ok_or_else(|| {
            Failure::new(
                "input",
                "The document was not removed since the program was started.",
                "Import the file again.",
            )
        })?;
        let document = self.app.restore_document(id, &title)?;
        removed.remove(id);
        carried(&document)
    }

    /// Overwrites a document and all text of it.
    pub fn erase_document(&self, id: &str) -> Reply<()> {
        self.app.remove_document(id, Removal::Erase)?;
        Ok(())
    }
}

fn page(page: &app::Page) -> crate::wire::Page {
    crate::wire::Page {
        number: page.number,
        width: page.width,
        height: page.height,
        first_line: page.first_line,
        last_line: page.last_line,
        image_only: page.image_only,
        label: page.label.clone(),
    }
}

fn news(file: &Path, state: ImportState) -> ImportProgress {
    let name = file
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    ImportProgress {
        path: file.display().to_string(),
        name: name.unwrap_or_default(),
        bytes: std::fs::metadata(file).map_or(0, |found| found.len()),
        state,
        document: None,
        failure: None,
    }
}
