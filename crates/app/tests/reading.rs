//! Documents are read in a process of their own: what that process does to
//! itself is an error that names the file, nothing is stored, and the next
//! file is read.
//!
//! The process is this executable again, so there is no test harness here. As
//! a worker it does what the name of the file says.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use app::clock::FixedClock;
use app::reading::{self, Job, Refusal, WorkerLimits};
use app::{AppError, Class, Options, Service};
use evidence::Document;
use evidence::reader::ReadLimits;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Test = (&'static str, fn());

const TESTS: [Test; 8] = [
    ("a_document_is_the_same_read_here_or_in_a_worker", same),
    ("a_file_that_cannot_be_read_says_why", refused),
    ("a_worker_over_a_limit_names_the_file", over_a_limit),
    ("a_worker_that_dies_names_the_file", dies),
    (
        "a_watched_file_over_which_two_workers_die_is_left",
        dies_watched,
    ),
    ("a_worker_that_hangs_is_ended", hangs),
    ("a_worker_that_cannot_be_started_is_told", no_worker),
    ("pages_are_drawn_by_a_process_of_their_own", pages),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let first = arguments.first().map_or("", String::as_str);
    if first == reading::SUBCOMMAND {
        std::process::exit(reading::serve_with(&misbehave));
    }
    if first == reading::page::SUBCOMMAND {
        std::process::exit(reading::page::serve());
    }
    let tests: Vec<&Test> = TESTS
        .iter()
        .filter(|(name, _)| first.starts_with('-') || name.contains(first))
        .collect();
    if arguments.iter().any(|one| one == "--list") {
        for (name, _) in tests {
            println!("{name}: test");
        }
        return;
    }
    for (name, test) in &tests {
        test();
        println!("test {name} ... ok");
    }
    // In the words of the usual harness: scripts/test counts them.
    println!("test result: ok. {} passed; 0 failed", tests.len());
}

/// What the worker does to a file.
#[allow(clippy::infinite_loop, clippy::empty_loop)]
fn misbehave(job: &Job) -> Result<Document, Refusal> {
    match job.file.as_str() {
        "memory.txt" => {
            let mut all: Vec<Vec<u8>> = Vec::new();
            loop {
                all.push(vec![1; 1 << 24]);
            }
        }
        "processor.txt" => loop {
            std::hint::black_box(job.bytes.len());
        },
        "stack.txt" => {
            println!("{}", deep(1));
            unreachable!();
        }
        "abort.txt" => std::process::abort(),
        "leave.txt" => std::process::exit(0),
        "chatter.txt" => {
            println!("this is no reply");
            std::thread::sleep(Duration::from_mins(5));
        }
        "hang.txt" => std::thread::sleep(Duration::from_mins(5)),
        "writes.txt" => {
            let path = std::env::temp_dir().join("attest-test-no-file");
            let written = std::fs::write(&path, &job.bytes);
            let _ = std::fs::remove_file(&path);
            // Where the system lets it live on, nothing was written.
            if written.is_err() {
                std::process::abort();
            }
        }
        _ => {}
    }
    let document = evidence::reader::read(&job.file, &job.bytes, &ReadLimits::default())?;
    Ok(document)
}

#[allow(unconditional_recursion)]
fn deep(depth: u64) -> u64 {
    let room = [depth; 64];
    std::hint::black_box(&room);
    deep(depth + 1) + std::hint::black_box(room)[7]
}

struct Desk {
    service: Service,
    folder: tempfile::TempDir,
}

fn desk() -> Desk {
    let folder = tempfile::tempdir().unwrap();
    let limits = WorkerLimits {
        memory_bytes: 512 << 20,
        processor_seconds: 1,
        silence: Duration::from_secs(4),
    };
    let service = Service::open(Options {
        data_directory: folder.path().join("data"),
        ephemeral: false,
        worker: std::env::current_exe().unwrap(),
        threads: Some(1),
        system_settings: None,
        clock: Arc::new(FixedClock::default()),
    })
    .unwrap()
    .reading_within(limits);
    Desk { service, folder }
}

impl Desk {
    fn import(&self, name: &str, text: &str) -> Result<String, AppError> {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        self.service
            .import(&path)
            .map(|outcome| outcome.document.id)
    }

    /// Refused by name with help, nothing stored, and the next file is read.
    fn assert_refused(&self, name: &str, class: Class, words: &str) {
        let error = self.import(name, "Some text.\n").unwrap_err();
        let told = error.to_string();
        assert!(told.contains(name) && told.contains(words), "{told}");
        assert!(!error.help().is_empty());
        assert_eq!(error.class(), class, "{told}");
        assert!(self.service.documents().unwrap().is_empty());
        assert!(
            self.service
                .records(&app::RecordFilter::default(), 10)
                .unwrap()
                .is_empty()
        );
    }

    fn assert_goes_on(&self) {
        self.import("good.txt", "The next file.\n").unwrap();
        assert_eq!(self.service.documents().unwrap().len(), 1);
        assert!(self.service.verify_audit().unwrap().is_sound());
    }
}

fn same() {
    let desk = desk();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/policy.pdf");
    for path in [sample.to_owned(), {
        let path = desk.folder.path().join("letters.txt");
        std::fs::write(&path, "Größe\t1\u{200b}\n\nZwei\n").unwrap();
        path.display().to_string()
    }] {
        let imported = desk.service.import(path.as_ref()).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let here = evidence::reader::read(&path, &bytes, &ReadLimits::default()).unwrap();
        let stored = desk.service.document(&imported.document.id).unwrap();
        assert_eq!(stored, here);
    }
    assert!(desk.service.verify_audit().unwrap().is_sound());
}

fn refused() {
    let desk = desk();
    let error = desk.import("empty.txt", "").unwrap_err();
    let here = evidence::reader::read("empty.txt", b"", &ReadLimits::default()).unwrap_err();
    assert_eq!(error.to_string(), here.to_string());
    assert_eq!(error.help(), here.help());
    assert_eq!((error.kind(), error.class()), ("document", Class::BadInput));
    desk.assert_goes_on();
}

/// The limits themselves are Linux's: elsewhere memory may be free.
fn over_a_limit() {
    if !cfg!(target_os = "linux") {
        return println!("skipped: not on Linux");
    }
    let desk = desk();
    desk.assert_refused("memory.txt", Class::BadInput, "more than 512 MiB of memory");
    desk.assert_refused("processor.txt", Class::BadInput, "1 s of processor time");
    desk.assert_refused("stack.txt", Class::BadInput, "nesting");
    desk.assert_goes_on();
}

fn dies() {
    let desk = desk();
    desk.assert_refused("abort.txt", Class::Failed, "ended unexpectedly");
    if cfg!(unix) {
        desk.assert_refused("writes.txt", Class::Failed, "ended unexpectedly");
    }
    desk.assert_refused("leave.txt", Class::Failed, "ended unexpectedly");
    desk.assert_goes_on();
}

fn dies_watched() {
    let Desk { service, folder } = desk();
    let watched = folder.path().join("watched");
    std::fs::create_dir(&watched).unwrap();
    std::fs::write(watched.join("leave.txt"), "Some text.\n").unwrap();
    let mut watch = app::Watch::new(&watched).unwrap();
    let mut told = Vec::new();
    for _ in 0..6 {
        let into = (reading::Ocr::default(), None);
        service
            .import_watched(&mut watch, into, &mut |one| {
                told.push(format!("{one:?}"));
                app::Next::GoOn
            })
            .unwrap();
    }
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|one| one.contains("ended unexpectedly")));
}

