//! Adapters (`LoRA`) upon the default model: what they change, what they do not, what is refused,
//! and a model with one as a model like any other.

use acceptance::adapter::Adapter;
use acceptance::{Scratch, WithModel, executable, model_chooses, sha256, take_model};
use engine::decoder::Control;
use engine::worker::Worker;
use engine::{
    Choice, Decoder, DraftRequest, EngineError, LoadAdapter, LoadRequest, Scale, ScoreRequest,
    Template,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const DEFAULT: &str = "smollm2-135m-instruct-q4_1";
/// A short document: what is asked of a model again and again need not be long.
const TERMS: &str = "POLICY

The policy was issued on 4 May 2024.
The annual premium is USD 1,482.50.
The deductible is USD 250.00 for each claim.
";
/// What the model is called that a test makes of it.
const ADAPTED: &str = "house";

fn load(model: &Path, adapter: Option<(&Path, Scale)>) -> LoadRequest {
    let hash = |path: &Path| sha256(std::fs::read(path).unwrap());
    LoadRequest {
        path: model.to_owned(),
        sha256: hash(model),
        context_tokens: 1024,
        threads: 2,
        flash_attention: false,
        template: Some("chatml".into()),
        gpu_layers: Some(0),
        adapter: adapter.map(|(path, scale)| LoadAdapter {
            path: path.to_owned(),
            sha256: hash(path),
            scale,
        }),
    }
}

/// Likelihoods of three ways to go on, to the bit, and what the model writes.
fn seen(load: &LoadRequest) -> (Vec<u64>, String) {
    let mut worker = Worker::start(&executable(), load).unwrap();
    let expected = load.adapter.as_ref().map(|adapter| &adapter.sha256);
    assert_eq!(worker.model().adapter_sha256.as_ref(), expected);
    let prompt = Template::chatml().render(
        "You answer.",
        &["The fee for service 3 is 21 USD.\n", "What is the fee?"],
    );
    let request = ScoreRequest {
        plain: false,
        prompt: prompt.clone(),
        choices: vec![Choice {
            lead: "The answer is:".into(),
            options: vec![" 21 USD".into(), " the fifteenth".into(), " no".into()],
        }],
    };
    let scores = worker.score(&request, &mut |_| Control::Continue).unwrap();
    let request = DraftRequest {
        plain: false,
        prompt,
        grammar: "root ::= [a-z ]{24}\n".into(),
        decisions: Vec::new(),
        max_output_tokens: 40,
    };
    let draft = worker.draft(&request, &mut |_| Control::Continue).unwrap();
    let likelihoods = scores.mean_log_probability.concat();
    assert!(likelihoods.iter().all(|one| one.is_finite() && *one < 0.0));
    let bits: Vec<u64> = likelihoods.into_iter().map(f64::to_bits).collect();
    assert_eq!(bits.len(), 3);
    (bits, draft.text)
}

fn written(with: &WithModel, name: &str, bytes: &[u8]) -> PathBuf {
    PathBuf::from(with.scratch.file(name, bytes))
}

#[test]
fn an_adapter_changes_likelihoods_and_one_that_counts_for_nothing_changes_no_bit() {
    let Some(with) = take_model() else { return };
    let adapter = written(&with, "one.gguf", &Adapter::default().bytes(1));
    let other = written(&with, "other.gguf", &Adapter::default().bytes(2));
    let nothing = Adapter {
        size: 0.0,
        ..Adapter::default()
    };
    let nothing = written(&with, "nothing.gguf", &nothing.bytes(1));
    let of = |adapter| seen(&load(&with.file, adapter));
    let base = of(None);
    // The same twice, another for another scale, and another for another adapter.
    let whole = of(Some((&adapter, Scale::WHOLE)));
    assert_eq!(of(Some((&adapter, Scale::WHOLE))), whole);
    let different = [
        &base,
        &whole,
        &of(Some((&adapter, Scale(500)))),
        &of(Some((&other, Scale::WHOLE))),
    ];
    for (at, one) in different.iter().enumerate() {
        for another in &different[at + 1..] {
            assert_ne!(one.0, another.0);
        }
    }
    assert_eq!(of(Some((&adapter, Scale(0)))), base);
    assert_eq!(of(Some((&nothing, Scale::WHOLE))), base);
}

#[test]
fn an_adapter_that_is_changed_while_it_is_in_use_answers_no_more() {
    let Some(with) = take_model() else { return };
    let bytes = Adapter::default().bytes(1);
    let adapter = written(&with, "one.gguf", &bytes);
    let request = load(&with.file, Some((&adapter, Scale::WHOLE)));
    let mut worker = Worker::start(&executable(), &request).unwrap();
    let words = ["the premium".to_owned()];
    let counted = worker.count_tokens(&words).unwrap();
    std::fs::write(&adapter, &bytes).unwrap();
    assert_eq!(worker.count_tokens(&words), Ok(counted));
    std::fs::write(&adapter, Adapter::default().bytes(2)).unwrap();
    assert_eq!(worker.count_tokens(&words), Err(EngineError::Altered));
    drop(worker);
    // Nor is it loaded as what it was.
    let refused = Worker::start(&executable(), &request).err();
    assert_eq!(refused, Some(EngineError::Altered));
}

/// Adds an adapter under a name; returns what `models add` says of it.
fn add(scratch: &Scratch, bytes: &[u8], more: &[&str]) -> Value {
    let file = scratch.file(&format!("{ADAPTED}.gguf"), bytes);
    let asked = ["models", "add", &file, "--base", DEFAULT];
    scratch.json(&[&asked, more].concat())
}

#[test]
fn what_does_not_fit_is_refused_with_what_it_is_and_nothing_is_registered() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let fitting = Adapter::default();
    let mut elsewhere = fitting.clone();
    elsewhere.architecture = "qwen2".into();
    let mut missing = fitting.clone();
    missing.tensors[0].0 = "blk.77.attn_q.weight".into();
    let mut shape = fitting.clone();
    shape.tensors[0].1 = [576, 192];
    let mut shared = fitting.clone();
    shared.tensors[0] = ("token_embd.weight".into(), [4, 49_152]);
    let whole = fitting.bytes(1);
    let cases = [
        (
            elsewhere.bytes(1),
            "for the architecture \"qwen2\", and the model is \"llama\"",
        ),
        (
            missing.bytes(1),
            "the model has no tensor blk.77.attn_q.weight",
        ),
        (
            shape.bytes(1),
            "for blk.5.attn_q.weight it has 576 x 4 and 4 x 192, and the model's tensor is 576 x 576",
        ),
        (
            shared.bytes(1),
            "the model uses token_embd.weight as its output as well",
        ),
        (
            whole[..whole.len() - 32].to_vec(),
            "the file ends early: blk.25.attn_v.weight.lora_b is not whole",
        ),
        (whole[..40].to_vec(), "the header is damaged: it ends early"),
        (b"no model".to_vec(), "this is not a GGUF file"),
    ];
    for (bytes, told) in cases {
        let file = scratch.file("wrong.gguf", bytes);
        let run = scratch.run(&["models", "add", &file, "--base", DEFAULT]);
        assert_ne!(run.code, 0, "{run}");
        assert!(run.stderr.contains(told), "expected {told}: {run}");
    }
    // A model is no adapter, an adapter no model, and neither is a base for one.
    let model = with.file.display().to_string();
    let run = scratch.run(&["models", "add", &model, "--base", DEFAULT]);
    assert!(run.stderr.contains("this is no adapter"), "{run}");
    let file = scratch.file("one.gguf", &whole);
    let run = scratch.run(&["models", "add", &file]);
    assert!(run.stderr.contains("this is an adapter"), "{run}");
    assert!(run.stderr.contains("--base NAME"), "{run}");
    let run = scratch.run(&["models", "add", &file, "--base", "all-minilm-l6-v2"]);
    assert!(run.stderr.contains("no model for answers"), "{run}");
    let run = scratch.run(&["models", "add", &file, "--base", DEFAULT, "--name", DEFAULT]);
    assert!(run.stderr.contains("there is a model"), "{run}");
    let listed = scratch.json(&["models", "list"]);
    let models = listed.as_array().unwrap();
    assert!(models.iter().all(|model| model["adapter"] == Value::Null));
    assert_eq!(scratch.json(&["audit", "list"]), json!([]));
}

