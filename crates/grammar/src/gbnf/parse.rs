//! Text to rules, in one pass, with a place for every complaint.
//!
//! The language is that of llama.cpp's own parser; where that one hangs, grows
//! or reads something nobody means, there is an error instead. docs/grammar.md
//! lists these differences.

use super::error::{GbnfError, GbnfErrorKind, locate, place};
use super::near::distance;
use crate::limits::Limits;
use crate::rule::{CharSet, Expr, Grammar, GrammarError, GrammarErrorKind, Rule, RuleId, renumber};
use std::collections::BTreeMap;
use std::ops::Range;

/// Reads a GBNF text. Rules keep the order of their definitions.
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
/// assert_eq!((error.place.line, error.place.column), (1, 13));
/// ```
pub fn parse(text: &str, limits: &Limits) -> Result<Grammar, GbnfError> {
    if text.len() > limits.max_text_bytes {
        let kind = GbnfErrorKind::TooLarge {
            what: "size of the text in bytes",
            limit: limits.max_text_bytes,
        };
        return Err(locate(&[], 0..0, kind));
    }
    let text: Vec<char> = text.chars().collect();
    if let Some(at) = text.iter().position(|one| *one == '\0') {
        return Err(locate(&text, at..at + 1, GbnfErrorKind::Nul));
    }
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
    first_use: Range<usize>,
    defined: Option<(Range<usize>, Expr)>,
    comment: Option<String>,
}

