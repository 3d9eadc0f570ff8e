//! Two models that are really two, compared over questions on two documents: the default, and
//! the same weights in another quantisation.

use acceptance::requantize::requantize;
use acceptance::{SAMPLE, Scratch, WithModel, root, small_model, take_model};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const DEFAULT: &str = "smollm2-135m-instruct-q4_1";
const OTHER: &str = "smollm2-other";
/// Short documents: what is asked of a model two dozen times need not be long.
const POLICY: &str = "POLICY

The policy was issued on 4 May 2024 to Blue Heron Bakery LLC.
The annual premium is USD 1,482.50, due on the first day of the term.
The deductible is USD 250.00 for each claim.
";
const LEASE: &str = "LEASE
Landlord: Harbour Estates Ltd., 4 Quay Road, Leith
Tenant: Maria Keller
The rent is 900 EUR a month, due on the third day of the month.
The deposit is 1,800 EUR.
The lease begins on 1 March 2024 and ends on 28 February 2027.
Either party may end it with three months' notice in writing.
";

/// Adds the second model, and writes the cases, five with `and_policy`; returns their file.
fn prepared(with: &WithModel, and_policy: bool) -> String {
    let scratch = &with.scratch;
    let bytes = requantize(&std::fs::read(&with.file).unwrap());
    let file = scratch.file(&format!("{OTHER}.gguf"), bytes);
    scratch.run(&["models", "add", &file]).assert_code(0);
    let lease = scratch.file("lease.txt", LEASE);
    let policy = scratch.file("policy.txt", POLICY);
    let case = |id: &str, document: &str, question: &str, answer_type: &str, gold: Value| {
        json!({ "id": id, "document": document, "source": "own", "question": question,
                "answer_type": answer_type, "answerable": gold != json!([]), "gold": gold })
        .to_string()
            + "\n"
    };
    let rent = json!([{ "value": 900, "currency": "EUR" }]);
    let notice = json!(["three months", "three months' notice"]);
    let mut cases = vec![
        case("rent", &lease, "What is the rent a month?", "amount", rent),
        case(
            "tenant",
            &lease,
            "Who is the tenant?",
            "person_name",
            json!(["Maria Keller"]),
        ),
        case(
            "tax",
            &lease,
            "What is the tax number of the landlord?",
            "text",
            json!([]),
        ),
    ];
    if and_policy {
        let ask = "With how much notice may the lease be ended?";
        cases.push(case("notice", &lease, ask, "text", notice));
        let premium = json!([{ "value": 1482.5, "currency": "USD" }]);
        let ask = "What is the annual premium?";
        cases.push(case("premium", &policy, ask, "amount", premium));
    }
    scratch.file("cases.jsonl", cases.concat())
}

/// Plan and answers, as they were written down.
fn journal(folder: &str) -> (Value, Vec<Value>) {
    let text = std::fs::read_to_string(format!("{folder}/answers.jsonl")).unwrap();
    let mut lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    (lines.next().unwrap(), lines.collect())
}

/// What of an answer is the same every time.
fn settled(answers: &[Value]) -> Vec<Value> {
    let settled = |answer: &Value| {
        let mut answer = answer.clone();
        for changing in ["record_id", "times", "memory", "energy_microjoules"] {
            answer.as_object_mut().unwrap().remove(changing);
        }
        answer
    };
    answers.iter().map(settled).collect()
}

fn names(answers: &[Value]) -> Vec<&str> {
    answers
        .iter()
        .map(|answer| answer["contestant"].as_str().unwrap())
        .collect()
}

fn compare(scratch: &Scratch, cases: &str, folder: &str, more: &[&str]) -> Value {
    let models = format!("{DEFAULT},{OTHER}");
    let asked = [
        "compare", cases, "--models", &models, "--out", folder, "--resume",
    ];
    scratch.json(&[&asked, more].concat())
}

