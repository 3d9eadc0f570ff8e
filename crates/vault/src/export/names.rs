//! What the form of exports and its files are called.

/// The form of exports, as an export and its signature name it.
pub const FORMAT: &str = "attest-export/1";

/// What the export was made of.
pub(super) const ABOUT: &str = "export.json";
/// The root of the records' tree, signed.
pub(super) const CHECKPOINT: &str = "checkpoint";
/// The audit trail.
pub(super) const RECORDS: &str = "records.jsonl";
/// What records bind.
pub(super) const CONTENTS: &str = "contents.jsonl";
/// Folder of checkpoints that were time-stamped.
pub(super) const STAMPS: &str = "stamps";
/// Folders.
pub(super) const FOLDERS: [&str; 3] = ["documents", "readings", STAMPS];
/// Titles, types and metadata.
pub(super) const DOCUMENTS: &str = "documents.jsonl";
/// The hashes of all files but the last two.
pub(super) const SUMS: &str = "SHA256SUMS";
/// The signature over these.
pub(super) const SEAL: &str = "SHA256SUMS.note";
