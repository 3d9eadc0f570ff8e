//! What servers are to a [`crate::Service`] that they answer for; `served.rs` asks them.

use engine::Decoder;

/// Servers that hold one model.
pub trait AnswerServers: Send + Sync {
    /// The model, by the servers' own name for it: what records call it.
    fn model(&self) -> &str;

    /// Questions that may be under way at once; at least 1.
    fn at_once(&self) -> usize;

    /// A decoder for one question. Nothing is sent before it is asked.
    fn decoder(&self) -> Box<dyn Decoder>;
}
