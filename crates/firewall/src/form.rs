//! The forms of values that are written as one string, and the bounds of
//! those that nest: looked at letter by letter, beside the schema's patterns.

use serde_json::Value;

/// Deepest tree that is looked at; the contract's schema may ask for less.
const MAX_TREE_DEPTH: usize = 16;
/// Digits of a telephone number with its country code (ITU-T E.164).
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 5..=21;

/// One `@`, a local part without empty pieces, a domain with a last label of
/// letters.
pub(crate) fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let local_fits = !local.is_empty()
        && local.split('.').all(|piece| {
            !piece.is_empty()
                && piece
                    .bytes()
                    .all(|byte| byte.is_ascii_graphic() && !b"@,;:<>()[]\\\"".contains(&byte))
        });
    local_fits && is_domain(domain) && domain.contains('.')
}

/// Labels of letters, digits and inner hyphens; the last of letters.
fn is_domain(text: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == '-')
    };
    let last = text.rsplit('.').next().unwrap_or("");
    text.split('.').all(label) && last.chars().count() >= 2 && last.chars().all(char::is_alphabetic)
}

/// Digits in groups, and only what groups them.
pub(crate) fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let plus_leads = text.rfind('+').is_none_or(|at| at == 0);
    let (open, close) = (text.matches('(').count(), text.matches(')').count());
    let number = text.split(['x', 'e']).next().unwrap_or(text);
    let plain = number
        .chars()
        .all(|letter| letter.is_ascii_digit() || " +()./-".contains(letter));
    PHONE_DIGITS.contains(&digits) && plus_leads && open == close && open <= 1 && plain
}

/// A scheme of the web or `www.`, a host, no white space.
pub(crate) fn is_url(text: &str) -> bool {
    let lower = text.to_lowercase();
    let rest = ["https://", "http://", "ftp://"]
        .iter()
        .find_map(|scheme| lower.strip_prefix(scheme))
        .or_else(|| lower.starts_with("www.").then_some(lower.as_str()));
    let Some(rest) = rest else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or("");
    let host = host.rsplit('@').next().unwrap_or(host);
    let (name, port) = host.split_once(':').unwrap_or((host, "0"));
    let dotted = name.contains('.') && name.split('.').all(|label| !label.is_empty());
    dotted
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && !text
            .chars()
            .any(|letter| letter.is_whitespace() || letter.is_control() || "<>\"".contains(letter))
}

/// Whether a tree has no more levels than are looked at, and every label has
/// words.
pub(crate) fn is_tree(tree: &Value) -> bool {
    let mut level = vec![tree];
    for _ in 0..MAX_TREE_DEPTH {
        let labelled = |node: &&Value| {
            node.get("label")
                .and_then(Value::as_str)
                .is_some_and(|label| !label.trim().is_empty())
        };
        if !level.iter().all(labelled) {
            return false;
        }
        level = level
            .iter()
            .filter_map(|node| node.get("children").and_then(Value::as_array))
            .flatten()
            .collect();
        if level.is_empty() {
            return true;
        }
    }
    false
}

/// Whether a structured value says anything at all.
pub(crate) fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Object(fields) => fields.values().any(says_something),
        Value::Array(values) => values.iter().any(says_something),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tells_mailboxes_from_other_words() {
        for right in ["a.b@example.org", "o'neil+x@sub.example.co.uk"] {
            assert!(is_email(right), "{right}");
        }
        for wrong in [
            "example.org",
            "a@b",
            "a@@b.org",
            "a@b.o",
            ".a@b.org",
            "a b@c.org",
            "a@-b.org",
            "a@b.org.",
            "@b.org",
        ] {
            assert!(!is_email(wrong), "{wrong}");
        }
    }

    #[test]
    fn tells_telephone_numbers_from_other_digits() {
        for right in ["+49 (0)30 123456", "07-3507405", "020 7946 0018 x 12"] {
            assert!(is_phone(right), "{right}");
        }
        for wrong in [
            "1234",
            "12+345678",
            "030 12a4567",
            "(030 1234567",
            "1,234,567",
        ] {
            assert!(!is_phone(wrong), "{wrong}");
        }
    }

    #[test]
    fn tells_web_addresses_from_other_words() {
        for right in [
            "https://example.org/a?b=1",
            "www.example.org",
            "http://example.org:8080/",
        ] {
            assert!(is_url(right), "{right}");
        }
        for wrong in [
            "example.org",
            "https://example",
            "https://exa mple.org",
            "javascript://x.y",
            "https://.org",
            "https://a.b:x/",
        ] {
            assert!(!is_url(wrong), "{wrong}");
        }
    }

    #[test]
    fn bounds_trees_and_asks_for_labels() {
        let mut deep = json!({"label": "a", "children": []});
        for _ in 0..30 {
            deep = json!({"label": "a", "children": [deep]});
        }
        assert!(!is_tree(&deep));
        assert!(is_tree(
            &json!({"label": "a", "children": [{"label": "b", "children": []}]})
        ));
        assert!(!is_tree(
            &json!({"label": "a", "children": [{"label": " ", "children": []}]})
        ));
    }
}
