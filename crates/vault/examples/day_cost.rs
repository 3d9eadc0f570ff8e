//! A day of operations: a vault that is full already is used for 24 hours of an injected clock, a
//! mix of acts that a seed decides, and what it costs before and after is compared. Wall clock.
//!
//!     cargo run --release -p vault --example day_cost -- DIRECTORY DOCUMENTS RECORDS SEED
//!
//! An act begins each minute of that clock: an answer, an import, a search, something said of a
//! document, a removal, an erasure, a hold, a release. Each hour the vault is closed and opened and
//! a checkpoint signed; each sixth a backup is made, and three hours later the trail verified, both
//! of which read everything; at midnight what is past its period is erased. What must be there is counted beside the vault: an act that a hold
//! must refuse and does not, or an other end than that count says, ends the program with a panic.
//! At the end the trail must hold every checkpoint of the day, and the last backup is put back.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod made;
#[path = "day_cost/model.rs"]
mod model;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use made::{make_answer, make_document};
use model::{Model, Random};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use vault::checkpoint::{Checkpoint, SignedCheckpoint};
use vault::note::SigningKey;
use vault::{Expected, Reason, Removal, Retention, Subject, Vault, VaultError, restore};

/// When the day begins: noon, so that a midnight is in it.
const BEGIN: i64 = 1_769_860_800;
const MINUTES: u32 = 24 * 60;
/// Days over which the first documents were imported, the last of them a day before the day begins.
const PAST_DAYS: u32 = 1000;
/// The oldest are past it from the start, and more at midnight.
const PERIOD: &str = "990d";

fn text_of(seconds: i64) -> String {
    let time = OffsetDateTime::from_unix_timestamp(seconds).unwrap();
    time.format(&Rfc3339).unwrap()
}

