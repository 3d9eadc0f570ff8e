//! What came of decoding and checking.

use crate::error::AppError;
use firewall::{Answer, Finding};

/// What decoding and checking gave.
pub(crate) enum Outcome {
    Accepted(Box<Answer>),
    NoEvidence,
}

/// No draft passed: the findings of the last.
pub(crate) fn refused(findings: &[Finding]) -> AppError {
    AppError::Refused {
        findings: findings.iter().map(|finding| finding.kind).collect(),
    }
}
