//! Who a document is: the id that its bytes give it, and the name by which
//! people know its file.

use super::clean::clean_line;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Lower-case hexadecimal SHA-256 of the source bytes: the document's id.
/// Cheap enough to ask before reading whether a document is already known.
pub fn document_id(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut id, byte| {
            // Writing to a string cannot fail.
            let _ = write!(id, "{byte:02x}");
            id
        })
}

/// The last component of the name, cleaned: file names stand in messages and
/// prompts, so they may not carry control characters either.
pub(super) fn display_name(file_name: &str) -> String {
    let last = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let cleaned = clean_line(last).text;
    let short: String = cleaned.trim().chars().take(200).collect();
    if short.is_empty() {
        "unnamed".to_owned()
    } else {
        short
    }
}
