//! Why a time stamp is not believed.

use der::asn1::ObjectIdentifier;

/// Why an answer, a token or a certificate says nothing. Each is a reason to say no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StampError {
    /// The bytes are not in their format.
    #[error("the time stamp or the certificate is not in its format: {reason}")]
    Form {
        /// The rule that they break.
        reason: String,
    },
    /// There are more bytes than [`crate::MAX_BYTES`].
    #[error("the time stamp or the certificate is longer than 256 KiB")]
    TooLong,
    /// The authority answered without a token.
    #[error("the authority gave no time stamp: it answered with status {status}")]
    Refused {
        /// Its status (RFC 3161, 2.4.2): 2 rejected, 3 waiting, 4 and 5 revocation.
        status: u32,
    },
    /// The token is of other bytes.
    #[error("the time stamp is of other bytes than this checkpoint")]
    OtherBytes,
    /// The certificate that was named is not the one that the token is signed by.
    #[error("the time stamp was not signed by the certificate that was named")]
    OtherAuthority,
    /// The signature does not fit.
    #[error("the signature of the time stamp does not fit")]
    Signature,
    /// The certificate may not sign time stamps.
    #[error("the certificate is not one for time stamps alone (RFC 3161, 2.3)")]
    NotForStamps,
    /// The certificate was not valid yet, or no longer.
    #[error("the certificate was not valid at the time that the time stamp says")]
    NotValidThen,
    /// An algorithm that this program does not verify.
    #[error("the time stamp is signed by an algorithm that is not known here: {algorithm}")]
    Unknown {
        /// Its object identifier.
        algorithm: String,
    },
}

impl StampError {
    /// What a person can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Form { .. } => {
                "give the authority's answer as it came (DER), and its certificate in PEM or DER"
            }
            Self::TooLong => {
                "give the authority's answer alone, and its one certificate without others and without other text"
            }
            Self::Refused { .. } => "ask again, or ask another authority",
            Self::OtherBytes => "give the checkpoint that the request was made of, unchanged",
            Self::OtherAuthority => {
                "name the authority's own certificate, not that of who issued it; the token holds it: \
                 openssl ts -reply -in ANSWER -token_out | openssl pkcs7 -inform DER -print_certs"
            }
            Self::Signature => {
                "get the answer again from where it came; if it stays so, do not believe it"
            }
            Self::NotForStamps | Self::NotValidThen | Self::Unknown { .. } => {
                "ask another authority"
            }
        }
    }

    pub(crate) fn form(reason: &str) -> Self {
        Self::Form {
            reason: reason.to_owned(),
        }
    }

    pub(crate) fn unknown(algorithm: ObjectIdentifier) -> Self {
        Self::Unknown {
            algorithm: algorithm.to_string(),
        }
    }
}

impl From<der::Error> for StampError {
    fn from(error: der::Error) -> Self {
        Self::Form {
            reason: error.to_string(),
        }
    }
}
