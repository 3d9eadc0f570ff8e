//! The service for other programs on this machine: what Attest does, over lines of JSON.
//!
//! ```text
//! standard input ─▶ lines ─▶ wire ─▶ rmcp ─▶ handler ─▶ method ─▶ app::Service
//!  (a thread)      bounded   checks           │  one question at a time, on a thread
//! standard output ◀─────────────── results, progress, errors
//! ```
//!
//! It speaks the Model Context Protocol, and the same methods are answered as plain JSON-RPC
//! without its handshake (docs/service.md). The protocol is rmcp's; what may be asked stands in
//! `method`, a file each, and does nothing but call [`app::Service`], so that an answer is
//! checked and recorded as any other.
//!
//! # Without sockets
//!
//! A Unix socket is the same for several programs ([`serve_at`]), which share one service; the
//! window lends its own to it ([`share`]). [`Shared`] is the other end of it, for `attest ask --shared`.
//!
//! rmcp's own standard streams are tokio's, which need the library `mio`. So two threads carry
//! the lines, and the runtime is one without sockets, as in `host`.
//!
//! # Limits
//!
//! One question at a time; others wait for their turn. A line of at most [`MAX_LINE_BYTES`], and
//! at most [`MAX_UNDER_WAY`] requests under way.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod arguments;
mod client;
mod error;
mod failure;
mod handler;
mod holder;
mod line;
mod method;
mod resource;
#[cfg(unix)]
mod shared;
#[cfg(unix)]
mod socket;
mod under_way;
mod wire;

pub use error::ServeError;
pub use holder::{Holder, Lent};
pub use line::MAX_LINE_BYTES;
#[cfg(unix)]
pub use shared::{CallError, SOCKET, Shared};
#[cfg(unix)]
pub use socket::{MAX_CLIENTS, serve_at, share};
pub use under_way::MAX_UNDER_WAY;

use app::Service;
use handler::Desk;
use std::io::{Read, Write};
use std::sync::Arc;

/// Answers requests from `input` until it ends and the last of them is answered.
///
/// # Errors
///
/// [`ServeError`]. A line that is no request is answered with an error and ends nothing.
pub fn serve(
    service: Service,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let own = holder::Own(Arc::new(service));
    // A pipe that ended says nothing of who reads the other one; that is found when it is written to.
    client::attend(&Arc::new(Desk::new(own)), input, output, Box::new(|| true))
}
