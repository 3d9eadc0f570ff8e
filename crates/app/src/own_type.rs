//! The user's own answer types: JSON Schema files in the data directory's
//! `types` folder.

use crate::compile::{compile_text, parse_schema};
use crate::error::AppError;
use crate::file::{failed, make_folder, read_json, read_text, write_text};
use crate::service::Service;
use contract::{AnswerType, Registry};
use grammar::Whitespace;
use std::path::{Path, PathBuf};

/// Longest name of a type.
const MAX_NAME: usize = 64;

impl Service {
    /// The answer types: built-in ones and the JSON Schema files in the data
    /// directory's `types` folder.
    ///
    /// # Errors
    ///
    /// [`AppError::File`] or [`AppError::Input`] naming the file that is no
    /// JSON Schema.
    pub fn answer_types(&self) -> Result<Registry, AppError> {
        let mut registry = Registry::built_in();
        for file in self.own_type_files() {
            registry.add(&name_of(&file), read_json(&file)?)?;
        }
        Ok(registry)
    }

    /// Keeps a schema as an answer type; one of the user's own with this name
    /// is replaced.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a name that is none or is taken by a built-in
    /// type, and for what is no JSON; [`AppError::Schema`] for a schema that
    /// cannot be compiled; [`AppError::File`] where it cannot be written.
    pub fn save_answer_type(&self, name: &str, schema: &str) -> Result<AnswerType, AppError> {
        let file = self.own_type_file(name)?;
        let value = parse_schema(schema)?;
        compile_text(schema, Whitespace::Spaced)?;
        Registry::built_in().add(name, value)?;
        if let Some(folder) = file.parent() {
            make_folder(folder).map_err(failed(&file))?;
        }
        // A half-written schema would end every question.
        write_text(&file, schema)?;
        Ok(self.answer_types()?.find(name)?.clone())
    }

    /// Removes an answer type of the user's own.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a built-in one; [`AppError::File`] where there is
    /// no such file.
    pub fn remove_answer_type(&self, name: &str) -> Result<(), AppError> {
        let file = self.own_type_file(name)?;
        std::fs::remove_file(&file).map_err(failed(&file))
    }

    /// The files of the user's own types, in order.
    pub(crate) fn own_type_files(&self) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.data_directory().join("types")) else {
            return Vec::new();
        };
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|file| file.extension().is_some_and(|ending| ending == "json"))
            .collect();
        files.sort();
        files
    }

    /// Names of the user's own types, in order.
    pub fn own_types(&self) -> Vec<String> {
        let files = self.own_type_files();
        files.iter().map(|file| name_of(file)).collect()
    }

    /// The schema of a type's values: as the user wrote it, or printed.
    ///
    /// # Errors
    ///
    /// [`AppError::Type`] for a name that no type has.
    pub fn answer_type_schema(&self, name: &str) -> Result<String, AppError> {
        let registry = self.answer_types()?;
        let found = registry.find(name)?;
        let written = self
            .own_type_file(name)
            .ok()
            .and_then(|file| read_text(&file).ok());
        Ok(written.unwrap_or_else(|| format!("{:#}\n", found.value_schema)))
    }

    fn own_type_file(&self, name: &str) -> Result<PathBuf, AppError> {
        let letters = |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '_';
        if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(letters) {
            return Err(AppError::input(
                "the name of an answer type is made of lower-case letters, digits and underscores",
                format!("choose one of at most {MAX_NAME} characters"),
            ));
        }
        if Registry::built_in().find(name).is_ok() {
            return Err(AppError::input(
                format!("{name} is a built-in answer type"),
                "choose another name",
            ));
        }
        Ok(self
            .data_directory()
            .join("types")
            .join(format!("{name}.json")))
    }
}

/// The name of the type that a file holds.
pub(crate) fn name_of(file: &Path) -> String {
    file.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}
