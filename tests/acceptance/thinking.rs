//! Models that think before they answer: the default model with chat templates of such models
//! written into its file. It was not trained to think, so what it writes there is of no use; where it is
//! asked afterwards is what is tested.

use acceptance::requantize::with_template;
use acceptance::{SAMPLE, WithModel, executable, model_chooses, sha256, take_model};
use engine::decoder::Control;
use engine::worker::Worker;
use engine::{
    Choice, Decoder, DraftRequest, EngineError, LoadRequest, Part, ScoreRequest, Thinking,
};
use std::path::PathBuf;

/// `ChatML`, and how an answer begins.
fn template(answer: &str) -> String {
    r"{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}"
        .to_owned()
        + answer
        + "{% endif %}"
}

/// As Qwen 3 begins answers.
const SWITCHED: &str = r"{{- '<|im_start|>assistant\n' }}{%- if enable_thinking is defined and enable_thinking is false %}{{- '<think>\n\n</think>\n\n' }}{%- endif %}";
/// As `QwQ` begins them.
const ALWAYS: &str = r"{{ '<|im_start|>assistant\n<think>\n' }}";

fn written(with: &WithModel, name: &str, answer: &str) -> PathBuf {
    let bytes = std::fs::read(&with.file).unwrap();
    PathBuf::from(
        with.scratch
            .file(name, with_template(&bytes, &template(answer))),
    )
}

/// A worker with the model of a file, which writes conversations as the file says.
pub(crate) fn start(path: PathBuf, context_tokens: u32) -> Worker {
    let request = LoadRequest {
        sha256: sha256(std::fs::read(&path).unwrap()),
        path,
        context_tokens,
        threads: 2,
        flash_attention: false,
        template: None,
        gpu_layers: Some(0),
        adapter: None,
    };
    Worker::start(&executable(), &request).unwrap()
}

fn prompt(worker: &Worker, question: &str) -> Vec<Part> {
    let fees = "The fee for service 3 is 21 USD.\n";
    worker
        .model()
        .template
        .render("You answer.", &[fees, question])
}

fn begins_with(parts: &[Part], end: &str) -> bool {
    parts
        .last()
        .is_some_and(|part| part.as_str().ends_with(end))
}

/// Likelihoods to the bit and a draft; also the tokens of the prompt, and of them those kept.
#[derive(Debug, PartialEq)]
struct Seen {
    likelihoods: Vec<u64>,
    text: String,
    prompt_tokens: u32,
}

fn ask(worker: &mut Worker, question: &str, plain: bool) -> Seen {
    let prompt = prompt(worker, question);
    let request = ScoreRequest {
        plain,
        prompt: prompt.clone(),
        choices: vec![Choice {
            lead: "The answer is:".into(),
            options: vec![" 21 USD".into(), " no".into()],
        }],
    };
    let scores = worker.score(&request, &mut |_| Control::Continue).unwrap();
    let request = DraftRequest {
        plain,
        prompt,
        grammar: "root ::= [a-z ]{24}\n".into(),
        decisions: Vec::new(),
        max_output_tokens: 40,
    };
    let draft = worker.draft(&request, &mut |_| Control::Continue).unwrap();
    assert_eq!(draft.text.len(), 24, "the grammar holds: {}", draft.text);
    assert_eq!(draft.prompt_tokens, scores.prompt_tokens);
    // The thought is kept with its prompt, and not thought again for the draft.
    let kept = if plain { 0 } else { draft.prompt_tokens };
    assert_eq!(draft.reused_tokens, kept);
    let likelihoods = scores.mean_log_probability.concat();
    Seen {
        likelihoods: likelihoods.into_iter().map(f64::to_bits).collect(),
        text: draft.text,
        prompt_tokens: draft.prompt_tokens,
    }
}

const QUESTION: &str = "What is the fee for service 3?";

