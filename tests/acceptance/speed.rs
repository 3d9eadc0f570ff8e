//! How fast things are is told in figures that can be true, and what makes them fast changes no
//! answer.

use acceptance::{answers, executable, model_chooses, root, take_model};
use engine::decoder::Control;
use engine::worker::Worker;
use engine::{Choice, Decision, Part, memory};
use engine::{Decoder, DraftRequest, EngineError, LoadRequest, ModelFile, ScoreRequest, Template};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

const QUESTIONS: &str = "samples/bench/questions.jsonl";

#[test]
fn models_bench_tells_how_fast_a_model_reads_and_writes() {
    let Some(with) = take_model() else { return };
    let speed = with.scratch.json(&["models", "bench"]);
    let figure = |name: &str| speed[name].as_f64().unwrap_or_else(|| panic!("{speed}"));
    assert!(figure("prefill_tokens_per_second") > 1.0, "{speed}");
    assert!(figure("decode_tokens_per_second") > 0.1, "{speed}");
    assert!(figure("prompt_tokens") > 500.0, "{speed}");
    let run = with.scratch.run(&["models", "bench", "none"]);
    run.assert_code(2);
}

#[test]
fn bench_asks_every_question_of_every_way_and_counts_the_right_answers() {
    let Some(with) = take_model() else { return };
    let report = with.scratch.json(&["bench", "--limit", "2"]);
    let ways = report["ways"].as_array().unwrap();
    let names: Vec<&str> = ways.iter().filter_map(|way| way["way"].as_str()).collect();
    assert_eq!(names, ["reader", "model"]);
    for way in ways {
        assert_eq!(way["questions"], 2, "{way}");
        assert!(way["first_ms"].as_f64().unwrap() > 0.0, "{way}");
        assert!(way["later_ms"].as_f64().unwrap() > 0.0, "{way}");
    }
    let answers = report["answers"].as_array().unwrap();
    let order: Vec<&str> = answers
        .iter()
        .filter_map(|one| one["way"].as_str())
        .collect();
    assert_eq!(order, ["reader", "model", "model", "reader"]);
    // Nothing of it is kept.
    with.scratch.assert_empty();
}

