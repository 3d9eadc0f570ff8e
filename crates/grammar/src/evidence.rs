//! Evidence in the grammar: a model can only quote what stands there, and the
//! place follows from the words.
//!
//! The quote comes first: `{"quote":"...","anchor":"C0","line_start":12,
//! "line_end":13}`. The model chooses words; anchor and lines are what is left
//! of the grammar after them, so they are forced unless the same words stand in
//! several places.
//!
//! A quote is a run of white-space separated words joined by single spaces.
//! The rules are linear in the words, not in words times lines: each word has a
//! rule for "stop somewhere in this line" and one for "on to the line's end",
//! and a start line puts them together with the tail that names both lines:
//!
//! ```text
//! start(s)  ::= within(s, any) tail(s,s) | through(s, any) next(s, s+1)
//! next(s,t) ::= within(t, 0)   tail(s,t) | through(t, 0)   next(s, t+1)
//! ```

use crate::limits::Limits;
use crate::rule::{Builder, Expr, Grammar, GrammarError, RuleId};
use crate::style::{Style, Whitespace, escape};
use std::collections::BTreeMap;
use thiserror::Error;

/// The text that answers may quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceText {
    /// The chunks, in the order they are shown.
    pub chunks: Vec<EvidenceChunk>,
    /// Lines one quote may touch, at least 1.
    pub max_span_lines: u32,
    /// Words one quote may have, at least 1; `u32::MAX` for no limit.
    pub max_quote_words: u32,
}

/// A run of lines under one anchor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceChunk {
    /// `C0`, `C1`, ...
    pub anchor: String,
    /// Line numbers, strictly increasing, and the text of the lines.
    pub lines: Vec<(u32, String)>,
}

/// What the keyword `x-evidence` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvidenceKind {
    /// The object `{quote, anchor, line_start, line_end}`.
    Span,
    /// A string of words that stand in the evidence.
    Quote,
    /// The anchor of a chunk, as a string.
    Anchor,
    /// The number of a line.
    Line,
}

impl EvidenceKind {
    /// The closed set of values of the keyword.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("span", Self::Span),
        ("quote", Self::Quote),
        ("anchor", Self::Anchor),
        ("line", Self::Line),
    ];

    /// Reads a value of the keyword.
    pub fn read(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, kind)| *kind)
    }
}

/// Why evidence cannot become rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EvidenceError {
    /// Nothing to quote.
    #[error("the evidence has no words; answer without it instead")]
    Empty,
    /// Line numbers out of order.
    #[error("chunk {chunk}: line {line} does not come after the line before it")]
    Order {
        /// Index of the chunk.
        chunk: usize,
        /// The line's number.
        line: u32,
    },
}

/// A line with at least one word.
struct Line {
    chunk: usize,
    number: u32,
    words: Vec<String>,
}

/// Evidence, split into words, and the rules made of it so far.
pub(crate) struct EvidenceRules<'a> {
    evidence: &'a EvidenceText,
    lines: Vec<Line>,
    /// Per line and word: stop in this line, at the latest before a word.
    within: BTreeMap<(usize, usize, usize), RuleId>,
    through: BTreeMap<(usize, usize), RuleId>,
    made: BTreeMap<EvidenceKind, RuleId>,
}

/// What follows a quote: the rest of the span object, or nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    Span,
    Nothing,
}

impl Tail {
    fn name(self) -> &'static str {
        match self {
            Self::Span => "span",
            Self::Nothing => "quote",
        }
    }
}

