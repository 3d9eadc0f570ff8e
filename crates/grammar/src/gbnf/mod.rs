//! GBNF, llama.cpp's grammar notation: parsed with located errors, printed
//! from the internal form. `parse(print(g))` has the language of `g`.

mod error;
mod near;
mod parse;
mod print;

pub use error::{GbnfError, GbnfErrorKind, Place};
pub use parse::parse;
pub use print::print;
