//! Signed notes (C2SP `signed-note`) with Ed25519 keys (RFC 8032).
//!
//! A note is a text, an empty line, and a line for each signature:
//! `— name base64(key id, signature)`. The key id is the first four bytes of
//! SHA-256 over the name, a newline, the type and the public key. Two types of
//! signatures are known: 0x01, over the text, and 0x04, a witness's over the
//! text with a time (C2SP `tlog-cosignature`).
//!
//! Reading is strict: there is one way to write a note, so that no byte of one
//! can be changed without being noticed, but in the lines of keys that nobody
//! asks for, which the format says are passed over.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer, VerifyingKey};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::canonical::hex;
use crate::proof_error::{ProofError, What};

/// Most signatures a note may have.
const MAX_SIGNATURES: usize = 64;

/// What a key signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// The text of notes (type 0x01).
    Note,
    /// Checkpoints of others, with the time (type 0x04).
    Witness,
}

impl KeyKind {
    const fn byte(self) -> u8 {
        match self {
            Self::Note => 0x01,
            Self::Witness => 0x04,
        }
    }
}

/// A public key with its name: what a signature is checked against. Written
/// `name+id+key`: the id in 8 hexadecimal digits, type and key in base64.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    kind: KeyKind,
    key: VerifyingKey,
}

impl VerifierKey {
    /// Reads `name+id+key`.
    ///
    /// # Errors
    ///
    /// [`ProofError::Form`].
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let (name, id, bytes) = split_key(text, What::Key)?;
        let kind = match bytes.first() {
            Some(0x01) => KeyKind::Note,
            Some(0x04) => KeyKind::Witness,
            _ => {
                return Err(ProofError::form(
                    What::Key,
                    "the type of the key is neither 1 nor 4",
                ));
            }
        };
        let key = bytes
            .get(1..)
            .and_then(|bytes| <[u8; 32]>::try_from(bytes).ok())
            .and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok())
            .ok_or(ProofError::form(
                What::Key,
                "it is no Ed25519 key of 32 bytes",
            ))?;
        let read = Self { name, kind, key };
        if id != hex(&read.id()) {
            return Err(ProofError::form(
                What::Key,
                "its id is not the one of name and key",
            ));
        }
        Ok(read)
    }

    /// The name in the lines of its signatures.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it signs.
    pub fn kind(&self) -> KeyKind {
        self.kind
    }

    fn id(&self) -> [u8; 4] {
        key_id(&self.name, self.kind, &self.key)
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![self.kind.byte()];
        bytes.extend(self.key.as_bytes());
        write!(
            formatter,
            "{}+{}+{}",
            self.name,
            hex(&self.id()),
            STANDARD.encode(bytes)
        )
    }
}

/// A private key with its name. Its memory is overwritten when it is dropped,
/// and it has no `Debug` form.
pub struct SigningKey {
    name: String,
    key: ed25519_dalek::SigningKey,
}

