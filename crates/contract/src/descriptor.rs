//! What a built-in answer type is, as plain data: one [`Descriptor`] a type.
//!
//! Whoever has to know something of a type asks its descriptor, by its name
//! ([`Descriptor::of`]); nobody keeps a list of type names of their own. What is left
//! beside it is code that has to be a function: a recogniser (`recognizer`), a check
//! (`firewall`), and the rules by which a question's words name a type (`question`).
//!
//! ```
//! use contract::descriptor::{Descriptor, Finding, Kind};
//!
//! let iban = Descriptor::of("iban");
//! assert_eq!((iban.finding, iban.kind), (Finding::SureForm, Kind::Code));
//! // What this version does not ship is a person's own JSON Schema.
//! assert_eq!(Descriptor::of("my_clause").finding, Finding::Fields);
//! ```

use crate::shape::{AnswerShape, ExtractionMethod};
use serde_json::Value;

/// One built-in answer type.
#[derive(Debug, Clone, Copy)]
pub struct Descriptor {
    /// The `answer_type` key: lower case, words joined by `_`.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// For people: what it holds.
    pub description: &'static str,
    /// How its values are arranged where nothing else is asked for.
    pub shape: AnswerShape,
    /// JSON Schema (2020-12) of one value, without what comes with a question
    /// ([`Descriptor::given`]).
    pub value_schema: fn() -> Value,
    /// What comes with a question and narrows the schema.
    pub given: Given,
    /// How values are found in the evidence.
    pub finding: Finding,
    /// The name by which the reader is asked for it, one of those it was trained with.
    /// None: it is not the reader that chooses, and where it reads all the same, it is
    /// asked for text.
    pub asked: Option<&'static str>,
    /// Which types it is calibrated with.
    pub kind: Kind,
    /// What code computes with its values as; none where it does not.
    pub quantity: Option<Quantity>,
    /// Whether two values that differ, said of the same thing, contradict each other.
    pub contradicts: bool,
    /// What is asked for where several are.
    pub several: Several,
    /// What of a value fills a field for a text in a person's schema; none where no field
    /// asks for such values.
    pub fills: Option<Fills>,
    /// The `format` of JSON Schema whose strings its values fill.
    pub format: Option<&'static str>,
    /// Whether a value is words that nothing but the evidence binds, so that an inferred
    /// one is searched for words that do not stand there.
    pub is_free_text: bool,
    /// When two values say the same, for those who measure.
    pub comparison: Comparison,
    /// How a value is written for people.
    pub display: Display,
    /// How a value is written for the scorer of an evaluation.
    pub scored: Scored,
}

/// What narrows the schema of a type with each question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// Nothing: the schema is fixed.
    Nothing,
    /// Labels, one of which is the value.
    Labels,
    /// The depth that a policy allows.
    Depth,
    /// A JSON Schema.
    Schema,
}

/// How the values of a type are found in the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// By a recogniser of a form that none overlooks: a passage without such a value
    /// cannot answer.
    SureForm,
    /// By a recogniser.
    Form,
    /// As runs of words that the reader marks, at most so many words (punctuation marks
    /// count; none: as many as the reader reads). Without a reader by a recogniser.
    Runs {
        /// Longest run, in words.
        longest: Option<usize>,
    },
    /// Yes or no, by what a passage says.
    Judgement,
    /// One of the labels given with the question, by the terms that speak for it.
    Labels,
    /// One of the support categories ([`crate::category`]).
    Categories,
    /// Whether a claim stands on the passages ([`crate::verification`]).
    Claim,
    /// As sentences of the evidence, of which prose is composed ([`crate::compose`]).
    Sentences(Prose),
    /// Field by field of a person's schema ([`crate::form`]).
    Fields,
}

/// Which of the contracts in prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prose {
    /// [`crate::cited`].
    CitedText,
    /// [`crate::structured`].
    StructuredAnswer,
    /// [`crate::support`].
    SupportReply,
}

/// Types that are alike where little is known of one: those of a kind share what was
/// fitted on cases with known answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Free words.
    Text,
    /// Amounts, numbers, percentages.
    Figure,
    /// Names of people and bodies.
    Name,
    /// Dates and periods between two.
    Date,
    /// Yes and no.
    Boolean,
    /// What its form alone makes sure: IBANs, addresses of mail and web, telephone numbers.
    Code,
    /// Lists and tables.
    Several,
    /// Everything else.
    Other,
}