fn hangs() {
    let desk = desk();
    let started = Instant::now();
    desk.assert_refused("hang.txt", Class::BadInput, "more time");
    desk.assert_refused("chatter.txt", Class::Failed, "ended unexpectedly");
    assert!(started.elapsed() < Duration::from_mins(1));
    desk.assert_goes_on();
}

fn no_worker() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::open(Options {
        data_directory: folder.path().join("data"),
        ephemeral: true,
        worker: folder.path().join("none"),
        threads: Some(1),
        system_settings: None,
        clock: Arc::new(FixedClock::default()),
    })
    .unwrap();
    let path = folder.path().join("a.txt");
    std::fs::write(&path, "Some text.\n").unwrap();
    let error = service.import(&path).unwrap_err();
    assert_eq!(
        (error.kind(), error.class()),
        ("not_started", Class::Failed)
    );
    assert!(error.to_string().contains("a.txt"));

    // A watched file is not given up over it: it is read once there is a process again.
    let watched = folder.path().join("watched");
    std::fs::create_dir(&watched).unwrap();
    std::fs::copy(&path, watched.join("a.txt")).unwrap();
    let mut watch = app::Watch::new(&watched).unwrap();
    let mut look = || {
        let mut told = Vec::new();
        let into = (reading::Ocr::default(), None);
        service
            .import_watched(&mut watch, into, &mut |one| {
                told.push(match one {
                    app::Watched::Failed(_, error) => error.kind(),
                    app::Watched::Imported(..) => "imported",
                    other => panic!("{other:?}"),
                });
                app::Next::GoOn
            })
            .unwrap();
        told
    };
    assert_eq!(look(), [""; 0]);
    for _ in 0..4 {
        assert_eq!(look(), ["not_started"]);
    }
    let executable = std::env::current_exe().unwrap();
    std::fs::copy(executable, folder.path().join("none")).unwrap();
    assert_eq!(look(), ["imported"]);
    assert_eq!(look(), [""; 0]);
}

fn pages() {
    const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/policy.pdf");
    // What the tests' own reader does to a file is of no use here.
    let Desk { service, folder } = desk();
    let desk = service.reading_here();
    let id = desk.import(SAMPLE.as_ref()).unwrap().document.id;
    let outline = desk.outline(&id).unwrap();
    assert!(outline.drawable && outline.pages.len() == 3);
    let size = |png: &[u8]| {
        assert!(png.starts_with(b"\x89PNG"));
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    };
    let (width, height) = size(&desk.page_picture(&id, 1, 1.0).unwrap());
    assert!(width.abs_diff(outline.pages[0].width as u32) <= 1);
    assert!(height.abs_diff(outline.pages[0].height as u32) <= 1);
    assert_eq!(size(&desk.page_picture(&id, 3, 2.0).unwrap()).0 / 2, width);
    let missing = desk.page_picture(&id, 4, 1.0).unwrap_err();
    assert_eq!(missing.kind(), "document");
    // Absurd sizes are brought to what can be drawn.
    assert!(desk.page_picture(&id, 1, f32::INFINITY).is_ok());
    assert!(size(&desk.page_picture(&id, 1, 1e9).unwrap()).0 <= width * 4 + 4);
    drop(folder);
}
