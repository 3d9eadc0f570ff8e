//! Settings, and what the machine offers.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which theme the window wears.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Appearance {
    /// As the system.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What the person has set; kept in the data directory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Theme.
    pub appearance: Appearance,
    /// Size of text, in percent of the normal: 100 to 200; 0 counts as 100.
    pub text_percent: u32,
    /// Threads for inference; null: as many as the machine has cores, at most 8.
    pub threads: Option<u32>,
    /// Policy file (TOML); null: the built-in policy.
    pub policy_file: Option<String>,
    /// Exchange rates for what is computed (TOML); null: none.
    pub rates_file: Option<String>,
    /// Model for answers, by name; null: the catalogue's.
    pub answer_model: Option<String>,
}

/// One thing looked at on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Check {
    /// What was looked at.
    pub name: String,
    /// Whether it is as it should be.
    pub sound: bool,
    /// What was found.
    pub finding: String,
}

/// What the program runs on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
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
    /// The installed Tesseract; null: none, so that pages without text stay
    /// unread.
    pub ocr: Option<String>,
}
