//! Inputs that once broke something, found by fuzzing and kept. Each folder of
//! `regressions/` belongs to the fuzz target of its name (`scripts/fuzz`).
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../fuzz/src/lib.rs"]
mod fuzz;
mod kept;

use kept::kept;

#[test]
fn kept_schemas_compile_or_are_refused() {
    kept("schema_compile", fuzz::schema_compile);
}

#[test]
fn kept_grammar_texts_print_back() {
    kept("gbnf_parse", fuzz::gbnf_parse);
}

#[test]
fn kept_grammars_match_as_the_recogniser_says() {
    kept("matcher", fuzz::matcher);
}

#[test]
fn kept_schemas_are_judged_as_the_validator_does() {
    kept("differential", fuzz::differential);
}
