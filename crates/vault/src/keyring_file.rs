//! A second way into an encrypted vault, beside its passphrase: the vault's key, wrapped by a key
//! that lies in the system's keyring and nowhere else.
//!
//! The file beside the vault opens nothing without the item in the keyring, and the item nothing
//! without the file. The passphrase's own file (`key_file`) is not touched, and backups take that
//! one along and not this: a keyring belongs to one account of one machine, and can be lost.
//! `docs/vault-format.md` says what stands in it. Who speaks to a keyring is not here.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::canonical;
use crate::error::VaultError;
use crate::form::Form;
use crate::key_file::{self, CIPHER, MAX_BYTES, MakeSeed, NONCE_BYTES};
use crate::secret::{DataKey, KEY_BYTES};

/// Name of the file in the data directory.
pub const KEYRING_FILE_NAME: &str = "attest.keyring";
/// Its name while it is written.
pub(crate) const HALF: &str = "attest.keyring.new";

/// What stands in the file, as docs/vault-format.md says.
const FORMAT: u32 = 1;
/// Bytes of an item's name: too many for two to have the same by chance.
const ITEM_BYTES: usize = 16;

/// What the wrapping is bound to.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    item: String,
    cipher: String,
    nonce: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyringFile {
    header: Header,
    wrapped: String,
}

/// A key that lies in a keyring, and the name of the item there. It wraps a vault's key, and is
/// random, so that it needs no stretching.
pub struct KeyringKey {
    item: String,
    bytes: Box<Zeroizing<[u8; KEY_BYTES]>>,
}

impl KeyringKey {
    /// One that nobody had before.
    ///
    /// # Errors
    ///
    /// [`VaultError::NoRandomness`].
    pub fn new(make_seed: MakeSeed<'_>) -> Result<Self, VaultError> {
        let item = canonical::hex(&key_file::random(make_seed)?[..ITEM_BYTES]);
        let mut bytes = Box::new(Zeroizing::new([0; KEY_BYTES]));
        let seed = Zeroizing::new(key_file::random(make_seed)?);
        bytes.copy_from_slice(seed.as_slice());
        Ok(Self { item, bytes })
    }

    /// The one that was found in a keyring under this name; none where the text is none of ours.
    pub fn parse(item: &str, text: &str) -> Option<Self> {
        let mut bytes = Box::new(Zeroizing::new([0; KEY_BYTES]));
        let digits = text.as_bytes();
        if digits.len() != 2 * KEY_BYTES {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            for digit in pair {
                let value = char::from(*digit).to_digit(16)?;
                *byte = (*byte << 4) | u8::try_from(value).ok()?;
            }
        }
        Some(Self {
            item: item.to_owned(),
            bytes,
        })
    }

    /// Name of the item, 32 hexadecimal digits. No secret.
    pub fn item(&self) -> &str {
        &self.item
    }

    /// What is kept in the keyring: 64 hexadecimal digits.
    pub fn text(&self) -> Zeroizing<String> {
        // Long enough from the start: a text that grows leaves a copy behind.
        let mut text = Zeroizing::new(String::with_capacity(2 * KEY_BYTES));
        for byte in self.bytes.iter() {
            for half in [byte >> 4, byte & 15] {
                text.push(char::from_digit(u32::from(half), 16).unwrap_or_default());
            }
        }
        text
    }
}

impl fmt::Debug for KeyringKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "KeyringKey({}, ..)", self.item)
    }
}

/// The item of the keyring in which the key of the vault in a directory lies; none where there is
/// no such way into it, and where the vault is not encrypted.
///
/// # Errors
///
/// [`VaultError::KeyringFile`] for a file that cannot be read or is none.
pub fn keyring_item(directory: &Path) -> Result<Option<String>, VaultError> {
    if Form::of(directory)? != Form::Encrypted {
        return Ok(None);
    }
    Ok(read(directory)?.map(|file| file.header.item))
}

/// The key of the vault in a directory, by the key that lay in the keyring.
///
/// # Errors
///
/// [`VaultError::NotEncrypted`]; [`VaultError::KeyringFile`] for a file that is not there, is none,
/// or is opened by another key.
pub fn unlock_by_keyring(directory: &Path, by: &KeyringKey) -> Result<DataKey, VaultError> {
    if Form::of(directory)? != Form::Encrypted {
        return Err(VaultError::NotEncrypted);
    }
    let file = read(directory)?.ok_or_else(|| unusable(directory, "it is not there"))?;
    let wrapped = STANDARD.decode(&file.wrapped).ok();
    let nonce = key_file::read_nonce(&file.header.nonce);
    let bound = canonical::print(&file.header)?;
    wrapped
        .zip(nonce)
        .and_then(|(wrapped, nonce)| DataKey::unwrap(&wrapped, &by.bytes, &nonce, bound.as_bytes()))
        .ok_or_else(|| unusable(directory, "the key in the keyring does not open it"))
}

/// Writes the file, whole or not at all.
pub(crate) fn write(
    directory: &Path,
    key: &DataKey,
    by: &KeyringKey,
    make_seed: MakeSeed<'_>,
) -> Result<(), VaultError> {
    let header = Header {
        format: FORMAT,
        item: by.item.clone(),
        cipher: CIPHER.to_owned(),
        nonce: STANDARD.encode(&key_file::random(make_seed)?[..NONCE_BYTES]),
    };
    let bound = canonical::print(&header)?;
    let nonce = key_file::read_nonce(&header.nonce);
    let wrapped = nonce
        .and_then(|nonce| key.wrap(&by.bytes, &nonce, bound.as_bytes()))
        .ok_or_else(|| unusable(directory, "its key is none"))?;
    let file = KeyringFile {
        header,
        wrapped: STANDARD.encode(wrapped),
    };
    let text = canonical::print(&file)? + "\n";
    key_file::put(directory, (KEYRING_FILE_NAME, HALF), text.as_bytes())
        .map_err(|error| VaultError::unwritable(directory, &error))
}

/// Deletes the file; true where there was one.
pub(crate) fn remove(directory: &Path) -> Result<bool, VaultError> {
    match fs::remove_file(place(directory)) {
        Ok(()) => {
            key_file::sync(directory);
            Ok(true)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(VaultError::unwritable(directory, &error)),
    }
}

fn place(directory: &Path) -> PathBuf {
    directory.join(KEYRING_FILE_NAME)
}

fn read(directory: &Path) -> Result<Option<KeyringFile>, VaultError> {
    let path = place(directory);
    let text = match fs::metadata(&path).map(|file| file.len()) {
        Ok(length) if length > MAX_BYTES => return Err(unusable(directory, "it is too long")),
        Ok(_) => fs::read_to_string(&path),
        Err(error) => Err(error),
    };
    let text = match text {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unusable(directory, &error.to_string())),
    };
    let file: KeyringFile = serde_json::from_str(&text)
        .map_err(|error| unusable(directory, &format!("it is no such file: {error}")))?;
    let header = &file.header;
    // The name becomes an argument of another program.
    let is_item = header.item.len() == 2 * ITEM_BYTES
        && header.item.bytes().all(|byte| byte.is_ascii_hexdigit());
    if header.format == FORMAT && header.cipher == CIPHER && is_item {
        Ok(Some(file))
    } else {
        let reason = "format, cipher or item is not what this program writes";
        Err(unusable(directory, reason))
    }
}

fn unusable(directory: &Path, reason: &str) -> VaultError {
    VaultError::KeyringFile {
        path: place(directory),
        reason: reason.to_owned(),
    }
}
