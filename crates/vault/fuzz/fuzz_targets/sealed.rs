#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vault_fuzz::sealed(bytes));
