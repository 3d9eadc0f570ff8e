//! What code computes, so that no model is asked to: comparison, sums,
//! differences, counts, dates and conversions over extracted values.
//!
//! A [`Step`] is data: an operation and pointers to its inputs. [`run`] turns
//! steps and extracted values into a [`Computation`], which holds everything
//! that was used (the values, the rates with their date and source) and every
//! intermediate result with a sentence about it. So [`recompute`] needs the
//! stored computation alone, and says where a stored one differs.
//!
//! # Rules
//!
//! * Arithmetic is decimal and exact, to 28 digits; more is an error. The
//!   operations that must round say so in their sentence: half away from
//!   zero, to the places given with the operation.
//! * A value of a partial date (`2018`) or a duration in months has bounds; a
//!   comparison that depends on what is unknown is an error, not a guess.
//! * 31 January plus a month is the last day of February. Days and weeks
//!   convert into each other, months and years do; a month has no fixed
//!   number of days, so days do not become months.
//! * Amounts of different currencies meet through the user's [`Rates`]; the
//!   conversion is part of the record. Without a rate there is no result and
//!   the extracted values stay as they are.
//! * A value without a currency or unit takes that of the value it meets,
//!   and a note says so.
//!
//! # Example
//!
//! ```
//! use compute::{Extracted, Input, Operation, Relation, Step, Typed, run};
//! use serde_json::json;
//!
//! let premium = Extracted {
//!     answer_type: "amount".into(),
//!     values: vec![json!({ "value": 1.2, "currency": "USD", "unit": "million" }).into()],
//! };
//! let limit = Typed::new("amount", json!({ "value": 1_000_000, "currency": "USD", "unit": null }));
//! let step = Step {
//!     operation: Operation::Compare { relation: Relation::Greater },
//!     inputs: vec![Input::Only { extraction: 0 }, Input::Constant { constant: limit }],
//! };
//! let computation = run(&[step], &[premium], None)?;
//! assert_eq!(computation.result.value, json!(true));
//! # Ok::<(), compute::StepError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod arithmetic;
mod calendar;
mod compare;
mod computation;
mod error;
mod name;
mod quantity;
mod rates;
mod run;
mod span_of_time;
mod step;
#[cfg(test)]
mod tests;
mod time_step;
mod typed;
mod unit;

pub use calendar::{days_of, iso_of_day, iso_year};
pub use compare::relation_holds;
pub use computation::{COMPUTATION_VERSION, Computation, Done};
pub use error::{StepError, StepProblem};
pub use name::by_name;
pub use quantity::{expressible, in_plain_units, number, plain_number};
pub use rates::{Conversion, Rates, RatesError};
pub use run::{Deviation, MAX_STEPS, MAX_VALUES, recompute, run, run_again};
pub use step::{Input, Operation, Relation, Step};
pub use typed::{Extracted, Typed};
pub use unit::{Scale, TimeUnit, iso_duration, scale_factor, time_unit};
