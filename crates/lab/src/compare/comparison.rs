//! What came of a comparison, as `comparison.json` holds it: the data that the report and a
//! view show. docs/compare.md says what each field means.

use super::answer::{Answer, ContestantNote, Plan};
use crate::statistics::proportion::{Interval, Proportion};
use crate::statistics::reliability::ReliabilityBin;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A figure that is no share, with its bootstrap interval at 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Estimate {
    /// Over how many answers.
    pub of: usize,
    /// The figure; none over nothing.
    pub value: Option<f64>,
    /// Its interval, documents drawn whole; none with fewer than two documents, and where the
    /// cases do not differ.
    pub interval: Option<Interval>,
}

/// The questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ComparedQuestions"))]
pub struct Questions {
    /// How many.
    pub cases: usize,
    /// Those that their document answers.
    pub answerable: usize,
    /// Those it does not.
    pub unanswerable: usize,
    /// Documents they are about.
    pub documents: usize,
    /// By answer type.
    pub by_type: BTreeMap<String, usize>,
}

/// Whether stated probabilities are right, over the answers given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reliability {
    /// Answers given with a probability.
    pub answers: usize,
    /// Ten bins, those without an answer left out.
    pub bins: Vec<ReliabilityBin>,
    /// Expected calibration error, 0..=1.
    pub expected_calibration_error: Option<f64>,
    /// Brier score, 0..=1; lower is better.
    pub brier: Option<f64>,
}

/// How many answers the answer model had a part in.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModelPart {
    /// It weighed values or wrote words.
    pub any: Proportion,
    /// It weighed values that were found.
    pub weighed: Proportion,
    /// It chose words of the answer.
    pub wrote: Proportion,
}

/// Tokens through seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TokenSpeed {
    /// Answers whose stages came once each, and that are counted here.
    pub answers: usize,
    /// Tokens of prompts read in a second, those kept from before left out.
    pub read_per_second: Option<f64>,
    /// Tokens of values weighed in a second.
    pub weighed_per_second: Option<f64>,
    /// Tokens written in a second, forced ones included.
    pub written_per_second: Option<f64>,
}

/// What answers cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AnswerCost"))]
pub struct Cost {
    /// Median seconds of an answer, without loading the model.
    pub median_seconds: Estimate,
    /// Of ten answers nine took at most so many seconds.
    pub p90_seconds: Estimate,
    /// Seconds of all answers.
    pub total_seconds: f64,
    /// How often the model was loaded.
    pub loads: usize,
    /// Median seconds of that.
    pub median_load_seconds: Option<f64>,
    /// Tokens through seconds.
    pub tokens_per_second: TokenSpeed,
    /// Most bytes that the answer model's worker held at once; none where it never ran, or
    /// the machine does not say.
    pub peak_model_bytes: Option<u64>,
    /// Most bytes that the reader's worker held at once.
    pub peak_reader_bytes: Option<u64>,
    /// Joules that the whole machine used for an answer, mean; none: unknown, the machine does
    /// not tell.
    pub joules_per_answer: Option<f64>,
}

/// What is known of one contestant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContestantSummary {
    /// Who it is.
    #[serde(flatten)]
    pub contestant: ContestantNote,
    /// Right of all: answered exactly, or rightly refused.
    pub right: Proportion,
    /// Exactly right of the answerable.
    pub exact: Proportion,
    /// Mean score of the answerable with partial credit, 0..=1.
    pub partial: Estimate,
    /// Right, of those that were answered and can be.
    pub exact_when_answered: Proportion,
    /// Answerable and not answered.
    pub missed: Proportion,
    /// Unanswerable and answered all the same; lower is better.
    pub false_answers: Proportion,
    /// Requests that failed.
    pub failed: Proportion,
    /// Exactly right of the answerable, by answer type.
    pub exact_by_type: BTreeMap<String, Proportion>,
    /// Rightly refused of the unanswerable, by answer type.
    pub refused_by_type: BTreeMap<String, Proportion>,
    /// Quotes that stand in the lines they name.
    pub valid_citations: Proportion,
    /// Answers given without any such quote.
    pub without_citation: Proportion,
    /// Mean share of the gold evidence that is cited, over cases that name some, 0..=1.
    pub evidence_cited: Estimate,
    /// Stated probabilities against what was right.
    pub reliability: Reliability,
    /// The answer model's part.
    pub model_part: ModelPart,
    /// Time, memory, energy.
    pub cost: Cost,
}

/// Two contestants over the same questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ComparedPair"))]
pub struct Pair {
    /// Name of the first.
    pub first: String,
    /// Name of the second.
    pub second: String,
    /// Questions.
    pub cases: usize,
    /// Questions on which both say the same.
    pub same_answer: usize,
    /// Both right.
    pub both_right: usize,
    /// Only the first.
    pub only_first: usize,
    /// Only the second.
    pub only_second: usize,
    /// Neither.
    pub neither: usize,
    /// Share right of the first less that of the second, -1..=1, with its interval.
    pub difference: Estimate,
    /// p-value of McNemar's exact test, two-sided.
    pub p_value: f64,
    /// The same after Holm's correction over all pairs.
    pub p_value_corrected: f64,
    /// Whether the corrected p-value is at most 0.05.
    pub is_significant: bool,
    /// What that means, in words.
    pub verdict: String,
}

/// A question on which contestants say different things.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "Disagreement"))]
pub struct Difference {
    /// Id of the case.
    pub case: String,
    /// Its document, as the case names it.
    pub document: String,
    /// Where the case is from.
    pub source: String,
    /// The question.
    pub question: String,
    /// The type it asks for.
    pub answer_type: String,
    /// Whether the document answers it.
    pub answerable: bool,
    /// What is right, in words: alternatives of a single value, all items of a list.
    pub gold: Vec<String>,
    /// The quotes on which it stands.
    pub gold_evidence: Vec<String>,
    /// Whether one of the contestants is right and another is not.
    pub is_decisive: bool,
    /// What each says, in the order of the contestants.
    pub answers: Vec<Answer>,
}

/// A comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Comparison {
    /// What was asked of whom.
    pub plan: Plan,
    /// When the report was made: RFC 3339, UTC.
    pub made_at: String,
    /// What is compared, in words.
    pub remarks: Vec<String>,
    /// The questions.
    pub questions: Questions,
    /// Each contestant, in the order of the plan.
    pub contestants: Vec<ContestantSummary>,
    /// Each pair of them.
    pub pairs: Vec<Pair>,
    /// Where they differ.
    pub differences: Vec<Difference>,
}
