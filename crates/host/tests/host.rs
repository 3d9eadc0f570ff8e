//! Processes as the program starts them: spoken with, cancelled, killed with what they started,
//! reaped, and explained when they die.
//!
//! The process that is started is this executable again, so there is no test harness here: its
//! first argument says what it does.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use host::serve::{self, Chatter, Streams};
use host::{CancellationToken, Conversation, End, Group, Received, RunError, Start, run};
use std::path::PathBuf;
use std::time::{Duration, Instant};

type Test = (&'static str, fn());

const TESTS: [Test; 12] = [
    ("messages_come_back_whole_and_in_order", echoes),
    (
        "a_cancelled_wait_ends_at_once_and_the_process_hears_of_it",
        cancels,
    ),
    ("a_process_that_says_nothing_is_killed_and_reaped", kills),
    ("what_a_process_started_is_killed_with_it", kills_the_group),
    (
        "a_process_whose_program_is_gone_ends_with_what_it_started",
        outlived,
    ),
    ("a_process_that_dies_says_why_in_a_word", dies),
    ("what_is_no_message_breaks_the_conversation", chatters),
    ("a_library_that_prints_does_not_disturb", diverts),
    ("a_message_over_the_limit_is_refused", too_long),
    ("a_program_is_run_from_bytes_to_bytes", runs),
    (
        "a_thread_that_a_runtime_lends_for_blocking_may_use_all_of_it",
        lent,
    ),
    ("a_program_that_is_not_there_cannot_be_started", not_there),
];

const MAX: u32 = 4 << 20;
const PATIENCE: Duration = Duration::from_secs(20);
/// What cancelling, killing and reaping may take on a busy machine; each takes about one.
const AT_ONCE: Duration = Duration::from_millis(500);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let first = arguments.first().map_or("", String::as_str);
    if let Some(mode) = first.strip_prefix("process-") {
        std::process::exit(serve_as(mode));
    }
    let chosen = |name: &str| first.starts_with('-') || name.contains(first);
    let tests: Vec<&Test> = TESTS.iter().filter(|(name, _)| chosen(name)).collect();
    if arguments.iter().any(|one| one == "--list") {
        for (name, _) in tests {
            println!("{name}: test");
        }
        return;
    }
    for (name, test) in &tests {
        test();
        assert_eq!(zombies(), 0, "{name} left a process that nobody reaped");
        println!("test {name} ... ok");
    }
    // In the words of the usual harness: scripts/test counts them.
    println!("test result: ok. {} passed; 0 failed", tests.len());
}

// ---------------------------------------------------------------- the process

/// What the process does that was started.
fn serve_as(mode: &str) -> i32 {
    match mode {
        "upper" => {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut std::io::stdin(), &mut text).unwrap();
            print!("{}", text.to_uppercase());
            return 0;
        }
        "deaf" => std::thread::sleep(Duration::from_mins(5)),
        "abort" => {
            eprintln!("llama.cpp/ggml.c:7: GGML_ASSERT(secret) failed");
            std::process::abort();
        }
        "leave" => return 7,
        "chatter" => {
            println!("the premium is 7 USD");
            std::thread::sleep(Duration::from_mins(5));
        }
        "long" => {
            open(Chatter::Refused);
            serve::reply(&vec![1; MAX as usize + 1]).unwrap();
            std::thread::sleep(Duration::from_mins(5));
        }
        // A program of its own that starts a process and is killed.
        "program" => {
            let mut parent = start("parent");
            let Received::Message(ids) = receive(&mut parent) else {
                return 9;
            };
            open(Chatter::Refused);
            serve::reply(&ids).unwrap();
            std::thread::sleep(Duration::from_mins(5));
        }
        _ => {}
    }
    let requests = open(Chatter::Diverted).listen(0);
    if mode == "parent" {
        let child = std::process::Command::new("sleep").arg("300").spawn();
        let ids = format!("{} {}", std::process::id(), child.unwrap().id());
        serve::reply(ids.as_bytes()).unwrap();
    }
    for request in requests {
        println!("a library that prints");
        if request == b"long" {
            let until = Instant::now() + Duration::from_mins(1);
            while Instant::now() < until && !serve::is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        serve::reply(&request).unwrap();
    }
    0
}

