//! Time and fresh ids come from outside, so that everything else is a
//! function of its inputs.

use std::sync::atomic::{AtomicU64, Ordering};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Source of time and ids.
pub trait Clock: Send + Sync {
    /// Now, RFC 3339 in UTC with whole seconds.
    fn now(&self) -> String;
    /// An id that this clock has not given before.
    fn fresh_id(&self) -> String;
}

/// The machine's clock.
#[derive(Debug, Default)]
pub struct SystemClock {
    count: AtomicU64,
}

impl Clock for SystemClock {
    fn now(&self) -> String {
        let now = OffsetDateTime::now_utc();
        now.replace_nanosecond(0)
            .unwrap_or(now)
            .format(&Rfc3339)
            .unwrap_or_default()
    }

    fn fresh_id(&self) -> String {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let nanoseconds = OffsetDateTime::now_utc().unix_timestamp_nanos();
        format!("{nanoseconds:x}-{:x}-{count:x}", std::process::id())
    }
}

/// A clock that stands still and counts, for tests.
#[derive(Debug, Default)]
pub struct FixedClock {
    count: AtomicU64,
}

impl Clock for FixedClock {
    fn now(&self) -> String {
        "2026-01-01T00:00:00Z".into()
    }

    fn fresh_id(&self) -> String {
        format!("id-{}", self.count.fetch_add(1, Ordering::Relaxed))
    }
}
