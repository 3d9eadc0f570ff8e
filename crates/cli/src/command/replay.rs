//! `attest audit replay`.

use crate::arguments::Replay as Given;
use crate::exit;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use app::{AppError, Difference, Replay, ReplayReport};
use serde_json::Value;
use std::fmt::Write as _;

/// Differences that are shown of one answer; the others are counted. `--json` has them all.
const MAX_SHOWN: usize = 5;

pub fn run(global: &Global, given: &Given) -> Result<u8, AppError> {
    let service = global.service(false)?;
    let Some(id) = &given.id else {
        let interrupt = Interrupt::watch();
        let mut tell = |done: usize, count: usize| {
            say(&format!("{}/{count}", done + 1));
            interrupt.control()
        };
        let report = service.replay_all(given.sample, &mut tell)?;
        global.print(&report, all);
        let same = report.equal() == report.replays.len();
        return Ok(if same { 0 } else { exit::REFUSED });
    };
    let replay = service.replay(id)?;
    global.print(&replay, one);
    Ok(if replay.equal { 0 } else { exit::REFUSED })
}

/// A value in a line: a text without its quotes, a long one by its length.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.chars().take(16).collect(),
        Value::Array(items) => format!("{} items", items.len()),
        other => other.to_string(),
    }
}

fn difference(out: &mut String, one: &Difference) {
    let _ = writeln!(
        out,
        "  {}: {} was {}, is {}",
        one.stage,
        one.fact,
        shown(&one.recorded),
        shown(&one.now)
    );
}

fn one(replay: &Replay) -> String {
    let id = &replay.record_id;
    let mut out = match replay.differences.first() {
        None => format!("{id}: the same answer, to the byte\n"),
        Some(first) => format!("{id}: another answer, first in its {}\n", first.stage),
    };
    let differences = &replay.differences;
    for one in differences.iter().take(MAX_SHOWN) {
        difference(&mut out, one);
    }
    if differences.len() > MAX_SHOWN {
        let _ = writeln!(out, "  and {} more", differences.len() - MAX_SHOWN);
    }
    for one in &replay.environment {
        difference(&mut out, one);
    }
    out.trim_end().to_owned()
}

fn all(report: &ReplayReport) -> String {
    let mut out = String::new();
    for replay in report.replays.iter().filter(|replay| !replay.equal) {
        let _ = writeln!(out, "{}", one(replay));
    }
    for one in &report.not_replayed {
        let _ = writeln!(out, "{}: not replayed: {}", one.record_id, one.reason);
    }
    let _ = write!(
        out,
        "{} answers in the trail, {} replayed: {} the same to the byte, {} others; {} not replayed",
        report.answers,
        report.replays.len(),
        report.equal(),
        report.replays.len() - report.equal(),
        report.not_replayed.len()
    );
    out
}
