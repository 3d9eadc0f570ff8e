//! Text to [`Node`].

use super::class::{blank, digits, not_line_end, property, word};
use super::error::PatternError;
use super::tree::Node;
use crate::rule::CharSet;

/// Largest bound of a repetition in a pattern.
const MAX_BOUND: u32 = 100_000;

pub(super) fn parse(text: &str, max_nesting: usize) -> Result<Node, PatternError> {
    let text: Vec<char> = text.chars().collect();
    let mut parser = Parser {
        text: &text,
        at: 0,
        max_nesting,
    };
    let node = parser.alternation(0)?;
    if parser.at < text.len() {
        return Err(parser.syntax("a `)` without its `(`"));
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a [char],
    at: usize,
    max_nesting: usize,
}

fn unsupported<T>(what: &'static str) -> Result<T, PatternError> {
    Err(PatternError::Unsupported { what })
}

impl Parser<'_> {
    fn syntax(&self, what: &'static str) -> PatternError {
        PatternError::Syntax { what, at: self.at }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, one: char) -> bool {
        let hit = self.peek() == Some(one);
        self.at += usize::from(hit);
        hit
    }

    fn alternation(&mut self, depth: usize) -> Result<Node, PatternError> {
        if depth > self.max_nesting.min(100) {
            return unsupported("groups nested that deep");
        }
        let mut parts = vec![self.sequence(depth)?];
        while self.eat('|') {
            parts.push(self.sequence(depth)?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Node::Alt(parts)
        })
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, PatternError> {
        let mut parts = Vec::new();
        while let Some(one) = self.peek() {
            if one == '|' || one == ')' {
                break;
            }
            let atom = self.atom(depth)?;
            parts.push(self.quantified(atom)?);
        }
        Ok(Node::Concat(parts))
    }

    fn quantified(&mut self, atom: Node) -> Result<Node, PatternError> {
        let start = self.at;
        let bounds = match self.peek() {
            Some('*') => Some((0, None)),
            Some('+') => Some((1, None)),
            Some('?') => Some((0, Some(1))),
            Some('{') => self.bounds()?,
            _ => None,
        };
        let Some((min, max)) = bounds else {
            return Ok(atom);
        };
        if self.at == start {
            self.at += 1;
        }
        // Lazy or greedy: the language is the same.
        self.eat('?');
        if matches!(atom, Node::Start | Node::End | Node::Boundary { .. }) {
            return unsupported("a repeated anchor");
        }
        match self.peek() {
            Some('+') => unsupported("a possessive repetition"),
            Some('*' | '?') => Err(self.syntax("a repetition of a repetition")),
            _ => Ok(Node::Repeat(Box::new(atom), min, max)),
        }
    }

    /// `{m}`, `{m,}`, `{m,n}`; anything else in braces is plain text.
    #[allow(clippy::type_complexity)]
    fn bounds(&mut self) -> Result<Option<(u32, Option<u32>)>, PatternError> {
        let start = self.at;
        self.at += 1;
        let Some(min) = self.number() else {
            self.at = start;
            return Ok(None);
        };
        let max = if self.eat(',') {
            self.number()
        } else {
            Some(min)
        };
        if !self.eat('}') {
            self.at = start;
            return Ok(None);
        }
        if max.is_some_and(|max| max < min) {
            return Err(self.syntax("a repetition with reversed bounds"));
        }
        if min.max(max.unwrap_or(0)) > MAX_BOUND {
            return unsupported("a repetition that large");
        }
        Ok(Some((min, max)))
    }

    fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let mut value = 0u32;
        while let Some(digit) = self.peek().and_then(|one| one.to_digit(10)) {
            value = value.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        (self.at > start).then_some(value)
    }

    fn atom(&mut self, depth: usize) -> Result<Node, PatternError> {
        let Some(one) = self.peek() else {
            return Err(self.syntax("the end"));
        };
        self.at += 1;
        match one {
            '^' => Ok(Node::Start),
            '$' => Ok(Node::End),
            '.' => Ok(Node::Class(not_line_end())),
            '(' => self.group(depth),
            '[' => self.class(),
            '\\' => match self.peek() {
                Some(letter @ ('b' | 'B')) => {
                    self.at += 1;
                    let negated = letter == 'B';
                    Ok(Node::Boundary { negated })
                }
                _ => Ok(Node::Class(self.escape(false)?)),
            },
            '*' | '+' | '?' => Err(self.syntax("a repetition of nothing")),
            '{' if self.repeats_nothing()? => Err(self.syntax("a repetition of nothing")),
            plain => Ok(Node::Class(CharSet::single(plain))),
        }
    }

    /// Whether a `{` that was just read begins a repetition.
    fn repeats_nothing(&mut self) -> Result<bool, PatternError> {
        let start = self.at;
        self.at -= 1;
        let bounds = self.bounds()?;
        self.at = start;
        Ok(bounds.is_some())
    }

    fn group(&mut self, depth: usize) -> Result<Node, PatternError> {
        let mut look = None;
        if self.eat('?') {
            match self.peek() {
                Some(':') => self.at += 1,
                Some(mark @ ('=' | '!')) => {
                    self.at += 1;
                    look = Some(mark == '!');
                }
                Some('<') => {
                    self.at += 1;
                    if matches!(self.peek(), Some('=' | '!')) {
                        return unsupported("look-behind");
                    }
                    self.name()?;
                }
                _ => return unsupported("a group with flags"),
            }
        }
        let node = self.alternation(depth + 1)?;
        if !self.eat(')') {
            return Err(self.syntax("a `(` without its `)`"));
        }
        Ok(match (look, node) {
            (Some(negated), body) => Node::Look {
                body: Box::new(body),
                negated,
            },
            (None, alt @ Node::Alt(_)) => alt,
            (None, other) => Node::Alt(vec![other]),
        })
    }

    /// A group's name and its `>`.
    fn name(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        let part = |one: char| one.is_alphanumeric() || matches!(one, '_' | '$');
        while self.peek().is_some_and(part) {
            self.at += 1;
        }
        if self.at == start || !self.eat('>') {
            return Err(self.syntax("a group without a proper name"));
        }
        Ok(())
    }

    fn class(&mut self) -> Result<Node, PatternError> {
        let negated = self.eat('^');
        let mut set = CharSet::default();
        loop {
            let Some(one) = self.peek() else {
                return Err(self.syntax("a `[` without its `]`"));
            };
            if self.eat(']') {
                break;
            }
            self.at += 1;
            let low = if one == '\\' {
                self.escape(true)?
            } else {
                CharSet::single(one)
            };
            let after = self.text.get(self.at + 1).copied();
            if self.peek() == Some('-') && after.is_some_and(|next| next != ']') {
                let back = self.at;
                self.at += 1;
                let Some(next) = self.peek() else {
                    return Err(self.syntax("a `[` without its `]`"));
                };
                self.at += 1;
                let high = if next == '\\' {
                    self.escape(true)?
                } else {
                    CharSet::single(next)
                };
                if let Some((low, high)) = low.only().zip(high.only()) {
                    if low > high {
                        return Err(self.syntax("a reversed range"));
                    }
                    set = set.union(&CharSet::new([(low, high)]));
                    continue;
                }
                // `[\w-.]`: a hyphen beside a class is itself.
                self.at = back;
            }
            set = set.union(&low);
        }
        let set = if negated { set.negate() } else { set };
        Ok(Node::Class(set))
    }

    fn escape(&mut self, in_class: bool) -> Result<CharSet, PatternError> {
        let Some(one) = self.peek() else {
            return Err(self.syntax("a `\\` at the end"));
        };
        self.at += 1;
        let single = CharSet::single;
        Ok(match one {
            'd' => digits(),
            'D' => digits().negate(),
            'w' => word(),
            'W' => word().negate(),
            's' => blank(),
            'S' => blank().negate(),
            't' => single('\t'),
            'n' => single('\n'),
            'r' => single('\r'),
            'f' => single('\u{c}'),
            'v' => single('\u{b}'),
            'b' if in_class => single('\u{8}'),
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => single('\0'),
            '0'..='9' | 'k' => return unsupported("a back reference"),
            'p' => self.property()?,
            'P' => self.property()?.negate(),
            'c' => {
                let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) else {
                    // Annex B: the backslash stands for itself.
                    self.at -= 1;
                    return Ok(single('\\'));
                };
                self.at += 1;
                single((letter as u8 % 32) as char)
            }
            'x' => single(self.code(2)?),
            'u' => single(self.unicode()?),
            'A' | 'Z' | 'z' | 'G' => return unsupported("an anchor of another dialect"),
            letter if letter.is_ascii_alphabetic() => {
                return unsupported("an escape of another dialect");
            }
            plain => single(plain),
        })
    }

    /// `{name}` after `\p`.
    fn property(&mut self) -> Result<CharSet, PatternError> {
        let mut name = String::new();
        if !self.eat('{') {
            return unsupported("a Unicode property without braces");
        }
        while let Some(one) = self.peek().filter(|one| *one != '}') {
            name.push(one);
            self.at += 1;
        }
        if !self.eat('}') {
            return Err(self.syntax("a `{` without its `}`"));
        }
        property(&name).ok_or(PatternError::Unsupported {
            what: "an unknown Unicode property",
        })
    }

    fn hexadecimal(&mut self, count: usize) -> Result<u32, PatternError> {
        let mut value = 0;
        for _ in 0..count {
            let Some(digit) = self.peek().and_then(|one| one.to_digit(16)) else {
                return unsupported("an escape without its hexadecimal digits");
            };
            value = value * 16 + digit;
            self.at += 1;
        }
        Ok(value)
    }

    fn code(&mut self, count: usize) -> Result<char, PatternError> {
        let value = self.hexadecimal(count)?;
        char::from_u32(value).ok_or_else(|| self.syntax("an escape of no character"))
    }

    fn unicode(&mut self) -> Result<char, PatternError> {
        if self.eat('{') {
            let start = self.at;
            while self.peek().is_some_and(|one| one.is_ascii_hexdigit()) && self.at < start + 6 {
                self.at += 1;
            }
            let count = self.at - start;
            self.at = start;
            let one = self.code(count)?;
            return if self.eat('}') {
                Ok(one)
            } else {
                Err(self.syntax("`\\u{` without `}`"))
            };
        }
        let high = self.hexadecimal(4)?;
        if (0xD800..0xDC00).contains(&high) && self.eat('\\') && self.eat('u') {
            let low = self.hexadecimal(4)?;
            if (0xDC00..0xE000).contains(&low) {
                let joined = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
                return char::from_u32(joined).ok_or_else(|| self.syntax("no character"));
            }
        }
        char::from_u32(high).ok_or(PatternError::Unsupported {
            what: "half a surrogate pair",
        })
    }
}
