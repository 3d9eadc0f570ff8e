//! The commands the page can call: arguments off the wire, one service
//! function on a thread of its own, the result back.

mod ask;
mod backup;
mod collection;
mod comparison;
mod desk;
mod dialog;
mod keeping;
mod library;
mod lock;
mod proof;
mod read;
mod table;

pub use ask::*;
pub use backup::*;
pub use collection::*;
pub use comparison::*;
pub use desk::Desk;
pub use dialog::may_open;
pub use keeping::*;
pub use library::*;
pub use lock::*;
pub use proof::*;
pub use read::*;
pub use table::*;
