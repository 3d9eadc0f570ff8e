//! Servers that share the questions of a batch.

use crate::decoder::ServedDecoder;
use crate::error::RemoteError;
use crate::key::Key;
use crate::server::{Kind, Server};
use crate::wire::Wire;
use app::AnswerServers;
use engine::Decoder;
use std::sync::{Arc, Mutex, PoisonError};
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

/// Servers of one kind that hold one model. Each question takes the server that has fewest, and
/// stays with it, so that what the server read of a prompt serves the question's next request;
/// when a server fails in a way that may pass, the same bytes go to another.
pub struct Pool {
    inner: Arc<Inner>,
}

/// What the decoders of a pool share.
pub(crate) struct Inner {
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

impl Pool {
    /// A pool of these servers, each with its key.
    ///
    /// # Errors
    ///
    /// [`RemoteError::Unlike`] for no server, for servers of different kinds or models, which would
    /// not get the same bytes, and for servers that know no grammar: without one a quote is what
    /// a model remembers, and hardly any would pass the checks.
    pub fn new(
        servers: Vec<(Server, Option<Key>)>,
        options: PoolOptions,
    ) -> Result<Pool, RemoteError> {
        let unlike = |message: &str| Err(RemoteError::Unlike(message.to_owned()));
        let Some((first, _)) = servers.first() else {
            return unlike("no server is named");
        };
        if first.kind == Kind::Openai {
            return unlike(
                "a server of kind \"openai\" is not held to a grammar, so it cannot answer from documents",
            );
        }
        let is_like = |one: &Server| one.kind == first.kind && one.model == first.model;
        if !servers.iter().all(|(one, _)| is_like(one)) {
            return unlike("the servers are of different kinds, or hold different models");
        }
        let states = Mutex::new(vec![State::default(); servers.len()]);
        let wires = servers.into_iter();
        let wires = wires.map(|(server, key)| Wire::new(server, key)).collect();
        Ok(Pool {
            inner: Arc::new(Inner {
                wires,
                options,
                states,
            }),
        })
    }
}

impl AnswerServers for Pool {
    fn model(&self) -> &str {
        let first = self.inner.wires.first();
        first.map_or("", |wire| &wire.server.model)
    }

    fn at_once(&self) -> usize {
        self.inner.options.at_once.max(1)
    }

    fn decoder(&self) -> Box<dyn Decoder> {
        Box::new(ServedDecoder::new(Arc::clone(&self.inner)))
    }
}

impl Inner {
    fn with<T>(&self, work: impl FnOnce(&mut Vec<State>) -> T) -> T {
        work(&mut self.states.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes the server that does not rest and has fewest questions; where all rest, the one that
    /// has rested first. Gives its number and how long it still rests.
    pub(crate) fn take(&self, now: Instant) -> (usize, Duration) {
        self.with(|states| {
            let rest = |state: &State| {
                let until = state.rests_until;
                until.map_or(Duration::ZERO, |until| until.saturating_duration_since(now))
            };
            let numbered = states.iter().enumerate();
            let best = numbered.min_by_key(|(at, state)| (rest(state), state.questions, *at));
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

    fn servers(entries: &[(&str, &str)]) -> Vec<(Server, Option<Key>)> {
        let entry = |(number, (kind, model)): (usize, &(&str, &str))| {
            let text = format!(
                "[[server]]\nname = \"s{number}\"\naddress = \"http://127.0.0.1:9\"\nkind = \"{kind}\"\nmodel = \"{model}\""
            );
            let servers = Servers::read(&text).unwrap();
            (servers.find(&format!("s{number}")).unwrap().clone(), None)
        };
        entries.iter().enumerate().map(entry).collect()
    }

    #[test]
    fn only_like_servers_with_grammars_share_a_batch() {
        let refusal = |entries: &[(&str, &str)]| {
            let pool = Pool::new(servers(entries), PoolOptions::default());
            pool.err().map(|error| error.to_string())
        };
        let like = [("vllm", "m"), ("vllm", "m")];
        assert_eq!(refusal(&like), None);
        for (entries, why) in [
            (vec![], "no server"),
            (vec![("openai", "m")], "not held to a grammar"),
            (vec![("vllm", "m"), ("sglang", "m")], "different kinds"),
            (vec![("vllm", "m"), ("vllm", "n")], "different models"),
        ] {
            let told = refusal(&entries).unwrap();
            assert!(told.contains(why), "{told}");
        }
    }

    #[test]
    fn questions_are_shared_out_and_go_round_a_server_that_rests() {
        let options = PoolOptions {
            rest: Duration::from_secs(4),
            ..PoolOptions::default()
        };
        let pool = Pool::new(servers(&[("vllm", "m"), ("vllm", "m")]), options).unwrap();
        let (inner, now) = (pool.inner, Instant::now());
        let at = |now| inner.take(now);
        assert_eq!((at(now).0, at(now).0, at(now).0), (0, 1, 0));
        inner.leave(0);
        inner.leave(0);
        inner.failed(0, now);
        inner.failed(0, now);
        assert_eq!(
            (at(now), at(now)),
            ((1, Duration::ZERO), (1, Duration::ZERO))
        );
        // Where all rest, the one that rests less.
        inner.failed(1, now + Duration::from_secs(1));
        assert_eq!(
            at(now + Duration::from_secs(1)),
            (0, Duration::from_secs(3))
        );
        // A second fault in a row rests twice as long, and an answer ends it.
        inner.failed(0, now + Duration::from_secs(5));
        inner.succeeded(1);
        inner.failed(1, now + Duration::from_secs(5));
        assert_eq!(
            at(now + Duration::from_secs(6)),
            (1, Duration::from_secs(3))
        );
        inner.succeeded(0);
        assert_eq!(at(now + Duration::from_secs(6)), (0, Duration::ZERO));
    }
}
