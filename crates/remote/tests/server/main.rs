//! The provider and its executable over a server that a test starts.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod answers;
mod batch;
mod executable;
mod faults;
mod support;
