//! Canonical JSON (RFC 8785) and SHA-256: one text, hence one hash, for one
//! value.
//!
//! RFC 8785 knows only the numbers of JavaScript. An integer beyond 2^53
//! would be rounded silently, and a record would then say something else than
//! was meant: [`check`] refuses it, so that the caller writes a string.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::VaultError;

/// Largest integer every double holds exactly, 2^53 - 1.
const MAX_EXACT_INTEGER: u64 = (1 << 53) - 1;

/// Deepest nesting a body may have. The JSON reader stops at 128; a body that
/// could be written and not be read again would break verification.
const MAX_DEPTH: usize = 100;

/// The bytes of a SHA-256.
pub(crate) type Sha = [u8; 32];

/// The bytes that 64 lower-case hexadecimal digits say; none for anything else.
pub(crate) fn read_sha(text: &str) -> Option<Sha> {
    let digits = text.as_bytes();
    let is_hexadecimal = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    if digits.len() != 64 || !digits.iter().all(is_hexadecimal) {
        return None;
    }
    let mut sha256 = Sha::default();
    for (byte, pair) in sha256.iter_mut().zip(digits.chunks(2)) {
        let pair = std::str::from_utf8(pair).ok()?;
        *byte = u8::from_str_radix(pair, 16).ok()?;
    }
    Some(sha256)
}

/// SHA-256.
pub(crate) fn sha256(bytes: &[u8]) -> Sha {
    Sha256::digest(bytes).into()
}

/// Lower-case hexadecimal SHA-256.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Lower-case hexadecimal SHA-256 of a file, and how many bytes it has.
pub(crate) fn hash_file(path: &Path) -> io::Result<(String, u64)> {
    hash_whole(fs::File::open(path)?)
}

/// The same of a file that is open.
pub(crate) fn hash_whole(mut file: fs::File) -> io::Result<(String, u64)> {
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    let mut part = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut part)?;
        if read == 0 {
            return Ok((hex(&hash.finalize()), bytes));
        }
        hash.update(part.get(..read).unwrap_or_default());
        bytes += read as u64;
    }
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        for nibble in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
        }
    }
    text
}

/// The canonical text of a value.
pub(crate) fn print<T: serde::Serialize>(value: &T) -> Result<String, VaultError> {
    serde_json_canonicalizer::to_string(value).map_err(|_| VaultError::NotCanonical {
        pointer: String::new(),
        reason: "a number is not finite",
    })
}

/// Refuses what canonical JSON cannot hold without loss.
pub(crate) fn check(value: &Value) -> Result<(), VaultError> {
    check_at(value, &mut Vec::new())
}

fn check_at(value: &Value, path: &mut Vec<String>) -> Result<(), VaultError> {
    if path.len() > MAX_DEPTH {
        return Err(refusal(path, "it is nested deeper than 100 levels"));
    }
    match value {
        Value::Number(number) => {
            let magnitude = number
                .as_u64()
                .or_else(|| number.as_i64().map(i64::unsigned_abs));
            match magnitude {
                Some(magnitude) if magnitude > MAX_EXACT_INTEGER => Err(refusal(
                    path,
                    "the integer is beyond 2^53 and would be rounded",
                )),
                _ => Ok(()),
            }
        }
        Value::Array(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            path.push(index.to_string());
            check_at(item, path)?;
            path.pop();
            Ok(())
        }),
        Value::Object(members) => members.iter().try_for_each(|(name, member)| {
            path.push(name.replace('~', "~0").replace('/', "~1"));
            check_at(member, path)?;
            path.pop();
            Ok(())
        }),
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
    }
}

fn refusal(path: &[String], reason: &'static str) -> VaultError {
    let pointer = path.iter().flat_map(|part| ["/", part.as_str()]).collect();
    VaultError::NotCanonical { pointer, reason }
}

#[cfg(test)]
mod tests {
    use super::{check, print, sha256_hex};
    use serde_json::json;

    #[test]
    fn prints_as_the_rfc_does() {
        // RFC 8785, section 3.2.2 and 3.2.3.
        let value: serde_json::Value = serde_json::from_str(
            r#"{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
                "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#,
        )
        .unwrap();
        assert_eq!(
            print(&value).unwrap(),
            r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
        );
    }

    #[test]
    fn sorts_names_by_utf_16_units() {
        // U+1F600 is D83D DE00 in UTF-16 and so stands before U+FB33.
        let value = json!({"\u{fb33}": 1, "\u{1f600}": 2, "ö": 3, "1": 4});
        assert_eq!(
            print(&value).unwrap(),
            "{\"1\":4,\"ö\":3,\"\u{1f600}\":2,\"\u{fb33}\":1}"
        );
    }

    #[test]
    fn refuses_an_integer_that_would_be_rounded() {
        assert!(check(&json!({"seed": 9_007_199_254_740_991_u64})).is_ok());
        let error = check(&json!({"a/b": [0, 9_007_199_254_740_992_u64]})).unwrap_err();
        assert!(error.to_string().contains("\"/a~1b/1\""), "{error}");
        assert!(check(&json!(-9_007_199_254_740_993_i64)).is_err());
    }

    #[test]
    fn refuses_a_body_that_could_not_be_read_again() {
        let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
        assert!(check(&deep).is_err());
        let fine = (0..100).fold(json!(1), |inner, _| json!([inner]));
        assert!(check(&fine).is_ok());
        assert!(serde_json::from_str::<serde_json::Value>(&print(&fine).unwrap()).is_ok());
    }

    #[test]
    fn hashes_as_the_standard_does() {
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
