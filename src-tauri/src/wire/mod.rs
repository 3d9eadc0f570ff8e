//! What crosses the wire between the window and its page. Plain data; the
//! page's half (`ui/src/backend/wire.ts`) is generated from here.
//!
//! The forms are the window's own: a crate below may change its types without
//! a word to the page, and the compiler says here what must follow.

mod answer;
mod audit;
mod contract;
mod document;
mod model;
mod question;
mod setting;
mod work;

pub use answer::*;
pub use audit::*;
pub use contract::*;
pub use document::*;
pub use model::*;
pub use question::*;
pub use setting::*;
pub use work::*;

#[cfg(test)]
mod tests;