impl SigningKey {
    /// The key of a seed, which must come from the system's randomness but in
    /// tests. Its name is `attest-vault/` and the first 16 hexadecimal digits
    /// of SHA-256 over the public key.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let key = ed25519_dalek::SigningKey::from_bytes(seed);
        let digest = Sha256::digest(key.verifying_key().as_bytes());
        let name = format!("attest-vault/{}", hex(digest.get(..8).unwrap_or_default()));
        Self { name, key }
    }

    /// Reads `PRIVATE+KEY+name+id+key`.
    ///
    /// # Errors
    ///
    /// [`ProofError::Form`].
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let text = text.strip_prefix("PRIVATE+KEY+");
        let text = text.ok_or(ProofError::form(
            What::Secret,
            "it does not begin with PRIVATE+KEY+",
        ))?;
        let (name, id, bytes) = split_key(text, What::Secret)?;
        let bytes = Zeroizing::new(bytes);
        let seed = bytes
            .strip_prefix(&[KeyKind::Note.byte()])
            .and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
        let seed = Zeroizing::new(seed.ok_or(ProofError::form(
            What::Secret,
            "it is no Ed25519 seed of 32 bytes",
        ))?);
        let key = ed25519_dalek::SigningKey::from_bytes(&seed);
        if id != hex(&key_id(&name, KeyKind::Note, &key.verifying_key())) {
            return Err(ProofError::form(
                What::Secret,
                "its id is not the one of name and key",
            ));
        }
        Ok(Self { name, key })
    }

    /// The text that [`SigningKey::parse`] reads. It is the secret.
    pub fn secret(&self) -> Zeroizing<String> {
        let mut bytes = Zeroizing::new(vec![KeyKind::Note.byte()]);
        bytes.extend(self.key.as_bytes());
        let id = key_id(&self.name, KeyKind::Note, &self.key.verifying_key());
        let encoded = Zeroizing::new(STANDARD.encode(bytes.as_slice()));
        Zeroizing::new(format!(
            "PRIVATE+KEY+{}+{}+{}",
            self.name,
            hex(&id),
            *encoded
        ))
    }

    /// The name in the lines of its signatures.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its signatures of this kind are checked against.
    pub fn verifier(&self, kind: KeyKind) -> VerifierKey {
        VerifierKey {
            name: self.name.clone(),
            kind,
            key: self.key.verifying_key(),
        }
    }
}

/// A line of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    name: String,
    id: [u8; 4],
    signature: Vec<u8>,
}

/// A text with signatures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    text: String,
    lines: Vec<Line>,
}

impl Note {
    /// A text that nobody has signed yet. It ends with a newline.
    pub(crate) fn unsigned(text: String) -> Self {
        let lines = Vec::new();
        Self { text, lines }
    }

    /// Reads a note with at least one signature, and at most 64.
    ///
    /// # Errors
    ///
    /// [`ProofError::Form`].
    pub fn parse(note: &str) -> Result<Self, ProofError> {
        let form = |reason| ProofError::form(What::Note, reason);
        if note.chars().any(|one| one < ' ' && one != '\n') {
            return Err(form("it holds a control character"));
        }
        let place = note
            .rfind("\n\n")
            .ok_or(form("there is no empty line before signatures"))?;
        let (text, signed) = note.split_at(place + 1);
        let signed = signed.strip_prefix('\n').unwrap_or_default();
        let signed = signed
            .strip_suffix('\n')
            .ok_or(form("it does not end with a newline"))?;
        let lines: Vec<Line> = signed
            .split('\n')
            .map(read_line)
            .collect::<Result<_, _>>()?;
        if lines.len() > MAX_SIGNATURES {
            return Err(form("it has more than 64 signatures"));
        }
        let text = text.to_owned();
        Ok(Self { text, lines })
    }

    /// The text, which ends with a newline.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Signs the text as it is.
    pub(crate) fn sign(&mut self, key: &SigningKey) {
        let signature = key.key.sign(self.text.as_bytes()).to_bytes().to_vec();
        self.put(key.verifier(KeyKind::Note), signature);
    }

    /// Signs the text as a witness, at a time in seconds since 1970.
    pub(crate) fn cosign(&mut self, key: &SigningKey, time: u64) {
        let message = cosigned_message(time, &self.text);
        let mut signature = time.to_be_bytes().to_vec();
        signature.extend(key.key.sign(message.as_bytes()).to_bytes());
        self.put(key.verifier(KeyKind::Witness), signature);
    }

    /// Adds a signature in place of an earlier one by the same key.
    fn put(&mut self, key: VerifierKey, signature: Vec<u8>) {
        let id = key.id();
        self.lines
            .retain(|line| (line.name.as_str(), line.id) != (key.name(), id));
        let name = key.name;
        self.lines.push(Line {
            name,
            id,
            signature,
        });
    }

