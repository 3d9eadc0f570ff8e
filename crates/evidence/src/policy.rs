//! The policy: every number that decides what is shown and what is done with
//! an answer, in one frozen, versioned TOML file whose hash is in every record.

use crate::bundle::Retriever;
use serde::{Deserialize, Serialize};

/// The policy of one run. Unknown keys in the file are an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Name of this version; stands in every record.
    pub version: String,
    /// How passages are looked for; without an embedding model, by words.
    pub retriever: Retriever,
    /// Rows under this similarity (0..=1) are not shown. For each retriever its
    /// own: the numbers do not compare.
    pub min_top_similarity: Gates,
    /// At most this many chunks are shown.
    pub max_chunks: u32,
    /// At most this many of one document.
    pub max_chunks_per_document: u32,
    /// Two chunks sharing more than this ratio (0..=1) of their words are
    /// near duplicates.
    pub overlap_ratio_threshold: f64,
    /// Evidence never exceeds this many tokens.
    pub max_evidence_tokens: u32,
    /// One chunk takes at most this share (0..=1) of the evidence tokens,
    /// when there is more than one.
    pub max_chunk_token_ratio: f64,
    /// Prompt and evidence together.
    pub max_total_prompt_tokens: u32,
    /// Kept free for the answer.
    pub reserved_output_tokens: u32,
    /// Longest span of a citation, in lines.
    pub max_span_lines: u32,
    /// Longest question, in tokens.
    pub max_question_tokens: u32,
    /// At most this many candidates are scored.
    pub max_candidates: u32,
    /// At most this many items in a listing the model builds itself.
    pub max_items: u32,
    /// Under this confidence (0..=1) an answer goes to review.
    pub review_confidence: f64,
    /// Under this quality score (0..=1) the firewall fails an answer.
    pub min_quality_score: f64,
    /// Attempts in all.
    pub max_attempts: u32,
    /// Deepest tree, the root counted.
    pub max_tree_depth: u32,
    /// Rounds in all: the first, and those that ask again with other or more
    /// passages.
    pub max_rounds: u32,
    /// What is done about identifiers, numbers and names in prose that stand
    /// in no evidence.
    pub suspicious_new_ids: Suspicion,
    /// Who says what type a question asks for, where the rules only guess.
    pub unsure_types: UnsureTypes,
    /// Who says which candidate is the answer.
    pub choose_with: ChooseWith,
    /// The reader, by its name among the models; none: the one that ships. Left out of the hash
    /// where it is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reader: Option<String>,
    /// Where the reader chooses alone, the evidence is what it reads, and never
    /// exceeds this many tokens, estimated.
    pub max_read_tokens: u32,
    /// At most this many of them are read.
    pub max_read_chunks: u32,
    /// Tokens of passages of a long document that a model is shown where it weighs candidates for one value: those that
    /// the likeliest candidates stand in by the reader. None: all that was found; left out of the hash then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_weighed_tokens: Option<u32>,
    /// What the model says of an answer that it writes itself.
    pub remarks: Remarks,
    /// What the model has read when it weighs a candidate.
    pub weigh_after: WeighAfter,
    /// Layout of the answer model's weights.
    #[serde(default)]
    pub weights: Weights,
    /// How the answer model decodes. Left out of the hash where it is the way that ships.
    #[serde(default, skip_serializing_if = "Decoding::is_fast")]
    pub decoding: Decoding,
    /// Answer shapes of which a part may look like the whole: what stands
    /// behind the last line shown is looked at, and asked for when the answer
    /// goes on there.
    pub overlap_shapes: Vec<String>,
    /// Knowledge types that may be shown.
    pub allowed_knowledge_types: Vec<String>,
}

/// Who says which candidate is the answer. Without a reader's file it is the
/// model, and the record says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ChooseWith {
    /// The reader; the model is asked only where something must be written.
    Reader,
    /// The model's probabilities.
    Model,
    /// Both together.
    Both,
}

/// What a candidate is weighed after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeighAfter {
    /// Words that lead to the answer: value first.
    Lead,
    /// The words of the document around the candidate, then the lead: evidence
    /// first.
    Quote,
}

/// Layout of the answer model's weights.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Weights {
    /// The one that is read fastest, where the catalogue knows one for the model.
    #[default]
    #[serde(rename = "fast")]
    Fast,
    /// That of the file.
    #[serde(rename = "as is")]
    AsIs,
}

/// How the answer model decodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decoding {
    /// With every lever that leaves the text as it is (docs/engine.md).
    #[default]
    Fast,
    /// Without any: nothing is kept of a prompt, every token of an answer is masked and read
    /// by itself, and candidates are weighed one after the other. To check the levers by.
    Plain,
}

impl Decoding {
    /// Whether it is the way that ships.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
    fn is_fast(&self) -> bool {
        *self == Self::Fast
    }
}

