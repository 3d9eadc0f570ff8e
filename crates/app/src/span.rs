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

/// A question is at a stage: it begins where it was not begun, and the one before ends.
pub(crate) fn at(now: &'static str) {
    let is_new = STAGE.with_borrow(|held| held.as_ref().is_none_or(|(stage, _)| *stage != now));
    if is_new {
        end();
        let span = tracing::info_span!(target: "attest", "stage", stage = now);
        STAGE.set(Some((now, span)));
    }
}

/// The stage under way ends, if there is one.
pub(crate) fn end() {
    STAGE.set(None);
}
