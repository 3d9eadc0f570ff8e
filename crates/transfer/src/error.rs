//! What is wrong with a folder, and what stands against reading or making one.

use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong, as a stable word for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The signature is missing, damaged, or not one of this list.
    Signature,
    /// The list was signed with another key than the one that was given.
    Key,
    /// The list is missing or is no list.
    List,
    /// A name that leads out of the folder or holds what names here may not.
    Name,
    /// A file of the list is not there.
    Missing,
    /// A file is there that is not in the list.
    Extra,
    /// A file's bytes are not those of the list.
    Changed,
    /// A link, a pipe, a device: no regular file.
    NotRegular,
    /// More or larger than is read.
    Limit,
    /// The system does not let it be read.
    Unreadable,
    /// The folders are no parts of one model.
    Model,
}

impl Kind {
    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Signature => "signature",
            Self::Key => "key",
            Self::List => "list",
            Self::Name => "name",
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Changed => "changed",
            Self::NotRegular => "not_regular",
            Self::Limit => "limit",
            Self::Unreadable => "unreadable",
            Self::Model => "model",
        }
    }

    /// What a person can do about it.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Signature | Self::List | Self::Changed | Self::Missing => {
                "bring the bundle over again, and compare its hash with the builder's"
            }
            Self::Key => "use nothing of it before the builder has told you of the new key",
            Self::Name | Self::NotRegular => "do not install it: the builder makes no such entry",
            Self::Extra => "take the file out, or bring the bundle over again",
            Self::Limit => "do not install it: no bundle is so large",
            Self::Unreadable => "check the medium and the permissions",
            Self::Model => "give every folder of one packing, each once",
        }
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What it is.
    pub kind: Kind,
    /// Where: a path in the folder, shown without control characters.
    pub place: String,
    /// In words.
    pub reason: String,
}

impl Finding {
    /// A finding; control characters of the place are escaped, and it is cut
    /// after 200 characters.
    pub fn new(kind: Kind, place: impl fmt::Display, reason: impl Into<String>) -> Finding {
        let place = place.to_string();
        let shown = place.chars().flat_map(char::escape_debug).take(200);
        Finding {
            kind,
            place: shown.collect(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, help) = (self.kind.word(), self.kind.help());
        write!(formatter, "{word}: {}: {}; {help}", self.place, self.reason)
    }
}

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A key that is none.
    #[error("{0}")]
    Key(String),
    /// What was given cannot be packed.
    #[error("{message}")]
    Input {
        /// What.
        message: String,
        /// What to do.
        help: &'static str,
    },
    /// It was checked, and is not believed.
    #[error("{}: {}: {}", .0.kind.word(), .0.place, .0.reason)]
    NotBelieved(Finding),
}

impl TransferError {
    /// What a person can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::File { .. } => "check the path, its permissions and the free space",
            Self::Key(_) => {
                "a public key is a file, the line of 56 characters in it, or 24 words; `attest key new` makes a pair"
            }
            Self::Input { help, .. } => help,
            Self::NotBelieved(finding) => finding.kind.help(),
        }
    }
}

/// An error of the system about this path.
pub(crate) fn failed(path: &Path) -> impl Fn(std::io::Error) -> TransferError {
    let path = path.to_path_buf();
    move |error| TransferError::File {
        path: path.clone(),
        error,
    }
}
