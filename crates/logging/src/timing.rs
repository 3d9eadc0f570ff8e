//! How long the stages of a question took: the sums of their spans.

use crate::elapsed::Elapsed;
use crate::layer::TARGET;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;
use tracing::dispatcher::{self, DefaultGuard, Dispatch};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id};
use tracing::{Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

/// Name of the spans that are summed up, and of their field that says which stage it is.
const STAGE: &str = "stage";

thread_local! {
    /// What is being measured on this thread, the innermost last.
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

/// Sums the spans up where nothing is written.
static ALONE: LazyLock<Dispatch> =
    LazyLock::new(|| Dispatch::new(tracing_subscriber::registry().with(Summing)));

struct Running {
    elapsed: Elapsed,
    begun: Duration,
    /// The stages under way and when they began, by the number of their span.
    open: BTreeMap<u64, (String, Duration)>,
    sums: BTreeMap<String, Duration>,
}

/// The layer that adds up how long the stages take that begin and end on a thread while
/// something is measured there ([`Timing`]).
pub(crate) struct Summing;

impl Summing {
    fn is_stage(metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET && metadata.is_span() && metadata.name() == STAGE
    }
}

/// The stage that a span names.
#[derive(Default)]
struct Named(Option<String>);

impl Visit for Named {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == STAGE {
            self.0 = Some(value.to_owned());
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

fn with_running(work: impl FnOnce(&mut Running)) {
    RUNNING.with_borrow_mut(|running| {
        if let Some(running) = running.last_mut() {
            work(running);
        }
    });
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Summing {
    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::DEBUG)
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: Context<'_, S>) {
        if !Self::is_stage(attributes.metadata()) {
            return;
        }
        let mut named = Named::default();
        attributes.record(&mut named);
        if let Some(stage) = named.0 {
            with_running(|running| {
                let now = (running.elapsed)();
                running.open.insert(id.into_u64(), (stage, now));
            });
        }
    }

    fn on_close(&self, id: Id, _: Context<'_, S>) {
        with_running(|running| {
            if let Some((stage, begun)) = running.open.remove(&id.into_u64()) {
                let took = (running.elapsed)().saturating_sub(begun);
                *running.sums.entry(stage).or_default() += took;
            }
        });
    }
}

/// Measures what this thread does from its beginning until its end.
///
/// # Examples
///
/// ```
/// use logging::Timing;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
///
/// // A clock that goes on by a second whenever it is looked at.
/// let seconds = AtomicU64::new(0);
/// let clock = move || Duration::from_secs(seconds.fetch_add(1, Ordering::Relaxed));
/// let timing = Timing::begin(Box::new(clock));
/// for _ in 0..2 {
///     let _read = tracing::debug_span!(target: "attest", "stage", stage = "read").entered();
/// }
/// let times = timing.end();
/// assert_eq!(times.ms_of("read"), Some(2000));
/// assert_eq!(times.ms_of("decode"), None);
/// assert_eq!(times.total_ms(), 5000);
/// ```
#[must_use = "nothing is measured behind its end"]
pub struct Timing {
    /// Spans reach [`Summing`] while it is there, if nothing else sees to it.
    _guard: Option<DefaultGuard>,
}

impl Timing {
    /// Begins to measure with a clock.
    pub fn begin(elapsed: Elapsed) -> Timing {
        let is_summed = dispatcher::get_default(|one| one.downcast_ref::<Summing>().is_some());
        let running = Running {
            begun: elapsed(),
            elapsed,
            open: BTreeMap::new(),
            sums: BTreeMap::new(),
        };
        RUNNING.with_borrow_mut(|all| all.push(running));
        Timing {
            _guard: (!is_summed).then(|| dispatcher::set_default(&ALONE)),
        }
    }

    /// What it took until now; of stages that did not end, nothing.
    pub fn end(self) -> Times {
        let mut times = Times::default();
        with_running(|running| {
            times.total = (running.elapsed)().saturating_sub(running.begun);
            times.sums = std::mem::take(&mut running.sums);
        });
        times
    }
}

impl Drop for Timing {
    fn drop(&mut self) {
        RUNNING.with_borrow_mut(Vec::pop);
    }
}

/// How long stages took.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Times {
    total: Duration,
    sums: BTreeMap<String, Duration>,
}

impl Times {
    /// Milliseconds of all spans of a stage; none where there was no such stage.
    pub fn ms_of(&self, stage: &str) -> Option<u64> {
        self.sums.get(stage).map(|one| milliseconds(*one))
    }

    /// Milliseconds from the beginning to the end.
    pub fn total_ms(&self) -> u64 {
        milliseconds(self.total)
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer::Redacting;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Arc, Mutex};

    /// A clock that goes on by 10 milliseconds whenever it is looked at.
    fn ticking() -> Elapsed {
        let ticks = AtomicU64::new(0);
        Box::new(move || Duration::from_millis(10 * ticks.fetch_add(1, Ordering::Relaxed)))
    }

    fn stage(name: &'static str) -> tracing::span::EnteredSpan {
        tracing::debug_span!(target: "attest", "stage", stage = name).entered()
    }

    #[test]
    fn stages_are_summed_up_and_what_is_no_stage_is_not() {
        let timing = Timing::begin(ticking());
        drop(stage("read"));
        {
            let _decide = stage("decide");
            drop(stage("read"));
        }
        drop(tracing::debug_span!(target: "other", "stage", stage = "decode").entered());
        drop(tracing::debug_span!(target: "attest", "answer", stage = "decode").entered());
        let open = stage("check");
        let times = timing.end();
        drop(open);
        assert_eq!(times.ms_of("read"), Some(20));
        // With the one in it: its own two looks at the clock, and those of the other.
        assert_eq!(times.ms_of("decide"), Some(30));
        assert_eq!(times.ms_of("decode"), None);
        assert_eq!(times.ms_of("check"), None);
        assert_eq!(times.total_ms(), 80);
    }

    #[test]
    fn one_that_is_measured_within_another_has_its_own_times() {
        let outer = Timing::begin(ticking());
        let inner = Timing::begin(ticking());
        drop(stage("read"));
        assert_eq!(inner.end().ms_of("read"), Some(10));
        drop(stage("read"));
        assert_eq!(outer.end().ms_of("read"), Some(10));
        // Nothing is measured any more, and nothing is left over.
        drop(stage("read"));
        assert!(RUNNING.with_borrow(Vec::is_empty));
    }

    #[test]
    fn stages_are_summed_up_whatever_is_written() {
        for level in [LevelFilter::ERROR, LevelFilter::DEBUG] {
            let lines = Arc::new(Mutex::new(Vec::new()));
            let written = Arc::clone(&lines);
            let write = move |line: &str| written.lock().unwrap().push(line.to_owned());
            let now = Box::new(|| "2026-01-01T00:00:00Z".to_owned());
            let layer = Redacting::new(level, now, ticking(), write);
            let subscriber = tracing_subscriber::registry().with(Summing).with(layer);
            let times = tracing::subscriber::with_default(subscriber, || {
                let timing = Timing::begin(ticking());
                drop(stage("read"));
                timing.end()
            });
            assert_eq!(times.ms_of("read"), Some(10), "{level}");
            let expected = usize::from(level == LevelFilter::DEBUG);
            assert_eq!(lines.lock().unwrap().len(), expected, "{level}");
        }
    }
}
