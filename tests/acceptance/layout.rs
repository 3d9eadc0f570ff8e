//! The answer model's weights in the layout that is read fastest: made once, checked at every
//! load, recorded, and never replaced by others without a word.

#![cfg(unix)]

use acceptance::{Scratch, WithModel, take_model};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

const SHIPPED: &str = include_str!("../../crates/evidence/policy/default.toml");

/// A short document: what is asked of a model again and again need not be long.
const TERMS: &str =
    "POLICY\n\nThe annual premium is USD 1,482.50.\nThe deductible is USD 250.00 for each claim.\n";

/// A data directory with a folder of models of its own, which holds links to the files.
fn with_own_models(with: &WithModel) -> Scratch {
    let scratch = Scratch::new();
    let own = scratch.data().join("models");
    std::fs::create_dir_all(&own).unwrap();
    let lent = with.file.parent().unwrap();
    for entry in std::fs::read_dir(lent).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "gguf")
        {
            std::os::unix::fs::symlink(&path, own.join(path.file_name().unwrap())).unwrap();
        }
    }
    scratch
}

fn policy(scratch: &Scratch, weights: &str) -> String {
    let mut text = SHIPPED.to_owned();
    for (from, to) in [
        (
            "choose_with = \"reader\"",
            "choose_with = \"model\"".to_owned(),
        ),
        ("weights = \"fast\"", format!("weights = \"{weights}\"")),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, &to);
    }
    scratch.file("policy.toml", text)
}

/// The question, under a policy that names these weights.
fn arguments(scratch: &Scratch, weights: &str) -> Vec<String> {
    let question = "What is the annual premium?";
    let (terms, policy) = (scratch.file("terms.txt", TERMS), policy(scratch, weights));
    let words = [
        "ask", question, "--type", "amount", "--doc", &terms, "--policy", &policy,
    ];
    words.map(str::to_owned).to_vec()
}

/// The values of an answer, and what its record says of the weights.
fn ask(scratch: &Scratch, weights: &str) -> (Value, Value) {
    let response = scratch.json(&arguments(scratch, weights));
    let record = scratch.json(&["audit", "show", response["record_id"].as_str().unwrap()]);
    let model = &record["body"]["model"];
    assert!(model["name"].is_string(), "{record}");
    (
        response["answer"]["items"][0]["value"].clone(),
        model["weights"].clone(),
    )
}

fn sha256(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let text = |text: String, byte: &u8| text + &format!("{byte:02x}");
    Sha256::digest(bytes).iter().fold(String::new(), text)
}

fn weights_are_sound(scratch: &Scratch) -> Value {
    let report = scratch.run(&["doctor", "--json"]).json();
    let mut checks = report.as_array().unwrap().iter();
    let check = checks.find(|check| check["name"] == "weights").unwrap();
    check["sound"].clone()
}

fn place(scratch: &Scratch, weights: &Value) -> PathBuf {
    let name = format!("{}.gguf", weights["sha256"].as_str().unwrap());
    scratch.data().join("models/fast").join(name)
}

#[test]
fn weights_are_laid_out_once_checked_and_recorded() {
    let Some(with) = take_model() else { return };
    let scratch = with_own_models(&with);
    let (as_is, none) = ask(&scratch, "as is");
    assert_eq!(as_is["value"], 1482.5);
    assert_eq!(none, Value::Null);
    assert!(!scratch.data().join("models/fast").exists());
    assert_eq!(weights_are_sound(&scratch), json!(true));

    let (value, weights) = ask(&scratch, "fast");
    assert_eq!(value, as_is);
    assert_eq!(weights["layout"], "q8_0");
    let place = place(&scratch, &weights);
    assert_eq!(weights["sha256"], sha256(&place));
    let made = std::fs::metadata(&place).unwrap().modified().unwrap();
    assert_eq!(ask(&scratch, "fast"), (value.clone(), weights.clone()));
    assert_eq!(std::fs::metadata(&place).unwrap().modified().unwrap(), made);
    assert_eq!(weights_are_sound(&scratch), json!(true));

    // One damaged weight: it is seen, said, and the file made again.
    let mut bytes = std::fs::read(&place).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&place, bytes).unwrap();
    assert_eq!(weights_are_sound(&scratch), json!(false));
    assert_eq!(ask(&scratch, "fast"), (value, weights.clone()));
    assert_eq!(weights["sha256"], sha256(&place));
    scratch.assert_sound();
}

#[test]
fn weights_that_cannot_be_laid_out_are_an_error_and_not_left_as_they_are() {
    let Some(with) = take_model() else { return };
    let scratch = with_own_models(&with);
    std::fs::write(scratch.data().join("models/fast"), "in the way").unwrap();
    let run = scratch.run(&arguments(&scratch, "fast"));
    run.assert_code(2);
    for said in ["cannot be laid out", "weights = \"as is\""] {
        assert!(run.stderr.contains(said), "{run}");
    }
    let as_is = scratch.run(&arguments(&scratch, "as is"));
    as_is.assert_code(0);
    assert!(as_is.stdout.contains("1,482.50"), "{as_is}");
    scratch.assert_sound();
}
