//! A kept prefix changes no bit: the worker is asked through the engine, since no command
//! shows the numbers that a prompt's state is seen by.

use acceptance::{executable, take_model};
use engine::decoder::Control;
use engine::worker::Worker;
use engine::{Choice, Decoder, DraftRequest, LoadRequest, Part, ScoreRequest, Template};
use std::collections::BTreeMap;
use std::path::Path;

const SYSTEM: &str = "You answer questions about documents. Never guess.";

/// A passage of about 20 tokens a clause, different for each number.
fn passage(number: u32, clauses: u32) -> String {
    let clause = |line: u32| {
        format!(
            "{line}: The fee for service {number} in year {line} is {} USD.\n",
            number * 7 + line
        )
    };
    format!("[C{number}] fees.txt\n") + &(1..=clauses).map(clause).collect::<String>()
}

fn prompt(passages: &[String], question: &str) -> Vec<Part> {
    let mut pieces: Vec<&str> = passages.iter().map(String::as_str).collect();
    pieces.push(question);
    Template::chatml().render(SYSTEM, &pieces)
}

fn start(model: &Path) -> Worker {
    let request = LoadRequest {
        path: model.to_owned(),
        sha256: acceptance::sha256(std::fs::read(model).unwrap()),
        context_tokens: 4096,
        threads: 2,
        flash_attention: false,
        template: Some("chatml".into()),
        gpu_layers: Some(0),
        adapter: None,
    };
    Worker::start(&executable(), &request).unwrap()
}

/// What can be seen of a prompt's state: the likelihood of what may follow, to the bit, and
/// what the model writes.
#[derive(Debug, PartialEq)]
struct Seen {
    likelihoods: Vec<u64>,
    text: String,
    probability: u64,
}

/// Asks; returns also the tokens of the prompt, and how many of them were not read.
fn ask(worker: &mut Worker, prompt: &[Part]) -> (Seen, u32, u32) {
    let request = ScoreRequest {
        plain: false,
        prompt: prompt.to_vec(),
        choices: vec![Choice {
            lead: "The answer is:".into(),
            options: vec![
                " 8 USD".into(),
                " the fifteenth of March".into(),
                " no".into(),
            ],
        }],
    };
    let scores = worker.score(&request, &mut |_| Control::Continue).unwrap();
    let request = DraftRequest {
        plain: false,
        prompt: prompt.to_vec(),
        grammar: "root ::= [a-z ]{24}\n".into(),
        decisions: Vec::new(),
        max_output_tokens: 40,
    };
    let draft = worker.draft(&request, &mut |_| Control::Continue).unwrap();
    // What was scored before is not read again.
    assert_eq!(draft.reused_tokens, draft.prompt_tokens);
    let likelihoods = scores.mean_log_probability.concat();
    assert_eq!(likelihoods.len(), 3);
    let seen = Seen {
        likelihoods: likelihoods.into_iter().map(f64::to_bits).collect(),
        text: draft.text,
        probability: draft
            .mean_choice_probability
            .expect("a worker measures it")
            .to_bits(),
    };
    (seen, scores.prompt_tokens, scores.reused_tokens)
}

/// How much of a prompt is expected to be kept from the one before.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kept {
    Nothing,
    Some,
    /// Everything but the last batch, which holds the question.
    AllButTheQuestion,
}

#[test]
fn a_kept_prefix_changes_no_bit_of_what_follows() {
    let Some(with) = take_model() else { return };
    let short: Vec<String> = (1..=4).map(|number| passage(number, 6)).collect();
    let other_end = [&short[..3], &[passage(9, 6)]].concat();
    // One passage longer than a batch, and one that begins with half of it.
    let long = vec![passage(5, 40)];
    let half = vec![passage(5, 33) + "no more fees are due.\n"];
    let (first, second) = (
        "What is the fee for service 2?",
        "Which year is the last?\nSay it.",
    );
    let steps = [
        ("the first prompt", &short, first, Kept::Nothing),
        ("another question", &short, second, Kept::AllButTheQuestion),
        ("another last passage", &other_end, second, Kept::Some),
        ("other passages", &long, first, Kept::Nothing),
        ("half of a passage", &half, first, Kept::Some),
        ("the whole of it again", &long, first, Kept::Some),
        ("the first prompt again", &short, first, Kept::Nothing),
    ];
    let mut warm = start(&with.file);
    // What a new worker makes of a prompt that comes twice is asked once.
    let mut anew: BTreeMap<Vec<u8>, Seen> = BTreeMap::new();
    for (name, passages, question, expected) in steps {
        let prompt = prompt(passages, question);
        let (seen_warm, tokens, reused) = ask(&mut warm, &prompt);
        let bytes = engine::prompt::bytes(&prompt);
        let seen_cold = anew.entry(bytes).or_insert_with(|| {
            let (seen, _, reused) = ask(&mut start(&with.file), &prompt);
            assert_eq!(reused, 0, "{name}");
            seen
        });
        assert_eq!(seen_warm, *seen_cold, "{name}");
        let kept = match reused {
            0 => Kept::Nothing,
            _ if tokens - reused < 60 => Kept::AllButTheQuestion,
            _ => Kept::Some,
        };
        assert_eq!(kept, expected, "{name}: {reused} of {tokens}");
    }
    assert_eq!(anew.len(), 5);
}
