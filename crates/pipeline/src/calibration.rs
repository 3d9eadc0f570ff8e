//! What the signals of a candidate are worth, and when the best of them is an
//! answer: a handful of numbers fitted by `attest calibrate`.
//!
//! ```text
//! score of a candidate    w1 lexical + w2 similarity + w3 log probability + w4 reader
//! right(best)             1 / (1 + exp(-(a[kind of type] + b . features)))
//! absent                  the same form with numbers of its own
//! answered                where right(best) >= least odds * absent
//! ```
//!
//! The first is a conditional logit (`McFadden` 1974) over the candidates of a
//! question, the two probabilities are Platt's logistic calibration (Platt 1999) with
//! several features instead of one.
//!
//! Two probabilities and not one, because a candidate can be wrong in two ways: the
//! documents say something else, or they say nothing. Of a sentence that answers a
//! question one seldom is sure that a reader would have cut it in the same place, and yet
//! that the document speaks of the matter is plain; an amount stands beside ten others
//! of its form on a page that does not say what was asked. A threshold on the first alone
//! refuses the sentence and answers with the amount. The rule of Neyman and Pearson
//! (1933) compares both: for as many questions answered although the documents are
//! silent, it answers most that they do speak of.

use crate::error::StageError;
use crate::hash::sha256;
use crate::signal::Signals;
use contract::Descriptor;
use contract::descriptor::Kind;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The largest number of a calibration: beyond any weight of use, and far from what overflows.
const MAX_NUMBER: f64 = 1e6;
/// The calibration that this version ships.
const BUILT_IN: &str = include_str!("../calibration.toml");

static PARSED: LazyLock<Calibration> =
    LazyLock::new(|| toml::from_str(BUILT_IN).expect("the shipped calibration is well-formed"));

/// Weights, in natural-log units per unit of a signal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceWeights {
    /// Of [`Signals::lexical`].
    pub lexical: f64,
    /// Of [`Signals::similarity`].
    pub similarity: f64,
    /// Of [`Signals::log_probability`].
    pub log_probability: f64,
    /// Of [`Signals::reader`], in units of [`READER_UNIT`].
    pub reader: f64,
}

/// The logistic model of an outcome: "the best candidate is right", or "the
/// documents do not say".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeWeights {
    /// Intercept for free words.
    pub text: f64,
    /// Intercept for amounts, numbers and percentages.
    pub figure: f64,
    /// Intercept for names of people and bodies.
    pub name: f64,
    /// Intercept for dates and spans of time.
    pub date: f64,
    /// Intercept for yes and no.
    pub boolean: f64,
    /// Intercept for what its form alone makes sure: IBANs, addresses of mail
    /// and web, telephone numbers.
    pub code: f64,
    /// Intercept for tables, and for lists that were put together.
    pub several: f64,
    /// Intercept for lists that were known as a whole ([`Signals::is_known`]).
    pub known: f64,
    /// Intercept for everything else.
    pub other: f64,
    /// Of [`Signals::lexical`].
    pub lexical: f64,
    /// Of [`Signals::about`].
    pub about: f64,
    /// Of [`Signals::similarity`].
    pub similarity: f64,
    /// Of [`Signals::log_probability`].
    pub log_probability: f64,
    /// Of [`Signals::reader`], in units of [`READER_UNIT`]; of lists that were known as a whole
    /// of the reader's highest score of any words.
    pub reader: f64,
    /// Of [`Signals::beside`], in units of [`READER_UNIT`].
    pub beside: f64,
    /// Of the margin to the second best that says something else, cut at `MAX_MARGIN`.
    pub margin: f64,
}

/// The reader's scores are natural-log units over a range of some twenty; the
/// other signals run from 0 to 1.
pub const READER_UNIT: f64 = 8.0;

impl ChoiceWeights {
    /// The weights in the order of the fields.
    pub fn numbers(&self) -> [f64; 4] {
        [
            self.lexical,
            self.similarity,
            self.log_probability,
            self.reader,
        ]
    }

    /// From weights in the order of the fields.
    pub fn of([lexical, similarity, log_probability, reader]: [f64; 4]) -> Self {
        ChoiceWeights {
            lexical,
            similarity,
            log_probability,
            reader,
        }
    }
}

impl OutcomeWeights {
    /// Intercepts and weights in the order of the fields.
    pub fn numbers(&self) -> [f64; 16] {
        [
            self.text,
            self.figure,
            self.name,
            self.date,
            self.boolean,
            self.code,
            self.several,
            self.known,
            self.other,
            self.lexical,
            self.about,
            self.similarity,
            self.log_probability,
            self.reader,
            self.beside,
            self.margin,
        ]
    }

