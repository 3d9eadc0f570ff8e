//! Names of files in a sealed folder: relative paths that mean the same on
//! every system and lead nowhere else.

/// Longest name, in bytes.
pub const MAX_BYTES: usize = 240;

/// Whether a list may hold this name: parts of ASCII letters, digits and
/// `. _ + - ~ % @ ,` with `/` between them. No part is empty or begins with a
/// point or a hyphen, so that `..`, hidden files, absolute paths and what a
/// program would take for an option are no names.
///
/// # Examples
///
/// ```
/// use transfer::name::is_allowed;
///
/// assert!(is_allowed("ocr/tesseract-ocr-eng_1%3a4.1.0-2_all.deb"));
/// assert!(!is_allowed("../.bashrc") && !is_allowed("/etc/passwd") && !is_allowed("a//b"));
/// ```
pub fn is_allowed(name: &str) -> bool {
    name.len() <= MAX_BYTES && name.split('/').all(is_allowed_part)
}

fn is_allowed_part(part: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-~%@,".contains(&byte);
    part.bytes().all(plain) && !part.is_empty() && !part.starts_with(['.', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn refuses_what_leads_out_or_reads_as_something_else() {
        for name in [
            "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", ".hidden", "a/.b",
            "-rf", "a/-b", "a b", "a\nb", "a\\b", "C:", "a\0", "ä", "a*", "$HOME", "`a`", "a;b",
        ] {
            assert!(!is_allowed(name), "{name:?}");
        }
        assert!(!is_allowed(&"a".repeat(MAX_BYTES + 1)));
        assert!(is_allowed(&"a".repeat(MAX_BYTES)));
    }

    proptest! {
        #[test]
        fn an_allowed_name_stays_in_its_folder(name in "[a./-]{0,12}") {
            let path = std::path::Path::new(&name);
            let inside = path.components().all(|one| matches!(one, std::path::Component::Normal(_)));
            prop_assert!(!is_allowed(&name) || (inside && !name.is_empty()));
        }
    }
}
