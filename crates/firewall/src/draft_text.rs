//! A draft as text, before any parser has made something of it.
//!
//! Parsers differ on `{"a":1,"a":2}`: most keep the last, some the first. A
//! text that can be read in two ways is refused before it is read in one.

use crate::finding::{Finding, FindingKind};
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

/// Longest draft that is read, in bytes: a thousand times what an answer has.
const MAX_BYTES: usize = 4 << 20;

/// Checks the raw text of a draft, whatever its contract: one JSON value with
/// nothing behind it, nested no deeper than the JSON parser goes (128), and
/// no key twice in one object, escapes resolved (`"a"` and `"\u0061"` are one
/// key).
///
/// Empty: the text can be read in exactly one way. The pointer of a finding
/// is that of the object with the repeated key.
///
/// ```
/// assert!(firewall::check_draft_text(r#"{"a":{"b":1},"b":2}"#).is_empty());
/// let findings = firewall::check_draft_text(r#"{"a":{"b":1,"\u0062":2}}"#);
/// assert_eq!(findings[0].kind, firewall::FindingKind::RepeatedKey);
/// assert_eq!(findings[0].pointer, "/a");
/// ```
pub fn check_draft_text(text: &str) -> Vec<Finding> {
    if text.len() > MAX_BYTES {
        return vec![Finding::new(FindingKind::MalformedJson, "")];
    }
    let repeated = RefCell::new(None);
    let mut parser = serde_json::Deserializer::from_str(text);
    let place = Place {
        pointer: String::new(),
        repeated: &repeated,
    };
    let read = place.deserialize(&mut parser).and_then(|()| parser.end());
    match (repeated.into_inner(), read) {
        (Some(pointer), _) => vec![Finding::new(FindingKind::RepeatedKey, pointer)],
        // The parser says what was wrong in words that may quote the draft.
        (None, Err(_)) => vec![Finding::new(FindingKind::MalformedJson, "")],
        (None, Ok(())) => Vec::new(),
    }
}

/// Walks one value and keeps nothing but the keys of the open objects.
struct Place<'a> {
    pointer: String,
    repeated: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, parser: D) -> Result<(), D::Error> {
        parser.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        for at in 0_usize.. {
            let item = Place {
                pointer: format!("{}/{at}", self.pointer),
                repeated: self.repeated,
            };
            if items.next_element_seed(item)?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(key) = fields.next_key::<String>()? {
            let name = key.replace('~', "~0").replace('/', "~1");
            if !keys.insert(key) {
                self.repeated.replace(Some(self.pointer));
                return Err(A::Error::custom("a key stands twice"));
            }
            fields.next_value_seed(Place {
                pointer: format!("{}/{name}", self.pointer),
                repeated: self.repeated,
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(FindingKind, String)> {
        let findings = check_draft_text(text).into_iter();
        findings
            .map(|finding| (finding.kind, finding.pointer))
            .collect()
    }

    #[test]
    fn a_key_may_stand_once_in_an_object_and_again_in_another() {
        for text in [
            r#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}"#,
            "[]",
            "1.5e3",
            "null",
            r#"  {"a":-1,"A":1, "a ":true}  "#,
        ] {
            assert_eq!(kinds(text), [], "{text}");
        }
    }

    #[test]
    fn repeated_key_is_found_at_every_depth_and_through_escapes() {
        for (text, pointer) in [
            (r#"{"a":1,"a":1}"#, ""),
            (r#"{"a":1,"b":{"c":[0,{"d":1,"e":2,"d":1}]}}"#, "/b/c/1"),
            (r#"{"a":1,"\u0061":2}"#, ""),
            (r#"{"x/y":{"k":1,"k":2}}"#, "/x~1y"),
            // Found before the text is found to be broken further on.
            (r#"{"a":1,"a":2"#, ""),
        ] {
            assert_eq!(
                kinds(text),
                [(FindingKind::RepeatedKey, pointer.into())],
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_single_json_value_is_malformed() {
        let deep = "[".repeat(100_000);
        for text in [
            "",
            "{",
            "{} {}",
            "{'a':1}",
            "{\"a\":1,}",
            "NaN",
            "```json\n{}\n```",
            &deep,
        ] {
            assert_eq!(kinds(text), [(FindingKind::MalformedJson, String::new())]);
        }
    }
}
