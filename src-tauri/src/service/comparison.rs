//! Comparisons of models: started, ended, read, and decided blind.

use super::Service;
use crate::failure::{Failure, Reply};
use crate::wire::{BlindState, CasesFile, ComparisonProgress, NewComparison, OpenedComparison};
use app::clock::{Clock, SystemClock};
use app::{AppError, Control, cancel};
use lab::compare::{
    Blind, CaseCount, CasesFrom, Choice, Named, Step, WantedComparison, compare, count_cases,
    count_reviewed, ratings, read_comparison,
};
use std::path::Path;
use std::sync::TryLockError;
use std::time::{Duration, Instant};

/// Where chance comes from, as on the command line.
const SEED: u64 = 1;
/// The page is told of progress at most so often.
const PAUSE: Duration = Duration::from_millis(100);

impl Service {
    /// The finished comparison in a folder.
    pub fn comparison_in(folder: &Path) -> Reply<OpenedComparison> {
        let comparison = read_comparison(folder)?;
        let has_decisions = Blind::open(folder, &comparison, comparison.plan.seed)?.decided() > 0;
        let rated = has_decisions.then(|| ratings(folder, comparison.plan.seed));
        Ok(OpenedComparison {
            folder: folder.display().to_string(),
            ratings: rated.transpose()?,
            comparison,
        })
    }

    /// How much a file of cases asks.
    pub fn cases_in(path: &Path) -> Reply<CasesFile> {
        Ok(CasesFile {
            path: path.display().to_string(),
            count: count_cases(path)?,
        })
    }

    /// How many cases reviews say.
    pub fn reviewed_cases(&self) -> Reply<CaseCount> {
        Ok(count_reviewed(&self.app)?)
    }

    /// Compares, as `attest compare --resume` does: one that was begun in the folder goes on.
    /// None where it was cancelled; what is answered stays.
    pub fn compare(
        &self,
        wanted: NewComparison,
        on_progress: &mut dyn FnMut(ComparisonProgress),
    ) -> Reply<Option<OpenedComparison>> {
        let token = self.compare_cancels.token();
        let _turn = match self.comparing.try_lock() {
            Ok(turn) => turn,
            Err(TryLockError::Poisoned(left)) => left.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::new(
                    "input",
                    "A comparison is under way already.",
                    "Wait for it, or cancel it.",
                ));
            }
        };
        let folder = Path::new(&wanted.folder).to_owned();
        let wanted = WantedComparison {
            cases: wanted
                .cases_file
                .map_or(CasesFrom::Reviews, |path| CasesFrom::File(path.into())),
            named: Named {
                models: wanted.models,
                settings: Vec::new(),
                as_shipped: wanted.as_shipped,
            },
            out: folder.clone(),
            calibration: None,
            limit: None,
            guess_types: false,
            resume: true,
            seed: SEED,
        };
        let mut told: Option<(bool, Instant)> = None;
        let mut on_step = |step: Step<'_>| {
            if let Some(progress) = progress_of(step) {
                let reading = progress.reading;
                if told.is_none_or(|(was, at)| was != reading || at.elapsed() >= PAUSE) {
                    told = Some((reading, Instant::now()));
                    on_progress(progress);
                }
            }
            if token.is_cancelled() {
                Control::Cancel
            } else {
                Control::Continue
            }
        };
        let open = || self.another();
        let now = || SystemClock::default().now();
        let ended = cancel::scope(&token, || compare(wanted, &open, &now, &mut on_step));
        match ended {
            Ok(summary) if summary.finished => Ok(Some(Self::comparison_in(&folder)?)),
            Ok(_) => Ok(None),
            Err(_) if token.is_cancelled() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends [`Service::compare`]; what is answered stays, and the same again goes on.
    pub fn cancel_compare(&self) {
        self.compare_cancels.cancel();
    }

    /// The next two answers to choose between.
    pub fn blind_state(folder: &Path) -> Reply<BlindState> {
        let comparison = read_comparison(folder)?;
        Ok(state_of(&Blind::open(
            folder,
            &comparison,
            comparison.plan.seed,
        )?))
    }

    /// Decides between the two answers that are shown under this number, and shows the next. A
    /// number that is not the next any more (a key pressed twice) decides nothing.
    pub fn decide(folder: &Path, number: u32, choice: Choice) -> Reply<BlindState> {
        let comparison = read_comparison(folder)?;
        let mut blind = Blind::open(folder, &comparison, comparison.plan.seed)?;
        if blind
            .next()
            .is_some_and(|shown| shown.number as u32 == number)
        {
            blind.decide(choice, SystemClock::default().now())?;
        }
        Ok(state_of(&blind))
    }

    /// Another service on the same data, with workers of its own.
    fn another(&self) -> Result<app::Service, AppError> {
        super::open_app(
            self.data_directory().to_owned(),
            self.system_settings.clone(),
            self.app.worker_executable().to_owned(),
            self.app.key().cloned(),
        )
    }
}

fn state_of(blind: &Blind) -> BlindState {
    BlindState {
        next: blind.next(),
        decided: blind.decided() as u32,
        pairs: blind.pairs() as u32,
    }
}

fn progress_of(step: Step<'_>) -> Option<ComparisonProgress> {
    let (reading, what, done, total) = match step {
        Step::Read(document, done, total) => (true, document, done, total),
        Step::Ask(_, contestant, done, total) => (false, contestant, done, total),
        Step::Gold(_) | Step::Work => return None,
    };
    Some(ComparisonProgress {
        reading,
        what: what.to_owned(),
        done: done as u32,
        total: total as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_comparison_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Service::comparison_in(folder.path()).unwrap_err();
        assert!(missing.message.contains("comparison.json"), "{missing:?}");
        std::fs::write(folder.path().join("comparison.json"), "{}").unwrap();
        let other = Service::comparison_in(folder.path()).unwrap_err();
        assert_eq!(other.kind, "input");
        assert!(other.message.contains("no comparison of this version"));
    }
}