#[test]
fn two_models_take_turns_and_what_is_said_of_them_is_what_they_answered() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let cases = prepared(&with, true);
    let folder = scratch.path("first").display().to_string();
    let summary = compare(scratch, &cases, &folder, &[]);
    assert_eq!(summary["finished"], true);
    assert_eq!(
        (&summary["done"], &summary["resumed"]),
        (&json!(10), &json!(0))
    );
    let comparison = &summary["comparison"];
    let contestants = comparison["contestants"].as_array().unwrap();
    assert_eq!(contestants.len(), 2);
    assert_ne!(
        contestants[0]["model_sha256"],
        contestants[1]["model_sha256"]
    );

    let (_, answers) = journal(&folder);
    // Each is first every other time, and the rounds turn.
    let turns = [
        DEFAULT, OTHER, OTHER, DEFAULT, OTHER, DEFAULT, DEFAULT, OTHER,
    ];
    assert_eq!(names(&answers)[..8], turns);
    for contestant in contestants {
        let name = &contestant["name"];
        let own = || {
            answers
                .iter()
                .filter(|answer| answer["contestant"] == *name)
        };
        assert_eq!(contestant["choose_with"], "model");
        let right = own().filter(|answer| answer["right"] == true).count();
        assert_eq!(contestant["right"]["count"], right, "{contestant}");
        assert_eq!(contestant["right"]["of"], 5);
        assert_eq!(contestant["exact"]["of"], 4);
        assert_eq!(contestant["false_answers"]["of"], 1);
        assert_eq!(contestant["failed"]["count"], 0);
        // They chose themselves, and every quote stands where it says.
        let weighed = own()
            .filter(|answer| answer["tokens"]["scored"].as_u64() > Some(0))
            .count();
        assert!(weighed >= 3, "{weighed} answers were weighed by the model");
        assert_eq!(contestant["model_part"]["weighed"]["count"], weighed);
        assert_eq!(contestant["valid_citations"]["share"], 1.0, "{contestant}");
        assert!(
            contestant["cost"]["median_seconds"]["value"]
                .as_f64()
                .unwrap()
                > 0.0
        );
        // The record of each answer is of this model.
        for answer in own().take(2) {
            let record = scratch.json(&["audit", "show", answer["record_id"].as_str().unwrap()]);
            assert!(
                record.to_string().contains(name.as_str().unwrap()),
                "{record}"
            );
        }
    }
    let pair = &comparison["pairs"][0];
    let parts = ["both_right", "only_first", "only_second", "neither"];
    let sum: u64 = parts.iter().map(|part| pair[part].as_u64().unwrap()).sum();
    assert_eq!(sum, 5);
    assert_eq!(
        pair["is_significant"], false,
        "five questions tell nothing: {pair}"
    );
    assert!(
        pair["verdict"]
            .as_str()
            .unwrap()
            .starts_with("No significant difference: of 5 questions")
    );

    // They are two: what they make of the same values differs.
    let of = |name: &str| -> Vec<Value> {
        let own = answers.iter().filter(|answer| answer["contestant"] == name);
        own.map(|answer| json!([answer["case"], answer["probability"], answer["values"]]))
            .collect()
    };
    let (one, other): (BTreeSet<String>, BTreeSet<String>) = (
        of(DEFAULT).iter().map(Value::to_string).collect(),
        of(OTHER).iter().map(Value::to_string).collect(),
    );
    assert_ne!(one, other);

    // Asked again, all is the same but what clocks say.
    let again = scratch.path("again").display().to_string();
    compare(scratch, &cases, &again, &["--limit", "1"]);
    assert_eq!(settled(&journal(&again).1), settled(&answers[..2]));

    // What is there is not asked again, and the report is written anew.
    std::fs::remove_file(format!("{folder}/report.html")).unwrap();
    assert_eq!(compare(scratch, &cases, &folder, &[])["resumed"], 10);
    assert_eq!(journal(&folder).1.len(), 10);
    let page = std::fs::read_to_string(format!("{folder}/report.html")).unwrap();
    assert!(
        page.contains("default-src 'none'") && !page.contains("://"),
        "it loads nothing"
    );
    assert!(page.contains("<svg") && page.contains("No significant difference"));
    let rows = std::fs::read_to_string(format!("{folder}/comparison.csv")).unwrap();
    assert_eq!(rows.lines().count(), 11);
    blind_decisions_become_ratings(scratch, &cases);
}

