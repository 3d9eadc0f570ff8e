//! The machine and its models.

use serde::Serialize;
use std::path::Path;
use ts_rs::TS;

/// A known model.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct ModelSummary {
    /// The model, and whether its file is there.
    #[serde(flatten)]
    pub known: app::ModelSummary,
    /// Added by the person; the others stand in the catalogue.
    pub own: bool,
}

impl From<app::ModelSummary> for ModelSummary {
    fn from(known: app::ModelSummary) -> Self {
        Self {
            // The catalogue names files below its folders.
            own: Path::new(&known.entry.file).is_absolute(),
            known,
        }
    }
}

/// What the program runs on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Machine {
    /// Version of the program.
    pub version: String,
    /// Where documents and records lie.
    pub data_directory: String,
    /// The variable `ATTEST_HOME` chose it; it cannot be changed here then.
    pub data_directory_fixed: bool,
    /// Cores of the processor.
    pub cores: u32,
    /// Where models run.
    pub device: String,
    /// The kind of graphics processor that layers of the answer model can go to in this build
    /// (`Vulkan`); null: none. Which there are is among the checks.
    pub graphics: Option<String>,
    /// The installed Tesseract; null: none, so that pages without text stay
    /// unread.
    pub ocr: Option<String>,
}
