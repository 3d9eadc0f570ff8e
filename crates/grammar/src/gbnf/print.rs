//! Rules to text. The same grammar always gives the same bytes.

use crate::rule::{CharSet, Expr, Grammar, Rule};
use std::fmt::Write;

/// Prints a grammar as GBNF: the root first, then the other rules in their
/// order, each with its comment above it. Alternatives of a rule stand on lines
/// of their own when they are long.
///
/// # Examples
/// ```
/// let limits = grammar::Limits::default();
/// let grammar = grammar::gbnf::parse("root ::= (\"a\" | [0-9])+", &limits).unwrap();
/// assert_eq!(grammar::gbnf::print(&grammar), "root ::= (\"a\" | [0-9])+\n");
/// ```
pub fn print(grammar: &Grammar) -> String {
    let mut out = String::new();
    let root = grammar.root().index();
    let rules = grammar.rules();
    let order = std::iter::once(root).chain((0..rules.len()).filter(|index| *index != root));
    for index in order {
        if let Some(rule) = rules.get(index) {
            print_rule(rule, rules, &mut out);
        }
    }
    out
}

fn print_rule(rule: &Rule, rules: &[Rule], out: &mut String) {
    if let Some(comment) = &rule.comment {
        // The parser trims, so what is printed is trimmed.
        let plain = |one: char| if one.is_control() { ' ' } else { one };
        let line: String = comment.chars().map(plain).collect();
        out.push_str("# ");
        out.push_str(line.trim());
        out.push('\n');
    }
    out.push_str(&rule.name);
    out.push_str(" ::= ");
    let start = out.len();
    match &rule.body {
        Expr::Choice(parts) => {
            let mut printed = Vec::with_capacity(parts.len());
            for part in parts {
                let mut one = String::new();
                print_expr(part, rules, Place::Alternative, &mut one);
                printed.push(one);
            }
            let long = printed.iter().map(|one| one.len() + 3).sum::<usize>() > 100;
            out.push_str(&printed.join(if long { " |\n  " } else { " | " }));
        }
        body => print_expr(body, rules, Place::Alternative, out),
    }
    if out.len() == start {
        out.push_str("\"\"");
    }
    out.push('\n');
}

/// What stands around an element, which decides about brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Alternative,
    InSequence,
    Repeated,
}

fn print_expr(expr: &Expr, rules: &[Rule], place: Place, out: &mut String) {
    match expr {
        Expr::Text(text) => print_text(text, out),
        Expr::Class(set) => print_class(set, out),
        Expr::Rule(id) => {
            if let Some(rule) = rules.get(id.index()) {
                out.push_str(&rule.name);
            }
        }
        Expr::Sequence(parts) if parts.is_empty() => out.push_str("\"\""),
        Expr::Sequence(parts) | Expr::Choice(parts) if parts.len() == 1 => {
            for part in parts {
                print_expr(part, rules, place, out);
            }
        }
        Expr::Sequence(parts) => bracketed(place == Place::Repeated, out, |out| {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                print_expr(part, rules, Place::InSequence, out);
            }
        }),
        Expr::Choice(parts) => bracketed(true, out, |out| {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    out.push_str(" | ");
                }
                print_expr(part, rules, Place::Alternative, out);
            }
        }),
        Expr::Repeat { body, min, max } => bracketed(place == Place::Repeated, out, |out| {
            print_expr(body, rules, Place::Repeated, out);
            print_bounds(*min, *max, out);
        }),
    }
}

fn bracketed(needed: bool, out: &mut String, inner: impl FnOnce(&mut String)) {
    if needed {
        out.push('(');
    }
    inner(out);
    if needed {
        out.push(')');
    }
}

fn print_bounds(min: u32, max: Option<u32>, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match (min, max) {
        (0, None) => write!(out, "*"),
        (1, None) => write!(out, "+"),
        (0, Some(1)) => write!(out, "?"),
        (min, None) => write!(out, "{{{min},}}"),
        (min, Some(max)) if min == max => write!(out, "{{{min}}}"),
        (min, Some(max)) => write!(out, "{{{min},{max}}}"),
    };
}

fn print_text(text: &str, out: &mut String) {
    out.push('"');
    for one in text.chars() {
        match one {
            '[' | ']' | '-' | '^' => out.push(one),
            _ => print_char(one, out),
        }
    }
    out.push('"');
}

fn print_class(set: &CharSet, out: &mut String) {
    if *set == CharSet::any() {
        out.push('.');
        return;
    }
    let negated = set.negate();
    // llama.cpp takes a token that ends inside a character for one that a
    // negated class excludes as soon as it may still become that: it would
    // refuse more than it should, but for ASCII, which no token splits.
    let is_ascii = negated
        .ranges()
        .last()
        .is_some_and(|(_, high)| *high < 0x80);
    let flip = is_ascii
        && set
            .ranges()
            .last()
            .is_some_and(|(_, high)| *high == 0x10_FFFF)
        && negated.ranges().len() <= set.ranges().len();
    out.push_str(if flip { "[^" } else { "[" });
    let shown = if flip { &negated } else { set };
    for (low, high) in shown.ranges() {
        let ends = char::from_u32(*low).zip(char::from_u32(*high));
        let Some((low, high)) = ends else { continue };
        print_char(low, out);
        if high > low {
            if high as u32 > low as u32 + 1 {
                out.push('-');
            }
            print_char(high, out);
        }
    }
    out.push(']');
}

/// One character, escaped so that it means itself even in a class.
fn print_char(one: char, out: &mut String) {
    let code = one as u32;
    let plain = one.is_ascii_graphic() || one == ' ' || (code >= 0xA1 && one.is_alphanumeric());
    let _ = match one {
        '\n' => write!(out, "\\n"),
        '\t' => write!(out, "\\t"),
        '\r' => write!(out, "\\r"),
        '\\' | '"' | '[' | ']' => write!(out, "\\{one}"),
        '-' | '^' => write!(out, "\\x{code:02X}"),
        _ if plain => write!(out, "{one}"),
        _ if code <= 0xFF => write!(out, "\\x{code:02X}"),
        _ if code <= 0xFFFF => write!(out, "\\u{code:04X}"),
        _ => write!(out, "\\U{code:08X}"),
    };
}
