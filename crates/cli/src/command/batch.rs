//! `attest batch`.

use crate::arguments::Batch;
use crate::exit;
use crate::global::{Global, policy_of, read_calibration};
use crate::interrupt::Interrupt;
use crate::text;
use app::{AppError, AskRequest, BatchPhase, BatchProgress, BatchRequest, read_questions};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A terminal's line is written anew at most this often.
const TERMINAL_PAUSE: Duration = Duration::from_millis(100);
/// A log gets a line at most this often.
const LOG_PAUSE: Duration = Duration::from_secs(10);

pub fn run(global: &Global, batch: Batch) -> Result<u8, AppError> {
    let policy = policy_of(&batch.numbers)?;
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
    let interrupt = Interrupt::watch();
    let mut shown = Shown::new();
    let result = service.batch(&request, &mut |progress| {
        shown.show(progress);
        interrupt.control()
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
