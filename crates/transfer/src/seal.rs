//! Making a sealed folder: the list of its files, signed.

use crate::error::{TransferError, failed};
use crate::key::SecretKey;
use crate::list::{self, List};
use crate::tree::Tree;
use crate::{LIST, SIGNATURE, SIGNER, file, name, signature};
use std::path::Path;

/// Lists and signs what lies in a folder: writes [`SIGNER`], [`LIST`] and
/// [`SIGNATURE`] into it, in place of older ones. The trusted comment of the
/// signature is `comment`, one line. The same files give the same bytes.
///
/// # Errors
///
/// [`TransferError::Input`] for what a list cannot name (a link, a name that
/// is not allowed) and for a comment of more than a line of 500 characters;
/// [`TransferError::File`].
pub fn seal(folder: &Path, key: &SecretKey, comment: &str) -> Result<List, TransferError> {
    if comment.len() > 500 || comment.trim() != comment || comment.contains(char::is_control) {
        return Err(TransferError::Input {
            message: "the comment is not one line of at most 500 characters".into(),
            help: "give a short comment: what it is, and of which version",
        });
    }
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(failed(&path))
    };
    put(SIGNER, &key.public().file())?;
    let list = list_of(folder)?;
    let text = list::print(&list);
    put(LIST, &text)?;
    put(SIGNATURE, &signature::sign(&text, comment, key))?;
    Ok(list)
}

fn list_of(folder: &Path) -> Result<List, TransferError> {
    let tree = Tree::read(folder)?;
    if let Some(finding) = tree.findings.into_iter().next() {
        return Err(TransferError::NotBelieved(finding));
    }
    let mut list = List::new();
    for one in tree.files {
        if one == LIST || one == SIGNATURE {
            continue;
        }
        if !name::is_allowed(&one) {
            return Err(TransferError::Input {
                message: format!("{one:?} is a name that no list may hold"),
                help: "rename the file: letters, digits and . _ + - ~ % @ , only",
            });
        }
        let path = folder.join(&one);
        let (_, hash) = file::hash(&path).map_err(failed(&path))?;
        list.insert(one, hash);
    }
    Ok(list)
}