/// Reader against model: they differ often enough to decide between.
fn blind_decisions_become_ratings(scratch: &Scratch, cases: &str) {
    let shipped =
        std::fs::read_to_string(root().join("crates/evidence/policy/default.toml")).unwrap();
    let turned = shipped.replacen("choose_with = \"reader\"", "choose_with = \"model\"", 1);
    assert_ne!(shipped, turned);
    let reader = format!("reader={}", scratch.file("reader.toml", &shipped));
    let model = format!("model={}", scratch.file("model.toml", &turned));
    let folder = scratch.path("blind").display().to_string();
    let summary = scratch.json(&[
        "compare",
        cases,
        "--setting",
        &reader,
        "--setting",
        &model,
        "--out",
        &folder,
    ]);
    let contestants = summary["comparison"]["contestants"].as_array().unwrap();
    let part = |at: usize| {
        contestants[at]["model_part"]["any"]["count"]
            .as_u64()
            .unwrap()
    };
    assert!(
        part(0) < part(1),
        "the reader chooses, and the model is seldom asked: {contestants:?}"
    );
    let pairs = summary["comparison"]["differences"]
        .as_array()
        .unwrap()
        .len();
    assert!(
        pairs > 0,
        "the reader and the model agree on everything: choose other questions"
    );

    let mut first = scratch.attest(&["compare", "blind", &folder, "--json"]);
    let run = first.input("what?\nA\nquit\n").run();
    run.assert_code(0);
    assert_eq!(run.json(), json!({ "pairs": pairs, "decided": 1 }));
    assert!(
        !run.both().contains("model.toml") && !run.stderr.contains("reader"),
        "names are hidden: {run}"
    );
    let mut rest = scratch.attest(&["compare", "blind", &folder, "--json"]);
    let run = rest.input(&"tie\n".repeat(pairs)).run();
    assert_eq!(
        run.json(),
        json!({ "pairs": pairs, "decided": pairs }),
        "it went on where it stopped"
    );
    let ratings = scratch.json(&["compare", "ratings", &folder]);
    assert_eq!(ratings["decisions"], pairs);
    let points: Vec<f64> = ratings["ratings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["points"].as_f64().unwrap())
        .collect();
    assert!(
        points[0] > points[1] && (points[0] + points[1]).abs() < 1e-6,
        "{ratings}"
    );
    assert_eq!(ratings["ratings"][0]["won"], 1);
}

#[test]
fn a_comparison_that_was_killed_goes_on_with_the_next_answer() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let cases = prepared(&with, false);
    let folder = scratch.path("killed").display().to_string();
    let models = format!("{DEFAULT},{OTHER}");
    let command = scratch.attest(&["compare", &cases, "--models", &models, "--out", &folder]);
    let mut child = command.start();
    let written = || {
        std::fs::read_to_string(format!("{folder}/answers.jsonl"))
            .unwrap_or_default()
            .lines()
            .count()
    };
    let deadline = Instant::now() + Duration::from_mins(4);
    while written() < 3 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    assert_eq!(command.finish(child).code, -1, "it was killed");
    let before = written() - 1;
    assert!((2..6).contains(&before), "{before} answers were there");
    // As it stands it cannot be begun again by mistake.
    let again = command.run();
    again.assert_code(2);
    assert!(again.stderr.contains("--resume"), "{again}");
    let summary = compare(scratch, &cases, &folder, &[]);
    assert_eq!(
        (&summary["done"], &summary["resumed"]),
        (&json!(6), &json!(before))
    );
    let (_, answers) = journal(&folder);
    let keys: BTreeSet<String> = answers
        .iter()
        .map(|answer| format!("{} {}", answer["case"], answer["contestant"]))
        .collect();
    assert_eq!((keys.len(), answers.len()), (6, 6));
    scratch.assert_sound();
}

#[test]
fn what_cannot_be_compared_is_said_before_anything_is_asked() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    // Nothing is asked of the second model here, so that it may be any.
    let template = "{{ bos_token }}{{ ' [INST] ' + system_message }}{{ '[/INST]' }}";
    let bytes = small_model::sentence_piece(LEASE, template, 7);
    let file = scratch.file(&format!("{OTHER}.gguf"), bytes);
    scratch.run(&["models", "add", &file]).assert_code(0);
    let case = |more: Value| {
        let mut case = json!({ "id": "1", "document": root().join(SAMPLE), "question": "?", "answer_type": "text" });
        case.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        case.to_string() + "\n"
    };
    let good = case(json!({ "answerable": false }));
    let out = scratch.path("out").display().to_string();
    let (twice, both) = (format!("{DEFAULT},{DEFAULT}"), format!("{DEFAULT},{OTHER}"));
    for (cases, option, value, said) in [
        (&good, "--models", DEFAULT, "1 to compare"),
        (
            &good,
            "--models",
            "nobody,nothing",
            "there is no model nobody",
        ),
        (&good, "--models", &twice, "is named twice"),
        (
            &good,
            "--models",
            "attest-reader,all-minilm-l6-v2",
            "is no model for answers",
        ),
        (&good, "--setting", "policy.toml", "is no setting"),
        (
            &good,
            "--setting",
            "a=no such file.toml",
            "no such file.toml",
        ),
        (
            &case(json!({})),
            "--models",
            &both,
            "does not say whether it can be answered",
        ),
        (
            &case(json!({ "answerable": true })),
            "--models",
            &both,
            "has no gold",
        ),
        (&(good.clone() + &good), "--models", &both, "stands twice"),
        (&String::new(), "--models", &both, "there are no cases"),
    ] {
        let cases = scratch.file("bad.jsonl", cases);
        let run = scratch.run(&["compare", &cases, "--out", &out, option, value]);
        run.assert_code(2);
        assert!(
            run.stderr.contains(said) && run.stderr.contains("hint: "),
            "{said}: {run}"
        );
        assert!(!scratch.path("out").exists(), "{said}");
    }
    for command in ["blind", "ratings"] {
        scratch.run(&["compare", command, &out]).assert_code(2);
    }
    scratch.run(&["compare"]).assert_code(2);
    assert_eq!(scratch.json(&["docs", "list"]), json!([]));
    let records = scratch.json(&["audit", "list"]);
    let kinds: Vec<&Value> = records
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["kind"])
        .collect();
    assert_eq!(
        kinds,
        ["model"],
        "nothing but the second model was written down"
    );
}
