//! llama.cpp's grammar sampler in a process of its own, for grammars on which
//! it may abort or hang: one trial in, one outcome out, held by [`host`].

use crate::error::EngineError;
use crate::sight;
use crate::tokenizer::{GrammarSampler, Tokenizer, convert_schema};
use host::serve::{self, Chatter, Streams};
use host::{Conversation, Group, Received, Start, cancel, wall};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Name of the hidden sub-command that starts a trial process.
pub const SUBCOMMAND: &str = "grammar-worker";

/// What a grammar is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The text of a JSON Schema, for llama.cpp's converter.
    Schema(String),
    /// A GBNF text.
    Gbnf(String),
}

/// One grammar and the token sequences to feed to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// The grammar.
    pub source: Source,
    /// Tokens of each instance.
    pub instances: Vec<Vec<u32>>,
    /// Whether to compute the mask over all tokens before each one; else only
    /// whether the next token is allowed.
    pub masks: bool,
    /// Whether to send the masks back as hashes, for comparing; see
    /// [`hash_mask`].
    pub hashes: bool,
}

/// What became of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct InstanceOutcome {
    /// Whether every token and the end were allowed.
    pub accepted: bool,
    /// How many tokens were allowed.
    pub tokens: usize,
    /// Nanoseconds of each mask.
    pub mask_ns: Vec<u64>,
    /// Hash of each mask, also of the last one.
    pub hashes: Vec<u64>,
}

/// What became of a trial.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TrialOutcome {
    /// Why there is no grammar.
    pub error: Option<String>,
    /// Nanoseconds from the source to a sampler.
    pub compile_ns: u64,
    /// Nanoseconds from the source to the first mask; 0 without masks.
    pub first_mask_ns: u64,
    /// In the order asked.
    pub instances: Vec<InstanceOutcome>,
}

/// Why a trial has no outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// The process ended.
    #[error("llama.cpp ended the process ({0})")]
    Crashed(String),
    /// It took longer than it was given and was ended.
    #[error("no end after {} s", .0.as_secs())]
    TimedOut(Duration),
    /// The process could not be started.
    #[error(transparent)]
    Start(#[from] EngineError),
}