#[test]
fn a_model_with_an_adapter_is_a_model_like_any_other() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let bytes = Adapter::default().bytes(1);
    let added = add(scratch, &bytes, &["--scale", "0.5"]);
    assert_eq!(added["name"], ADAPTED);
    assert_eq!(added["adapter"]["sha256"], sha256(&bytes));
    assert_eq!(added["adapter"]["scale"], 500);
    assert_eq!(added["trial"]["template"], "chatml");
    let run = scratch.run(&["models", "list"]);
    let told = format!("(adapter upon {DEFAULT}, 0.5 of it)");
    assert!(run.stdout.contains(&told), "{run}");
    let run = scratch.run(&["models", "check", ADAPTED]);
    run.assert_code(0);
    assert!(run.stdout.contains(&sha256(&bytes)), "{run}");
    let needed = |name: &str| {
        let fit = scratch.json(&["models", "fit", name]);
        fit["needed_bytes"].as_u64().unwrap()
    };
    assert_eq!(needed(ADAPTED) - needed(DEFAULT), bytes.len() as u64);
    let doctor = scratch.run(&["doctor"]);
    let told = format!("{ADAPTED} upon {DEFAULT} sound");
    assert!(doctor.stdout.contains(&told), "{doctor}");

    // The answer's record names both files, and the answer is given again.
    let terms = scratch.file("terms.txt", TERMS);
    scratch.run(&["docs", "add", &terms]).assert_code(0);
    let policy = model_chooses(scratch);
    let asked = [
        "ask",
        "What is the annual premium?",
        "--model",
        ADAPTED,
        "--policy",
        &policy,
    ];
    let answer = scratch.json(&asked);
    let record = scratch.json(&["audit", "show", answer["record_id"].as_str().unwrap()]);
    let model = &record["body"]["model"];
    assert_eq!(model["name"], ADAPTED);
    assert_eq!(
        model["adapter"],
        json!({ "sha256": sha256(&bytes), "scale": 500 })
    );
    assert_eq!(model["sha256"], sha256(std::fs::read(&with.file).unwrap()));
    let id = answer["record_id"].as_str().unwrap();
    let replay = scratch.json(&["audit", "replay", id]);
    assert_eq!(replay["equal"], true, "{replay}");
    assert_eq!(replay["environment"], json!([]));

    // At another scale it is another model, which the replay says.
    add(scratch, &bytes, &["--scale", "1"]);
    let replay = scratch
        .attest(&["audit", "replay", id, "--json"])
        .run()
        .json();
    let environment = replay["environment"].as_array().unwrap();
    let scale = environment
        .iter()
        .find(|one| one["fact"] == "model.adapter.scale");
    assert_eq!(scale.unwrap()["now"], 1000, "{replay}");

    // Another file in its place is noticed, and the base is asked all the same.
    let place = scratch.path(&format!("{ADAPTED}.gguf"));
    std::fs::write(&place, Adapter::default().bytes(2)).unwrap();
    let run = scratch.run(&asked);
    assert_ne!(run.code, 0, "{run}");
    assert!(
        run.both().contains("is not the file it was registered as"),
        "{run}"
    );
    std::fs::remove_file(&place).unwrap();
    let run = scratch.run(&asked);
    assert!(run.both().contains("the model file is missing"), "{run}");
    assert!(scratch.run(&["models", "list"]).stdout.contains("missing"));
    scratch.run(&["models", "check"]).assert_code(0);
    scratch.assert_sound();
}

