//! The limits that a process which meets foreign files binds itself to: the system's own
//! (`setrlimit`), which what it starts inherits.

/// Binds this process to so many bytes of address space and seconds of processor time from now
/// on; it may write no file, nor leave an image of its memory. A limit that is lower already
/// stays. Nothing happens where the system has no such limits.
#[cfg(unix)]
pub fn bind(memory_bytes: u64, processor_seconds: u64) {
    bound(rustix::process::Resource::As, memory_bytes);
    allow_processor_time(processor_seconds);
    // No file, no image of the memory: neither may hold a document.
    nothing_of(rustix::process::Resource::Fsize);
    leave_no_image();
}

/// Lets the system write no image of this process's memory (no core dump) when it dies, and none
/// of what it starts: documents and answers stand in it.
#[cfg(unix)]
pub fn leave_no_image() {
    nothing_of(rustix::process::Resource::Core);
}

#[cfg(unix)]
fn nothing_of(resource: rustix::process::Resource) {
    use rustix::process::{Rlimit, setrlimit};
    let nothing = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let _ = setrlimit(resource, nothing);
}

/// Allows so many seconds of processor time from now on: once for reading, and
/// once for each page that is read by OCR or drawn.
#[cfg(unix)]
pub fn allow_processor_time(seconds: u64) {
    use rustix::time::{ClockId, clock_gettime};
    let used = clock_gettime(ClockId::ProcessCPUTime).tv_sec;
    let used = u64::try_from(used).unwrap_or(0);
    bound(rustix::process::Resource::Cpu, used.saturating_add(seconds));
}

/// A limit within what this process may have at all.
#[cfg(unix)]
fn bound(resource: rustix::process::Resource, most: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(resource).maximum;
    let limit = Rlimit {
        current: Some(most.min(maximum.unwrap_or(u64::MAX))),
        maximum,
    };
    let _ = setrlimit(resource, limit);
}

/// Nothing: this system has no such limits.
#[cfg(not(unix))]
pub fn bind(_: u64, _: u64) {}

/// Nothing: this system has no such limits.
#[cfg(not(unix))]
pub fn allow_processor_time(_: u64) {}

/// Nothing: this system has no such limits.
#[cfg(not(unix))]
pub fn leave_no_image() {}
