//! URI references (RFC 3986, section 5.2), as text: parse, resolve, compare.

/// What stands before the fragment and the fragment, without the `#`.
pub(super) fn split_fragment(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// A reference without its fragment (RFC 3986, section 3).
struct Parts<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
}

impl<'t> Parts<'t> {
    fn read(text: &'t str) -> Self {
        let (text, query) = match text.split_once('?') {
            Some((text, query)) => (text, Some(query)),
            None => (text, None),
        };
        let (scheme, text) = match text.split_once(':').filter(|(name, _)| is_scheme(name)) {
            Some((scheme, rest)) => (Some(scheme), rest),
            None => (None, text),
        };
        let (authority, path) = match text.strip_prefix("//") {
            None => (None, text),
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                let (authority, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
                (Some(authority), path)
            }
        };
        Self {
            scheme,
            authority,
            path,
            query,
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|one: char| one.is_ascii_alphabetic())
        && text
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || matches!(one, '+' | '-' | '.'))
}

/// Resolves a reference without a fragment against an absolute base, which
/// also brings the scheme and the host to lower case.
pub(super) fn resolve(base: &str, reference: &str) -> String {
    let (base, reference) = (Parts::read(base), Parts::read(reference));
    let mut query = reference.query;
    let (mut scheme, mut authority) = (reference.scheme, reference.authority);
    let path = if scheme.is_some() || authority.is_some() {
        without_dots(reference.path)
    } else if reference.path.is_empty() {
        query = query.or(base.query);
        base.path.to_owned()
    } else if reference.path.starts_with('/') {
        without_dots(reference.path)
    } else {
        without_dots(&merge(&base, reference.path))
    };
    if scheme.is_none() {
        scheme = base.scheme;
        authority = authority.or(base.authority);
    }
    let mut out = String::new();
    if let Some(scheme) = scheme {
        out.push_str(&scheme.to_ascii_lowercase());
        out.push(':');
    }
    if let Some(authority) = authority {
        out.push_str("//");
        out.push_str(&authority.to_ascii_lowercase());
    }
    out.push_str(&path);
    if let Some(query) = query {
        out.push('?');
        out.push_str(query);
    }
    out
}

/// RFC 3986, section 5.2.3.
fn merge(base: &Parts<'_>, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    match base.path.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{path}"),
        None => path.to_owned(),
    }
}

/// RFC 3986, section 5.2.4.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        match part {
            "." | ".." => {
                // The first part of an absolute path is empty and stays.
                if part == ".."
                    && kept
                        .last()
                        .is_some_and(|one| kept.len() > 1 || !one.is_empty())
                {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            part => kept.push(part),
        }
    }
    kept.join("/")
}

/// Decodes `%41`; text that is not encoded correctly stays as it is.
pub(super) fn percent_decode(text: &str) -> String {
    fn decode(text: &str) -> Option<String> {
        let mut out = Vec::with_capacity(text.len());
        let mut bytes = text.bytes();
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                out.push(byte);
                continue;
            }
            let high = (bytes.next()? as char).to_digit(16)?;
            let low = (bytes.next()? as char).to_digit(16)?;
            out.push((high * 16 + low) as u8);
        }
        String::from_utf8(out).ok()
    }
    if !text.contains('%') {
        return text.to_owned();
    }
    decode(text).unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_rfc_3986_section_5_4_lists_them() {
        let base = "http://a/b/c/d;p?q";
        for (reference, wanted) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/../y", "http://a/b/c/y"),
        ] {
            assert_eq!(resolve(base, reference), wanted, "{reference}");
        }
        assert_eq!(resolve("urn:uuid:1-2", ""), "urn:uuid:1-2");
        assert_eq!(resolve("document:///", "a.json"), "document:///a.json");
        assert_eq!(
            resolve("HTTP://Ex.Org/A", "HTTP://Ex.Org/A"),
            "http://ex.org/A"
        );
    }

    #[test]
    fn percent_signs_that_encode_nothing_stay() {
        assert_eq!(percent_decode("a%25b%20c"), "a%b c");
        assert_eq!(percent_decode("100%"), "100%");
        assert_eq!(percent_decode("%ff"), "%ff");
    }
}
