//! Structured output by one server: the requests of [`crate::Remote`].

use crate::error::RemoteError;
use crate::key::Key;
use crate::reply::Reply;
use crate::request::{Asked, body, enforcement};
use crate::server::{Kind, Server};
use crate::wire::{Fault, Wire};
use provider::{
    Enforcement, GenerationConfig, Provider, ProviderError, Usage, Written, checked, grammar_of,
};
use serde_json::Value;
use std::time::Duration;

/// Requests for one output: the first, and two more where a fault may pass.
pub(crate) const MOST_ATTEMPTS: u32 = 3;
/// Before the second request; twice as long before the third.
const PAUSE: Duration = Duration::from_millis(500);
/// A server as a provider of structured output.
pub struct Remote {
    wire: Wire,
    pause: Box<dyn FnMut(Duration)>,
}

impl Remote {
    /// A provider over a server. `pause` waits between requests.
    pub fn new(server: Server, key: Option<Key>, pause: Box<dyn FnMut(Duration)>) -> Remote {
        Remote {
            wire: Wire::new(server, key),
            pause,
        }
    }

    /// Sends the request until it has a reply or a fault does not pass.
    fn complete(&mut self, body: &[u8], tokens: u32) -> Result<Reply, RemoteError> {
        let mut attempts = 1;
        loop {
            let fault = match self.wire.once(body, tokens, &|| true) {
                Ok(reply) => return Ok(reply),
                Err(Fault::Final(error)) => return Err(error),
                Err(fault) => fault,
            };
            if attempts == MOST_ATTEMPTS {
                return Err(self.wire.lasting(fault, attempts));
            }
            (self.pause)(PAUSE * attempts);
            attempts += 1;
        }
    }
}

impl Provider for Remote {
    fn generate_structured_output(
        &mut self,
        prompt: &str,
        schema: &Value,
        config: &GenerationConfig,
    ) -> Result<(Value, Usage), ProviderError> {
        let (grammar, unsaid) = grammar_of(schema)?;
        let kind = self.wire.server.kind;
        let name = format!("{} at {}", self.wire.server.model, self.wire.server.name);
        let unsaid = match enforcement(kind) {
            // The whole schema: no grammar was asked for.
            Enforcement::Prompt => vec![String::new()],
            _ => unsaid,
        };
        checked(
            (&name, enforcement(kind)),
            (schema, unsaid),
            config,
            &mut |wrong| {
                let asked = Asked {
                    prompt,
                    wrong,
                    schema,
                    grammar: &grammar,
                };
                let body = body(&self.wire.server, &asked, config);
                let reply = self.complete(&body, config.max_output_tokens)?;
                Ok(written(kind, reply))
            },
        )
    }
}

fn written(kind: Kind, reply: Reply) -> Written {
    let text = match kind {
        // Models that are not held to a grammar like to put JSON into a fence.
        Kind::Openai => unfenced(&reply.text).to_owned(),
        _ => reply.text,
    };
    Written {
        text,
        prompt_tokens: reply.prompt_tokens,
        completion_tokens: reply.completion_tokens,
        forced_tokens: 0,
    }
}

/// What stands in a fence of Markdown, where all of the text is one.
fn unfenced(text: &str) -> &str {
    let inside = text
        .trim()
        .strip_prefix("```")
        .and_then(|text| text.strip_suffix("```"))
        .and_then(|text| text.split_once('\n'));
    inside.map_or(text, |(_, inside)| inside)
}
