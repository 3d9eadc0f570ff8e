//! A document to read: its pages, headings and tables, words found in it, its
//! pages drawn, and its return after a removal.

use crate::document::{DocumentSummary, ImportOutcome};
use crate::error::AppError;
use crate::file::Walk;
use crate::reading::page::Drawer;
use crate::reading::{Ocr, Reading, WorkerLimits};
use crate::service::Service;
use evidence::{Line, MediaType, Page, Section, Table};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::FileType;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, PoisonError};

/// What there is to a document besides its lines.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "DocumentDetail"))]
pub struct Outline {
    /// As in the list.
    pub summary: DocumentSummary,
    /// Whether its pages can be drawn.
    pub drawable: bool,
    /// Its pages.
    pub pages: Vec<Page>,
    /// Its headings, in order of their lines.
    pub sections: Vec<Section>,
    /// Its tables, in order of their lines.
    pub tables: Vec<Table>,
}

impl Service {
    /// Pages, headings and tables of a document.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for an id that names no document.
    pub fn outline(&self, id: &str) -> Result<Outline, AppError> {
        let unknown = || AppError::input("there is no such document", "it may have been removed");
        let summary = self.find_document(id)?.ok_or_else(unknown)?;
        let frame = self.vault().frame(id)?;
        Ok(Outline {
            summary,
            drawable: matches!(frame.media_type, MediaType::Pdf | MediaType::Image),
            pages: frame.pages,
            sections: frame.sections,
            tables: frame.tables,
        })
    }

    /// Titles of the documents that are there, by id.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn titles(&self) -> Result<BTreeMap<String, String>, AppError> {
        let stored = self.vault().documents()?;
        Ok(stored.into_iter().map(|one| (one.id, one.title)).collect())
    }

    /// The lines in which these words stand next to each other, in order; case
    /// and width of white space do not count.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for an id that names no document.
    pub fn search_lines(&self, id: &str, words: &str) -> Result<Vec<Line>, AppError> {
        let wanted = folded(words);
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut lines = self.vault().lines(id, 1, u32::MAX)?;
        lines.retain(|line| folded(&line.text).contains(&wanted));
        Ok(lines)
    }

    /// A page of a PDF, or a picture, as PNG: `scale` pixels per point (0.1 to
    /// 4), of a picture per pixel of its own (to 1).
    ///
    /// # Errors
    ///
    /// [`AppError::Document`] where there is no such page or it cannot be
    /// drawn; [`AppError::Reader`] when the process that draws ended over it.
    pub fn page_picture(&self, id: &str, page: u32, scale: f32) -> Result<Vec<u8>, AppError> {
        let mut held = self.drawer.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_none_or(|drawer| drawer.document_id != id) {
            *held = None;
            *held = Some(self.drawer_of(id)?);
        }
        let Some(drawer) = held.as_mut() else {
            return Err(AppError::input("there is no such document", ""));
        };
        let drawn = drawer.draw(page, scale);
        if matches!(drawn, Err(AppError::Reader { .. })) {
            *held = None;
        }
        drawn
    }

    fn drawer_of(&self, id: &str) -> Result<Drawer, AppError> {
        let bytes = self
            .vault()
            .content(id)?
            .ok_or_else(|| AppError::Document {
                message: "the document's bytes are gone".into(),
                help: "it was erased; import it again".into(),
            })?;
        let limits = match &self.reading {
            Reading::Worker(limits) => limits.clone(),
            Reading::Here => WorkerLimits::default(),
        };
        Drawer::start(&self.options.worker, &limits, id, bytes)
    }

    /// Puts a document back that was removed with its source kept, under this
    /// title: it is read again from its bytes.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where its bytes are gone, and what can happen to any
    /// import.
    pub fn restore_document(&self, id: &str, title: &str) -> Result<DocumentSummary, AppError> {
        let bytes = self.vault().content(id)?.ok_or_else(|| {
            AppError::input(
                "the document's bytes are gone",
                "it was erased; import the file again",
            )
        })?;
        let ImportOutcome { document, .. } =
            self.import_bytes(title.to_owned(), &bytes, Ocr::default(), &BTreeMap::new())?;
        Ok(document)
    }
}

/// Lower case, with single spaces.
fn folded(text: &str) -> String {
    let lower = text.to_lowercase();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Endings of files that are worth trying when a whole folder is imported.
pub static READABLE_ENDINGS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let endings = MediaType::ALL.iter().flat_map(|one| one.endings());
    endings.copied().collect()
});
/// Deepest folder that is looked into.
const MAX_DEPTH: u32 = 16;
/// Most files of one import.
const MAX_FILES: usize = 100_000;

