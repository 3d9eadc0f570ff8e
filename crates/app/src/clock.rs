//! Time and fresh ids come from outside, so that everything else is a
//! function of its inputs.

use crate::error::AppError;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Source of time and ids.
pub trait Clock: Send + Sync {
    /// Now, RFC 3339 in UTC with whole seconds.
    fn now(&self) -> String;
    /// An id that this clock has not given before.
    fn fresh_id(&self) -> String;
    /// Time since any moment, which never goes back: for how long something takes.
    fn elapsed(&self) -> Duration;
    /// Whether it says a time that a record can hold.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a time before the year 0 or after 9999.
    fn check(&self) -> Result<(), AppError> {
        Ok(())
    }
}

/// The machine's clock.
#[derive(Debug)]
pub struct SystemClock {
    count: AtomicU64,
    begun: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self {
            count: AtomicU64::new(0),
            begun: Instant::now(),
        }
    }
}

/// Nanoseconds from 1970 to a time, which may be before it.
fn since_1970(time: SystemTime) -> i128 {
    let nanoseconds = |duration: Duration| i128::try_from(duration.as_nanos()).unwrap_or(i128::MAX);
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => nanoseconds(after),
        Err(before) => -nanoseconds(before.duration()),
    }
}

/// The whole seconds of a time in RFC 3339; none of one that its four digits of a year cannot
/// say.
fn told(time: SystemTime) -> Option<String> {
    let seconds = since_1970(time).div_euclid(1_000_000_000);
    let moment = OffsetDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()?;
    moment.format(&Rfc3339).ok()
}

/// What stands for a time that cannot be said. [`Clock::check`] refuses to begin with one; this
/// is for a clock that is set while the program runs.
const UNSAID: &str = "9999-12-31T23:59:59Z";

impl Clock for SystemClock {
    fn now(&self) -> String {
        told(SystemTime::now()).unwrap_or_else(|| UNSAID.to_owned())
    }

    fn fresh_id(&self) -> String {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let nanoseconds = since_1970(SystemTime::now());
        format!("{nanoseconds:x}-{:x}-{count:x}", std::process::id())
    }

    fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn check(&self) -> Result<(), AppError> {
        check(SystemTime::now())
    }
}

fn check(time: SystemTime) -> Result<(), AppError> {
    told(time).map(drop).ok_or_else(|| {
        AppError::input(
            "this machine's clock stands beyond the year 9999, which no record can hold",
            "set the clock, then try again",
        )
    })
}

/// A clock that counts, for tests: its date stands still, and so does its time unless it ticks.
#[derive(Debug, Default)]
pub struct FixedClock {
    count: AtomicU64,
    looks: AtomicU32,
    tick: Duration,
}

impl FixedClock {
    /// One on which this much has passed with each look at it.
    #[must_use]
    pub fn ticking(tick: Duration) -> FixedClock {
        FixedClock {
            tick,
            ..FixedClock::default()
        }
    }
}

impl Clock for FixedClock {
    fn now(&self) -> String {
        "2026-01-01T00:00:00Z".into()
    }

    fn fresh_id(&self) -> String {
        format!("id-{}", self.count.fetch_add(1, Ordering::Relaxed))
    }

    fn elapsed(&self) -> Duration {
        self.tick * self.looks.fetch_add(1, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_far_off_is_an_error_and_no_panic() {
        let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(told(at(0)).unwrap(), "1970-01-01T00:00:00Z");
        let before = SystemTime::UNIX_EPOCH - Duration::from_millis(1);
        assert_eq!(told(before).unwrap(), "1969-12-31T23:59:59Z");
        let last = 253_402_300_799;
        assert_eq!(told(at(last)).unwrap(), UNSAID);
        assert!(check(at(last)).is_ok());
        for beyond in [last + 1, 300_000_000_000, 9_000_000_000_000_000_000] {
            let error = check(at(beyond)).unwrap_err();
            assert_eq!(error.kind(), "input");
            assert!(error.to_string().contains("9999"));
        }
    }
}
