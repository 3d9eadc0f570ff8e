//! Lists that a passage says are continued in another: *(continued in Section 7)*. Where that
//! place was shown, the list that stands under its heading is joined to the first.

use crate::reference::{At, continued_at};
use contract::{Candidate, Item};
use evidence::{EvidenceChunk, Span};

/// Lines between the heading of a place and the list that goes on there, at most: a sentence
/// that introduces it.
const MAX_DISTANCE: u32 = 8;
/// Places that one list goes on in, one after the other, at most: an end to passages that point
/// at each other.
const MAX_PLACES: usize = 8;

/// Joins to each list what it is continued with, as far as that was shown.
pub(crate) fn follow(lists: &mut [Candidate], chunks: &[EvidenceChunk]) {
    let known = lists.to_vec();
    for list in lists {
        for _ in 0..MAX_PLACES {
            let spans: Vec<Span> = list
                .items
                .iter()
                .flat_map(|item| &item.spans)
                .cloned()
                .collect();
            let places = continued_at(chunks, &spans);
            let mut rest = places
                .into_iter()
                .filter(|at| !spans.iter().any(|span| at.holds(span)));
            let Some(more) = rest.find_map(|at| list_at(at, &known, chunks)) else {
                break;
            };
            let new: Vec<Item> = more
                .items
                .iter()
                .filter(|item| !list.items.contains(item))
                .cloned()
                .collect();
            if new.is_empty() {
                break;
            }
            list.wording = format!("{}, {}", list.wording, more.wording);
            list.is_partial |= more.is_partial;
            list.notes.extend(more.notes.clone());
            list.items.extend(new);
        }
    }
}

/// The first list under a heading.
fn list_at<'k>(
    at: At<'_>,
    known: &'k [Candidate],
    chunks: &[EvidenceChunk],
) -> Option<&'k Candidate> {
    let document = |anchor: &str| {
        let mut chunks = chunks.iter();
        chunks
            .find(|chunk| chunk.anchor == anchor)
            .map(|chunk| &chunk.document_id)
    };
    let first = |list: &Candidate| -> Option<u32> {
        let span = list.items.first()?.spans.first()?;
        let is_near = span.line_start >= at.line && span.line_start <= at.line + MAX_DISTANCE;
        (is_near && document(&span.anchor) == Some(&at.chunk.document_id))
            .then_some(span.line_start)
    };
    let mut best: Option<(u32, &Candidate)> = None;
    for list in known {
        if let Some(line) = first(list)
            && best.is_none_or(|(least, _)| line < least)
        {
            best = Some((line, list));
        }
    }
    best.map(|(_, list)| list)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(lines: &[&str]) -> EvidenceChunk {
        EvidenceChunk::of_lines("C0", 1, lines.iter().copied())
    }

    fn lists(chunk: &EvidenceChunk) -> Vec<Vec<String>> {
        let chunks = [chunk.clone()];
        let mut found = recognizer::recognize("list", &chunks, &recognizer::Options::default());
        follow(&mut found, &chunks);
        let text = |item: &Item| item.value.as_text().unwrap_or_default().to_owned();
        found
            .iter()
            .map(|list| list.items.iter().map(text).collect())
            .collect()
    }

    #[test]
    fn a_list_that_is_continued_elsewhere_has_the_items_of_both_places() {
        let found = lists(&chunk(&[
            "Exclusions:",
            "(a) war",
            "(continued in Section 7)",
            "",
            "Section 5. Claims",
            "Notice is given at once.",
            "",
            "Section 7. Further perils",
            "(b) flood",
            "(c) vermin",
        ]));
        assert_eq!(found[0], ["war", "flood", "vermin"]);
    }

    #[test]
    fn passages_that_point_at_each_other_come_to_an_end() {
        let found = lists(&chunk(&[
            "Section 4. Exclusions:",
            "(a) war",
            "(continued in Section 7)",
            "",
            "Section 7. Further perils:",
            "(b) flood",
            "(continued in Section 4)",
        ]));
        assert_eq!(found[0], ["war", "flood"]);
    }
}
