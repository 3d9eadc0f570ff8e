//! Labels of a closed set as candidates, by the terms that speak for them
//! ([`contract::category`]).

use contract::{Candidate, Item, LabelSet};
use evidence::{EvidenceChunk, Span};

/// One candidate for each label, best first: by its terms in the evidence,
/// standing on the line that has most of them (the first line with words
/// where no line has any). Empty without words.
pub fn candidates(chunks: &[EvidenceChunk], labels: &LabelSet) -> Vec<Candidate> {
    let mut scored: Vec<(usize, Candidate)> = Vec::new();
    for one in &labels.labels {
        let mut best: Option<(usize, Span)> = None;
        let mut total = 0;
        for chunk in chunks {
            for line in &chunk.lines {
                let quote: Vec<&str> = line.text.split_whitespace().collect();
                if quote.is_empty() {
                    continue;
                }
                let hits = one.hits_in(&line.text);
                total += hits;
                if best.as_ref().is_none_or(|(most, _)| hits > *most) {
                    let span = Span {
                        anchor: chunk.anchor.clone(),
                        line_start: line.number,
                        line_end: line.number,
                        quote: Some(quote.join(" ")),
                    };
                    best = Some((hits, span));
                }
            }
        }
        if let Some((_, span)) = best {
            let context = span.quote.clone().unwrap_or_default();
            let item = Item {
                value: one.label.clone().into(),
                spans: vec![span],
            };
            let candidate = Candidate::new(vec![item], one.label.clone(), context);
            scored.push((total, candidate));
        }
    }
    scored.sort_by_key(|(total, _)| std::cmp::Reverse(*total));
    scored.into_iter().map(|(_, candidate)| candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_scene::chunk;

    #[test]
    fn a_candidate_stands_on_the_line_that_speaks_for_it() {
        let evidence = [chunk(
            "C0",
            &["Dear team,", "my password reset link is broken", "thanks"],
        )];
        let found = candidates(&evidence, &LabelSet::categories());
        let best = found.first().unwrap();
        assert_eq!(best.wording, "Authentication & Access");
        assert_eq!(
            best.items
                .first()
                .unwrap()
                .spans
                .first()
                .unwrap()
                .line_start,
            2
        );
        assert_eq!(found.len(), 9);
        assert!(candidates(&[], &LabelSet::categories()).is_empty());
    }
}
