//! `attest compare`: the same questions asked of several models or settings, side by side with
//! gold.
//!
//! ```text
//! cases x contestants ──▶ run ──▶ answers.jsonl, a line an answer, at once
//!                                    │
//!                                    ├─▶ assemble ──▶ comparison.json ──▶ page ──▶ report.html
//!                                    ├─▶ table ──▶ comparison.csv
//!                                    └─▶ blind ──▶ decisions.jsonl ──▶ rating
//! ```
//!
//! Every question goes through [`Service::ask`] as any other and has its record in the audit
//! trail. Each contestant has a service, and so workers, of its own; they take turns question by
//! question. After a crash the answers that were finished are kept, and `resume` asks
//! the others.
//!
//! # Limits
//!
//! One question at a time. Wilson's intervals and McNemar's test take the questions for
//! independent of each other; questions on one document are less so. The test is made on
//! all questions together, not type by type: many tests find differences that are not there.
//! A record of a question whose answer was not written down any more (a kill between the two)
//! stays in the audit trail, and the question is asked again.

mod answer;
mod assemble;
mod blind;
mod comparison;
mod contestant;
mod disagreement;
mod energy;
mod journal;
mod markup;
mod order;
mod page;
mod pair;
mod plot;
mod rating;
mod run;
mod summary;
mod table;
mod wanted;

pub use answer::{Answer, ContestantNote, Evidence, FORMAT, Plan, Times};
pub use blind::{Blind, Choice, Decision, Shown};
pub use comparison::{
    Comparison, ContestantSummary, Cost, Difference, Estimate, ModelPart, Pair, Questions,
    Reliability, TokenSpeed,
};
pub use contestant::Named;
pub(crate) use order::order;
pub use rating::{Rating, Ratings, ratings};
pub(crate) use run::check_cases;
pub use run::{OnStep, Step};
pub use wanted::{CaseCount, CasesFrom, WantedComparison, count_cases, count_reviewed};

use crate::case::read_cases;
use app::{AppError, Service, write_text};
use serde::Serialize;
use std::path::Path;

/// Files in the folder of a comparison.
const JSON: &str = "comparison.json";
const CSV: &str = "comparison.csv";
const PAGE: &str = "report.html";

/// What came of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct CompareSummary {
    /// False: it was cancelled; `resume` goes on.
    pub finished: bool,
    /// Answers wanted.
    pub answers: usize,
    /// Answers that are there.
    pub done: usize,
    /// Of those, given by earlier runs.
    pub resumed: usize,
    /// The report; none when it was cancelled.
    pub report: Option<String>,
    /// The comparison; none when it was cancelled.
    pub comparison: Option<Comparison>,
}

/// Asks what is not answered yet, and writes report, JSON and CSV when all is: what `attest
/// compare` and the window do. `open` opens a service on the data directory, one for each
/// contestant, and one that finds them.
///
/// # Errors
///
/// [`AppError::Input`] and [`AppError::File`] for cases, contestants or a folder that cannot be
/// used; what would fail every question alike. Answers that are there stay.
pub fn compare(
    wanted: WantedComparison,
    open: &dyn Fn() -> Result<Service, AppError>,
    now: &dyn Fn() -> String,
    on_step: &mut OnStep<'_>,
) -> Result<CompareSummary, AppError> {
    let Some(request) = wanted::request(wanted, &open()?, on_step)? else {
        return Ok(CompareSummary::default());
    };
    let request = &request;
    let mut cases = read_cases(&request.cases)?;
    cases.truncate(request.limit.unwrap_or(usize::MAX));
    check_cases(&cases)?;
    let plan = run::plan(request, &cases)?;
    let ended = run::run(request, (&plan, &cases), open, on_step)?;
    let mut summary = CompareSummary {
        finished: ended.finished,
        answers: cases.len() * plan.contestants.len(),
        done: ended.done,
        resumed: ended.resumed,
        report: None,
        comparison: None,
    };
    if ended.finished {
        let (plan, answers) = journal::read(&request.out)?;
        let comparison = assemble::assemble(&plan, &cases, &answers, now());
        let put = |name: &str, text: &str| write_text(&request.out.join(name), text);
        let mut json = serde_json::to_string_pretty(&comparison).unwrap_or_default();
        json.push('\n');
        put(JSON, &json)?;
        put(CSV, &table::table(&cases, &answers))?;
        put(PAGE, &page::page(&comparison))?;
        summary.report = Some(request.out.join(PAGE).display().to_string());
        summary.comparison = Some(comparison);
    }
    Ok(summary)
}

/// Reads the comparison in a folder.
///
/// # Errors
///
/// [`AppError::File`] where it is not finished, [`AppError::Input`] for another form.
pub fn read_comparison(folder: &Path) -> Result<Comparison, AppError> {
    let path = folder.join(JSON);
    let text = app::read_cases(&path)?;
    serde_json::from_str(&text).map_err(|_| {
        AppError::input(
            format!("{} is no comparison of this version", path.display()),
            "make it again: `attest compare ... --resume` with what it was made with",
        )
    })
}
