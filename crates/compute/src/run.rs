//! Doing the steps, and doing them again.

use super::arithmetic::{average, difference, percentage_change, rescale, sum};
use super::compare::{self, extreme, holds};
use super::computation::{COMPUTATION_VERSION, Computation, Done};
use super::error::{StepError, StepProblem};
use super::quantity::Quantity;
use super::rates::{Conversion, Rates};
use super::step::{Input, Operation, Relation, Step};
use super::time_step::{UNIT_PLACES, between, converted, moved};
use super::typed::{Extracted, Typed};
use serde_json::json;

/// Most steps of one computation.
pub const MAX_STEPS: usize = 32;
/// Most values of all extractions together.
pub const MAX_VALUES: usize = 10_000;

/// Does the steps in order.
///
/// # Errors
///
/// The first step that cannot be done, and why; then nothing is computed and
/// the extracted values stay as they are.
pub fn run(
    steps: &[Step],
    extractions: &[Extracted],
    rates: Option<&Rates>,
) -> Result<Computation, StepError> {
    let refuse = |problem| StepError { step: 0, problem };
    let values = extractions.iter().map(|one| one.values.len()).sum();
    for (what, given, limit) in [
        ("steps", steps.len(), MAX_STEPS),
        ("values", values, MAX_VALUES),
    ] {
        if given > limit {
            return Err(refuse(StepProblem::TooMany { what, given, limit }));
        }
    }
    let mut done: Vec<Done> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let one = do_step(step, extractions, &done, rates).map_err(|problem| StepError {
            step: index,
            problem,
        })?;
        done.push(one);
    }
    let Some(last) = done.last() else {
        return Err(refuse(StepProblem::NoSteps));
    };
    Ok(Computation {
        version: COMPUTATION_VERSION,
        extractions: extractions.to_vec(),
        result: last.output.clone(),
        steps: done,
    })
}

/// Where a stored computation is not what its own inputs give.
#[derive(Debug, Clone, PartialEq)]
pub enum Deviation {
    /// A stored step says something else than was computed again.
    Step {
        /// Which step, from 0.
        step: usize,
        /// Which of its fields: `used`, `output`, `explanation`, `notes`, `conversions`.
        field: &'static str,
    },
    /// The stored result is not the output of the last step.
    Result,
    /// A step cannot be done again.
    Failed(StepError),
}

impl std::fmt::Display for Deviation {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Step { step, field } => {
                write!(out, "step {}: `{field}` is not what it was", step + 1)
            }
            Self::Result => write!(out, "the result is not that of the last step"),
            Self::Failed(error) => write!(out, "{error}"),
        }
    }
}

/// Computes the steps of a stored computation again, at these rates.
///
/// # Errors
///
/// As [`run`].
pub fn run_again(stored: &Computation, rates: Option<&Rates>) -> Result<Computation, StepError> {
    let steps: Vec<Step> = stored.steps.iter().map(|done| done.step.clone()).collect();
    run(&steps, &stored.extractions, rates)
}

/// Computes a stored computation again, from what is stored in it alone.
///
/// # Errors
///
/// Every place where the stored one deviates, in order.
pub fn recompute(stored: &Computation) -> Result<(), Vec<Deviation>> {
    if stored.version != COMPUTATION_VERSION {
        let problem = StepProblem::Version {
            given: stored.version,
            known: COMPUTATION_VERSION,
        };
        return Err(vec![Deviation::Failed(StepError { step: 0, problem })]);
    }
    let rates = Rates::of_conversions(stored.steps.iter().flat_map(|done| &done.conversions));
    let again =
        run_again(stored, rates.as_ref()).map_err(|error| vec![Deviation::Failed(error)])?;
    let mut deviations = Vec::new();
    for (step, (was, is)) in stored.steps.iter().zip(&again.steps).enumerate() {
        for (field, same) in [
            ("used", was.used == is.used),
            ("output", was.output == is.output),
            ("explanation", was.explanation == is.explanation),
            ("notes", was.notes == is.notes),
            ("conversions", was.conversions == is.conversions),
        ] {
            if !same {
                deviations.push(Deviation::Step { step, field });
            }
        }
    }
    if stored.result != again.result {
        deviations.push(Deviation::Result);
    }
    if deviations.is_empty() {
        Ok(())
    } else {
        Err(deviations)
    }
}

