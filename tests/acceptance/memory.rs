//! What answering takes of memory: no more with every question, and little beside the models for a
//! long document (docs/engine.md has the figures).

use crate::service::Client;
use acceptance::{
    Command, Scratch, anonymous_bytes, descendants, made, resident_bytes, root, take_model, task,
    wait_until,
};
use engine::memory::peak_bytes;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

const MEGABYTE: u64 = 1_000_000;
/// Questions that are asked in one process; `ATTEST_QUESTIONS=1000` asks so many.
const QUESTIONS: u64 = 60;
/// Questions until what is kept between questions has filled up to its bounds. Few: what the reader
/// kept of contexts that it had given back came in the first forty.
const EARLY: u64 = 10;
/// What a process may hold more after the last question than after [`EARLY`] of them: what is left
/// to fill, and for each question less than its own record takes on disk.
const MOST_CACHED: u64 = 8 * MEGABYTE;
const MOST_A_QUESTION: u64 = 8_000;
/// Pages of the long document, and lines on each; `ATTEST_LINES=45` fills them.
const PAGES: u32 = 100;
const LINES: u32 = 10;
/// What it may take beside the models' own need, at any one moment: the aim of docs/engine.md, which has
/// what was measured.
const MOST_BESIDE: u64 = 150 * MEGABYTE;

