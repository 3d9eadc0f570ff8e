//! Time stamps of RFC 3161: the request that is carried to a time-stamping authority, and the token that
//! comes back.
//!
//! An authority signs that bytes with this SHA-256 were shown to it at this time. It is on a network,
//! and this program is not: a request is a file that somebody sends by other means, and the answer is
//! a file that comes back. Both are DER, as `openssl ts` and every authority read and write them.
//!
//! ```text
//! bytes ──SHA-256──▶ request ──▶ (an authority, elsewhere) ──▶ answer ──▶ token ──verify──▶ Stamp
//!                                                                            ▲
//!                                        the authority's certificate, that a person names
//! ```
//!
//! [`verify`] believes one certificate, the one that it is given: the token must be signed by its key,
//! over exactly the hash that is asked about, and the certificate must be one for time stamps and valid
//! at the time that the token says.
//!
//! # Limits
//!
//! No chain of certificates is followed, no list of revoked ones is asked, and whose the certificate is
//! only whoever named it knows. That the authority's clock was right, and that its key was its own at
//! that time, is the authority's word. RSA (PKCS #1 v1.5) and ECDSA over P-256 and P-384 are verified,
//! with SHA-256, SHA-384 or SHA-512; others are refused by name. The attribute that names the
//! certificate by SHA-1 (RFC 2634) has to be there where the newer one is not, and its hash is not
//! compared: the certificate is known whole. A time in fractions of a second (RFC 3161, 2.4.2 allows
//! them) is refused with words that say so, since the library that reads DER reads whole seconds. Answers
//! and certificates longer than [`MAX_BYTES`] are refused.
//!
//! ```
//! let request = timestamp::request(&[7; 32])?;
//! assert_eq!(request.first(), Some(&0x30)); // a DER sequence
//! # Ok::<(), timestamp::StampError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod algorithm;
mod error;
mod signature;

use std::fmt::Write as _;

use cms::content_info::ContentInfo;
use cms::signed_data::{SignedData, SignerIdentifier, SignerInfo};
use der::asn1::{Any, Null, ObjectIdentifier, OctetString};
use der::{Decode, DecodePem, Encode, ErrorKind, Sequence, Tag};
use sha2::{Digest, Sha256};
use x509_cert::Certificate;
use x509_cert::attr::Attribute;
use x509_cert::ext::pkix::{ExtendedKeyUsage, SubjectKeyIdentifier};
use x509_cert::spki::AlgorithmIdentifier;
use x509_tsp::{MessageImprint, TimeStampReq, TimeStampResp, TspVersion, TstInfo};

use algorithm::{SHA_256, hash};

pub use error::StampError;

/// Signed data (RFC 5652, 5.1).
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
/// What a token holds (RFC 3161, 2.4.2).
const TST_INFO: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.1.4");
/// Signed attributes (RFC 5652, 11.1 and 11.2; RFC 2634; RFC 5035).
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_CERTIFICATE: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.12");
const SIGNING_CERTIFICATE_2: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");
/// What a certificate for time stamps is for, and nothing else (RFC 3161, 2.3).
const TIME_STAMPING: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.8");

/// Longest answer and longest certificate that are read, in bytes: a token with a chain of certificates has
/// a few kilobytes.
pub const MAX_BYTES: u64 = 256 << 10;

/// A request for a time stamp of bytes with this SHA-256, in DER. It asks for the authority's
/// certificate to be in the token, and holds no nonce: that would show that an answer is fresh, and
/// the answer's own time is what is wanted here.
///
/// # Errors
///
/// [`StampError::Form`], which does not happen.
pub fn request(sha256: &[u8; 32]) -> Result<Vec<u8>, StampError> {
    let algorithm = AlgorithmIdentifier {
        oid: SHA_256,
        parameters: Some(Any::from(Null)),
    };
    let request = TimeStampReq {
        version: TspVersion::V1,
        message_imprint: MessageImprint {
            hash_algorithm: algorithm,
            hashed_message: OctetString::new(sha256.as_slice())?,
        },
        req_policy: None,
        nonce: None,
        cert_req: true,
        extensions: None,
    };
    Ok(request.to_der()?)
}

/// The token in an answer of an authority, in DER; the answer may be the token itself.
///
/// # Errors
///
/// [`StampError::Refused`] where the authority gave none; [`StampError::TooLong`]; [`StampError::Form`].
pub fn token_of(answer: &[u8]) -> Result<Vec<u8>, StampError> {
    check_length(answer)?;
    if let Ok(token) = ContentInfo::from_der(answer) {
        return Ok(token.to_der()?);
    }
    let answer = TimeStampResp::from_der(answer)?;
    // 0: granted, 1: granted with changes (RFC 3161, 2.4.2).
    let status = answer.status.status as u32;
    match answer.time_stamp_token {
        Some(token) if status <= 1 => Ok(token.to_der()?),
        _ => Err(StampError::Refused { status }),
    }
}

