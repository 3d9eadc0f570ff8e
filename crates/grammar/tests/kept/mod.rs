//! Inputs that are kept for a fuzz target: each goes through the same check, within five seconds. The
//! vault's tests take this file in, too.

use std::path::Path;
use std::time::{Duration, Instant};

/// Checks every input in `tests/regressions/TARGET` of the crate that is tested.
pub fn kept(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut files: Vec<_> = std::fs::read_dir(folder.join(target))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{target} has no inputs");
    for file in files {
        println!("{}", file.display());
        let bytes = std::fs::read(&file).unwrap();
        let start = Instant::now();
        check(&bytes);
        let time = start.elapsed();
        assert!(
            time < Duration::from_secs(5),
            "{}: {time:?}",
            file.display()
        );
    }
}