/// A value that a step takes, with whether the question named it.
struct Taken {
    typed: Typed,
    quantity: Quantity,
    constant: bool,
}

fn do_step(
    step: &Step,
    extractions: &[Extracted],
    done: &[Done],
    rates: Option<&Rates>,
) -> Result<Done, StepProblem> {
    let taken = take(step, extractions, done)?;
    let used: Vec<Typed> = taken.iter().map(|one| one.typed.clone()).collect();
    let mut work = Work {
        notes: Vec::new(),
        conversions: Vec::new(),
        rates,
    };
    let (output, explanation) = work.perform(&step.operation, &taken)?;
    Ok(Done {
        step: step.clone(),
        used,
        output,
        explanation,
        notes: work.notes,
        conversions: work.conversions,
    })
}

fn take(step: &Step, extractions: &[Extracted], done: &[Done]) -> Result<Vec<Taken>, StepProblem> {
    // What can only be counted need not be readable as a quantity.
    let counted = matches!(step.operation, Operation::Count);
    let mut taken = Vec::new();
    for (index, input) in step.inputs.iter().enumerate() {
        for typed in values_of(input, index, counted, extractions, done)? {
            let quantity = if counted {
                Quantity::Other(typed.value.clone())
            } else {
                Quantity::read(&typed)?
            };
            taken.push(Taken {
                quantity,
                constant: matches!(input, Input::Constant { .. }),
                typed,
            });
        }
        if taken.len() > MAX_VALUES {
            return Err(StepProblem::TooMany {
                what: "values of one step",
                given: taken.len(),
                limit: MAX_VALUES,
            });
        }
    }
    Ok(taken)
}

fn values_of(
    input: &Input,
    index: usize,
    counted: bool,
    extractions: &[Extracted],
    done: &[Done],
) -> Result<Vec<Typed>, StepProblem> {
    let missing = || StepProblem::NoSuchInput { input: index };
    let all = |extraction: usize| {
        let from = extractions.get(extraction).ok_or_else(missing)?;
        let values = from.values.iter();
        Ok::<Vec<Typed>, StepProblem>(
            values
                .map(|value| Typed::new(&from.answer_type, value.clone()))
                .collect(),
        )
    };
    match input {
        Input::Constant { constant } => Ok(vec![constant.clone()]),
        Input::Step { step } => {
            let from = done.get(*step).ok_or_else(missing)?;
            Ok(vec![from.output.clone()])
        }
        Input::Item { extraction, item } => {
            let one = all(*extraction)?.into_iter().nth(*item);
            Ok(vec![one.ok_or_else(missing)?])
        }
        Input::All { extraction } => {
            let values = all(*extraction)?;
            if values.is_empty() && !counted {
                return Err(StepProblem::NothingExtracted { input: index });
            }
            Ok(values)
        }
        Input::Only { extraction } => only(all(*extraction)?, index),
    }
}

/// The one value; several are one where they say the same.
fn only(values: Vec<Typed>, index: usize) -> Result<Vec<Typed>, StepProblem> {
    let mut different: Vec<(Typed, Quantity)> = Vec::new();
    for value in values {
        let quantity = Quantity::read(&value)?;
        if different.iter().all(|(_, known)| *known != quantity) {
            different.push((value, quantity));
        }
    }
    match different.len() {
        0 => Err(StepProblem::NothingExtracted { input: index }),
        1 => Ok(different.into_iter().map(|(value, _)| value).collect()),
        count => Err(StepProblem::SeveralValues { count }),
    }
}

/// What a step collects beside its result.
struct Work<'a> {
    notes: Vec<String>,
    conversions: Vec<Conversion>,
    rates: Option<&'a Rates>,
}

