//! Questions: how they were understood, and what is asked.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How sure the rules are of the answer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// A rule without exceptions worth asking about.
    Sure,
    /// The likeliest of several; see `alternatives`.
    Guess,
    /// A model chose among them.
    Model,
    /// The person said so.
    Person,
}

/// A condition on where to look or which documents are meant. Those on the same
/// thing (two ranges of pages, two kinds) add up; the others hold together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Condition {
    /// On these pages, counted from 1.
    Pages {
        /// First page.
        first: u32,
        /// Last page.
        last: u32,
    },
    /// On these lines, counted from 1.
    Lines {
        /// First line.
        first: u32,
        /// Last line.
        last: u32,
    },
    /// In a section with this number, this title, or both.
    Section {
        /// Its number.
        number: Option<String>,
        /// Words of its title.
        title: Option<String>,
    },
    /// In documents called so, as far as there are some.
    Titled {
        /// Words of the title, or a file name.
        words: String,
    },
    /// In documents of these days, both included; documents without a date are
    /// left out.
    Dated {
        /// `YYYY-MM-DD`; null: however early.
        from: Option<String>,
        /// `YYYY-MM-DD`; null: however late.
        to: Option<String>,
    },
    /// In documents of this kind.
    MediaType {
        /// `pdf`, `docx`, `sheet`, `html`, `mail`, `markdown`, `text`.
        media_type: String,
    },
    /// In documents of which somebody said this.
    Metadata {
        /// What was said something of.
        key: String,
        /// What was said.
        value: String,
    },
}

/// How a question was understood, before it is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ParsedQuestion {
    /// As asked.
    pub question: String,
    /// `english`, `german`, `spanish`.
    pub language: String,
    /// Words that carry meaning.
    pub keywords: Vec<String>,
    /// What stands in quotation marks.
    pub phrases: Vec<String>,
    /// Where to look and which documents are meant. Empty: everywhere.
    pub conditions: Vec<Condition>,
    /// A person set `conditions`, in place of what the question says.
    pub conditions_set: bool,
    /// The conditions that the question's own words say.
    pub conditions_read: Vec<Condition>,
    /// Conditions that leave nothing to read in the documents asked, in words;
    /// of an earlier question not told.
    pub excluded: Vec<String>,
    /// Key of the type registry.
    pub answer_type: String,
    /// How sure that is.
    pub certainty: Certainty,
    /// Other types it could be, likeliest first.
    pub alternatives: Vec<String>,
    /// `single`, `listing`, `table`, ...
    pub answer_shape: String,
    /// Shapes that can be chosen for this type.
    pub shapes: Vec<String>,
    /// Columns asked for, of a table.
    pub columns: Vec<String>,
    /// Labels to choose from, of a classification.
    pub labels: Vec<String>,
    /// What code will compute, in words.
    pub steps: Vec<String>,
    /// What is unclear, as questions to the person.
    pub clarifications: Vec<String>,
}

/// What is asked of which documents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The question.
    pub text: String,
    /// Documents to ask, by id; at least one.
    pub document_ids: Vec<String>,
    /// Key of the type registry; null: read from the question.
    pub answer_type: Option<String>,
    /// Null: the type's own, or what the question says.
    pub answer_shape: Option<String>,
    /// Labels of a classification; empty: those in the question.
    pub labels: Vec<String>,
    /// Model by name; null: the default for answers.
    pub model: Option<String>,
    /// Conditions in place of those that the question says; empty: none. Null:
    /// as the question says.
    pub conditions: Option<Vec<Condition>>,
}

/// What is being done for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Finding passages.
    Retrieve,
    /// Loading the model.
    LoadModel,
    /// The model reads the passages.
    Prefill,
    /// The model weighs candidates.
    Score,
    /// The model writes its draft.
    Decode,
    /// The draft is checked.
    Validate,
    /// The record is written.
    Record,
}

/// How far a question is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Steps done: tokens, for the model's stages.
    pub done: u32,
    /// Steps in all; null where the end is not known.
    pub total: Option<u32>,
    /// New text of the draft: JSON, unchecked. It is to be shown as unchecked.
    pub draft: String,
}
