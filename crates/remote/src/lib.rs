//! Servers that a person has listed, in place of the answer model of this machine: the same prompt,
//! the same grammar, and the same checks behind it.
//!
//! ```text
//! servers file ──▶ Server (address, kind, model, key file)
//!                     │
//! prompt, schema ───▶ Remote ──▶ POST .../v1/chat/completions ──▶ events ──▶ text ──▶ provider::checked
//!                     │  the same bytes again, where a fault passes      │
//!                     └──────────────────── at most three times ◀────────┘
//!
//! cells of a batch ─▶ Pool ──▶ the server with fewest, as above ──▶ text ──▶ grammar ──▶ firewall
//!                      │  the same bytes to another server, where a fault passes  │
//!                      └──────────────────────────────────────────────────────────┘
//! ```
//!
//! [`Remote`] generates values without documents. [`Pool`] answers from documents: it is an
//! [`app::AnswerServers`], so that everything but the answer model's own work (documents, search,
//! the reader, checks, records) is done here as by `attest`, and each text that comes back is
//! followed through the grammar before the firewall sees it.
//!
//! This crate is the only one that can open a connection, and nothing else depends on it: neither
//! `attest` nor the window can be made to use it. Its executable, `attest-remote`, is built only
//! when it is named.
//!
//! # What keeps it small
//!
//! * A server is reached only by the name that it has in a file of servers ([`Servers`]); no
//!   address comes from anywhere else, a redirection is refused, and no proxy is asked.
//! * `http` only. A server that is not on this machine or behind a tunnel of one's own reads
//!   prompts in clear on the way: who needs more puts a tunnel between.
//! * Replies are read up to a limit of bytes and within a limit of time; none can hang or fill
//!   the process.
//! * A key is read from a file that only its owner can read, is sent and is never shown.
//!
//! # Limits
//!
//! That a server decoded under the grammar nobody can see from here, so every value is validated
//! and every draft followed through its grammar in any case, and [`provider::Enforcement`] says
//! what was asked for. The grammar cannot be enforced at all by a server of kind `openai`: it
//! generates values and answers nothing from documents. What a server says of its tokens'
//! probabilities is believed.
//!
//! # Example
//!
//! ```
//! use remote::{Kind, Servers};
//!
//! let servers = Servers::read(
//!     r#"
//!     [[server]]
//!     name = "office"
//!     address = "http://127.0.0.1:8080"
//!     kind = "llama-server"
//!     model = "qwen"
//! "#,
//! )?;
//! assert_eq!(servers.find("office")?.kind, Kind::LlamaServer);
//! assert!(servers.find("elsewhere").is_err());
//! # Ok::<(), remote::RemoteError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod address;
mod client;
mod decoder;
mod error;
mod event;
mod key;
mod pool;
mod reply;
mod request;
mod server;
mod shared;
mod wire;

pub use address::Address;
pub use client::Remote;
pub use error::RemoteError;
pub use key::Key;
pub use pool::Pool;
pub use server::{Kind, Server, Servers};
pub use shared::PoolOptions;
