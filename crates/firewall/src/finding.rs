//! What the firewall found, in a closed vocabulary and without a word of the
//! document.

use serde::{Deserialize, Serialize};

/// Why an answer is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FindingKind {
    /// Not the fields of an answer, or a value its contract does not allow.
    SchemaViolation,
    /// The contract's own schema cannot be compiled.
    UnusableSchema,
    /// The flags contradict each other, the items or the shape.
    InconsistentFlags,
    /// There is no evidence, but an answer.
    AnswerWithoutEvidence,
    /// An item cites nothing.
    MissingCitation,
    /// An anchor that was not offered.
    InvalidCitationReference,
    /// Lines that are not in the cited chunk.
    LinesOutsideEvidence,
    /// The last line stands before the first.
    ReversedSpan,
    /// More lines than the policy allows in one span.
    SpanTooLong,
    /// No span of the item has a quote.
    MissingQuote,
    /// The quote is no run of words of the cited lines.
    QuoteNotInLines,
    /// The value does not follow from the item's quotes.
    ValueNotInQuotes,
    /// A figure that stands nowhere in the evidence.
    NumberNotInEvidence,
    /// A computed value whose spans quote no figures.
    MissingInputs,
    /// Not a day of the calendar.
    InvalidDate,
    /// A period that runs backwards, or has no end at all.
    InvalidPeriod,
    /// Not an ISO 8601 duration.
    InvalidDuration,
    /// Not the form of an e-mail address.
    InvalidEmail,
    /// Not the form of a telephone number.
    InvalidPhone,
    /// Not the form of a web address.
    InvalidUrl,
    /// A structured value of which every part is empty.
    EmptyValue,
    /// A tree too deep, or with a label without words.
    InvalidTree,
    /// Not the layout of an IBAN, or wrong check digits that the document
    /// does not have.
    InvalidIban,
    /// Not a code of ISO 4217, or a currency the evidence does not name.
    InvalidCurrency,
    /// A row that is not as wide as the headers.
    RowWidth,
    /// A label that was not offered.
    UnknownLabel,
    /// The text is no JSON, or more than one value.
    MalformedJson,
    /// A key stands twice in one object, so that the text has two readings.
    RepeatedKey,
    /// Zero-width, direction or control characters: what a person sees is not
    /// what a program reads.
    HiddenCharacters,
    /// An anchor that is not exactly `[C<number>]`.
    MalformedAnchor,
    /// A sentence that says something and ends without an anchor.
    UncitedFactualStatement,
    /// A refusal in other words than the refusal's own.
    InvalidRefusalFormat,
    /// Citations that do not agree with the text, the spans or the evidence;
    /// one twice, or one that nothing uses.
    CitationMismatch,
    /// Identifiers, numbers or names that stand in no evidence, under a
    /// policy that refuses them.
    SuspiciousNewIds,
    /// A person has to look, and the answer says the contrary.
    ReviewNotAsked,
    /// The quality score is under the policy's threshold.
    QualityTooLow,
}

impl FindingKind {
    /// Every kind, in the order of their definition.
    pub const ALL: [FindingKind; 36] = [
        Self::SchemaViolation,
        Self::UnusableSchema,
        Self::InconsistentFlags,
        Self::AnswerWithoutEvidence,
        Self::MissingCitation,
        Self::InvalidCitationReference,
        Self::LinesOutsideEvidence,
        Self::ReversedSpan,
        Self::SpanTooLong,
        Self::MissingQuote,
        Self::QuoteNotInLines,
        Self::ValueNotInQuotes,
        Self::NumberNotInEvidence,
        Self::MissingInputs,
        Self::InvalidDate,
        Self::InvalidPeriod,
        Self::InvalidDuration,
        Self::InvalidEmail,
        Self::InvalidPhone,
        Self::InvalidUrl,
        Self::EmptyValue,
        Self::InvalidTree,
        Self::InvalidIban,
        Self::InvalidCurrency,
        Self::RowWidth,
        Self::UnknownLabel,
        Self::MalformedJson,
        Self::RepeatedKey,
        Self::HiddenCharacters,
        Self::MalformedAnchor,
        Self::UncitedFactualStatement,
        Self::InvalidRefusalFormat,
        Self::CitationMismatch,
        Self::SuspiciousNewIds,
        Self::ReviewNotAsked,
        Self::QualityTooLow,
    ];

    /// The name in records and in `failure_reason`: `QUOTE_NOT_IN_LINES`.
    pub fn name(self) -> String {
        let name = serde_json::to_value(self).unwrap_or_default();
        name.as_str().unwrap_or_default().to_owned()
    }

