//! Random schemas, instances aimed at them, sentences of their grammars, and
//! the questions that compiler, matcher and validator must agree on.

pub mod dice;
pub mod instance;
pub mod question;
pub mod sample;
pub mod schema;
pub mod shrink;
