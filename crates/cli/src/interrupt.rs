//! Ctrl-C during a long run: what is under way is ended in order.

use crate::exit;
use app::Control;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first Ctrl-C (or SIGTERM); the second ends the program at once.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn watch() -> Interrupt {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // Where it cannot be had, the signal ends the program: nothing is
            // lost by that either.
            let code = i32::from(exit::FAILED);
            let _ =
                signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&stop));
            let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
        }
        Interrupt(stop)
    }

    /// Whether to go on.
    pub fn control(&self) -> Control {
        if self.0.load(Ordering::Relaxed) {
            Control::Cancel
        } else {
            Control::Continue
        }
    }
}
