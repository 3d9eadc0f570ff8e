//! What a recogniser works on: the passage it reads, what is known of the
//! document and the question, and the candidates it has found so far.

use super::convention::Convention;
use super::flow::Flow;
use super::options::Options;
use super::scale;
use super::terms::Terms;
use contract::Value;
use contract::answer::Item;
use contract::candidate::Candidate;
use std::ops::Range;

/// What a recogniser reads and where it puts what it finds.
pub(super) struct Scene<'a> {
    /// What is asked for.
    pub answer_type: &'a str,
    pub flow: &'a Flow<'a>,
    /// All passages, and which of them `flow` is.
    pub passages: (&'a [Flow<'a>], usize),
    /// The words of the question; empty where there is none.
    pub terms: &'a Terms,
    pub convention: &'a Convention,
    pub options: &'a Options,
    pub found: Vec<(usize, Candidate)>,
}

impl Scene<'_> {
    /// Offers one value that stands at `range`.
    pub fn offer(&mut self, range: &Range<usize>, value: Value) {
        let wording = self.flow.words(range.clone());
        self.offer_read(range, Read::new(value, wording));
    }

    /// Offers a value with what a person should know of how it was read.
    pub fn offer_noted(
        &mut self,
        range: &Range<usize>,
        value: Value,
        wording: String,
        notes: Vec<String>,
    ) {
        let mut read = Read::new(value, wording);
        read.notes = notes;
        self.offer_read(range, read);
    }

    /// Offers a value that stands at `range`.
    pub fn offer_read(&mut self, range: &Range<usize>, read: Read) {
        let limit = self.options.max_span_lines;
        let Some(span) = self.flow.span(range, limit) else {
            return;
        };
        let mut spans = vec![span];
        for (flow, line) in read.shown {
            let flow = self.passages.0.get(flow);
            let shown = flow.and_then(|flow| flow.span(&flow.line_range(line), limit));
            spans.extend(shown.filter(|shown| !spans.contains(shown)));
        }
        let items = vec![Item {
            value: read.value,
            spans,
        }];
        self.found.push((
            range.start,
            Candidate {
                items,
                wording: read.wording,
                context: self.flow.context(range),
                notes: read.notes,
                is_partial: false,
                known_by: None,
                computed: None,
                place: Some(self.flow.place(range)),
            },
        ));
    }

    /// Offers several items as one answer.
    pub fn offer_items(&mut self, at: usize, items: Vec<Item>, wording: String, context: String) {
        if !items.is_empty() {
            self.found
                .push((at, Candidate::new(items, wording, context)));
        }
    }
}

/// A value as it was read, with what belongs to it.
pub(super) struct Read {
    pub value: Value,
    pub wording: String,
    /// What a person should know of the reading.
    pub notes: Vec<String>,
    /// Lines that show a part of it, such as the heading that gives its unit;
    /// cited beside its own.
    pub shown: Vec<scale::At>,
}

impl Read {
    pub fn new(value: Value, wording: String) -> Self {
        Self {
            value,
            wording,
            notes: Vec::new(),
            shown: Vec::new(),
        }
    }
}
