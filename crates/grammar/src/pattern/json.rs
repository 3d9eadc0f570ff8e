//! Characters as JSON strings hold them, in canonical form.

use crate::rule::{CharSet, Expr};

/// Characters that JSON strings hold only escaped.
fn special() -> CharSet {
    CharSet::new([('\0', '\u{1f}'), ('"', '"'), ('\\', '\\')])
}

/// One character of a JSON string, in canonical form, out of a set.
pub(crate) fn string_char(set: &CharSet) -> Expr {
    let plain = set.minus(&special());
    let escaped = set.intersect(&special());
    let mut parts = Vec::new();
    if let Some(one) = plain.only() {
        parts.push(Expr::text(one));
    } else if !plain.is_empty() {
        parts.push(Expr::Class(plain));
    }
    if escaped == special() {
        parts.push(every_escape());
    } else {
        let codes = escaped.ranges().iter().flat_map(|(low, high)| *low..=*high);
        let chars = codes.filter_map(char::from_u32);
        parts.extend(chars.map(|one| Expr::text(crate::style::escape(&one.to_string()))));
    }
    Expr::choice(parts)
}

/// Every escape of the canonical form.
fn every_escape() -> Expr {
    let class = |members: &str| {
        Expr::Class(CharSet::from_ranges(
            members
                .chars()
                .map(|one| (one as u32, one as u32))
                .collect(),
        ))
    };
    let low = Expr::sequence([Expr::text("0"), class("01234567bef")]);
    let high = Expr::sequence([Expr::text("1"), class("0123456789abcdef")]);
    let control = Expr::sequence([Expr::text("u00"), Expr::choice([low, high])]);
    Expr::sequence([
        Expr::text("\\"),
        Expr::choice([class("\"\\bfnrt"), control]),
    ])
}
