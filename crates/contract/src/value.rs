//! The typed values: for each the struct, the JSON Schema of its form, and its
//! [`Descriptor`](crate::descriptor::Descriptor), together in the file of its family.
//!
//! The schemas say what a grammar can guarantee. They are what `schemars` derives from the
//! structs, and what it cannot say: patterns, code lists, rows as wide as their headers.
//! Everything in them is meant to be enforced while decoding: patterns are plain regular
//! expressions without look-around, depth and width are written out, every string and list
//! has an end.

pub(crate) mod code;
pub(crate) mod figure;
pub(crate) mod judgement;
pub(crate) mod name;
pub(crate) mod structure;
pub(crate) mod time;
mod typed;
pub(crate) mod words;

pub use figure::{Amount, Number, Percentage};
pub use name::{Address, PersonName};
pub use structure::{
    DEFAULT_TREE_DEPTH, MAX_CELL_CHARACTERS, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS, Table, Tree,
};
pub use time::{DateRange, DateValue, Duration};
pub use typed::Value;
