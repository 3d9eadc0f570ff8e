//! Why there is no value.

/// Why a provider gave no value. No variant holds text of a prompt or of an output.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// The schema cannot be used.
    #[error("the schema cannot be used: {0}")]
    Schema(String),
    /// The output was cut off before it was whole.
    #[error("the output was cut off after {0} tokens")]
    TooLong(u32),
    /// No output was JSON that is valid under the schema.
    #[error("no valid output in {attempts} attempts; the last one breaks the schema at {place}")]
    Invalid {
        /// Outputs asked for.
        attempts: u32,
        /// JSON Pointer into the last output, `(not JSON)` for what is none.
        place: String,
    },
    /// Whoever waited does not any more.
    #[error("cancelled")]
    Cancelled,
    /// The model, or the process that holds it.
    #[error("{message}")]
    Model {
        /// What.
        message: String,
        /// What to do.
        help: String,
    },
    /// A server, or the way to it.
    #[error("{message}")]
    Server {
        /// A stable word for programs.
        kind: &'static str,
        /// What.
        message: String,
        /// What to do.
        help: &'static str,
    },
}

impl ProviderError {
    /// A stable word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Schema(_) => "schema",
            Self::TooLong(_) => "too_long",
            Self::Invalid { .. } => "invalid_output",
            Self::Cancelled => "cancelled",
            Self::Model { .. } => "engine",
            Self::Server { kind, .. } => kind,
        }
    }

    /// What a person can do about it.
    pub fn help(&self) -> String {
        match self {
            Self::Schema(_) => "`attest grammar compile SCHEMA` shows what a schema becomes".into(),
            Self::TooLong(_) => {
                "raise --max-tokens, or bound texts and lists in the schema (maxLength, maxItems)"
                    .into()
            }
            Self::Invalid { .. } => {
                "`attest grammar compile SCHEMA --report R` names what the grammar cannot enforce; \
                 a larger model may keep to it"
                    .into()
            }
            Self::Cancelled => "nothing was generated".into(),
            Self::Model { help, .. } => help.clone(),
            Self::Server { help, .. } => (*help).into(),
        }
    }
}
