//! Writes the default model with other quantisation, to compare it with: `requantize IN OUT`.
#![allow(clippy::unwrap_used, reason = "a tool for tests and measurements")]

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (from, to) = (arguments.next().unwrap(), arguments.next().unwrap());
    let bytes = acceptance::requantize::requantize(&std::fs::read(from).unwrap());
    std::fs::write(to, bytes).unwrap();
}
