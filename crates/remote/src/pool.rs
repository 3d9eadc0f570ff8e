//! Servers that share the questions of a batch.

use crate::decoder::ServedDecoder;
use crate::error::RemoteError;
use crate::key::Key;
use crate::server::{Kind, Server};
use crate::shared::{PoolOptions, Shared};
use crate::wire::Wire;
use app::AnswerServers;
use engine::Decoder;
use std::sync::Arc;

/// Servers of one kind that hold one model. Each question takes the server that has fewest, and
/// stays with it, so that what the server read of a prompt serves the question's next request;
/// when a server fails in a way that may pass, the same bytes go to another.
pub struct Pool {
    shared: Arc<Shared>,
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
        let wires = servers.into_iter();
        let wires = wires.map(|(server, key)| Wire::new(server, key)).collect();
        Ok(Pool {
            shared: Arc::new(Shared::new(wires, options)),
        })
    }
}

impl AnswerServers for Pool {
    fn model(&self) -> &str {
        let first = self.shared.wires.first();
        first.map_or("", |wire| &wire.server.model)
    }

    fn at_once(&self) -> usize {
        self.shared.options.at_once.max(1)
    }

    fn decoder(&self) -> Box<dyn Decoder> {
        Box::new(ServedDecoder::new(Arc::clone(&self.shared)))
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
}
