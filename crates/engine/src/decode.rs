//! The decode loop.
//!
//! ```text
//! until the grammar must end:
//!     a decision stands here?   its text is forced
//!     the grammar forces bytes? they are forced
//!     otherwise                 read the forced tokens in one batch,
//!                               mask, take the likeliest allowed token
//! ```
//!
//! What is forced before the first choice is written before the prompt is
//! read (`open`): a draft in which nothing is left to choose costs the model
//! nothing. A plain request ([`DraftRequest::plain`]) does without both: it is there to
//! compare with. Ties go to the lowest token id, so the loop is deterministic. Every error
//! of the matcher is a hard failure: there is no way to go on unmasked.

use crate::batches::BATCH_TOKENS;
use crate::error::EngineError;
use crate::llama::Session;
use crate::protocol::{Decision, DraftRequest, Execution};
use grammar::{Matcher, Vocabulary};
use llama_cpp_2::token::LlamaToken;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

/// What the grammar and the decisions leave to do next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// These bytes follow, whatever the model thinks.
    Forced(Vec<u8>),
    /// The model has a choice.
    Choose,
    /// The draft is complete.
    End,
}

/// The constraint side of decoding: grammar, decisions and the output so far.
pub(crate) struct Guide {
    pub matcher: Matcher,
    decisions: VecDeque<Decision>,
    pub output: Vec<u8>,
}

fn grammar_error(error: &impl ToString) -> EngineError {
    EngineError::Grammar(error.to_string())
}

impl Guide {
    pub fn new(
        grammar: &str,
        decisions: &[Decision],
        vocabulary: &Arc<Vocabulary>,
    ) -> Result<Guide, EngineError> {
        let limits = grammar::Limits::default();
        let grammar =
            grammar::gbnf::parse(grammar, &limits).map_err(|error| grammar_error(&error))?;
        let matcher = Matcher::new(Arc::new(grammar), Arc::clone(vocabulary), &limits)
            .map_err(|error| grammar_error(&error))?;
        Ok(Guide {
            matcher,
            decisions: decisions.iter().cloned().collect(),
            output: Vec::new(),
        })
    }

    /// The next step; forced bytes are already accepted and in the output.
    pub fn step(&mut self) -> Result<Step, EngineError> {
        if let Some(decision) = self
            .decisions
            .pop_front_if(|next| self.output.ends_with(next.after.as_bytes()))
        {
            return self.force(decision.text.into_bytes());
        }
        if self.matcher.must_end() {
            return self.end();
        }
        let mut forced = self
            .matcher
            .forced_bytes()
            .map_err(|error| grammar_error(&error))?;
        if forced.is_empty() {
            return Ok(Step::Choose);
        }
        self.cut_at_decision(&mut forced);
        self.force(forced)
    }

    fn force(&mut self, bytes: Vec<u8>) -> Result<Step, EngineError> {
        self.matcher
            .accept_bytes(&bytes)
            .map_err(|error| grammar_error(&error))?;
        self.output.extend_from_slice(&bytes);
        Ok(Step::Forced(bytes))
    }

    /// Whether the next step puts a decision in.
    pub fn is_decided(&self) -> bool {
        let next = self.decisions.front();
        next.is_some_and(|next| self.output.ends_with(next.after.as_bytes()))
    }

    /// Takes a byte that somebody chose.
    pub fn take(&mut self, byte: u8) -> Result<(), EngineError> {
        self.force(vec![byte]).map(drop)
    }

    /// Stops forced bytes where a decision is due, so that a decision which
    /// contradicts the grammar is refused and never skipped.
    fn cut_at_decision(&self, forced: &mut Vec<u8>) {
        let Some(next) = self.decisions.front() else {
            return;
        };
        let mut text = self.output.clone();
        for (index, byte) in forced.iter().enumerate() {
            text.push(*byte);
            if text.ends_with(next.after.as_bytes()) {
                forced.truncate(index + 1);
                return;
            }
        }
    }

