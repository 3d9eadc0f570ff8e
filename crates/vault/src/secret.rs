//! What nobody may see: a passphrase, and the key of an encrypted vault. Both are overwritten when
//! they are let go of, and neither is ever printed.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use rusqlite::Connection;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

use crate::canonical;
use crate::error::VaultError;

/// Length of a key.
pub const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
/// Bytes of a key's name: too many for two keys to have the same by chance.
const MARK_BYTES: usize = 8;

/// What a file that was sealed with a vault's key begins with.
const SEALED: &[u8] = b"attest sealed 1\n";

/// The fewest letters of a new passphrase.
pub const SHORTEST_PASSPHRASE: usize = 8;

/// A passphrase, as somebody gave it.
#[derive(Clone)]
pub struct Passphrase(Zeroizing<String>);

impl Passphrase {
    /// Takes a passphrase over.
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// Whether it is too short to protect anything.
    pub fn is_too_short(&self) -> bool {
        self.0.chars().count() < SHORTEST_PASSPHRASE
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl PartialEq for Passphrase {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Passphrase {}

impl fmt::Debug for Passphrase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Passphrase(..)")
    }
}

/// The key of an encrypted vault: the file's own, and the one of the small files beside it follows
/// from it. It lies at one place of its own: what is moved leaves a copy where it was.
#[derive(Clone)]
pub struct DataKey(Box<Zeroizing<[u8; KEY_BYTES]>>);

impl DataKey {
    pub(crate) fn new(mut bytes: [u8; KEY_BYTES]) -> Self {
        let mut key = Self(Box::new(Zeroizing::new([0; KEY_BYTES])));
        key.0.copy_from_slice(&bytes);
        bytes.zeroize();
        key
    }

    pub(crate) fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.0
    }

    /// The key as `SQLCipher` takes it for a key that is none of words.
    pub(crate) fn literal(&self) -> Zeroizing<String> {
        // Long enough from the start: a text that grows leaves a copy behind.
        let mut literal = Zeroizing::new(String::with_capacity(2 * KEY_BYTES + 3));
        literal.push_str("x'");
        for byte in self.0.iter() {
            for half in [byte >> 4, byte & 15] {
                literal.push(char::from_digit(u32::from(half), 16).unwrap_or_default());
            }
        }
        literal.push('\'');
        literal
    }

    /// Bytes that only the key opens again, and only under this name. The same bytes become the
    /// same: whoever sees two versions of a file sees whether they differ, and nothing else.
    ///
    /// # Errors
    ///
    /// [`VaultError::TooLarge`] for more bytes than one can hide at once (2^38).
    pub fn seal(&self, name: &str, bytes: &[u8]) -> Result<Vec<u8>, VaultError> {
        let (key, hiding) = (self.derive("files"), self.derive("nonces"));
        let mut hash = Sha256::new();
        hash.update(hiding.as_slice());
        hash.update((name.len() as u64).to_be_bytes());
        hash.update(name.as_bytes());
        hash.update(bytes);
        let mut nonce = XNonce::default();
        nonce.copy_from_slice(&hash.finalize()[..NONCE_BYTES]);
        let payload = Payload {
            msg: bytes,
            aad: name.as_bytes(),
        };
        let cipher = XChaCha20Poly1305::new(&(*key).into());
        let hidden = cipher
            .encrypt(&nonce, payload)
            .map_err(|_| VaultError::TooLarge)?;
        Ok([SEALED, nonce.as_slice(), &hidden].concat())
    }

    /// What [`DataKey::seal`] hid; none where it is not what this key sealed under this name.
    pub fn open(&self, name: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let rest = sealed.strip_prefix(SEALED)?;
        let (nonce, hidden) = rest.split_at_checked(NONCE_BYTES)?;
        let key = self.derive("files");
        let payload = Payload {
            msg: hidden,
            aad: name.as_bytes(),
        };
        let mut bytes = XNonce::default();
        bytes.copy_from_slice(nonce);
        let cipher = XChaCha20Poly1305::new(&(*key).into());
        cipher.decrypt(&bytes, payload).ok()
    }

    /// The key, hidden under another one and bound to what `bound` says.
    pub(crate) fn wrap(
        &self,
        wrapping: &[u8; KEY_BYTES],
        nonce: &XNonce,
        bound: &[u8],
    ) -> Option<Vec<u8>> {
        let payload = Payload {
            msg: self.bytes().as_slice(),
            aad: bound,
        };
        let cipher = XChaCha20Poly1305::new(&(*wrapping).into());
        cipher.encrypt(nonce, payload).ok()
    }

