//! The encryption of a sealed backup's parts and of their keys.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::error::VaultError;
use crate::key_ring::OneKey;
use crate::secret::KEY_BYTES;

/// What every part and every wrapped key is bound to, with its name.
const BOUND: &str = "attest sealed backup 1\n";

/// What several keys make together: whoever lacks one of them has nothing.
pub(crate) fn together(keys: &[OneKey]) -> OneKey {
    let mut hash = Sha256::new_with_prefix(b"attest sealed keys 1\n");
    for key in keys {
        hash.update(key.as_slice());
    }
    Zeroizing::new(hash.finalize().into())
}

pub(crate) fn encrypt(
    key: &[u8; KEY_BYTES],
    nonce: &XNonce,
    name: &str,
    bytes: &[u8],
) -> Result<Vec<u8>, VaultError> {
    let bound = format!("{BOUND}{name}");
    let payload = Payload {
        msg: bytes,
        aad: bound.as_bytes(),
    };
    let cipher = XChaCha20Poly1305::new(&(*key).into());
    cipher
        .encrypt(nonce, payload)
        .map_err(|_| VaultError::TooLarge)
}

pub(crate) fn decrypt(
    key: &[u8; KEY_BYTES],
    nonce: &XNonce,
    name: &str,
    sealed: &[u8],
) -> Option<Vec<u8>> {
    let bound = format!("{BOUND}{name}");
    let payload = Payload {
        msg: sealed,
        aad: bound.as_bytes(),
    };
    let cipher = XChaCha20Poly1305::new(&(*key).into());
    cipher.decrypt(nonce, payload).ok()
}