/// An element and how many brackets and repetitions stand in each other there.
type Part = (Expr, usize);

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
        if self.peek() == Some('\u{FEFF}') {
            let wanted = "a rule's name; remove the byte order mark that stands before it";
            return Err(self.expected(wanted));
        }
        loop {
            let comment = self.blank_lines();
            if self.peek().is_none() {
                break;
            }
            self.rule(comment)?;
        }
        let root = self.names.get("root").copied();
        let mut slots: Vec<(usize, Slot)> = std::mem::take(&mut self.rules)
            .into_iter()
            .enumerate()
            .collect();
        if let Some((_, slot)) = slots.iter().find(|(_, slot)| slot.defined.is_none()) {
            return Err(self.undefined(slot, &slots));
        }
        // Rules were met in the order of their use; they keep that of their
        // definition.
        slots.sort_by_key(|(_, slot)| slot.defined.as_ref().map(|(at, _)| at.start));
        let mut order = vec![0; slots.len()];
        for (place, (index, _)) in slots.iter().enumerate() {
            if let Some(slot) = order.get_mut(*index) {
                *slot = place as u32;
            }
        }
        let mut places = Vec::with_capacity(slots.len());
        let mut rules = Vec::with_capacity(slots.len());
        for (_, slot) in slots {
            let Some((place, mut body)) = slot.defined else {
                continue;
            };
            renumber(&mut body, &order);
            places.push((slot.name.clone(), place));
            rules.push(Rule {
                name: slot.name,
                comment: slot.comment,
                body,
            });
        }
        let root = root.and_then(|id| order.get(id.index()));
        let root = RuleId(root.copied().unwrap_or(u32::MAX));
        Grammar::new(rules, root, self.limits).map_err(|error| self.bad_rule(error, &places))
    }

    fn undefined(&self, slot: &Slot, slots: &[(usize, Slot)]) -> GbnfError {
        let name = slot.name.clone();
        let kind = GbnfErrorKind::Undefined { name };
        let mut error = locate(self.text, slot.first_use.clone(), kind);
        let defined = slots.iter().filter(|(_, other)| other.defined.is_some());
        let near = defined
            .take(1_000)
            .map(|(_, other)| (distance(&slot.name, &other.name), &other.name))
            .filter(|(distance, _)| *distance <= 2.min(slot.name.len() / 2))
            .min();
        error.help = Some(match near {
            Some((_, name)) => format!("did you mean `{name}`?"),
            None => format!("add a line `{} ::= ...`", slot.name),
        });
        error
    }

    fn bad_rule(&self, error: GrammarError, places: &[(String, Range<usize>)]) -> GbnfError {
        let at = places.get(error.index).map_or(0..0, |(_, at)| at.clone());
        let mut related = Vec::new();
        let mut help = None;
        match &error.kind {
            GrammarErrorKind::LeftRecursion { cycle } => {
                help = Some("let every turn consume something before it comes back".to_owned());
                for name in cycle.iter().skip(1).take(4) {
                    if *name == error.rule {
                        break;
                    }
                    let found = places.iter().find(|(other, _)| other == name);
                    let found = found.map(|(_, at)| place(self.text, at.clone()));
                    related.extend(found.map(|one| (one, format!("goes on in `{name}`:"))));
                }
            }
            GrammarErrorKind::NoRoot => {
                help = Some("add a line `root ::= ...`".to_owned());
            }
            GrammarErrorKind::NeverEnds => {
                help = Some("add an alternative that does not lead back".to_owned());
            }
            _ => {}
        }
        let kind = match error.kind {
            GrammarErrorKind::NoRoot => GbnfErrorKind::NoRoot,
            kind => GbnfErrorKind::Rule {
                rule: error.rule,
                kind: Box::new(kind),
            },
        };
        GbnfError {
            related,
            help,
            ..locate(self.text, at, kind)
        }
    }

    fn rule(&mut self, comment: Option<String>) -> Result<(), GbnfError> {
        let start = self.at;
        let name = self.name()?;
        let place = start..self.at;
        let id = self.slot(&name, place.clone())?;
        self.space(false);
        if self.text.get(self.at..self.at + 3) != Some(&[':', ':', '=']) {
            return Err(self.expected("`::=` after the rule's name"));
        }
        self.at += 3;
        self.space(true);
        let (body, _) = self.alternatives(0)?;
        match self.peek() {
            None | Some('\n' | '\r') => {}
            Some(')') => {
                return Err(
                    self.expected("an element, `|` or the end of the line; no group is open")
                );
            }
            Some(':') => {
                let wanted = "an element, `|` or the end of the line; a rule begins on its own \
                              line, and a line that ends in `|` or `::=` goes on";
                return Err(self.expected(wanted));
            }
            Some(_) => return Err(self.expected("an element, `|` or the end of the line")),
        }
        let Some(slot) = self.rules.get_mut(id.index()) else {
            return Ok(());
        };
        if let Some((first, _)) = &slot.defined {
            let first = self::place(self.text, first.clone());
            let mut error = locate(self.text, place, GbnfErrorKind::Duplicate { name });
            error
                .related
                .push((first, "first defined here:".to_owned()));
            return Err(error);
        }
        slot.defined = Some((place, body));
        slot.comment = comment;
        Ok(())
    }

    fn alternatives(&mut self, depth: usize) -> Result<Part, GbnfError> {
        let (first, mut height) = self.sequence(depth)?;
        let mut parts = vec![first];
        while self.peek() == Some('|') {
            self.at += 1;
            self.space(true);
            let (next, its) = self.sequence(depth)?;
            height = height.max(its);
            parts.push(next);
        }
        Ok(match parts.len() {
            1 => (parts.remove(0), height),
            _ => (Expr::Choice(parts), height),
        })
    }

    fn sequence(&mut self, depth: usize) -> Result<Part, GbnfError> {
        let mut parts: Vec<Part> = Vec::new();
        // Whether the last part ends in a repetition outside brackets: one more
        // after it is `x+?`, which is printed `(x+)?`.
        let mut repeated = false;
        while let Some(next) = self.peek() {
            let start = self.at;
            let stacked = std::mem::take(&mut repeated);
            match next {
                '"' => parts.push((self.quoted()?, 0)),
                '[' => parts.push((self.class()?, 0)),
                '.' => {
                    self.at += 1;
                    parts.push((Expr::Class(CharSet::any()), 0));
                }
                '(' => parts.push(self.group(depth)?),
                '*' | '+' | '?' | '{' => {
                    let (min, max) = self.repetition(depth > 0)?;
                    let Some((last, height)) = parts.pop() else {
                        let kind = GbnfErrorKind::NothingToRepeat;
                        return Err(locate(self.text, start..self.at, kind));
                    };
                    let height = height + 1 + usize::from(stacked);
                    self.nested(start, height)?;
                    let body = Box::new(last);
                    parts.push((Expr::Repeat { body, min, max }, height));
                    repeated = true;
                }
                '<' | '!' => return Err(self.token_reference()),
                one if is_name(one) => {
                    let name = self.name()?;
                    let id = self.slot(&name, start..self.at)?;
                    parts.push((Expr::Rule(id), 0));
                }
                _ => break,
            }
            self.elements += 1;
            if self.elements > self.limits.max_elements {
                let limit = self.limits.max_elements;
                return Err(self.large(start, "number of elements", limit));
            }
            self.space(depth > 0);
        }
        let height = parts.iter().map(|(_, height)| *height).max().unwrap_or(0);
        let mut parts: Vec<Expr> = parts.into_iter().map(|(part, _)| part).collect();
        Ok(match parts.len() {
            1 => (parts.remove(0), height),
            _ => (Expr::Sequence(parts), height),
        })
    }

    fn group(&mut self, depth: usize) -> Result<Part, GbnfError> {
        let start = self.at;
        self.nested(start, depth + 1)?;
        self.at += 1;
        self.space(true);
        let (inner, height) = self.alternatives(depth + 1)?;
        match self.peek() {
            Some(')') => {
                self.at += 1;
                self.nested(start, height + 1)?;
                Ok((inner, height + 1))
            }
            None => Err(self.unclosed(start, "the group", ')')),
            Some(_) => Err(self.expected("an element, `|` or `)`")),
        }
    }

    /// The parser and the stages after it recurse over brackets and
    /// repetitions.
    fn nested(&self, start: usize, depth: usize) -> Result<(), GbnfError> {
        if depth > self.limits.max_nesting {
            let what = "nesting of brackets and repetitions";
            return Err(self.large(start, what, self.limits.max_nesting));
        }
        Ok(())
    }

    fn quoted(&mut self) -> Result<Expr, GbnfError> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek() {
                Some('"') => break,
                None => return Err(self.unclosed(start, "the text", '"')),
                Some(_) => {
                    let from = self.at;
                    let code = self.character()?;
                    let kind = GbnfErrorKind::NoCharacter { code };
                    let one = char::from_u32(code);
                    text.push(one.ok_or_else(|| locate(self.text, from..self.at, kind))?);
                }
            }
        }
        self.at += 1;
        Ok(Expr::Text(text))
    }

    fn class(&mut self) -> Result<Expr, GbnfError> {
        let start = self.at;
        self.at += 1;
        let negated = self.peek() == Some('^');
        if negated {
            self.at += 1;
        }
        let mut ranges = Vec::new();
        loop {
            match self.peek() {
                Some(']') => break,
                None => return Err(self.unclosed(start, "the character class", ']')),
                Some(_) => {}
            }
            let from = self.at;
            let low = self.character()?;
            let mut high = low;
            let after = self.text.get(self.at + 1).copied();
            if self.peek() == Some('-') && after.is_some_and(|one| one != ']') {
                self.at += 1;
                high = self.character()?;
            }
            let kind = if high > 0x10_FFFF {
                GbnfErrorKind::NoCharacter { code: high }
            } else if high < low {
                GbnfErrorKind::ReversedRange
            } else {
                ranges.push((low, high));
                continue;
            };
            return Err(locate(self.text, from..self.at, kind));
        }
        self.at += 1;
        let nothing = ranges.is_empty();
        let set = CharSet::from_ranges(ranges);
        let set = if negated { set.negate() } else { set };
        if nothing || set.is_empty() {
            return Err(locate(self.text, start..self.at, GbnfErrorKind::EmptyClass));
        }
        Ok(Expr::Class(set))
    }

    /// The code point of one character, escaped or plain.
    fn character(&mut self) -> Result<u32, GbnfError> {
        let start = self.at;
        let Some(one) = self.peek() else {
            return Err(self.expected("a character"));
        };
        self.at += 1;
        if one != '\\' {
            return Ok(one as u32);
        }
        let Some(escape) = self.peek() else {
            return Err(self.expected("a character after `\\`"));
        };
        self.at += 1;
        let digits = match escape {
            'n' => return Ok('\n' as u32),
            't' => return Ok('\t' as u32),
            'r' => return Ok('\r' as u32),
            '\\' | '"' | '[' | ']' | '-' => return Ok(escape as u32),
            'x' => 2,
            'u' => 4,
            'U' => 8,
            found => {
                let kind = GbnfErrorKind::Escape { found };
                return Err(locate(self.text, start..self.at, kind));
            }
        };
        let mut code = 0u32;
        for _ in 0..digits {
            let Some(digit) = self.peek().and_then(|one| one.to_digit(16)) else {
                let kind = GbnfErrorKind::Hexadecimal { digits };
                return Err(locate(self.text, start..self.at, kind));
            };
            code = code.wrapping_mul(16).wrapping_add(digit);
            self.at += 1;
        }
        Ok(code)
    }

    /// The bounds of a repetition; inside it, as around it, lines end only in
    /// brackets.
    fn repetition(&mut self, lines: bool) -> Result<(u32, Option<u32>), GbnfError> {
        let start = self.at;
        let sign = self.peek();
        self.at += 1;
        match sign {
            Some('*') => return Ok((0, None)),
            Some('+') => return Ok((1, None)),
            Some('?') => return Ok((0, Some(1))),
            _ => {}
        }
        self.space(lines);
        let min = self.number()?;
        self.space(lines);
        let mut max = Some(min);
        if self.peek() == Some(',') {
            self.at += 1;
            self.space(lines);
            max = match self.peek() {
                Some('}') => None,
                _ => Some(self.number()?),
            };
            self.space(lines);
        }
        if self.peek() != Some('}') {
            return Err(self.expected("`}` after the repetition's bounds"));
        }
        self.at += 1;
        match max {
            Some(max) if max < min => {
                let kind = GbnfErrorKind::Bounds { min, max };
                Err(locate(self.text, start..self.at, kind))
            }
            max => Ok((min, max)),
        }
    }

    fn number(&mut self) -> Result<u32, GbnfError> {
        let start = self.at;
        let mut value: u32 = 0;
        while let Some(digit) = self.peek().and_then(|one| one.to_digit(10)) {
            value = value.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        if self.at == start {
            return Err(self.expected("a number"));
        }
        if value > self.limits.max_repetition {
            return Err(self.large(start, "repetition", self.limits.max_repetition as usize));
        }
        Ok(value)
    }

    /// Token references are read to their end, so that the error shows all of
    /// them.
    fn token_reference(&mut self) -> GbnfError {
        let start = self.at;
        if self.peek() == Some('!') {
            self.at += 1;
        }
        if self.peek() != Some('<') {
            return self.expected("`<` of a token reference after `!`");
        }
        let ends = |one: &char| matches!(*one, '>' | '\n' | '\r');
        let rest = self.text.get(self.at..).unwrap_or_default();
        match rest.iter().position(ends) {
            Some(length) if rest.get(length) == Some(&'>') => self.at += length + 1,
            _ => return self.unclosed(start, "the token reference", '>'),
        }
        let shown = self.text.get(start..self.at).unwrap_or_default();
        let reference = shown.iter().take(60).collect();
        let kind = GbnfErrorKind::TokenReference { reference };
        locate(self.text, start..self.at, kind)
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

    fn slot(&mut self, name: &str, place: Range<usize>) -> Result<RuleId, GbnfError> {
        if let Some(id) = self.names.get(name) {
            return Ok(*id);
        }
        if self.rules.len() >= self.limits.max_rules {
            return Err(self.large(place.start, "number of rules", self.limits.max_rules));
        }
        let id = RuleId(self.rules.len() as u32);
        self.names.insert(name.to_owned(), id);
        self.rules.push(Slot {
            name: name.to_owned(),
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
                    if matches!(self.peek(), Some('\n' | '\r')) {
                        comment = None;
                    }
                }
                Some('#') => {
                    let start = self.at + 1;
                    self.space(false);
                    let line = self.text.get(start..self.at).unwrap_or_default();
                    let line: String = line.iter().collect();
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
        let kind = GbnfErrorKind::Expected { wanted };
        locate(self.text, self.at..self.at, kind)
    }

    fn unclosed(&self, start: usize, what: &'static str, close: char) -> GbnfError {
        let kind = GbnfErrorKind::Unclosed { what, close };
        locate(self.text, start..start, kind)
    }

    fn large(&self, start: usize, what: &'static str, limit: usize) -> GbnfError {
        let kind = GbnfErrorKind::TooLarge { what, limit };
        locate(self.text, start..self.at, kind)
    }
}

fn is_name(one: char) -> bool {
    one.is_ascii_alphanumeric() || one == '-'
}
