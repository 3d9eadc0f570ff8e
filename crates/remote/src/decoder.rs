//! Servers in the place of the answer model.
//!
//! ```text
//! prompt, grammar, decisions ──▶ is there a choice? no ──▶ the draft, and nothing was sent
//!                                      │ yes
//!                                      ▼
//!     grammar of what begins with what is decided ──▶ a server ──▶ text
//!                                      ▲                            │ followed through the grammar
//!                                      └── a decision is due ◀──────┴──▶ the draft
//!
//! prompt, candidates ──▶ one request each, under a grammar of that one text ──▶ log probabilities
//! ```
//!
//! **Weighing.** No server scores a text that it is handed, but every one says how probable the
//! tokens are that it writes. So each candidate is written under a grammar that allows nothing else,
//! and the probabilities of its tokens, which servers take before the grammar's mask, are
//! those of scoring. Letting the server choose among all candidates in one request would be one
//! request instead of many, but it walks token by token to the likeliest beginning, which chooses
//! worse than whole texts do, and leaves nothing that a calibrated probability could be made of.

use crate::error::RemoteError;
use crate::reply::{Reply, WeighedToken};
use crate::request::{Drafted, draft_body};
use crate::shared::Shared;
use crate::wire::Fault;
use engine::decoder::Control;
use engine::{
    Decoder, DraftRequest, EngineError, Execution, Followed, LoadedModel, Part, Progress,
    ScoreRequest, Scores, Stage, Template, Thinking, follow,
};
use evidence::hostile::without_control_tokens;
use grammar::Limits;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often whoever waits is asked whether to go on.
const ASKED_EVERY: Duration = Duration::from_millis(50);
/// Bytes of a token, for budgets: English words have some five letters and a blank, and one token
/// and a half. The server's own count would be a request for every passage that is considered.
const BYTES_A_TOKEN: usize = 4;
/// Tokens beside those of a text that is weighed.
const TOKENS_BESIDE: usize = 8;
/// Lowest log probability of a token: what is rarer is told as any number or none.
const LEAST_LOG_PROBABILITY: f64 = -100.0;
/// What the record says: this program's grammar was sent, and the text followed through it here.
const ENFORCEMENT: &str = "server_grammar";

/// Servers as the answer model of one question.
pub(crate) struct ServedDecoder {
    pool: Arc<Shared>,
    /// The server that the question is at.
    at: Option<usize>,
    /// The servers that answered.
    answered: BTreeSet<usize>,
    model: LoadedModel,
}

impl ServedDecoder {
    pub(crate) fn new(pool: Arc<Shared>) -> ServedDecoder {
        let model = LoadedModel {
            sha256: String::new(),
            adapter_sha256: None,
            vocabulary_tokens: 0,
            context_tokens: 0,
            template: messages(),
            backend: "a server that has not answered".into(),
            placement: engine::Placement::default(),
            load_ms: 0,
            embedding_size: 0,
        };
        ServedDecoder {
            pool,
            at: None,
            answered: BTreeSet::new(),
            model,
        }
    }

    /// Sends a request until a server answers, or no fault passes.
    fn complete(
        &mut self,
        asked: &Drafted<'_>,
        progress: &mut Progressing<'_>,
    ) -> Result<(Reply, usize), EngineError> {
        let server = &self.pool.wires[0].server;
        let body: Arc<[u8]> = draft_body(&server.model, server.kind, asked).into();
        let options = self.pool.options;
        let most = options.most_attempts.max(1) * self.pool.wires.len() as u32;
        let (mut attempt, mut is_asked_again, mut avoided) = (1, false, None);
        loop {
            let at = self.seat(avoided.take(), progress)?;
            let fault = match self.watched(at, &body, asked.max_tokens, progress) {
                Ok(reply) => {
                    self.pool.succeeded(at);
                    self.note(at);
                    return Ok((reply, at));
                }
                Err(Fault::Left) => return Err(EngineError::Cancelled),
                // A server's own error: Ray's word for a replica that died with the request, and
                // llama-server's for one that it cannot serve. Once more tells which it is.
                Err(Fault::Final(RemoteError::Refused { status: 500, .. })) if !is_asked_again => {
                    is_asked_again = true;
                    self.stand_up();
                    Self::pause(options.rest, progress)?;
                    continue;
                }
                // A server that hangs, or a text that takes this long anywhere: another server tells
                // which it is. Either way this one rests.
                Err(Fault::Final(error @ RemoteError::TooSlow { .. })) => {
                    self.pool.failed(at, Instant::now());
                    self.stand_up();
                    if is_asked_again || self.pool.wires.len() == 1 {
                        return Err(error.into());
                    }
                    (is_asked_again, avoided) = (true, Some(at));
                    continue;
                }
                Err(Fault::Final(error)) => return Err(error.into()),
                Err(fault) => fault,
            };
            self.pool.failed(at, Instant::now());
            self.stand_up();
            if attempt == most {
                return Err(self.pool.wires[at].lasting(fault, attempt).into());
            }
            attempt += 1;
        }
    }

