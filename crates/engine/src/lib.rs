//! Runs local GGUF models through llama.cpp and returns drafts: text that a
//! grammar allowed and that nobody has checked yet.
//!
//! ```text
//! catalogue entry -> checked file (header, sha256, memory) -> worker process
//! prompt parts -> tokens -> decoded prefix (kept) -> score choices
//!                                                 -> decode under a mask -> Execution
//! ```
//!
//! The decode loop is our own: the [`grammar`] crate's matcher says which
//! tokens are allowed, the loop takes the likeliest of them, and whatever the
//! grammar forces is appended without asking the model. There is no sampler
//! and no randomness: temperature 0 is the only mode of this version.
//!
//! Inference happens in a worker process ([`worker`]), which is the same
//! executable started with the hidden sub-command `worker`, so that an abort
//! in native code ends one request and not the program. [`Decoder`] is the
//! boundary: [`worker::Worker`] is the real one, [`scripted::Scripted`] the
//! one for tests.
//!
//! An [`Embedder`] turns texts into vectors for retrieval; a [`Reader`] scores
//! the words of passages by how well an answer begins or ends with them. Each
//! has a worker process of its own: import needs no model that answers, and any
//! of them may end without the others.
//!
//! # Limits
//!
//! One model per worker; layers of it on one graphics processor, where a build has support for
//! one ([`offload`]). Chat templates: `ChatML`, and whatever
//! llama.cpp recognises by pattern; models that think are told not to, or do so first ([`thinking`]).
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod adapter;
mod batches;
pub mod catalogue;
pub mod decode;
pub mod decoder;
pub mod embedding;
mod error;
pub mod file;
mod follow;

mod half;
pub mod header;
pub mod instructions;
mod joined;
mod lanes;
pub mod layout;

mod llama;
pub mod memory;
pub mod model;
pub mod offload;
pub mod prompt;
pub mod protocol;
pub mod reader;
mod score;
pub mod scripted;
mod sight;
pub mod thinking;
pub mod tokenizer;
pub mod trial;
pub mod worker;

pub use adapter::AdapterError;
pub use catalogue::{Adapter, Catalogue, CatalogueError, Entry, Fast, Scale};
pub use decode::settle;
pub use decoder::Decoder;
pub use embedding::Embedder;
pub use error::{EngineError, ServedFault};
pub use follow::{Followed, follow};
pub use model::{AdapterFile, ModelError, ModelFile};
pub use offload::{Device, KeptOff, Offload, Placement};
pub use prompt::{Part, Template};
pub use protocol::{
    Choice, Decision, DraftRequest, Execution, LoadAdapter, LoadRequest, LoadedModel, Progress,
    ScoreRequest, Scores, Stage,
};
pub use reader::{LONGEST_RUN, ReadRequest, Reader, Reading, WindowReading, WordScore};
pub use thinking::Thinking;
pub use tokenizer::{GrammarSampler, Tokenizer};
