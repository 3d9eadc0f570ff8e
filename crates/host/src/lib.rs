//! Every process that the program starts: how it is started, spoken to, bounded, ended and
//! taken away.
//!
//! Inference, reading of foreign files, drawing of pages and OCR run in processes of their own,
//! so that whatever happens there ends one request and not the program. What such a process
//! does is said elsewhere; this crate is the same for all of them:
//!
//! ```text
//! start ── group of its own, three pipes, four sleeping threads
//!   │ frames out ─▶ standard input     (a thread, so that nobody waits for a full pipe)
//!   │ frames in  ◀─ standard output    (a thread and a bounded channel)
//!   │ last words ◀─ standard error     (a thread; the last lines are kept)
//!   │ its end    ◀─ the system         (a thread)
//!   ▼
//! receive: a message, or cancelled, silent too long, ended: whichever is first
//!   ▼
//! end ── the whole group is killed, the process is reaped, always
//! ```
//!
//! A [`Conversation`] goes to and fro in frames ([`frame`]); [`run()`] gives bytes and takes bytes.
//! The other side of a conversation, in the process that was started, is [`serve`]; the limits
//! it binds itself to are in [`limit`], and what the kernel keeps from it in [`wall`]. One
//! [`CancellationToken`] ends whatever is waited for ([`cancel`]).
//!
//! # On tokio, and without its sockets
//!
//! Waiting for several things at once, time limits and the token are tokio's (`rt`, `sync`,
//! `time`), on a runtime of the calling thread: every function here may be called by code that
//! knows nothing of futures, and none may be called inside of one. tokio's own processes and
//! pipes need the library `mio`, and with it sockets, which this program does not link
//! (deny.toml); so pipes are read by threads, which sleep in the system until there is something.
//!
//! # Limits
//!
//! Groups, limits and the end as the system tells it are Unix's. Elsewhere a process is taken
//! for ended when its standard output is, and what it started may live on.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod cancel;
mod conversation;
pub mod frame;
mod last_words;
pub mod limit;
mod process;
mod run;
pub mod serve;
pub mod wall;

pub use conversation::{Conversation, Received};
pub use process::{End, Group, Start};
pub use run::{Output, RunError, run};
pub use tokio_util::sync::CancellationToken;
