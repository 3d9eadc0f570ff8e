//! What the model may return, and what every part of it means.

pub mod answer;
pub mod candidate;
pub mod recognizer;
pub mod value;

pub use answer::{AnswerBody, AnswerShape, ExtractionMethod, Item};
pub use candidate::Candidate;
