//! Ready-made sets of questions, found by name.
//!
//! Those that ship stand in `questions/*.toml` and are compiled in, so that a
//! name always means something; a file of the same name in the folder
//! `questions` of the data directory, or beside the program, takes their place.

use super::question::{QuestionFile, parse_questions, read_questions};
use crate::error::AppError;
use crate::file::read_text;
use crate::service::Service;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The sets of the program, by name.
const SHIPPED: [(&str, &str); 5] = [
    (
        "contract",
        include_str!("../../../../questions/contract.toml"),
    ),
    (
        "invoice",
        include_str!("../../../../questions/invoice.toml"),
    ),
    ("lease", include_str!("../../../../questions/lease.toml")),
    ("policy", include_str!("../../../../questions/policy.toml")),
    ("report", include_str!("../../../../questions/report.toml")),
];

/// Folder of a person's own sets, below the data directory.
const FOLDER: &str = "questions";

/// A set of questions that is known by a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QuestionSet {
    /// By which it is called.
    pub name: String,
    /// What it is for, in words.
    pub title: String,
    /// Number of its questions.
    pub questions: u32,
    /// The file that is read; none: the program's own copy.
    pub file: Option<String>,
}

impl Service {
    /// The sets that can be called by name, by name.
    ///
    /// # Errors
    ///
    /// Where a file among them cannot be used: as [`read_questions`].
    pub fn question_sets(&self) -> Result<Vec<QuestionSet>, AppError> {
        self.known_sets()
            .into_iter()
            .map(|(name, file)| {
                let read = self.question_set(&name)?;
                Ok(QuestionSet {
                    title: read.title,
                    questions: read.questions.len() as u32,
                    file: file.map(|file| file.display().to_string()),
                    name,
                })
            })
            .collect()
    }

    /// The questions of a set.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] naming the sets where there is none of this name; as
    /// [`read_questions`].
    pub fn question_set(&self, name: &str) -> Result<QuestionFile, AppError> {
        let text = self.question_set_text(name)?;
        parse_questions(&text, &format!("{name}.toml"), Path::new("set.toml"))
    }

    /// The text of a set, to be changed and kept elsewhere.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] naming the sets where there is none of this name.
    pub fn question_set_text(&self, name: &str) -> Result<String, AppError> {
        let sets = self.known_sets();
        match sets.get(name) {
            Some(Some(file)) => read_text(file),
            Some(None) => Ok(shipped(name).unwrap_or_default().to_owned()),
            None => {
                let names: Vec<&str> = sets.keys().map(String::as_str).collect();
                Err(AppError::input(
                    format!("there is no set of questions called {name}"),
                    format!("the sets are {}; or name a file", names.join(", ")),
                ))
            }
        }
    }

    /// Questions as a person names them: a file, or a set by its name. A name
    /// without an ending for which there is no file is that of a set.
    ///
    /// # Errors
    ///
    /// As [`read_questions`] and [`Service::question_set`].
    pub fn find_questions(&self, given: &Path) -> Result<QuestionFile, AppError> {
        let name = given
            .to_str()
            .filter(|name| !name.contains(['/', '\\', '.']));
        match name {
            Some(name) if !given.exists() => self.question_set(name),
            _ => read_questions(given),
        }
    }

    /// Names, and the file of each that is read in place of the program's copy.
    fn known_sets(&self) -> BTreeMap<String, Option<PathBuf>> {
        let mut sets: BTreeMap<String, Option<PathBuf>> = SHIPPED
            .iter()
            .map(|(name, _)| ((*name).to_owned(), None))
            .collect();
        let prefix = self.options.worker.parent().and_then(Path::parent);
        let installed = prefix.map(|prefix| prefix.join("share/attest").join(FOLDER));
        let own = self.data_directory().join(FOLDER);
        for folder in installed.into_iter().chain([own]) {
            for file in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = file.path();
                let is_set = path.extension().is_some_and(|ending| ending == "toml");
                if let Some(name) = path.file_stem().filter(|_| is_set) {
                    sets.insert(name.to_string_lossy().into_owned(), Some(path.clone()));
                }
            }
        }
        sets
    }
}

fn shipped(name: &str) -> Option<&'static str> {
    let mut sets = SHIPPED.iter();
    sets.find(|(one, _)| *one == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;
    use crate::service::Options;
    use contract::Registry;
    use std::sync::Arc;

    fn service(folder: &Path) -> Service {
        Service::open(Options {
            data_directory: folder.join("data"),
            ephemeral: false,
            system_settings: None,
            worker: folder.join("bin/attest"),
            threads: Some(1),
            clock: Arc::new(SystemClock::default()),
        })
        .unwrap()
    }

    #[test]
    fn every_set_that_ships_can_be_asked() {
        let registry = Registry::built_in();
        for (name, text) in SHIPPED {
            let file = parse_questions(text, name, Path::new("set.toml")).unwrap();
            assert!(
                !file.title.is_empty() && file.questions.len() >= 5,
                "{name}"
            );
            assert_eq!(file.unused_fields, Vec::<String>::new(), "{name}");
            for question in file.questions {
                let named = question.answer_type.unwrap();
                assert!(registry.find(&named).is_ok(), "{name}: {named}");
            }
        }
    }

    #[test]
    fn an_own_file_takes_the_place_of_a_set_and_a_new_one_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let service = service(folder.path());
        assert_eq!(service.question_sets().unwrap().len(), SHIPPED.len());
        let own = folder.path().join("data/questions");
        std::fs::create_dir_all(&own).unwrap();
        let text = "title = 'Mine'\n[[question]]\nquestion = 'Who?'\n";
        std::fs::write(own.join("lease.toml"), text).unwrap();
        std::fs::write(own.join("mine.toml"), text).unwrap();
        let sets = service.question_sets().unwrap();
        assert_eq!(sets.len(), SHIPPED.len() + 1);
        let titled: Vec<&str> = sets
            .iter()
            .filter(|set| set.title == "Mine" && set.file.is_some())
            .map(|set| set.name.as_str())
            .collect();
        assert_eq!(titled, ["lease", "mine"]);
        let found = service.find_questions(Path::new("mine")).unwrap();
        assert_eq!(found.questions.len(), 1);
    }

    #[test]
    fn an_unknown_name_says_which_sets_there_are() {
        let folder = tempfile::tempdir().unwrap();
        let error = service(folder.path())
            .find_questions(Path::new("leases"))
            .unwrap_err();
        assert!(error.help().contains("contract, invoice, lease"), "{error}");
    }
}
