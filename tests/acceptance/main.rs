//! The acceptance tests: the built `attest`, run as a person runs it. See the
//! crate's library for what holds for every run.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::format_push_string,
    clippy::format_collect,
    reason = "test code: it fails by panicking, and small texts are built in the shortest way"
)]

mod adapter;
#[cfg(unix)]
mod airgap;
mod answer;
mod asked_once;
mod backup;
mod bad_input;
mod bad_schema;
mod bad_store;
mod batch;
mod bundle;
mod cases;
mod claim;
mod collections;
mod compare;
mod compute;
mod computed_figures;
mod conflict;
mod contents;
mod contracts;
mod encryption;
mod evaluation;
mod export;
mod extending;
mod families;
mod filter;
#[cfg(target_os = "linux")]
mod fleet;
mod form;
mod graphics;
mod judged;
mod keeping;
mod kept_checkpoint;
mod keyring;
mod kill;
mod kinds;
mod largest_year;
mod layout;
mod lengths;
mod limits;
mod listing;
mod log;
mod long_list;
mod manual;
#[cfg(target_os = "linux")]
mod memory;
mod ocr;
mod offline;
mod other_language;
mod pack;
mod prefix;
mod prompt;
mod proofs;
mod replay;
mod review;
mod role;
mod rows;
mod sealed_backup;
mod service;
mod sides;
mod snapshot;
#[cfg(unix)]
mod socket;
mod speed;
mod stamps;
mod stream;
mod swapped;
mod tamper;
mod tested;
mod thinking;
mod together;
mod turns;
mod upgrade;
mod uses;
mod wall;
mod who;
mod worker;
mod writing;
