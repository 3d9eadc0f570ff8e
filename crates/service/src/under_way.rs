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

/// The requests that wait for their answer, by their ids as JSON.
#[derive(Debug, Default)]
pub(crate) struct UnderWay {
    ids: Mutex<BTreeSet<String>>,
    none_left: Notify,
}

impl UnderWay {
    /// Takes a request.
    pub(crate) fn begin(&self, id: &str) -> Result<(), NotTaken> {
        let mut ids = self.ids();
        if ids.contains(id) {
            return Err(NotTaken::SameId);
        }
        if ids.len() >= MAX_UNDER_WAY {
            return Err(NotTaken::TooMany);
        }
        ids.insert(id.to_owned());
        Ok(())
    }

    /// It was answered, or nobody wants the answer any more.
    pub(crate) fn end(&self, id: &str) {
        let mut ids = self.ids();
        ids.remove(id);
        if ids.is_empty() {
            self.none_left.notify_one();
        }
    }

    /// Whether any waits for its answer.
    pub(crate) fn is_any(&self) -> bool {
        !self.ids().is_empty()
    }

    /// Waits until every request is answered.
    pub(crate) async fn wait(&self) {
        while self.is_any() {
            self.none_left.notified().await;
        }
    }

    fn ids(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
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
            threads.spawn(|| under_way.end("1"));
            runtime.block_on(under_way.wait());
        });
        assert!(under_way.ids().is_empty());
    }
}
