//! What crosses the wire between the window and its page. Plain data; the
//! page's half (`ui/src/backend/wire.ts`) is generated from here.
//!
//! What the service gives crosses as it is: its types derive their TypeScript
//! (feature `typescript` of the crates that they stand in), so that a change
//! below changes the page's types, and the page's compiler says what must
//! follow. Here stand only forms that the service does not have: what the page
//! sends, and what is put together for it.

mod audit;
mod backup;
mod comparison;
mod contract;
mod document;
mod keeping;
mod machine;
mod question;
mod table;
mod watching;

pub use audit::*;
pub use backup::*;
pub use comparison::*;
pub use contract::*;
pub use document::*;
pub use keeping::*;
pub use machine::*;
pub use question::*;
pub use table::*;
pub use watching::*;

#[cfg(test)]
mod tests;