#[test]
fn thinking_is_switched_off_where_the_template_can_and_begun_where_it_cannot() {
    let Some(with) = take_model() else { return };
    let mut never = start(with.file.clone(), 2048);
    assert_eq!(never.model().template.thinking, Thinking::None);
    let base = ask(&mut never, QUESTION, false);

    let mut off = start(written(&with, "off.gguf", SWITCHED), 2048);
    assert_eq!(off.model().template.thinking, Thinking::Off);
    let parts = prompt(&off, QUESTION);
    assert!(
        begins_with(&parts, "assistant\n<think>\n\n</think>\n\n"),
        "{parts:?}"
    );
    let switched = ask(&mut off, QUESTION, false);
    assert_ne!(switched.likelihoods, base.likelihoods);

    let mut free = start(written(&with, "free.gguf", ALWAYS), 2048);
    assert_eq!(free.model().template.thinking, Thinking::Free);
    let parts = prompt(&free, QUESTION);
    assert!(begins_with(&parts, "assistant\n<think>\n"), "{parts:?}");
    let thought = ask(&mut free, QUESTION, false);
    // A thought lies between prompt and answer, and it has an end.
    let more = thought.prompt_tokens - base.prompt_tokens;
    assert!((8..=300).contains(&more), "{more} tokens");
    assert_ne!(thought.likelihoods, switched.likelihoods);
    // Without levers the prompt is read and thought about anew for the weighing and for the draft, and
    // options are weighed in other batches.
    let plain = ask(&mut free, QUESTION, true);
    let same = |seen: &Seen| (seen.text.clone(), seen.prompt_tokens);
    assert_eq!(same(&plain), same(&thought));
    // What was thought for that draft is kept, and gives the same bits as what was thought first.
    assert_eq!(ask(&mut free, QUESTION, false), thought);
}

#[test]
fn a_thought_that_has_no_room_is_an_error_and_a_cancelled_one_leaves_nothing() {
    let Some(with) = take_model() else { return };
    let file = written(&with, "free.gguf", ALWAYS);
    let mut free = start(file.clone(), 256);
    let request = ScoreRequest {
        plain: false,
        prompt: prompt(&free, QUESTION),
        choices: Vec::new(),
    };
    let refused = free.score(&request, &mut |_| Control::Continue);
    assert!(
        matches!(refused, Err(EngineError::Context { available: 256, .. })),
        "{refused:?}"
    );

    let mut free = start(file, 2048);
    let uncut = ask(&mut free, QUESTION, false);
    // Read anew, and broken off in the middle of the thought.
    let request = ScoreRequest {
        plain: true,
        ..request
    };
    let mut told = 0;
    let cancelled = free.score(&request, &mut |_| {
        told += 1;
        if told > 4 {
            Control::Cancel
        } else {
            Control::Continue
        }
    });
    assert_eq!(cancelled.err(), Some(EngineError::Cancelled));
    assert_eq!(ask(&mut free, QUESTION, false), uncut);
}

#[test]
fn whether_a_model_thinks_is_said_when_it_is_added_and_recorded() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    scratch.run(&["docs", "add", SAMPLE]).assert_code(0);
    let policy = model_chooses(scratch);
    for (name, answer, word, told) in [
        ("off", SWITCHED, "off", "its thinking is switched off"),
        ("free", ALWAYS, "free", "it thinks before it answers"),
    ] {
        let file = written(&with, &format!("{name}.gguf"), answer);
        let run = scratch.run(&["models", "add", &file.display().to_string()]);
        run.assert_code(0);
        assert!(run.stdout.contains(told), "{run}");
        let answer = scratch.json(&[
            "ask",
            "What is the annual premium?",
            "--model",
            name,
            "--policy",
            &policy,
        ]);
        let id = answer["record_id"].as_str().unwrap();
        let record = scratch.json(&["audit", "show", id]);
        assert_eq!(record["body"]["thinking"], word);
        let replay = scratch.json(&["audit", "replay", id]);
        assert_eq!(replay["equal"], true, "{replay}");
    }
}
