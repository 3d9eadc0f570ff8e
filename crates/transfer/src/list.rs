//! The list of a sealed folder, in the form of `sha256sum`: a line
//! `HASH  NAME` for each file, in the order of their names.

use crate::error::{Finding, Kind};
use crate::{LIST, name};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Longest list that is read, in bytes.
pub const MAX_BYTES: u64 = 16 << 20;

/// Name to lower-case hexadecimal SHA-256.
pub type List = BTreeMap<String, String>;

/// Writes a list.
pub fn print(list: &List) -> String {
    list.iter().fold(String::new(), |mut text, (name, hash)| {
        let _ = writeln!(text, "{hash}  {name}");
        text
    })
}

/// Reads a list. Strict: there is one way to write one.
///
/// # Errors
///
/// The first line that is none, a name that is not allowed, or names that are
/// out of order or stand twice.
pub fn parse(text: &str) -> Result<List, Finding> {
    let mut list = List::new();
    if !text.ends_with('\n') {
        return Err(Finding::new(
            Kind::List,
            LIST,
            "it does not end with a whole line",
        ));
    }
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let at = |reason: &str| Finding::new(Kind::List, LIST, format!("line {number} {reason}"));
        let Some((hash, name)) = line.split_once("  ") else {
            return Err(at("is no hash and name"));
        };
        if !is_hash(hash) {
            return Err(at("does not begin with a SHA-256"));
        }
        if !name::is_allowed(name) {
            let reason = format!("line {number} of the list has a name that is not allowed");
            return Err(Finding::new(Kind::Name, name, reason));
        }
        if list
            .last_key_value()
            .is_some_and(|(last, _)| last.as_str() >= name)
        {
            return Err(at("is not after the line before it"));
        }
        list.insert(name.to_owned(), hash.to_owned());
    }
    Ok(list)
}

/// Whether this is a SHA-256 in lower-case hexadecimal digits.
pub(crate) fn is_hash(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn says_which_line_is_wrong() {
        let cases = [
            (format!("{HASH}  a"), Kind::List),
            (format!("{HASH} a\n"), Kind::List),
            (format!("{HASH}  b\n{HASH}  a\n"), Kind::List),
            (format!("{HASH}  a\n{HASH}  a\n"), Kind::List),
            (format!("{}  a\n", HASH.to_uppercase()), Kind::List),
            (format!("{HASH}  ../a\n"), Kind::Name),
            (format!("{HASH}  /etc/passwd\n"), Kind::Name),
            (format!("\\{HASH}  a\n"), Kind::List),
            (format!("{HASH}  a\n\n"), Kind::List),
        ];
        for (text, kind) in cases {
            assert_eq!(parse(&text).unwrap_err().kind, kind, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(names in proptest::collection::btree_set("[a-c]{1,3}(/[a-c]{1,3})?", 1..6)) {
            let list: List = names.into_iter().map(|name| (name, HASH.to_owned())).collect();
            let text = print(&list);
            prop_assert_eq!(parse(&text).unwrap(), list);
        }

        #[test]
        fn any_text_without_a_hash_is_refused(text in "[^0-9a-f]*\n?") {
            prop_assert!(parse(&text).is_err());
        }
    }
}