/// The certificate of an authority, as a person names it.
#[derive(Debug, Clone)]
pub struct Authority {
    certificate: Certificate,
    der: Vec<u8>,
}

impl Authority {
    /// Reads a certificate in PEM or DER. White space behind PEM is passed over.
    ///
    /// # Errors
    ///
    /// [`StampError::Form`] for what is none, or more than one; [`StampError::TooLong`].
    pub fn read(bytes: &[u8]) -> Result<Self, StampError> {
        check_length(bytes)?;
        let certificate = if bytes.starts_with(&[0x30]) {
            Certificate::from_der(bytes)?
        } else {
            Certificate::from_pem(bytes.trim_ascii_end())?
        };
        let der = certificate.to_der()?;
        Ok(Self { certificate, der })
    }

    /// Its bytes in DER.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Whose it says that it is: the distinguished name (RFC 4514).
    pub fn name(&self) -> String {
        self.certificate.tbs_certificate.subject.to_string()
    }

    /// Lower-case hexadecimal SHA-256 of [`Authority::der`], its fingerprint.
    pub fn sha256(&self) -> String {
        hexadecimal(&Sha256::digest(&self.der))
    }

    /// Whether it is for time stamps and nothing else, and was valid then (seconds since 1970).
    ///
    /// # Errors
    ///
    /// [`StampError::NotForStamps`], [`StampError::NotValidThen`].
    pub fn check_purpose(&self, seconds: u64) -> Result<(), StampError> {
        let about = &self.certificate.tbs_certificate;
        let usage = about.get::<ExtendedKeyUsage>()?;
        let is_for_stamps =
            usage.is_some_and(|(critical, usage)| critical && usage.0 == [TIME_STAMPING]);
        if !is_for_stamps {
            return Err(StampError::NotForStamps);
        }
        let from = about.validity.not_before.to_unix_duration().as_secs();
        let until = about.validity.not_after.to_unix_duration().as_secs();
        if (from..=until).contains(&seconds) {
            return Ok(());
        }
        Err(StampError::NotValidThen)
    }

    /// Whether a signature says that it is by this certificate.
    fn is(&self, signer: &SignerIdentifier) -> Result<bool, StampError> {
        let about = &self.certificate.tbs_certificate;
        Ok(match signer {
            SignerIdentifier::IssuerAndSerialNumber(named) => {
                named.issuer == about.issuer && named.serial_number == about.serial_number
            }
            SignerIdentifier::SubjectKeyIdentifier(named) => {
                let own = about.get::<SubjectKeyIdentifier>()?;
                own.is_some_and(|(_, own)| own == *named)
            }
        })
    }
}

/// A token that holds: when bytes were there, says who.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// Seconds since 1970.
    pub seconds: u64,
    /// How far from it the true time may be, in microseconds, where the authority says so.
    pub accuracy: Option<u64>,
    /// The token's number at the authority, in hexadecimal digits.
    pub serial: String,
    /// The authority's rules, as it names them (an object identifier).
    pub policy: String,
}

/// Whether a token is one for bytes with this SHA-256, signed by this authority.
///
/// # Errors
///
/// [`StampError`] says what is wrong with it.
pub fn verify(token: &[u8], sha256: &[u8; 32], authority: &Authority) -> Result<Stamp, StampError> {
    let (data, content) = signed_in(token)?;
    let [signer] = data.signer_infos.0.as_slice() else {
        return Err(StampError::form("it has not one signature"));
    };
    if !authority.is(&signer.sid)? {
        return Err(StampError::OtherAuthority);
    }
    check_signature(signer, content.as_bytes(), authority)?;
    let told = TstInfo::from_der(content.as_bytes()).map_err(unread)?;
    if sha256_in(&told) != Some(*sha256) {
        return Err(StampError::OtherBytes);
    }
    let seconds = told.gen_time.to_unix_duration().as_secs();
    authority.check_purpose(seconds)?;
    let accuracy = told.accuracy.map(|accuracy| {
        let part = |part: Option<i16>| u64::from(part.unwrap_or(0).unsigned_abs());
        let seconds = accuracy.seconds.unwrap_or(0).saturating_mul(1_000_000);
        seconds
            .saturating_add(part(accuracy.millis) * 1000)
            .saturating_add(part(accuracy.micros))
    });
    Ok(Stamp {
        seconds,
        accuracy,
        serial: hexadecimal(told.serial_number.as_bytes()),
        policy: told.policy.to_string(),
    })
}

/// The SHA-256 of the bytes that a token says it is a time stamp of; none where it names another hash.
/// Nothing of the token is verified: this says which bytes to verify it with.
///
/// # Errors
///
/// [`StampError::Form`].
pub fn imprint(token: &[u8]) -> Result<Option<[u8; 32]>, StampError> {
    let (_, content) = signed_in(token)?;
    let told = TstInfo::from_der(content.as_bytes()).map_err(unread)?;
    Ok(sha256_in(&told))
}

