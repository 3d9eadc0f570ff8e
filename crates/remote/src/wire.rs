//! One request to one server, and its reply within limits.

use crate::error::RemoteError;
use crate::event::Events;
use crate::key::Key;
use crate::reply::Reply;
use crate::server::Server;
use std::io::Read;
use std::time::Duration;

/// As long as a machine in the same house takes to accept a connection, many times over.
const CONNECT: Duration = Duration::from_secs(10);
/// Bytes of a reply for each token that was asked for: an event of a streamed reply carries some
/// 300 bytes around one token, a token is seldom longer than 20 bytes, and its probability takes
/// some 300 more.
const BYTES_PER_TOKEN: u64 = 2048;
/// Bytes of a reply beside its tokens.
const BYTES_BESIDE: u64 = 1 << 16;

/// A server, and what is sent with every request to it.
pub(crate) struct Wire {
    pub(crate) server: Server,
    key: Option<Key>,
    agent: ureq::Agent,
}

/// Why a request has no reply: what may pass, and what does not.
#[derive(Debug)]
pub(crate) enum Fault {
    Unreachable(String),
    Busy(u16),
    Interrupted,
    /// Whoever waited does not any more.
    Left,
    Final(RemoteError),
}

impl Wire {
    pub(crate) fn new(server: Server, key: Option<Key>) -> Wire {
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
        Wire {
            server,
            key,
            agent: config.into(),
        }
    }

    /// Sends a request once. `goes_on` is asked before every piece of the reply.
    pub(crate) fn once(
        &self,
        body: &[u8],
        tokens: u32,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Reply, Fault> {
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
        self.read(&mut response.body_mut().as_reader(), limit, goes_on)
    }

    /// Reads a reply to its end.
    fn read(
        &self,
        stream: &mut dyn Read,
        limit: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Reply, Fault> {
        let (mut events, mut reply) = (Events::default(), Reply::default());
        let (mut read, mut piece) = (0_u64, [0_u8; 4096]);
        while !reply.is_over {
            if !goes_on() {
                return Err(Fault::Left);
            }
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

    /// What is told of a fault that did not pass in so many requests.
    pub(crate) fn lasting(&self, fault: Fault, attempts: u32) -> RemoteError {
        let server = self.server.name.clone();
        match fault {
            Fault::Unreachable(reason) => RemoteError::Unreachable { server, reason },
            Fault::Busy(status) => RemoteError::Busy {
                server,
                status,
                attempts,
            },
            Fault::Interrupted | Fault::Left => RemoteError::Interrupted { server, attempts },
            Fault::Final(error) => error,
        }
    }
}
