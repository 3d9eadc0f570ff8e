//! Keys of whoever makes a bundle: Ed25519 (RFC 8032), written as minisign
//! writes them.
//!
//! A public key is `Ed`, eight bytes of an id and 32 of the key, in base64. Of
//! these only the 32 bytes matter to whoever compares them, so that they can
//! also be written as the 24 words of BIP 39, the last of which holds a check
//! sum of eight bits: of 256 wrong words one goes unnoticed when it is typed, and
//! is noticed when a signature is checked. The words are no secret.
//!
//! A secret key is minisign's form without a password (`minisign -G -W`): the
//! file's permissions protect it.

use crate::error::{TransferError, failed};
use crate::file;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bip39::{Language, Mnemonic};
use blake2::digest::consts::U32;
use blake2::{Blake2b, Digest};
use std::fmt;
use std::path::Path;
use zeroize::Zeroizing;

/// Longest file of a key, in bytes.
const MAX_BYTES: u64 = 4 << 10;
const ALGORITHM: &[u8; 2] = b"Ed";
const NO_PASSWORD: [u8; 2] = [0, 0];
const CHECKSUM: &[u8; 2] = b"B2";
/// Salt and costs of the password that is not there.
const PASSWORD_BYTES: usize = 32 + 8 + 8;

/// A public key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey {
    /// The id that signatures carry; none where only the words were given, and
    /// then the one that is shown is that of keys made here.
    pub(crate) id: Option<[u8; 8]>,
    pub(crate) key: [u8; 32],
}

fn none(reason: &str) -> TransferError {
    TransferError::Key(format!("this is no public key: {reason}"))
}

impl PublicKey {
    /// Reads what a person gives: the path of a key's file, the line of 56
    /// characters in it, or 24 words.
    ///
    /// # Errors
    ///
    /// [`TransferError::Key`], [`TransferError::File`].
    pub fn read(given: &str) -> Result<PublicKey, TransferError> {
        match PublicKey::parse(given) {
            Ok(key) => Ok(key),
            Err(_) if Path::new(given).exists() => PublicKey::read_file(Path::new(given)),
            Err(error) => Err(error),
        }
    }

    /// Reads a file with one key: minisign's two lines.
    ///
    /// # Errors
    ///
    /// [`TransferError::Key`], [`TransferError::File`].
    pub fn read_file(path: &Path) -> Result<PublicKey, TransferError> {
        let text = file::read_text(path, MAX_BYTES).map_err(failed(path))?;
        PublicKey::parse_file(&text)
    }

    pub(crate) fn parse_file(text: &str) -> Result<PublicKey, TransferError> {
        match text.lines().collect::<Vec<_>>().as_slice() {
            [comment, key] if comment.starts_with("untrusted comment: ") => PublicKey::parse(key),
            _ => Err(none("a key's file is a comment and the key")),
        }
    }

    /// Reads base64 or 24 words.
    ///
    /// # Errors
    ///
    /// [`TransferError::Key`].
    pub fn parse(text: &str) -> Result<PublicKey, TransferError> {
        if text.trim().contains(char::is_whitespace) {
            return PublicKey::of_words(text);
        }
        let bytes = STANDARD
            .decode(text.trim())
            .map_err(|_| none("it is no base64"))?;
        let body = bytes
            .strip_prefix(ALGORITHM)
            .ok_or_else(|| none("it does not begin as minisign's keys do"))?;
        let (id, key) = body
            .split_first_chunk::<8>()
            .ok_or_else(|| none("it is too short"))?;
        PublicKey::of(Some(*id), key)
    }

    fn of_words(text: &str) -> Result<PublicKey, TransferError> {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words.to_lowercase();
        let entropy = Mnemonic::parse_in_normalized(Language::English, &words)
            .map_err(|error| none(&format!("the words are not right: {error}")))?
            .to_entropy();
        PublicKey::of(None, &entropy)
    }

    fn of(id: Option<[u8; 8]>, key: &[u8]) -> Result<PublicKey, TransferError> {
        let key = <[u8; 32]>::try_from(key).map_err(|_| none("it has not 32 bytes"))?;
        ed25519_dalek::VerifyingKey::from_bytes(&key)
            .ok()
            .filter(|key| !key.is_weak())
            .ok_or_else(|| none("it is no point of the curve, or a weak one"))?;
        Ok(PublicKey { id, key })
    }

    /// Whether it is the same key, whatever its id.
    pub fn is_same(&self, other: &PublicKey) -> bool {
        self.key == other.key
    }

    /// The 24 words of BIP 39.
    pub fn words(&self) -> String {
        Mnemonic::from_entropy_in(Language::English, &self.key)
            .map(|words| words.to_string())
            .unwrap_or_default()
    }

    /// The file that minisign reads.
    pub fn file(&self) -> String {
        format!("untrusted comment: public key of an Attest builder\n{self}\n")
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id.unwrap_or_else(|| id_of(&self.key));
        let bytes = [ALGORITHM.as_slice(), &id, &self.key].concat();
        formatter.write_str(&STANDARD.encode(bytes))
    }
}

/// A secret key.
pub struct SecretKey {
    id: [u8; 8],
    key: ed25519_dalek::SigningKey,
}

impl SecretKey {
    /// The key of this seed, which must be random. Its id is the first eight
    /// bytes of the BLAKE2b-256 of the public key.
    pub fn of_seed(seed: &Zeroizing<[u8; 32]>) -> SecretKey {
        let key = ed25519_dalek::SigningKey::from_bytes(seed);
        let id = id_of(key.verifying_key().as_bytes());
        SecretKey { id, key }
    }

    /// Its public half.
    pub fn public(&self) -> PublicKey {
        PublicKey {
            id: Some(self.id),
            key: self.key.verifying_key().to_bytes(),
        }
    }

