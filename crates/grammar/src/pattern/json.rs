//! Characters as JSON strings hold them, in canonical form.

use crate::rule::{CharSet, Expr};

/// Characters that JSON strings hold only escaped.
fn special() -> CharSet {
    CharSet::new([('\0', '\u{1f}'), ('"', '"'), ('\\', '\\')])
}

/// One character of a JSON string, in canonical form, out of a set.
pub(crate) fn string_char(set: &CharSet) -> Expr {
    let plain = set.minus(&special());
    let mut parts = Vec::new();
    if let Some(one) = plain.only() {
        parts.push(Expr::text(one));
    } else if !plain.is_empty() {
        parts.push(Expr::Class(plain));
    }
    parts.extend(escaped(&set.intersect(&special())));
    Expr::choice(parts)
}

/// The escapes of some special characters: `\n` and the like, `\u00xx` for the
/// control characters that have none.
fn escaped(set: &CharSet) -> Option<Expr> {
    let codes = set.ranges().iter().flat_map(|(low, high)| *low..=*high);
    let (mut short, mut groups) = (Vec::new(), [Vec::new(), Vec::new()]);
    for one in codes.filter_map(char::from_u32) {
        let escape = crate::style::escape(&one.to_string());
        let mut letters = escape.chars().skip(1);
        match (letters.next(), escape.chars().last()) {
            (Some('u'), Some(last)) => {
                if let Some(group) = groups.get_mut(usize::from(one >= '\u{10}')) {
                    group.push(last);
                }
            }
            (Some(letter), _) => short.push(letter),
            (None, _) => {}
        }
    }
    let any_of = |letters: Vec<char>| match letters.as_slice() {
        [] => None,
        [one] => Some(Expr::text(*one)),
        _ => Some(Expr::Class(CharSet::new(
            letters.into_iter().map(|one| (one, one)),
        ))),
    };
    let mut ways: Vec<Expr> = any_of(short).into_iter().collect();
    let lead = ["0", "1"].into_iter().zip(groups);
    let control =
        lead.filter_map(|(digit, group)| Some(Expr::sequence([Expr::text(digit), any_of(group)?])));
    let control: Vec<Expr> = control.collect();
    if !control.is_empty() {
        ways.push(Expr::sequence([Expr::text("u00"), Expr::choice(control)]));
    }
    let any = !ways.is_empty();
    any.then(|| Expr::sequence([Expr::text("\\"), Expr::choice(ways)]))
}
