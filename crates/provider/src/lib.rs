//! Structured output without documents: a prompt and a JSON Schema in, a value that is valid
//! under the schema out.
//!
//! ```text
//! schema ──▶ grammar (and what it cannot say) ──▶ Provider ──▶ text ──▶ checked ──▶ (value, usage)
//!                                                    ▲                    │
//!                                                    └── what was wrong ◀─┘ at most so many times
//! ```
//!
//! [`Provider`] is the interface; what is loaded in this program is behind
//! `app::Service::embedded`. Whoever provides, the text is parsed and validated here, by the
//! firewall's validator, which shares no code with the grammar.
//!
//! # Limits
//!
//! Nothing of it stands in the audit trail: there is no document to cite, and nothing to prove.
//! The value is one of the schema; whether it is true nobody checks.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod check;
mod error;
mod usage;

pub use check::{Written, checked, grammar_of};
pub use error::ProviderError;
pub use usage::{Enforcement, GenerationConfig, Usage};

use serde_json::Value;

/// Who the model is, said to every provider; the schema's own descriptions are for the person who
/// wrote it, and are not repeated.
pub const SYSTEM: &str = "You write what you are asked for, as JSON and nothing else.";

/// Who generates values.
pub trait Provider {
    /// Generates a value of a schema for a prompt.
    ///
    /// # Errors
    ///
    /// [`ProviderError`]; never a value that breaks the schema.
    fn generate_structured_output(
        &mut self,
        prompt: &str,
        schema: &Value,
        config: &GenerationConfig,
    ) -> Result<(Value, Usage), ProviderError>;
}