impl Work<'_> {
    fn perform(
        &mut self,
        operation: &Operation,
        taken: &[Taken],
    ) -> Result<(Typed, String), StepProblem> {
        match operation {
            Operation::Count => {
                let word = if taken.len() == 1 { "value" } else { "values" };
                let output = json!({ "value": taken.len(), "unit": null });
                return Ok((
                    Typed::new("number", output),
                    format!("{} {word} were extracted.", taken.len()),
                ));
            }
            Operation::ConvertCurrency { currency } => return self.exchange(taken, currency),
            _ => {}
        }
        let values = self.aligned(taken)?;
        let words: Vec<String> = values.iter().map(Quantity::words).collect();
        let (result, sentence) = match operation {
            Operation::Compare { relation } => return compared(*relation, &values, &words),
            Operation::Minimum | Operation::Maximum => {
                return extreme_of(operation, taken, &values);
            }
            Operation::Sum => (sum(&values)?, format!("The sum of {}", listed(&words))),
            Operation::Difference => (difference(&values)?, words.join(" less ")),
            Operation::Average { places } => {
                let (mean, rounded) = average(&values, *places)?;
                self.note_rounding(rounded, *places);
                (mean, format!("The average of {}", listed(&words)))
            }
            Operation::PercentageChange { places } => {
                let (change, rounded) = percentage_change(&values, *places)?;
                self.note_rounding(rounded, *places);
                (change, format!("The change from {}", words.join(" to ")))
            }
            Operation::TimeBetween { unit } => {
                let (time, rounded) = between(&values, *unit)?;
                self.note_rounding(rounded, UNIT_PLACES);
                (time, format!("The time between {}", words.join(" and ")))
            }
            Operation::AddDuration | Operation::SubtractDuration => {
                let backwards = *operation == Operation::SubtractDuration;
                let (date, cut) = moved(&values, backwards)?;
                if cut {
                    let note = "The month is shorter, so its last day is taken.";
                    self.notes.push(note.into());
                }
                let word = if backwards { " less " } else { " plus " };
                (date, words.join(word))
            }
            Operation::ConvertTime { unit } => {
                let (time, rounded) = converted(&values, *unit)?;
                self.note_rounding(rounded, UNIT_PLACES);
                (time, words.concat())
            }
            Operation::ConvertScale { scale } => (rescale(&values, *scale)?, words.concat()),
            Operation::Count | Operation::ConvertCurrency { .. } => {
                return Err(StepProblem::NoSteps);
            }
        };
        let sentence = format!("{sentence} is {}.", result.words());
        Ok((result.write()?, sentence))
    }

    fn exchange(
        &mut self,
        taken: &[Taken],
        currency: &str,
    ) -> Result<(Typed, String), StepProblem> {
        let [one] = taken else {
            return Err(StepProblem::WrongCount {
                expected: "one",
                given: taken.len(),
            });
        };
        let Quantity::Money { currency: from, .. } = &one.quantity else {
            return Err(StepProblem::WrongType {
                expected: "an amount",
                given: one.typed.answer_type.clone(),
            });
        };
        match from.as_deref() {
            None => return Err(StepProblem::NoCurrency),
            Some(from) if from == currency => {
                let sentence = format!("{} needs no conversion.", one.quantity.words());
                return Ok((one.typed.clone(), sentence));
            }
            Some(_) => {}
        }
        let converted = self.in_currency(&one.quantity, currency)?;
        let sentence = format!("{} is {}.", one.quantity.words(), converted.words());
        Ok((converted.write()?, sentence))
    }

    /// All amounts in one currency: that of the question's constant, else
    /// that of the first amount that names one.
    fn aligned(&mut self, taken: &[Taken]) -> Result<Vec<Quantity>, StepProblem> {
        let named = |one: &&Taken| currency_of(&one.quantity).is_some();
        let target = taken
            .iter()
            .filter(|one| one.constant)
            .find(named)
            .or_else(|| taken.iter().find(named))
            .and_then(|one| currency_of(&one.quantity))
            .map(str::to_owned);
        self.note_missing_units(taken);
        let Some(target) = target else {
            return Ok(taken.iter().map(|one| one.quantity.clone()).collect());
        };
        let mut values = Vec::new();
        for one in taken {
            let value = match (&one.quantity, currency_of(&one.quantity)) {
                (Quantity::Money { value, unit, .. }, None) => {
                    let whose = if one.constant {
                        "The question"
                    } else {
                        "The document"
                    };
                    self.note(format!(
                        "{whose} names no currency for an amount; it is taken as {target}."
                    ));
                    Quantity::Money {
                        value: *value,
                        currency: Some(target.clone()),
                        unit: unit.clone(),
                    }
                }
                (quantity, Some(from)) if from != target => self.in_currency(quantity, &target)?,
                (quantity, _) => quantity.clone(),
            };
            values.push(value);
        }
        Ok(values)
    }

    fn in_currency(&mut self, value: &Quantity, to: &str) -> Result<Quantity, StepProblem> {
        let Quantity::Money {
            value,
            currency: Some(from),
            unit,
        } = value
        else {
            return Err(StepProblem::NoCurrency);
        };
        let rates = self.rates.ok_or_else(|| StepProblem::NoRates {
            from: from.clone(),
            to: to.into(),
        })?;
        let (converted, conversion) = rates.convert(*value, from, to)?;
        self.note(format!(
            "Converted from {from} to {to} at {} {to} for {} {from} ({}, {}), rounded {}.",
            conversion.rate_to,
            conversion.rate_from,
            conversion.source,
            conversion.date,
            conversion.rounding
        ));
        self.conversions.push(conversion);
        Ok(Quantity::Money {
            value: converted,
            currency: Some(to.into()),
            unit: unit.clone(),
        })
    }

    fn note_missing_units(&mut self, taken: &[Taken]) {
        let unit = |one: &Taken| match &one.quantity {
            Quantity::Money { unit, .. } | Quantity::Figure { unit, .. } => Some(unit.is_some()),
            _ => None,
        };
        let with = taken.iter().any(|one| unit(one) == Some(true));
        let without = taken
            .iter()
            .any(|one| unit(one) == Some(false) && !one.constant);
        if with && without {
            self.note("A value without a unit is taken to have the unit of the others.".into());
        }
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn note_rounding(&mut self, rounded: bool, places: u32) {
        if rounded {
            self.note(format!(
                "The result is rounded half away from zero, to {places} decimal places."
            ));
        }
    }
}

