//! From tracing's events and spans to lines, with what may be written and nothing else.

use crate::elapsed::Elapsed;
use crate::field::{self, Shape};
use std::fmt::{Debug, Write as _};
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

/// Where a line gets its time from: RFC 3339, UTC.
pub type Now = Box<dyn Fn() -> String + Send + Sync>;

/// The target of events and spans that are for the log; any other is not written.
pub const TARGET: &str = "attest";

/// The layer that makes lines. An event is a line; a span is a line when it closes, with the
/// milliseconds from its beginning.
pub struct Redacting<W> {
    level: LevelFilter,
    now: Now,
    elapsed: Elapsed,
    write: W,
}

impl<W: Fn(&str) + 'static> Redacting<W> {
    /// Lines up to this level go to `write`, each without its line feed.
    pub fn new(level: LevelFilter, now: Now, elapsed: Elapsed, write: W) -> Redacting<W> {
        Redacting {
            level,
            now,
            elapsed,
            write,
        }
    }

    fn is_written(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.level
    }

    fn line(&self, metadata: &Metadata<'_>, fields: &Fields) {
        let level = match *metadata.level() {
            Level::ERROR => "error",
            Level::WARN => "warn",
            Level::INFO => "info",
            _ => "debug",
        };
        let (now, process) = ((self.now)(), std::process::id());
        let line = format!("{now} {level} {process} {}{}", metadata.name(), fields.0);
        (self.write)(&line);
    }
}

/// Whether a name is one that was given in the source. Without one, tracing makes it of the
/// place, with spaces and digits.
fn is_given(name: &str) -> bool {
    name.bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte == b'.' || byte == b'_')
}

/// What is written of fields: ` name=value` for each.
#[derive(Default)]
struct Fields(String);

impl Fields {
    fn put(&mut self, field: &Field, value: &dyn std::fmt::Display) {
        let _ = write!(self.0, " {}={value}", field.name());
    }

    fn number(&mut self, field: &Field, value: &dyn std::fmt::Display) {
        if field::shape(field.name()) == Some(Shape::Number) {
            self.put(field, value);
        }
    }
}

impl Visit for Fields {
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.number(field, &value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.number(field, &value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field::shape(field.name()) {
            Some(Shape::Word) => self.put(field, &field::word(value)),
            Some(Shape::Id) => self.put(field, &field::id(value)),
            Some(Shape::Version) => self.put(field, &field::version(value)),
            Some(Shape::Number) | None => {}
        }
    }

    /// Messages, errors and whatever else is formatted: never written.
    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

/// When a span began, and what is known of it.
struct Begun(Duration, Fields);

impl<S, W> Layer<S> for Redacting<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: Fn(&str) + 'static,
{
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        // Of any level: what is not written may be measured (`Timing`).
        if metadata.target() == TARGET && is_given(metadata.name()) {
            Interest::always()
        } else {
            Interest::never()
        }
    }

    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        metadata.target() == TARGET && is_given(metadata.name())
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::DEBUG)
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if !self.is_written(event.metadata()) {
            return;
        }
        let mut fields = Fields::default();
        event.record(&mut fields);
        self.line(event.metadata(), &fields);
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if !self.is_written(attributes.metadata()) {
            return;
        }
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        if let Some(span) = context.span(id) {
            let now = (self.elapsed)();
            span.extensions_mut().insert(Begun(now, fields));
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(Begun(_, fields)) = span.extensions_mut().get_mut()
        {
            values.record(fields);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else {
            return;
        };
        let Some(Begun(begun, mut fields)) = span.extensions_mut().remove() else {
            return;
        };
        let took = (self.elapsed)().saturating_sub(begun);
        let _ = write!(fields.0, " ms={}", took.as_millis());
        self.line(span.metadata(), &fields);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::layer::SubscriberExt;

    /// The lines that `work` writes, without the number of this process.
    fn lines(level: LevelFilter, work: impl FnOnce()) -> Vec<String> {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::clone(&lines);
        let now: Now = Box::new(|| "2026-01-01T00:00:00Z".to_owned());
        let ticks = AtomicU64::new(0);
        let elapsed: Elapsed =
            Box::new(move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed)));
        let layer = Redacting::new(level, now, elapsed, move |line: &str| {
            written.lock().unwrap().push(line.to_owned());
        });
        let subscriber = tracing_subscriber::registry().with(layer);
        tracing::subscriber::with_default(subscriber, work);
        let process = format!(" {} ", std::process::id());
        let lines = lines.lock().unwrap();
        lines
            .iter()
            .map(|line| line.replace(&process, " P "))
            .collect()
    }

    #[test]
    fn what_is_written_is_names_numbers_words_and_ids() {
        let written = lines(LevelFilter::INFO, || {
            tracing::info!(
                name: "process.start", target: "attest",
                kind = "reader", process = 7_u32, record = "18a9-4c-0"
            );
            let code: Option<i32> = None;
            tracing::error!(
                name: "process.crash", target: "attest",
                cause = "out of memory", code, signal = Some(9_i32)
            );
        });
        assert_eq!(
            written,
            [
                "2026-01-01T00:00:00Z info P process.start kind=reader process=7 record=18a9-4c-0",
                "2026-01-01T00:00:00Z error P process.crash cause=out_of_memory signal=9",
            ]
        );
    }

    #[test]
    fn text_is_written_nowhere_whatever_way_it_is_handed_over() {
        let secret = String::from("zanzibar");
        let error = std::io::Error::other("zanzibar");
        let written = lines(LevelFilter::TRACE, || {
            tracing::info!(
                name: "all", target: "attest",
                question = "zanzibar", kind = secret, record = "zanzibar", count = "zanzibar",
                stage = ?secret, status = %secret, error = &error as &dyn std::error::Error,
                "zanzibar {secret}"
            );
            // Without a name, of another target, or a library's.
            tracing::info!(target: "attest", kind = "reader", "zanzibar");
            tracing::info!(name: "other", target: "zanzibar", kind = "reader");
            tracing::info!(name: "zanzibar 7", target: "attest", kind = "reader");
            tracing::error!("zanzibar");
        });
        assert_eq!(
            written,
            ["2026-01-01T00:00:00Z info P all kind=other record=other"]
        );
    }

    #[test]
    fn a_span_is_a_line_when_it_closes() {
        let written = lines(LevelFilter::INFO, || {
            let span = tracing::info_span!(
                target: "attest", "answer", kind = "zanzibar", status = tracing::field::Empty
            );
            let inner = span
                .in_scope(|| tracing::info_span!(target: "attest", "stage", stage = "retrieve"));
            span.record("status", "ok");
            span.record("kind", "zanzibar");
            drop(inner);
            drop(span);
        });
        // The clock is looked at four times.
        assert_eq!(
            written,
            [
                "2026-01-01T00:00:00Z info P stage stage=retrieve ms=1",
                "2026-01-01T00:00:00Z info P answer kind=other status=ok kind=other ms=3",
            ]
        );
    }

    #[test]
    fn a_level_holds_back_what_is_below_it() {
        let work = || {
            tracing::info!(name: "low", target: "attest", count = 1_u32);
            tracing::error!(name: "high", target: "attest", count = 1_u32);
        };
        assert_eq!(lines(LevelFilter::ERROR, work).len(), 1);
        assert_eq!(lines(LevelFilter::OFF, work).len(), 0);
    }
}
