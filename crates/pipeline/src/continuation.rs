//! Whether an answer goes on behind the passages that were shown.

use crate::complete::{NO_RELEVANCE, check_request};
use crate::error::StageError;
use crate::outcome::{Outcome, refused};
use crate::plan::Plan;
use crate::resources::{BrokenOff, Resources};
use compute::Computation;
use evidence::overlap::{self, Completeness};
use evidence::{AnswerBundle, Document, EvidenceChunk, Running};
use firewall::{Answer, CheckRequest, Verdict};
use serde_json::json;
use std::collections::BTreeMap;

/// Whether what follows the passages goes on with the answer, for shapes
/// of which a part may look like the whole (`overlap_shapes` of the
/// policy): an answer that reaches the last line shown. And where it does.
pub(crate) fn completeness(
    plan: &Plan,
    outcome: &Outcome,
    bundle: &AnswerBundle,
    resources: &dyn Resources,
) -> Result<(Completeness, Vec<BrokenOff>), StageError> {
    let mut broken_off = Vec::new();
    let Outcome::Accepted(answer) = outcome else {
        return Ok((Completeness::Unknown, broken_off));
    };
    if !plan.policy.looks_behind(&json!(plan.answer_type.shape)) {
        return Ok((Completeness::Unknown, broken_off));
    }
    let mut found = Completeness::Unknown;
    let mut documents: BTreeMap<&str, (Document, Running)> = BTreeMap::new();
    for chunk in &bundle.used_chunks {
        let (Some(first), Some(last)) = (chunk.lines.first(), chunk.lines.last()) else {
            continue;
        };
        let id = chunk.document_id.as_str();
        if !documents.contains_key(id) {
            let document = resources.document(id)?;
            let running = Running::of(&document.lines);
            documents.insert(id, (document, running));
        }
        let Some((document, running)) = documents.get(id) else {
            continue;
        };
        let end = end_of_matter(chunk, running).unwrap_or(last.number);
        let mut cited = answer.citations().iter();
        let reaches_the_end =
            cited.any(|citation| citation.anchor == chunk.anchor && citation.line_end + 1 >= end);
        if !reaches_the_end {
            continue;
        }
        // The next line, and the next one behind the edges of a page.
        let next = [
            overlap::next_filled(document, last.number),
            overlap::next_matter(document, running, last.number),
        ]
        .map(|line| line.map(|line| line.number));
        let mut cited = answer.citations().iter();
        let goes_on_in_it = cited.any(|citation| {
            let lines = citation.line_start..=citation.line_end;
            citation.document_id == chunk.document_id
                && next.iter().flatten().any(|next| lines.contains(next))
        });
        if goes_on_in_it {
            continue;
        }
        match overlap::completeness(document, running, first.number, last.number) {
            Completeness::Truncated => broken_off.push(BrokenOff {
                document_id: chunk.document_id.clone(),
                last_line: run_end(bundle, chunk),
            }),
            Completeness::Bounded => found = Completeness::Bounded,
            Completeness::Unknown => {}
        }
    }
    if !broken_off.is_empty() {
        found = Completeness::Truncated;
    }
    Ok((found, broken_off))
}

/// The last line of a passage that is more than the edge of a page.
fn end_of_matter(chunk: &EvidenceChunk, running: &Running) -> Option<u32> {
    let mut lines = chunk.lines.iter().rev();
    let is_matter = |line: &&evidence::Line| !line.text.trim().is_empty() && !running.holds(line);
    lines.find(is_matter).map(|line| line.number)
}

/// An answer that goes on behind what was shown, without its word that it is complete.
pub(crate) fn as_partial(
    plan: &Plan,
    computation: Option<&Computation>,
    bundle: &AnswerBundle,
    answer: Box<Answer>,
) -> Result<Box<Answer>, StageError> {
    if !answer.body().complete_answer_found {
        return Ok(answer);
    }
    let mut body = answer.body().clone();
    body.complete_answer_found = false;
    let converted_to = computation.map_or_else(Vec::new, Computation::converted_to);
    let request = CheckRequest {
        converted_to: &converted_to,
        ..check_request(plan, bundle, &NO_RELEVANCE)
    };
    match firewall::check(&json!(body), &request) {
        Verdict::Accepted(partial) => Ok(partial),
        Verdict::Refused(findings) => Err(refused(&findings)),
    }
}

/// The last line of what is shown without a gap from this passage on.
fn run_end(bundle: &AnswerBundle, chunk: &EvidenceChunk) -> u32 {
    let ends = |chunk: &EvidenceChunk| chunk.lines.last().map_or(0, |line| line.number);
    let same = |other: &&EvidenceChunk| other.document_id == chunk.document_id;
    // They stand in the order of their lines.
    let shown = bundle.used_chunks.iter().filter(same);
    shown.fold(ends(chunk), |end, other| {
        let goes_on = |line: &evidence::Line| line.number == end + 1;
        if other.lines.iter().any(goes_on) {
            ends(other)
        } else {
            end
        }
    })
}
