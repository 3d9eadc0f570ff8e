//! Why a matcher refuses.

use thiserror::Error;

/// Why a matcher refused. The matcher is unchanged and can be used on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MatchError {
    /// The grammar allows something else here.
    #[error("token {token} is not allowed here")]
    RefusedToken {
        /// The refused token.
        token: u32,
    },
    /// The grammar allows something else here.
    #[error("byte {offset} of {length} is not allowed here")]
    RefusedBytes {
        /// How many bytes were possible.
        offset: usize,
        /// How many were given.
        length: usize,
    },
    /// An end token was accepted; nothing can follow.
    #[error("the text has ended; roll back or start a new matcher")]
    Ended,
    /// Rolling back over the beginning.
    #[error("cannot take back {asked} steps, only {held} were made")]
    NothingToRollBack {
        /// Asked for.
        asked: usize,
        /// Possible.
        held: usize,
    },
    /// A limit was met.
    #[error("{what} {given} is above the limit of {limit}; the grammar is too ambiguous or large")]
    TooLarge {
        /// What was counted.
        what: &'static str,
        /// How much there is, at least.
        given: usize,
        /// How much is allowed.
        limit: usize,
    },
}
