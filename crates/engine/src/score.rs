//! Scoring whole candidates: every option of a choice is put after the same
//! prefix and judged by its mean log probability per token, instead of being
//! walked greedily. Options run as parallel sequences that share the prefix.

use crate::batches::BATCH_TOKENS;
use crate::error::EngineError;
use crate::llama::{LEAD_SEQUENCE, MAX_BRANCHES, Session};
use crate::protocol::Choice;
use llama_cpp_2::token::LlamaToken;

/// Natural logarithm of the probability of `token` in a row of logits.
fn log_probability(logits: &[f32], token: LlamaToken) -> f64 {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f64 = logits
        .iter()
        .map(|logit| f64::from(logit - highest).exp())
        .sum();
    let own = logits
        .get(token.0.unsigned_abs() as usize)
        .copied()
        .unwrap_or(f32::NEG_INFINITY);
    f64::from(own - highest) - sum.ln()
}

struct Candidate {
    index: usize,
    tokens: Vec<LlamaToken>,
}

/// Scores the options of one choice after the prompt in sequence 0. Returns
/// the scores in the order of the options, and the number of tokens decoded.
pub(crate) fn score(
    session: &mut Session<'_>,
    (choice, plain): (&Choice, bool),
    on_batch: &mut dyn FnMut() -> Result<(), EngineError>,
) -> Result<(Vec<f64>, u32), EngineError> {
    let (start, first_logits, mut decoded) = put_lead(session, &choice.lead)?;
    let mut scores = vec![f64::NEG_INFINITY; choice.options.len()];
    let mut waiting = Vec::new();
    for (index, text) in choice.options.iter().enumerate() {
        let mut tokens = session.tokenize(text.as_bytes());
        // A batch is the most that one option can take; what lies beyond
        // does not change which of two long options is the likelier.
        tokens.truncate(BATCH_TOKENS / 4);
        if !tokens.is_empty() {
            waiting.push(Candidate { index, tokens });
        }
    }
    while !waiting.is_empty() {
        on_batch()?;
        if plain {
            let option = waiting.remove(0);
            decoded += score_alone(session, &option, start, &first_logits, &mut scores)?;
            continue;
        }
        let group = take_group(&mut waiting);
        decoded += score_group(session, &group, start, &first_logits, &mut scores)?;
    }
    session.drop_branches()?;
    Ok((scores, decoded))
}

/// Decodes the lead on its own sequence; returns the position after it and
/// the logits there.
fn put_lead(session: &mut Session<'_>, lead: &str) -> Result<(usize, Vec<f32>, u32), EngineError> {
    session.branch(0, LEAD_SEQUENCE)?;
    let start = session.prompt_length();
    let tokens = session.tokenize(lead.as_bytes());
    if tokens.is_empty() {
        return Ok((start, session.last_logits.clone(), 0));
    }
    let rows: Vec<_> = tokens
        .iter()
        .enumerate()
        .map(|(offset, token)| {
            (
                *token,
                start + offset,
                LEAD_SEQUENCE,
                offset + 1 == tokens.len(),
            )
        })
        .collect();
    session.decode_rows(&rows)?;
    Ok((
        start + tokens.len(),
        session.context.get_logits_ith(-1).to_vec(),
        tokens.len() as u32,
    ))
}

/// As many options as fit into one batch and the branches, in order.
fn take_group(waiting: &mut Vec<Candidate>) -> Vec<Candidate> {
    let mut rows = 0;
    let count = waiting
        .iter()
        .take(MAX_BRANCHES - 1)
        .take_while(|option| {
            rows += option.tokens.len();
            rows <= BATCH_TOKENS
        })
        .count();
    waiting.drain(..count.max(1)).collect()
}

fn score_group(
    session: &mut Session<'_>,
    group: &[Candidate],
    start: usize,
    first_logits: &[f32],
    scores: &mut [f64],
) -> Result<u32, EngineError> {
    let mut rows = Vec::new();
    for (branch, option) in group.iter().enumerate() {
        let sequence = LEAD_SEQUENCE + 1 + branch as i32;
        session.branch(LEAD_SEQUENCE, sequence)?;
        // The last token's own successor is of no interest.
        let inner = option.tokens.len() - 1;
        rows.extend(
            option
                .tokens
                .iter()
                .take(inner)
                .enumerate()
                .map(|(offset, token)| (*token, start + offset, sequence, true)),
        );
    }
    if !rows.is_empty() {
        session.decode_rows(&rows)?;
    }
    let mut row = 0;
    for option in group {
        let mut sum = 0.0;
        for (offset, token) in option.tokens.iter().enumerate() {
            if offset == 0 {
                sum += log_probability(first_logits, *token);
            } else {
                sum += log_probability(session.context.get_logits_ith(row), *token);
                row += 1;
            }
        }
        if let Some(score) = scores.get_mut(option.index) {
            *score = sum / option.tokens.len() as f64;
        }
    }
    for branch in 0..group.len() {
        session.drop_branch(LEAD_SEQUENCE + 1 + branch as i32)?;
    }
    Ok(rows.len() as u32)
}

/// As [`score_group`] for one option, token by token.
fn score_alone(
    session: &mut Session<'_>,
    option: &Candidate,
    start: usize,
    first_logits: &[f32],
    scores: &mut [f64],
) -> Result<u32, EngineError> {
    let sequence = LEAD_SEQUENCE + 1;
    session.branch(LEAD_SEQUENCE, sequence)?;
    let (mut sum, mut logits) = (0.0, first_logits.to_vec());
    for (offset, token) in option.tokens.iter().enumerate() {
        sum += log_probability(&logits, *token);
        // The last token's own successor is of no interest.
        if offset + 1 < option.tokens.len() {
            session.decode_rows(&[(*token, start + offset, sequence, true)])?;
            logits = session.context.get_logits_ith(-1).to_vec();
        }
    }
    if let Some(score) = scores.get_mut(option.index) {
        *score = sum / option.tokens.len() as f64;
    }
    session.drop_branch(sequence)?;
    Ok(option.tokens.len() as u32 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_probabilities_are_a_distribution() {
        let logits = [1.0, 2.0, 3.0];
        let sum: f64 = (0..3)
            .map(|id| log_probability(&logits, LlamaToken(id)).exp())
            .sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert!(log_probability(&logits, LlamaToken(99)).is_infinite());
    }
}
