//! The cells of a batch, several at once, where servers answer.
//!
//! ```text
//! cells to ask ──▶ lane 1: ask, check, record ──▶ ┐
//!              ──▶ lane 2: ask, check, record ──▶ ├─▶ the caller's thread: counts, tells
//!              ──▶ ...                        ──▶ ┘
//! ```
//!
//! A lane takes the next cell when it is done with one, so none waits for the slowest. What the
//! lanes share (the vault, the reader) they wait for. The order in which cells end is not that of
//! the plan; the table is written from the records in the plan's order all the same.

use super::running::{Running, ToAsk};
use super::{BatchPhase, OnCell, OnProgress, Unreadable};
use crate::error::AppError;
use crate::service::Service;
use engine::EngineError;
use engine::decoder::Control;
use host::{CancellationToken, cancel};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the caller is told and asked while no cell ends.
const TOLD_EVERY: Duration = Duration::from_millis(100);

impl Service {
    /// Asks every cell that is not done, `lanes` of them at once.
    ///
    /// # Errors
    ///
    /// The first error that ends the batch, a cancelling among them. The other lanes are
    /// cancelled then; cells that are done stay done.
    pub(super) fn ask_in_lanes(
        &self,
        lanes: usize,
        running: &mut Running<'_>,
        unreadable: &Unreadable,
        on_progress: &mut OnProgress<'_>,
        on_cell: &mut OnCell<'_>,
    ) -> Result<(), AppError> {
        let cells = running.to_ask();
        let (next, token) = (AtomicUsize::new(0), CancellationToken::new());
        std::thread::scope(|threads| {
            let (send, ended) = mpsc::channel();
            for _ in 0..lanes.clamp(1, cells.len().max(1)) {
                let (send, next, token, cells) = (send.clone(), &next, &token, &cells);
                threads.spawn(move || {
                    cancel::scope(token, || {
                        while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                            let asked = self.asked(cell, unreadable, token);
                            let is_over = asked.is_err();
                            if send.send((cell, asked)).is_err() || is_over {
                                break;
                            }
                        }
                    });
                });
            }
            drop(send);
            let result = gather(running, &ended, on_progress, on_cell);
            // Nobody takes another cell; those under way are left, and those that end all the
            // same are done.
            token.cancel();
            next.store(cells.len(), Ordering::Relaxed);
            for (cell, asked) in &ended {
                if asked.is_ok() {
                    running.mark(cell);
                }
            }
            result
        })
    }

    /// One cell in a lane.
    fn asked(
        &self,
        cell: &ToAsk<'_>,
        unreadable: &Unreadable,
        token: &CancellationToken,
    ) -> Result<(), AppError> {
        let go_on = || {
            if token.is_cancelled() {
                Control::Cancel
            } else {
                Control::Continue
            }
        };
        if go_on() == Control::Cancel {
            return Err(EngineError::Cancelled.into());
        }
        self.ask_cell(cell, unreadable, &mut |_| go_on())
    }
}

/// Hears of the cells as they end, until the lanes are through.
fn gather(
    running: &mut Running<'_>,
    ended: &mpsc::Receiver<(&ToAsk<'_>, Result<(), AppError>)>,
    on_progress: &mut OnProgress<'_>,
    on_cell: &mut OnCell<'_>,
) -> Result<(), AppError> {
    let total = running.total();
    let mut document = String::new();
    loop {
        let done = running.count_done();
        let progress = running.progress(BatchPhase::Ask, done, total, &document);
        if on_progress(&progress) == Control::Cancel {
            return Err(EngineError::Cancelled.into());
        }
        match ended.recv_timeout(TOLD_EVERY) {
            Ok((cell, asked)) => {
                asked?;
                running.mark(cell);
                document = cell.document.shown();
                on_cell(&cell.cell, (cell.row, cell.column))?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
