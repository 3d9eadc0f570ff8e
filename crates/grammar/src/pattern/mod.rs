//! Regular expressions of JSON Schema (ECMA-262): a parser of its own for the
//! part that is regular, and what is asked of the result: which rule it is,
//! whether a text matches, how long its matches are.

mod format;
mod parse;

pub(crate) use format::format_pattern;

use crate::rule::{CharSet, Expr};
use std::collections::BTreeSet;
use thiserror::Error;

/// Why a pattern cannot be said in rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum PatternError {
    #[error("the pattern does not parse: {what} at character {at}")]
    Syntax { what: &'static str, at: usize },
    #[error("{what} cannot be said in a grammar yet")]
    Unsupported { what: &'static str },
}

/// A regular expression over scalar values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Class(CharSet),
    Concat(Vec<Node>),
    Alt(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
    Start,
    End,
}

/// A pattern whose matches are whole strings: search semantics are written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern(Node);

impl Pattern {
    /// Reads a pattern with ECMA-262 search semantics.
    pub fn read(text: &str, max_nesting: usize) -> Result<Self, PatternError> {
        Ok(Self(search(&parse::parse(text, max_nesting)?, 0)?))
    }

    /// The inside of a JSON string that matches.
    pub fn lower(&self) -> Expr {
        lower(&self.0)
    }

    /// Whether the whole text matches.
    pub fn is_match(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        ends(&self.0, &BTreeSet::from([0]), &text).contains(&text.len())
    }

    /// Fewest and most characters of a match.
    pub fn lengths(&self) -> (u32, Option<u32>) {
        lengths(&self.0)
    }

    /// The pattern cut to lengths, where it is one class repeated.
    pub fn with_lengths(&self, min: u32, max: Option<u32>) -> Option<Self> {
        let (inner, low, high) = match &self.0 {
            Node::Repeat(inner, low, high) => (inner, *low, *high),
            Node::Concat(parts) => match parts.as_slice() {
                [Node::Repeat(inner, low, high)] => (inner, *low, *high),
                _ => return None,
            },
            _ => return None,
        };
        let mut class = inner.as_ref();
        while let Node::Concat(parts) | Node::Alt(parts) = class {
            let [only] = parts.as_slice() else {
                return None;
            };
            class = only;
        }
        let Node::Class(_) = class else { return None };
        let high = match (high, max) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        };
        let low = low.max(min);
        let possible = high.is_none_or(|high| low <= high);
        possible.then(|| Self(Node::Repeat(Box::new(class.clone()), low, high)))
    }
}

fn any_text() -> Node {
    Node::Repeat(Box::new(Node::Class(CharSet::any())), 0, None)
}

fn has_anchor(node: &Node) -> bool {
    match node {
        Node::Start | Node::End => true,
        Node::Class(_) => false,
        Node::Concat(parts) | Node::Alt(parts) => parts.iter().any(has_anchor),
        Node::Repeat(inner, ..) => has_anchor(inner),
    }
}

/// Writes search semantics out: what has no anchor gets text around it.
fn search(node: &Node, depth: usize) -> Result<Node, PatternError> {
    let unsupported = |what| Err(PatternError::Unsupported { what });
    if depth > 32 {
        return unsupported("anchors nested that deep");
    }
    if let Node::Alt(parts) = node {
        let parts = parts
            .iter()
            .map(|part| search(part, depth + 1))
            .collect::<Result<_, _>>()?;
        return Ok(Node::Alt(parts));
    }
    let mut parts: Vec<Node> = Vec::new();
    flatten(node, &mut parts);
    // Anchors inside an alternation at either end: write the alternation out.
    let last = parts.len().saturating_sub(1);
    for at in [0, last] {
        let Some(Node::Alt(options)) = parts.get(at).filter(|part| has_anchor(part)).cloned()
        else {
            continue;
        };
        let with = |option: Node| {
            let mut parts = parts.clone();
            if let Some(slot) = parts.get_mut(at) {
                *slot = option;
            }
            search(&Node::Concat(parts), depth + 1)
        };
        return Ok(Node::Alt(
            options.into_iter().map(with).collect::<Result<_, _>>()?,
        ));
    }
    let mut start = false;
    while parts.first() == Some(&Node::Start) {
        parts.remove(0);
        start = true;
    }
    let mut end = false;
    while parts.last() == Some(&Node::End) {
        parts.pop();
        end = true;
    }
    if parts.iter().any(has_anchor) {
        return unsupported("an anchor in the middle of a pattern");
    }
    if !start {
        parts.insert(0, any_text());
    }
    if !end {
        parts.push(any_text());
    }
    Ok(Node::Concat(parts))
}