fn figure(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// What the service and each of its workers hold, by what they do and their process.
fn held(service: &Client) -> BTreeMap<(String, u32), u64> {
    let mut processes = descendants(service.process_id());
    processes.push(service.process_id());
    let of = |id: u32| Some(((named(id)?, id), anonymous_bytes(id)?));
    processes.into_iter().filter_map(of).collect()
}

/// How the tasks of processes begin: the service, what reads files, and workers with models.
const KNOWN: [&str; 3] = ["serve ", "read-worker", "worker "];

/// What a process does: the service, or a worker. None of a process that is only being started: until
/// it runs what it is meant to, it is a copy of the one that starts it.
fn named(id: u32) -> Option<String> {
    let is_known = |name: &String| KNOWN.iter().any(|known| name.starts_with(known));
    task(id).filter(is_known)
}

#[test]
fn a_service_holds_no_more_after_many_questions() {
    let Some(with) = take_model() else { return };
    let line = |number: u64| format!("The fee for service {number} is {} USD.\n", number * 7);
    // Every context of the reader has room for its largest window only once it has read one, and which
    // of them reads a short document is chance; a long one gives all of them some.
    for (name, lines) in [("fees.txt", 30), ("long.txt", 400)] {
        let text: String = (1..=lines).map(line).collect();
        let file = with.scratch.file(name, text);
        with.scratch.run(&["docs", "add", &file]).assert_code(0);
    }
    let questions = figure("ATTEST_QUESTIONS", QUESTIONS);
    let mut service = Client::start(&with.scratch);
    let mut ask = |document: &str, question: String| {
        let asked = json!({ "question": question, "documents": [document] });
        let answer = service.call("ask", &asked).unwrap();
        assert!(answer["answer"]["answer_found"].is_boolean(), "{answer}");
        held(&service)
    };
    ask("long.txt", "What is the fee for service 7?".to_owned());
    let (mut early, mut late) = (BTreeMap::new(), BTreeMap::new());
    for number in 0..questions {
        // No two are alike, so that nothing is answered from what was kept.
        let asked = format!(
            "What is the fee for service {} in case {number}?",
            number % 30 + 1
        );
        late = ask("fees.txt", asked);
        if number + 1 == EARLY {
            early.clone_from(&late);
        }
    }
    // The service and the reader at least; none was started anew.
    assert!(late.len() >= 2, "{late:?}");
    assert!(early.keys().eq(late.keys()), "{early:?} {late:?}");
    let later = questions - EARLY;
    for ((process, early), late) in early.iter().zip(late.values()) {
        println!("{process:?}: {early} bytes after {EARLY}, {late} after {questions} questions");
        let most = early + MOST_CACHED + MOST_A_QUESTION * later;
        assert!(*late < most, "{process:?}: {early} {late}");
    }
}

/// What a command takes of memory, in bytes.
#[derive(Debug, Default)]
struct Taken {
    /// What each of its processes held at most, by what they do.
    peaks: BTreeMap<String, u64>,
    /// What they held at most at one moment, of each worker what is more than its own need.
    together: u64,
}

impl Taken {
    /// What is held at most at any moment of either.
    fn or(mut self, other: Taken) -> Taken {
        for (name, peak) in other.peaks {
            let known = self.peaks.entry(name).or_default();
            *known = peak.max(*known);
        }
        self.together = self.together.max(other.together);
        self
    }
}

/// The processes of a command by what they do, and their ids.
fn processes(own: u32) -> Vec<(u32, String)> {
    let started = descendants(own).into_iter();
    let named = started.filter_map(|id| Some((id, named(id)?)));
    named.chain([(own, "program".to_owned())]).collect()
}

/// Runs a command, and looks every few milliseconds at what each of its processes holds. `need` is what
/// each worker needs for itself, by what it does.
fn watched(command: &Command, need: &BTreeMap<String, u64>) -> Taken {
    let mut child = command.start();
    let own = child.id();
    let mut taken = Taken::default();
    let ended = wait_until(Duration::from_mins(30), || {
        let mut together = 0;
        for (id, name) in processes(own) {
            let held = resident_bytes(id).unwrap_or_default();
            together += held.saturating_sub(need.get(&name).copied().unwrap_or_default());
            let peak = taken.peaks.entry(name).or_default();
            *peak = peak_bytes(id).unwrap_or_default().max(*peak);
        }
        taken.together = together.max(taken.together);
        child.try_wait().unwrap()
    });
    assert_eq!(ended.and_then(|ended| ended.code()), Some(0));
    taken
}

/// What importing a document and a question about it take, one after the other.
fn taken(scratch: &Scratch, document: &str, need: &BTreeMap<String, u64>) -> Taken {
    let shipped = std::fs::read_to_string(root().join("crates/evidence/policy/default.toml"));
    let shipped = shipped.unwrap();
    let from = "choose_with = \"reader\"";
    assert!(shipped.contains(from));
    // So that every model is asked.
    let policy = scratch.file("both.toml", shipped.replace(from, "choose_with = \"both\""));
    let question = "What is the fee for service 77?";
    let ask = ["ask", question, "--policy", &policy];
    let imported = watched(&scratch.attest(&["docs", "add", document]), need);
    println!("import: {imported:?}");
    imported.or(watched(&scratch.attest(&ask), need))
}

#[test]
fn a_hundred_pages_take_little_memory_beside_the_models() {
    let Some(with) = take_model() else { return };
    let lines = figure("ATTEST_LINES", u64::from(LINES)) as u32;
    let line = |page: u32, line: u32| {
        let number = page * lines + line;
        format!(
            "{number}. The fee for service {number} is {} USD, due on the first day of the month.",
            number * 7
        )
    };
    let page = |page: u32| (0..lines).map(|one| line(page, one)).collect::<Vec<_>>();
    let long = made::pdf(&(0..PAGES).map(page).collect::<Vec<_>>());
    let short = made::pdf(&[vec![line(0, 77), line(0, 78)]]);
    let file = with.scratch.file("short.pdf", short);
    // Each worker's own need is what it takes for two lines; the program's whole memory counts.
    let mut need = taken(&with.scratch, &file, &BTreeMap::new()).peaks;
    need.remove("program");
    let other = with.scratch.copy();
    let all = taken(&other, &other.file("long.pdf", long), &need);
    println!("own need: {need:?}\nlong: {all:?}");
    let more = all.peaks.iter().map(|(name, peak)| {
        let need = need.get(name).copied().unwrap_or_default();
        peak.saturating_sub(need)
    });
    let (peaks, together) = (more.sum::<u64>(), all.together);
    println!(
        "{PAGES} pages of {lines} lines, beside the models: {together} bytes at one moment, {peaks} as the sum of peaks"
    );
    for task in [
        "program",
        "read-worker",
        "worker embedding",
        "worker model",
        "worker reader",
    ] {
        let is_there = all.peaks.keys().any(|name| name.starts_with(task));
        assert!(is_there, "{task}: {all:?}");
    }
    // The program's own peak was seen as it was held, or what was added up missed the greatest moment.
    assert!(together >= all.peaks["program"] * 9 / 10, "{all:?}");
    assert!(together < MOST_BESIDE, "{together}");
}
