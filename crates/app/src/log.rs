//! What goes into the log file, and where that lies.
//!
//! The file holds events with numbers, ids and words of fixed lists; how that is kept is said in
//! [`logging`]. Document text, questions, answers, names of files and paths are not in it.

use crate::directory::state_directory;
use crate::error::AppError;
use crate::response::AskOutcome;
use crate::service::Service;
use crate::trace::Latency;
use logging::{LogFile, Timing};
use serde::Serialize;
use std::path::Path;
use tracing::Span;

/// Environment variable that says how much is written: `off`, `error`, `warn`, `info` (without
/// it) or `debug`.
pub const LEVEL_VARIABLE: &str = "ATTEST_LOG";
/// Lines that are shown of a log.
const SHOWN_LINES: usize = 40;
/// What is said of a log wherever it is shown.
const NEVER: &str = "document text, questions, answers, names of files, paths";

/// The log of a data directory, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogReport {
    /// The file that is written.
    pub path: String,
    /// `off`, `error`, `warn`, `info` or `debug`.
    pub level: String,
    /// Bytes of all its files.
    pub bytes: u64,
    /// The most bytes that it takes.
    pub max_bytes: u64,
    /// What is never in it.
    pub never: &'static str,
    /// Its last lines, the newest last.
    pub lines: Vec<String>,
}

/// The folder of a data directory's log: `log` beside its key and checkpoints.
fn log_of(data_directory: &Path) -> Option<LogFile> {
    let state = state_directory(data_directory)?;
    Some(LogFile::within(&state.join("log")))
}

fn level_said() -> Result<(String, tracing::level_filters::LevelFilter), AppError> {
    let said = std::env::var_os(LEVEL_VARIABLE).unwrap_or_default();
    let said = said.to_string_lossy();
    let level = logging::level(Some(&said)).map_err(|logging::UnknownLevel| {
        AppError::input(
            format!("{LEVEL_VARIABLE} is {said:?}, which is no level"),
            "say off, error, warn, info or debug, or leave it out",
        )
    })?;
    Ok((level.to_string(), level))
}

impl Service {
    /// Writes the log of this process from now on, with the times of this service's clock. A
    /// service in memory keeps nothing on disk, and so has no log.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a level that is none.
    pub fn start_log(&self) -> Result<(), AppError> {
        let (_, level) = level_said()?;
        if self.options.ephemeral {
            return Ok(());
        }
        if let Some(file) = log_of(self.data_directory()) {
            let clock = std::sync::Arc::clone(&self.options.clock);
            // A program that holds several services begins once.
            let passing = std::sync::Arc::clone(&self.options.clock);
            let elapsed = Box::new(move || passing.elapsed());
            if logging::start(file, level, Box::new(move || clock.now()), elapsed) {
                tracing::info!(name: "program.start", target: "attest", version = env!("CARGO_PKG_VERSION"));
            }
        }
        Ok(())
    }

    /// Measures what this thread does from now on, by this service's clock.
    pub(crate) fn timing(&self) -> Timing {
        let clock = std::sync::Arc::clone(&self.options.clock);
        Timing::begin(Box::new(move || clock.elapsed()))
    }

    /// Where the log lies and how long it is, in words; nothing is made there.
    pub(crate) fn log_place(&self) -> Result<String, AppError> {
        let (level, _) = level_said()?;
        Ok(match log_of(self.data_directory()) {
            Some(file) if level != "off" => {
                format!("{}, {} bytes", file.path().display(), file.bytes())
            }
            Some(_) => format!("none, {LEVEL_VARIABLE} is off"),
            None => "none, the platform names no directory for it".to_owned(),
        })
    }

    /// Where the log lies, and its last lines.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where the platform names no directory for it, or for a level that is
    /// none; [`AppError::File`] where it cannot be read or written.
    pub fn log_report(&self) -> Result<LogReport, AppError> {
        let (level, _) = level_said()?;
        let file = log_of(self.data_directory()).ok_or_else(|| {
            AppError::input(
                "the platform names no directory for the log",
                "set ATTEST_STATE",
            )
        })?;
        let path = file.path();
        let failed = crate::file::failed(&path);
        if level != "off" {
            file.check().map_err(&failed)?;
        }
        Ok(LogReport {
            path: path.display().to_string(),
            level,
            bytes: file.bytes(),
            max_bytes: logging::FILES as u64 * logging::MAX_FILE_BYTES,
            never: NEVER,
            lines: file.last_lines(SHOWN_LINES).map_err(&failed)?,
        })
    }
}

/// A question that is being answered on this thread.
pub(crate) struct Answering(Span);

impl Answering {
    pub(crate) fn begin() -> Answering {
        Answering(tracing::info_span!(
            target: "attest", "answer",
            record = tracing::field::Empty,
            status = tracing::field::Empty,
            decision = tracing::field::Empty,
            error = tracing::field::Empty,
        ))
    }

    /// How it ended: the record's own timings, and what kind of answer or error there is.
    pub(crate) fn ended(self, outcome: &Result<AskOutcome, AppError>) {
        match outcome {
            Ok(outcome) => {
                let trace = &outcome.trace;
                let status = word_of(&outcome.response.status()).to_lowercase();
                self.0
                    .record("record", outcome.response.record_id().as_str());
                self.0.record("status", status.as_str());
                if let Some(decision) = trace.decision {
                    self.0.record("decision", decision.word());
                }
                if let Some(failure) = &trace.failure_reason {
                    self.0.record("error", failure.as_str());
                }
                self.0.in_scope(|| times(&trace.latency));
            }
            Err(error) => {
                self.0.record("error", error.kind());
            }
        }
    }
}

fn times(latency: &Latency) {
    tracing::info!(
        name: "answer.times", target: "attest",
        retrieve_ms = latency.retrieve_ms,
        read_ms = latency.read_ms,
        load_model_ms = latency.load_model_ms,
        prefill_ms = latency.prefill_ms,
        score_ms = latency.score_ms,
        embed_ms = latency.embed_ms,
        compile_ms = latency.compile_ms,
        decode_ms = latency.decode_ms,
        validate_ms = latency.validate_ms,
        total_ms = latency.total_ms,
    );
}

/// The word that a value without fields is written as.
fn word_of(value: &impl Serialize) -> String {
    let written = serde_json::to_value(value).unwrap_or_default();
    written.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use evidence::MediaType;
    use logging::field::WORDS;
    use pipeline::dispatch::Decision;
    use pipeline::timing::Timed;

    /// The words in quotes of a function of a source.
    fn quoted<'a>(source: &'a str, function: &str) -> Vec<&'a str> {
        let body = source.split(function).nth(1).unwrap();
        let body = body.split("\n    }\n").next().unwrap();
        body.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn every_word_that_is_logged_is_on_the_list_and_so_is_not_written_as_other() {
        let mut words: Vec<&str> = Timed::ALL.into_iter().map(Timed::word).collect();
        let kinds = quoted(include_str!("error.rs"), "pub fn kind(");
        assert!(kinds.len() > 15 && kinds.contains(&"vault"), "{kinds:?}");
        words.extend(kinds);
        let decisions = quoted(
            include_str!("../../pipeline/src/dispatch.rs"),
            "pub fn word(",
        );
        assert!(decisions.contains(&Decision::Ship.word()), "{decisions:?}");
        words.extend(decisions);
        words.extend(engine::worker::PHRASES);
        words.extend(MediaType::ALL.map(MediaType::name));
        for word in words {
            assert!(WORDS.contains(&word), "{word}");
        }
    }
}