    /// The server of this question, where it has none yet another than `avoided`; waits for one
    /// where all rest.
    fn seat(
        &mut self,
        avoided: Option<usize>,
        progress: &mut Progressing<'_>,
    ) -> Result<usize, EngineError> {
        if let Some(at) = self.at {
            return Ok(at);
        }
        let (at, rest) = self.pool.take(avoided, Instant::now());
        self.at = Some(at);
        Self::pause(rest, progress)?;
        Ok(at)
    }

    /// Waits, unless whoever asks does not any more.
    fn pause(rest: Duration, progress: &mut Progressing<'_>) -> Result<(), EngineError> {
        let rested = Instant::now() + rest;
        while Instant::now() < rested {
            progress.ask()?;
            let left = rested.saturating_duration_since(Instant::now());
            std::thread::sleep(left.min(ASKED_EVERY));
        }
        Ok(())
    }

    fn stand_up(&mut self) {
        if let Some(at) = self.at.take() {
            self.pool.leave(at);
        }
    }

    /// Who answered, for the record.
    fn note(&mut self, at: usize) {
        if self.answered.insert(at) {
            let names = self.answered.iter().map(|at| &self.pool.wires[*at].server);
            let names: Vec<String> = names.map(|server| server.name.clone()).collect();
            self.model.backend = format!("server {}", names.join(", "));
        }
    }

    /// One request on a thread of its own, so that who waits can leave at any time. The thread
    /// ends with the next piece of the reply, or at its limit of time.
    fn watched(
        &self,
        at: usize,
        body: &Arc<[u8]>,
        tokens: u32,
        progress: &mut Progressing<'_>,
    ) -> Result<Reply, Fault> {
        let (send, receive) = mpsc::channel();
        let left = Arc::new(AtomicBool::new(false));
        let (pool, body, seen) = (Arc::clone(&self.pool), Arc::clone(body), Arc::clone(&left));
        std::thread::spawn(move || {
            let goes_on = || !seen.load(Ordering::Relaxed);
            let _ = send.send(pool.wires[at].once(&body, tokens, &goes_on));
        });
        loop {
            match receive.recv_timeout(ASKED_EVERY) {
                Ok(reply) => return reply,
                Err(RecvTimeoutError::Timeout) => {
                    if progress.ask().is_err() {
                        left.store(true, Ordering::Relaxed);
                        return Err(Fault::Left);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Interrupted),
            }
        }
    }

    fn ungrammatical(&self, at: usize) -> EngineError {
        let server = self.pool.wires[at].server.name.clone();
        RemoteError::Ungrammatical { server }.into()
    }

    /// Mean log probability of an option after what the assistant began with.
    fn weigh(
        &mut self,
        said: &Said,
        (lead, option): (&str, &str),
        scores: &mut Scores,
        progress: &mut Progressing<'_>,
    ) -> Result<f64, EngineError> {
        let text = format!("{lead}{option}");
        let asked = Drafted {
            system: &said.system,
            user: &said.user,
            grammar: &literal(&text)?,
            max_tokens: u32::try_from(text.len() + TOKENS_BESIDE).unwrap_or(u32::MAX),
            weighs: true,
        };
        let (reply, at) = self.complete(&asked, progress)?;
        if reply.text != text {
            return Err(self.ungrammatical(at));
        }
        scores.prompt_tokens = scores.prompt_tokens.max(reply.prompt_tokens);
        scores.reused_tokens = scores.reused_tokens.max(reply.cached_tokens);
        let weighed = mean_of(&reply.weighed, lead.len()..text.len());
        let (mean, tokens) = weighed.ok_or_else(|| {
            let server = self.pool.wires[at].server.name.clone();
            RemoteError::Unweighed { server }
        })?;
        scores.scored_tokens += tokens;
        Ok(mean)
    }
}

impl Drop for ServedDecoder {
    fn drop(&mut self) {
        self.stand_up();
    }
}

impl Decoder for ServedDecoder {
    fn model(&self) -> &LoadedModel {
        &self.model
    }

    fn enforcement(&self) -> &'static str {
        ENFORCEMENT
    }

    fn count_tokens(&mut self, texts: &[String]) -> Result<Vec<u32>, EngineError> {
        let tokens = |text: &String| text.len().div_ceil(BYTES_A_TOKEN) as u32;
        Ok(texts.iter().map(tokens).collect())
    }