/// How long each kind of act took.
#[derive(Default)]
struct Costs(BTreeMap<&'static str, Vec<Duration>>);

impl Costs {
    fn time<T>(&mut self, act: &'static str, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        self.0.entry(act).or_default().push(begun.elapsed());
        done
    }

    fn print(&mut self) {
        println!("| act | times | median, seconds | longest |\n|---|---|---|---|");
        for (act, times) in &mut self.0 {
            times.sort();
            let [median, longest] = [times[times.len() / 2], times[times.len() - 1]];
            let [median, longest] = [median.as_secs_f64(), longest.as_secs_f64()];
            println!("| {act} | {} | {median:.3} | {longest:.3} |", times.len());
        }
    }
}

/// The vault, what must be in it, and what was kept of it.
struct Day {
    directory: PathBuf,
    vault: Vault,
    model: Model,
    random: Random,
    costs: Costs,
    key: SigningKey,
    checkpoints: Vec<Checkpoint>,
    /// Acts that a hold refused, as it must.
    refused: u32,
    /// Documents that were past their period.
    expired: u32,
    now: String,
}

impl Day {
    fn import(&mut self) {
        let number = self.model.next_document();
        let (document, chunks, source) = make_document(number);
        let (vault, now) = (&mut self.vault, &self.now);
        self.costs
            .time("import", || vault.import(&document, &chunks, &source, now))
            .unwrap();
        self.model.import(document.id);
    }

    fn answer(&mut self) {
        let Some(document) = self.model.any_document(&mut self.random) else {
            return self.import();
        };
        let answer = make_answer(self.model.next_answer(), &document);
        let (vault, now) = (&mut self.vault, &self.now);
        let id = self
            .costs
            .time("answer", || vault.record_answer(&answer, now))
            .unwrap();
        self.model.answer(id.to_string(), document);
    }

    fn search(&mut self) {
        let query = format!("clause {} of paper", 1 + self.random.below(100));
        let vault = &self.vault;
        let hits = self
            .costs
            .time("search", || vault.search(&query, &[], 10))
            .unwrap();
        assert!(!hits.is_empty(), "every document has such a clause");
    }

    fn describe(&mut self) {
        let Some(document) = self.model.any_document(&mut self.random) else {
            return self.import();
        };
        let said = BTreeMap::from([("matter".to_owned(), Some(self.now.clone()))]);
        let (vault, now) = (&mut self.vault, &self.now);
        let said = self
            .costs
            .time("describe", || vault.set_metadata(&document, &said, now))
            .unwrap();
        assert!(said.is_some(), "another time is said each time");
        self.model.describe();
    }

    fn remove(&mut self, removal: Removal) {
        let Some(document) = self.model.any_document(&mut self.random) else {
            return self.import();
        };
        let is_erasing = removal == Removal::Erase;
        let is_held = self.model.is_document_held(&document, is_erasing);
        let (vault, now) = (&mut self.vault, &self.now);
        let act = if is_erasing { "erase" } else { "remove" };
        let done = self
            .costs
            .time(act, || vault.remove(&document, removal, now).map(drop));
        if expect(done, is_held) {
            self.model.remove(&document, is_erasing);
        }
        self.refused += u32::from(is_held);
    }

    fn erase_answer(&mut self) {
        let Some((answer, document)) = self.model.any_answer(&mut self.random) else {
            return self.import();
        };
        let is_held = self.model.is_answer_held(&answer, &document);
        let (vault, now) = (&mut self.vault, &self.now);
        let done = self.costs.time("erase an answer", || {
            vault.erase_answer(&answer, now).map(drop)
        });
        if expect(done, is_held) {
            self.model.erase_answer(&answer);
        }
        self.refused += u32::from(is_held);
    }

    fn hold(&mut self) {
        let Some(subject) = self.model.any_free_subject(&mut self.random) else {
            return self.import();
        };
        let reason = self.reason("asked by the court");
        let (vault, now) = (&mut self.vault, &self.now);
        self.costs
            .time("hold", || vault.hold(&subject, &reason, now))
            .unwrap();
        self.model.hold(subject);
    }

    fn release(&mut self) {
        let Some(subject) = self.model.any_held(&mut self.random) else {
            return self.hold();
        };
        let reason = self.reason("settled");
        let (vault, now) = (&mut self.vault, &self.now);
        self.costs
            .time("release", || vault.release(&subject, None, &reason, now))
            .unwrap();
        self.model.release(&subject);
    }

    fn reason(&mut self, words: &str) -> Reason {
        let mut salt = [0; 32];
        for part in salt.chunks_mut(8) {
            part.copy_from_slice(&self.random.next().to_le_bytes());
        }
        Reason {
            words: words.to_owned(),
            by: None,
            salt,
        }
    }

    /// An act of one minute: of a thousand so many of each kind.
    fn act(&mut self) {
        match self.random.below(1000) {
            0..640 => self.answer(),
            640..790 => self.import(),
            790..890 => self.search(),
            890..920 => self.describe(),
            920..935 => self.remove(Removal::KeepSource),
            935..955 => self.remove(Removal::Erase),
            955..965 => self.erase_answer(),
            965..985 => self.hold(),
            _ => self.release(),
        }
    }

    /// Erases what is past its period, and compares with what may be erased.
    fn apply_retention(&mut self) {
        let (vault, now) = (&mut self.vault, &self.now);
        let applied = self
            .costs
            .time("apply the period", || vault.apply_retention(now))
            .unwrap();
        for due in applied.erased {
            let Subject::Document(id) = due.subject else {
                panic!("no period is set for answers");
            };
            assert!(!self.model.is_document_held(&id, true), "{id} is held");
            self.model.remove(&id, true);
            self.expired += 1;
        }
    }

    fn reopen(&mut self) {
        let (directory, now) = (&self.directory, &self.now);
        self.vault = self
            .costs
            .time("open", || Vault::open(directory, now))
            .unwrap();
    }

    fn checkpoint(&mut self) {
        let (vault, key) = (&self.vault, &self.key);
        let signed = self.costs.time("checkpoint", || {
            let (size, root) = vault.tree_head().unwrap();
            SignedCheckpoint::sign(size, root, key)
        });
        self.checkpoints.push(signed.checkpoint().clone());
    }

    /// Replaces the backup before.
    fn back_up(&mut self) {
        let place = backup_of(&self.directory);
        if place.exists() {
            std::fs::remove_file(&place).unwrap();
        }
        let vault = &self.vault;
        let made = self
            .costs
            .time("backup", || vault.back_up(&place, None))
            .unwrap();
        assert_eq!(made.records, self.model.records());
    }

    /// Verifies the whole trail, and that it holds every checkpoint that was made.
    fn verify(&mut self, act: &'static str) {
        let expected = Expected {
            head: None,
            checkpoints: &self.checkpoints,
            verified: 0,
        };
        let looking = Vault::open_to_verify(&self.directory).unwrap();
        let found = self
            .costs
            .time(act, || looking.verify_expecting(expected))
            .unwrap();
        assert!(found.is_sound(), "{found:?}");
        assert_eq!(found.records, self.model.records());
    }

    fn compare(&self) {
        let stored = self.vault.documents().unwrap();
        let stored = stored.into_iter().map(|document| document.id).collect();
        let held = self.vault.holds().unwrap();
        let held = held.into_iter().map(|hold| hold.subject).collect();
        self.model.compare(&stored, &held);
    }

    /// What is measured at both ends of the day.
    fn measure(&mut self, acts: [&'static str; 4]) {
        let [open, search, checkpoint, verify] = acts;
        let (directory, now) = (&self.directory, &self.now);
        let vault = self
            .costs
            .time(open, || Vault::open(directory, now))
            .unwrap();
        for clause in [7, 57, 93] {
            let query = format!("clause {clause} of paper");
            self.costs
                .time(search, || vault.search(&query, &[], 10))
                .unwrap();
        }
        let key = &self.key;
        let signed = self.costs.time(checkpoint, || {
            let (size, root) = vault.tree_head().unwrap();
            SignedCheckpoint::sign(size, root, key)
        });
        self.checkpoints.push(signed.checkpoint().clone());
        drop(vault);
        self.verify(verify);
        let file = std::fs::metadata(directory_file(&self.directory)).unwrap();
        let records = self.model.records();
        println!("{open}: {} bytes, {records} records", file.len());
    }
}

/// Whether it was done, which a hold must have refused where one is over it.
fn expect(done: Result<(), VaultError>, is_held: bool) -> bool {
    match done {
        Ok(()) => assert!(!is_held, "a hold did not refuse"),
        Err(VaultError::Held { .. }) => assert!(is_held, "refused without a hold"),
        Err(error) => panic!("{error}"),
    }
    !is_held
}

fn directory_file(directory: &Path) -> PathBuf {
    directory.join(vault::FILE_NAME)
}

fn backup_of(directory: &Path) -> PathBuf {
    directory.with_extension("backup")
}

/// The vault as it is before the day: documents, answers about them, and the period.
fn fill(directory: &Path, documents: u32, records: u32, seed: u64) -> Day {
    let vault = Vault::open(directory, &text_of(BEGIN)).unwrap();
    let mut day = Day {
        directory: directory.to_owned(),
        vault,
        model: Model::default(),
        random: Random(seed),
        costs: Costs::default(),
        key: SigningKey::from_seed(&[0x2a; 32]),
        checkpoints: Vec::new(),
        refused: 0,
        expired: 0,
        now: String::new(),
    };
    for number in 0..documents {
        let age = PAST_DAYS
            - u32::try_from(u64::from(number) * u64::from(PAST_DAYS - 1) / u64::from(documents))
                .unwrap();
        day.now = text_of(BEGIN - i64::from(age) * 86_400);
        day.import();
    }
    day.now = text_of(BEGIN - 3600);
    for _ in documents..records - 1 {
        day.answer();
    }
    let period = Retention {
        documents: Some(PERIOD.parse().unwrap()),
        answers: None,
    };
    let set = day.vault.set_retention(period, &day.now).unwrap();
    assert!(set.is_some());
    day.model.describe();
    day.costs = Costs::default();
    day
}

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    let directory: PathBuf = arguments.next().expect("a directory").into();
    let mut number = |what: &str| -> u64 {
        let text = arguments.next().expect(what).into_string().unwrap();
        text.parse().expect(what)
    };
    let documents = u32::try_from(number("documents")).unwrap();
    let records = u32::try_from(number("records")).unwrap();
    let mut day = fill(&directory, documents, records, number("a seed"));
    day.measure([
        "open before",
        "search before",
        "checkpoint before",
        "verify before",
    ]);
    for minute in 0..MINUTES {
        day.now = text_of(BEGIN + i64::from(minute) * 60);
        if minute % 60 == 0 {
            day.reopen();
            day.checkpoint();
        }
        if minute % 360 == 0 {
            day.back_up();
        }
        if minute % 360 == 180 {
            day.verify("verify");
        }
        if minute == MINUTES / 2 {
            day.apply_retention();
        }
        day.act();
    }
    day.now = text_of(BEGIN + i64::from(MINUTES) * 60);
    day.reopen();
    day.back_up();
    day.compare();
    day.measure([
        "open after",
        "search after",
        "checkpoint after",
        "verify after",
    ]);
    let restored = directory.with_extension("restored");
    let told = day
        .costs
        .time("restore", || {
            restore(&backup_of(&directory), &restored, None)
        })
        .unwrap();
    assert_eq!(told.records, day.model.records());
    let (refused, expired) = (day.refused, day.expired);
    println!("refused by a hold: {refused}, erased after their period: {expired}");
    day.costs.print();
}