/// Who decides between the types that a question may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnsureTypes {
    /// The rules take the likeliest.
    Rules,
    /// The model chooses among those that the rules name.
    Model,
    /// The question is answered with each of those that the rules name, and the likeliest answer
    /// counts.
    Evidence,
}

/// What the model says of an answer that it writes itself. What code decides is rated by code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remarks {
    /// Ratings and flags alone: small models write noise where they may write freely.
    Ratings,
    /// Also caveats, words to look for, and a question back, in its own words, within the
    /// lengths that the grammar allows.
    Words,
}

/// What is done about something odd that is not wrong for certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suspicion {
    /// A person is told.
    Flag,
    /// The answer is refused.
    Fail,
}

/// Least similarity for each way of retrieval, 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gates {
    /// Share of what a question's words could reach.
    pub lexical: f64,
    /// `(1 + cosine) / 2`.
    pub embedding: f64,
    /// Mean of the two.
    pub hybrid: f64,
}

impl Gates {
    /// The gate of a retriever.
    pub fn of(&self, retriever: Retriever) -> f64 {
        match retriever {
            Retriever::Lexical => self.lexical,
            Retriever::Embedding => self.embedding,
            Retriever::Hybrid => self.hybrid,
        }
    }
}

/// The shapes of answers, by the names that contracts give them.
const SHAPES: [&str; 5] = ["single", "listing", "table", "tree", "nested_json"];

/// The policy that is shipped, as text.
pub const DEFAULT_POLICY: &str = include_str!("../policy/default.toml");

/// Why a policy file was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PolicyError {
    /// Not TOML, an unknown or missing key, or a value of the wrong type.
    #[error("policy{}: {message}", line_suffix(*.line))]
    Syntax {
        /// 1-based line of the file, where it is known.
        line: Option<u32>,
        /// What is wrong, in one line.
        message: String,
    },
    /// A value outside its range.
    #[error("policy, key {key}: {given} is outside {range}")]
    Range {
        /// The key.
        key: &'static str,
        /// The value in the file.
        given: f64,
        /// What it may be, for people.
        range: &'static str,
    },
    /// A name that is none of those there are.
    #[error("policy, key {key}: there is no {given}, only {known}")]
    Unknown {
        /// The key.
        key: &'static str,
        /// The name in the file.
        given: String,
        /// The names there are, for people.
        known: String,
    },
    /// A key that needs a value has an empty one.
    #[error("policy, key {key}: it may not be empty")]
    Empty {
        /// The key.
        key: &'static str,
    },
}

impl PolicyError {
    /// What the user can do about it.
    pub fn help(&self) -> &'static str {
        "correct the policy file, or leave it out to use the one that is shipped"
    }
}

fn line_suffix(line: Option<u32>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}

/// Most of any count: far above use, and low enough that sums cannot overflow.
const MAX_COUNT: u32 = 1_000_000;

/// Estimated tokens of the documents that are read whole for every value of a type:
/// some 40 pages. The grammar of an answer holds every line that was read.
const MAX_EVERY_TOKENS: u32 = 24_000;

impl Default for Policy {
    fn default() -> Self {
        Self::read(DEFAULT_POLICY).expect("the shipped policy is valid; a test reads it")
    }
}

impl Policy {
    /// Reads and checks a policy file.
    ///
    /// # Errors
    ///
    /// Bad TOML, unknown or missing keys (with their line) and values out of
    /// range (with their key).
    pub fn read(text: &str) -> Result<Self, PolicyError> {
        let policy: Self = toml::from_str(text).map_err(|error| PolicyError::Syntax {
            line: error.span().map(|span| {
                text.bytes()
                    .take(span.start)
                    .filter(|byte| *byte == b'\n')
                    .count() as u32
                    + 1
            }),
            message: error
                .message()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        })?;
        policy.check()?;
        Ok(policy)
    }

    /// The policy as a file, which [`Policy::read`] reads again; without comments.
    pub fn print(&self) -> String {
        // Plain data with text keys always serialises.
        toml::to_string(self).unwrap_or_default()
    }

    /// Lower-case hexadecimal SHA-256 of the canonical form: the values as
    /// compact JSON, in the order of the fields. Comments, spacing and the
    /// order of keys in the file do not count.
    pub fn sha256(&self) -> String {
        // Plain data with text keys always serialises.
        let canonical = serde_json::to_vec(self).unwrap_or_default();
        crate::reader::document_id(&canonical)
    }

    /// The policy under which passages are selected that the reader reads: its
    /// budgets in place of the answer model's.
    #[must_use]
    pub fn for_reader(&self) -> Self {
        Self {
            max_evidence_tokens: self.max_read_tokens,
            // What is read is no prompt.
            max_total_prompt_tokens: self.max_read_tokens,
            max_chunks: self.max_read_chunks,
            max_chunks_per_document: self.max_read_chunks,
            ..self.clone()
        }
    }

