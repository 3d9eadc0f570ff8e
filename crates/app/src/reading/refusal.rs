//! Why a file is not read, in words.

use evidence::reader::ReadError;

/// Why a file is not read, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What, naming the file.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Refusal {
            message: error.to_string(),
            help: error.help().to_owned(),
        }
    }
}
