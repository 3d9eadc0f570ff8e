//! The token budget: which chunks fit, and what is left of those that do not.

use super::render::render_chunk;
use super::word::{Question, words};
use crate::bundle::EvidenceChunk;
use crate::document::Line;
use crate::policy::Policy;

/// Counts the tokens of a text with the model's own tokenizer.
pub type CountTokens<'a> = dyn FnMut(&str) -> u32 + 'a;

/// As many of the best chunks as fit the budget, in rank order, and their
/// tokens. With several, each is cut to its share first.
pub(super) fn fit(
    chunks: &[EvidenceChunk],
    policy: &Policy,
    question: &Question,
    count_tokens: &mut CountTokens<'_>,
) -> (Vec<EvidenceChunk>, u32) {
    let budget = policy
        .max_evidence_tokens
        .min(policy.max_total_prompt_tokens);
    let share =
        ((f64::from(budget) * policy.max_chunk_token_ratio).floor() as u32).clamp(1, budget);
    let mut trimmed = Vec::new();
    let mut total = 0_u32;
    for chunk in chunks {
        // A chunk of which not one line fits is passed over; it ends nothing.
        let Some((part, tokens)) = trim(chunk, share, question, count_tokens) else {
            continue;
        };
        if total.saturating_add(tokens) > budget {
            break;
        }
        total += tokens;
        trimmed.push(part);
    }
    if trimmed.len() > 1 {
        return (trimmed, total);
    }
    // Alone, a chunk may take the whole budget.
    let alone = chunks
        .iter()
        .find_map(|chunk| trim(chunk, budget, question, count_tokens));
    alone.map_or((Vec::new(), 0), |(chunk, tokens)| (vec![chunk], tokens))
}

/// Anchors by rank, then the order of the documents and their lines: the best
/// passage is `C0` wherever it is shown, and a document is shown from its
/// beginning on.
pub(super) fn number(chunks: &mut [EvidenceChunk]) {
    for (index, chunk) in chunks.iter_mut().enumerate() {
        chunk.anchor = format!("C{index}");
    }
    let place = |chunk: &EvidenceChunk| chunk.lines.first().map_or(0, |line| line.number);
    chunks.sort_by(|a, b| {
        a.document_id
            .cmp(&b.document_id)
            .then_with(|| place(a).cmp(&place(b)))
            .then_with(|| a.chunk_id.cmp(&b.chunk_id))
    });
}

/// The chunk within `limit` tokens: whole, or the lines around those that
/// share most words with the question, or part of the best line.
fn trim(
    chunk: &EvidenceChunk,
    limit: u32,
    question: &Question,
    count_tokens: &mut CountTokens<'_>,
) -> Option<(EvidenceChunk, u32)> {
    let with = |lines: &[Line]| EvidenceChunk {
        lines: lines.to_vec(),
        ..chunk.clone()
    };
    let whole = count_tokens(&render_chunk(chunk));
    if whole <= limit {
        return Some((chunk.clone(), whole));
    }
    let scores: Vec<usize> = chunk
        .lines
        .iter()
        .map(|line| score(&line.text, question))
        .collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    // The first of the best lines with text.
    let start = (0..chunk.lines.len()).find(|at| {
        scores.get(*at) == Some(&best)
            && chunk
                .lines
                .get(*at)
                .is_some_and(|l| !l.text.trim().is_empty())
    })?;
    let (mut from, mut to) = (start, start + 1);
    let mut kept: Option<(EvidenceChunk, u32)> = None;
    loop {
        let part = with(chunk.lines.get(from..to)?);
        let tokens = count_tokens(&render_chunk(&part));
        if tokens > limit {
            break;
        }
        kept = Some((part, tokens));
        // Grow towards the better neighbour, downwards when they are equal.
        let above = from.checked_sub(1).and_then(|at| scores.get(at));
        let below = scores.get(to);
        match (above, below) {
            (Some(above), Some(below)) if above > below => from -= 1,
            (_, Some(_)) => to += 1,
            (Some(_), None) => from -= 1,
            (None, None) => break,
        }
    }
    kept.or_else(|| {
        let line = chunk.lines.get(start)?;
        cut_line(line, limit, question, count_tokens, &with)
    })
}

/// How many different words of the question a text has.
fn score(text: &str, question: &Question) -> usize {
    words(text)
        .keys()
        .filter(|word| question.contains(*word))
        .count()
}

/// The stretch of a line's words within `limit` tokens that shares most words
/// with the question.
fn cut_line(
    line: &Line,
    limit: u32,
    question: &Question,
    count_tokens: &mut CountTokens<'_>,
    with: &dyn Fn(&[Line]) -> EvidenceChunk,
) -> Option<(EvidenceChunk, u32)> {
    let pieces: Vec<&str> = line.text.split_whitespace().collect();
    let hits: Vec<bool> = pieces
        .iter()
        .map(|piece| score(piece, question) > 0)
        .collect();
    let mut size = pieces.len();
    while size > 0 {
        size = size * 3 / 4;
        let start = best_window(&hits, size);
        let text = pieces.get(start..start + size)?.join(" ");
        let part = with(&[Line {
            text,
            ..line.clone()
        }]);
        let tokens = count_tokens(&render_chunk(&part));
        if size > 0 && tokens <= limit {
            return Some((part, tokens));
        }
    }
    None
}

/// Start of the window of `size` with most hits; of the first run of equals
/// the middle one, so that words stand on both sides of the hits.
fn best_window(hits: &[bool], size: usize) -> usize {
    let count = |range: &[bool]| range.iter().filter(|hit| **hit).count();
    let mut now = count(hits.get(..size).unwrap_or(hits));
    let (mut best, mut first, mut last) = (now, 0, 0);
    for (index, entering) in hits.iter().enumerate().skip(size) {
        let leaving = hits.get(index - size).copied().unwrap_or(false);
        now = now + usize::from(*entering) - usize::from(leaving);
        let start = index + 1 - size;
        if now > best {
            (best, first, last) = (now, start, start);
        } else if now == best && last + 1 == start {
            last = start;
        }
    }
    first + (last - first) / 2
}
