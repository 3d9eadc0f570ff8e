//! `attest batch`.

use crate::arguments::Batch;
use crate::exit;
use crate::global::{Global, policy_of, read_calibration};
use crate::interrupt::Interrupt;
use crate::plain::say;
use crate::terminal::Status;
use crate::text;
use app::{
    AnswerServers, AppError, AskRequest, BatchPhase, BatchProgress, BatchRequest, QuestionFile,
    Service,
};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A terminal's line is written anew at most this often.
const TERMINAL_PAUSE: Duration = Duration::from_millis(100);
/// A log gets a line at most this often.
const LOG_PAUSE: Duration = Duration::from_secs(10);

pub fn run(
    global: &Global,
    batch: Batch,
    servers: Option<Arc<dyn AnswerServers>>,
) -> Result<u8, AppError> {
    let policy = policy_of(&batch.numbers)?;
    let calibration = read_calibration(batch.numbers.calibration.as_deref())?;
    let rates = batch.rates.as_deref().map(app::read_rates).transpose()?;
    let mut service = global.service(false)?;
    if let Some(servers) = servers {
        service = service.answered_by(servers);
    }
    let file = questions(&service, &batch)?;
    if !file.unused_fields.is_empty() {
        let named = batch.questions.as_deref().unwrap_or(Path::new("questions"));
        say(&format!(
            "note: {}: not used: {}",
            named.display(),
            file.unused_fields.join(", ")
        ));
    }
    let stored = if batch.collection.is_some() || !batch.tags.is_empty() {
        service.documents_with_tags(batch.collection.as_deref(), &batch.tags)?
    } else {
        Vec::new()
    };
    let request = BatchRequest {
        documents: batch.docs,
        stored,
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
        say(&format!(
            "stopped: {} of {} cells are done and kept",
            summary.done, summary.cells
        ));
        say("hint: the same command with --resume goes on with the next");
    }
    global.print(&summary, text::batch);
    Ok(if summary.finished && summary.failed == 0 {
        0
    } else {
        exit::FAILED
    })
}

/// The questions that are named, or else those of the collection.
fn questions(service: &Service, batch: &Batch) -> Result<QuestionFile, AppError> {
    let of_collection = match (&batch.questions, &batch.collection) {
        (Some(given), _) => return service.find_questions(given),
        (None, Some(name)) => service.questions_of_collection(name)?,
        (None, None) => None,
    };
    of_collection.ok_or_else(|| {
        AppError::input(
            "the collection has no questions of its own",
            "name a set or a file with --questions, or keep one with \
             `attest docs collect NAME --questions SET`",
        )
    })
}

/// One line on standard error: rewritten on a terminal, now and then in a log.
struct Shown {
    status: Status,
    last: Option<(Instant, BatchPhase)>,
}

impl Shown {
    fn new() -> Shown {
        Shown {
            status: Status::new(),
            last: None,
        }
    }

    fn show(&mut self, progress: &BatchProgress) {
        if progress.phase == BatchPhase::Begin {
            // What is to come stays in sight.
            say(&text::batch_progress(progress));
            return;
        }
        let pause = if self.status.is_watched() {
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
        if self.status.is_watched() {
            self.status.show(&line);
        } else {
            say(&line);
        }
    }

    fn clear(&self) {
        self.status.clear();
    }
}