    /// Ends the draft, if every decision found its place.
    pub fn end(&self) -> Result<Step, EngineError> {
        if self.decisions.is_empty() {
            Ok(Step::End)
        } else {
            Err(EngineError::Grammar(
                "a decision found no place in the draft".into(),
            ))
        }
    }
}

/// Probability of the chosen token among the allowed ones, and the mass that
/// the mask removed.
struct Weight {
    chosen: f64,
    removed: f64,
}

/// The likeliest allowed token.
fn choose(logits: &[f32], mask: &grammar::TokenMask) -> Option<(u32, Weight)> {
    let mut best: Option<(u32, f32)> = None;
    for id in mask.iter() {
        let logit = logits
            .get(id as usize)
            .copied()
            .unwrap_or(f32::NEG_INFINITY);
        if best.is_none_or(|(_, highest)| logit > highest) {
            best = Some((id, logit));
        }
    }
    let (id, logit) = best?;
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |logit: f32| f64::from(logit - highest).exp();
    let all: f64 = logits.iter().map(|one| weight(*one)).sum();
    let allowed: f64 = mask
        .iter()
        .filter_map(|id| logits.get(id as usize))
        .map(|one| weight(*one))
        .sum();
    Some((
        id,
        Weight {
            chosen: weight(logit) / allowed,
            removed: 1.0 - allowed / all,
        },
    ))
}

/// Hears of every chosen token: output tokens so far and the whole output.
pub(crate) type OnToken<'a> = dyn FnMut(u32, &[u8]) -> Result<(), EngineError> + 'a;

/// A draft up to its first choice.
pub(crate) struct Opening {
    guide: Guide,
    grammar_ms: u64,
    /// The draft is complete: there is no choice in it.
    pub settled: bool,
}

/// Follows the grammar and the decisions to the first choice, without the
/// model.
pub(crate) fn open(
    vocabulary: &Arc<Vocabulary>,
    request: &DraftRequest,
) -> Result<Opening, EngineError> {
    let started = Instant::now();
    let mut guide = Guide::new(&request.grammar, &request.decisions, vocabulary)?;
    let grammar_ms = millis(started);
    let settled = loop {
        match guide.step()? {
            Step::Forced(_) => {}
            Step::Choose => break false,
            Step::End => break true,
        }
    };
    Ok(Opening {
        guide,
        grammar_ms,
        settled,
    })
}

/// The draft of a grammar and decisions that leave nothing to choose, made
/// without a model; none where a choice is left. No tokens are counted, since
/// there is no vocabulary to count them in.
///
/// # Errors
///
/// [`EngineError::Grammar`] for a grammar that cannot be used and a decision
/// that it does not allow.
pub fn settle(grammar: &str, decisions: &[Decision]) -> Result<Option<Execution>, EngineError> {
    let started = Instant::now();
    let mut guide = Guide::new(grammar, decisions, &Arc::new(Vocabulary::of_bytes()))?;
    let grammar_ms = millis(started);
    loop {
        match guide.step()? {
            Step::Forced(_) => {}
            Step::Choose => return Ok(None),
            Step::End => break,
        }
    }
    Ok(Some(Execution {
        grammar_ms,
        mean_choice_probability: Some(1.0),
        constraint_pressure: Some(0.0),
        text: text_of(guide)?,
        ..Execution::default()
    }))
}

impl Opening {
    /// The draft of an opening in which nothing was left to choose.
    pub fn into_execution(
        self,
        session: &Session<'_>,
        max_output_tokens: u32,
    ) -> Result<Execution, EngineError> {
        let forced_tokens = session.tokenize(&self.guide.output).len() as u32;
        if forced_tokens > max_output_tokens {
            return Err(EngineError::TooLong(forced_tokens));
        }
        Ok(Execution {
            grammar_ms: self.grammar_ms,
            forced_tokens,
            mean_choice_probability: Some(1.0),
            constraint_pressure: Some(0.0),
            text: text_of(self.guide)?,
            ..Execution::default()
        })
    }
}