/// A hash of the tokens of a mask (FNV-1a), without those on which the two
/// samplers differ by design: control tokens are their names' text to
/// llama.cpp, and a NUL character ends a token's text there.
pub fn hash_mask(words: &grammar::Vocabulary, tokens: impl Iterator<Item = u32>) -> u64 {
    let text = |id| words.is_text(id) && !words.bytes(id).is_some_and(|bytes| bytes.contains(&0));
    tokens
        .filter(|id| text(*id) || words.is_end(*id))
        .flat_map(u32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

fn nanos(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

// ------------------------------------------------------------------ the child

/// Serves trials from standard input until it closes; returns the exit code.
/// The first message is the path of the model's file.
pub fn serve() -> i32 {
    // llama.cpp prints a few things of its own.
    let Ok(mut streams) = Streams::open(Chatter::Diverted, MAX_MESSAGE_BYTES) else {
        return 2;
    };
    let path = streams.read().and_then(|path| String::from_utf8(path).ok());
    let Some(path) = path.as_deref().map(Path::new) else {
        return 2;
    };
    // Before there is a second thread, which would see more.
    if let Err(error) = wall::confine(&sight::of_model(path)) {
        reply(&failed(&EngineError::Load(error.to_string())));
        return 3;
    }
    let trials = streams.listen(0);
    let tokenizer = match Tokenizer::load(path) {
        Ok(tokenizer) => tokenizer,
        Err(error) => {
            reply(&failed(&error));
            return 3;
        }
    };
    let words = tokenizer.vocabulary();
    reply(&TrialOutcome::default());
    for message in trials {
        let outcome = match serde_json::from_slice(&message) {
            Ok(trial) => run(&tokenizer, &words, &trial),
            Err(error) => TrialOutcome {
                error: Some(error.to_string()),
                ..TrialOutcome::default()
            },
        };
        reply(&outcome);
    }
    0
}

fn reply(outcome: &TrialOutcome) {
    if let Ok(message) = serde_json::to_vec(outcome) {
        let _ = serve::reply(&message);
    }
}

fn run(tokenizer: &Tokenizer, words: &grammar::Vocabulary, trial: &Trial) -> TrialOutcome {
    let start = Instant::now();
    let converted;
    let gbnf = match &trial.source {
        Source::Gbnf(text) => text,
        Source::Schema(text) => match convert_schema(text) {
            Ok(gbnf) => {
                converted = gbnf;
                &converted
            }
            Err(error) => return failed(&error),
        },
    };
    // Parsed anew for each instance: its clone shares too much to be trusted.
    let first = match tokenizer.sampler(gbnf) {
        Ok(sampler) => sampler,
        Err(error) => return failed(&error),
    };
    let mut outcome = TrialOutcome {
        compile_ns: nanos(start),
        ..TrialOutcome::default()
    };
    let mut samplers = Some(first);
    for (index, tokens) in trial.instances.iter().enumerate() {
        let sampler = samplers.take().map_or_else(|| tokenizer.sampler(gbnf), Ok);
        let mut sampler = match sampler {
            Ok(sampler) => sampler,
            Err(error) => return failed(&error),
        };
        let one = follow(&mut sampler, words, tokens, trial);
        if let (0, Some(first)) = (index, one.mask_ns.first()) {
            outcome.first_mask_ns = outcome.compile_ns + first;
        }
        outcome.instances.push(one);
    }
    outcome
}

fn failed(error: &EngineError) -> TrialOutcome {
    TrialOutcome {
        error: Some(error.to_string()),
        ..TrialOutcome::default()
    }
}

fn follow(
    sampler: &mut GrammarSampler,
    words: &grammar::Vocabulary,
    tokens: &[u32],
    trial: &Trial,
) -> InstanceOutcome {
    let mut outcome = InstanceOutcome::default();
    let end = words.end_tokens().first().copied();
    for (index, token) in tokens.iter().copied().chain(end).enumerate() {
        let allowed = if trial.masks {
            let start = Instant::now();
            let mask = sampler.allowed();
            outcome.mask_ns.push(nanos(start));
            if trial.hashes {
                let hash = hash_mask(words, mask.iter().copied());
                outcome.hashes.push(hash);
            }
            mask.binary_search(&token).is_ok()
        } else {
            sampler.allows(token)
        };
        if !allowed {
            break;
        }
        if index == tokens.len() {
            outcome.accepted = true;
            break;
        }
        sampler.accept(token);
        outcome.tokens += 1;
    }
    outcome
}

// ----------------------------------------------------------------- the parent

/// A process that runs trials, started again after a crash or a time-out.
pub struct TrialProcess {
    executable: PathBuf,
    model: PathBuf,
    running: Option<Running>,
}

/// A process that has read the vocabulary.
struct Running(Conversation);

/// Reading a vocabulary takes well under a second; this is for slow disks.
const MAX_START: Duration = Duration::from_mins(1);
/// How long a process whose output has ended may take to end itself, so that its own exit
/// status is told.
const LAST_MOMENTS: Duration = Duration::from_secs(1);
/// Most bytes of a message; masks of a whole vocabulary over thousands of tokens come back as
/// hashes.
const MAX_MESSAGE_BYTES: u32 = 256 << 20;

impl TrialProcess {
    /// Nothing is started before the first trial.
    pub fn new(executable: &Path, model: &Path) -> TrialProcess {
        TrialProcess {
            executable: executable.to_owned(),
            model: model.to_owned(),
            running: None,
        }
    }

    /// Runs one trial, for at most `limit`.
    ///
    /// # Errors
    ///
    /// [`TrialError`]; the next call starts a new process.
    pub fn run(&mut self, trial: &Trial, limit: Duration) -> Result<TrialOutcome, TrialError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.executable, &self.model)?,
        };
        let message =
            serde_json::to_vec(trial).map_err(|error| EngineError::Protocol(error.to_string()))?;
        let outcome = running.ask(message, limit)?;
        self.running = Some(running);
        Ok(outcome)
    }
}

impl Running {
    fn start(executable: &Path, model: &Path) -> Result<Running, TrialError> {
        let start = Start {
            kind: "grammar",
            program: executable,
            arguments: &[SUBCOMMAND],
            environment: &[("GGML_NO_BACKTRACE", "1")],
            group: Group::Own,
        };
        let conversation = Conversation::start(&start, MAX_MESSAGE_BYTES)
            .map_err(|error| EngineError::Start(error.to_string()))?;
        let mut running = Running(conversation);
        let ready = running.ask(model.display().to_string().into_bytes(), MAX_START)?;
        match ready.error {
            Some(error) => Err(EngineError::Load(error).into()),
            None => Ok(running),
        }
    }

    /// What is said within a limit. After any error the process is of no more use.
    fn ask(&mut self, message: Vec<u8>, limit: Duration) -> Result<TrialOutcome, TrialError> {
        let protocol = |error: &dyn std::fmt::Display| EngineError::Protocol(error.to_string());
        self.0.send(message).map_err(|error| protocol(&error))?;
        match self.0.receive(limit, &cancel::current()) {
            Received::Message(message) => {
                Ok(serde_json::from_slice(&message).map_err(|error| protocol(&error))?)
            }
            Received::Silent => Err(TrialError::TimedOut(limit)),
            Received::Cancelled => Err(EngineError::Cancelled.into()),
            Received::Broken(error) => Err(protocol(&error).into()),
            Received::Ended => Err(TrialError::Crashed(self.0.end(LAST_MOMENTS).told())),
        }
    }
}
