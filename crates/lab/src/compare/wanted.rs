//! A comparison as a person wants it, on the command line or in the window: where the cases come
//! from and who is named.

use super::contestant::{Named, contestants};
use super::run::{CompareRequest, OnStep, Step, check_cases};
use crate::case::read_cases;
use crate::reviewed::{CASES, export_reviews};
use app::{AppError, Calibration, Control, Service};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folder of the cases that reviews say, in the folder of the comparison.
const GOLD: &str = "gold";

/// Where the cases come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CasesFrom {
    /// A file: JSON Lines with `id`, `document`, `question`, `answer_type`, `answerable` and
    /// `gold`.
    File(PathBuf),
    /// What people said of answers. They and their documents are written into the folder `gold`
    /// of the comparison; one that goes on keeps those that it began with.
    Reviews,
}

/// How much there is to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CaseCount {
    /// Questions.
    pub cases: usize,
    /// Documents that they are asked of.
    pub documents: usize,
}

/// Counts the cases of a file.
///
/// # Errors
///
/// [`AppError::File`]; [`AppError::Input`] for what is no case, and for cases that cannot be
/// compared on.
pub fn count_cases(path: &Path) -> Result<CaseCount, AppError> {
    let cases = read_cases(path)?;
    check_cases(&cases)?;
    let documents: BTreeSet<&str> = cases.iter().map(|case| case.document.as_str()).collect();
    Ok(CaseCount {
        cases: cases.len(),
        documents: documents.len(),
    })
}

/// Counts the cases that reviews say.
///
/// # Errors
///
/// [`AppError::Vault`].
pub fn count_reviewed(service: &Service) -> Result<CaseCount, AppError> {
    let reviewed = service.reviewed_cases()?.cases;
    let documents: BTreeSet<&str> = reviewed
        .iter()
        .map(|case| case.document_id.as_str())
        .collect();
    Ok(CaseCount {
        cases: reviewed.len(),
        documents: documents.len(),
    })
}

/// What to compare, before anything of it is read.
#[derive(Debug, Clone)]
pub struct WantedComparison {
    /// The cases.
    pub cases: CasesFrom,
    /// Who is compared.
    pub named: Named,
    /// The folder of the comparison.
    pub out: PathBuf,
    /// Calibration; none: the default.
    pub calibration: Option<Calibration>,
    /// At most this many cases, in order of their documents.
    pub limit: Option<usize>,
    /// Leave the answer types to be read from the questions.
    pub guess_types: bool,
    /// Go on with what is in the folder.
    pub resume: bool,
    /// Where chance comes from.
    pub seed: u64,
}

/// Finds contestants and cases; none when it was cancelled.
pub(super) fn request(
    wanted: WantedComparison,
    service: &Service,
    on_step: &mut OnStep<'_>,
) -> Result<Option<CompareRequest>, AppError> {
    let contestants = contestants(service, &wanted.named)?;
    let cases = match wanted.cases {
        CasesFrom::File(path) => path,
        CasesFrom::Reviews => {
            match gold(service, &wanted.out.join(GOLD), wanted.resume, on_step)? {
                Some(path) => path,
                None => return Ok(None),
            }
        }
    };
    Ok(Some(CompareRequest {
        cases,
        out: wanted.out,
        contestants,
        calibration: wanted.calibration,
        limit: wanted.limit,
        guess_types: wanted.guess_types,
        resume: wanted.resume,
        seed: wanted.seed,
    }))
}

fn gold(
    service: &Service,
    folder: &Path,
    resume: bool,
    on_step: &mut OnStep<'_>,
) -> Result<Option<PathBuf>, AppError> {
    let kept = folder.join(CASES);
    if resume && kept.is_file() {
        return Ok(Some(kept));
    }
    let exported = export_reviews(service, folder)?;
    let control = on_step(Step::Gold(&exported));
    Ok((control == Control::Continue).then_some(exported.cases))
}
