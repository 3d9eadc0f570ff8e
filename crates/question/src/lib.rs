//! What a question asks for, by rules. The parse is plain data, is shown, and
//! a person's explicit choice always wins ([`Overrides`]).
//!
//! ```text
//! question -> words -> language -> form (what asks) -> head noun -> type, shape
//!                                                   -> plan: extractions and steps
//!          -> scope, filters, keywords, clarifications
//! ```
//!
//! The rules are the same for all languages; what differs is data
//! (`vocabulary`, and one table for each language). A rule decides by what
//! asks (who, when, how many), by the noun that is asked for (premium, date,
//! company), and by verbs; never by whole sentences.
//!
//! A question is read once. What its words say, whatever type is wanted, stands in [`Question`],
//! which is handed down; nobody below reads the words themselves again.
//!
//! Where the rules are not sure they say so ([`Certainty::Guess`]) and name
//! the other types it could be. [`ParsedQuestion::choice`] is then what may
//! be decided, by a model or by what is found for each of them, and
//! [`ParsedQuestion::chosen`] takes the decision.
//!
//! # Example
//!
//! ```
//! use question::{Overrides, parse};
//!
//! let parsed = parse("Is the premium above one million dollars?");
//! assert_eq!(parsed.answer_type, "boolean");
//! assert_eq!(parsed.extractions[0].question.as_asked(), "What is the premium?");
//! assert_eq!(parsed.extractions[0].answer_type, "amount");
//! assert_eq!(parsed.steps.len(), 1);
//!
//! let overrides = Overrides { answer_type: Some("text".into()), ..Overrides::default() };
//! let chosen = parsed.with(&overrides);
//! assert_eq!(chosen.answer_type, "text");
//! assert!(chosen.steps.is_empty());
//! assert_eq!(chosen.overridden, ["answer_type"]);
//! ```
//!
//! # Limits
//!
//! English, German and Spanish. Nouns that are in no table make a question
//! one for text. A question is read to 2,000 characters. Steps are planned
//! only where a rule fits word for word; `docs/questions.md` lists them.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod arithmetic;
mod choice;
mod clarify;
mod compared;
mod comparison;
mod constant;
mod contents;
mod conversion;
mod every;
mod extraction;
pub mod field;
mod frame;
mod glossary;
mod guess;
mod keyword;
mod kind;
mod leaf;
mod offset;
mod overrides;
mod parse;
mod parsed;
mod plan;
mod question;
pub mod rows;
mod scope;
mod shape;
#[cfg(test)]
mod tests;
mod turns;
mod word;

pub use choice::Choice;
pub use clarify::Clarification;
pub use every::Every;
pub use extraction::Extraction;
pub use glossary::{Reworded, Term, names_one};
pub use kind::Certainty;
pub use overrides::Overrides;
pub use parse::{parse, parse_as};
pub use parsed::ParsedQuestion;
pub use question::Question;
pub use scope::{Filter, Range, Scope, SectionScope};