    fn score(
        &mut self,
        request: &ScoreRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Scores, EngineError> {
        let (started, said) = (Instant::now(), Said::of(&request.prompt));
        let total = request.choices.iter().map(|choice| choice.options.len());
        let mut progress = Progressing {
            stage: Stage::Score,
            done: 0,
            total: Some(total.sum::<usize>() as u32),
            tell: progress,
        };
        let mut scores = Scores {
            mean_log_probability: Vec::new(),
            scored_tokens: 0,
            prompt_tokens: 0,
            reused_tokens: 0,
            prefill_ms: 0,
            score_ms: 0,
        };
        for choice in &request.choices {
            let mut means = Vec::new();
            for option in &choice.options {
                let pair = (choice.lead.as_str(), option.as_str());
                means.push(self.weigh(&said, pair, &mut scores, &mut progress)?);
                progress.done += 1;
            }
            scores.mean_log_probability.push(means);
        }
        scores.score_ms = started.elapsed().as_millis() as u64;
        Ok(scores)
    }

    fn draft(
        &mut self,
        request: &DraftRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Execution, EngineError> {
        let (started, said) = (Instant::now(), Said::of(&request.prompt));
        let mut progress = Progressing {
            stage: Stage::Decode,
            done: 0,
            total: None,
            tell: progress,
        };
        let mut execution = Execution {
            mean_choice_probability: Some(1.0),
            constraint_pressure: Some(0.0),
            ..Execution::default()
        };
        let (mut text, mut from) = (String::new(), None);
        // Each request but the first begins behind a decision that the text before did not keep.
        for _ in 0..=request.decisions.len() + 1 {
            let followed = follow(&request.grammar, &request.decisions, &text);
            let begun = match (followed, from) {
                (Ok(Followed::Whole(text)), _) => {
                    execution.text = text;
                    execution.decode_ms = started.elapsed().as_millis() as u64;
                    return Ok(execution);
                }
                (Ok(Followed::Open(begun)), None) => begun,
                (Ok(Followed::Open(begun)), Some(_)) if !begun.starts_with(&text) => begun,
                (Err(EngineError::Grammar(_)) | Ok(_), Some(at)) => {
                    return Err(self.ungrammatical(at));
                }
                (Err(error), _) => return Err(error),
            };
            // Without decisions it is the grammar itself, whatever it forces at its beginning.
            let begun = if request.decisions.is_empty() {
                String::new()
            } else {
                begun
            };
            let asked = Drafted {
                system: &said.system,
                user: &said.user,
                grammar: &grammar_behind(&request.grammar, &begun)?,
                max_tokens: request.max_output_tokens,
                weighs: false,
            };
            let (reply, at) = self.complete(&asked, &mut progress)?;
            execution.prompt_tokens = execution.prompt_tokens.max(reply.prompt_tokens);
            execution.reused_tokens = execution.reused_tokens.max(reply.cached_tokens);
            execution.sampled_tokens += reply.completion_tokens;
            // How probable its choices were among those that the grammar allowed, no server says.
            execution.mean_choice_probability = None;
            execution.constraint_pressure = None;
            progress.done = execution.sampled_tokens;
            (text, from) = (reply.text, Some(at));
        }
        Err(self.ungrammatical(from.unwrap_or(0)))
    }
}

/// Progress as it is told while somebody waits.
struct Progressing<'a> {
    stage: Stage,
    done: u32,
    total: Option<u32>,
    tell: &'a mut dyn FnMut(Progress) -> Control,
}

impl Progressing<'_> {
    fn ask(&mut self) -> Result<(), EngineError> {
        let progress = Progress {
            stage: self.stage,
            done: self.done,
            total: self.total,
            text: String::new(),
        };
        match (self.tell)(progress) {
            Control::Continue => Ok(()),
            Control::Cancel => Err(EngineError::Cancelled),
        }
    }
}

/// How a prompt is written down here: a server has the template of its model and puts the two
/// messages into it.
fn messages() -> Template {
    Template {
        name: "messages".into(),
        before_system: "[system]\n".into(),
        before_user: "\n[user]\n".into(),
        before_answer: "\n[assistant]\n".into(),
        // Whether a model thinks is the server's to say.
        thinking: Thinking::None,
    }
}

/// The two messages of a prompt.
struct Said {
    system: String,
    user: String,
}

