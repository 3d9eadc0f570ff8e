//! What was searched and read in vain, and whether the documents may be called silent.
//!
//! *The documents do not say* is a finding, and it is said only where it was made: everything that
//! was asked about was read, and no value that stands there speaks of the question. Anything less
//! is that no answer was sure enough, for a person to look at, with the passages that came nearest.

use crate::error::StageError;
use crate::notes::rounded;
use crate::outcome::{Outcome, Passed};
use crate::plan::Plan;
use crate::resources::{Resources, SearchedPassage};
use crate::shown::Shown;
use crate::trace::{Dropped, SearchedNote};
use evidence::{AnswerBundle, Retriever};

/// From this probability of being right on (0..=1), a value that was not given as the answer
/// speaks of the question all the same: the calibration finds one of ten such values right. Set by
/// hand, and low on purpose: above it a person looks, who loses a minute; below it the documents
/// are called silent, which ends the search.
const SPEAKS: f64 = 0.1;
/// Passages that are named, best first.
const NEAREST: usize = 3;

/// What all rounds read, and what came nearest in them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sought {
    read: Shown,
    near: Vec<Near>,
    /// The highest probability of any value.
    best: Option<f64>,
}

/// A passage that was shown, and what speaks for it.
#[derive(Debug, Clone, PartialEq)]
struct Near {
    chunk_id: String,
    /// Of the best value, where it stands in this passage.
    probability: Option<f64>,
    similarity: f64,
}

impl Sought {
    /// Adds a round: what was shown, and where its best value stands.
    pub(crate) fn add(&mut self, bundle: &AnswerBundle, best: Option<&Passed>) {
        self.read.add(bundle);
        let probability = best.map(|best| best.probability);
        self.best = self.best.into_iter().chain(probability).reduce(f64::max);
        for chunk in &bundle.used_chunks {
            let is_best = |best: &&Passed| best.anchor == chunk.anchor;
            let found = Near {
                chunk_id: chunk.chunk_id.clone(),
                probability: best.filter(is_best).map(|best| best.probability),
                similarity: chunk.similarity,
            };
            match self
                .near
                .iter_mut()
                .find(|one| one.chunk_id == found.chunk_id)
            {
                Some(known) if known.rank() >= found.rank() => {}
                Some(known) => *known = found,
                None => self.near.push(found),
            }
        }
    }

    /// The passages that came nearest, best first: those of the best values, then the most
    /// similar. Where none was shown, the best of those that were held back.
    fn nearest(&self, dropped: Option<&Vec<Dropped>>) -> Vec<String> {
        let mut near: Vec<&Near> = self.near.iter().collect();
        near.sort_by(|one, other| {
            let (one, other) = (one.rank(), other.rank());
            (other.0.total_cmp(&one.0)).then(other.1.total_cmp(&one.1))
        });
        let shown = near.into_iter().map(|one| one.chunk_id.clone());
        let held = dropped.into_iter().flatten().filter_map(|one| match one {
            Dropped::Chunks(held) => Some(held.chunk_ids.iter().cloned()),
            Dropped::Count(..) => None,
        });
        let mut nearest: Vec<String> = shown.take(NEAREST).collect();
        if nearest.is_empty() {
            nearest.extend(held.flatten().take(NEAREST));
        }
        nearest
    }

    /// What was searched and read for a refusal; none where something was answered.
    pub(crate) fn note(
        &self,
        plan: &Plan,
        outcome: &Outcome,
        dropped: Option<&Vec<Dropped>>,
        resources: &dyn Resources,
    ) -> Result<Option<SearchedNote>, StageError> {
        if outcome.is_found() {
            return Ok(None);
        }
        let all = resources.searched(&plan.everywhere())?;
        let retriever = plan.policy.retriever;
        let is_searched = plan.bundle.is_none() && !plan.reads_whole();
        let counted = |counts: bool, passage: &dyn Fn(&SearchedPassage) -> bool| {
            let passages = all.passages.iter().filter(|one| counts && passage(one));
            passages.count() as u64
        };
        let has_vector = |one: &SearchedPassage| one.has_vector;
        let is_read = |one: &SearchedPassage| {
            let mut lines = one.lines.iter().copied();
            !lines.any(|line| self.read.is_fresh(&one.document_id, std::iter::once(line)))
        };
        let by_words = is_searched && retriever != Retriever::Embedding;
        let by_meaning = is_searched && retriever != Retriever::Lexical;
        let (passages, read) = (all.passages.len() as u64, counted(true, &is_read));
        let is_whole = read == passages
            && all.unread_pages == 0
            && !plan.everywhere().is_restricted()
            && plan.bundle.is_none();
        let speaks = self.best.is_some_and(|best| best >= SPEAKS);
        Ok(Some(SearchedNote {
            passages,
            by_words: counted(by_words, &|_| true),
            by_meaning: counted(by_meaning, &has_vector),
            read,
            unread_pages: all.unread_pages,
            best: self.best.map(rounded),
            is_silent: is_whole && passages > 0 && !speaks,
            nearest: self.nearest(dropped),
        }))
    }
}