/// The signed data of a token, and what is signed in it.
fn signed_in(token: &[u8]) -> Result<(SignedData, OctetString), StampError> {
    let token = ContentInfo::from_der(token)?;
    if token.content_type != SIGNED_DATA {
        return Err(StampError::form("it is no signed data"));
    }
    let data: SignedData = token.content.decode_as()?;
    let content = &data.encap_content_info;
    if content.econtent_type != TST_INFO {
        return Err(StampError::form("what is signed is no time stamp"));
    }
    let content = content.econtent.as_ref();
    let content: OctetString = content
        .ok_or(StampError::form("nothing is signed in it"))?
        .decode_as()?;
    Ok((data, content))
}

fn sha256_in(told: &TstInfo) -> Option<[u8; 32]> {
    let imprint = &told.message_imprint;
    let hash = imprint.hashed_message.as_bytes().try_into().ok();
    hash.filter(|_| imprint.hash_algorithm.oid == SHA_256)
}

/// The library's reason, but for a time that it does not read.
fn unread(error: der::Error) -> StampError {
    let time = Tag::GeneralizedTime;
    if error.kind() == (ErrorKind::Value { tag: time }) {
        return StampError::form(
            "its time is not in whole seconds; fractions of a second, which an authority may give, are not read here",
        );
    }
    error.into()
}

/// Whether bytes are short enough to be read.
fn check_length(bytes: &[u8]) -> Result<(), StampError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(StampError::TooLong);
    }
    Ok(())
}

/// Whether the signature is the authority's, over what is signed (RFC 5652, 5.4).
fn check_signature(
    signer: &SignerInfo,
    content: &[u8],
    authority: &Authority,
) -> Result<(), StampError> {
    let attributes = signer.signed_attrs.as_ref();
    let attributes = attributes.ok_or(StampError::form("it has no signed attributes"))?;
    let of_kind = |kind: ObjectIdentifier| one_value(attributes.iter(), kind);
    let kind = of_kind(CONTENT_TYPE)?.ok_or(StampError::form("its kind is not signed"))?;
    if kind.decode_as::<ObjectIdentifier>()? != TST_INFO {
        return Err(StampError::form("what is signed is no time stamp"));
    }
    let digest = of_kind(MESSAGE_DIGEST)?.ok_or(StampError::form("its hash is not signed"))?;
    let digest: OctetString = digest.decode_as()?;
    if hash(&signer.digest_alg.oid, content)? != digest.as_bytes() {
        return Err(StampError::Signature);
    }
    match of_kind(SIGNING_CERTIFICATE_2)? {
        Some(named) => check_named(named, authority)?,
        None if of_kind(SIGNING_CERTIFICATE)?.is_some() => {}
        None => return Err(StampError::form("it does not name its certificate")),
    }
    let key = &authority
        .certificate
        .tbs_certificate
        .subject_public_key_info;
    signature::check(
        &key.to_der()?,
        (&signer.signature_algorithm.oid, &signer.digest_alg.oid),
        &attributes.to_der()?,
        signer.signature.as_bytes(),
    )
}

/// The value of the one attribute of a kind; none where there is no such attribute.
fn one_value<'a>(
    attributes: impl Iterator<Item = &'a Attribute>,
    kind: ObjectIdentifier,
) -> Result<Option<&'a Any>, StampError> {
    let mut found = attributes.filter(|attribute| attribute.oid == kind);
    match (found.next(), found.next()) {
        (None, _) => Ok(None),
        (Some(attribute), None) if attribute.values.len() == 1 => Ok(attribute.values.get(0)),
        _ => Err(StampError::form("a signed attribute stands there twice")),
    }
}

/// The certificate that a token says that it is signed by (RFC 5035, 4).
#[derive(Sequence)]
struct SigningCertificate {
    certificates: Vec<CertificateId>,
    #[asn1(optional = "true")]
    policies: Option<Any>,
}

#[derive(Sequence)]
struct CertificateId {
    #[asn1(optional = "true")]
    algorithm: Option<AlgorithmIdentifier<Any>>,
    hash: OctetString,
    #[asn1(optional = "true")]
    issuer: Option<Any>,
}

fn check_named(named: &Any, authority: &Authority) -> Result<(), StampError> {
    let named: SigningCertificate = named.decode_as()?;
    // The first is the signer's.
    let first = named.certificates.first();
    let first = first.ok_or(StampError::form("it does not name its certificate"))?;
    let algorithm = first.algorithm.as_ref().map_or(SHA_256, |one| one.oid);
    if hash(&algorithm, &authority.der)? == first.hash.as_bytes() {
        return Ok(());
    }
    Err(StampError::OtherAuthority)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
