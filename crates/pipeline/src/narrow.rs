//! Which of the passages that were found the answer model is shown, where it chooses among values.
//!
//! ```text
//! a short document    shown whole     the next question finds it read already
//! a long one          the reader      the model is shown the passages that the likeliest
//!                     reads first     values stand in, up to the policy's max_weighed_tokens
//! ```
//!
//! A model reads its prompt at a fifth of the speed of the reader, and that is most of its time
//! (docs/engine.md). Of a long document another question finds other passages, so that nothing of what
//! was read before serves it, and a short prompt costs less than a long one. A short document stays
//! whole: what the model has read of it, it need not read again.
//!
//! # Limits
//!
//! What is not one value, what the reader does not know, and what is asked of a schema, a claim or
//! passages from elsewhere is shown in full. Of the passages that are held back nothing is offered.

use crate::error::StageError;
use crate::gather::Search;
use crate::notes::Notes;
use crate::offer::offer;
use crate::plan::Plan;
use crate::resources::{self, Means};
use crate::round::Round;
use crate::shown::Shown;
use contract::{AnswerShape, Candidate, Offer};
use evidence::policy::ChooseWith;
use evidence::select::{hold_back, render_chunk};
use evidence::{AnswerBundle, EvidenceChunk};
use std::collections::BTreeSet;

/// Why a passage is held back, in the record.
const REASON: &str = "less_likely";
/// The passages of so many candidates are shown whatever they take.
const ALWAYS_SHOWN: usize = 2;

impl Round<'_> {
    /// The passages of a round that the model is shown; none where it is shown all of them.
    pub(crate) fn narrowed(
        &self,
        search: &Search,
        notes: &mut Notes,
    ) -> Result<Option<AnswerBundle>, StageError> {
        let (plan, bundle) = (self.plan, self.bundle);
        let Some(limit) = search.policy.max_weighed_tokens else {
            return Ok(None);
        };
        let is_long = bundle.metrics.evidence_tokens > limit;
        if !is_long || !weighs_one_value(plan) || shows_all(plan, bundle, self.means)? {
            return Ok(None);
        }
        let Some(readings) = self.read_passages(notes)? else {
            return Ok(None);
        };
        let offered = offer(
            &plan.question,
            &plan.answer_type,
            &plan.labels,
            (&bundle.used_chunks, Some(&readings)),
            &plan.policy,
        );
        let Offer::Candidates(candidates) = offered else {
            return Ok(None);
        };
        let tokens = tokens_of(&bundle.used_chunks, self.means)?;
        let kept = likeliest(&candidates, (&bundle.used_chunks, &tokens), limit);
        let holds_none = kept.iter().all(|is_kept| !is_kept);
        Ok((!holds_none).then(|| hold_back(bundle, (&kept, &tokens), REASON)))
    }
}

/// Whether a model weighs candidates for one value, and the reader ranks them.
fn weighs_one_value(plan: &Plan) -> bool {
    let model_chooses = plan.policy.choose_with == ChooseWith::Model;
    let is_plain = plan.claim.is_none() && plan.form.is_empty() && plan.turns.is_empty();
    let is_found = plan.every.is_none() && !plan.computes() && plan.bundle.is_none();
    let is_single = plan.answer_type.shape == AnswerShape::Single;
    plan.reads && model_chooses && is_plain && is_found && is_single
}

/// Whether the passages are all that stands in the documents.
fn shows_all(plan: &Plan, bundle: &AnswerBundle, means: Means<'_>) -> Result<bool, StageError> {
    let mut shown = Shown::default();
    shown.add(bundle);
    for id in &plan.document_ids {
        let lines = means.resources.lines(id, 1, u32::MAX)?;
        let lines = lines.iter().filter(|line| !line.text.trim().is_empty());
        if shown.is_fresh(id, lines.map(|line| line.number)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Tokens of each passage as the model is shown it.
fn tokens_of(chunks: &[EvidenceChunk], means: Means<'_>) -> Result<Vec<u32>, StageError> {
    let shown: Vec<String> = chunks.iter().map(render_chunk).collect();
    resources::ask(means.model, |decoder, _| Ok(decoder.count_tokens(&shown)?))
}

/// Of each passage whether it is shown: those that the first candidates stand in, then others as
/// they come by the candidates and fit.
fn likeliest(
    candidates: &[Candidate],
    (chunks, tokens): (&[EvidenceChunk], &[u32]),
    limit: u32,
) -> Vec<bool> {
    let mut kept = vec![false; chunks.len()];
    let mut taken = 0_u32;
    for (rank, candidate) in candidates.iter().enumerate() {
        let spans = candidate.items.iter().flat_map(|item| &item.spans);
        let anchors: BTreeSet<&str> = spans.map(|span| span.anchor.as_str()).collect();
        for (at, chunk) in chunks.iter().enumerate() {
            let (Some(is_kept), Some(tokens)) = (kept.get_mut(at), tokens.get(at)) else {
                continue;
            };
            let fits = rank < ALWAYS_SHOWN || taken.saturating_add(*tokens) <= limit;
            if !*is_kept && fits && anchors.contains(chunk.anchor.as_str()) {
                *is_kept = true;
                taken = taken.saturating_add(*tokens);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn candidate(anchor: &str) -> Candidate {
        let span = json!({ "anchor": anchor, "line_start": 1, "line_end": 1, "quote": "5" });
        let item = json!({ "value": "5", "spans": [span] });
        let whole = json!({ "items": [item], "wording": "5", "context": "5" });
        serde_json::from_value(whole).unwrap()
    }

    #[test]
    fn the_passages_of_the_likeliest_candidates_are_shown_while_they_fit() {
        let chunks = ["C0", "C1", "C2", "C3"].map(|one| EvidenceChunk::of_lines(one, 1, ["5"]));
        let ranked = ["C2", "C2", "C0", "C3"].map(candidate);
        let shown = |tokens: [u32; 4]| likeliest(&ranked, (&chunks, &tokens), 400);
        assert_eq!(shown([100, 100, 100, 100]), [true, false, true, true]);
        // The third candidate's passage is too long, the fourth's fits.
        assert_eq!(shown([301, 1, 100, 300]), [false, false, true, true]);
        // The first candidate's is shown, however long it is.
        assert_eq!(shown([1, 1, 900, 1]), [false, false, true, false]);
    }
}
