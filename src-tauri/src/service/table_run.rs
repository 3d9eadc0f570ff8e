//! How a run of a table is ended.

use std::sync::atomic::{AtomicBool, Ordering};

/// One table is run at a time.
#[derive(Default)]
pub struct TableRun {
    running: AtomicBool,
    /// The cell under way is the last.
    pausing: AtomicBool,
}

/// A run; makes room for the next when it is dropped.
pub struct Turn<'a>(&'a TableRun);

impl TableRun {
    /// None while another run goes on.
    pub fn begin(&self) -> Option<Turn<'_>> {
        if self.running.swap(true, Ordering::AcqRel) {
            return None;
        }
        self.pausing.store(false, Ordering::Release);
        Some(Turn(self))
    }

    /// Asks the run to end after the cell under way.
    pub fn pause(&self) {
        self.pausing.store(true, Ordering::Release);
    }
}

impl Turn<'_> {
    /// Whether the run is to end after the cell under way.
    pub fn is_pausing(&self) -> bool {
        self.0.pausing.load(Ordering::Acquire)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.running.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::TableRun;

    #[test]
    fn one_run_at_a_time_and_a_pause_is_for_that_run_alone() {
        let runs = TableRun::default();
        let first = runs.begin();
        assert!(first.is_some() && runs.begin().is_none());
        runs.pause();
        assert!(first.is_some_and(|turn| turn.is_pausing()));
        assert!(runs.begin().is_some_and(|turn| !turn.is_pausing()));
    }
}