fn flatten(node: &Node, out: &mut Vec<Node>) {
    match node {
        Node::Concat(parts) => parts.iter().for_each(|part| flatten(part, out)),
        Node::Alt(parts) if parts.len() == 1 => parts.iter().for_each(|part| flatten(part, out)),
        other => out.push(other.clone()),
    }
}

fn lower(node: &Node) -> Expr {
    match node {
        Node::Class(set) => string_char(set),
        Node::Concat(parts) => Expr::sequence(parts.iter().map(lower)),
        Node::Alt(parts) => Expr::choice(parts.iter().map(lower)),
        Node::Repeat(inner, min, max) => lower(inner).repeat(*min, *max),
        Node::Start | Node::End => Expr::empty(),
    }
}

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

fn ends(node: &Node, from: &BTreeSet<usize>, text: &[char]) -> BTreeSet<usize> {
    match node {
        Node::Class(set) => {
            let hit = |at: &&usize| text.get(**at).is_some_and(|one| set.contains(*one));
            from.iter().filter(hit).map(|at| at + 1).collect()
        }
        Node::Concat(parts) => parts
            .iter()
            .fold(from.clone(), |from, part| ends(part, &from, text)),
        Node::Alt(parts) => parts
            .iter()
            .flat_map(|part| ends(part, from, text))
            .collect(),
        Node::Repeat(inner, min, max) => {
            let mut now = from.clone();
            let mut out = BTreeSet::new();
            let most = max.unwrap_or(u32::MAX);
            let enough = min.saturating_add(text.len() as u32 + 1);
            for turn in 0..=most.min(enough) {
                if turn >= *min {
                    out.extend(&now);
                }
                if now.is_empty() {
                    break;
                }
                now = ends(inner, &now, text);
            }
            out
        }
        Node::Start => from.iter().filter(|at| **at == 0).copied().collect(),
        Node::End => from
            .iter()
            .filter(|at| **at == text.len())
            .copied()
            .collect(),
    }
}

fn lengths(node: &Node) -> (u32, Option<u32>) {
    match node {
        Node::Class(_) => (1, Some(1)),
        Node::Concat(parts) => parts.iter().map(lengths).fold((0, Some(0)), |sum, one| {
            let max = sum
                .1
                .zip(one.1)
                .and_then(|(a, b): (u32, u32)| a.checked_add(b));
            (sum.0.saturating_add(one.0), max)
        }),
        Node::Alt(parts) => {
            let all: Vec<_> = parts.iter().map(lengths).collect();
            let min = all.iter().map(|one| one.0).min().unwrap_or(0);
            let max = all.iter().map(|one| one.1).collect::<Option<Vec<_>>>();
            (min, max.map(|all| all.into_iter().max().unwrap_or(0)))
        }
        Node::Repeat(inner, min, max) => {
            let one = lengths(inner);
            let most = one.1.zip(*max).and_then(|(a, b)| a.checked_mul(b));
            let most = if one.1 == Some(0) { Some(0) } else { most };
            (one.0.saturating_mul(*min), most)
        }
        Node::Start | Node::End => (0, Some(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_as_ecma_262_searches() {
        let cases = [
            ("^a+$", "aaa", true),
            ("^a+$", "aab", false),
            ("b", "abc", true),
            ("^(a|b)c|d$", "xxd", true),
            ("^(a|b)c|d$", "acxx", true),
            ("(^a|b)$", "xb", true),
            ("(^a|b)$", "xa", false),
            (r"^\d{2,3}[^\s-]\u00e9$", "12xé", true),
            (r"^[\w.-]+@\w+\.[a-z]{2,}$", "a.b-c@x.org", true),
            (r"^\u{1F600}$", "😀", true),
            (r"^\uD83D\uDE00$", "😀", true),
            ("^a{,3}$", "a{,3}", true),
            ("^[^]$", "\n", true),
            ("^.$", "\n", false),
            ("^(?:x*?y)+$", "xxyy", true),
            ("", "anything", true),
        ];
        for (pattern, text, wanted) in cases {
            let read = Pattern::read(pattern, 100).unwrap();
            assert_eq!(read.is_match(text), wanted, "{pattern} on {text}");
        }
    }

    #[test]
    fn says_what_it_cannot_do_and_never_panics() {
        for pattern in [
            "(?=a)b", r"(a)\1", "(", "[z-a]", "a{3,2}", "*", r"\p{L}", r"a\bb", "a^b", "(?i)a",
        ] {
            assert!(Pattern::read(pattern, 100).is_err(), "{pattern}");
        }
        let deep = "(".repeat(5_000) + &")".repeat(5_000);
        assert!(Pattern::read(&deep, 100).is_err());
    }
}
