//! The log of what the program does: which process was started and how it ended, which stage of
//! an answer took how long, which kind of error there was. It is for finding out why something
//! was slow or failed, on the machine of a person whose documents nobody else may see.
//!
//! # What it can hold
//!
//! Nothing that was read, asked or answered, by the way it is made and not by searching for it:
//!
//! * A line's event is the *name* of a place in the source, which is a literal there. The text
//!   of a message is never written.
//! * A field is written only where its name stands in the [list](field), and then only as a
//!   whole number, a word of a fixed list, a hexadecimal id or a version. Whatever else is given is not
//!   written.
//! * What is not an event of the program's own (a library's) is not written at all. What
//!   llama.cpp says is made into such an event, with words of the same fixed list, by the crate
//!   that calls it.
//!
//! ```text
//! tracing event or span ─▶ Redacting (names, fields, shapes) ─▶ LogFile (0600, 4 files of 1 MiB)
//! ```
//!
//! # What it measures
//!
//! Each stage of a question is a span. [`Timing`] sums up those that begin and end on its thread,
//! by a clock that is passed in, whether a log is written or not: a record's times come from it.
//! A span has no field but the stage's name.
//!
//! # A line
//!
//! ```text
//! 2026-11-23T19:51:57Z info 4021 process.start kind=reader process=4022
//! ```
//!
//! Time (of the clock that is passed in), level, number of the process that writes, event,
//! fields. Values hold no spaces, so a line needs no quotes.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod elapsed;
pub mod field;
mod file;
mod layer;
mod level;
mod timing;

pub use elapsed::Elapsed;
pub use file::{FILES, LogFile, MAX_FILE_BYTES};
pub use layer::{Now, Redacting, TARGET};
pub use level::{UnknownLevel, level};
pub use timing::{Times, Timing};

use timing::Summing;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;

/// Writes the log of this process to a file from now on; once, and only where `level` is not
/// off. False where there is one already.
pub fn start(file: LogFile, level: LevelFilter, now: Now, elapsed: Elapsed) -> bool {
    if level == LevelFilter::OFF {
        return true;
    }
    let layer = Redacting::new(level, now, elapsed, move |line| file.append(line));
    let subscriber = tracing_subscriber::registry().with(Summing).with(layer);
    tracing::subscriber::set_global_default(subscriber).is_ok()
}
