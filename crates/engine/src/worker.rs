//! The process boundary. Inference runs in a child process that speaks
//! [`crate::protocol`], held by [`host`]. When it ends in the middle of
//! a request, it is started once more and asked again with the same bytes; when
//! it ends again, the request fails with [`crate::EngineError::Crashed`] and the
//! program goes on. One that hangs is killed and not asked again. A request that
//! is cancelled fails at once, and the process keeps its model: it stops by itself,
//! and the next request waits for that.
//!
//! A process holds one model: one that answers ([`Worker`]), or an encoder
//! ([`EmbeddingWorker`], [`ReaderWorker`]).

mod encoder;
mod limit;
mod process;
mod reply;
mod said;
mod serve;
mod serve_encoder;
mod watch;

pub use encoder::{EmbeddingWorker, ReaderWorker};
pub use process::{SUBCOMMAND, Worker, devices, restarts};
pub use said::PHRASES;
pub use serve::serve;
