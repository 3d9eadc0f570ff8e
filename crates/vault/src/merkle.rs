//! The Merkle tree of RFC 9162, section 2.1, over SHA-256: hashes, paths, and
//! the two verifications.
//!
//! Nothing here knows where hashes are kept. Paths are made through a function
//! that gives the hash of a whole subtree: level 0 are the leaves, and the
//! subtree at (level, position) covers the leaves from `position * 2^level`
//! on, `2^level` of them. A path needs at most two such hashes a level, so
//! O(log n) of them.

use sha2::{Digest, Sha256};

use crate::proof_error::ProofError;

/// A SHA-256.
pub type Hash = [u8; 32];

/// The hash of a leaf: SHA-256 over 0x00 and its bytes.
pub fn hash_leaf(bytes: &[u8]) -> Hash {
    Sha256::new()
        .chain_update([0])
        .chain_update(bytes)
        .finalize()
        .into()
}

/// The hash of an inner node: SHA-256 over 0x01 and its two children.
pub fn hash_node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new()
        .chain_update([1])
        .chain_update(left)
        .chain_update(right)
        .finalize()
        .into()
}

/// The root of the tree without leaves: SHA-256 over nothing.
pub fn empty_root() -> Hash {
    Sha256::digest([]).into()
}

/// Gives the hash of the whole subtree at (level, position).
pub type ReadNode<'a, E> = dyn FnMut(u32, u64) -> Result<Hash, E> + 'a;

/// The root of the tree of the first `size` leaves (`MTH` in the RFC).
///
/// # Errors
///
/// What `read` says.
pub fn root<E>(size: u64, read: &mut ReadNode<'_, E>) -> Result<Hash, E> {
    match size {
        0 => Ok(empty_root()),
        _ => range_root(0, size, read),
    }
}

/// The hashes that lead from leaf `index` to the root of the first `size`
/// leaves, from the leaf's sibling up (`PATH` in the RFC, 2.1.3.1). `index`
/// is below `size`.
///
/// # Errors
///
/// What `read` says.
pub fn inclusion_path<E>(
    index: u64,
    size: u64,
    read: &mut ReadNode<'_, E>,
) -> Result<Vec<Hash>, E> {
    let mut path = Vec::new();
    let (mut start, mut count) = (0, size);
    while count > 1 {
        let left = split(count);
        if index - start < left {
            path.push(range_root(start + left, count - left, read)?);
            count = left;
        } else {
            path.push(range_root(start, left, read)?);
            (start, count) = (start + left, count - left);
        }
    }
    path.reverse();
    Ok(path)
}

/// The hashes that prove that the first `old` leaves of the tree of `size` are
/// those of the tree of `old` (`PROOF` in the RFC, 2.1.4.1). `old` is at most
/// `size`; nothing is to be proved for `old` = 0, of which the RFC does not
/// speak, and for `old` = `size`.
///
/// # Errors
///
/// What `read` says.
pub fn consistency_path<E>(
    old: u64,
    size: u64,
    read: &mut ReadNode<'_, E>,
) -> Result<Vec<Hash>, E> {
    let mut path = Vec::new();
    if old == 0 {
        return Ok(path);
    }
    let (mut start, mut count, mut is_known) = (0, size, true);
    while old - start != count {
        let left = split(count);
        if old - start <= left {
            path.push(range_root(start + left, count - left, read)?);
            count = left;
        } else {
            path.push(range_root(start, left, read)?);
            (start, count, is_known) = (start + left, count - left, false);
        }
    }
    if !is_known {
        path.push(range_root(start, count, read)?);
    }
    path.reverse();
    Ok(path)
}

