//! Time that passes.

use std::time::Duration;

/// Time since any moment, of a clock that never goes back.
pub type Elapsed = Box<dyn Fn() -> Duration + Send + Sync>;
