//! Cancelling a question, with the real models: it ends at once wherever it stands, and the
//! next one finds its models loaded and gets the answer it always gets.
//!
//! The models run in this executable, started again, so there is no test harness here.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use app::clock::SystemClock;
use app::{AskRequest, CancellationToken, Control, Event, Options, Service, Status, cancel};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What cancelling may take on a busy machine. Measured: 5 to 60 ms, on two cores with four times
/// as much to do; 200 ms before the first model, while the program takes its own hash.
const AT_ONCE: Duration = Duration::from_millis(500);

fn main() {
    let first = std::env::args_os().nth(1).unwrap_or_default();
    if let Some(code) = app::serve_worker(&first) {
        std::process::exit(code);
    }
    let name = "a_cancelled_question_ends_at_once_and_the_next_one_is_answered";
    let first = first.to_string_lossy();
    if std::env::args().any(|one| one == "--list") {
        return println!("{name}: test");
    }
    let chosen = first.starts_with('-') || name.contains(&*first);
    if chosen {
        cancels();
        println!("test {name} ... ok");
    }
    // In the words of the usual harness: scripts/test counts them.
    println!("test result: ok. {} passed; 0 failed", u8::from(chosen));
}

fn service_in(folder: &Path) -> Service {
    Service::open(Options {
        data_directory: folder.join("data"),
        ephemeral: false,
        worker: std::env::current_exe().unwrap(),
        threads: Some(2),
        system_settings: None,
        clock: Arc::new(SystemClock::default()),
    })
    .unwrap()
}

/// A text that takes the reader some seconds, with an answer in it.
fn long_document(folder: &Path) -> std::path::PathBuf {
    let clause = |number: u32| {
        format!(
            "Clause {number}. The fee for service number {number} is {} USD, payable each month in advance, \
             and the fee is raised on the first day of the year by the rate that section {number} names.\n\n",
            100 + number
        )
    };
    let path = folder.join("long.txt");
    std::fs::write(&path, (1..200).map(clause).collect::<String>()).unwrap();
    path
}

/// Asks, and cancels after a while: the question fails. How long it took from then on.
fn cancelled_after(service: &Service, request: &AskRequest, wait: Duration) -> Duration {
    let token = CancellationToken::new();
    let canceller = token.clone();
    let cancelling = std::thread::spawn(move || {
        std::thread::sleep(wait);
        let now = Instant::now();
        canceller.cancel();
        now
    });
    let mut told: Vec<(Instant, app::Stage)> = Vec::new();
    let outcome = cancel::scope(&token, || {
        service.ask(request, &mut |event: Event| {
            told.push((Instant::now(), event.stage));
            if token.is_cancelled() {
                Control::Cancel
            } else {
                Control::Continue
            }
        })
    });
    let took = cancelling.join().unwrap().elapsed();
    let gaps = told.windows(2).map(|pair| pair[1].0 - pair[0].0);
    println!(
        "cancelled after {wait:?}: ended {took:?} later, in {:?}; the longest without progress was {:?}",
        told.last().map(|(_, stage)| stage),
        gaps.max().unwrap_or_default()
    );
    assert_eq!(outcome.unwrap().response.status(), Status::Failed);
    took
}

fn cancels() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = service_in(folder.path());
    if service.reader_model().is_none() {
        assert!(
            std::env::var_os("CI").is_none(),
            "the models must be present in CI"
        );
        return println!("skipped: the reader is not here; scripts/models fetches it");
    }
    let document = service.import(&long_document(folder.path())).unwrap();
    let request = AskRequest {
        question: "What is the fee for service number 17?".into(),
        document_ids: vec![document.document.id],
        answer_type: Some("amount".into()),
        ..AskRequest::default()
    };
    // While models are loaded, and in the passages.
    for wait in [20, 100, 300, 700, 1200] {
        let wait = Duration::from_millis(wait);
        let took = cancelled_after(&service, &request, wait);
        if took < AT_ONCE {
            continue;
        }
        // A machine that stands still for a moment delays it once, a stage that does not look
        // whether it is cancelled always: a new service loads its models again.
        drop(service);
        service = service_in(folder.path());
        let again = cancelled_after(&service, &request, wait);
        assert!(again < AT_ONCE, "{took:?}, then {again:?}");
    }
    let whole = Instant::now();
    let answered = |_: Event| Control::Continue;
    let first = service.ask(&request, &mut { answered }).unwrap().response;
    println!("not cancelled: {:?}", whole.elapsed());
    assert_eq!(first.status(), Status::Ok);
    let again = service.ask(&request, &mut { answered }).unwrap().response;
    assert_eq!(first.answer(), again.answer());
    assert_eq!(engine::worker::restarts(), 0);
}