    pub(crate) fn id(&self) -> [u8; 8] {
        self.id
    }

    pub(crate) fn signing(&self) -> &ed25519_dalek::SigningKey {
        &self.key
    }

    /// The file that minisign reads, and [`SecretKey::read_file`]. It is the
    /// secret.
    pub fn file(&self) -> Zeroizing<String> {
        let body = self.body();
        let password = [0; PASSWORD_BYTES];
        let bytes = Zeroizing::new(
            [
                ALGORITHM.as_slice(),
                &NO_PASSWORD,
                CHECKSUM,
                &password,
                body.as_slice(),
                &checksum(&body),
            ]
            .concat(),
        );
        let text = Zeroizing::new(STANDARD.encode(bytes.as_slice()));
        Zeroizing::new(format!(
            "untrusted comment: secret key of an Attest builder, not encrypted\n{}\n",
            text.as_str()
        ))
    }

    fn body(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new([self.id.as_slice(), self.key.to_keypair_bytes().as_slice()].concat())
    }

    /// Reads the file of a key without a password.
    ///
    /// # Errors
    ///
    /// [`TransferError::File`]; [`TransferError::Key`] for what is none, or is
    /// encrypted. No message holds any of the secret.
    pub fn read_file(path: &Path) -> Result<SecretKey, TransferError> {
        let text = Zeroizing::new(file::read_text(path, MAX_BYTES).map_err(failed(path))?);
        let none = |reason: &str| {
            TransferError::Key(format!("{}: no secret key: {reason}", path.display()))
        };
        let line = text.lines().nth(1).unwrap_or_default();
        let bytes = STANDARD.decode(line).map(Zeroizing::new);
        let bytes = bytes.map_err(|_| none("the second line is no base64"))?;
        let rest = bytes
            .strip_prefix(ALGORITHM)
            .ok_or_else(|| none("it does not begin as minisign's keys do"))?;
        let rest = rest
            .strip_prefix(&NO_PASSWORD)
            .ok_or_else(|| none("it is encrypted with a password, which is not read here"))?;
        let body = rest.get(2 + PASSWORD_BYTES..).unwrap_or_default();
        let (body, sum) = body.split_at_checked(8 + 64).unwrap_or_default();
        if sum.is_empty() || checksum(body) != sum {
            return Err(none("it is damaged"));
        }
        let (id, pair) = body
            .split_first_chunk::<8>()
            .ok_or_else(|| none("it is short"))?;
        let pair = <&[u8; 64]>::try_from(pair).map_err(|_| none("it is short"))?;
        let key = ed25519_dalek::SigningKey::from_keypair_bytes(pair)
            .map_err(|_| none("its two halves do not belong together"))?;
        Ok(SecretKey { id: *id, key })
    }
}

/// The id of a key that was made here.
fn id_of(key: &[u8; 32]) -> [u8; 8] {
    let digest = Blake2b::<U32>::digest(key);
    digest.first_chunk().copied().unwrap_or_default()
}

/// The check sum of a secret key: BLAKE2b-256 over algorithm, id and key.
fn checksum(body: &[u8]) -> [u8; 32] {
    Blake2b::<U32>::new()
        .chain_update(ALGORITHM)
        .chain_update(body)
        .finalize()
        .into()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A key for tests.
    pub(crate) fn key(byte: u8) -> SecretKey {
        SecretKey::of_seed(&Zeroizing::new([byte; 32]))
    }

    #[test]
    fn a_key_is_read_back_from_each_of_its_forms() {
        let folder = tempfile::tempdir().unwrap();
        let public = key(7).public();
        let path = folder.path().join("key.pub");
        std::fs::write(&path, public.file()).unwrap();
        assert_eq!(PublicKey::read(path.to_str().unwrap()).unwrap(), public);
        assert_eq!(PublicKey::read(&public.to_string()).unwrap(), public);
        assert_eq!(public.words().split(' ').count(), 24);
        let shouted = format!(" {}\n", public.words().to_uppercase().replace(' ', "  "));
        let of_words = PublicKey::read(&shouted).unwrap();
        assert!(of_words.is_same(&public));
        assert_eq!(of_words.to_string(), public.to_string());
        let secret = folder.path().join("key");
        std::fs::write(&secret, key(7).file().as_str()).unwrap();
        assert_eq!(SecretKey::read_file(&secret).unwrap().public(), public);
    }

    #[test]
    fn a_wrong_word_or_letter_is_noticed() {
        let public = key(7).public();
        let words = public.words();
        let (first, rest) = words.split_once(' ').unwrap();
        assert_ne!(first, "abandon");
        for text in [
            format!("abandon {rest}"),
            rest.to_owned(),
            String::new(),
            "RWQ".to_owned(),
        ] {
            assert!(
                matches!(PublicKey::read(&text), Err(TransferError::Key(_))),
                "{text}"
            );
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let text = key(7).file().to_string();
        let place = text.rfind('A').unwrap();
        let mut damaged = text.clone();
        damaged.replace_range(place..=place, "B");
        std::fs::write(&path, damaged).unwrap();
        assert!(matches!(
            SecretKey::read_file(&path),
            Err(TransferError::Key(_))
        ));
    }

    proptest! {
        /// A key is a line of 56 characters or 24 words: no shorter text is one, nor the path of a file.
        #[test]
        fn any_shorter_text_is_no_key(text in "\\PC{0,40}") {
            prop_assert!(PublicKey::parse(&text).is_err());
        }

        #[test]
        fn every_key_is_read_back_from_its_words(seed in 0_u8..=255) {
            let key = key(seed).public();
            prop_assert!(key.is_same(&PublicKey::parse(&key.words()).unwrap()));
        }
    }
}
