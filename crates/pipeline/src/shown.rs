//! Which lines were shown in the rounds of a question.

use evidence::AnswerBundle;
use std::collections::{BTreeMap, BTreeSet};

/// Lines that were shown, by document. A chunk may be shown in part.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shown(BTreeMap<String, BTreeSet<u32>>);

impl Shown {
    /// These were shown, too.
    pub(crate) fn add(&mut self, bundle: &AnswerBundle) {
        for chunk in &bundle.used_chunks {
            let lines = self.0.entry(chunk.document_id.clone()).or_default();
            lines.extend(chunk.lines.iter().map(|line| line.number));
        }
    }

    /// Whether one of the lines was not shown yet.
    pub(crate) fn is_fresh(&self, document_id: &str, mut lines: impl Iterator<Item = u32>) -> bool {
        match self.0.get(document_id) {
            Some(shown) => lines.any(|line| !shown.contains(&line)),
            None => lines.next().is_some(),
        }
    }

    /// Whether a bundle has a line that was not shown yet.
    pub(crate) fn lacks_some_of(&self, bundle: &AnswerBundle) -> bool {
        bundle.used_chunks.iter().any(|chunk| {
            let lines = chunk.lines.iter().map(|line| line.number);
            self.is_fresh(&chunk.document_id, lines)
        })
    }
}
