//! `attest bench`.

use crate::arguments::Speed;
use crate::exit;
use crate::global::{Global, read_policy, reply};
use crate::interrupt::Interrupt;
use crate::plain::say;
use app::{AppError, Control};
use lab::speed::{self, Bench, SpeedReport, SpeedRequest, SpeedStep};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::BufRead as _;

pub fn run(global: &Global, given: &Speed) -> Result<u8, AppError> {
    let policy = read_policy(given.policy.as_deref())?.unwrap_or_default();
    let request = SpeedRequest {
        questions: given.questions.clone(),
        ways: speed::ways(&policy, given.plain),
        limit: given.limit,
    };
    let interrupt = Interrupt::watch();
    let mut told = |step: SpeedStep<'_>| tell(step, &interrupt);
    let named = [policy.reader.as_deref()];
    let open = || global.service_with(true, &named);
    if given.in_turns {
        return in_turns(&request, &open, &mut told);
    }
    match speed::bench(&request, &open, &mut told)? {
        Some(report) => global.print(&report, in_words),
        None => return Ok(exit::FAILED),
    }
    Ok(0)
}

fn tell(step: SpeedStep<'_>, interrupt: &Interrupt) -> Control {
    match step {
        SpeedStep::Read(document, way) => say(&format!("reading {document} for {way}")),
        SpeedStep::Ask(case, way, done, total) => {
            say(&format!("{}/{total} {case}: {way}", done + 1));
        }
        SpeedStep::Work => {}
    }
    interrupt.control()
}

/// A request of another program that takes turns; questions and ways are counted from 0.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Turn {
    /// Ask this question of this way.
    Ask { question: usize, way: usize },
    /// The prompt that this way's model was given for this question.
    Prompt { question: usize, way: usize },
    /// Are these values right?
    Score {
        question: usize,
        found: bool,
        items: Vec<Value>,
    },
}

/// Answers requests, one a line, until there are no more.
fn in_turns(
    request: &SpeedRequest,
    open: &dyn Fn() -> Result<app::Service, AppError>,
    told: &mut speed::OnSpeedStep<'_>,
) -> Result<u8, AppError> {
    let Some(mut bench) = Bench::open(request, open, told)? else {
        return Ok(exit::FAILED);
    };
    let ids: Vec<Option<&str>> = (0..bench.questions()).map(|at| bench.id(at)).collect();
    let ways: Vec<&str> = request.ways.iter().map(|way| way.name.as_str()).collect();
    reply(&json!({ "questions": ids, "ways": ways }));
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| AppError::File {
            path: "standard input".into(),
            error,
        })?;
        let turn: Turn = serde_json::from_str(&line).map_err(|_| {
            AppError::input(
                "a line on standard input is no request",
                "docs/engine.md says what may be asked in turns",
            )
        })?;
        match turn {
            Turn::Ask { question, way } => match bench.ask(question, way, told)? {
                Some(measured) => reply(&json!(measured)),
                None => return Ok(exit::FAILED),
            },
            Turn::Prompt { question, way } => reply(&json!(bench.prompt(question, way)?)),
            Turn::Score {
                question,
                found,
                items,
            } => reply(&json!({ "right": bench.is_right(question, found, &items)? })),
        }
    }
    Ok(0)
}

fn in_words(report: &SpeedReport) -> String {
    let time = |time: Option<f64>| time.map_or_else(|| "-".into(), |time| format!("{time:.0} ms"));
    let number = |number: Option<f64>| number.map_or_else(|| "-".into(), |one| format!("{one:.1}"));
    let mebibytes =
        |bytes: Option<u64>| bytes.map_or_else(|| "-".into(), |one| format!("{} MiB", one >> 20));
    let mut out = String::new();
    for way in &report.ways {
        let share = way.not_sampled.map(|share| share * 100.0);
        let _ = write!(
            out,
            "{}\n  right: {} of {}\n  first question on a document: {}\n  later question: {}\n  \
             first token: {}\n  loading the model: {}\n  tokens: {} of prompts, {} of them kept; {} weighed; \
             {} forced, {} chosen\n  not chosen one by one: {} %\n  reading: {} tokens/s\n  \
             masks: {} microseconds a token\n  peak memory: model {}, reader {}\n",
            way.way,
            way.right,
            way.questions,
            time(way.first_ms),
            time(way.later_ms),
            time(way.first_token_ms),
            time(way.load_ms),
            way.prompt_tokens,
            way.reused_tokens,
            way.scored_tokens,
            way.forced_tokens,
            way.sampled_tokens,
            number(share),
            number(way.prefill_tokens_per_second),
            number(way.mask_microseconds),
            mebibytes(way.peak.model_bytes),
            mebibytes(way.peak.reader_bytes),
        );
    }
    out.push_str("medians; masks and first token are of the last draft of a question\n");
    out
}
