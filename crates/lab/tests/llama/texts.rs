//! Every text of `crates/grammar/tests/suite/gbnf.json` in llama.cpp's parser,
//! and the texts it should accept and refuse in its sampler.

use engine::Tokenizer;
use engine::trial::{Source, Trial, TrialError, TrialOutcome, TrialProcess};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// What one text may take.
const LIMIT: Duration = Duration::from_secs(4);
/// Reading the vocabulary takes well under a second; machines may be busy.
const START: Duration = Duration::from_mins(1);
/// Filling the memory takes longer than this, and refusing a text much less.
const OUT_OF_MEMORY: Duration = Duration::from_millis(400);

pub fn every_text(model: &Path) {
    let suite = include_str!("../../../grammar/tests/suite/gbnf.json");
    let mut suite: Vec<Value> = serde_json::from_str(suite).unwrap();
    suite.push(json!({
        "name": "20,000 nested brackets",
        "text": format!("root ::= {}\"a\"{}", "(".repeat(20_000), ")".repeat(20_000)),
        "llama": "dies",
    }));
    let tokenizer = Tokenizer::load(model).unwrap();
    let mut process = TrialProcess::new(&crate::executable(), model);
    let mut wrong = Vec::new();
    let mut asked = 0;
    for case in &suite {
        let wanted = case["llama"].as_str().unwrap();
        if wanted == "dies" && !cfg!(target_os = "linux") {
            println!("not run here: {}", case["name"]);
            continue;
        }
        let questions = questions(case);
        let trial = Trial {
            source: Source::Gbnf(case["text"].as_str().unwrap().to_owned()),
            instances: questions
                .iter()
                .map(|(text, _)| tokenizer.tokenize(text.as_bytes()))
                .collect(),
            masks: false,
            hashes: false,
        };
        // A process that has died is started again, in its own time.
        let idle = Trial {
            source: Source::Gbnf("root ::= \"a\"".to_owned()),
            instances: Vec::new(),
            masks: false,
            hashes: false,
        };
        process.run(&idle, START).unwrap();
        let start = Instant::now();
        let outcome = process.run(&trial, LIMIT);
        let found = name(&outcome, start.elapsed());
        if found != wanted {
            wrong.push(format!("{}: {found}, not {wanted}", case["name"]));
            continue;
        }
        asked += 1;
        let instances = outcome.map(|one| one.instances).unwrap_or_default();
        for ((text, wanted), found) in questions.iter().zip(instances) {
            asked += 1;
            if found.accepted != *wanted {
                wrong.push(format!("{}: {text:?}: {}", case["name"], found.accepted));
            }
        }
    }
    println!("{asked} verdicts compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked > 300, "{asked}");
}

/// What becomes of a text, in the words of the list. Where memory is limited,
/// running out of it ends in a refusal, after a long time.
fn name(outcome: &Result<TrialOutcome, TrialError>, taken: Duration) -> &'static str {
    match outcome {
        Ok(outcome) if outcome.error.is_none() => "accepts",
        Ok(_) if taken > OUT_OF_MEMORY => "dies",
        Ok(_) => "refuses",
        Err(TrialError::Crashed(_) | TrialError::TimedOut(_)) => "dies",
        Err(TrialError::Start(error)) => panic!("{error}"),
    }
}

/// The texts to ask llama.cpp's sampler about, and what it should say. Where
/// ours refuses the grammar, or the two differ on a text, they are named.
fn questions(case: &Value) -> Vec<(String, bool)> {
    let list = |field: &str| -> Vec<String> {
        let list = case[field].as_array().into_iter().flatten();
        list.map(|one| one.as_str().unwrap().to_owned()).collect()
    };
    let differs = list("llama_differs");
    let ours = [("accepted", true), ("refused", false)];
    let theirs = [("llama_accepted", true), ("llama_refused", false)];
    ours.into_iter()
        .chain(theirs)
        .flat_map(|(field, wanted)| list(field).into_iter().map(move |text| (text, wanted)))
        .map(|(text, wanted)| (differs.contains(&text) != wanted, text))
        .map(|(wanted, text)| (text, wanted))
        .collect()
}
