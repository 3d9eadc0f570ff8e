//! `attest docs watch`.

use super::{collections, embedding};
use crate::arguments::Watch;
use crate::exit;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use crate::text;
use app::{AppError, Control, Look, Next, Service, Skipped, Watched};
use std::time::{Duration, Instant};

/// Between two looks at the folder.
const PAUSE: Duration = Duration::from_secs(3);
/// The same with `--once`, which waits for one look more only.
const SHORT_PAUSE: Duration = Duration::from_millis(700);
/// How soon Ctrl-C is heard.
const STEP: Duration = Duration::from_millis(100);

pub fn run(global: &Global, service: &Service, given: &Watch) -> Result<u8, AppError> {
    let mut watch = app::Watch::new(&given.folder)?;
    let collection = collections::named(service, given.collection.as_deref())?;
    let interrupt = Interrupt::watch();
    let mut code = 0;
    if !given.once {
        say(&format!("watching {}; Ctrl-C ends", given.folder.display()));
    }
    // Two looks tell which files are whole.
    for count in 1_u64.. {
        let into = (given.ocr.into(), collection.as_deref());
        let look = service.import_watched(&mut watch, into, &mut |watched| {
            let (told, next) = tell(global, service, &watched, &interrupt);
            code = told.max(code);
            next
        })?;
        if given.once && count == 2 {
            return Ok(ended(&look, &interrupt).max(code));
        }
        let pause = if given.once { SHORT_PAUSE } else { PAUSE };
        if wait(pause, &interrupt) == Control::Cancel {
            break;
        }
    }
    Ok(if given.once { exit::FAILED } else { code })
}

/// A line for each; returns the exit code, and what comes next.
fn tell(
    global: &Global,
    service: &Service,
    watched: &Watched<'_>,
    interrupt: &Interrupt,
) -> (u8, Next) {
    let code = match watched {
        Watched::Skipped(Skipped { path, reason }) => {
            say(&format!("skipped: {}: {}", path.display(), reason.words()));
            0
        }
        Watched::Imported(path, outcome) => {
            global.print(*outcome, |outcome| {
                text::imports(std::slice::from_ref(outcome))
            });
            embedding::tell(global, service, path, &outcome.document.id, interrupt)
        }
        Watched::TakenOut(path) => {
            say(&format!(
                "left out: {}: it was removed or erased; `attest docs add` imports it again",
                path.display()
            ));
            0
        }
        Watched::Failed(_, error) => exit::report(error, global.json),
    };
    let next = match (interrupt.control(), code) {
        (Control::Cancel, _) => Next::Stop,
        // Its vectors could not be made, for no fault of the file.
        (Control::Continue, exit::FAILED) => Next::Again,
        (Control::Continue, _) => Next::GoOn,
    };
    (code, next)
}

/// What is left undone by the last look of `--once`.
fn ended(look: &Look, interrupt: &Interrupt) -> u8 {
    if look.waiting > 0 {
        say(&format!(
            "left: {} files that were being written",
            look.waiting
        ));
        say("hint: the same command takes them once they are whole");
        return exit::FAILED;
    }
    if interrupt.control() == Control::Cancel {
        say("stopped: what is imported stays");
        return exit::FAILED;
    }
    0
}

fn wait(pause: Duration, interrupt: &Interrupt) -> Control {
    let begun = Instant::now();
    while begun.elapsed() < pause {
        if interrupt.control() == Control::Cancel {
            return Control::Cancel;
        }
        std::thread::sleep(STEP);
    }
    Control::Continue
}
