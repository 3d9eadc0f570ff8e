//! Long acts under way: how far they are, and how they are ended.

use crate::failure::{Failure, Reply};
use app::{AppError, CancellationToken, Control, Work, cancel};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The page is told of progress at most so often: it cannot draw more, and a
/// trail has many records.
const PAUSE: Duration = Duration::from_millis(100);

/// Acts under way, by name.
#[derive(Default)]
pub struct Works(Mutex<BTreeMap<String, CancellationToken>>);

impl Works {
    /// Ends the act of this name, if it is under way.
    pub fn cancel(&self, name: &str) {
        let acts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(token) = acts.get(name) {
            token.cancel();
        }
    }

    /// Ends every act that is under way.
    pub fn cancel_all(&self) {
        let acts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for token in acts.values() {
            token.cancel();
        }
    }

    /// Runs an act under a name; ends with the kind `cancelled` after
    /// [`Works::cancel`].
    pub fn run<T>(
        &self,
        name: &str,
        on_progress: &mut dyn FnMut(Work),
        act: impl FnOnce(&mut app::OnWork<'_>) -> Result<T, AppError>,
    ) -> Reply<T> {
        let running = self.begin(name)?;
        let mut told: Option<(app::WorkStage, Instant)> = None;
        let mut on_work = |work: Work| {
            let stale = |(stage, at): (_, Instant)| stage != work.stage || at.elapsed() >= PAUSE;
            if told.is_none_or(stale) {
                told = Some((work.stage, Instant::now()));
                on_progress(work);
            }
            if running.token.is_cancelled() {
                Control::Cancel
            } else {
                Control::Continue
            }
        };
        let done = cancel::scope(&running.token, || act(&mut on_work));
        done.map_err(|error| match error.kind() {
            "cancelled" => Failure::new("cancelled", "It was cancelled.", ""),
            _ => error.into(),
        })
    }

    fn begin<'a>(&'a self, name: &'a str) -> Reply<Running<'a>> {
        let mut acts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if acts.contains_key(name) {
            return Err(Failure::new(
                "input",
                "This is being done already.",
                "Wait for it, or cancel it.",
            ));
        }
        let token = CancellationToken::new();
        acts.insert(name.to_owned(), token.clone());
        Ok(Running {
            works: self,
            name,
            token,
        })
    }
}

/// An act under way; it is off the list when it ends, also by a panic.
struct Running<'a> {
    works: &'a Works,
    name: &'a str,
    token: CancellationToken,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let acts = self.works.0.lock();
        acts.unwrap_or_else(PoisonError::into_inner)
            .remove(self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::WorkStage;

    fn work(done: u64) -> Work {
        Work {
            stage: WorkStage::Hash,
            done,
            total: Some(9),
        }
    }

    #[test]
    fn all_acts_are_ended_at_once() {
        let works = Works::default();
        let ended = works.run("check a", &mut |_| (), |_| {
            let inner = works.run("check b", &mut |_| (), |on_work| {
                works.cancel_all();
                assert_eq!(on_work(work(1)), Control::Cancel);
                Err::<(), _>(AppError::Cancelled)
            });
            assert_eq!(inner.unwrap_err().kind, "cancelled");
            Err::<(), _>(AppError::Cancelled)
        });
        assert_eq!(ended.unwrap_err().kind, "cancelled");
    }

    #[test]
    fn an_act_is_ended_by_its_name_and_by_no_other() {
        let works = Works::default();
        let mut told = 0;
        let ended = works.run("check a", &mut |_| told += 1, |on_work| {
            works.cancel("check b");
            assert_eq!(on_work(work(1)), Control::Continue);
            works.cancel("check a");
            assert_eq!(on_work(work(2)), Control::Cancel);
            Err::<(), _>(AppError::Cancelled)
        });
        assert_eq!(ended.unwrap_err().kind, "cancelled");
        assert_eq!(told, 1);
        // What was cancelled does not end the next one.
        let next = works.run("check a", &mut |_| (), |on_work| Ok(on_work(work(1))));
        assert_eq!(next, Ok(Control::Continue));
    }

    #[test]
    fn the_same_act_runs_once_at_a_time_and_again_after_a_failure() {
        let works = Works::default();
        let outer = works.run("verify", &mut |_| (), |_| {
            let inner = works.run("verify", &mut |_| (), |_| Ok(()));
            assert_eq!(inner.unwrap_err().kind, "input");
            Err::<(), _>(AppError::input("no", ""))
        });
        assert_eq!(outer.unwrap_err().kind, "input");
        assert_eq!(works.run("verify", &mut |_| (), |_| Ok(7)), Ok(7));
    }

    #[test]
    fn each_stage_is_told_and_within_one_not_everything() {
        let works = Works::default();
        let mut told = Vec::new();
        let stages = [WorkStage::Hash, WorkStage::Hash, WorkStage::Read];
        let run = works.run("bench", &mut |one| told.push(one.stage), |on_work| {
            for stage in stages {
                on_work(Work { stage, ..work(1) });
            }
            Ok(())
        });
        assert_eq!(run, Ok(()));
        assert_eq!(told, [WorkStage::Hash, WorkStage::Read]);
    }
}