impl Said {
    /// Takes them out of a prompt that [`messages`] was used for. A server reads control tokens in
    /// whatever it is handed, so those of documents and questions are broken.
    fn of(prompt: &[Part]) -> Said {
        let mut said = [String::new(), String::new()];
        let mut message = 0_usize;
        for part in prompt {
            match part {
                Part::Template(_) => message += 1,
                Part::Text(text) => {
                    if let Some(one) = message.checked_sub(1).and_then(|at| said.get_mut(at)) {
                        one.push_str(text);
                    }
                }
            }
        }
        let [system, user] = said.map(|text| without_control_tokens(&text));
        Said { system, user }
    }
}

/// The grammar's own text, or where something stands already, that of what begins with it.
fn grammar_behind(text: &str, begun: &str) -> Result<String, EngineError> {
    if begun.is_empty() {
        return Ok(text.to_owned());
    }
    let limits = Limits::default();
    let wrong = |error: &dyn std::fmt::Display| EngineError::Grammar(error.to_string());
    let grammar = grammar::gbnf::parse(text, &limits).map_err(|error| wrong(&error))?;
    let behind = grammar.beginning_with(begun, &limits);
    let behind = behind.map_err(|error| wrong(&error))?;
    let behind = behind.ok_or_else(|| wrong(&"no text begins as was decided"))?;
    Ok(grammar::gbnf::print(&behind))
}

/// The grammar of one text.
fn literal(text: &str) -> Result<String, EngineError> {
    let rule = grammar::rule::Rule {
        name: "root".into(),
        comment: None,
        body: grammar::rule::Expr::text(text),
    };
    let grammar = grammar::Grammar::new(vec![rule], grammar::rule::RuleId(0), &Limits::default());
    let grammar = grammar.map_err(|error| EngineError::Grammar(error.to_string()))?;
    Ok(grammar::gbnf::print(&grammar))
}

/// Mean log probability of the tokens of a range of the text, in bytes, and how many they are. A
/// token that begins before it and ends in it counts; the mark of the text's end, which some
/// servers tell too, does not. None where the tokens do not reach the range's end.
fn mean_of(tokens: &[WeighedToken], range: Range<usize>) -> Option<(f64, u32)> {
    let (mut at, mut sum, mut count) = (0, 0.0, 0_u32);
    for token in tokens {
        if at >= range.end {
            break;
        }
        at += token.bytes;
        if at > range.start && token.bytes > 0 {
            sum += token.log_probability.clamp(LEAST_LOG_PROBABILITY, 0.0);
            count += 1;
        }
    }
    (count > 0 && at >= range.end).then(|| (sum / f64::from(count), count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_messages_come_out_of_the_prompt_that_is_recorded() {
        let prompt = messages().render("Rules.", &["passage <|im_end|>\n", "question"]);
        let bytes = String::from_utf8(engine::prompt::bytes(&prompt)).unwrap();
        assert_eq!(
            bytes,
            "[system]\nRules.\n[user]\npassage <|im_end|>\nquestion\n[assistant]\n"
        );
        let said = Said::of(&prompt);
        assert_eq!(said.system, "Rules.");
        assert_eq!(said.user, "passage < |im_end| >\nquestion");
    }

    #[test]
    fn only_tokens_behind_the_lead_are_weighed() {
        let token = |(bytes, log_probability): (usize, f64)| WeighedToken {
            bytes,
            log_probability,
        };
        let tokens = |all: &[(usize, f64)]| all.iter().copied().map(token).collect::<Vec<_>>();
        let all = tokens(&[(4, -9.0), (2, -1.0), (3, -3.0), (10, -90.0)]);
        assert_eq!(mean_of(&all, 4..9), Some((-2.0, 2)));
        // A token over the boundary belongs to the option.
        assert_eq!(mean_of(&all, 5..9), Some((-2.0, 2)));
        assert_eq!(mean_of(&all[1..], 0..5), Some((-2.0, 2)));
        assert_eq!(mean_of(&all[..2], 4..9), None);
        assert_eq!(mean_of(&[], 0..1), None);
        let rare = tokens(&[(1, f64::from(f32::MIN)), (0, -50.0), (1, -2.0)]);
        assert_eq!(mean_of(&rare, 0..2), Some((-51.0, 2)));
    }

    #[test]
    fn a_text_is_its_own_grammar() {
        assert_eq!(
            literal(" \"5\"\\").unwrap(),
            "root ::= \" \\\"5\\\"\\\\\"\n"
        );
    }

    #[test]
    fn what_stands_already_begins_the_grammar() {
        let whole = "root ::= [0-9] \",\" [a-z]\n";
        assert_eq!(grammar_behind(whole, "").unwrap(), whole);
        assert_eq!(
            grammar_behind(whole, "7").unwrap(),
            "root ::= \"7,\" [a-z]\n"
        );
        assert!(grammar_behind(whole, "x").is_err());
    }
}
