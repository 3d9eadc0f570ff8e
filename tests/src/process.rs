//! Processes from outside: whose children they are, how far they are, their
//! end. Read from /proc, so on Linux only; elsewhere there are no children.

use std::path::Path;
use std::time::{Duration, Instant};

/// The living children of a process whose arguments hold `argument`.
pub fn children(parent: u32, argument: &str) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter(|&id| is_child(id, parent) && has_argument(id, argument))
        .collect()
}

/// The living processes that a process started, and those that they started, by their ids.
pub fn descendants(parent: u32) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let own: Vec<u32> = numbers.filter(|id| is_child(*id, parent)).collect();
    let all = own.iter().flat_map(|id| {
        let mut all = vec![*id];
        all.extend(descendants(*id));
        all
    });
    all.collect()
}

/// What of the program a process runs, its first two arguments (`worker reader`); none when it is
/// gone.
pub fn task(id: u32) -> Option<String> {
    let line = std::fs::read(format!("/proc/{id}/cmdline")).ok()?;
    let words = line.split(|byte| *byte == 0).skip(1).take(2);
    let words: Vec<String> = words
        .map(|word| String::from_utf8_lossy(word).into_owned())
        .collect();
    Some(words.join(" ").trim_end().to_owned())
}

/// Bytes of memory of its own that a process holds, without what it maps from files; none when
/// it is gone.
pub fn anonymous_bytes(id: u32) -> Option<u64> {
    status_bytes(id, "RssAnon:")
}

/// Bytes of memory that a process holds, what it has touched of mapped files included; none when it
/// is gone.
pub fn resident_bytes(id: u32) -> Option<u64> {
    status_bytes(id, "VmRSS:")
}

fn status_bytes(id: u32, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes = line.trim().strip_suffix("kB")?.trim();
    Some(kilobytes.parse::<u64>().ok()? * 1024)
}

fn is_child(id: u32, parent: u32) -> bool {
    // Fields after the name in brackets: state, parent, ...
    fields(id).is_some_and(|fields| {
        fields.first().is_some_and(|state| state != "Z")
            && fields.get(1) == Some(&parent.to_string())
    })
}

fn has_argument(id: u32, argument: &str) -> bool {
    let Ok(line) = std::fs::read(format!("/proc/{id}/cmdline")) else {
        return false;
    };
    line.split(|byte| *byte == 0)
        .any(|word| word == argument.as_bytes())
}

/// The fields of /proc/ID/stat after the name.
fn fields(id: u32) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, after) = text.rsplit_once(") ")?;
    Some(after.split_whitespace().map(str::to_owned).collect())
}

/// Processor time of a process so far, in ticks of 10 ms; 0 when it is gone.
pub fn cpu_ticks(id: u32) -> u64 {
    let field = |fields: &[String], index: usize| {
        fields.get(index).and_then(|word| word.parse::<u64>().ok())
    };
    fields(id).map_or(0, |fields| {
        field(&fields, 11).unwrap_or(0) + field(&fields, 12).unwrap_or(0)
    })
}

/// SIGKILL.
pub fn kill(id: u32) {
    let _ = std::process::Command::new("kill")
        .args(["-KILL", &id.to_string()])
        .status();
}

/// Whether a process is there and not a zombie.
pub(crate) fn lives(id: u32) -> bool {
    Path::new(&format!("/proc/{id}")).exists()
        && fields(id).is_some_and(|fields| fields.first().is_some_and(|state| state != "Z"))
}

/// Asks `ready` every few milliseconds; none when `limit` passed first.
pub fn wait_until<T>(limit: Duration, mut ready: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(found) = ready() {
            return Some(found);
        }
        if Instant::now() > deadline {
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for a process that is not ours to be gone.
pub fn wait_for_end(id: u32, limit: Duration) -> bool {
    wait_until(limit, || (!lives(id)).then_some(())).is_some()
}

/// Reproducible random numbers (`SplitMix64`).
#[derive(Debug, Clone)]
pub struct Seed(pub u64);

impl Seed {
    /// The next number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }
}
