//! Which requests wait for their answer.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Requests that may be under way at once, those that wait for their turn counted.
pub const MAX_UNDER_WAY: usize = 64;

/// Why a request is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotTaken {
    /// One with the same id is under way.
    SameId,
    /// There are too many.
    TooMany,
}

/// The requests that wait for their answer, by their ids as JSON, and the answers that wait to be
/// handed on.
#[derive(Debug, Default)]
pub(crate) struct UnderWay {
    state: Mutex<State>,
    none_left: Notify,
}

#[derive(Debug, Default)]
struct State {
    ids: BTreeSet<String>,
    /// Answers whose ids are free again, though nobody has them yet.
    unsent: usize,
}

impl State {
    fn is_any(&self) -> bool {
        !self.ids.is_empty() || self.unsent > 0
    }
}

/// An answer on its way; dropped when it is handed on, or never will be.
#[derive(Debug)]
pub(crate) struct Unsent<'a>(&'a UnderWay);

impl Drop for Unsent<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.unsent -= 1);
    }
}

impl UnderWay {
    /// Takes a request.
    pub(crate) fn begin(&self, id: &str) -> Result<(), NotTaken> {
        let ids = &mut self.state().ids;
        if ids.contains(id) {
            return Err(NotTaken::SameId);
        }
        if ids.len() >= MAX_UNDER_WAY {
            return Err(NotTaken::TooMany);
        }
        ids.insert(id.to_owned());
        Ok(())
    }

    /// Its answer is about to be sent. The id is free from here on: whoever reads the answer may
    /// give the id to the next request before this side hears that the answer is out.
    pub(crate) fn answer(&self, id: &str) -> Unsent<'_> {
        self.change(|state| {
            state.ids.remove(id);
            state.unsent += 1;
        });
        Unsent(self)
    }

    /// Nobody wants its answer any more.
    pub(crate) fn end(&self, id: &str) {
        self.change(|state| {
            state.ids.remove(id);
        });
    }

    /// Whether any waits for its answer, or an answer to be sent.
    pub(crate) fn is_any(&self) -> bool {
        self.state().is_any()
    }

    /// Waits until every request is answered and every answer sent.
    pub(crate) async fn wait(&self) {
        while self.is_any() {
            self.none_left.notified().await;
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        if !state.is_any() {
            self.none_left.notify_one();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_taken_once_and_no_more_than_so_many_are() {
        let under_way = UnderWay::default();
        for id in 0..MAX_UNDER_WAY {
            under_way.begin(&id.to_string()).unwrap();
        }
        assert_eq!(under_way.begin("0"), Err(NotTaken::SameId));
        assert_eq!(under_way.begin("more"), Err(NotTaken::TooMany));
        under_way.end("0");
        under_way.begin("more").unwrap();
    }

    #[test]
    fn waiting_ends_with_the_last_answer() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let under_way = UnderWay::default();
        runtime.block_on(under_way.wait());
        under_way.begin("1").unwrap();
        std::thread::scope(|threads| {
            threads.spawn(|| drop(under_way.answer("1")));
            runtime.block_on(under_way.wait());
        });
        assert!(!under_way.is_any());
    }

    #[test]
    fn an_id_is_free_before_its_answer_is_sent_and_is_waited_for_until_then() {
        let under_way = UnderWay::default();
        under_way.begin("1").unwrap();
        let answer = under_way.answer("1");
        under_way.begin("1").unwrap();
        under_way.end("1");
        assert!(under_way.is_any());
        drop(answer);
        assert!(!under_way.is_any());
    }
}
