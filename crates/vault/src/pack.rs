//! The seal of an evidence pack: a signed note (C2SP `signed-note`) over the
//! SHA-256 of what the pack embeds.
//!
//! ```text
//! attest-vault/0123456789abcdef                    the name of the vault's key
//! attest-pack/1                                    the form of the pack
//! CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=     the hash, base64
//!
//! — attest-vault/0123456789abcdef Az3grl...
//! ```
//!
//! No checkpoint can be taken for one: in its second line stands a number.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::merkle::Hash;
use crate::note::{Note, SigningKey};

/// The form of evidence packs, as a pack and its seal name it.
pub const PACK_FORMAT: &str = "attest-pack/1";

/// The note that says: who holds this key made a pack that embeds what has
/// this hash.
pub fn seal_pack(sha256: &Hash, key: &SigningKey) -> String {
    let mut note = Note::unsigned(sealed_text(PACK_FORMAT, sha256, key.name()));
    note.sign(key);
    note.to_string()
}

/// What a seal says: whose it is, the form of what is sealed, and its hash.
pub(crate) fn sealed_text(form: &str, sha256: &Hash, name: &str) -> String {
    format!("{name}\n{form}\n{}\n", STANDARD.encode(sha256))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkpoint::SignedCheckpoint;
    use crate::note::KeyKind;

    #[test]
    fn a_seal_is_a_note_of_the_key_and_no_checkpoint() {
        let key = SigningKey::from_seed(&[7; 32]);
        let seal = seal_pack(&[1; 32], &key);
        let note = Note::parse(&seal).unwrap();
        assert!(note.verify(&key.verifier(KeyKind::Note)).is_ok());
        let lines: Vec<&str> = note.text().lines().collect();
        let hash = STANDARD.encode([1; 32]);
        assert_eq!(lines, [key.name(), PACK_FORMAT, hash.as_str()]);
        assert!(SignedCheckpoint::parse(&seal).is_err());
    }
}
