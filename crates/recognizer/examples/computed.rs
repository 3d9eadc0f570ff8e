//! How often a value that code computes is right: reads training cases (JSON Lines with `question`,
//! `type`, `context` and `answers`) from standard input and prints counts. `year` is the year of a
//! larger or smaller figure, `tax` the tax of an invoice or the sums without and with it, `notice` the
//! period of notice of a contract, which must stand in the marked clause.
//!
//! ```sh
//! xz -dc tat_qa.jsonl.xz | cargo run --release --locked -p recognizer --example computed year
//! xz -dc sroie.jsonl.xz | cargo run --release --locked -p recognizer --example computed tax
//! ```

#![allow(clippy::print_stdout)]

use contract::Candidate;
use evidence::{EvidenceChunk, Line};
use recognizer::{Options, Terms, extreme, notice, taxed};
use serde_json::Value;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let (asked, compute): (_, Compute) = match std::env::args().nth(1).as_deref() {
        Some("year") => ("text", extreme),
        Some("tax") => ("amount", taxed),
        Some("notice") => ("duration", notice),
        _ => return Err("say what is computed: year, tax or notice".into()),
    };
    let (mut cases, mut computed, mut right) = (0, 0, 0);
    for line in std::io::stdin().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let (Some(question), Some(context)) = (case["question"].as_str(), case["context"].as_str())
        else {
            continue;
        };
        cases += 1;
        if asked == "amount" && case["type"] != "amount" {
            continue;
        }
        let found = compute(
            asked,
            &Terms::of(question),
            &[whole(context)],
            &Options::default(),
        );
        let Some(found) = found else { continue };
        computed += 1;
        let golds = case["answers"].as_array().into_iter().flatten();
        let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut golds = golds.filter_map(|gold| Some(on_one_line(gold["text"].as_str()?)));
        if golds.any(|gold| gold.contains(&found.wording) || found.wording.contains(&gold)) {
            right += 1;
        } else {
            println!("wrong: {question} {}", found.wording);
        }
    }
    println!("{cases} cases, {computed} computed, {right} of them right");
    Ok(())
}

/// What computes a value.
type Compute = fn(&str, &Terms, &[EvidenceChunk], &Options) -> Option<Candidate>;

/// A text as one passage.
fn whole(text: &str) -> EvidenceChunk {
    let lines = (1..).zip(text.split('\n')).map(|(number, text)| Line {
        number,
        page: 1,
        text: text.to_owned(),
        bounds: None,
    });
    EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: String::new(),
        document_id: String::new(),
        document_title: String::new(),
        lines: lines.collect(),
        similarity: 1.0,
        tables: Vec::new(),
    }
}
