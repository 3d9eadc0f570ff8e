//! Writes an adapter for the default model, to compare it with: `adapter OUT [SEED]`.
#![allow(clippy::unwrap_used, reason = "a tool of tests")]

fn main() {
    let mut arguments = std::env::args().skip(1);
    let to = arguments.next().unwrap();
    let seed = arguments.next().map_or(1, |seed| seed.parse().unwrap());
    std::fs::write(to, acceptance::adapter::Adapter::default().bytes(seed)).unwrap();
}
