//! The acceptance tests: the built `attest`, run as a person runs it. See the
//! crate's library for what holds for every run.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "test code")]

mod answer;
mod bad_input;
mod evaluation;
mod kill;
mod offline;
mod snapshot;
mod stream;
mod tamper;
mod worker;