fn text_of(guide: Guide) -> Result<String, EngineError> {
    String::from_utf8(guide.output)
        .map_err(|_| EngineError::Decode("the draft is not UTF-8".into()))
}

/// Decodes a draft after the prompt in sequence 0.
pub(crate) fn draft(
    session: &mut Session<'_>,
    vocabulary: &Arc<Vocabulary>,
    request: &DraftRequest,
    opening: Opening,
    started: Instant,
    on_token: &mut OnToken<'_>,
) -> Result<Execution, EngineError> {
    let mut guide = opening.guide;
    let mut execution = Execution {
        grammar_ms: opening.grammar_ms,
        ..Execution::default()
    };
    let decode_started = Instant::now();
    let mut run = Run::new(session, request.max_output_tokens);
    if request.plain {
        // Follows the output token by token, and so knows the mask before each.
        let follower = Guide::new(&request.grammar, &[], vocabulary)?;
        run.follower = Some(follower.matcher);
    }
    run.forced.clone_from(&guide.output);
    let (mut probability, mut pressure, mut mask_time) = (0.0, 0.0, std::time::Duration::ZERO);
    loop {
        let step_started = Instant::now();
        let step = guide.step()?;
        mask_time += step_started.elapsed();
        match step {
            Step::Forced(bytes) => run.forced.extend_from_slice(&bytes),
            Step::End => break,
            Step::Choose => {
                let logits = run.logits(&mut execution)?;
                let mask_started = Instant::now();
                let mask = guide
                    .matcher
                    .mask()
                    .map_err(|error| grammar_error(&error))?;
                mask_time += mask_started.elapsed();
                let (id, weight) = choose(&logits, mask)
                    .ok_or_else(|| EngineError::Grammar("no token can follow".into()))?;
                if execution.sampled_tokens == 0 {
                    execution.first_token_ms = millis(started);
                }
                execution.sampled_tokens += 1;
                probability += weight.chosen;
                pressure += weight.removed;
                if vocabulary.is_end(id) {
                    guide.end()?;
                    break;
                }
                guide
                    .matcher
                    .accept_token(id)
                    .map_err(|error| grammar_error(&error))?;
                guide
                    .output
                    .extend_from_slice(vocabulary.bytes(id).unwrap_or_default());
                run.pending.push(LlamaToken(id.cast_signed()));
                on_token(
                    execution.sampled_tokens + execution.forced_tokens,
                    &guide.output,
                )?;
            }
        }
    }
    execution.forced_tokens += run.finish()?;
    run.forget()?;
    let sampled = f64::from(execution.sampled_tokens.max(1));
    execution.mean_choice_probability = Some(if execution.sampled_tokens == 0 {
        1.0
    } else {
        probability / sampled
    });
    execution.constraint_pressure = Some(pressure / sampled);
    execution.decode_ms = millis(decode_started);
    execution.mask_ms = mask_time.as_millis() as u64;
    if execution.sampled_tokens == 0 {
        execution.first_token_ms = millis(started);
    }
    execution.text = text_of(guide)?;
    Ok(execution)
}

pub(crate) fn millis(since: Instant) -> u64 {
    since.elapsed().as_millis() as u64
}

/// The model side of decoding: what was decoded and what still has to be.
struct Run<'session, 'model> {
    session: &'session mut Session<'model>,
    /// Forced bytes that were not tokenised yet.
    forced: Vec<u8>,
    /// Chosen tokens that were not decoded yet.
    pending: Vec<LlamaToken>,
    position: usize,
    max_output_tokens: u32,
    logits: Vec<f32>,
    /// Of a plain request: where the output stands, token by token.
    follower: Option<Matcher>,
}

impl<'session, 'model> Run<'session, 'model> {
    fn new(session: &'session mut Session<'model>, max_output_tokens: u32) -> Self {
        let (position, logits) = (session.prompt_length(), session.last_logits.clone());
        Run {
            session,
            forced: Vec::new(),
            pending: Vec::new(),
            position,
            max_output_tokens,
            logits,
            follower: None,
        }
    }