    /// What to do about it, for the person who reads the trace and for the
    /// fixed follow-up block of a retry.
    pub fn help(self) -> &'static str {
        match self {
            Self::SchemaViolation => "give exactly the fields and types of the contract",
            Self::UnusableSchema => "correct the JSON Schema of the answer type",
            Self::InconsistentFlags => {
                "make answer_found, items, extraction_method and the other flags agree"
            }
            Self::AnswerWithoutEvidence => {
                "without evidence only the not-found answer may be given"
            }
            Self::MissingCitation => "cite at least one span for every item",
            Self::InvalidCitationReference => "cite only the anchors that were offered",
            Self::LinesOutsideEvidence => "cite only line numbers shown under the anchor",
            Self::ReversedSpan => "line_start must not be greater than line_end",
            Self::SpanTooLong => "cite fewer lines in one span",
            Self::MissingQuote => "quote the words that show the value",
            Self::QuoteNotInLines => "quote whole words of the cited lines, unchanged",
            Self::ValueNotInQuotes => {
                "give the value as its quote states it, or say that it is inferred"
            }
            Self::NumberNotInEvidence => {
                "give only figures that stand in the evidence, or say that it is computed"
            }
            Self::MissingInputs => "quote the figures the value is computed from",
            Self::InvalidDate => "give a day that exists, as YYYY-MM-DD, YYYY-MM or YYYY",
            Self::InvalidPeriod => {
                "give a first and a last date in order, or one of them; the other is null"
            }
            Self::InvalidDuration => "give an ISO 8601 duration, such as P30D, P2Y6M or PT48H",
            Self::InvalidEmail => "give the e-mail address as it stands in the document",
            Self::InvalidPhone => "give the telephone number as it stands in the document",
            Self::InvalidUrl => "give the web address as it stands in the document",
            Self::EmptyValue => {
                "give at least one part of the value, or say that nothing was found"
            }
            Self::InvalidTree => "give every label words, and fewer levels",
            Self::InvalidIban => "give the IBAN as it stands in the document, without spaces",
            Self::InvalidCurrency => {
                "give the ISO 4217 code of a currency the document names, or null"
            }
            Self::RowWidth => "give every row as many cells as there are headers",
            Self::UnknownLabel => "choose one of the labels that were given",
            Self::MalformedJson => "give one JSON value and nothing around it",
            Self::RepeatedKey => "give every key of an object once",
            Self::HiddenCharacters => "leave out zero-width, direction and control characters",
            Self::MalformedAnchor => "write anchors exactly as [C0], [C1]",
            Self::UncitedFactualStatement => "end every sentence with the anchor it stands on",
            Self::InvalidRefusalFormat => {
                "if the passages do not say, give the refusal text alone and unchanged"
            }
            Self::CitationMismatch => {
                "give every citation once, as the passages have it, and use each of them"
            }
            Self::SuspiciousNewIds => "use only names, numbers and identifiers of the passages",
            Self::ReviewNotAsked => "without evidence, ask for a person",
            Self::QualityTooLow => "answer completely and cite what supports it",
        }
    }
}

/// One reason for a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which check failed.
    pub kind: FindingKind,
    /// JSON Pointer into the draft; empty for the whole of it.
    pub pointer: String,
    /// In prose, the sentence it is in, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<u32>,
    /// What to do about it.
    pub help: &'static str,
}

impl Finding {
    pub(crate) fn new(kind: FindingKind, pointer: impl Into<String>) -> Self {
        Self {
            kind,
            pointer: pointer.into(),
            sentence: None,
            help: kind.help(),
        }
    }

    /// The same, in one sentence of the text at its pointer.
    pub(crate) fn in_sentence(mut self, sentence: Option<u32>) -> Self {
        self.sentence = sentence;
        self
    }
}

/// Why a person should look at an accepted answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum WarningKind {
    /// The IBAN stands so in the document, but its check digits are wrong.
    IbanCheckDigits,
    /// Day and month of the date could be exchanged, and nothing in the
    /// evidence says which stands first.
    AmbiguousDate,
    /// The year of a day is not written beside it; the one that other dates lead to was taken.
    YearOfOtherDates,
    /// The evidence names no currency; the one of the country of an address or
    /// a company in it was taken.
    CurrencyOfCountry,
    /// The sum has a sign of several countries, and nothing says which is meant: it has no currency.
    UnclearCurrency,
    /// Almost certain of itself, although the answer is partial.
    Overconfident,
    /// The text is more than ten times as long as the evidence.
    LongerThanEvidence,
    /// Identifiers, numbers or names that stand in no evidence.
    SuspiciousNewIds,
}

impl WarningKind {
    /// The caveat in plain words.
    pub fn help(self) -> &'static str {
        match self {
            Self::IbanCheckDigits => {
                "the check digits of this IBAN do not fit; it stands so in the document"
            }
            Self::LongerThanEvidence => "the answer is more than ten times as long as its evidence",
            Self::SuspiciousNewIds => {
                "the answer has names, numbers or identifiers that stand in no passage"
            }
            Self::AmbiguousDate => {
                "day and month of this date could be exchanged; the document does not say"
            }
            Self::YearOfOtherDates => {
                "the year is not written beside this day; the one that the document's other dates lead to was taken"
            }
            Self::CurrencyOfCountry => {
                "the document names no currency, or by a sign of several countries; that of the country of an address, a company or a tax number was taken"
            }
            Self::UnclearCurrency => {
                "several countries write their currency with this sign; the document does not say which is meant"
            }
            Self::Overconfident => "the answer is partial, but rated as almost certain",
        }
    }
}

/// One reason to look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What is odd.
    pub kind: WarningKind,
    /// JSON Pointer into the answer.
    pub pointer: String,
    /// The caveat in plain words.
    pub help: &'static str,
}

impl Warning {
    pub(crate) fn new(kind: WarningKind, pointer: impl Into<String>) -> Self {
        Self {
            kind,
            pointer: pointer.into(),
            help: kind.help(),
        }
    }
}
