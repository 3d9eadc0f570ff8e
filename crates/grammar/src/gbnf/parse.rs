//! Text to rules, in one pass, with a place for every complaint.

use super::error::{GbnfError, GbnfErrorKind, locate};
use crate::limits::Limits;
use crate::rule::{CharSet, Expr, Grammar, GrammarErrorKind, Rule, RuleId};
use std::collections::BTreeMap;

/// Reads a GBNF text.
///
/// # Errors
/// [`GbnfError`] with line, column and a caret: syntax, undefined and duplicate
/// rules, left recursion, rules that never end, sizes over `limits`. Rules that
/// `root` never reaches are no error: see [`Grammar::unreachable`].
///
/// # Examples
/// ```
/// let limits = grammar::Limits::default();
/// let grammar = grammar::gbnf::parse("root ::= [a-c]{2,3} \"!\"", &limits).unwrap();
/// assert_eq!(grammar.rules().len(), 1);
/// let error = grammar::gbnf::parse("root ::= \"a\"{5,2}", &limits).unwrap_err();
/// assert_eq!((error.line, error.column), (1, 13));
/// ```
pub fn parse(text: &str, limits: &Limits) -> Result<Grammar, GbnfError> {
    if text.len() > limits.max_text_bytes {
        let kind = GbnfErrorKind::TooLarge {
            what: "size of the text",
            limit: limits.max_text_bytes,
        };
        return Err(locate(&[], 0, kind));
    }
    let text: Vec<char> = text.chars().collect();
    let mut parser = Parser {
        text: &text,
        at: 0,
        elements: 0,
        names: BTreeMap::new(),
        rules: Vec::new(),
        limits,
    };
    parser.grammar()
}

/// A rule while it is read: it may be referred to before it is defined.
struct Slot {
    name: String,
    first_use: usize,
    defined: Option<(usize, Expr)>,
    comment: Option<String>,
}

struct Parser<'a> {
    text: &'a [char],
    at: usize,
    elements: usize,
    names: BTreeMap<String, RuleId>,
    rules: Vec<Slot>,
    limits: &'a Limits,
}

