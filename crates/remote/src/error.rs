//! What can go wrong between here and a server.

use engine::{EngineError, ServedFault};
use provider::ProviderError;

/// Why a server gave no text. No variant holds text of a prompt, of an output or of a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// The file of servers, or what it names.
    #[error("{place}: {message}")]
    Servers {
        /// Which entry, or the file as a whole.
        place: String,
        /// What is wrong with it.
        message: String,
    },
    /// No server of this name is listed.
    #[error("no server is called \"{name}\" in the file of servers; listed are: {listed}")]
    Unlisted {
        /// The name that was asked for.
        name: String,
        /// The names that are there.
        listed: String,
    },
    /// Nobody answered at the address.
    #[error("{server} cannot be reached: {reason}")]
    Unreachable {
        /// The server's name.
        server: String,
        /// What the system said.
        reason: String,
    },
    /// The server refused the request.
    #[error("{server} refused the request with status {status}")]
    Refused {
        /// The server's name.
        server: String,
        /// HTTP status (RFC 9110).
        status: u16,
    },
    /// The server was busy or unwell each time.
    #[error("{server} was busy or out of order {attempts} times, at last with status {status}")]
    Busy {
        /// The server's name.
        server: String,
        /// HTTP status of the last time.
        status: u16,
        /// Requests that were sent.
        attempts: u32,
    },
    /// The connection ended before the reply did.
    #[error("{server} broke off its reply {attempts} times")]
    Interrupted {
        /// The server's name.
        server: String,
        /// Requests that were sent.
        attempts: u32,
    },
    /// The reply took too long.
    #[error("{server} did not finish within {seconds} s")]
    TooSlow {
        /// The server's name.
        server: String,
        /// The limit.
        seconds: u64,
    },
    /// The reply is longer than any that was asked for.
    #[error("{server} sent more than {bytes} bytes")]
    TooLarge {
        /// The server's name.
        server: String,
        /// The limit.
        bytes: u64,
    },
    /// The reply is none of the protocol.
    #[error("{server} sent a reply that cannot be read: {reason}")]
    Unreadable {
        /// The server's name.
        server: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The server left the grammar that it was asked to keep to.
    #[error("{server} did not keep to the grammar")]
    Ungrammatical {
        /// The server's name.
        server: String,
    },
    /// The server does not say how probable its tokens are.
    #[error("{server} gave no probabilities of its tokens, so it cannot weigh candidates")]
    Unweighed {
        /// The server's name.
        server: String,
    },
    /// These servers cannot share one batch.
    #[error("{0}")]
    Unlike(String),
    /// The output was cut off.
    #[error("the output was cut off after {0} tokens")]
    TooLong(u32),
}

impl RemoteError {
    /// A stable word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Servers { .. } | Self::Unlike(_) => "servers",
            Self::Unlisted { .. } => "unlisted_server",
            Self::Unreachable { .. } => "server_unreachable",
            Self::Refused { .. } => "server_refused",
            Self::Busy { .. } => "server_busy",
            Self::Interrupted { .. } => "server_interrupted",
            Self::TooSlow { .. } => "server_too_slow",
            Self::TooLarge { .. } => "server_too_large",
            Self::Unreadable { .. } => "server_unreadable",
            Self::Ungrammatical { .. } => "server_ungrammatical",
            Self::Unweighed { .. } => "server_unweighed",
            Self::TooLong(_) => "too_long",
        }
    }

    /// What a person can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Servers { .. } => "docs/providers.md shows a file of servers",
            Self::Unlisted { .. } => "add the server to the file, or give a name that is there",
            Self::Unreachable { .. } => {
                "start the server, or correct its address in the file of servers; nothing was sent elsewhere"
            }
            Self::Refused {
                status: 401 | 403, ..
            } => "the server wants a key, or another one: set key_file in the file of servers",
            Self::Refused { status: 404, .. } => {
                "the server knows no such model or no /v1/chat/completions at this address"
            }
            Self::Refused {
                status: 300..=399, ..
            } => "the server points elsewhere, which is never followed: list the address itself",
            Self::Refused { .. } => {
                "the server may not know the request's form: look whether its kind in the file of servers is right"
            }
            Self::Busy { .. } => "try again later, or give the server more slots",
            Self::Interrupted { .. } => {
                "look at the server's own log: it may have run out of memory"
            }
            Self::TooSlow { .. } => "raise `seconds` in the file of servers, or ask for less",
            Self::TooLarge { .. } => {
                "a server that sends more than was asked for is not to be trusted"
            }
            Self::Unreadable { .. } => {
                "the server must speak the chat completions of OpenAI, streamed"
            }
            Self::Ungrammatical { .. } => {
                "its kind in the file of servers may be wrong, or it is of a version that wants the grammar elsewhere"
            }
            Self::Unweighed { .. } => {
                "have the reader choose (choose_with = \"reader\" in the policy), or take a server that knows `logprobs`"
            }
            Self::Unlike(_) => "ask one model and one kind of server a batch",
            Self::TooLong(_) => {
                "raise --max-tokens, or bound texts and lists in the schema (maxLength, maxItems)"
            }
        }
    }
}

impl RemoteError {
    /// Whether it belongs to one request, so that others may do better: a refusal of what was sent,
    /// an answer that took too long or left its grammar. What every request would meet does not.
    fn is_of_one_request(&self) -> bool {
        match self {
            Self::Refused { status, .. } => matches!(status, 400 | 413 | 422 | 500),
            Self::TooSlow { .. } | Self::Ungrammatical { .. } | Self::TooLong(_) => true,
            _ => false,
        }
    }
}

impl From<RemoteError> for EngineError {
    fn from(error: RemoteError) -> Self {
        match error {
            RemoteError::TooLong(tokens) => EngineError::TooLong(tokens),
            other => EngineError::Served(ServedFault {
                kind: other.kind(),
                message: other.to_string(),
                help: other.help(),
                is_of_one_request: other.is_of_one_request(),
            }),
        }
    }
}

impl From<RemoteError> for ProviderError {
    fn from(error: RemoteError) -> Self {
        match error {
            RemoteError::TooLong(tokens) => ProviderError::TooLong(tokens),
            other => ProviderError::Server {
                kind: other.kind(),
                message: other.to_string(),
                help: other.help(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_that_is_cut_off_is_one_for_the_provider_and_the_rest_is_the_servers() {
        assert_eq!(
            ProviderError::from(RemoteError::TooLong(7)),
            ProviderError::TooLong(7)
        );
        let refused = |status| RemoteError::Refused {
            server: "office".into(),
            status,
        };
        let error = ProviderError::from(refused(401));
        assert_eq!(error.kind(), "server_refused");
        assert_eq!(
            error.to_string(),
            "office refused the request with status 401"
        );
        assert!(error.help().contains("key_file"));
    }

    #[test]
    fn a_refusal_says_what_its_status_means() {
        let help = |status| {
            RemoteError::Refused {
                server: "office".into(),
                status,
            }
            .help()
        };
        assert!(help(404).contains("no such model"));
        assert!(help(302).contains("never followed"));
        assert!(help(400).contains("kind"));
    }
}