    /// The key that [`DataKey::wrap`] hid; none where it is another wrapping key, or anything of it
    /// was changed.
    pub(crate) fn unwrap(
        wrapped: &[u8],
        wrapping: &[u8; KEY_BYTES],
        nonce: &XNonce,
        bound: &[u8],
    ) -> Option<DataKey> {
        let payload = Payload {
            msg: wrapped,
            aad: bound,
        };
        let cipher = XChaCha20Poly1305::new(&(*wrapping).into());
        let opened = Zeroizing::new(cipher.decrypt(nonce, payload).ok()?);
        let bytes = <[u8; KEY_BYTES]>::try_from(opened.as_slice());
        bytes.map(DataKey::new).ok()
    }

    /// A name by which the key is told from others, and from which it cannot be found.
    pub(crate) fn mark(&self) -> String {
        canonical::hex(&self.derive("marks")[..MARK_BYTES])
    }

    fn derive(&self, purpose: &str) -> Zeroizing<[u8; KEY_BYTES]> {
        let mut hash = Sha256::new();
        hash.update(b"attest ");
        hash.update(purpose.as_bytes());
        hash.update(b"\n");
        hash.update(self.0.as_slice());
        Zeroizing::new(hash.finalize().into())
    }
}

impl fmt::Debug for DataKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("DataKey(..)")
    }
}

/// Whether bytes were sealed with some vault's key.
pub fn is_sealed(bytes: &[u8]) -> bool {
    bytes.starts_with(SEALED)
}

/// Room on the stack that is overwritten: more than Argon2, the ciphers and `SQLite`'s parser were seen to
/// use, and little beside the 2 MiB that a thread has.
const STACK_BYTES: usize = 256 * 1024;

/// Overwrites what functions that returned left on the stack below here: those of other crates take
/// passphrases and keys into blocks of their own there.
#[allow(
    clippy::large_stack_arrays,
    reason = "it is the stack that is to be overwritten"
)]
#[inline(never)]
pub(crate) fn overwrite_stack() {
    let mut room = [0_u8; STACK_BYTES];
    room.zeroize();
    std::hint::black_box(&room);
}

/// Gives a new connection the key, before anything else is done with it.
pub(crate) fn give(connection: &Connection, key: Option<&DataKey>) -> rusqlite::Result<()> {
    let Some(key) = key else { return Ok(()) };
    let literal = key.literal();
    // Long enough from the start, as the literal is.
    let mut order = Zeroizing::new(String::with_capacity(literal.len() + 16));
    for part in ["PRAGMA key = \"", &literal, "\""] {
        order.push_str(part);
    }
    let done = connection.execute_batch(&order);
    overwrite_stack();
    done
}

/// What `SQLCipher` says of pages of an encrypted file that were not written with its key, of `most`
/// of them.
pub(crate) fn broken_pages(connection: &Connection, most: usize) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare("PRAGMA cipher_integrity_check")?;
    let says = statement.query_map([], |row| row.get(0))?;
    says.take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_opens_with_its_key_under_its_name_and_not_otherwise() {
        let (key, other) = (DataKey::new([7; 32]), DataKey::new([8; 32]));
        let sealed = key.seal("tables/a", b"Who signed?").unwrap();
        assert!(is_sealed(&sealed) && !is_sealed(b"{}"));
        assert_eq!(key.open("tables/a", &sealed).unwrap(), b"Who signed?");
        assert_eq!(key.open("tables/b", &sealed), None);
        assert_eq!(other.open("tables/a", &sealed), None);
        assert_eq!(key.open("tables/a", &sealed[..40]), None);
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(key.open("tables/a", &changed), None);
        assert!(!sealed.windows(6).any(|bytes| bytes == b"signed"));
        let later = key.seal("tables/a", b"Who signs?").unwrap();
        assert_ne!(later[16..40], sealed[16..40]);
    }

    #[test]
    fn neither_is_printed() {
        let shown = format!(
            "{:?} {:?}",
            DataKey::new([7; 32]),
            Passphrase::new("red".into())
        );
        assert_eq!(shown, "DataKey(..) Passphrase(..)");
    }

    #[test]
    fn a_key_is_given_as_bytes() {
        let key = DataKey::new(canonical::sha256(b"attest"));
        let literal = key.literal();
        assert_eq!(*literal, format!("x'{}'", canonical::sha256_hex(b"attest")));
        assert_eq!(literal.capacity(), literal.len());
    }
}