    /// Decodes whatever is waiting and returns the logits after it.
    fn logits(&mut self, execution: &mut Execution) -> Result<Vec<f32>, EngineError> {
        let forced = self.session.tokenize(&self.forced);
        execution.forced_tokens += forced.len() as u32;
        self.forced.clear();
        self.pending.extend(forced);
        let output = self.position - self.session.prompt_length() + self.pending.len();
        if output as u32 > self.max_output_tokens
            || self.position + self.pending.len() > self.session.context_tokens()
        {
            return Err(EngineError::TooLong(output as u32));
        }
        self.read_pending()?;
        Ok(self.logits.clone())
    }

    /// Decodes the tokens that are waiting: in batches, or one by one where the request is
    /// plain.
    fn read_pending(&mut self) -> Result<(), EngineError> {
        let tokens = std::mem::take(&mut self.pending);
        let mut left = tokens.len();
        let most = if self.follower.is_some() {
            1
        } else {
            BATCH_TOKENS
        };
        for block in tokens.chunks(most) {
            self.follow(block)?;
            left -= block.len();
            let rows: Vec<_> = block
                .iter()
                .enumerate()
                .map(|(offset, token)| {
                    (
                        *token,
                        self.position + offset,
                        [0],
                        left == 0 && offset + 1 == block.len(),
                    )
                })
                .collect();
            self.session.decode_rows(&rows)?;
            self.position += block.len();
        }
        if !tokens.is_empty() {
            self.logits = self.session.context.get_logits_ith(-1).to_vec();
        }
        Ok(())
    }

    /// Has the mask say that each of these tokens may follow; nothing unless the request is
    /// plain.
    fn follow(&mut self, tokens: &[LlamaToken]) -> Result<(), EngineError> {
        let Some(follower) = &mut self.follower else {
            return Ok(());
        };
        for token in tokens {
            let id = token.0.unsigned_abs();
            let mask = follower.mask().map_err(|error| grammar_error(&error))?;
            if !mask.is_allowed(id) {
                return Err(EngineError::Grammar("a forced token is not allowed".into()));
            }
            follower
                .accept_token(id)
                .map_err(|error| grammar_error(&error))?;
        }
        Ok(())
    }

    /// What is forced behind the last choice: its tokens are counted, and read where the
    /// request is plain.
    fn finish(&mut self) -> Result<u32, EngineError> {
        let forced = self.session.tokenize(&self.forced);
        let count = forced.len() as u32;
        if self.follower.is_some() {
            self.pending.extend(forced);
            self.read_pending()?;
        }
        Ok(count)
    }

    /// Takes the output out of the context again; the prompt stays.
    fn forget(self) -> Result<(), EngineError> {
        self.session.keep_prompt_only()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grammar::{Limits, gbnf};

    /// What `token_confidence` is the mean of, and `constraint_pressure` the
    /// other side of it.
    #[test]
    fn a_choice_weighs_as_its_share_of_what_the_grammar_allows() {
        let limits = Limits::default();
        let grammar = gbnf::parse("root ::= \"a\" | \"b\"", &limits).unwrap();
        let tokens = ["a", "b", "c"].map(|text| text.as_bytes().to_vec());
        let words = Arc::new(Vocabulary::new(tokens.to_vec(), vec![], vec![]));
        let mut matcher = Matcher::new(&grammar, words, &limits).unwrap();
        // a to b as 3 to 1, and c, which is not allowed, as likely as both.
        let logits = [3.0_f32.ln(), 0.0, 4.0_f32.ln()];
        let (id, weight) = choose(&logits, matcher.mask().unwrap()).unwrap();
        assert_eq!(id, 0);
        assert!((weight.chosen - 0.75).abs() < 1e-6, "{}", weight.chosen);
        assert!((weight.removed - 0.5).abs() < 1e-6, "{}", weight.removed);
    }
}
