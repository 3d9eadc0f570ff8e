//! How often the sentence around marked words is read rightly as a yes or a no: reads the documents and
//! cases of the training data (JSON Lines) from standard input and prints counts. With a question
//! as its argument that question is asked of every marked clause of assignment, each once, and it is
//! counted how often the answer is no.
//!
//! ```sh
//! cd ../shared/data/train/tier1
//! xz -dc documents.jsonl.xz cuad.jsonl.xz contract_nli.jsonl.xz |
//!     cargo run --release --locked -p recognizer --example judged
//! xz -dc documents.jsonl.xz cuad.jsonl.xz | cargo run --release --locked -p recognizer \
//!     --example judged "May the agreement be assigned without consent?"
//! ```

#![allow(clippy::print_stdout)]

mod made;

use contract::Value as Said;
use recognizer::{Options, Terms, judgement};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// What the annotators of CUAD call a clause of assignment.
const ASSIGNMENT: &str = "Anti-Assignment";
/// Characters before a marked clause that are read with it, and behind it.
const AROUND: (usize, usize) = (3_000, 1_500);

fn main() -> Result<(), Box<dyn Error>> {
    let asked = std::env::args().nth(1);
    let mut documents: BTreeMap<String, String> = BTreeMap::new();
    let mut known: BTreeSet<(String, String)> = BTreeSet::new();
    let (mut cases, mut right) = (0, 0);
    for line in std::io::stdin().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let id = case["document_id"].as_str().unwrap_or_default().to_owned();
        let Some(own) = case["question"].as_str() else {
            documents.insert(id, case["text"].as_str().unwrap_or_default().to_owned());
            continue;
        };
        let answer = &case["answers"][0];
        let (Some(text), Some(start)) = (answer["text"].as_str(), answer["start"].as_u64()) else {
            continue;
        };
        let expected = match &asked {
            Some(_) if case["field"] != ASSIGNMENT || !known.insert((id.clone(), text.into())) => {
                continue;
            }
            Some(_) => Some(false),
            None => case["value"]
                .as_bool()
                .filter(|_| case["type"] == "boolean"),
        };
        let Some(expected) = expected else { continue };
        let whole = case["context"]
            .as_str()
            .or(documents.get(&id).map(String::as_str));
        let whole = whole.ok_or("a case's document comes before it")?;
        let question = asked.as_deref().unwrap_or(own);
        let said = said(question, whole, (usize::try_from(start)?, text));
        cases += 1;
        if said == Some(expected) {
            right += 1;
        } else {
            println!("{said:?}: {question} {}", on_one_line(text));
        }
    }
    println!("{cases} cases, {right} of them right");
    Ok(())
}

/// What the sentence around a text that starts at a character says.
fn said(question: &str, whole: &str, (start, text): (usize, &str)) -> Option<bool> {
    let byte_of = |character: usize| {
        let mut places = whole.char_indices().map(|(at, _)| at);
        places.nth(character).unwrap_or(whole.len())
    };
    let end = start + text.chars().count();
    let before = whole.get(..byte_of(start.saturating_sub(AROUND.0)))?;
    let from = before.rfind('\n').map_or(0, |at| at + 1);
    let behind = byte_of(end + AROUND.1);
    let to = whole
        .get(behind..)?
        .find('\n')
        .map_or(whole.len(), |at| behind + at);
    let near = spaced(whole.get(from..to)?);
    let skipped = spaced(whole.get(from..byte_of(start))?).len();
    let text = spaced(text);
    let at = (skipped.saturating_sub(2)..near.len())
        .find(|at| near.get(*at..).is_some_and(|rest| rest.starts_with(&text)))?;
    let chunk = made::whole(&near);
    let run = at..at + text.len();
    let read = judgement(&Terms::of(question), &chunk, &run, &Options::default())?;
    match read.items.first().map(|item| &item.value) {
        Some(Said::Boolean(said)) => Some(*said),
        _ => None,
    }
}

/// A text whose lines have single spaces.
fn spaced(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(on_one_line).collect();
    lines.join("\n")
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
