//! The one token that ends what is waited for.
//!
//! Whoever begins an act that may be ended (a question, an import, a check) runs it within a
//! [`scope`] of a token and cancels the token from another thread. Whatever waits below, for a
//! process, for a model to load or for a lock, waits for the [`current`] token too and is woken
//! by it; nothing is asked again and again whether it is to go on.

pub use tokio::sync::{Mutex, MutexGuard};
use tokio_util::sync::CancellationToken;

tokio::task_local! {
    static CURRENT: CancellationToken;
}

/// Runs `work`, all of it on this thread, under a token.
pub fn scope<T>(token: &CancellationToken, work: impl FnOnce() -> T) -> T {
    CURRENT.sync_scope(token.clone(), work)
}

/// The token of the innermost [`scope`] that this thread is in; outside of any, one that nobody
/// cancels.
pub fn current() -> CancellationToken {
    CURRENT.try_with(Clone::clone).unwrap_or_default()
}

/// What is waited for came too late: the token was cancelled before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Takes a lock as soon as whoever holds it is done.
///
/// # Errors
///
/// [`Cancelled`] where the [`current`] token is cancelled before.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> Result<MutexGuard<'_, T>, Cancelled> {
    if let Ok(held) = mutex.try_lock() {
        return Ok(held);
    }
    let token = current();
    match crate::process::runtime() {
        Ok(runtime) => runtime
            .block_on(token.run_until_cancelled(mutex.lock()))
            .ok_or(Cancelled),
        // Without a runtime (memory is short) the lock alone can be waited for.
        Err(_) => Ok(mutex.blocking_lock()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_scope_holds_its_own_token_and_the_outer_one_comes_back() {
        let (outer, inner) = (CancellationToken::new(), CancellationToken::new());
        scope(&outer, || {
            scope(&inner, || current().cancel());
            assert!(inner.is_cancelled() && !current().is_cancelled());
        });
        current().cancel();
        assert!(!outer.is_cancelled() && !current().is_cancelled());
    }

    #[test]
    fn who_waits_for_a_lock_gets_it_or_is_woken_by_the_token() {
        let mutex = Mutex::new(1);
        let held = lock(&mutex).unwrap();
        let token = CancellationToken::new();
        std::thread::scope(|threads| {
            let waiter = threads.spawn(|| scope(&token, || lock(&mutex).map(drop)));
            std::thread::sleep(Duration::from_millis(50));
            let cancelled = Instant::now();
            token.cancel();
            assert_eq!(waiter.join().unwrap(), Err(Cancelled));
            assert!(cancelled.elapsed() < Duration::from_secs(1));
            let patient = threads.spawn(|| *lock(&mutex).unwrap());
            drop(held);
            assert_eq!(patient.join().unwrap(), 1);
        });
    }
}
