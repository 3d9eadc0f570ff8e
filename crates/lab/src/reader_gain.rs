//! What a reader of one's own is worth against the one that ships, over reviewed answers that it
//! was not trained on.
//!
//! It is a comparison as any other ([`crate::compare`]) of two policies that differ in the reader
//! they name. The reader is worth taking where it is right more often and that is more than
//! chance; a gain that so few cases cannot show is none.

use crate::compare::{
    CasesFrom, CompareSummary, Named, OnStep, WantedComparison, compare as compare_all,
};
use crate::reviewed::CASES;
use crate::training::HELD_OUT;
use app::{AppError, Policy, Service};
use serde::Serialize;
use std::path::Path;

/// What the reader that ships is called beside another one.
const SHIPPED: &str = "as shipped";
/// Where chance comes from in the intervals.
const SEED: u64 = 1;

/// The two readers side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReaderGain {
    /// The comparison: the reader that ships, then the other one.
    pub compared: CompareSummary,
    /// Whether the other one is right more often, beyond chance.
    pub is_better: bool,
    /// The policy that ships, naming the other one.
    pub policy: Policy,
}

/// Asks the held out cases of a training folder ([`crate::export_training`]) with the reader that
/// ships and with `reader`, and keeps the comparison in `out`; `resume` goes on with what is there.
///
/// # Errors
///
/// [`AppError::Input`] where no case is held out, and for an unknown reader; what would fail every
/// question alike.
pub fn reader_gain(
    (training, reader): (&Path, &str),
    (out, resume): (&Path, bool),
    open: &dyn Fn() -> Result<Service, AppError>,
    now: &dyn Fn() -> String,
    on_step: &mut OnStep<'_>,
) -> Result<ReaderGain, AppError> {
    let cases = training.join(HELD_OUT).join(CASES);
    if !cases.is_file() {
        return Err(AppError::input(
            format!("{} holds no cases that are held out", training.display()),
            "`attest review training --out DIR` writes them: about a third of the documents with \
             reviewed answers is held out, so review answers of more documents",
        ));
    }
    let policy = policy_with(reader);
    open()?.check_reader(reader)?;
    let named = Named {
        models: Vec::new(),
        settings: vec![
            (SHIPPED.to_owned(), Policy::default()),
            (reader.to_owned(), policy.clone()),
        ],
        as_shipped: true,
    };
    let wanted = WantedComparison {
        cases: CasesFrom::File(cases),
        named,
        out: out.to_path_buf(),
        calibration: None,
        limit: None,
        guess_types: false,
        resume,
        seed: SEED,
    };
    let compared = compare_all(wanted, open, now, on_step)?;
    let comparison = compared.comparison.as_ref();
    let pair = comparison.and_then(|comparison| comparison.pairs.first());
    Ok(ReaderGain {
        is_better: pair.is_some_and(crate::compare::Pair::second_is_better),
        compared,
        policy,
    })
}

/// The policy that ships, naming a reader, under a version of its own.
fn policy_with(reader: &str) -> Policy {
    let shipped = Policy::default();
    Policy {
        version: format!("{}-reader-{reader}", shipped.version),
        reader: Some(reader.to_owned()),
        ..shipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_differs_in_its_reader_alone() {
        let policy = policy_with("own");
        assert_eq!(policy.version, "hybrid-8-reader-own");
        let back = Policy {
            version: Policy::default().version,
            reader: None,
            ..policy
        };
        assert_eq!(back, Policy::default());
    }
}
