//! How often the sentence around marked words is read rightly as a yes or a no: reads training cases (JSON
//! Lines with `question`, `context`, `value`, and `text` at `start`, in characters) from standard input and
//! prints counts. With a question as its argument that question is asked of each, and it is counted how
//! often the answer is no.
//!
//! ```sh
//! cargo run --release --locked -p recognizer --example judged < cases.jsonl
//! ```

#![allow(clippy::print_stdout)]

use contract::Value as Said;
use evidence::{EvidenceChunk, Line};
use recognizer::{Options, Terms, judgement};
use serde_json::Value;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let asked = std::env::args().nth(1);
    let (mut cases, mut right) = (0, 0);
    for line in std::io::stdin().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let (Some(context), Some(text), Some(start)) = (
            case["context"].as_str(),
            case["text"].as_str(),
            case["start"].as_u64(),
        ) else {
            return Err("a case has context, text and start".into());
        };
        let question = asked.as_deref().or(case["question"].as_str());
        let question = question.ok_or("a case has a question")?;
        let start: usize = context
            .chars()
            .take(usize::try_from(start)?)
            .map(char::len_utf8)
            .sum();
        let run = start..start + text.len();
        let read = judgement(
            &Terms::of(question),
            &whole(context),
            &run,
            &Options::default(),
        );
        let expected = if asked.is_some() {
            Some(false)
        } else {
            case["value"].as_bool()
        };
        let said = read.and_then(|one| match one.items.first().map(|item| &item.value) {
            Some(Said::Boolean(said)) => Some(*said),
            _ => None,
        });
        cases += 1;
        if said == expected {
            right += 1;
        } else {
            let words: Vec<&str> = text.split_whitespace().collect();
            println!("{said:?}: {question} {}", words.join(" "));
        }
    }
    println!("{cases} cases, {right} of them right");
    Ok(())
}

/// A document of one passage.
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
