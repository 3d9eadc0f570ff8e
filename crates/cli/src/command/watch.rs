//! `attest docs watch`.

use super::{collections, embedding};
use crate::arguments::Watch;
use crate::exit;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use crate::text;
use app::{AppError, Control, Look, Service, Skipped};
use std::collections::BTreeMap;
use std::path::Path;
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
        let look = watch.look()?;
        for Skipped { path, reason } in &look.skipped {
            say(&format!("skipped: {}: {}", path.display(), reason.words()));
        }
        code = take(
            global,
            service,
            given,
            collection.as_deref(),
            (&mut watch, &look),
            &interrupt,
        )
        .max(code);
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

/// Imports what is ready, a line for each; returns the exit code.
fn take(
    global: &Global,
    service: &Service,
    given: &Watch,
    collection: Option<&str>,
    (watch, look): (&mut app::Watch, &Look),
    interrupt: &Interrupt,
) -> u8 {
    let mut code = 0;
    for path in &look.ready {
        if interrupt.control() == Control::Cancel {
            break;
        }
        let told = import(global, service, given, collection, path, interrupt);
        // A locked vault or a full disk passes; what is wrong with the file itself does not.
        if told == exit::FAILED {
            watch.missed(path);
        }
        code = told.max(code);
    }
    code
}

fn import(
    global: &Global,
    service: &Service,
    given: &Watch,
    collection: Option<&str>,
    path: &Path,
    interrupt: &Interrupt,
) -> u8 {
    let nothing = BTreeMap::new();
    match service.import_into(path, given.ocr.into(), &nothing, collection) {
        Ok(outcome) => {
            global.print(&outcome, |outcome| {
                text::imports(std::slice::from_ref(outcome))
            });
            embedding::tell(global, service, path, &outcome.document.id, interrupt)
        }
        Err(error) => exit::report(&error, global.json),
    }
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
