//! The classes that ECMA-262 names: `\d \w \s .` and `\p{..}`.

use crate::rule::CharSet;

/// `\d`: ASCII digits.
pub(super) fn digits() -> CharSet {
    CharSet::new([('0', '9')])
}

/// `\w`: ASCII letters, digits and `_`; also what `\b` asks about.
pub(super) fn word() -> CharSet {
    CharSet::new([('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')])
}

/// `\s`: `WhiteSpace` and `LineTerminator` of ECMA-262.
pub(super) fn blank() -> CharSet {
    CharSet::new([
        ('\t', '\r'),
        (' ', ' '),
        ('\u{a0}', '\u{a0}'),
        ('\u{1680}', '\u{1680}'),
        ('\u{2000}', '\u{200a}'),
        ('\u{2028}', '\u{2029}'),
        ('\u{202f}', '\u{202f}'),
        ('\u{205f}', '\u{205f}'),
        ('\u{3000}', '\u{3000}'),
        ('\u{feff}', '\u{feff}'),
    ])
}

/// `.`: everything but `LineTerminator`.
pub(super) fn not_line_end() -> CharSet {
    CharSet::new([('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')]).negate()
}

/// `\p{name}` by the Unicode tables; names are read without regard to case, as
/// Unicode advises. `None` for an unknown one.
pub(super) fn property(name: &str) -> Option<CharSet> {
    let plain = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '=');
    if name.is_empty() || !name.chars().all(plain) {
        return None;
    }
    let tree = regex_syntax::parse(&format!("\\p{{{name}}}")).ok()?;
    match tree.kind() {
        regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class)) => {
            let range = |one: &regex_syntax::hir::ClassUnicodeRange| (one.start(), one.end());
            Some(CharSet::new(class.iter().map(range)))
        }
        regex_syntax::hir::HirKind::Literal(one) => {
            let text = std::str::from_utf8(&one.0).ok()?;
            Some(CharSet::new(text.chars().map(|one| (one, one))))
        }
        _ => None,
    }
}
