//! The file that is read, as every format's reader is handed it.

use super::error::{ReadError, too_large};
use super::limit::ReadLimits;

/// The file that is read, for errors, and its limits.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) limits: &'a ReadLimits,
}

impl Source<'_> {
    pub(super) fn damaged(self, reason: &'static str) -> ReadError {
        ReadError::Damaged {
            file: self.file.to_owned(),
            page: None,
            reason,
        }
    }

    pub(super) fn too_large(self, what: &'static str, given: u64, limit: u64) -> ReadError {
        too_large(self.file, None, what, given, limit)
    }
}
