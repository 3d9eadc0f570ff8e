//! The key file beside an encrypted vault: the vault's key, wrapped by a key that comes of the
//! passphrase. So another passphrase is a new key file, and the vault itself stays as it is.
//!
//! `docs/vault-format.md` says what stands in it, so that others can open the vault as well.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::XNonce;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::canonical;
use crate::error::VaultError;
use crate::private;
use crate::secret::{self, DataKey, KEY_BYTES, Passphrase};

/// Name of the file in the data directory.
pub const KEY_FILE_NAME: &str = "attest.key";
/// Its name while it is written.
pub(crate) const HALF: &str = "attest.key.new";

/// What stands in the file, as docs/vault-format.md says.
const FORMAT: u32 = 1;
const KDF: &str = "argon2id";
pub(crate) const CIPHER: &str = "xchacha20-poly1305";
/// RFC 9106, section 4, the second recommended option: 64 MiB, three passes, four lanes.
const MEMORY_KIB: u32 = 64 << 10;
const PASSES: u32 = 3;
const LANES: u32 = 4;
const SALT_BYTES: usize = 16;
pub(crate) const NONCE_BYTES: usize = 24;
/// The most that a key file may ask for: somebody who writes it must not take all memory or all
/// time.
const MOST: (u32, u32, u32) = (2 << 20, 64, 16);
/// Longest file that is read.
pub(crate) const MAX_BYTES: u64 = 4 << 10;

/// Random bytes, as the system gives them.
pub type MakeSeed<'a> = &'a mut dyn FnMut() -> io::Result<[u8; KEY_BYTES]>;

/// What the wrapping is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    kdf: String,
    memory_kib: u32,
    passes: u32,
    lanes: u32,
    salt: String,
    cipher: String,
    nonce: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    header: Header,
    wrapped: String,
}

/// Where the key file of a data directory is.
pub(crate) fn place(directory: &Path) -> PathBuf {
    directory.join(KEY_FILE_NAME)
}

/// Makes a key that nobody had before.
pub(crate) fn make_key(make_seed: MakeSeed<'_>) -> Result<DataKey, VaultError> {
    Ok(DataKey::new(random(make_seed)?))
}

pub(crate) fn random(make_seed: MakeSeed<'_>) -> Result<[u8; KEY_BYTES], VaultError> {
    make_seed().map_err(|error| VaultError::no_randomness(&error))
}

/// Writes the key file for a key and a passphrase, whole or not at all.
pub(crate) fn write(
    directory: &Path,
    key: &DataKey,
    passphrase: &Passphrase,
    make_seed: MakeSeed<'_>,
) -> Result<(), VaultError> {
    let header = Header {
        format: FORMAT,
        kdf: KDF.to_owned(),
        memory_kib: MEMORY_KIB,
        passes: PASSES,
        lanes: LANES,
        salt: STANDARD.encode(&random(make_seed)?[..SALT_BYTES]),
        cipher: CIPHER.to_owned(),
        nonce: STANDARD.encode(&random(make_seed)?[..NONCE_BYTES]),
    };
    let wrapped = wrap(&header, key, passphrase).ok_or_else(|| unusable(directory, "its key"))?;
    let file = KeyFile {
        header,
        wrapped: STANDARD.encode(wrapped),
    };
    let text = canonical::print(&file)? + "\n";
    put(directory, (KEY_FILE_NAME, HALF), text.as_bytes())
        .map_err(|error| VaultError::unwritable(directory, &error))
}

/// Writes a file of these names, when it is whole and before, for its owner alone.
pub(crate) fn put(directory: &Path, (name, half): (&str, &str), bytes: &[u8]) -> io::Result<()> {
    let half = directory.join(half);
    let mut options = private::options();
    let mut file = options
        .write(true)
        .create(true)
        .truncate(true)
        .open(&half)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&half, directory.join(name))?;
    sync(directory);
    Ok(())
}

/// Brings the names in a directory to the disk.
pub(crate) fn sync(directory: &Path) {
    // Windows opens no folders, and a file system that cannot do it says so: then it is the
    // system's own moment.
    let _ = fs::File::open(directory).and_then(|folder| folder.sync_all());
}

/// The key that a passphrase opens.
///
/// # Errors
///
/// [`VaultError::WrongPassphrase`]; [`VaultError::KeyFile`] for a file that cannot be read or is
/// none.
pub(crate) fn unlock(directory: &Path, passphrase: &Passphrase) -> Result<DataKey, VaultError> {
    let file = read(directory)?;
    let wrapped = STANDARD
        .decode(&file.wrapped)
        .map_err(|_| unusable(directory, "wrapped"))?;
    let wrapping =
        wrapping_key(&file.header, passphrase).ok_or_else(|| unusable(directory, "its numbers"))?;
    let nonce = read_nonce(&file.header.nonce).ok_or_else(|| unusable(directory, "nonce"))?;
    let header = canonical::print(&file.header)?;
    // Of a whole key file nothing but the passphrase can be wrong.
    DataKey::unwrap(&wrapped, &wrapping, &nonce, header.as_bytes())
        .ok_or(VaultError::WrongPassphrase)
}

fn read(directory: &Path) -> Result<KeyFile, VaultError> {
    let path = place(directory);
    let length = fs::metadata(&path).map(|file| file.len());
    let text = match length {
        Ok(length) if length > MAX_BYTES => return Err(unusable(directory, "its length")),
        Ok(_) => fs::read_to_string(&path),
        Err(error) => Err(error),
    };
    let text = text.map_err(|error| VaultError::KeyFile {
        path: path.clone(),
        reason: error.to_string(),
    })?;
    let file: KeyFile = serde_json::from_str(&text).map_err(|error| VaultError::KeyFile {
        path,
        reason: format!("it is no key file: {error}"),
    })?;
    let header = &file.header;
    let is_known = header.format == FORMAT && header.kdf == KDF && header.cipher == CIPHER;
    if is_known {
        Ok(file)
    } else {
        Err(unusable(directory, "format, kdf or cipher"))
    }
}