    /// From intercepts and weights in the order of the fields.
    pub fn of(numbers: [f64; 16]) -> Self {
        let [
            text,
            figure,
            name,
            date,
            boolean,
            code,
            several,
            known,
            other,
            lexical,
            about,
            similarity,
            log_probability,
            reader,
            beside,
            margin,
        ] = numbers;
        OutcomeWeights {
            text,
            figure,
            name,
            date,
            boolean,
            code,
            several,
            known,
            other,
            lexical,
            about,
            similarity,
            log_probability,
            reader,
            beside,
            margin,
        }
    }
}

impl OutcomeWeights {
    /// Probability of the outcome, 0..=1.
    fn probability(&self, row: &[f64; 16]) -> f64 {
        logistic(self.numbers().iter().zip(row).map(|(b, x)| b * x).sum())
    }
}

/// Margins beyond this say no more.
pub(crate) const MAX_MARGIN: f64 = 2.0;
/// Taken where there is nothing to compare with: a value alone in what is shown
/// is neither in doubt nor the winner.
const LONE_MARGIN: f64 = 1.0;

/// Fitted numbers, for each way of choosing its own: the signals that are
/// measured differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Name of this version; stands in every record.
    pub version: String,
    /// Where the reader has read the passages.
    pub reader: Weights,
    /// Where it has not.
    pub model: Weights,
}

/// The numbers of one way of choosing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Least probability of being right with which anything is answered, 0..=1.
    pub min_probability: f64,
    /// How many times likelier than that the documents do not say it must be that the
    /// best candidate is right; 0 where silence was not learned.
    pub min_odds: f64,
    /// How candidates are weighed against each other.
    pub choice: ChoiceWeights,
    /// That the best of them is right.
    pub right: OutcomeWeights,
    /// That the documents do not say.
    pub absent: OutcomeWeights,
}

/// What is thought of the best candidate; the rest to 1 is that the documents say
/// something else.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outcome {
    /// Probability that it is right, 0..=1.
    pub right: f64,
    /// Probability that the documents do not say, 0..=1.
    pub absent: f64,
}

/// The kinds of types, each with an intercept, in the order of [`OutcomeWeights`], where lists that were
/// known as a whole have one of their own.
pub(crate) const KINDS: [Kind; 8] = [
    Kind::Text,
    Kind::Figure,
    Kind::Name,
    Kind::Date,
    Kind::Boolean,
    Kind::Code,
    Kind::Several,
    Kind::Other,
];

/// What the logistic models see, in the order of [`OutcomeWeights`]: which kind of type
/// it is (1 for that, 0 for the others), then the signals of the best candidate.
pub fn row(answer_type: &str, best: &Signals, margin: Option<f64>) -> [f64; 16] {
    let own = Descriptor::of(answer_type).kind;
    let is_known = own == Kind::Several && best.is_known;
    let is = |kind| kind == own && !is_known;
    // Such a list is one thing, however little some of its items look like an answer: whether it is
    // meant is said by the best of what was read.
    let reader = best.reader + if is_known { best.beside } else { 0.0 };
    let [text, figure, name, date, boolean, code, several, other] =
        KINDS.map(|kind| f64::from(u8::from(is(kind))));
    [
        text,
        figure,
        name,
        date,
        boolean,
        code,
        several,
        f64::from(u8::from(is_known)),
        other,
        best.lexical,
        best.about,
        best.similarity,
        best.log_probability,
        reader / READER_UNIT,
        best.beside / READER_UNIT,
        margin.unwrap_or(LONE_MARGIN).clamp(0.0, MAX_MARGIN),
    ]
}

/// The logistic function.
pub fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

impl Calibration {
    /// The calibration that this version ships.
    pub fn built_in() -> &'static Calibration {
        &PARSED
    }

    /// Reads a calibration.
    ///
    /// # Errors
    ///
    /// [`StageError::Input`] for what is no TOML of this form, for a number that is none or beyond
    /// a million, and for a probability beyond 0..=1, with its name.
    pub fn parse(text: &str) -> Result<Calibration, StageError> {
        let unusable = |why: &str| {
            StageError::input(
                format!("the calibration cannot be used: {why}"),
                "`attest calibrate` writes the right form",
            )
        };
        let read: Calibration = toml::from_str(text).map_err(|error| unusable(error.message()))?;
        let table: toml::Table = toml::from_str(text).map_err(|error| unusable(error.message()))?;
        match out_of_range(&table) {
            Some(name) => Err(unusable(&format!("{name} is out of its range"))),
            None => Ok(read),
        }
    }

    /// The form that [`Calibration::parse`] reads.
    pub fn print(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// Hash that stands in every record.
    pub fn sha256(&self) -> String {
        sha256(self.print().as_bytes())
    }

    /// For a round that rephrases: it reads what was passed over before, so an
    /// answer from there has to be likelier, halfway to certain.
    #[must_use]
    pub(crate) fn rephrased(&self) -> Calibration {
        Calibration {
            version: self.version.clone(),
            reader: self.reader.rephrased(),
            model: self.model.rephrased(),
        }
    }

    /// The weights where the reader has read, or has not.
    pub fn of(&self, has_read: bool) -> &Weights {
        if has_read { &self.reader } else { &self.model }
    }
}