/// Why a file of a folder is not imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// A link, which is not followed.
    Link,
    /// An Office format from before 2007.
    OldFormat,
    /// Slides, which are not read.
    Slides,
    /// Of no format that is read.
    UnknownFormat,
}

impl SkipReason {
    /// In words, with what can be done.
    pub fn words(self) -> &'static str {
        match self {
            Self::Link => "a link; links are not followed, so name the file that it leads to",
            Self::OldFormat => "an Office format from before 2007; save it as DOCX or XLSX",
            Self::Slides => "slides are not read; save them as PDF",
            Self::UnknownFormat => "of no format that is read",
        }
    }

    fn of(path: &Path, is_link: bool) -> SkipReason {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        match ending.to_lowercase().as_str() {
            _ if is_link => Self::Link,
            "doc" | "dot" | "xls" | "xlt" | "rtf" | "wps" => Self::OldFormat,
            "ppt" | "pptx" | "odp" | "key" => Self::Slides,
            _ => Self::UnknownFormat,
        }
    }
}

/// A file of a folder that is not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: SkipReason,
}

/// What an import is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Importable {
    /// What is imported, in order.
    pub files: Vec<PathBuf>,
    /// What stands in the folders and is not, in order.
    pub skipped: Vec<Skipped>,
}

/// The files that an import of these paths is about: files as they are named,
/// of folders those whose ending says that they may be read, in order of their
/// paths; and what stands in the folders and is left out. What is hidden (`.name`) is not
/// looked at.
///
/// # Errors
///
/// [`AppError::File`] where a folder cannot be listed, [`AppError::Input`] for
/// folders deeper than 16 or more than 100,000 files.
pub fn importable(paths: &[PathBuf]) -> Result<Importable, AppError> {
    let skipped = RefCell::new(Vec::new());
    let keep = |path: &Path, kind: FileType| {
        let is_kept = kind.is_file() && is_readable(path);
        if !is_kept {
            skipped.borrow_mut().push(Skipped {
                path: path.to_owned(),
                reason: SkipReason::of(path, kind.is_symlink()),
            });
        }
        is_kept
    };
    let walk = Walk {
        keep: &keep,
        max_depth: MAX_DEPTH,
        max_files: MAX_FILES,
        help: "import them in parts",
    };
    let files = walk.expand(paths)?;
    Ok(Importable {
        files,
        skipped: skipped.into_inner(),
    })
}

fn is_readable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| {
        let ending = ending.to_string_lossy().to_lowercase();
        READABLE_ENDINGS.contains(&ending.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_the_files_that_may_be_read_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("b");
        std::fs::create_dir(&inner).unwrap();
        for name in [
            "a.pdf",
            ".hidden.pdf",
            "c.exe",
            "b/d.TXT",
            "no-ending",
            "old.DOC",
            "b/talk.pptx",
        ] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        let named = folder.path().join("c.exe");
        let found = importable(&[folder.path().into(), named.clone()]).unwrap();
        let wanted = [folder.path().join("a.pdf"), inner.join("d.TXT"), named];
        assert_eq!(found.files, wanted);
        let reasons = found.skipped.iter().map(|one| {
            let name = one.path.file_name().unwrap().to_string_lossy();
            (name.into_owned(), one.reason)
        });
        let reasons: Vec<(String, SkipReason)> = reasons.collect();
        let expected = [
            ("talk.pptx", SkipReason::Slides),
            ("c.exe", SkipReason::UnknownFormat),
            ("no-ending", SkipReason::UnknownFormat),
            ("old.DOC", SkipReason::OldFormat),
        ];
        assert_eq!(
            reasons,
            expected.map(|(name, reason)| (name.to_owned(), reason))
        );
        let missing = folder.path().join("not there.pdf");
        assert_eq!(
            importable(std::slice::from_ref(&missing)).unwrap().files,
            [missing]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_of_a_folder_are_told_and_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.txt"), "x").unwrap();
        let links = [("a.txt", "linked.txt"), (".", "around")];
        for (to, from) in links {
            std::os::unix::fs::symlink(folder.path().join(to), folder.path().join(from)).unwrap();
        }
        let found = importable(&[folder.path().into()]).unwrap();
        assert_eq!(found.files, [folder.path().join("a.txt")]);
        let reasons: Vec<SkipReason> = found.skipped.iter().map(|one| one.reason).collect();
        assert_eq!(reasons, [SkipReason::Link, SkipReason::Link]);
    }

    #[test]
    fn words_are_found_whatever_their_case_and_spaces() {
        assert_eq!(folded("  Annual\u{a0}\tPREMIUM "), "annual premium");
    }
}