fn wrap(header: &Header, key: &DataKey, passphrase: &Passphrase) -> Option<Vec<u8>> {
    let wrapping = wrapping_key(header, passphrase)?;
    let bound = canonical::print(header).ok()?;
    key.wrap(&wrapping, &read_nonce(&header.nonce)?, bound.as_bytes())
}

/// A nonce as a file has it; none where it is of another length.
pub(crate) fn read_nonce(text: &str) -> Option<XNonce> {
    let bytes = STANDARD.decode(text).ok()?;
    let mut nonce = XNonce::default();
    let is_whole = bytes.len() == nonce.len();
    is_whole.then(|| nonce.copy_from_slice(&bytes))?;
    Some(nonce)
}

/// The key that wraps, made of the passphrase; none where the numbers are beyond what is allowed.
fn wrapping_key(header: &Header, passphrase: &Passphrase) -> Option<Zeroizing<[u8; KEY_BYTES]>> {
    let (memory, passes, lanes) = (header.memory_kib, header.passes, header.lanes);
    let salt = STANDARD.decode(&header.salt).ok()?;
    if memory > MOST.0 || passes > MOST.1 || lanes > MOST.2 || salt.len() != SALT_BYTES {
        return None;
    }
    let params = Params::new(memory, passes, lanes, Some(KEY_BYTES)).ok()?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let mut key = Zeroizing::new([0; KEY_BYTES]);
    let made = argon2.hash_password_into(passphrase.bytes(), &salt, key.as_mut_slice());
    secret::overwrite_stack();
    made.ok()?;
    Some(key)
}

fn unusable(directory: &Path, what: &str) -> VaultError {
    VaultError::KeyFile {
        path: place(directory),
        reason: format!("{what} is not what this program writes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds() -> impl FnMut() -> io::Result<[u8; KEY_BYTES]> {
        let mut count = 0;
        move || {
            count += 1;
            Ok([count; KEY_BYTES])
        }
    }

    fn passphrase(text: &str) -> Passphrase {
        Passphrase::new(text.to_owned())
    }

    fn written(directory: &Path) -> DataKey {
        let mut seeds = seeds();
        let key = make_key(&mut seeds).unwrap();
        write(directory, &key, &passphrase("a red house"), &mut seeds).unwrap();
        key
    }

    #[test]
    fn the_passphrase_opens_the_key_and_another_does_not() {
        let directory = tempfile::tempdir().unwrap();
        let key = written(directory.path());
        let opened = unlock(directory.path(), &passphrase("a red house")).unwrap();
        assert_eq!(opened.bytes(), key.bytes());
        for wrong in ["a red hous", "a red house ", "A red house", ""] {
            let refused = unlock(directory.path(), &passphrase(wrong));
            assert!(matches!(refused, Err(VaultError::WrongPassphrase)));
        }
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_the_file_and_no_key_stands_in_it() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let key = written(directory.path());
        let path = place(directory.path());
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600);
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains(&STANDARD.encode(key.bytes())) && !text.contains("red house"));
        assert!(!directory.path().join(HALF).exists());
    }

    #[test]
    fn another_passphrase_is_another_file_with_the_same_key() {
        let directory = tempfile::tempdir().unwrap();
        let key = written(directory.path());
        let first = fs::read(place(directory.path())).unwrap();
        let mut count = 100;
        let mut make_seed = || {
            count += 1;
            Ok([count; KEY_BYTES])
        };
        let other = passphrase("a blue house");
        write(directory.path(), &key, &other, &mut make_seed).unwrap();
        assert_ne!(fs::read(place(directory.path())).unwrap(), first);
        let opened = unlock(directory.path(), &other).unwrap();
        assert_eq!(opened.bytes(), key.bytes());
        let refused = unlock(directory.path(), &passphrase("a red house"));
        assert!(matches!(refused, Err(VaultError::WrongPassphrase)));
    }

    #[test]
    fn a_file_that_was_changed_anywhere_opens_nothing() {
        let directory = tempfile::tempdir().unwrap();
        written(directory.path());
        let path = place(directory.path());
        let text = fs::read_to_string(&path).unwrap();
        let changes = [
            ("\"passes\":3", "\"passes\":4"),
            ("\"memory_kib\":65536", "\"memory_kib\":8192"),
            ("\"lanes\":4", "\"lanes\":1"),
            ("\"format\":1", "\"format\":2"),
            ("\"argon2id\"", "\"argon2i\""),
            ("\"memory_kib\":65536", "\"memory_kib\":4294967295"),
            ("\"nonce\":\"", "\"nonce\":\"AAAA"),
            ("\"salt\":\"AgIC", "\"salt\":\"BgIC"),
            ("\"wrapped\":\"", "\"wrapped\":\"AAAA"),
            ("{\"header\"", "{\"more\":1,\"header\""),
            ("}", ""),
        ];
        for (from, to) in changes {
            let other = text.replacen(from, to, 1);
            assert_ne!(other, text, "{from}");
            fs::write(&path, other).unwrap();
            let refused = unlock(directory.path(), &passphrase("a red house"));
            let is_refused = matches!(
                refused,
                Err(VaultError::WrongPassphrase | VaultError::KeyFile { .. })
            );
            assert!(is_refused, "{from}");
        }
        fs::write(&path, vec![b' '; 1 << 20]).unwrap();
        let refused = unlock(directory.path(), &passphrase("a red house"));
        assert!(matches!(refused, Err(VaultError::KeyFile { .. })));
    }
}
