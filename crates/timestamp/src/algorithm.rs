//! Hashes, by the names that tokens give them.

use der::asn1::ObjectIdentifier;
use sha2::{Digest, Sha256, Sha384, Sha512};

use crate::error::StampError;

/// SHA-256, 384 and 512 (RFC 5754).
pub(crate) const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
pub(crate) const SHA_384: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.2");
pub(crate) const SHA_512: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.3");

/// The hash of bytes, by the algorithm of this name.
pub(crate) fn hash(algorithm: &ObjectIdentifier, bytes: &[u8]) -> Result<Vec<u8>, StampError> {
    match *algorithm {
        SHA_256 => Ok(Sha256::digest(bytes).to_vec()),
        SHA_384 => Ok(Sha384::digest(bytes).to_vec()),
        SHA_512 => Ok(Sha512::digest(bytes).to_vec()),
        other => Err(StampError::unknown(other)),
    }
}
