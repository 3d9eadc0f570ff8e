//! Why a foreign file could not be read, and what its owner can do about it.

/// Why a file could not be read. Messages name the file and, where there is
/// one, the page or line; they never hold text of the document.
/// [`ReadError::help`] says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// No bytes, or nothing but white space.
    #[error("{file}: the file is empty")]
    Empty {
        /// Name of the file.
        file: String,
    },
    /// Neither text nor any format known by its first bytes.
    #[error("{file}: the file is binary data, not text")]
    Binary {
        /// Name of the file.
        file: String,
    },
    /// A format that is recognised and not read by this version.
    #[error("{file}: this is {format}, which this version does not read")]
    Unsupported {
        /// Name of the file.
        file: String,
        /// The format, for people.
        format: &'static str,
    },
    /// A file that needs a password.
    #[error("{file}: the {format} is encrypted and needs a password")]
    Encrypted {
        /// Name of the file.
        file: String,
        /// What it is, for people: `PDF`, `Office file`, ...
        format: &'static str,
    },
    /// The file breaks its format's rules so that it cannot be read.
    #[error("{file}{}: the file is damaged: {reason}", page_suffix(*.page))]
    Damaged {
        /// Name of the file.
        file: String,
        /// The page, 1-based, where the damage is in one.
        page: Option<u32>,
        /// What is wrong.
        reason: &'static str,
    },
    /// A PDF of pictures: no page has a text layer.
    #[error("{file}: none of the {pages} page(s) has text; the file holds only pictures")]
    NoText {
        /// Name of the file.
        file: String,
        /// How many pages it has.
        pages: u32,
    },
    /// A limit was reached.
    #[error("{file}{}: {given} {what}, the limit is {limit}", page_suffix(*.page))]
    TooLarge {
        /// Name of the file.
        file: String,
        /// The page, 1-based, where the limit is one of pages.
        page: Option<u32>,
        /// What was counted: `bytes`, `pages`, `lines`, ...
        what: &'static str,
        /// How many there are; for counts that stop early, where they stopped.
        given: u64,
        /// The limit.
        limit: u64,
    },
}

fn page_suffix(page: Option<u32>) -> String {
    page.map_or_else(String::new, |page| format!(", page {page}"))
}

impl ReadError {
    /// What the user can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "choose a file with text in it",
            Self::Binary { .. } | Self::Unsupported { .. } => {
                "save or export the document as PDF, DOCX, XLSX or plain text and import that"
            }
            Self::Encrypted { .. } => {
                "open it with its password, save a copy without one and import the copy"
            }
            Self::Damaged { .. } => {
                "open it in the program it belongs to and save it again, or get another copy"
            }
            Self::NoText { .. } => {
                "it needs OCR (text recognition): install Tesseract (package tesseract-ocr) and add it again, or run it through an OCR program first"
            }
            Self::TooLarge { .. } => "split the file and import the parts",
        }
    }

    /// A short stable name of the kind, for logs and exit codes.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "empty",
            Self::Binary { .. } => "binary",
            Self::Unsupported { .. } => "unsupported",
            Self::Encrypted { .. } => "encrypted",
            Self::Damaged { .. } => "damaged",
            Self::NoText { .. } => "no_text",
            Self::TooLarge { .. } => "too_large",
        }
    }
}

pub(super) fn too_large(
    file: &str,
    page: Option<u32>,
    what: &'static str,
    given: u64,
    limit: u64,
) -> ReadError {
    ReadError::TooLarge {
        file: file.to_owned(),
        page,
        what,
        given,
        limit,
    }
}
