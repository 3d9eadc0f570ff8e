//! What the firewall says, in short: an answer, or why there is none.

use crate::answer::Answer;
use crate::finding::Finding;

/// What the firewall says of a draft.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Every check passed.
    Accepted(Box<Answer>),
    /// At least one did not; never empty.
    Refused(Vec<Finding>),
}
