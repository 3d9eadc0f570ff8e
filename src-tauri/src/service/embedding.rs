//! What a search by meaning needs, made in the background, so that a question finds the same
//! whichever way its documents came in. A question goes before it: it waits for at most one
//! batch of passages, and the background goes on when the question is answered.

use super::Service;
use crate::failure::Reply;
use app::{AppError, Control, Filter, Work, WorkStage};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Name of the act among those under way.
const EMBED: &str = "embed";
/// How often the background looks whether the question is answered.
const LOOK: Duration = Duration::from_millis(100);

impl Service {
    /// Makes the vectors of all passages that have none; false where there is no model to make
    /// them with. Ends with the kind `cancelled` after [`Service::cancel_embed`]; what was made
    /// stays.
    pub fn embed_documents(&self, on_progress: &mut dyn FnMut(Work)) -> Reply<bool> {
        self.works
            .run(EMBED, on_progress, |on_work| self.embed_all(on_work))
    }

    /// Ends [`Service::embed_documents`], if it is under way.
    pub fn cancel_embed(&self) {
        self.works.cancel(EMBED);
    }

    fn embed_all(&self, on_work: &mut app::OnWork<'_>) -> Result<bool, AppError> {
        let mut last = Work {
            stage: WorkStage::Embed,
            done: 0,
            total: None,
        };
        loop {
            let mut is_stopped = false;
            let mut on_passages = |done: u32, total: u32| {
                last.done = done.into();
                last.total = Some(total.into());
                is_stopped = on_work(last) == Control::Cancel;
                if is_stopped || self.asking.load(Ordering::Acquire) > 0 {
                    Control::Cancel
                } else {
                    Control::Continue
                }
            };
            let made = self
                .app
                .embed_documents(&Filter::default(), &mut on_passages);
            match made {
                Ok(coverage) => return Ok(coverage.is_some()),
                Err(error) if is_stopped || error.kind() != "cancelled" => return Err(error),
                Err(_) => {}
            }
            while self.asking.load(Ordering::Acquire) > 0 {
                let waiting = Work {
                    stage: WorkStage::Wait,
                    ..last
                };
                if on_work(waiting) == Control::Cancel {
                    return Err(AppError::Cancelled);
                }
                std::thread::sleep(LOOK);
            }
        }
    }

    /// Says, for as long as it is held, that a question is being answered.
    pub(super) fn asking(&self) -> Asking<'_> {
        self.asking.fetch_add(1, Ordering::AcqRel);
        Asking(&self.asking)
    }
}

/// A question that is being answered.
pub(super) struct Asking<'a>(&'a AtomicUsize);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_counted_for_as_long_as_it_is_answered() {
        let directory = tempfile::tempdir().unwrap();
        let service = Service::open(directory.path().join("data"), None).unwrap();
        let counted = || service.asking.load(Ordering::Acquire);
        let (one, other) = (service.asking(), service.asking());
        assert_eq!(counted(), 2);
        drop(one);
        assert_eq!(counted(), 1);
        drop(other);
        assert_eq!(counted(), 0);
    }

    #[test]
    fn without_documents_there_is_nothing_to_make_and_it_can_be_asked_for_again() {
        let directory = tempfile::tempdir().unwrap();
        let service = Service::open(directory.path().join("data"), None).unwrap();
        for _ in 0..2 {
            let mut told = Vec::new();
            service
                .embed_documents(&mut |work| told.push(work))
                .unwrap();
            assert_eq!(told, []);
        }
    }
}
