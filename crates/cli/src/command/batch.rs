//! `attest batch`.

use crate::arguments::Batch;
use crate::exit;
use crate::global::{Global, read_calibration, read_policy};
use crate::text;
use app::{AppError, AskRequest, BatchPhase, BatchProgress, BatchRequest, Control, read_questions};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A terminal's line is written anew at most this often.
const TERMINAL_PAUSE: Duration = Duration::from_millis(100);
/// A log gets a line at most this often.
const LOG_PAUSE: Duration = Duration::from_secs(10);

pub fn run(global: &Global, batch: Batch) -> Result<u8, AppError> {
    let policy = read_policy(batch.numbers.policy.as_deref())?;
    let calibration = read_calibration(batch.numbers.calibration.as_deref())?;
    let rates = batch.rates.as_deref().map(app::read_rates).transpose()?;
    let file = read_questions(&batch.questions)?;
    if !file.unused_fields.is_empty() {
        eprintln!(
            "note: {}: not used: {}",
            batch.questions.display(),
            file.unused_fields.join(", ")
        );
    }
    let service = global.service(false)?;
    let request = BatchRequest {
        documents: batch.docs,
        questions: file.questions,
        out: batch.out,
        resume: batch.resume,
        common: AskRequest {
            model: batch.model,
            policy,
            calibration,
            rates,
            ..AskRequest::default()
        },
    };
    let stop = stop_flag();
    let mut shown = Shown::new();
    let result = service.batch(&request, &mut |progress| {
        shown.show(progress);
        if stop.load(Ordering::Relaxed) {
            Control::Cancel
        } else {
            Control::Continue
        }
    });
    shown.clear();
    let summary = result?;
    if !summary.finished {
        eprintln!(
            "stopped: {} of {} cells are done and kept",
            summary.done, summary.cells
        );
        eprintln!("hint: the same command with --resume goes on with the next");
    }
    global.print(&summary, text::batch);
    Ok(if summary.finished && summary.failed == 0 {
        0
    } else {
        exit::FAILED
    })
}

/// Set by the first Ctrl-C (or SIGTERM); the second ends the program at once.
fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Where it cannot be had, the signal ends the program: nothing is
        // lost by that either.
        let code = i32::from(exit::FAILED);
        let _ = signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
}

/// One line on standard error: rewritten on a terminal, now and then in a log.
struct Shown {
    terminal: bool,
    last: Option<(Instant, BatchPhase)>,
}

impl Shown {
    fn new() -> Shown {
        Shown {
            terminal: std::io::stderr().is_terminal(),
            last: None,
        }
    }

    fn show(&mut self, progress: &BatchProgress) {
        let pause = if self.terminal {
            TERMINAL_PAUSE
        } else {
            LOG_PAUSE
        };
        if self
            .last
            .is_some_and(|(at, phase)| phase == progress.phase && at.elapsed() < pause)
        {
            return;
        }
        self.last = Some((Instant::now(), progress.phase));
        let line = text::batch_progress(progress);
        if self.terminal {
            eprint!("\r\x1b[K{line}");
            let _ = std::io::stderr().flush();
        } else {
            eprintln!("{line}");
        }
    }

    fn clear(&self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}