    /// The policy under which documents are read whole for every value of a type: by
    /// code, in which a token costs next to nothing.
    #[must_use]
    pub fn for_every(&self) -> Self {
        Self {
            max_evidence_tokens: MAX_EVERY_TOKENS,
            max_total_prompt_tokens: MAX_EVERY_TOKENS,
            max_chunks: MAX_COUNT,
            max_chunks_per_document: MAX_COUNT,
            // Passages that say nearly the same state values of their own.
            overlap_ratio_threshold: 1.0,
            ..self.clone()
        }
    }

    /// The policy with room for more passages of so many tokens together, as far as for every value
    /// of a type, where a list goes on behind what was shown.
    #[must_use]
    pub fn with_room_for(&self, passages: u32, tokens: u32) -> Self {
        let more = |budget: u32| {
            budget
                .saturating_add(tokens)
                .min(MAX_EVERY_TOKENS.max(budget))
        };
        let count = |most: u32| most.saturating_add(passages).min(MAX_COUNT);
        Self {
            max_evidence_tokens: more(self.max_evidence_tokens),
            max_total_prompt_tokens: more(self.max_total_prompt_tokens),
            max_chunks: count(self.max_chunks),
            max_chunks_per_document: count(self.max_chunks_per_document),
            // Items that are nearly the same are items of their own.
            overlap_ratio_threshold: 1.0,
            ..self.clone()
        }
    }

    /// Whether answers of this shape, as it is written in JSON, may look whole
    /// and go on behind what was shown.
    pub fn looks_behind(&self, shape: &serde_json::Value) -> bool {
        self.overlap_shapes
            .iter()
            .any(|one| shape.as_str() == Some(one))
    }

    fn check(&self) -> Result<(), PolicyError> {
        let mut shapes = self.overlap_shapes.iter();
        if let Some(given) = shapes.find(|one| !SHAPES.contains(&one.as_str())) {
            return Err(PolicyError::Unknown {
                key: "overlap_shapes",
                given: given.clone(),
                known: SHAPES.join(", "),
            });
        }
        if self.version.trim().is_empty() {
            return Err(PolicyError::Empty { key: "version" });
        }
        if let Some(reader) = &self.reader
            && reader.trim().is_empty()
        {
            return Err(PolicyError::Empty { key: "reader" });
        }
        if self.allowed_knowledge_types.is_empty() {
            return Err(PolicyError::Empty {
                key: "allowed_knowledge_types",
            });
        }
        let ratios = [
            (
                "min_top_similarity.lexical",
                self.min_top_similarity.lexical,
            ),
            (
                "min_top_similarity.embedding",
                self.min_top_similarity.embedding,
            ),
            ("min_top_similarity.hybrid", self.min_top_similarity.hybrid),
            ("overlap_ratio_threshold", self.overlap_ratio_threshold),
            ("max_chunk_token_ratio", self.max_chunk_token_ratio),
            ("review_confidence", self.review_confidence),
            ("min_quality_score", self.min_quality_score),
        ];
        for (key, given) in ratios {
            if !(0.0..=1.0).contains(&given) {
                return Err(PolicyError::Range {
                    key,
                    given,
                    range: "0..=1",
                });
            }
        }
        if self.max_chunk_token_ratio <= 0.0 {
            let given = self.max_chunk_token_ratio;
            return Err(PolicyError::Range {
                key: "max_chunk_token_ratio",
                given,
                range: "above 0, at most 1",
            });
        }
        let counts = [
            ("max_chunks", self.max_chunks),
            ("max_chunks_per_document", self.max_chunks_per_document),
            ("max_evidence_tokens", self.max_evidence_tokens),
            ("max_read_tokens", self.max_read_tokens),
            ("max_read_chunks", self.max_read_chunks),
            ("max_weighed_tokens", self.max_weighed_tokens.unwrap_or(1)),
            ("max_total_prompt_tokens", self.max_total_prompt_tokens),
            ("reserved_output_tokens", self.reserved_output_tokens),
            ("max_span_lines", self.max_span_lines),
            ("max_question_tokens", self.max_question_tokens),
            ("max_candidates", self.max_candidates),
            ("max_items", self.max_items),
            ("max_attempts", self.max_attempts),
            ("max_rounds", self.max_rounds),
            ("max_tree_depth", self.max_tree_depth),
        ];
        for (key, given) in counts {
            if !(1..=MAX_COUNT).contains(&given) {
                return Err(PolicyError::Range {
                    key,
                    given: f64::from(given),
                    range: "1..=1000000",
                });
            }
        }
        if self.max_evidence_tokens > self.max_total_prompt_tokens {
            let given = f64::from(self.max_evidence_tokens);
            return Err(PolicyError::Range {
                key: "max_evidence_tokens",
                given,
                range: "1..=max_total_prompt_tokens",
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
