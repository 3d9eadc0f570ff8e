//! What decides how a value is generated, and what it took.

use serde::Serialize;

/// How the form of an output is enforced, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Enforcement {
    /// By this program's grammar: what it says cannot be left while decoding.
    Grammar,
    /// By this program's grammar, which a server was asked to decode under; that it did nobody
    /// here can see.
    ServerGrammar,
    /// The schema is asked for in the prompt, and what breaks it is asked for again.
    Prompt,
}

/// What decides how a value is generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GenerationConfig {
    /// Tokens of an output, at most.
    pub max_output_tokens: u32,
    /// Outputs until one is valid, at most; at least 1.
    pub max_attempts: u32,
}

impl Default for GenerationConfig {
    fn default() -> Self {
        GenerationConfig {
            max_output_tokens: 1024,
            max_attempts: 2,
        }
    }
}

/// What a value took.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Usage {
    /// Who generated it.
    pub provider: String,
    /// How its form was enforced.
    pub enforcement: Enforcement,
    /// Tokens of the prompt, of the last attempt.
    pub prompt_tokens: u32,
    /// Tokens of outputs, of all attempts.
    pub completion_tokens: u32,
    /// Of those, tokens that the grammar left no choice about.
    pub forced_tokens: u32,
    /// Outputs, the valid one included.
    pub attempts: u32,
    /// Parts of the schema that the grammar cannot say, by JSON Pointer: the validator did.
    pub validated_only: Vec<String>,
}