impl Weights {
    fn rephrased(&self) -> Weights {
        Weights {
            min_probability: f64::midpoint(self.min_probability, 1.0),
            // Of being right or the documents silent, the share of being right goes
            // halfway to 1.
            min_odds: 2.0 * self.min_odds + 1.0,
            ..self.clone()
        }
    }

    /// Probability of being right from which the best candidate is answered, 0..=1; the
    /// likelier the documents do not say, the higher.
    pub fn threshold(&self, outcome: Outcome) -> f64 {
        self.min_probability
            .max(self.min_odds * outcome.absent)
            .min(1.0)
    }

    /// Combined score of a candidate, in natural-log units.
    pub fn score(&self, signals: &Signals) -> f64 {
        let ChoiceWeights {
            lexical,
            similarity,
            log_probability,
            reader,
        } = self.choice;
        lexical * signals.lexical
            + similarity * signals.similarity
            + log_probability * signals.log_probability
            + reader * signals.reader / READER_UNIT
    }

    /// What is thought of the best candidate.
    pub fn outcome(&self, answer_type: &str, best: &Signals, margin: Option<f64>) -> Outcome {
        let row = row(answer_type, best, margin);
        Outcome {
            right: self.right.probability(&row),
            absent: self.absent.probability(&row),
        }
    }
}

/// The first number of a table that no calibration holds: none at all, one that is too large to
/// reckon with, or a probability beyond 0..=1.
fn out_of_range(table: &toml::Table) -> Option<String> {
    table.iter().find_map(|(name, value)| match value {
        toml::Value::Table(inner) => out_of_range(inner),
        toml::Value::Float(number) => is_beyond(name, *number).then(|| name.clone()),
        toml::Value::Integer(number) => is_beyond(name, *number as f64).then(|| name.clone()),
        _ => None,
    })
}

fn is_beyond(name: &str, number: f64) -> bool {
    let range = if name == "min_probability" {
        0.0..=1.0
    } else {
        -MAX_NUMBER..=MAX_NUMBER
    };
    !range.contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_calibration_is_read_and_printed_the_same() {
        let shipped = Calibration::built_in();
        let again = Calibration::parse(&toml::to_string(shipped).unwrap()).unwrap();
        assert_eq!(*shipped, again);
        assert_eq!(shipped.sha256().len(), 64);
    }

    #[test]
    fn a_list_that_was_known_as_a_whole_has_an_intercept_of_its_own() {
        let of = |answer_type, is_known| {
            let best = Signals {
                is_known,
                ..Signals::default()
            };
            let row = OutcomeWeights::of(row(answer_type, &best, None));
            [row.several, row.known, row.figure].map(|one| one > 0.0)
        };
        assert_eq!(of("list", false), [true, false, false]);
        assert_eq!(of("list", true), [false, true, false]);
        assert_eq!(of("amount", false), [false, false, true]);
    }

    #[test]
    fn as_likely_right_needs_more_where_the_documents_may_be_silent() {
        let weights = &Calibration::built_in().reader;
        let threshold = |absent| weights.threshold(Outcome { right: 0.4, absent });
        assert!((threshold(0.0) - weights.min_probability).abs() < 1e-12);
        assert!(threshold(0.4) > threshold(0.2));
        assert!(weights.rephrased().threshold(Outcome::default()) > threshold(0.0));
    }

    #[test]
    fn a_number_that_nothing_can_be_reckoned_with_is_refused_with_its_name() {
        let shipped = Calibration::built_in().print();
        let with = |key: &str, number: &str| {
            let line = |line: &str| match line.split_once(" = ") {
                Some((name, _)) if name == key => format!("{key} = {number}"),
                _ => line.to_owned(),
            };
            let lines: Vec<String> = shipped.lines().map(line).collect();
            Calibration::parse(&lines.join("\n"))
        };
        assert!(with("min_probability", "0.5").is_ok());
        assert!(with("lexical", "-3.5").is_ok());
        for (key, number) in [
            ("min_probability", "nan"),
            ("min_probability", "1.5"),
            ("min_probability", "-0.1"),
            ("reader", "inf"),
            ("lexical", "-inf"),
            ("margin", "1e308"),
            ("margin", "9223372036854775807"),
            ("min_probability", "2"),
        ] {
            let error = with(key, number).unwrap_err().to_string();
            assert!(error.contains(key), "{key} = {number}: {error}");
        }
    }

    #[test]
    fn an_unknown_key_is_refused() {
        assert!(Calibration::parse("version = \"1\"\nweight = 2\n").is_err());
    }
}
