//! How often a value that code computes is right: reads training cases (JSON Lines with `question`,
//! `type`, `context` and `answers`) from standard input and prints counts. `year` is the year of a
//! larger or smaller figure, `tax` the tax of an invoice or the sums without and with it, `notice` the
//! period of notice of a contract, which must stand in the marked clause, `cell` the cell of a table that
//! a question names. `another` counts instead
//! how often the marked amount is among those that a question for a total leaves out, and `items` prints the
//! items of every receipt.
//!
//! ```sh
//! xz -dc tat_qa.jsonl.xz | cargo run --release --locked -p recognizer --example computed year
//! xz -dc sroie.jsonl.xz | cargo run --release --locked -p recognizer --example computed tax
//! ```

#![allow(clippy::print_stdout)]

mod made;

use contract::Candidate;
use evidence::EvidenceChunk;
use evidence::reader::{ReadError, ReadLimits, read};
use made::whole;
use recognizer::{Options, Terms, another_sum, extreme, items, lookup, notice, recognize, taxed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Of a cell the type is that of the case.
    let (asked, compute): (Option<&str>, Compute) = match std::env::args().nth(1).as_deref() {
        Some("year") => (Some("text"), extreme),
        Some("tax") => (Some("amount"), taxed),
        Some("notice") => (Some("duration"), notice),
        Some("cell") => (None, lookup),
        Some("another") => return count_another(),
        Some("items") => return count_items(),
        _ => return Err("say what is computed: year, tax, notice, cell, another or items".into()),
    };
    let (mut cases, mut computed, mut right) = (0, 0, 0);
    for line in std::io::stdin().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let (Some(question), Some(context)) = (case["question"].as_str(), case["context"].as_str())
        else {
            continue;
        };
        cases += 1;
        if asked == Some("amount") && case["type"] != "amount" {
            continue;
        }
        let Some(asked) = asked.or(case["type"].as_str()) else {
            continue;
        };
        let found = compute(
            asked,
            &Terms::of(question),
            &[with_tables(context)?],
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

/// A text as one passage, with the tables that its columns make.
fn with_tables(text: &str) -> Result<EvidenceChunk, ReadError> {
    let document = read("case.txt", text.as_bytes(), &ReadLimits::default())?;
    let lines = document.lines.iter().map(|line| line.text.as_str());
    Ok(EvidenceChunk {
        tables: document.tables.clone(),
        ..EvidenceChunk::of_lines("C0", 1, lines)
    })
}

/// Of how many questions for an amount figures are left out, and whether the marked one is among them.
fn count_another() -> Result<(), Box<dyn Error>> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for line in std::io::stdin().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let (Some(question), Some(context)) = (case["question"].as_str(), case["context"].as_str())
        else {
            continue;
        };
        let field = case["field"].as_str().unwrap_or_default();
        if case["type"] != "amount" || case["answerable"] != true {
            continue;
        }
        let chunks = [whole(context)];
        let found = recognize("amount", &chunks, &Options::default());
        let left_out = another_sum(&Terms::of(question), &chunks, &found);
        if left_out.is_empty() {
            continue;
        }
        let said = left_out.iter().filter_map(|index| found.get(*index));
        let mut said = said.map(|one| one.wording.as_str());
        let gold = case["answers"][0]["text"].as_str().unwrap_or_default();
        let (cases, marked) = counts.entry(field.to_owned()).or_default();
        *cases += 1;
        if said.any(|wording| wording == gold || wording.ends_with(&format!(" {gold}"))) {
            *marked += 1;
            println!("left out: {question} {gold}");
        }
    }
    for (field, (cases, marked)) in counts {
        println!("{field}: figures left out in {cases} cases, the marked one in {marked} of them");
    }
    Ok(())
}

/// Prints the items of every receipt once, and counts the receipts.
fn count_items() -> Result<(), Box<dyn Error>> {
    let terms = Terms::of("List the purchased items with their amounts.");
    let mut texts = BTreeMap::new();
    for line in std::io::stdin().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let (name, context) = (&case["document_id"], &case["context"]);
        if let (Some(name), Some(context)) = (name.as_str(), context.as_str()) {
            texts.insert(name.to_owned(), context.to_owned());
        }
    }
    let mut found = 0;
    for (name, text) in &texts {
        let Some(table) = items("table", &terms, &[whole(text)]) else {
            continue;
        };
        found += 1;
        println!("{name}: {}", table.notes.join("; "));
        println!("  {}", table.wording.replace("; ", "\n  "));
    }
    println!("{} texts, items of {found} of them", texts.len());
    Ok(())
}

/// What computes a value.
type Compute = fn(&str, &Terms, &[EvidenceChunk], &Options) -> Option<Candidate>;
