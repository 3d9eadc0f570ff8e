//! What the questions of a pool share: the servers, and how each of them is.

use crate::wire::Wire;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Longest rest of a server between two requests that failed.
const LONGEST_REST: Duration = Duration::from_secs(30);

/// How a pool asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolOptions {
    /// Questions under way at once, over all servers; at least 1.
    pub at_once: usize,
    /// Rest of a server after a request that failed in a way that may pass; twice as long after
    /// each further one, up to half a minute.
    pub rest: Duration,
    /// Requests of one text to one server, on average, before the batch ends; at least 1.
    pub most_attempts: u32,
}

impl Default for PoolOptions {
    /// One question at a time, half a second, six requests: servers that all went down are waited
    /// for a quarter of a minute.
    fn default() -> Self {
        PoolOptions {
            at_once: 1,
            rest: Duration::from_millis(500),
            most_attempts: 6,
        }
    }
}

/// What the decoders of a pool share.
pub(crate) struct Shared {
    pub(crate) wires: Vec<Wire>,
    pub(crate) options: PoolOptions,
    states: Mutex<Vec<State>>,
}

/// How a server is.
#[derive(Debug, Clone, Default)]
struct State {
    questions: usize,
    faults: u32,
    rests_until: Option<Instant>,
}

impl Shared {
    pub(crate) fn new(wires: Vec<Wire>, options: PoolOptions) -> Shared {
        let states = Mutex::new(vec![State::default(); wires.len()]);
        Shared {
            wires,
            options,
            states,
        }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Vec<State>) -> T) -> T {
        work(&mut self.states.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes the server that does not rest and has fewest questions; where all rest, the one that
    /// has rested first; `avoided` only where there is no other. Gives its number and how long it
    /// still rests.
    pub(crate) fn take(&self, avoided: Option<usize>, now: Instant) -> (usize, Duration) {
        self.with(|states| {
            let rest = |state: &State| {
                let until = state.rests_until;
                until.map_or(Duration::ZERO, |until| until.saturating_duration_since(now))
            };
            let numbered = states.iter().enumerate();
            let best = numbered.min_by_key(|(at, state)| {
                (Some(*at) == avoided, rest(state), state.questions, *at)
            });
            let (at, rest) = best.map_or((0, Duration::ZERO), |(at, state)| (at, rest(state)));
            if let Some(state) = states.get_mut(at) {
                state.questions += 1;
            }
            (at, rest)
        })
    }

    /// A question is through with a server.
    pub(crate) fn leave(&self, at: usize) {
        self.with(|states| {
            if let Some(state) = states.get_mut(at) {
                state.questions = state.questions.saturating_sub(1);
            }
        });
    }

    /// A server answered.
    pub(crate) fn succeeded(&self, at: usize) {
        self.with(|states| {
            if let Some(state) = states.get_mut(at) {
                (state.faults, state.rests_until) = (0, None);
            }
        });
    }

    /// A server failed in a way that may pass: it rests. Questions that fail on it together count
    /// once.
    pub(crate) fn failed(&self, at: usize, now: Instant) {
        let base = self.options.rest;
        self.with(|states| {
            let Some(state) = states.get_mut(at) else {
                return;
            };
            if state.rests_until.is_some_and(|until| until > now) {
                return;
            }
            let rest = base.saturating_mul(1 << state.faults.min(10));
            state.faults += 1;
            state.rests_until = Some(now + rest.min(LONGEST_REST));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Servers;

    fn wire(name: &str) -> Wire {
        let text = format!(
            "[[server]]\nname = \"{name}\"\naddress = \"http://127.0.0.1:9\"\nkind = \"vllm\"\nmodel = \"m\""
        );
        let servers = Servers::read(&text).unwrap();
        Wire::new(servers.find(name).unwrap().clone(), None)
    }

    #[test]
    fn questions_are_shared_out_and_go_round_a_server_that_rests() {
        let options = PoolOptions {
            rest: Duration::from_secs(4),
            ..PoolOptions::default()
        };
        let shared = Shared::new(vec![wire("one"), wire("two")], options);
        let now = Instant::now();
        let at = |now| shared.take(None, now);
        assert_eq!((at(now).0, at(now).0, at(now).0), (0, 1, 0));
        shared.leave(0);
        shared.leave(0);
        shared.failed(0, now);
        shared.failed(0, now);
        assert_eq!(
            (at(now), at(now)),
            ((1, Duration::ZERO), (1, Duration::ZERO))
        );
        // Where all rest, the one that rests less.
        shared.failed(1, now + Duration::from_secs(1));
        assert_eq!(
            at(now + Duration::from_secs(1)),
            (0, Duration::from_secs(3))
        );
        // A second fault in a row rests twice as long, and an answer ends it.
        shared.failed(0, now + Duration::from_secs(5));
        shared.succeeded(1);
        shared.failed(1, now + Duration::from_secs(5));
        assert_eq!(
            at(now + Duration::from_secs(6)),
            (1, Duration::from_secs(3))
        );
        shared.succeeded(0);
        assert_eq!(at(now + Duration::from_secs(6)), (0, Duration::ZERO));
    }
    #[test]
    fn a_server_that_is_avoided_is_taken_only_where_it_is_alone() {
        let options = PoolOptions {
            rest: Duration::from_secs(4),
            ..PoolOptions::default()
        };
        let now = Instant::now();
        let two = Shared::new(vec![wire("one"), wire("two")], options);
        two.failed(1, now);
        assert_eq!(two.take(Some(0), now), (1, Duration::from_secs(4)));
        assert_eq!(two.take(None, now), (0, Duration::ZERO));
        let one = Shared::new(vec![wire("one")], options);
        assert_eq!(one.take(Some(0), now), (0, Duration::ZERO));
    }
}
