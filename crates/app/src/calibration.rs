//! What the signals of a candidate are worth, and when the best of them is an
//! answer: a handful of numbers fitted by `attest calibrate`.
//!
//! ```text
//! score of a candidate    w1 lexical + w2 similarity + w3 log probability
//! probability of the best 1 / (1 + exp(-(a[kind of type] + b . features)))
//! answered                where that probability reaches a threshold
//! ```
//!
//! The first is a conditional logit (`McFadden` 1974) over the candidates of a
//! question, the second Platt's logistic calibration (Platt 1999) with several
//! features instead of one.

use crate::decide::Signals;
use crate::error::AppError;
use crate::record::sha256;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

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
}

/// The logistic model of "the best candidate is right".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundWeights {
    /// Intercept for free words.
    pub text: f64,
    /// Intercept for amounts, numbers and percentages.
    pub figure: f64,
    /// Intercept for names of people and bodies.
    pub name: f64,
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
    /// Of the margin to the second best that says something else, cut at [`MAX_MARGIN`].
    pub margin: f64,
}

impl ChoiceWeights {
    /// The weights in the order of the fields.
    pub(crate) fn numbers(&self) -> [f64; 3] {
        [self.lexical, self.similarity, self.log_probability]
    }

    /// From weights in the order of the fields.
    pub(crate) fn of([lexical, similarity, log_probability]: [f64; 3]) -> Self {
        ChoiceWeights {
            lexical,
            similarity,
            log_probability,
        }
    }
}

impl FoundWeights {
    /// Intercepts and weights in the order of the fields.
    pub(crate) fn numbers(&self) -> [f64; 9] {
        [
            self.text,
            self.figure,
            self.name,
            self.other,
            self.lexical,
            self.about,
            self.similarity,
            self.log_probability,
            self.margin,
        ]
    }

    /// From intercepts and weights in the order of the fields.
    pub(crate) fn of(numbers: [f64; 9]) -> Self {
        let [
            text,
            figure,
            name,
            other,
            lexical,
            about,
            similarity,
            log_probability,
            margin,
        ] = numbers;
        FoundWeights {
            text,
            figure,
            name,
            other,
            lexical,
            about,
            similarity,
            log_probability,
            margin,
        }
    }
}

/// Margins beyond this say no more.
pub(crate) const MAX_MARGIN: f64 = 2.0;
/// Taken where there is nothing to compare with: a value alone in what is shown
/// is neither in doubt nor the winner.
const LONE_MARGIN: f64 = 1.0;

/// Fitted numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Name of this version; stands in every record.
    pub version: String,
    /// Probability from which something is answered, 0..=1.
    pub min_probability: f64,
    /// How candidates are weighed against each other.
    pub choice: ChoiceWeights,
    /// When the best of them is an answer.
    pub found: FoundWeights,
}

/// Kinds of types that share an intercept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Text,
    Figure,
    Name,
    Other,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Text, Self::Figure, Self::Name, Self::Other];

    pub fn of(answer_type: &str) -> Self {
        match answer_type {
            "text" => Self::Text,
            "amount" | "number" | "percentage" => Self::Figure,
            "person_name" | "organization" => Self::Name,
            _ => Self::Other,
        }
    }
}

/// Features of the logistic model besides the intercept.
pub(crate) fn features(best: &Signals, margin: Option<f64>) -> [f64; 5] {
    [
        best.lexical,
        best.about,
        best.similarity,
        best.log_probability,
        margin.unwrap_or(LONE_MARGIN).clamp(0.0, MAX_MARGIN),
    ]
}

/// The logistic function.
pub(crate) fn logistic(sum: f64) -> f64 {
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
    /// [`AppError::Input`] for what is no TOML of this form, with the place.
    pub fn parse(text: &str) -> Result<Calibration, AppError> {
        toml::from_str(text).map_err(|error| {
            AppError::input(
                format!("the calibration cannot be used: {}", error.message()),
                "`attest calibrate` writes the right form",
            )
        })
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
            min_probability: f64::midpoint(self.min_probability, 1.0),
            ..self.clone()
        }
    }

    /// Combined score of a candidate, in natural-log units.
    pub(crate) fn score(&self, signals: &Signals) -> f64 {
        let ChoiceWeights {
            lexical,
            similarity,
            log_probability,
        } = self.choice;
        lexical * signals.lexical
            + similarity * signals.similarity
            + log_probability * signals.log_probability
    }

    /// Probability that the best candidate is right, 0..=1.
    pub(crate) fn probability(
        &self,
        answer_type: &str,
        best: &Signals,
        margin: Option<f64>,
    ) -> f64 {
        let found = &self.found;
        let intercept = match Kind::of(answer_type) {
            Kind::Text => found.text,
            Kind::Figure => found.figure,
            Kind::Name => found.name,
            Kind::Other => found.other,
        };
        let slopes = [
            found.lexical,
            found.about,
            found.similarity,
            found.log_probability,
            found.margin,
        ];
        let features = features(best, margin);
        let sum: f64 = slopes.iter().zip(features).map(|(b, x)| b * x).sum();
        logistic(intercept + sum)
    }
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
    fn an_unknown_key_is_refused() {
        assert!(Calibration::parse("version = \"1\"\nweight = 2\n").is_err());
    }
}