fn open(chatter: Chatter) -> Streams {
    Streams::open(chatter, MAX).unwrap()
}

// ------------------------------------------------------------------ the tests

fn start(mode: &str) -> Conversation {
    let program = std::env::current_exe().unwrap();
    let mode = format!("process-{mode}");
    let started = Start {
        kind: "test",
        program: &program,
        arguments: &[&mode],
        environment: &[("RUST_BACKTRACE", "0")],
        group: Group::Own,
    };
    Conversation::start(&started, MAX).unwrap()
}

fn receive(conversation: &mut Conversation) -> Received {
    conversation.receive(PATIENCE, &CancellationToken::new())
}

/// Processes of this one that have ended and were not reaped.
fn zombies() -> usize {
    let own = std::process::id().to_string();
    let is_zombie = |stat: String| {
        let fields = stat.rsplit(')').next().unwrap_or_default().to_owned();
        let mut fields = fields.split_whitespace();
        fields.next() == Some("Z") && fields.next() == Some(&own)
    };
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return 0;
    };
    processes
        .filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok())
        .filter(|stat| is_zombie(stat.clone()))
        .count()
}

/// Whether a process runs; one that ended and waits to be reaped by another does not.
fn runs_still(id: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    false
}

fn echoes() {
    let mut conversation = start("echo");
    let messages: Vec<Vec<u8>> = [0, 1, 100, 70_000, 1 << 20]
        .into_iter()
        .map(|length| (0..length).map(|at: u32| at as u8).collect())
        .collect();
    for message in &messages {
        conversation.send(message.clone()).unwrap();
    }
    for message in messages {
        assert_eq!(receive(&mut conversation), Received::Message(message));
    }
    let started = Instant::now();
    let count = 200;
    for _ in 0..count {
        conversation.send(b"request".to_vec()).unwrap();
        assert_eq!(
            receive(&mut conversation),
            Received::Message(b"request".to_vec())
        );
    }
    println!("a request and its reply: {:?}", started.elapsed() / count);
    assert!(conversation.is_alive());
}

fn cancels() {
    let mut conversation = start("echo");
    conversation.send(b"first".to_vec()).unwrap();
    receive(&mut conversation);
    conversation.send(b"long".to_vec()).unwrap();
    let token = CancellationToken::new();
    let canceller = token.clone();
    let cancelling = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        let now = Instant::now();
        canceller.cancel();
        now
    });
    assert_eq!(conversation.receive(PATIENCE, &token), Received::Cancelled);
    let woken = cancelling.join().unwrap().elapsed();
    let now = Instant::now();
    conversation.cancel();
    assert_eq!(
        receive(&mut conversation),
        Received::Message(b"long".to_vec())
    );
    println!("woken after {woken:?}, heard after {:?}", now.elapsed());
    assert!(woken < AT_ONCE && now.elapsed() < AT_ONCE);
    // The next request is wanted.
    conversation.send(b"next".to_vec()).unwrap();
    assert_eq!(
        receive(&mut conversation),
        Received::Message(b"next".to_vec())
    );
}

fn kills() {
    let mut conversation = start("deaf");
    // More than a pipe holds: a process that does not read holds nobody up.
    conversation.send(vec![7; 1 << 20]).unwrap();
    let token = CancellationToken::new();
    let short = Duration::from_millis(50);
    assert_eq!(conversation.receive(short, &token), Received::Silent);
    let now = Instant::now();
    let End { status, .. } = conversation.end(Duration::ZERO);
    assert!(now.elapsed() < AT_ONCE);
    assert!(!status.unwrap().success() && !conversation.is_alive());
}

/// A process that starts another, and the numbers of both, which run.
fn start_family(mode: &str) -> (Conversation, String) {
    let mut conversation = start(mode);
    let Received::Message(ids) = receive(&mut conversation) else {
        panic!("it says what it started");
    };
    let ids = String::from_utf8(ids).unwrap();
    assert!(ids.split(' ').all(runs_still));
    (conversation, ids)
}

