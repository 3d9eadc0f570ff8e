#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grammar_fuzz::differential(bytes));
