//! Signatures in minisign's format: Ed25519 over the BLAKE2b-512 of a text, and
//! a second one over the first and a trusted comment.
//!
//! They are checked by `minisign-verify`. Its first line is signed by nobody: it
//! must be the one that is written here, so that no bit of the file can change.
//!
//! They are made here, and not by a library, because the one
//! that makes them mixes random bytes in, and a bundle of the same files is to
//! have the same bytes.

use crate::SIGNATURE;
use crate::error::{Finding, Kind};
use crate::key::{PublicKey, SecretKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use blake2::{Blake2b512, Digest};
use ed25519_dalek::Signer;
use minisign_verify::Signature;

/// Longest file of a signature, in bytes.
pub(crate) const MAX_BYTES: u64 = 4 << 10;
/// "ED": the text is hashed before it is signed.
const PREHASHED: &[u8; 2] = b"ED";

/// The first line of every signature.
const FIRST_LINE: &str = "untrusted comment: check with: minisign -Vm SHA256SUMS -p signer.pub";

/// The file with the signature of `text`; `comment` is one line.
pub(crate) fn sign(text: &str, comment: &str, key: &SecretKey) -> String {
    let signature = key.signing().sign(&Blake2b512::digest(text)).to_bytes();
    let line = [PREHASHED.as_slice(), &key.id(), &signature].concat();
    let second = [signature.as_slice(), comment.as_bytes()].concat();
    let second = key.signing().sign(&second).to_bytes();
    format!(
        "{FIRST_LINE}\n{}\ntrusted comment: {comment}\n{}\n",
        STANDARD.encode(line),
        STANDARD.encode(second)
    )
}

/// Checks a signature and gives its trusted comment.
///
/// # Errors
///
/// [`Kind::Signature`] for a file that is none or is not of this text and key.
pub(crate) fn verify(text: &str, file: &str, key: &PublicKey) -> Result<String, Finding> {
    let wrong = |reason: &str| Finding::new(Kind::Signature, SIGNATURE, reason);
    let lines = file.strip_suffix('\n').map(|text| text.split('\n').count());
    if lines != Some(4) || file.lines().next() != Some(FIRST_LINE) {
        return Err(wrong("it has not the form that this program writes"));
    }
    let signature = Signature::decode(file).map_err(|_| wrong("it is no signature"))?;
    // Words hold no id: then it is the signature's, which only says where to look.
    let id = key.id.or_else(|| id_of(file));
    let key = PublicKey { id, key: key.key };
    minisign_verify::PublicKey::from_base64(&key.to_string())
        .and_then(|key| key.verify(text.as_bytes(), &signature, false))
        .map_err(|_| wrong("it is not the signature of this list by this key"))?;
    Ok(signature.trusted_comment().to_owned())
}

fn id_of(file: &str) -> Option<[u8; 8]> {
    let bytes = STANDARD.decode(file.lines().nth(1)?).ok()?;
    bytes.get(2..10)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::tests::key;
    use proptest::prelude::*;

    #[test]
    fn the_same_text_gives_the_same_signature_and_it_is_believed() {
        let file = sign("a list\n", "of today", &key(1));
        assert_eq!(file, sign("a list\n", "of today", &key(1)));
        let public = key(1).public();
        assert_eq!(verify("a list\n", &file, &public).unwrap(), "of today");
        let of_words = PublicKey::parse(&public.words()).unwrap();
        assert_eq!(verify("a list\n", &file, &of_words).unwrap(), "of today");
    }

    #[test]
    fn another_text_comment_or_key_is_not_believed() {
        let file = sign("a list\n", "of today", &key(1));
        let public = key(1).public();
        let tampered = file.replace("of today", "of yesterday");
        for (text, file, key) in [
            ("a lisp\n", &file, &public),
            ("a list\n", &tampered, &public),
            ("a list\n", &file, &key(2).public()),
            ("a list\n", &String::new(), &public),
        ] {
            assert_eq!(verify(text, file, key).unwrap_err().kind, Kind::Signature);
        }
    }

    proptest! {
        #[test]
        fn any_file_is_refused_without_a_panic(file in "(untrusted comment: )?\\PC{0,9}\n\\PC{0,120}\n(trusted comment: )?\\PC{0,20}\n\\PC{0,90}") {
            prop_assert!(verify("a list\n", &file, &key(1).public()).is_err());
        }

        #[test]
        fn no_letter_of_it_can_be_changed(place in 0_usize..300, other in "[A-Za-z0-9+/ ]") {
            let file = sign("a list\n", "of today", &key(1));
            let body = file.find('\n').unwrap() + 1;
            let place = body + place % (file.len() - body - 1);
            let mut changed = file.clone();
            changed.replace_range(place..=place, &other);
            prop_assert!(changed == file || verify("a list\n", &changed, &key(1).public()).is_err());
        }
    }
}
