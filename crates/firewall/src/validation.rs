//! The firewall's result as it is recorded.

use crate::answer::{Answer, Citation};
use crate::finding::{Finding, FindingKind, Warning};
use crate::metrics::GroundingMetrics;
use crate::quality::QualityScore;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize, Serializer};

/// How generation ended, before anything was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GenerationStatus {
    /// There is a text to check.
    Ok,
    /// There is none: the engine failed.
    Failed,
    /// There was no evidence, so none was asked for.
    NoEvidence,
}

/// What the firewall says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ValidationStatus {
    /// There is an answer, and it passed every check; or there is no evidence, and
    /// the exact refusal.
    Passed,
    /// There is no answer.
    Failed,
}

/// One thing to know of an answer: why it is refused, or what a person should
/// look at although it passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "severity", rename_all = "snake_case")]
pub enum Issue {
    /// It is refused for this.
    Error(Finding),
    /// It passed; look at this.
    Warning(Warning),
}

/// The result of checking one draft. Like [`Answer`] it cannot be made by
/// hand: PASSED has an answer, or is the exact refusal where there was no
/// evidence; FAILED has neither.
///
/// Serialised it is the record's form: the answer and its citations stand in
/// it only when PASSED.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Validation {
    request_id: String,
    generation_status: GenerationStatus,
    #[serde(rename = "validation_status")]
    status: ValidationStatus,
    failure_reason: Option<FindingKind>,
    #[serde(serialize_with = "body_alone")]
    validated_answer: Option<Box<Answer>>,
    validated_citations: Vec<Citation>,
    grounding_metrics: GroundingMetrics,
    quality_score: Option<QualityScore>,
    issues: Vec<Issue>,
}

/// Citations, score and warnings of the answer have fields of their own.
#[expect(clippy::ref_option, reason = "the form serde calls it in")]
fn body_alone<S: Serializer>(answer: &Option<Box<Answer>>, out: S) -> Result<S::Ok, S::Error> {
    answer.as_ref().map(|answer| answer.body()).serialize(out)
}

impl Validation {
    /// There is no text to check: generation failed, or there was no evidence.
    pub fn without_answer(request_id: &str, generation_status: GenerationStatus) -> Self {
        Self {
            request_id: request_id.to_owned(),
            generation_status,
            status: ValidationStatus::Failed,
            failure_reason: None,
            validated_answer: None,
            validated_citations: Vec::new(),
            grounding_metrics: GroundingMetrics::default(),
            quality_score: None,
            issues: Vec::new(),
        }
    }

    /// Checks what is said where there was no evidence: the refusal, to the letter.
    pub fn of_refusal(request_id: &str, said: &str, refusal: &str) -> Self {
        let without = Self::without_answer(request_id, GenerationStatus::NoEvidence);
        if said != refusal {
            let finding = Finding::new(FindingKind::InvalidRefusalFormat, "");
            return Self {
                failure_reason: Some(finding.kind),
                issues: vec![Issue::Error(finding)],
                ..without
            };
        }
        Self {
            status: ValidationStatus::Passed,
            grounding_metrics: GroundingMetrics {
                refusal_detected: true,
                ..GroundingMetrics::default()
            },
            ..without
        }
    }

    pub(crate) fn passed(request_id: &str, answer: Answer, metrics: GroundingMetrics) -> Self {
        let warnings = answer.warnings().iter().cloned();
        Self {
            status: ValidationStatus::Passed,
            validated_citations: answer.citations().to_vec(),
            grounding_metrics: metrics,
            quality_score: Some(answer.quality_score()),
            issues: warnings.map(Issue::Warning).collect(),
            validated_answer: Some(Box::new(answer)),
            ..Self::without_answer(request_id, GenerationStatus::Ok)
        }
    }

    pub(crate) fn refused(
        request_id: &str,
        findings: Vec<Finding>,
        metrics: GroundingMetrics,
        quality_score: Option<QualityScore>,
    ) -> Self {
        Self {
            failure_reason: findings.first().map(|finding| finding.kind),
            grounding_metrics: metrics,
            quality_score,
            issues: findings.into_iter().map(Issue::Error).collect(),
            ..Self::without_answer(request_id, GenerationStatus::Ok)
        }
    }

    /// PASSED or FAILED.
    pub fn status(&self) -> ValidationStatus {
        self.status
    }

    /// The first reason of a refusal; none where nothing was checked.
    pub fn failure_reason(&self) -> Option<FindingKind> {
        self.failure_reason
    }

    /// The answer, when PASSED.
    pub fn answer(&self) -> Option<&Answer> {
        self.validated_answer.as_deref()
    }

    /// What was counted.
    pub fn metrics(&self) -> GroundingMetrics {
        self.grounding_metrics
    }

    /// The score; none where the draft had not even the form of an answer.
    pub fn quality_score(&self) -> Option<QualityScore> {
        self.quality_score
    }

    /// Findings, or warnings.
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// Why it is refused; empty when PASSED.
    pub fn findings(&self) -> Vec<Finding> {
        let errors = self.issues.iter().filter_map(|issue| match issue {
            Issue::Error(finding) => Some(finding.clone()),
            Issue::Warning(_) => None,
        });
        errors.collect()
    }

    /// How generation ended.
    pub fn generation_status(&self) -> GenerationStatus {
        self.generation_status
    }

    /// The short form: the answer, or the reasons.
    pub fn into_verdict(self) -> Verdict {
        let findings = self.findings();
        match self.validated_answer {
            Some(answer) => Verdict::Accepted(answer),
            None => Verdict::Refused(findings),
        }
    }
}
