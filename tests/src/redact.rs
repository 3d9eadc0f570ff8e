//! Takes out of an output what differs from run to run or from machine to
//! machine, and nothing else: ids, times, hashes, absolute paths, latencies,
//! and the measured numbers of a record.

use crate::{root, sample_id};
use regex::Regex;

/// What is replaced, in this order.
const RULES: [(&str, &str); 22] = [
    // A scratch folder, with whatever stands before it in the path.
    (r"(/[\w.+-]+)*/attest-test-\w+", "[scratch]"),
    (r"\b[0-9a-f]{64}\b", "[hash]"),
    (r"\b[0-9a-f]{15,20}-[0-9a-f]+-[0-9a-f]+\b", "[fresh id]"),
    (r"\b[0-9a-f]{16}\b", "[id]"),
    (r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "[time]"),
    // The times and the threads of a bench, in its table and in JSON.
    (
        r"(?m)^(compile, ms|to first mask, ms|mask, us) .*$",
        "$1 [times]",
    ),
    (r"(?m)^threads  +\d+$", "threads [threads]"),
    (r#""(\w+_(?:ms|us))": ?\{[^}]*\}"#, r#""$1": [times]"#),
    (r#""total_s": ?[0-9.]+"#, r#""total_s": [s]"#),
    (r#""(\w+_ms)": ?\d+"#, r#""$1": [ms]"#),
    // The kept response holds its latency, whose digits are as many as it took.
    (
        r#"("response": ?\{\s*"sha256": ?"[^"]*",\s*"size": ?)\d+"#,
        "${1}[size]",
    ),
    // What the model's arithmetic gives differs in the last digits between
    // processors, and so do the threads and the backend's description.
    (
        r#""(token_confidence|constraint_pressure|quality_score|margin|lexical)": ?-?[0-9][0-9.e-]*"#,
        r#""$1": [measured]"#,
    ),
    (r#""threads": ?\d+"#, r#""threads": [threads]"#),
    (r#""backend": ?"[^"]*""#, r#""backend": "[backend]""#),
    // Some systems do not say what the processor is called, and the record names none.
    (r#""processor": ?"[^"]*",\s*"#, ""),
    (r"(?m)^ +processor: .*\n", ""),
    // The same of a record as lines of names and values.
    (r"(?m)^( +[\w ]+ ms): \d+$", "$1: [ms]"),
    (r"(response\n +sha256: [^\n]*\n +size: )\d+", "${1}[size]"),
    (
        r"(?m)^( +(?:token confidence|constraint pressure|margin|lexical|reader)): -?[0-9].*$",
        "$1: [measured]",
    ),
    (r"(?m)^( +threads): \d+$", "$1: [threads]"),
    (r"(?m)^( +backend): .*$", "$1: [backend]"),
    (r#"[^\s"]*/models/SmolLM2"#, "[models]/SmolLM2"),
];

/// The output with all that replaced. The sample's id is the hash of a
/// committed file and stays readable.
pub fn redact(text: &str) -> String {
    let id = sample_id();
    let mut text = text.replace(&root().display().to_string(), "[root]");
    for (length, name) in [
        (64, "[sample's id]"),
        (16, "[sample's id/16]"),
        (12, "[sample's id/12]"),
    ] {
        text = text.replace(&id[..length], name);
    }
    for (pattern, replacement) in RULES {
        let pattern = Regex::new(pattern).expect("the rules are regular expressions");
        text = pattern.replace_all(&text, replacement).into_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_out_what_differs_and_nothing_else() {
        let text = format!(
            "{} {}:5-16 2026-01-31T10:00:00Z 0123456789abcdef 12.5 % page 3",
            sample_id(),
            &sample_id()[..16]
        );
        assert_eq!(
            redact(&text),
            "[sample's id] [sample's id/16]:5-16 [time] [id] 12.5 % page 3"
        );
        assert_eq!(
            redact(r#"{"latency_ms":12,"margin":-0.25,"value":1482.5}"#),
            r#"{"latency_ms": [ms],"margin": [measured],"value":1482.5}"#
        );
        assert_eq!(
            redact("  latency\n    total ms: 12\n    margin: 0.25\n  keywords: 3\n"),
            "  latency\n    total ms: [ms]\n    margin: [measured]\n  keywords: 3\n"
        );
        assert_eq!(
            redact("/tmp/x/attest-test-Ab12/data/attest.sqlite"),
            "[scratch]/data/attest.sqlite"
        );
    }
}