#[test]
fn bench_takes_turns_with_another_program_and_judges_its_answers_by_the_same_rules() {
    let Some(with) = take_model() else { return };
    let amount = |value: f64| json!([{ "value": value, "currency": "EUR", "unit": null }]);
    let turns = [
        json!({ "ask": { "question": 1, "way": 1 } }),
        json!({ "prompt": { "question": 1, "way": 1 } }),
        json!({ "score": { "question": 1, "found": true, "items": amount(58200.0) } }),
        json!({ "score": { "question": 1, "found": true, "items": amount(5.0) } }),
        json!({ "score": { "question": 0, "found": false, "items": [] } }),
    ];
    let lines: String = turns.iter().map(|turn| format!("{turn}\n")).collect();
    let mut command = with
        .scratch
        .attest(&["bench", "--limit", "2", "--in-turns"]);
    let run = command.input(&lines).run();
    run.assert_code(0);
    let replies: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let [about, asked, prompt, right, wrong, refused] = replies.as_slice() else {
        panic!("{run}");
    };
    assert_eq!(
        about["questions"],
        json!(["employment-salary", "employment-bonus"])
    );
    assert_eq!(asked["id"], "employment-bonus");
    let text = prompt["prompt"].as_str().unwrap();
    assert!(text.contains("How high is the signing bonus?"), "{prompt}");
    assert!(text.contains("58,200 EUR"), "{prompt}");
    assert!(prompt["schema"]["anyOf"].is_array(), "{prompt}");
    // The bonus is not in the document: any answer is wrong, and none is right.
    assert_eq!(
        (&right["right"], &wrong["right"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(refused["right"], false);
}

#[test]
fn answers_are_the_same_without_what_makes_them_fast() {
    let Some(with) = take_model() else { return };
    let policy = model_chooses(&with.scratch);
    // Where the reader chooses, the plain way would have the model read all that the reader read,
    // which is more than its context holds (docs/engine.md).
    let ways = ["--limit", "4", "--policy", &policy];
    let fast = answers(&with.scratch, QUESTIONS, &ways);
    assert_eq!(fast.len(), 4);
    let plain = answers(
        &with.scratch,
        QUESTIONS,
        &[&ways[..], &["--plain"]].concat(),
    );
    assert_eq!(fast, plain);
}

/// The report has 600 lines, the receipt 35: of the one the model is shown what the likeliest amounts stand in, of the other
/// everything.
#[test]
fn a_model_that_chooses_is_shown_the_likeliest_passages_of_a_long_document() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let policy = model_chooses(scratch);
    let asked = |document: &str, question: &str| {
        let path = format!("samples/bench/{document}");
        let asks = [
            "ask", question, "--doc", &path, "--type", "amount", "--policy", &policy,
        ];
        let response = scratch.json(&asks);
        let id = response["record_id"].as_str().unwrap();
        let body = scratch.json(&["audit", "show", id])["body"].take();
        let mut held = body["dropped"].as_array().unwrap().iter();
        (
            response["answer"]["items"][0]["value"]["value"].as_f64(),
            held.any(|one| one["reason"] == "less_likely"),
            body["evidence_tokens"].as_u64().unwrap(),
            body["reader"].is_object(),
        )
    };
    let (value, is_held, tokens, has_read) =
        asked("report.txt", "What was the revenue of the group in 2024?");
    assert_eq!((value, is_held, has_read), (Some(48.6), true, true));
    assert!((1..600).contains(&tokens), "{tokens}");
    let (value, is_held, _, has_read) = asked("receipt.txt", "What is the total of the receipt?");
    assert_eq!((value, is_held, has_read), (Some(163.46), false, false));
}

/// Real documents that are asked in every run; `ATTEST_EVALUATION=all` asks all of them.
const SHORT: [&str; 4] = ["d-sroie-025", "d-sroie-026", "d-sroie-022", "d-squad-022"];

#[test]
fn answers_on_real_documents_are_the_same_without_what_makes_them_fast() {
    let folder = root().join("../shared/data/eval");
    let Ok(cases) = std::fs::read_to_string(folder.join("cases.jsonl")) else {
        println!("skipped: the evaluation data is not here");
        return;
    };
    let Some(with) = take_model() else { return };
    let asks_all = std::env::var("ATTEST_EVALUATION").is_ok_and(|value| value == "all");
    let mut chosen = String::new();
    for line in cases.lines() {
        let mut case: Value = serde_json::from_str(line).unwrap();
        let id = case["id"].as_str().unwrap().to_owned();
        if asks_all || SHORT.contains(&id.as_str()) {
            let document = folder.join(case["document"].as_str().unwrap());
            case["document"] = json!(document.canonicalize().unwrap());
            chosen.push_str(&format!("{case}\n"));
        }
    }
    let count = chosen.lines().count();
    let all = cases.lines().count();
    assert_eq!(count, if asks_all { all } else { SHORT.len() });
    let questions = with.scratch.file("chosen.jsonl", chosen);
    let policy = model_chooses(&with.scratch);
    let fast = answers(&with.scratch, &questions, &["--policy", &policy]);
    let plain = answers(&with.scratch, &questions, &["--policy", &policy, "--plain"]);
    assert_eq!(fast.len(), count);
    let differ: Vec<_> = fast
        .iter()
        .zip(&plain)
        .filter(|(one, other)| one != other)
        .collect();
    println!("{count} questions, {} answered differently", differ.len());
    assert!(differ.is_empty(), "{differ:?}");
}

fn start(model: &Path, context_tokens: u32) -> Worker {
    let request = LoadRequest {
        path: model.to_owned(),
        sha256: acceptance::sha256(std::fs::read(model).unwrap()),
        context_tokens,
        threads: 2,
        flash_attention: false,
        template: Some("chatml".into()),
        gpu_layers: Some(0),
        adapter: None,
    };
    Worker::start(&executable(), &request).unwrap()
}

/// A prompt of lines of some 14 tokens.
fn prompt(lines: u32) -> Vec<Part> {
    let line = |number: u32| {
        format!(
            "{number}: The fee for service {number} is {} USD.\n",
            number * 7
        )
    };
    let text: String = (1..=lines).map(line).collect();
    Template::chatml().render("You answer.", &[&text, "What is the fee for service 3?"])
}

#[test]
fn a_plain_draft_is_the_same_text_with_the_same_tokens() {
    let Some(with) = take_model() else { return };
    let mut worker = start(&with.file, 4096);
    let request = |plain: bool| {
        DraftRequest {
        prompt: prompt(30),
        grammar: "root ::= \"{\\\"fee\\\":\" [0-9]{1,3} \",\\\"why\\\":\\\"\" [a-z ]{12} \"\\\",\\\"unit\\\":\" (\"\\\"USD\\\"\" | \"\\\"EUR\\\"\") \"}\"\n".into(),
        decisions: vec![Decision {
            after: "\"unit\":".into(),
            text: "\"USD\"".into(),
        }],
        max_output_tokens: 80,
        plain,
    }
    };
    let fast = worker
        .draft(&request(false), &mut |_| Control::Continue)
        .unwrap();
    let plain = worker
        .draft(&request(true), &mut |_| Control::Continue)
        .unwrap();
    assert_eq!(fast.text, plain.text);
    assert_eq!(
        (fast.forced_tokens, fast.sampled_tokens),
        (plain.forced_tokens, plain.sampled_tokens)
    );
    // Nothing was kept for the plain one, and it leaves everything for the next.
    assert_eq!(plain.reused_tokens, 0);
    let again = worker
        .draft(&request(false), &mut |_| Control::Continue)
        .unwrap();
    assert_eq!(again.reused_tokens, again.prompt_tokens);
    assert_eq!(again.text, fast.text);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "looks at /proc")]
fn the_memory_a_model_takes_is_foretold_within_a_tenth() {
    let Some(with) = take_model() else { return };
    let file = ModelFile::open(&with.file).unwrap();
    for context_tokens in [2048, 4096] {
        let mut worker = start(&with.file, context_tokens);
        // A full batch of candidates and a draft: what a question may ask of it.
        let options = (0..24).map(|number| {
            let line =
                format!(" number {number} of the schedule, as it was changed in the year {number}");
            line.repeat(3)
        });
        let request = ScoreRequest {
            prompt: prompt(60),
            choices: vec![Choice {
                lead: "The answer is:".into(),
                options: options.collect(),
            }],
            plain: false,
        };
        worker.score(&request, &mut |_| Control::Continue).unwrap();
        let taken = memory::peak_bytes(worker.process_id()).unwrap() as f64;
        let foretold = file.estimate(context_tokens).total_bytes() as f64;
        let share = foretold / taken;
        println!("{context_tokens} tokens of context: {share:.3} of what is taken");
        assert!((0.9..=1.1).contains(&share), "{foretold} of {taken}");
    }
}

/// What is added to one forward pass, at most, until a worker is free again.
const BESIDE: Duration = Duration::from_millis(100);

/// Drafts, and cancels at the report of this number, if one is given: how long the longest time
/// between two reports was, and how long it took from there until the worker answered something
/// else.
fn drafted(worker: &mut Worker, report: Option<usize>) -> (Duration, Duration) {
    let request = DraftRequest {
        prompt: prompt(60),
        grammar: "root ::= [a-z ]{24}\n".into(),
        decisions: Vec::new(),
        max_output_tokens: 60,
        plain: true,
    };
    let (mut last, mut longest, mut count) = (Instant::now(), Duration::ZERO, 0);
    let ended = worker.draft(&request, &mut |_| {
        longest = longest.max(last.elapsed());
        last = Instant::now();
        count += 1;
        if report.is_some_and(|report| count > report) {
            Control::Cancel
        } else {
            Control::Continue
        }
    });
    let expected = report.map(|_| EngineError::Cancelled);
    assert_eq!(ended.err(), expected);
    let cancelled = Instant::now();
    worker.count_tokens(&["one".into()]).unwrap();
    (longest, cancelled.elapsed())
}

#[test]
fn a_cancelled_answer_leaves_the_model_free_after_the_pass_under_way() {
    let Some(with) = take_model() else { return };
    let mut worker = start(&with.file, 4096);
    // The first reports are before the prompt's batches, the later ones behind tokens.
    for report in [0, 1, 4] {
        let (pass, _) = drafted(&mut worker, None);
        let (_, took) = drafted(&mut worker, Some(report));
        println!(
            "cancelled at report {report}: free after {took:?}; the longest pass took {pass:?}"
        );
        // Half as long again: the machine may be busier than it was a moment ago.
        assert!(took < BESIDE + pass.mul_f64(1.5), "{took:?} {pass:?}");
    }
}

#[test]
fn generate_gives_a_value_of_the_schema_or_says_why_not() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let schema = json!({ "type": "object", "additionalProperties": false,
        "properties": { "colour": { "enum": ["red", "green", "blue"] },
                        "count": { "type": "integer", "minimum": 1, "maximum": 9 },
                        "word": { "type": "string", "pattern": "^[a-z]{3,8}$" } },
        "required": ["colour", "count", "word"] });
    let file = scratch.file("schema.json", schema.to_string());
    let prompt = scratch.file("prompt.txt", "Describe a small box of apples.");
    let arguments = ["generate", "--schema", &file, "--prompt", &prompt];
    let given = scratch.json(&arguments);
    let value = &given["value"];
    assert!(
        ["red", "green", "blue"].contains(&value["colour"].as_str().unwrap()),
        "{given}"
    );
    assert!(
        (1..=9).contains(&value["count"].as_i64().unwrap()),
        "{given}"
    );
    assert!(
        (3..=8).contains(&value["word"].as_str().unwrap().len()),
        "{given}"
    );
    let usage = &given["usage"];
    assert_eq!(usage["enforcement"], "grammar", "{given}");
    assert!(usage["forced_tokens"].as_u64().unwrap() > 0, "{given}");
    assert!(usage["prompt_tokens"].as_u64().unwrap() > 10, "{given}");
    // The same again, from standard input, as a person sees it.
    let mut command = scratch.attest(&["generate", "--schema", &file]);
    let run = command.input("Describe a small box of apples.").run();
    run.assert_code(0);
    assert_eq!(
        serde_json::from_str::<Value>(&run.stdout).unwrap(),
        *value,
        "{run}"
    );
    // Cut off, and a schema that is none.
    let run = scratch.run(&[&arguments[..], &["--max-tokens", "3"]].concat());
    run.assert_code(3);
    assert!(run.stderr.contains("cut off"), "{run}");
    let broken = scratch.file("broken.json", r##"{"$ref": "#/nowhere"}"##);
    let run = scratch.run(&["generate", "--schema", &broken, "--prompt", &prompt]);
    run.assert_code(2);
    // Nothing of it is kept.
    scratch.assert_empty();
}

#[test]
fn the_questions_of_the_bench_are_about_its_documents() {
    let folder = root().join("samples/bench");
    let text = std::fs::read_to_string(root().join(QUESTIONS)).unwrap();
    let mut questions = 0;
    for line in text.lines() {
        let question: Value = serde_json::from_str(line).unwrap();
        let document = question["document"].as_str().unwrap();
        let lines = std::fs::read_to_string(folder.join(document))
            .unwrap()
            .lines()
            .count();
        assert!((35..=1500).contains(&lines), "{document}: {lines}");
        questions += 1;
    }
    assert_eq!(questions, 24);
}
