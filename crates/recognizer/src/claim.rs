//! What words and figures say of a claim, for a `verification`
//! ([`contract::verification`]).
//!
//! What words and figures decide is not left to a model:
//!
//! | the passage that speaks most of the claim | |
//! |---|---|
//! | there is none | No |
//! | no passage has a figure or an identifier of the claim | No |
//! | has less than [`MIN_COVERAGE`] of the claim's words | No |
//! | denies what the claim does not deny, or the other way round | No |
//! | holds the claim word for word | Yes |
//! | else | the model's judgement |

use crate::options::Options;
use crate::rank::{lexical_score, rank};
use crate::sentence::sentences;
use crate::terms::{Terms, figures, lower_words};
use contract::verification::{NAME, Response, Verification};
use contract::{Candidate, Item};
use evidence::{EvidenceChunk, Span};
use serde_json::json;
use std::collections::BTreeSet;

/// Least share of the claim's words that its passage has, 0..=1.
pub const MIN_COVERAGE: f64 = 0.3;
/// What can be said of a claim: Yes, No or both (see the table above),
/// standing on the passage that speaks most of it. Empty without a passage:
/// then
/// [`unsupported`](contract::verification::unsupported).
pub fn candidates(claim: &Terms, chunks: &[EvidenceChunk], options: &Options) -> Vec<Candidate> {
    let mut passages = sentences(chunks, options);
    if passages.is_empty() {
        passages.extend(lines(chunks));
    }
    rank(claim, NAME, &mut passages);
    let Some(best) = passages.into_iter().next() else {
        return Vec::new();
    };
    let possible = possible(claim, &best, chunks);
    let spans: Vec<Span> = best.items.into_iter().flat_map(|item| item.spans).collect();
    possible
        .iter()
        .map(|&response| {
            let item = Item {
                value: json!(Verification { response }).into(),
                spans: spans.clone(),
            };
            Candidate::new(vec![item], format!("{response:?}"), best.context.clone())
        })
        .collect()
}

fn possible(claim: &Terms, passage: &Candidate, chunks: &[EvidenceChunk]) -> &'static [Response] {
    let (claimed, said) = (&claim.words, lower_words(&passage.wording));
    let is_denial = |word: &String| language::any(|pack| &pack.denials, word);
    let denies = |words: &[String]| words.iter().any(is_denial);
    let covered = lexical_score(claim, NAME, passage) >= MIN_COVERAGE;
    if !covered || !figures_stand(claim, chunks) || denies(claimed) != denies(&said) {
        return &[Response::No];
    }
    let verbatim = !claimed.is_empty()
        && said
            .windows(claimed.len())
            .any(|window| window == claimed.as_slice());
    if verbatim {
        &[Response::Yes]
    } else {
        &[Response::Yes, Response::No]
    }
}

/// Every line with words as a passage, where no line is a sentence.
fn lines(chunks: &[EvidenceChunk]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for chunk in chunks {
        for line in &chunk.lines {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            let wording = words.join(" ");
            let span = Span {
                anchor: chunk.anchor.clone(),
                line_start: line.number,
                line_end: line.number,
                quote: Some(wording.clone()),
            };
            let item = Item {
                value: wording.clone().into(),
                spans: vec![span],
            };
            found.push(Candidate::new(vec![item], wording.clone(), wording));
        }
    }
    found
}

/// Whether every word of the claim with a digit stands in some passage.
fn figures_stand(claim: &Terms, chunks: &[EvidenceChunk]) -> bool {
    let lines = chunks.iter().flat_map(|chunk| &chunk.lines);
    let known: BTreeSet<String> = lines.flat_map(|line| figures(&line.text)).collect();
    claim.figures.iter().all(|figure| known.contains(figure))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_scene::chunk;

    fn responses(claim: &str, chunks: &[EvidenceChunk]) -> Vec<String> {
        let found = candidates(&Terms::of(claim), chunks, &Options::default());
        found.into_iter().map(|one| one.wording).collect()
    }

    #[test]
    fn yes_and_no_stand_on_the_passage_that_speaks_of_the_claim() {
        let evidence = [chunk(
            "C0",
            &[
                "The weather is fine today.",
                "The annual premium is $1,250.00.",
            ],
        )];
        let found = candidates(
            &Terms::of("The premium is 1250 a year."),
            &evidence,
            &Options::default(),
        );
        let lines: Vec<u32> = found
            .iter()
            .flat_map(|one| &one.items)
            .flat_map(|item| &item.spans)
            .map(|span| span.line_start)
            .collect();
        assert_eq!(lines, [2, 2]);
    }

    #[test]
    fn a_figure_of_no_passage_means_no() {
        let evidence = [chunk("C0", &["The annual premium is $1,250.00."])];
        assert_eq!(
            responses("The premium is $1,250.", &evidence),
            ["Yes", "No"]
        );
        assert_eq!(responses("The premium is $1,251.", &evidence), ["No"]);
    }

    #[test]
    fn words_decide_before_the_model_does() {
        let evidence = [chunk(
            "C0",
            &[
                "Notice of a claim must be given to the insurer without delay.",
                "The policy covers fire and storm.",
            ],
        )];
        for (claim, wanted) in [
            (
                "Notice of a claim must be given to the insurer.",
                vec!["Yes"],
            ),
            (
                "The insurer must be given notice of a claim.",
                vec!["Yes", "No"],
            ),
            ("The policy does not cover fire.", vec!["No"]),
            ("The moon is made of cheese.", vec!["No"]),
        ] {
            assert_eq!(responses(claim, &evidence), wanted, "{claim}");
        }
    }

    #[test]
    fn no_evidence_means_no() {
        assert!(responses("The premium is due.", &[]).is_empty());
    }
}