/// Whether the path leads from the leaf at `index` to the root of a tree of
/// `size` leaves (RFC 9162, 2.1.3.2).
///
/// # Errors
///
/// [`ProofError::Beyond`], [`ProofError::PathLength`],
/// [`ProofError::RootDiffers`].
pub fn verify_inclusion(
    leaf: &Hash,
    index: u64,
    size: u64,
    path: &[Hash],
    root: &Hash,
) -> Result<(), ProofError> {
    if index >= size {
        return Err(ProofError::Beyond { index, size });
    }
    let (mut first, mut last, mut hash) = (index, size - 1, *leaf);
    for sibling in path {
        if last == 0 {
            return Err(ProofError::PathLength);
        }
        if first & 1 == 1 || first == last {
            hash = hash_node(sibling, &hash);
            while first & 1 == 0 && first != 0 {
                (first, last) = (first >> 1, last >> 1);
            }
        } else {
            hash = hash_node(&hash, sibling);
        }
        (first, last) = (first >> 1, last >> 1);
    }
    if last != 0 {
        return Err(ProofError::PathLength);
    }
    if hash == *root {
        Ok(())
    } else {
        Err(ProofError::RootDiffers)
    }
}

/// Whether the path proves that the tree of `size` leaves begins with the
/// `old` leaves of the earlier tree (RFC 9162, 2.1.4.2).
///
/// # Errors
///
/// [`ProofError::Shrunk`] where `old` is more than `size`,
/// [`ProofError::PathLength`], [`ProofError::RootDiffers`].
pub fn verify_consistency(
    old: u64,
    size: u64,
    old_root: &Hash,
    root: &Hash,
    path: &[Hash],
) -> Result<(), ProofError> {
    if old > size {
        return Err(ProofError::Shrunk {
            seen: old,
            found: size,
        });
    }
    if old == 0 || old == size {
        let expected = if old == 0 { empty_root() } else { *root };
        return match (path.is_empty(), *old_root == expected) {
            (false, _) => Err(ProofError::PathLength),
            (true, false) => Err(ProofError::RootDiffers),
            (true, true) => Ok(()),
        };
    }
    // A whole subtree on the left is its own first hash.
    let known = old.is_power_of_two().then_some(old_root);
    let mut hashes = known.into_iter().chain(path);
    let start = hashes.next().ok_or(ProofError::PathLength)?;
    let (mut first, mut last) = (old - 1, size - 1);
    while first & 1 == 1 {
        (first, last) = (first >> 1, last >> 1);
    }
    let (mut old_hash, mut hash) = (*start, *start);
    for sibling in hashes {
        if last == 0 {
            return Err(ProofError::PathLength);
        }
        if first & 1 == 1 || first == last {
            old_hash = hash_node(sibling, &old_hash);
            hash = hash_node(sibling, &hash);
            while first & 1 == 0 && first != 0 {
                (first, last) = (first >> 1, last >> 1);
            }
        } else {
            hash = hash_node(&hash, sibling);
        }
        (first, last) = (first >> 1, last >> 1);
    }
    if last != 0 {
        return Err(ProofError::PathLength);
    }
    if old_hash == *old_root && hash == *root {
        Ok(())
    } else {
        Err(ProofError::RootDiffers)
    }
}

/// The root over `count` leaves from `start` on, which is a multiple of the
/// largest power of two that is no more than `count`. `count` is at least 1.
fn range_root<E>(start: u64, count: u64, read: &mut ReadNode<'_, E>) -> Result<Hash, E> {
    // The whole subtrees from left to right, joined from the right.
    let mut whole = Vec::new();
    let (mut start, mut count) = (start, count);
    while count > 0 {
        let level = count.ilog2();
        whole.push(read(level, start >> level)?);
        (start, count) = (start + (1 << level), count - (1 << level));
    }
    let joined = whole
        .into_iter()
        .rev()
        .reduce(|right, left| hash_node(&left, &right));
    Ok(joined.unwrap_or_else(empty_root))
}

/// The largest power of two below `count`, which is at least 2.
fn split(count: u64) -> u64 {
    1 << (count - 1).ilog2()
}
