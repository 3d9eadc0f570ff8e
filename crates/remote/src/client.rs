//! Sends requests to one server, and reads its replies within limits.

use crate::error::RemoteError;
use crate::event::Events;
use crate::key::Key;
use crate::reply::Reply;
use crate::request::{Asked, body, enforcement};
use crate::server::{Kind, Server};
use provider::{
    Enforcement, GenerationConfig, Provider, ProviderError, Usage, Written, checked, grammar_of,
};
use serde_json::Value;
use std::io::Read;
use std::time::Duration;

/// Requests for one output: the first, and two more where a fault may pass.
const MOST_ATTEMPTS: u32 = 3;
/// Before the second request; twice as long before the third.
const PAUSE: Duration = Duration::from_millis(500);
/// As long as a machine in the same house takes to accept a connection, many times over.
const CONNECT: Duration = Duration::from_secs(10);
/// Bytes of a reply for each token that was asked for: an event of a streamed reply carries some
/// 300 bytes around one token, and a token is seldom longer than 20 bytes.
const BYTES_PER_TOKEN: u64 = 2048;
/// Bytes of a reply beside its tokens.
const BYTES_BESIDE: u64 = 1 << 16;

/// A server as a provider of structured output.
pub struct Remote {
    server: Server,
    key: Option<Key>,
    agent: ureq::Agent,
    pause: Box<dyn FnMut(Duration)>,
}

/// What may pass, with what is told when it does not.
enum Fault {
    Unreachable(String),
    Busy(u16),
    Interrupted,
    Final(RemoteError),
}

impl Remote {
    /// A provider over a server. `pause` waits between requests.
    pub fn new(server: Server, key: Option<Key>, pause: Box<dyn FnMut(Duration)>) -> Remote {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .max_idle_connections(0)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(Duration::from_secs(server.seconds)))
            .user_agent("attest-remote")
            .build();
        Remote {
            server,
            key,
            agent: config.into(),
            pause,
        }
    }

    /// Sends the request until it has a reply or a fault does not pass.
    fn complete(&mut self, body: &[u8], tokens: u32) -> Result<Reply, RemoteError> {
        let mut attempts = 1;
        loop {
            let fault = match self.once(body, tokens) {
                Ok(reply) => return Ok(reply),
                Err(Fault::Final(error)) => return Err(error),
                Err(fault) => fault,
            };
            if attempts == MOST_ATTEMPTS {
                return Err(self.lasting(fault, attempts));
            }
            (self.pause)(PAUSE * attempts);
            attempts += 1;
        }
    }

    fn once(&self, body: &[u8], tokens: u32) -> Result<Reply, Fault> {
        let mut request = self
            .agent
            .post(self.server.address.completions())
            .header("content-type", "application/json")
            .header("accept", "text/event-stream");
        if let Some(key) = &self.key {
            request = request.header("authorization", key.bearer().as_str());
        }
        let mut response = request.send(body).map_err(|error| self.unsent(error))?;
        match response.status().as_u16() {
            200 => {}
            status @ (429 | 502 | 503 | 504) => return Err(Fault::Busy(status)),
            status => {
                let server = self.server.name.clone();
                return Err(Fault::Final(RemoteError::Refused { server, status }));
            }
        }
        let limit = BYTES_BESIDE + BYTES_PER_TOKEN * u64::from(tokens);
        self.read(&mut response.body_mut().as_reader(), limit)
    }

    /// Reads a reply to its end.
    fn read(&self, stream: &mut dyn Read, limit: u64) -> Result<Reply, Fault> {
        let (mut events, mut reply) = (Events::default(), Reply::default());
        let (mut read, mut piece) = (0_u64, [0_u8; 4096]);
        while !reply.is_over {
            let length = match stream.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) => return Err(self.broken(&error)),
            };
            read += length as u64;
            if read > limit {
                let server = self.server.name.clone();
                return Err(Fault::Final(RemoteError::TooLarge {
                    server,
                    bytes: limit,
                }));
            }
            for data in events.push(&piece[..length]) {
                reply.take(&data).map_err(|reason| {
                    let server = self.server.name.clone();
                    Fault::Final(RemoteError::Unreadable { server, reason })
                })?;
            }
        }
        match reply.finish.as_deref() {
            None => Err(Fault::Interrupted),
            Some("length") => Err(Fault::Final(RemoteError::TooLong(reply.completion_tokens))),
            Some(_) => Ok(reply),
        }
    }

    /// No reply began.
    fn unsent(&self, error: ureq::Error) -> Fault {
        let server = self.server.name.clone();
        match error {
            ureq::Error::Timeout(ureq::Timeout::Connect) => Fault::Unreachable("no answer".into()),
            ureq::Error::Timeout(_) => Fault::Final(self.too_slow()),
            ureq::Error::HostNotFound => Fault::Unreachable("its name is not known here".into()),
            ureq::Error::ConnectionFailed => Fault::Unreachable("the connection failed".into()),
            ureq::Error::Io(error) => match error.kind() {
                std::io::ErrorKind::ConnectionReset
                | std::io::ErrorKind::ConnectionAborted
                | std::io::ErrorKind::BrokenPipe
                | std::io::ErrorKind::UnexpectedEof => Fault::Interrupted,
                _ => Fault::Unreachable(error.to_string()),
            },
            _ => Fault::Final(RemoteError::Unreadable {
                server,
                reason: "its reply is no HTTP",
            }),
        }
    }

    /// The reply began and did not go on.
    fn broken(&self, error: &std::io::Error) -> Fault {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
        let is_late = matches!(inner, Some(ureq::Error::Timeout(_)))
            || error.kind() == std::io::ErrorKind::TimedOut;
        if is_late {
            Fault::Final(self.too_slow())
        } else {
            Fault::Interrupted
        }
    }

    fn too_slow(&self) -> RemoteError {
        RemoteError::TooSlow {
            server: self.server.name.clone(),
            seconds: self.server.seconds,
        }
    }

    fn lasting(&self, fault: Fault, attempts: u32) -> RemoteError {
        let server = self.server.name.clone();
        match fault {
            Fault::Unreachable(reason) => RemoteError::Unreachable { server, reason },
            Fault::Busy(status) => RemoteError::Busy {
                server,
                status,
                attempts,
            },
            Fault::Interrupted => RemoteError::Interrupted { server, attempts },
            Fault::Final(error) => error,
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
        let kind = self.server.kind;
        let name = format!("{} at {}", self.server.model, self.server.name);
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
                let body = body(&self.server, &asked, config);
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
