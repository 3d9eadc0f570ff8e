//! What crosses an air gap: folders whose every file stands in a signed list,
//! and model files cut into parts that fit on media.
//!
//! ```text
//!   folder ── seal ──> SHA256SUMS, SHA256SUMS.minisig, signer.pub beside the files
//!   folder ── check ─> Report: what is missing, more, changed, or not signed
//!   model ─── pack ──> folders 1, 2, ...: each sealed, each with one part
//!   folders ─ unpack > the model's file, after every folder was checked
//! ```
//!
//! The list has the form of `sha256sum`, the signature that of minisign
//! (prehashed Ed25519 with a trusted comment), so that both can be checked
//! without this program. A key is written as minisign writes it, or as the 24
//! words of BIP 39, which can be read out from paper and hold a check sum.
//!
//! # Limits
//!
//! What is read was written by others. Names in a list are relative paths of
//! plain characters ([`name`]); links, pipes and devices are refused, not
//! followed; a folder has at most [`MAX_FILES`] files, no deeper than
//! [`MAX_DEPTH`], and a file at most [`MAX_FILE_BYTES`]. Whoever changes a folder while it is
//! checked can show one file to the check and another to the next reader.
//!
//! A signature says who made the list only to somebody who got the key on
//! another way: the key beside the signature proves nothing by itself.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod check;
mod error;
mod file;
pub mod key;
pub mod list;
pub mod model;
pub mod name;
pub mod seal;
mod signature;
mod tree;

pub use error::{Finding, Kind, TransferError};
pub use file::MAX_FILE_BYTES;
pub use tree::{MAX_DEPTH, MAX_FILES};

/// Name of the list in a sealed folder.
pub const LIST: &str = "SHA256SUMS";
/// Name of the signature of the list.
pub const SIGNATURE: &str = "SHA256SUMS.minisig";
/// Name of the copy of the signer's public key.
pub const SIGNER: &str = "signer.pub";
