//! One answer of one contestant, as a line of `answers.jsonl`, and the plan that stands
//! before the answers.

use app::PeakMemory;
use app::decide::meaning;
use app::trace::Tokens;
use evidence::policy::ChooseWith;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the files that a comparison writes.
pub const FORMAT: u32 = 1;

/// Who is compared: a model under a policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContestantNote {
    /// What it is called here; no other has the name.
    pub name: String,
    /// Name of the answer model.
    pub model: String,
    /// SHA-256 of the model's file; with an adapter, both hashes and how much of it counts.
    pub model_sha256: String,
    /// Version of the policy.
    pub policy_version: String,
    /// SHA-256 of the policy.
    pub policy_sha256: String,
    /// Who chooses among the values that were found.
    pub choose_with: ChooseWith,
}

/// What is asked of whom: a comparison goes on only where all of this is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ComparisonPlan"))]
pub struct Plan {
    /// [`FORMAT`].
    pub format: u32,
    /// Version of the program.
    pub program: String,
    /// Name of the file of cases, without its folders.
    pub cases_file: String,
    /// SHA-256 of it.
    pub cases_sha256: String,
    /// How many of its cases are asked, in order of their documents.
    pub cases: usize,
    /// Whether the answer types are read from the questions.
    pub guess_types: bool,
    /// Version of the calibration.
    pub calibration_version: String,
    /// SHA-256 of the calibration.
    pub calibration_sha256: String,
    /// Where chance comes from: bootstrap draws, and the order of the blind comparison.
    pub seed: u64,
    /// Who is compared, in the order of the command line.
    pub contestants: Vec<ContestantNote>,
}

/// A passage that an answer cites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "CitedPlace"))]
pub struct Evidence {
    /// The words.
    pub quote: String,
    /// Page of the first line, from 1.
    pub page: u32,
    /// First line, from 1.
    pub line_start: u32,
    /// Last line.
    pub line_end: u32,
}

/// Where the time of an answer went, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AnswerTimes"))]
pub struct Times {
    /// From the question to the record, without loading the answer model.
    pub answer_ms: u64,
    /// Loading the answer model; none where it was loaded before, or not needed.
    pub load_ms: Option<u64>,
    /// Reading the prompt.
    pub prefill_ms: Option<u64>,
    /// Weighing values.
    pub score_ms: Option<u64>,
    /// Writing.
    pub decode_ms: Option<u64>,
    /// False: the first answer of a process, which starts workers on the way. It does not
    /// count in times.
    pub warm: bool,
    /// Each stage came once, so that its tokens and its milliseconds belong together.
    pub single: bool,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "ContestantAnswer"))]
pub struct Answer {
    /// Id of the case.
    pub case: String,
    /// Name of the contestant.
    pub contestant: String,
    /// When it was asked this question: first (1), second, ...
    pub position: usize,
    /// Its record in the audit trail; none where the request could not be used, or the
    /// document not be read.
    pub record_id: Option<String>,
    /// Whether it failed; then nothing was found, and it is not right.
    pub failed: bool,
    /// Whether anything was answered.
    pub found: bool,
    /// Answerable: exactly right; unanswerable: not answered.
    pub right: bool,
    /// With partial credit, 0..=1; none for an unanswerable case.
    pub partial: Option<f64>,
    /// The values, in the spelling of the evaluation set.
    #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
    pub values: Vec<Value>,
    /// The values in words.
    pub words: Vec<String>,
    /// What is cited for them.
    pub evidence: Vec<Evidence>,
    /// How many of the quotes stand in the lines they name.
    pub valid_citations: usize,
    /// Share of the gold evidence that is cited, 0..=1; none where the gold names none.
    pub evidence_cited: Option<f64>,
    /// The type answered with.
    pub answer_type: String,
    /// What was decided, in the word of the record.
    pub decision: String,
    /// Stated probability that what is answered is right, 0..=1.
    pub probability: Option<f64>,
    /// The refusal, or why it failed.
    pub message: Option<String>,
    /// Where the time went.
    pub times: Times,
    /// Where the tokens went.
    pub tokens: Tokens,
    /// The most memory that the contestant's workers had taken by then.
    pub memory: PeakMemory,
    /// What the whole machine used meanwhile, in millionths of a joule; none where it does
    /// not tell.
    pub energy_microjoules: Option<u64>,
}

impl Answer {
    /// What it says, so that two that say the same are equal.
    pub fn said(&self) -> String {
        match (self.failed, self.found) {
            (true, _) => "failed".into(),
            (_, false) => String::new(),
            (_, true) => {
                let values = self.values.iter().cloned().map(contract::Value::from);
                format!("found {}", meaning(&values.collect::<Vec<_>>()))
            }
        }
    }

    /// Whether the answer model weighed values for it.
    pub fn model_weighed(&self) -> bool {
        self.tokens.scored > 0
    }

    /// Whether the answer model chose words of it while they were written.
    pub fn model_wrote(&self) -> bool {
        self.tokens.sampled > 0
    }

    /// Whether the answer model had a part in it.
    pub fn model_took_part(&self) -> bool {
        self.model_weighed() || self.model_wrote()
    }

    /// The answer in words, for people.
    pub fn in_words(&self) -> String {
        if self.found {
            self.words.join("; ")
        } else if self.failed {
            "failed".into()
        } else {
            "no answer".into()
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use serde_json::json;

    /// An answer to a test's case; right where it says `right`.
    pub fn answer(case: &str, contestant: &str, words: Option<&str>, right: bool) -> Answer {
        let values: Vec<Value> = words.into_iter().map(|words| json!(words)).collect();
        Answer {
            case: case.into(),
            contestant: contestant.into(),
            position: 1,
            record_id: Some(format!("record-{case}-{contestant}")),
            failed: false,
            found: words.is_some(),
            right,
            partial: Some(f64::from(u8::from(right))),
            values,
            words: words.into_iter().map(str::to_owned).collect(),
            evidence: Vec::new(),
            valid_citations: 0,
            evidence_cited: None,
            answer_type: "text".into(),
            decision: "SHIP".into(),
            probability: words.map(|_| 0.75),
            message: None,
            times: Times {
                answer_ms: 100,
                warm: true,
                single: true,
                ..Times::default()
            },
            tokens: Tokens::default(),
            memory: PeakMemory::default(),
            energy_microjoules: None,
        }
    }

    #[test]
    fn the_same_in_other_letters_is_the_same_and_a_failure_is_no_refusal() {
        let said = |words: Option<&str>| answer("1", "a", words, false).said();
        assert_eq!(said(Some("The Hague")), said(Some("the hague")));
        assert_ne!(said(Some("The Hague")), said(None));
        let failed = Answer {
            failed: true,
            ..answer("1", "a", None, false)
        };
        assert_ne!(failed.said(), said(None));
    }
}
