//! The stage that a question is in, as a span of the log: when it ends, that is a line with its
//! milliseconds.
//!
//! A question is answered on one thread, from the first stage to the last, so the stage under
//! way is the thread's. Its beginning is told where progress is told anyway.

use std::cell::RefCell;
use tracing::Span;

thread_local! {
    static STAGE: RefCell<Option<(&'static str, Span)>> = const { RefCell::new(None) };
}

/// A stage begins, and the one before ends.
pub(crate) fn begin(stage: &'static str) {
    end();
    let span = tracing::info_span!(target: "attest", "stage", stage);
    STAGE.set(Some((stage, span)));
}

/// A worker is at a stage: it begins where it was not begun.
pub(crate) fn at(now: &'static str) {
    let is_new = STAGE.with_borrow(|held| held.as_ref().is_none_or(|(stage, _)| *stage != now));
    if is_new {
        begin(now);
    }
}

/// The stage under way ends, if there is one.
pub(crate) fn end() {
    STAGE.set(None);
}
