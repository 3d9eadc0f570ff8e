//! What the program marks a document with, and the key of metadata that it is kept under.

/// A mark, as it is kept: metadata under a key that begins with a word of the program's own, so
/// that it is recorded, verified and erased as all that is said of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It is in the collection of this name.
    Collection,
    /// Its bytes were found under this name, too.
    OtherName,
    /// A person gave it this word.
    Tag,
}

/// What is kept for a mark's key.
pub(crate) const SET: &str = "yes";

impl Mark {
    /// Every kind.
    pub const ALL: [Mark; 3] = [Mark::Collection, Mark::OtherName, Mark::Tag];

    /// What the keys of these marks begin with.
    pub fn prefix(self) -> &'static str {
        match self {
            Mark::Collection => "collection:",
            Mark::OtherName => "also named:",
            Mark::Tag => "tag:",
        }
    }

    /// The key of the mark with this name.
    pub fn key(self, name: &str) -> String {
        format!("{}{name}", self.prefix())
    }

    /// Key and value of metadata, as an import is given them.
    pub fn said(self, name: &str) -> (String, String) {
        (self.key(name), SET.to_owned())
    }

    /// The mark that a key of metadata is, and its name; none for other keys.
    pub fn of_key(key: &str) -> Option<(Mark, &str)> {
        let mut all = Mark::ALL.into_iter();
        all.find_map(|mark| Some((mark, key.strip_prefix(mark.prefix())?)))
    }
}
