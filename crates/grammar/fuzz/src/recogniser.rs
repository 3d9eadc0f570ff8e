//! An independent recogniser over bytes, straight from the rules: sets of end
//! positions, and whether some sentence begins with the text. Slow and simple
//! on purpose; it shares nothing with the matcher.

use grammar::Grammar;
use grammar::rule::{CharSet, Expr, RuleId};
use std::collections::{BTreeMap, BTreeSet};

type Ends = BTreeSet<usize>;

/// What a text is to a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// A sentence.
    pub whole: bool,
    /// The beginning of a sentence. Every part of a checked grammar can be
    /// completed, so reaching the end of the text anywhere is enough.
    pub begun: bool,
}

pub fn judge(grammar: &Grammar, text: &[u8]) -> Verdict {
    let mut reader = Reader {
        grammar,
        text,
        memo: BTreeMap::new(),
        begun: text.is_empty(),
    };
    let whole = reader.rule(grammar.root(), 0).contains(&text.len());
    Verdict {
        whole,
        begun: reader.begun,
    }
}

struct Reader<'a> {
    grammar: &'a Grammar,
    text: &'a [u8],
    memo: BTreeMap<(*const Expr, usize), Ends>,
    begun: bool,
}

impl Reader<'_> {
    fn rule(&mut self, id: RuleId, at: usize) -> Ends {
        let grammar = self.grammar;
        self.expr(&grammar.rules()[id.0 as usize].body, at)
    }

    fn each(&mut self, one: &Expr, from: &Ends) -> Ends {
        let mut out = Ends::new();
        for at in from {
            out.extend(self.expr(one, *at));
        }
        out
    }

    /// Each part is read once at each place, or repetitions in repetitions
    /// would take exponential time.
    fn expr(&mut self, one: &Expr, at: usize) -> Ends {
        let key = (std::ptr::from_ref(one), at);
        if let Some(ends) = self.memo.get(&key) {
            return ends.clone();
        }
        let ends = self.ends(one, at);
        self.memo.insert(key, ends.clone());
        ends
    }

    fn ends(&mut self, one: &Expr, at: usize) -> Ends {
        match one {
            Expr::Text(wanted) => self.bytes(wanted.as_bytes(), at).into_iter().collect(),
            Expr::Class(set) => self.class(set, at).into_iter().collect(),
            Expr::Rule(id) => self.rule(*id, at),
            Expr::Sequence(parts) => {
                let start = Ends::from([at]);
                parts
                    .iter()
                    .fold(start, |from, part| self.each(part, &from))
            }
            Expr::Choice(parts) => {
                let mut out = Ends::new();
                for part in parts {
                    out.extend(self.expr(part, at));
                }
                out
            }
            Expr::Repeat { body, min, max } => {
                let mut from = Ends::from([at]);
                let mut out = Ends::new();
                let most = max.unwrap_or(min + self.text.len() as u32 + 1);
                for turn in 0..=most {
                    // No further turn can end anywhere else.
                    if from.is_empty() || turn > *min && from.is_subset(&out) {
                        break;
                    }
                    if turn >= *min {
                        out.extend(&from);
                    }
                    if turn < most {
                        from = self.each(body, &from);
                    }
                }
                out
            }
        }
    }

    fn bytes(&mut self, wanted: &[u8], at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        if wanted.starts_with(rest) {
            self.begun = true;
        }
        rest.starts_with(wanted).then_some(at + wanted.len())
    }

    fn class(&mut self, set: &CharSet, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let Some(first) = rest.first() else {
            self.begun = true;
            return None;
        };
        let length = match first {
            0..=0x7F => 1,
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return None,
        };
        if rest.len() < length {
            self.begun |= can_complete(set, rest, length);
            return None;
        }
        let one = std::str::from_utf8(&rest[..length]).ok()?.chars().next()?;
        if !set.contains(one) {
            return None;
        }
        // The end of the text, with something complete before it.
        self.begun |= rest.len() == length;
        Some(at + length)
    }
}

/// Whether a character of the set begins with these bytes and has this length.
fn can_complete(set: &CharSet, head: &[u8], length: usize) -> bool {
    let low = pad(head, length, 0x80);
    let high = pad(head, length, 0xBF);
    let least = [0, 0, 0x80, 0x800, 0x1_0000][length];
    let (low, high) = (low.max(least), high.min(0x10_FFFF));
    let inside = head.iter().skip(1).all(|byte| byte & 0xC0 == 0x80);
    inside
        && set
            .ranges()
            .iter()
            .any(|(from, to)| *from.max(&low) <= *to.min(&high))
}

/// The code of a character whose missing bytes are all the same.
fn pad(head: &[u8], length: usize, with: u8) -> u32 {
    let lead = u32::from(head[0]) & [0, 0x7F, 0x1F, 0x0F, 0x07][length];
    let tail = head.iter().skip(1).copied();
    tail.chain(std::iter::repeat(with))
        .take(length - 1)
        .fold(lead, |code, byte| code << 6 | u32::from(byte & 0x3F))
}