impl Parser<'_> {
    fn grammar(&mut self) -> Result<Grammar, GbnfError> {
        loop {
            let comment = self.blank_lines();
            if self.peek().is_none() {
                break;
            }
            self.rule(comment)?;
        }
        let mut places = Vec::with_capacity(self.rules.len());
        let mut rules = Vec::with_capacity(self.rules.len());
        for slot in std::mem::take(&mut self.rules) {
            let Some((place, body)) = slot.defined else {
                let kind = GbnfErrorKind::Undefined { name: slot.name };
                return Err(locate(self.text, slot.first_use, kind));
            };
            places.push(place);
            rules.push(Rule {
                name: slot.name,
                comment: slot.comment,
                body,
            });
        }
        let root = self.names.get("root").copied().unwrap_or(RuleId(u32::MAX));
        Grammar::new(rules, root, self.limits).map_err(|error| {
            let place = places.get(error.index).copied().unwrap_or(0);
            let kind = match error.kind {
                GrammarErrorKind::Bounds { min, max } => GbnfErrorKind::Bounds { min, max },
                kind => GbnfErrorKind::Rule {
                    rule: error.rule,
                    kind: Box::new(kind),
                },
            };
            locate(self.text, place, kind)
        })
    }

    fn rule(&mut self, comment: Option<String>) -> Result<(), GbnfError> {
        let place = self.at;
        let name = self.name()?;
        let id = self.slot(&name, place)?;
        self.space(false);
        if self.text.get(self.at..self.at + 3) != Some(&[':', ':', '=']) {
            return Err(self.expected("`::=` after the rule's name"));
        }
        self.at += 3;
        self.space(true);
        let body = self.alternatives(0)?;
        match self.peek() {
            None | Some('\n' | '\r') => {}
            Some(')') => return Err(self.expected("no `)` here: no group is open")),
            Some(_) => return Err(self.expected("an element, `|` or the end of the line")),
        }
        let Some(slot) = self.rules.get_mut(id.index()) else {
            return Ok(());
        };
        if slot.defined.is_some() {
            return Err(locate(self.text, place, GbnfErrorKind::Duplicate { name }));
        }
        slot.defined = Some((place, body));
        slot.comment = comment;
        Ok(())
    }

    fn alternatives(&mut self, depth: usize) -> Result<Expr, GbnfError> {
        let mut parts = vec![self.sequence(depth)?];
        while self.peek() == Some('|') {
            self.at += 1;
            self.space(true);
            parts.push(self.sequence(depth)?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Expr::Choice(parts)
        })
    }

    fn sequence(&mut self, depth: usize) -> Result<Expr, GbnfError> {
        let mut parts: Vec<Expr> = Vec::new();
        loop {
            let place = self.at;
            let Some(next) = self.peek() else { break };
            match next {
                '"' => parts.push(self.quoted()?),
                '[' => parts.push(self.class()?),
                '.' => {
                    self.at += 1;
                    parts.push(Expr::Class(CharSet::any()));
                }
                '(' => parts.push(self.group(depth)?),
                '*' | '+' | '?' | '{' => {
                    let (min, max) = self.repetition()?;
                    let Some(last) = parts.pop() else {
                        return Err(locate(self.text, place, GbnfErrorKind::NothingToRepeat));
                    };
                    let repeated = Expr::Repeat {
                        body: Box::new(last),
                        min,
                        max,
                    };
                    if nesting(&repeated) > self.limits.max_nesting {
                        return Err(self.large(place, "nesting", self.limits.max_nesting));
                    }
                    parts.push(repeated);
                }
                '<' | '!' => return Err(locate(self.text, place, GbnfErrorKind::TokenReference)),
                one if is_name(one) => {
                    let name = self.name()?;
                    parts.push(Expr::Rule(self.slot(&name, place)?));
                }
                _ => break,
            }
            self.elements += 1;
            if self.elements > self.limits.max_elements {
                return Err(self.large(place, "number of elements", self.limits.max_elements));
            }
            self.space(depth > 0);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Expr::Sequence(parts)
        })
    }

    fn group(&mut self, depth: usize) -> Result<Expr, GbnfError> {
        let place = self.at;
        if depth >= self.limits.max_nesting {
            return Err(self.large(place, "nesting", self.limits.max_nesting));
        }
        self.at += 1;
        self.space(true);
        let inner = self.alternatives(depth + 1)?;
        match self.peek() {
            Some(')') => {
                self.at += 1;
                Ok(inner)
            }
            None => {
                let kind = GbnfErrorKind::Unclosed {
                    what: "the group",
                    close: ")",
                };
                Err(locate(self.text, place, kind))
            }
            Some(_) => Err(self.expected("an element, `|` or `)`")),
        }
    }

    fn quoted(&mut self) -> Result<Expr, GbnfError> {
        let place = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek() {
                Some('"') => break,
                None | Some('\n') => {
                    let kind = GbnfErrorKind::Unclosed {
                        what: "the text",
                        close: "\"",
                    };
                    return Err(locate(self.text, place, kind));
                }
                Some(_) => text.push(self.character()?),
            }
        }
        self.at += 1;
        Ok(Expr::Text(text))
    }

    fn class(&mut self) -> Result<Expr, GbnfError> {
        let place = self.at;
        self.at += 1;
        let negated = self.peek() == Some('^');
        if negated {
            self.at += 1;
        }
        let mut ranges = Vec::new();
        loop {
            match self.peek() {
                Some(']') => break,
                None | Some('\n') => {
                    let kind = GbnfErrorKind::Unclosed {
                        what: "the character class",
                        close: "]",
                    };
                    return Err(locate(self.text, place, kind));
                }
                Some(_) => {}
            }
            let start = self.at;
            let low = self.character()?;
            let mut high = low;
            let after = self.text.get(self.at + 1).copied();
            if self.peek() == Some('-') && after.is_some_and(|one| one != ']') {
                self.at += 1;
                high = self.character()?;
            }
            if high < low {
                return Err(locate(self.text, start, GbnfErrorKind::ReversedRange));
            }
            ranges.push((low, high));
        }
        self.at += 1;
        let set = CharSet::new(ranges);
        let set = if negated { set.negate() } else { set };
        if set.is_empty() {
            return Err(locate(self.text, place, GbnfErrorKind::EmptyClass));
        }
        Ok(Expr::Class(set))
    }

    /// One character, escaped or plain.
    fn character(&mut self) -> Result<char, GbnfError> {
        let place = self.at;
        let Some(one) = self.peek() else {
            return Err(self.expected("a character"));
        };
        self.at += 1;
        if one != '\\' {
            return Ok(one);
        }
        let Some(escape) = self.peek() else {
            return Err(self.expected("a character"));
        };
        self.at += 1;
        let digits = match escape {
            'n' => return Ok('\n'),
            't' => return Ok('\t'),
            'r' => return Ok('\r'),
            '\\' | '"' | '[' | ']' => return Ok(escape),
            'x' => 2,
            'u' => 4,
            'U' => 8,
            found => return Err(locate(self.text, place, GbnfErrorKind::Escape { found })),
        };
        let hexadecimal: String = self
            .text
            .get(self.at..self.at + digits)
            .unwrap_or_default()
            .iter()
            .collect();
        let plain = hexadecimal.chars().all(|one| one.is_ascii_hexdigit());
        let code = u32::from_str_radix(&hexadecimal, 16).ok().filter(|_| plain);
        self.at += digits;
        let kind = GbnfErrorKind::Hexadecimal { digits };
        code.and_then(char::from_u32)
            .ok_or_else(|| locate(self.text, place, kind))
    }

    fn repetition(&mut self) -> Result<(u32, Option<u32>), GbnfError> {
        let place = self.at;
        let sign = self.peek();
        self.at += 1;
        match sign {
            Some('*') => return Ok((0, None)),
            Some('+') => return Ok((1, None)),
            Some('?') => return Ok((0, Some(1))),
            _ => {}
        }
        self.space(true);
        let min = self.number()?;
        self.space(true);
        let max = match self.peek() {
            Some(',') => {
                self.at += 1;
                self.space(true);
                let max = if self.peek() == Some('}') {
                    None
                } else {
                    Some(self.number()?)
                };
                self.space(true);
                max
            }
            _ => Some(min),
        };
        if self.peek() != Some('}') {
            return Err(self.expected("`}` after the repetition's bounds"));
        }
        self.at += 1;
        match max {
            Some(max) if max < min => {
                Err(locate(self.text, place, GbnfErrorKind::Bounds { min, max }))
            }
            max => Ok((min, max)),
        }
    }

    fn number(&mut self) -> Result<u32, GbnfError> {
        let place = self.at;
        let mut value: u32 = 0;
        while let Some(digit) = self.peek().and_then(|one| one.to_digit(10)) {
            value = value.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        if self.at == place {
            return Err(self.expected("a number"));
        }
        if value > self.limits.max_repetition {
            return Err(self.large(place, "repetition", self.limits.max_repetition as usize));
        }
        Ok(value)
    }

    fn name(&mut self) -> Result<String, GbnfError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let name: String = rest
            .iter()
            .copied()
            .take_while(|one| is_name(*one))
            .collect();
        if name.is_empty() {
            return Err(self.expected("a rule's name (letters, digits, `-`)"));
        }
        self.at += name.len();
        Ok(name)
    }

    fn slot(&mut self, name: &str, place: usize) -> Result<RuleId, GbnfError> {
        if let Some(id) = self.names.get(name) {
            return Ok(*id);
        }
        if self.rules.len() >= self.limits.max_rules {
            return Err(self.large(place, "number of rules", self.limits.max_rules));
        }
        let id = RuleId(self.rules.len() as u32);
        self.names.insert(name.to_owned(), id);
        let name = name.to_owned();
        self.rules.push(Slot {
            name,
            first_use: place,
            defined: None,
            comment: None,
        });
        Ok(id)
    }

    /// Skips spaces and comments; line ends only where `lines` says so.
    fn space(&mut self, lines: bool) {
        while let Some(one) = self.peek() {
            match one {
                ' ' | '\t' => self.at += 1,
                '\n' | '\r' if lines => self.at += 1,
                '#' => {
                    while self.peek().is_some_and(|one| one != '\n' && one != '\r') {
                        self.at += 1;
                    }
                }
                _ => break,
            }
        }
    }

    /// Skips what stands between rules and keeps the last line of comment
    /// directly above the next rule.
    fn blank_lines(&mut self) -> Option<String> {
        let mut comment = None;
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r') => self.at += 1,
                Some('\n') => {
                    self.at += 1;
                    if self.peek() == Some('\n') {
                        comment = None;
                    }
                }
                Some('#') => {
                    let start = self.at + 1;
                    self.space(false);
                    let line: String = self
                        .text
                        .get(start..self.at)
                        .unwrap_or_default()
                        .iter()
                        .collect();
                    comment = Some(line.trim().to_owned());
                }
                _ => return comment,
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn expected(&self, wanted: &'static str) -> GbnfError {
        locate(self.text, self.at, GbnfErrorKind::Expected { wanted })
    }

    fn large(&self, place: usize, what: &'static str, limit: usize) -> GbnfError {
        locate(self.text, place, GbnfErrorKind::TooLarge { what, limit })
    }
}

fn is_name(one: char) -> bool {
    one.is_ascii_alphanumeric() || one == '-'
}

/// How many repetitions stand directly in each other: `a****`.
fn nesting(expr: &Expr) -> usize {
    let mut depth = 0;
    let mut at = expr;
    while let Expr::Repeat { body, .. } = at {
        depth += 1;
        at = body;
    }
    depth
}