#[test]
fn a_base_that_becomes_another_file_is_said_and_its_adapters_are_not_used() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let mut bytes = std::fs::read(&with.file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    let base = scratch.file("own.gguf", &bytes);
    scratch.run(&["models", "add", &base]).assert_code(0);
    let adapter = scratch.file(&format!("{ADAPTED}.gguf"), Adapter::default().bytes(1));
    let run = scratch.run(&["models", "add", &adapter, "--base", "own"]);
    run.assert_code(0);
    assert!(!run.stderr.contains("another one now"), "{run}");
    // An adapter is put upon a model, and not upon another adapter.
    let run = scratch.run(&[
        "models", "add", &adapter, "--base", ADAPTED, "--name", "twice",
    ]);
    assert!(
        run.stderr.contains("has an adapter upon it already"),
        "{run}"
    );
    assert!(run.stderr.contains("--base own"), "{run}");

    *bytes.last_mut().unwrap() ^= 2;
    scratch.file("own.gguf", &bytes);
    let run = scratch.run(&["models", "add", &base]);
    run.assert_code(0);
    let told = format!("the model that {ADAPTED} was registered upon is another one now");
    assert!(run.stderr.contains(&told), "{run}");
    let run = scratch.run(&["models", "check", ADAPTED]);
    assert_ne!(run.code, 0, "{run}");
    assert!(run.stderr.contains("is an adapter for own"), "{run}");
}