/// What code computes with a value as. Each belongs to one type
/// ([`Quantity::answer_type`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// A sum of money.
    Money,
    /// A figure.
    Figure,
    /// A share in percent.
    Share,
    /// A date.
    Date,
    /// A length of time.
    Time,
}

/// What is asked for where several values of a type are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Several {
    /// Values of the type.
    Values,
    /// A list of texts.
    Texts,
    /// A list of texts; each could be a name of a person or body.
    Names,
    /// The type itself holds several.
    Itself,
}

/// What of a value fills a field for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fills {
    /// The words it was read from.
    Words,
    /// The value, which is a string in a normal form.
    Value,
}

/// When two values say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Same words, whatever case and punctuation.
    Words,
    /// Same JSON.
    Json,
    /// Same figure, with its scale word multiplied in.
    Figure,
    /// Same figure, and same currency where one is wanted.
    Money,
    /// Same `iso`.
    Iso,
    /// Same words in each of these parts that is wanted.
    Parts(&'static [&'static str]),
    /// Same cells in the same number of rows.
    Rows,
    /// Mostly the same items.
    Items,
}

/// How a value is written for people in one string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// A string as it is, everything else as JSON.
    Plain,
    /// `Yes` or `No`.
    YesOrNo,
    /// Currency, figure with none or two decimals, unit.
    Money,
    /// `12.5 %`.
    Percent,
    /// `2024-03-01 (1 March 2024)`.
    Date,
    /// `2024-03-01 to 2024-12-31 (March to the end of the year)`, `from 2024-03-01`, `until 2024`.
    Period,
    /// `2 years 6 months (thirty months)`.
    Duration,
    /// The parts of a number, an address or a name in the order of its struct, where they are not
    /// null.
    Parts {
        /// What stands between two of them.
        between: &'static str,
    },
    /// The member of this name, a text.
    Member(&'static str),
    /// Columns under each other.
    Table,
}

/// How a value is written for the scorer of an evaluation, whose spelling is older than
/// the types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scored {
    /// As it is.
    Value,
    /// These parts in one string.
    Words(&'static [&'static str]),
    /// A table, whose headers it calls columns.
    Columns,
}

/// Longest run of words that is taken for an answer where a type says nothing else.
pub const LONGEST_RUN: usize = 30;

impl Descriptor {
    /// A value of a person's own JSON Schema: what every type starts from.
    pub const OWN: Descriptor = Descriptor {
        name: "",
        title: "",
        description: "",
        shape: AnswerShape::NestedJson,
        value_schema: || Value::Bool(true),
        given: Given::Nothing,
        finding: Finding::Fields,
        asked: None,
        kind: Kind::Other,
        quantity: None,
        contradicts: false,
        several: Several::Texts,
        fills: None,
        format: None,
        is_free_text: false,
        comparison: Comparison::Words,
        display: Display::Plain,
        scored: Scored::Value,
    };

    /// Longest run of words that is taken for a value; none: as long as the reader reads.
    pub const fn longest_run(&self) -> Option<usize> {
        match self.finding {
            Finding::Runs { longest } => longest,
            _ => Some(LONGEST_RUN),
        }
    }

    /// The contract in prose that it is, if it is one.
    pub const fn prose(&self) -> Option<Prose> {
        match self.finding {
            Finding::Sentences(prose) => Some(prose),
            _ => None,
        }
    }

    /// Whether a value is a single one that a recogniser finds by its form.
    pub fn is_found_by_form(&self) -> bool {
        self.shape == AnswerShape::Single
            && matches!(self.finding, Finding::SureForm | Finding::Form)
    }

    /// How values come about that were found in the evidence: a judgement on it is
    /// inferred.
    pub const fn method(&self) -> ExtractionMethod {
        match self.finding {
            Finding::Judgement
            | Finding::Labels
            | Finding::Categories
            | Finding::Claim
            | Finding::Fields => ExtractionMethod::Inferred,
            Finding::SureForm | Finding::Form | Finding::Runs { .. } | Finding::Sentences(_) => {
                ExtractionMethod::Verbatim
            }
        }
    }
}

impl Quantity {
    /// Whether it is a bare figure with what it counts: comparable over years.
    pub const fn is_figure(self) -> bool {
        matches!(self, Quantity::Money | Quantity::Figure | Quantity::Share)
    }

    /// Whether several add up to one.
    pub const fn adds_up(self) -> bool {
        matches!(self, Quantity::Money | Quantity::Figure | Quantity::Time)
    }
}
