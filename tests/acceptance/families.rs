//! Models of another tokenizer family than the default one's: what makes answers fast changes
//! nothing there either, and what the grammar forces is what the model reads. The models are made by
//! the test and answer nothing rightly.

use crate::thinking::start;
use acceptance::{Scratch, answers, model_chooses, root, small_model, take_model};
use engine::decoder::Control;
use engine::worker::Worker;
use engine::{Choice, Decision, Decoder, DraftRequest, Part, ScoreRequest, Thinking};
use serde_json::json;
use std::path::PathBuf;

/// What the made model was given as its longest context.
const CONTEXT: u32 = 4096;

/// Chat templates by what llama.cpp knows them by; in what order the words of a prompt stand in
/// each is llama.cpp's own.
const TEMPLATES: [(&str, &str, &str); 5] = [
    (
        "llama-2",
        "{% if true %}{{ '[INST] <<SYS>>\\n' + messages[0]['content'] + '\\n<</SYS>>\\n\\n' + messages[1]['content'] + ' [/INST]' }}{% endif %}",
        "[INST] <<SYS>>\n",
    ),
    (
        "mistral",
        "{{ bos_token }}{{ ' [INST] ' + system_message }}{{ '[/INST]' }}",
        "[INST] ",
    ),
    (
        "phi-3",
        "{{ '<|' + message['role'] + '|>' + '\\n' + message['content'] + '<|end|>\\n' }}{{ '<|user|>' '<|assistant|>' }}",
        "<|system|>\n",
    ),
    (
        "gemma",
        "{{ '<start_of_turn>' + role + '\\n' + message['content'] + '<end_of_turn>\\n' }}",
        "<start_of_turn>user\n",
    ),
    (
        "llama-3",
        "{{ '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' + message['content'] + '<|eot_id|>' }}",
        "<|start_header_id|>system<|end_header_id|>\n\n",
    ),
];

/// The documents of the bench: leases, invoices, minutes, tables, German and English.
fn documents() -> Vec<String> {
    let folder = root().join("samples/bench");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end == "txt" || end == "md")
        })
        .collect();
    paths.sort();
    let texts = paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap());
    texts.collect()
}

fn made(scratch: &Scratch, template: &str) -> PathBuf {
    let words = documents().join("\n");
    let bytes = small_model::sentence_piece(&words, template, 7);
    PathBuf::from(scratch.file("small.gguf", bytes))
}

/// What a model is seen to do with a prompt: bits of likelihoods, the draft, its forced and chosen
/// tokens.
#[derive(Debug, PartialEq)]
struct Seen {
    likelihoods: Vec<u64>,
    text: String,
    tokens: (u32, u32),
}

fn see(worker: &mut Worker, prompt: &[Part], plain: bool) -> Seen {
    let scores = ScoreRequest {
        plain,
        prompt: prompt.to_vec(),
        choices: vec![Choice {
            lead: "The answer is:".into(),
            options: vec![
                " 21 USD".into(),
                " the first day of May".into(),
                " no".into(),
            ],
        }],
    };
    let scores = worker.score(&scores, &mut |_| Control::Continue).unwrap();
    let draft = DraftRequest {
        prompt: prompt.to_vec(),
        grammar: "root ::= \"{\\\"fee\\\":\" [0-9]{1,3} \",\\\"why\\\":\\\"\" [A-Za-z ]{1,20} \"\\\",\\\"unit\\\":\" (\"\\\"USD\\\"\" | \"\\\"EUR\\\"\") \"}\"\n".into(),
        decisions: vec![Decision {
            after: "\"unit\":".into(),
            text: "\"USD\"".into(),
        }],
        max_output_tokens: 80,
        plain,
    };
    let draft = worker.draft(&draft, &mut |_| Control::Continue).unwrap();
    let likelihoods = scores.mean_log_probability.concat();
    assert_eq!(likelihoods.len(), 3);
    assert!(likelihoods.iter().all(|one| one.is_finite() && *one < 0.0));
    Seen {
        likelihoods: likelihoods.into_iter().map(f64::to_bits).collect(),
        text: draft.text,
        tokens: (draft.forced_tokens, draft.sampled_tokens),
    }
}

#[test]
fn every_text_comes_back_from_a_vocabulary_that_begins_texts_with_a_space() {
    let scratch = Scratch::without_models();
    let mut worker = start(made(&scratch, TEMPLATES[0].1), CONTEXT);
    let mut texts: Vec<String> = [
        "a",
        " a",
        "  a",
        "\"iso\":\"2025-03-17\"}",
        "Caf\u{e9} \u{6771}\u{4eac}",
        "\u{1}a",
        "<s></s>",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.extend(documents());
    let sound = worker.round_trips(&texts).unwrap();
    assert_eq!(sound, vec![true; texts.len()]);
    // The pieces are in use: fewer tokens than signs.
    let counts = worker.count_tokens(&texts).unwrap();
    assert!((counts[texts.len() - 1] as usize) < texts[texts.len() - 1].len() / 2);
}

#[test]
fn every_template_writes_the_prompt_in_order_and_the_plain_way_gives_the_same_draft() {
    let documents = documents();
    assert_eq!(documents.len(), 12);
    for (name, template, begins) in TEMPLATES {
        let scratch = Scratch::without_models();
        let mut worker = start(made(&scratch, template), CONTEXT);
        let own = worker.model().template.clone();
        assert_eq!(own.thinking, Thinking::None, "{name}");
        assert!(own.before_system.ends_with(begins), "{name}: {own:?}");
        // All of them of the first; of each other one two, since the vocabulary is the same.
        let asked = if name == TEMPLATES[0].0 { 12 } else { 2 };
        let about = |document: &String, question: &str| {
            let passage: String = document.chars().take(600).collect();
            own.render("You answer.", &[&passage, question])
        };
        for document in documents.iter().take(asked) {
            let prompt = about(document, "What is the fee?");
            let plain = see(&mut worker, &prompt, true);
            let fast = see(&mut worker, &prompt, false);
            assert_eq!(
                (&fast.text, fast.tokens),
                (&plain.text, plain.tokens),
                "{name}"
            );
        }
        // Behind a kept passage every bit is as in a worker that has read nothing, which is made for
        // one document in three.
        for document in documents.iter().take(asked).step_by(3) {
            let ask = |question: &str| about(document, question);
            see(&mut worker, &ask("What is the fee?"), false);
            let cold = see(
                &mut start(scratch.path("small.gguf"), CONTEXT),
                &ask("Who signed it?"),
                false,
            );
            assert_eq!(
                see(&mut worker, &ask("Who signed it?"), false),
                cold,
                "{name}"
            );
        }
    }
}

#[test]
fn a_model_of_that_family_is_added_without_complaint_and_answers_alike_in_both_ways() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let file = made(scratch, TEMPLATES[1].1);
    let added = scratch.json(&["models", "add", &file.display().to_string()]);
    assert_eq!(added["trial"]["broken_texts"], json!([]), "{added}");
    assert_eq!(added["trial"]["keeps_to_grammar"], true, "{added}");
    let policy = model_chooses(scratch);
    let ways = [
        "--keep", "--model", "small", "--limit", "4", "--policy", &policy,
    ];
    let questions = "samples/bench/questions.jsonl";
    let fast = answers(scratch, questions, &ways);
    assert_eq!(fast.len(), 4);
    let plain = answers(scratch, questions, &[&ways[..], &["--plain"]].concat());
    assert_eq!(fast, plain);
}