impl Near {
    /// What counts for it, most important first.
    fn rank(&self) -> (f64, f64) {
        (self.probability.unwrap_or(-1.0), self.similarity)
    }
}

impl SearchedNote {
    /// Why the documents cannot be called silent, in plain words; empty where they can.
    pub fn doubts(&self) -> Vec<String> {
        if self.is_silent {
            return Vec::new();
        }
        let mut doubts = Vec::new();
        if self.read < self.passages {
            doubts.push(format!(
                "{} of {} passages were read; the others were only searched",
                self.read, self.passages
            ));
        }
        if self.unread_pages > 0 {
            doubts.push(format!(
                "{} pages have no text that could be searched",
                self.unread_pages
            ));
        }
        if self.best.is_some_and(|best| best >= SPEAKS) {
            doubts.push("a passage may speak of it, not surely enough for an answer".to_owned());
        }
        doubts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::bundle::{AssemblyMetrics, AssemblyTrace};
    use evidence::{AssemblyStatus, EvidenceChunk, HeldBack, Line};

    fn bundle(chunks: &[(&str, f64)]) -> AnswerBundle {
        let chunk = |(at, (id, similarity)): (usize, &(&str, f64))| EvidenceChunk {
            anchor: format!("C{at}"),
            chunk_id: (*id).to_owned(),
            document_id: "d".into(),
            document_title: "d.txt".into(),
            lines: vec![Line {
                number: at as u32 + 1,
                page: 1,
                text: "x".into(),
                bounds: None,
            }],
            similarity: *similarity,
            tables: Vec::new(),
        };
        AnswerBundle {
            request_id: String::new(),
            assembly_status: AssemblyStatus::Ok,
            used_chunks: chunks.iter().enumerate().map(chunk).collect(),
            trace: AssemblyTrace::default(),
            metrics: AssemblyMetrics::default(),
        }
    }

    fn passed(anchor: &str, probability: f64) -> Passed {
        Passed {
            anchor: anchor.into(),
            probability,
        }
    }

    #[test]
    fn the_passages_of_the_best_values_come_first_then_the_most_similar_of_all_rounds() {
        let mut sought = Sought::default();
        sought.add(
            &bundle(&[("a", 0.9), ("b", 0.2)]),
            Some(&passed("C1", 0.05)),
        );
        sought.add(&bundle(&[("c", 0.8), ("d", 0.7), ("a", 0.1)]), None);
        assert_eq!(sought.nearest(None), ["b", "a", "c"]);
        assert_eq!(sought.best, Some(0.05));
    }

    #[test]
    fn where_nothing_was_shown_the_best_of_what_was_held_back_is_named() {
        let held = Dropped::Chunks(HeldBack {
            reason: "below_similarity".into(),
            chunk_ids: ["a", "b", "c", "d"].map(str::to_owned).into(),
        });
        let dropped = vec![Dropped::Count("near_duplicate".into(), 2), held];
        assert_eq!(Sought::default().nearest(Some(&dropped)), ["a", "b", "c"]);
    }

    #[test]
    fn what_was_not_read_and_what_speaks_of_it_are_said() {
        let silent = SearchedNote {
            passages: 4,
            read: 4,
            is_silent: true,
            ..SearchedNote::default()
        };
        assert_eq!(silent.doubts(), [""; 0]);
        let unsure = SearchedNote {
            read: 3,
            unread_pages: 2,
            best: Some(SPEAKS),
            is_silent: false,
            ..silent
        };
        let words = unsure.doubts().join("\n");
        assert!(words.contains("3 of 4 passages"), "{words}");
        assert!(words.contains("2 pages"), "{words}");
        assert!(words.contains("may speak of it"), "{words}");
    }
}
