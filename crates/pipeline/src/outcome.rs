//! What came of decoding and checking, and what is said beside it.

use crate::decide::Choice;
use crate::error::StageError;
use compute::Computation;
use contract::{AnswerType, Candidate};
use firewall::{Answer, Finding};

/// What decoding and checking gave.
#[derive(Debug)]
pub enum Outcome {
    /// An answer that the firewall accepted.
    Accepted(Box<Answer>),
    /// There was nothing to read.
    NoEvidence,
}

impl Outcome {
    /// Whether something was answered.
    pub fn is_found(&self) -> bool {
        match self {
            Self::Accepted(answer) => answer.body().answer_found,
            Self::NoEvidence => false,
        }
    }
}

/// The best value of a round, chosen or passed over.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Passed {
    /// The passage that it stands in.
    pub anchor: String,
    /// Calibrated probability that it is right, 0..=1.
    pub probability: f64,
}

impl Passed {
    /// Where the best candidate stands, chosen or not, and how probably it is right.
    pub(crate) fn best_of(candidates: &[Candidate], choice: &Choice) -> Option<Self> {
        let candidate = candidates.get(choice.best?)?;
        let span = candidate.items.iter().flat_map(|item| &item.spans).next()?;
        Some(Passed {
            anchor: span.anchor.clone(),
            probability: choice.probability,
        })
    }
}

/// Flags in plain words that came up on the way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doubts {
    /// Each told once.
    pub remarks: Vec<String>,
    /// A person should look: the place that the question names was left, or what was asked
    /// for could not be computed.
    pub doubted: bool,
}

impl Doubts {
    /// A remark that something else is read or answered than the question says.
    pub(crate) fn doubt(&mut self, remark: String) {
        self.remark(remark);
        self.doubted = true;
    }

    /// A flag in plain words, told once.
    pub(crate) fn remark(&mut self, remark: String) {
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// These, and others.
    pub(crate) fn add(&mut self, others: Doubts) {
        for remark in others.remarks {
            self.remark(remark);
        }
        self.doubted |= others.doubted;
    }
}

/// What came of one set of passages.
pub(crate) struct Answered {
    pub outcome: Outcome,
    /// Calibrated probability that the best candidate is right, 0..=1; none where no
    /// candidates were weighed.
    pub probability: Option<f64>,
    /// The best candidate of the last attempt; none where none were weighed.
    pub best: Option<Passed>,
    /// The type answered with, where it is not the one asked for.
    pub as_type: Option<AnswerType>,
    /// What was computed.
    pub computation: Option<Computation>,
    /// What is said beside it.
    pub doubts: Doubts,
    /// A draft was refused on the way.
    pub has_refusals: bool,
}

impl From<Outcome> for Answered {
    fn from(outcome: Outcome) -> Self {
        Answered {
            outcome,
            probability: None,
            best: None,
            as_type: None,
            computation: None,
            doubts: Doubts::default(),
            has_refusals: false,
        }
    }
}

/// No draft passed: the findings of the last.
pub(crate) fn refused(findings: &[Finding]) -> StageError {
    StageError::Refused {
        findings: findings.iter().map(|finding| finding.kind).collect(),
    }
}