/// Two cases on one document, one of them without an answer.
fn cases(scratch: &Scratch) -> String {
    let terms = scratch.file("terms.txt", TERMS);
    let case = |id: &str, question: &str, answer_type: &str, gold: Value| {
        json!({ "id": id, "document": terms, "source": "own", "question": question,
                "answer_type": answer_type, "answerable": gold != json!([]), "gold": gold })
        .to_string()
            + "\n"
    };
    let premium = json!([{ "value": 1482.5, "currency": "USD" }]);
    let text = [
        case("premium", "What is the annual premium?", "amount", premium),
        case(
            "cat",
            "What is the name of the cat?",
            "person_name",
            json!([]),
        ),
    ];
    scratch.file("cases.jsonl", text.concat())
}

#[test]
fn a_model_and_the_same_with_an_adapter_are_compared_as_two() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let adapter = Adapter {
        size: 1.0,
        ..Adapter::default()
    };
    let bytes = adapter.bytes(1);
    add(scratch, &bytes, &[]);
    let (cases, folder) = (cases(scratch), scratch.path("out").display().to_string());
    let models = format!("{DEFAULT},{ADAPTED}");
    let summary = scratch.json(&["compare", &cases, "--models", &models, "--out", &folder]);
    assert_eq!(summary["finished"], true);
    let contestants = summary["comparison"]["contestants"].as_array().unwrap();
    assert_eq!(contestants.len(), 2);
    let base = contestants[0]["model_sha256"].as_str().unwrap();
    let both = format!("{base} with adapter {} at 1", sha256(&bytes));
    assert_eq!(contestants[1]["model_sha256"], both);
    let journal = std::fs::read_to_string(format!("{folder}/answers.jsonl")).unwrap();
    let answers: Vec<Value> = journal
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 4);
    // Both weighed the same candidates of one question, and not alike.
    let signal = |contestant: &str| {
        let mut own = answers
            .iter()
            .filter(|answer| answer["contestant"] == contestant);
        let answer = own.find(|answer| answer["case"] == "premium").unwrap();
        let record = scratch.json(&["audit", "show", answer["record_id"].as_str().unwrap()]);
        let body = &record["body"];
        assert_eq!(body["model"]["name"], contestant);
        let signal = &body["choice"]["signals"]["log_probability"];
        signal.as_f64().unwrap_or_else(|| panic!("{record}"))
    };
    assert_ne!(signal(DEFAULT).to_bits(), signal(ADAPTED).to_bits());
    let report = std::fs::read_to_string(format!("{folder}/report.html")).unwrap();
    assert!(report.contains(&both), "the report names both files");
}