fn currency_of(quantity: &Quantity) -> Option<&str> {
    match quantity {
        Quantity::Money { currency, .. } => currency.as_deref(),
        _ => None,
    }
}

fn extreme_of(
    operation: &Operation,
    taken: &[Taken],
    values: &[Quantity],
) -> Result<(Typed, String), StepProblem> {
    let dates = matches!(values, [Quantity::Date(_), ..]);
    let (relation, word) = match (operation, dates) {
        (Operation::Minimum, false) => (Relation::Less, "least"),
        (Operation::Minimum, true) => (Relation::Less, "earliest"),
        (_, false) => (Relation::Greater, "greatest"),
        (_, true) => (Relation::Greater, "latest"),
    };
    let index = extreme(values, relation)?;
    let (Some(one), Some(value)) = (taken.get(index), values.get(index)) else {
        return Err(StepProblem::NoSuchInput { input: index });
    };
    let sentence = format!(
        "The {word} of {} values is {}.",
        values.len(),
        value.words()
    );
    // As the document says it, not as it was converted to compare it.
    Ok((one.typed.clone(), sentence))
}

fn compared(
    relation: Relation,
    values: &[Quantity],
    words: &[String],
) -> Result<(Typed, String), StepProblem> {
    let holds = holds(relation, values)?;
    let dates = matches!(values, [Quantity::Date(_), ..]);
    let (left, right) = match words {
        [left, rest @ ..] => (left.as_str(), rest.join(" and ")),
        [] => ("", String::new()),
    };
    let not = if holds { "" } else { "not " };
    let sentence = format!(
        "{left} is {not}{} {right}.",
        compare::words(relation, dates)
    );
    Ok((Typed::new("boolean", holds), sentence))
}

/// The first few values of a sentence; a long list is counted.
fn listed(words: &[String]) -> String {
    const SHOWN: usize = 12;
    match words {
        [.., _] if words.len() > SHOWN => format!("{} values", words.len()),
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}
