//! Items of a list that is partial, kept until the next round, which shows more: what it finds is
//! added to them.
//!
//! A broader round answers anew from more passages. Where it finds some of the same items, or
//! items behind them, both rounds read one list, and the answer is what they found together.
//! Where it finds something else altogether, one of the two is wrong: the likelier stands.

use crate::complete::{NO_RELEVANCE, check_request};
use crate::decide::meaning;
use crate::outcome::{Answered, Outcome};
use crate::plan::Plan;
use contract::{AnswerBody, AnswerShape, Item};
use evidence::{AnswerBundle, EvidenceChunk, Span};
use firewall::Verdict;
use serde_json::json;

/// A partial list, and the documents that its items stand in.
pub(crate) struct Kept {
    body: AnswerBody,
    /// Of each span of each item, in order.
    documents: Vec<Vec<String>>,
    probability: Option<f64>,
}

impl Kept {
    /// The items of an answer; none where it is no list, or computed from one.
    pub(crate) fn of(plan: &Plan, answered: &Answered, bundle: &AnswerBundle) -> Option<Kept> {
        let Outcome::Accepted(answer) = &answered.outcome else {
            return None;
        };
        let body = answer.body();
        let is_list = plan.answer_type.shape == AnswerShape::Listing && !plan.computes();
        let document = |span: &Span| {
            let mut chunks = bundle.used_chunks.iter();
            let chunk = chunks.find(|chunk| chunk.anchor == span.anchor)?;
            Some(chunk.document_id.clone())
        };
        let of_item = |item: &Item| item.spans.iter().map(document).collect::<Option<Vec<_>>>();
        let documents: Vec<Vec<String>> = body.items.iter().map(of_item).collect::<Option<_>>()?;
        (is_list && body.answer_found).then(|| Kept {
            body: body.clone(),
            documents,
            probability: answered.probability,
        })
    }

    /// What the next round answered, with what is kept.
    pub(crate) fn joined(self, plan: &Plan, answered: Answered, bundle: &AnswerBundle) -> Answered {
        let kept = self.shown_in(bundle);
        let Outcome::Accepted(answer) = &answered.outcome else {
            return answered;
        };
        let new = answer.body();
        let mut body = if !new.answer_found || self.is_likelier(&kept, &answered, bundle) {
            let mut body = self.body.clone();
            body.items.clone_from(&kept);
            body.complete_answer_found = false;
            body
        } else if is_one_list(&kept, &new.items, bundle) {
            AnswerBody {
                items: together(kept.clone(), &new.items, bundle),
                ..new.clone()
            }
        } else {
            return answered;
        };
        let lost = self.body.items.len() - kept.len();
        if lost > 0 {
            body.complete_answer_found = false;
            body.caveats.push(format!(
                "{lost} items that were found before stand in passages that were not shown again."
            ));
        }
        if body.items.is_empty() {
            return answered;
        }
        let request = check_request(plan, bundle, &NO_RELEVANCE);
        let probability = if new.answer_found {
            answered.probability
        } else {
            self.probability
        };
        match firewall::check(&json!(body), &request) {
            Verdict::Accepted(answer) => Answered {
                outcome: Outcome::Accepted(answer),
                probability,
                ..answered
            },
            Verdict::Refused(_) => answered,
        }
    }

    /// Whether what was found now is another list than the one before, and not as likely.
    fn is_likelier(&self, kept: &[Item], answered: &Answered, bundle: &AnswerBundle) -> bool {
        let Outcome::Accepted(answer) = &answered.outcome else {
            return false;
        };
        self.probability > answered.probability && !is_one_list(kept, &answer.body().items, bundle)
    }

    /// The items as the passages of another round name their places; without those that it does
    /// not show.
    fn shown_in(&self, bundle: &AnswerBundle) -> Vec<Item> {
        let again = |(span, document): (&Span, &String)| {
            let holds = |chunk: &&EvidenceChunk| {
                let has = |number: u32| chunk.lines.iter().any(|line| line.number == number);
                chunk.document_id == *document && (span.line_start..=span.line_end).all(has)
            };
            let chunk = bundle.used_chunks.iter().find(holds)?;
            Some(Span {
                anchor: chunk.anchor.clone(),
                ..span.clone()
            })
        };
        let items = self.body.items.iter().zip(&self.documents);
        let items = items.filter_map(|(item, documents)| {
            let spans = item.spans.iter().zip(documents).map(again);
            Some(Item {
                value: item.value.clone(),
                spans: spans.collect::<Option<Vec<_>>>()?,
            })
        });
        items.collect()
    }
}

/// Where an item begins: the number of its passage, and its line.
fn place(item: &Item, bundle: &AnswerBundle) -> Option<(usize, u32)> {
    let span = item.spans.first()?;
    let mut chunks = bundle.used_chunks.iter();
    let chunk = chunks.position(|chunk| chunk.anchor == span.anchor)?;
    Some((chunk, span.line_start))
}

/// Whether two items are one, found twice.
fn same(left: &Item, right: &Item) -> bool {
    let line = |item: &Item| {
        item.spans
            .first()
            .map(|span| (span.anchor.clone(), span.line_start))
    };
    line(left) == line(right) && meaning([&left.value]) == meaning([&right.value])
}

/// Whether two rounds read one list: some items are the same, or those of the second all stand
/// behind those of the first, in the same document.
fn is_one_list(kept: &[Item], new: &[Item], bundle: &AnswerBundle) -> bool {
    let document = |(chunk, _): (usize, u32)| {
        let chunk = bundle.used_chunks.get(chunk);
        chunk.map(|chunk| chunk.document_id.as_str())
    };
    let last = kept.iter().filter_map(|item| place(item, bundle)).max();
    let first = new.iter().filter_map(|item| place(item, bundle)).min();
    let goes_on = match (last, first) {
        (Some(last), Some(first)) => last < first && document(last) == document(first),
        _ => false,
    };
    goes_on
        || kept
            .iter()
            .any(|one| new.iter().any(|other| same(one, other)))
}

/// The items of both, each once, in the order of the passages.
fn together(kept: Vec<Item>, new: &[Item], bundle: &AnswerBundle) -> Vec<Item> {
    let mut items = kept;
    for item in new {
        if !items.iter().any(|known| same(known, item)) {
            items.push(item.clone());
        }
    }
    items.sort_by_key(|item| place(item, bundle));
    items
}
