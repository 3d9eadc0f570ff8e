//! Signatures of authorities, by the algorithms that they name.

use der::asn1::ObjectIdentifier;
use rsa::PublicKey;
use rsa::pkcs1v15;
use rsa::pkcs8::DecodePublicKey;
use rsa::signature::Verifier;
use rsa::signature::hazmat::PrehashVerifier;
use sha2::{Digest, Sha256, Sha384, Sha512};

use crate::algorithm::{SHA_256, SHA_384, SHA_512};
use crate::error::StampError;

/// RSA as CMS writes it where the hash is named beside it, and with its hash (RFC 8017, C).
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const RSA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.11");
const RSA_384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.12");
const RSA_512: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.13");
/// ECDSA with its hash (RFC 5758, 3.2).
const ECDSA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");
const ECDSA_384: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.3");
const ECDSA_512: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.4");

/// Whether a signature over a message is by the key in `spki` (DER), by the algorithm that is named
/// with its hash, or with the hash beside it.
pub(crate) fn check(
    spki: &[u8],
    (algorithm, beside): (&ObjectIdentifier, &ObjectIdentifier),
    message: &[u8],
    signature: &[u8],
) -> Result<(), StampError> {
    let algorithm = match (*algorithm, *beside) {
        (RSA, SHA_256) => RSA_256,
        (RSA, SHA_384) => RSA_384,
        (RSA, SHA_512) => RSA_512,
        (named, _) => named,
    };
    match algorithm {
        RSA_256 => check_rsa::<Sha256>(spki, message, signature),
        RSA_384 => check_rsa::<Sha384>(spki, message, signature),
        RSA_512 => check_rsa::<Sha512>(spki, message, signature),
        ECDSA_256 => check_ecdsa(spki, &Sha256::digest(message), signature),
        ECDSA_384 => check_ecdsa(spki, &Sha384::digest(message), signature),
        ECDSA_512 => check_ecdsa(spki, &Sha512::digest(message), signature),
        other => Err(StampError::unknown(other)),
    }
}

fn check_rsa<H>(spki: &[u8], message: &[u8], signature: &[u8]) -> Result<(), StampError>
where
    H: Digest + rsa::pkcs8::AssociatedOid,
{
    let key = PublicKey::from_public_key_der(spki).map_err(|_| StampError::Signature)?;
    let signature = pkcs1v15::Signature::try_from(signature).map_err(|_| StampError::Signature)?;
    pkcs1v15::VerifyingKey::<H>::new(key)
        .verify(message, &signature)
        .map_err(|_| StampError::Signature)
}

/// The curve is the key's.
fn check_ecdsa(spki: &[u8], hash: &[u8], signature: &[u8]) -> Result<(), StampError> {
    let no = |_| StampError::Signature;
    if let Ok(key) = p256::ecdsa::VerifyingKey::from_public_key_der(spki) {
        let signature = p256::ecdsa::Signature::from_der(signature).map_err(no)?;
        return key.verify_prehash(hash, &signature).map_err(no);
    }
    let key = p384::ecdsa::VerifyingKey::from_public_key_der(spki);
    let key =
        key.map_err(|_| StampError::form("the certificate's key is on no curve known here"))?;
    let signature = p384::ecdsa::Signature::from_der(signature).map_err(no)?;
    key.verify_prehash(hash, &signature).map_err(no)
}