impl<'a> EvidenceRules<'a> {
    /// Splits the evidence into words (`char::is_whitespace` separates).
    pub fn new(evidence: &'a EvidenceText) -> Result<Self, EvidenceError> {
        let mut lines = Vec::new();
        for (index, chunk) in evidence.chunks.iter().enumerate() {
            let mut before = None;
            for (number, text) in &chunk.lines {
                if before.is_some_and(|before| before >= *number) {
                    return Err(EvidenceError::Order {
                        chunk: index,
                        line: *number,
                    });
                }
                before = Some(*number);
                let words: Vec<String> = text.split_whitespace().map(escape).collect();
                if !words.is_empty() {
                    lines.push(Line {
                        chunk: index,
                        number: *number,
                        words,
                    });
                }
            }
        }
        if lines.is_empty() {
            return Err(EvidenceError::Empty);
        }
        let (within, through) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self {
            evidence,
            lines,
            within,
            through,
            made: BTreeMap::new(),
        })
    }

    /// The rule for one kind of value.
    pub fn rule(&mut self, kind: EvidenceKind, builder: &mut Builder, style: Style) -> RuleId {
        if let Some(id) = self.made.get(&kind) {
            return *id;
        }
        let id = match kind {
            EvidenceKind::Span => self.quotes(Tail::Span, builder, style),
            EvidenceKind::Quote => self.quotes(Tail::Nothing, builder, style),
            EvidenceKind::Anchor => {
                let chunks = self
                    .evidence
                    .chunks
                    .iter()
                    .filter(|chunk| !chunk.lines.is_empty());
                let names =
                    chunks.map(|chunk| Expr::text(format!("\"{}\"", escape(&chunk.anchor))));
                builder.add("anchor", None, Expr::choice(names))
            }
            EvidenceKind::Line => {
                let chunks = self.evidence.chunks.iter().flat_map(|chunk| &chunk.lines);
                let mut numbers: Vec<u32> = chunks.map(|(number, _)| *number).collect();
                numbers.sort_unstable();
                numbers.dedup();
                let numbers = numbers
                    .into_iter()
                    .map(|number| Expr::text(number.to_string()));
                builder.add("line", None, Expr::choice(numbers))
            }
        };
        self.made.insert(kind, id);
        id
    }

    fn quotes(&mut self, tail: Tail, builder: &mut Builder, style: Style) -> RuleId {
        let open = match tail {
            Tail::Span => Expr::sequence([
                style.open('{'),
                Expr::text("\"quote\""),
                style.colon(),
                Expr::text("\""),
            ]),
            Tail::Nothing => Expr::text("\""),
        };
        let close = if tail == Tail::Span {
            Expr::empty()
        } else {
            Expr::text("\"")
        };
        let mut starts = Vec::with_capacity(self.lines.len());
        for start in 0..self.lines.len() {
            starts.push(self.start(start, tail, builder, style));
        }
        let body = Expr::sequence([open, Expr::choice(starts), close]);
        let name = tail.name();
        builder.add(name, Some(format!("{name} of the evidence")), body)
    }

    fn words(&self, line: usize) -> usize {
        self.lines.get(line).map_or(0, |line| line.words.len())
    }

    /// The line after `line`, if a quote that begins in `start` may reach it.
    fn following(&self, start: usize, line: usize) -> Option<usize> {
        let (first, next) = (self.lines.get(start)?, self.lines.get(line + 1)?);
        let near =
            next.number - first.number.min(next.number) < self.evidence.max_span_lines.max(1);
        (first.chunk == next.chunk && near).then_some(line + 1)
    }

    /// All quotes that begin in one line, with their tails.
    fn start(&mut self, start: usize, tail: Tail, builder: &mut Builder, style: Style) -> Expr {
        let limit = self.evidence.max_quote_words.max(1) as usize;
        let count = self.words(start);
        let after = self.words_after(start, limit);
        let next = self.following(start, start);
        // Starts near enough to the line's end meet no limit and share their
        // continuations; the others each have their own.
        let free = (count + after).saturating_sub(limit).min(count);
        let mut within = Vec::with_capacity(count);
        let mut through = Vec::new();
        let mut parts = Vec::new();
        for word in 0..count {
            within.push(Expr::Rule(self.within(
                start,
                word,
                word.saturating_add(limit),
                builder,
            )));
            let left = limit.saturating_sub(count - word);
            let Some(next) = next.filter(|_| left > 0) else {
                continue;
            };
            let on = Expr::Rule(self.through(start, word, builder));
            if word >= free {
                through.push(on);
            } else {
                let rest = self.next(start, next, left, tail, builder, style);
                parts.push(Expr::sequence([on, rest]));
            }
        }
        let stop = self.tail(start, start, tail, style);
        parts.push(Expr::sequence([Expr::choice(within), stop]));
        if let Some(next) = next.filter(|_| !through.is_empty()) {
            let rest = self.next(start, next, limit, tail, builder, style);
            parts.push(Expr::sequence([Expr::choice(through), rest]));
        }
        let (chunk, number) = self
            .lines
            .get(start)
            .map_or((0, 0), |line| (line.chunk, line.number));
        let name = format!("ev-{}-c{chunk}-l{number}", tail.name());
        Expr::Rule(builder.add_fresh(name, Expr::choice(parts)))
    }

    /// The quote goes on with `line`, with at most `left` more words.
    fn next(
        &mut self,
        start: usize,
        line: usize,
        left: usize,
        tail: Tail,
        builder: &mut Builder,
        style: Style,
    ) -> Expr {
        let mut steps = vec![(line, left)];
        while let Some(&(at, left)) = steps.last() {
            let left = left.saturating_sub(self.words(at));
            let Some(next) = self.following(start, at).filter(|_| left > 0) else {
                break;
            };
            steps.push((next, left));
        }
        let mut rest: Option<Expr> = None;
        for (at, left) in steps.into_iter().rev() {
            let stop = Expr::Rule(self.within(at, 0, left, builder));
            let stop = Expr::sequence([stop, self.tail(start, at, tail, style)]);
            let on = rest.map(|rest| {
                let through = Expr::Rule(self.through(at, 0, builder));
                Expr::sequence([through, rest])
            });
            let body = Expr::choice([stop].into_iter().chain(on));
            let name = self.name(
                start,
                at,
                &format!("-{}-next{}", tail.name(), builder.len()),
            );
            rest = Some(Expr::Rule(builder.add_fresh(name, body)));
        }
        rest.unwrap_or_else(Expr::empty)
    }

    /// Words a quote from `start` may meet in later lines, up to `enough`.
    fn words_after(&self, start: usize, enough: usize) -> usize {
        let (mut at, mut sum) = (start, 0);
        while let Some(next) = self.following(start, at).filter(|_| sum < enough) {
            sum += self.words(next);
            at = next;
        }
        sum
    }

    /// One or more words of a line from `word` on, all before word `end`.
    fn within(&mut self, line: usize, word: usize, end: usize, builder: &mut Builder) -> RuleId {
        let end = end.min(self.words(line));
        let mut then: Option<RuleId> = None;
        for at in (word..end).rev() {
            if let Some(id) = self.within.get(&(line, at, end)) {
                then = Some(*id);
                continue;
            }
            let on = then.map(|id| Expr::sequence([Expr::text(" "), Expr::Rule(id)]).optional());
            let body = Expr::sequence([self.word(line, at), on.unwrap_or_else(Expr::empty)]);
            let limit = if end == self.words(line) {
                String::new()
            } else {
                format!("-b{end}")
            };
            let id = builder.add_fresh(self.name(line, at, &limit), body);
            self.within.insert((line, at, end), id);
            then = Some(id);
        }
        then.unwrap_or(RuleId(u32::MAX))
    }

    /// The words of a line from `word` to its end and the space after them.
    fn through(&mut self, line: usize, word: usize, builder: &mut Builder) -> RuleId {
        let mut then: Option<RuleId> = None;
        for at in (word..self.words(line)).rev() {
            if let Some(id) = self.through.get(&(line, at)) {
                then = Some(*id);
                continue;
            }
            let rest = then.map_or_else(Expr::empty, Expr::Rule);
            let body = Expr::sequence([self.word(line, at), Expr::text(" "), rest]);
            let id = builder.add_fresh(self.name(line, at, "-on"), body);
            self.through.insert((line, at), id);
            then = Some(id);
        }
        then.unwrap_or(RuleId(u32::MAX))
    }

    fn word(&self, line: usize, word: usize) -> Expr {
        let text = self.lines.get(line).and_then(|line| line.words.get(word));
        Expr::text(text.cloned().unwrap_or_default())
    }

    fn name(&self, line: usize, word: usize, suffix: &str) -> String {
        let (chunk, number) = self
            .lines
            .get(line)
            .map_or((0, 0), |line| (line.chunk, line.number));
        format!("ev-c{chunk}-l{number}-w{word}{suffix}")
    }

    fn tail(&self, start: usize, end: usize, tail: Tail, style: Style) -> Expr {
        let (Some(first), Some(last)) = (self.lines.get(start), self.lines.get(end)) else {
            return Expr::empty();
        };
        let Some(chunk) = self
            .evidence
            .chunks
            .get(first.chunk)
            .filter(|_| tail == Tail::Span)
        else {
            return Expr::empty();
        };
        let field = |key: &str, value: String| {
            let key = Expr::text(format!("\"{key}\""));
            Expr::sequence([style.comma(), key, style.colon(), Expr::text(value)])
        };
        Expr::sequence([
            Expr::text("\""),
            field("anchor", format!("\"{}\"", escape(&chunk.anchor))),
            field("line_start", first.number.to_string()),
            field("line_end", last.number.to_string()),
            style.close('}'),
        ])
    }
}

/// The grammar of one kind of evidence value alone.
///
/// # Errors
/// [`EvidenceError`], and [`GrammarError`] above
/// the limits.
pub fn grammar(
    evidence: &EvidenceText,
    kind: EvidenceKind,
    whitespace: Whitespace,
    limits: &Limits,
) -> Result<Grammar, EvidenceGrammarError> {
    let mut builder = Builder::new();
    let root = builder.declare("root", None);
    let style = Style::new(whitespace, &mut builder);
    let id = EvidenceRules::new(evidence)?.rule(kind, &mut builder, style);
    builder.define(root, Expr::Rule(id));
    Ok(builder.finish(root, limits)?)
}

/// Why there is no grammar of the evidence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EvidenceGrammarError {
    /// The evidence itself.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// Its size.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
}
