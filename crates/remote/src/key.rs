//! The key that a server wants.

use zeroize::Zeroizing;

/// Longest key, in bytes.
const MAX_BYTES: usize = 4096;

/// A key. It is shown nowhere, and forgotten when it is dropped.
pub struct Key(Zeroizing<String>);

impl Key {
    /// A key from the text of its file: the one line that is there.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn read(text: &str) -> Result<Key, &'static str> {
        let key = text.trim();
        if key.is_empty() {
            return Err("the key file is empty");
        }
        let is_sendable = |byte: u8| byte.is_ascii_graphic();
        if key.len() > MAX_BYTES || !key.bytes().all(is_sendable) {
            return Err("the key file does not hold one line of printable ASCII");
        }
        Ok(Key(Zeroizing::new(key.to_owned())))
    }

    /// The header's value (RFC 6750).
    pub(crate) fn bearer(&self) -> Zeroizing<String> {
        Zeroizing::new(format!("Bearer {}", self.0.as_str()))
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_one_line_and_is_not_shown() {
        let key = Key::read("sk-123\n").unwrap();
        assert_eq!(key.bearer().as_str(), "Bearer sk-123");
        assert_eq!(format!("{key:?}"), "Key(..)");
        for wrong in ["", " \n", "a\nb", "sk-\u{e9}", "a b"] {
            assert!(Key::read(wrong).is_err(), "{wrong:?}");
        }
        assert!(Key::read(&"a".repeat(MAX_BYTES + 1)).is_err());
    }
}