    /// Checks every signature by the key; there must be one. Returns the time
    /// at which a witness signed, in seconds since 1970.
    ///
    /// # Errors
    ///
    /// [`ProofError::NotSigned`], [`ProofError::Signature`].
    pub fn verify(&self, key: &VerifierKey) -> Result<Option<u64>, ProofError> {
        let id = key.id();
        let mut found = Err(ProofError::NotSigned {
            key: key.name.clone(),
        });
        for line in self
            .lines
            .iter()
            .filter(|line| line.name == key.name && line.id == id)
        {
            let checked = check_signature(&self.text, key, &line.signature);
            found = Ok(checked.ok_or(ProofError::Signature {
                key: key.name.clone(),
            })?);
        }
        found
    }
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}", self.text)?;
        for line in &self.lines {
            let mut bytes = line.id.to_vec();
            bytes.extend(&line.signature);
            writeln!(
                formatter,
                "\u{2014} {} {}",
                line.name,
                STANDARD.encode(bytes)
            )?;
        }
        Ok(())
    }
}

/// The time of a witness's signature that fits, `None` in it for one without;
/// `None` for one that does not fit.
#[expect(clippy::option_option, reason = "fits or not; with a time or without")]
fn check_signature(text: &str, key: &VerifierKey, bytes: &[u8]) -> Option<Option<u64>> {
    let (time, signature) = match key.kind {
        KeyKind::Note => (None, bytes),
        KeyKind::Witness => {
            let (time, signature) = bytes.split_first_chunk::<8>()?;
            (Some(u64::from_be_bytes(*time)), signature)
        }
    };
    let signature = Signature::from_slice(signature).ok()?;
    let message = time.map(|time| cosigned_message(time, text));
    let message = message.as_deref().unwrap_or(text);
    // Strict: no keys and signatures that several messages could share.
    key.key.verify_strict(message.as_bytes(), &signature).ok()?;
    Some(time)
}

fn cosigned_message(time: u64, text: &str) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

fn key_id(name: &str, kind: KeyKind, key: &VerifyingKey) -> [u8; 4] {
    let digest = Sha256::new()
        .chain_update(name)
        .chain_update([b'\n', kind.byte()])
        .chain_update(key.as_bytes())
        .finalize();
    let mut id = [0; 4];
    id.copy_from_slice(digest.get(..4).unwrap_or(&[0; 4]));
    id
}

/// Splits `name+id+base64`.
fn split_key(text: &str, what: What) -> Result<(String, String, Vec<u8>), ProofError> {
    let mut parts = text.splitn(3, '+');
    let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(ProofError::form(
            what,
            "it has not three parts, joined by +",
        ));
    };
    check_name(name, what)?;
    let key = STANDARD.decode(key);
    let key = key.map_err(|_| ProofError::form(what, "its last part is not base64"))?;
    Ok((name.to_owned(), id.to_owned(), key))
}

fn read_line(line: &str) -> Result<Line, ProofError> {
    let form = |reason| ProofError::form(What::Note, reason);
    let parts = line
        .strip_prefix("\u{2014} ")
        .and_then(|line| line.split_once(' '));
    let (name, bytes) = parts.ok_or(form("a signature is not: em dash, name, base64"))?;
    check_name(name, What::Note)?;
    let bytes = STANDARD
        .decode(bytes)
        .map_err(|_| form("a signature is not base64"))?;
    let (id, signature) = bytes
        .split_first_chunk::<4>()
        .ok_or(form("a signature is shorter than its key id"))?;
    Ok(Line {
        name: name.to_owned(),
        id: *id,
        signature: signature.to_vec(),
    })
}

fn check_name(name: &str, what: What) -> Result<(), ProofError> {
    if name.is_empty() || name.chars().any(|one| one.is_whitespace() || one == '+') {
        return Err(ProofError::form(
            what,
            "the name of a key is empty, or holds a space or +",
        ));
    }
    Ok(())
}
