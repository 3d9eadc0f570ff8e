//! Inputs of the vault's readers that are kept: real ones, from which fuzzing begins, and those that
//! once broke something. Each folder of `regressions/` belongs to the fuzz target of its name
//! (`scripts/fuzz`).
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../fuzz/src/lib.rs"]
mod fuzz;
#[path = "../../grammar/tests/kept/mod.rs"]
mod kept;

use kept::kept;

#[test]
fn kept_checkpoints_are_read_as_they_are_printed() {
    kept("checkpoint", fuzz::checkpoint);
}

#[test]
fn kept_proofs_are_read_as_they_are_printed() {
    kept("proof", fuzz::proof);
}

#[test]
fn kept_records_that_nobody_hashed_are_found() {
    kept("record", fuzz::record);
}

#[test]
fn kept_backups_are_put_back_whole_or_not_at_all() {
    kept("backup", fuzz::backup);
}

#[test]
fn kept_sealed_backups_and_their_keys_put_back_a_sound_vault_or_nothing() {
    kept("sealed", fuzz::sealed);
}

#[test]
fn kept_time_stamps_say_what_their_authority_signed() {
    kept("stamp", fuzz::stamp);
}

#[test]
fn kept_key_files_open_nothing() {
    kept("key_file", fuzz::key_file);
}