fn kills_the_group() {
    let (conversation, ids) = start_family("parent");
    drop(conversation);
    assert!(wait_until(|| !ids.split(' ').any(runs_still)));
    // One that dies by itself takes what it started with it, too.
    let (mut conversation, ids) = start_family("parent");
    let leader = ids.split(' ').next().unwrap();
    let killed = std::process::Command::new("kill")
        .args(["-9", leader])
        .status();
    assert!(killed.unwrap().success());
    assert_eq!(receive(&mut conversation), Received::Ended);
    assert_eq!(conversation.end(PATIENCE).signal(), Some(9));
    assert!(wait_until(|| !ids.split(' ').any(runs_still)));
}

fn outlived() {
    let (program, ids) = start_family("program");
    // Killed alone, as from outside: its process is in another group.
    drop(program);
    assert!(wait_until(|| !ids.split(' ').any(runs_still)));
}

fn dies() {
    let mut conversation = start("abort");
    assert_eq!(receive(&mut conversation), Received::Ended);
    let end = conversation.end(PATIENCE);
    assert_eq!(
        (end.signal(), end.cause()),
        (Some(6), Some("assertion failed"))
    );
    assert!(end.last_words.contains("secret") && !end.told().contains("secret"));
    assert!(end.told().ends_with("assertion failed"), "{}", end.told());
    let mut conversation = start("leave");
    assert_eq!(receive(&mut conversation), Received::Ended);
    let end = conversation.end(PATIENCE);
    assert_eq!((end.status.unwrap().code(), end.cause()), (Some(7), None));
    // What is asked of it then is no error before it is received.
    conversation.send(b"more".to_vec()).unwrap();
    assert_eq!(receive(&mut conversation), Received::Ended);
}

fn chatters() {
    let mut conversation = start("chatter");
    assert_eq!(
        receive(&mut conversation),
        Received::Broken(host::frame::FrameError::NoFrame)
    );
}

fn diverts() {
    let mut conversation = start("echo");
    conversation.send(b"request".to_vec()).unwrap();
    assert_eq!(
        receive(&mut conversation),
        Received::Message(b"request".to_vec())
    );
    let printed = conversation.end(Duration::ZERO).last_words;
    assert_eq!(printed, "a library that prints\n");
}

fn too_long() {
    let mut conversation = start("long");
    let (given, limit) = (u64::from(MAX) + 1, u64::from(MAX));
    assert_eq!(
        receive(&mut conversation),
        Received::Broken(host::frame::FrameError::TooLong { given, limit })
    );
}

fn given(mode: &str, limit: Duration, token: &CancellationToken) -> Result<host::Output, RunError> {
    let program = std::env::current_exe().unwrap();
    let mode = format!("process-{mode}");
    let started = Start {
        kind: "test",
        program: &program,
        arguments: &[&mode],
        environment: &[],
        group: Group::Inherited,
    };
    run(&started, "größe\n".repeat(20_000), 1 << 18, limit, token)
}

fn runs() {
    let token = CancellationToken::new();
    let output = given("upper", PATIENCE, &token).unwrap();
    assert_eq!(*output.bytes, "GRÖSSE\n".repeat(20_000).as_bytes());
    assert!(output.end.status.unwrap().success());
    let now = Instant::now();
    let short = Duration::from_millis(50);
    assert!(matches!(
        given("deaf", short, &token),
        Err(RunError::TimedOut(_))
    ));
    token.cancel();
    assert!(matches!(
        given("deaf", PATIENCE, &token),
        Err(RunError::Cancelled)
    ));
    assert!(now.elapsed() < AT_ONCE);
}

/// As the window's commands do, which run on threads of Tauri's runtime.
fn lent() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let mutex = std::sync::Arc::new(host::cancel::Mutex::new(0));
    let other = std::sync::Arc::clone(&mutex);
    let held = host::cancel::lock(&mutex).unwrap();
    let work = runtime.spawn_blocking(move || {
        echoes();
        kills();
        *host::cancel::lock(&other).unwrap() += 1;
    });
    std::thread::sleep(Duration::from_millis(200));
    drop(held);
    runtime.block_on(work).unwrap();
    assert_eq!(*mutex.try_lock().unwrap(), 1);
}

fn not_there() {
    let program = PathBuf::from("/nonexistent/program");
    let started = Start {
        kind: "test",
        program: &program,
        arguments: &[],
        environment: &[],
        group: Group::Own,
    };
    let error = Conversation::start(&started, MAX).err().unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}
