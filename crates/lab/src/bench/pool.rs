//! Work on many cases in threads that may panic or hang.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What became of one case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome<T> {
    /// The work was done.
    Done(T),
    /// It panicked, with the message.
    Panicked(String),
    /// It had no end in time. Its thread goes on, and nobody waits for it.
    TimedOut,
}

/// Bytes of stack of each thread: schemas may be nested deeply, and a stack
/// overflow would end the whole run.
const STACK_BYTES: usize = 16 << 20;

struct Shared<T> {
    next: AtomicUsize,
    results: Mutex<Vec<Option<Outcome<T>>>>,
    /// Told of every result.
    changed: Condvar,
}

/// What one thread is at.
type Desk = Arc<Mutex<Option<(usize, Instant)>>>;

/// Does `work` on `0..count` in `threads` threads, each case for at most
/// `limit`. The results are in the order of the cases.
pub(crate) fn run<T: Send + 'static>(
    count: usize,
    threads: usize,
    limit: Duration,
    work: &Arc<dyn Fn(usize) -> T + Send + Sync>,
    on_progress: &mut dyn FnMut(usize),
) -> Vec<Outcome<T>> {
    let shared = Arc::new(Shared {
        next: AtomicUsize::new(0),
        results: Mutex::new((0..count).map(|_| None).collect()),
        changed: Condvar::new(),
    });
    let start = || {
        let desk = Desk::default();
        let (shared, work, own) = (Arc::clone(&shared), Arc::clone(work), Arc::clone(&desk));
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let started = thread.spawn(move || serve(&shared, work.as_ref(), &own));
        started.is_ok().then_some(desk)
    };
    let mut desks: Vec<Desk> = (0..threads.max(1)).filter_map(|_| start()).collect();
    loop {
        let done = count_done(&lock(&shared.results));
        on_progress(done);
        if done == count || desks.is_empty() {
            break;
        }
        let results = lock(&shared.results);
        if count_done(&results) == done {
            // Until there is a result, or the first of the threads is over its limit.
            drop(shared.changed.wait_timeout(results, soonest(&desks, limit)));
        }
        for desk in &mut desks {
            let stuck = *lock(desk);
            if let Some((index, since)) = stuck
                && since.elapsed() >= limit
            {
                put(&shared, index, Outcome::TimedOut);
                if let Some(fresh) = start() {
                    *desk = fresh;
                }
            }
        }
    }
    let mut results = lock(&shared.results);
    results
        .drain(..)
        .map(|result| result.unwrap_or(Outcome::TimedOut))
        .collect()
}

fn count_done<T>(results: &[Option<T>]) -> usize {
    results.iter().filter(|result| result.is_some()).count()
}

/// How long it is until a thread is over its limit.
fn soonest(desks: &[Desk], limit: Duration) -> Duration {
    let left = |desk: &Desk| {
        let begun = *lock(desk);
        begun.map_or(limit, |(_, since)| limit.saturating_sub(since.elapsed()))
    };
    let soonest = desks.iter().map(left).min().unwrap_or(limit);
    // Where no thread could be put in the place of one that is over its limit already.
    soonest.max(Duration::from_millis(1))
}

fn serve<T>(shared: &Shared<T>, work: &dyn Fn(usize) -> T, desk: &Desk) {
    let count = lock(&shared.results).len();
    loop {
        let index = shared.next.fetch_add(1, Ordering::SeqCst);
        if index >= count {
            break;
        }
        *lock(desk) = Some((index, Instant::now()));
        let outcome = match catch_unwind(AssertUnwindSafe(|| work(index))) {
            Ok(result) => Outcome::Done(result),
            Err(panic) => Outcome::Panicked(message(panic.as_ref())),
        };
        *lock(desk) = None;
        // Given up meanwhile: another thread has taken this one's place.
        if !put(shared, index, outcome) {
            break;
        }
    }
}

/// Keeps the first result of a case; false if there was one already.
fn put<T>(shared: &Shared<T>, index: usize, outcome: Outcome<T>) -> bool {
    match lock(&shared.results).get_mut(index) {
        Some(slot @ None) => {
            *slot = Some(outcome);
            shared.changed.notify_all();
            true
        }
        _ => false,
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_and_a_hang_cost_one_case_each() {
        let work: Arc<dyn Fn(usize) -> usize + Send + Sync> = Arc::new(|index| {
            match index {
                2 => panic!("two"),
                3 => std::thread::sleep(Duration::from_mins(1)),
                _ => {}
            }
            index * 10
        });
        let outcomes = run(6, 1, Duration::from_secs(2), &work, &mut |_| {});
        assert_eq!(
            outcomes,
            [
                Outcome::Done(0),
                Outcome::Done(10),
                Outcome::Panicked("two".into()),
                Outcome::TimedOut,
                Outcome::Done(40),
                Outcome::Done(50)
            ]
        );
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        let work: Arc<dyn Fn(usize) -> u8 + Send + Sync> = Arc::new(|_| 0);
        assert!(run(0, 4, Duration::from_secs(1), &work, &mut |_| {}).is_empty());
    }
}
