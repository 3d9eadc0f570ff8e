//! What must hold for any bytes whatever. Each function panics where it does
//! not; the fuzz targets and the test of kept inputs (`tests/regressions.rs`)
//! call the same ones.
#![allow(dead_code, missing_docs, clippy::unwrap_used)]

mod differential;
mod matcher;
mod recogniser;

#[path = "."]
mod random {
    //! The generators of the random tests, driven by the fuzzer's bytes.
    pub mod dice;
    #[path = "../../tests/random/grammar.rs"]
    pub mod grammar;
    #[path = "../../tests/random/instance.rs"]
    pub mod instance;
    #[path = "../../tests/random/question.rs"]
    pub mod question;
    #[path = "../../tests/random/sample.rs"]
    pub mod sample;
    #[path = "../../tests/random/schema.rs"]
    pub mod schema;
}

use grammar::{Grammar, Limits, Matcher, Options, Vocabulary, Whitespace, compile, gbnf};
use random::dice::Dice;
use serde_json::Value;
use std::sync::Arc;

pub use differential::differential;
pub use matcher::matcher;

/// Small enough that the bounds of the fuzzer are wide.
fn limits() -> Limits {
    Limits::default()
        .with_max_text_bytes(1 << 20)
        .with_max_rules(20_000)
        .with_max_elements(200_000)
        .with_max_automaton_states(2_000)
        .with_max_positions(5_000)
        .with_max_matcher_bytes(16 << 20)
}

fn words() -> Arc<Vocabulary> {
    let texts = ["a", "\"", "{\"", "\": ", ", ", "}", "[", "1", "</s>"];
    let tokens = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    Arc::new(Vocabulary::new(tokens, vec![8], vec![]))
}

/// A printed grammar is read back as the same grammar, printed the same.
fn prints_back(grammar: &Grammar, limits: &Limits) {
    let text = gbnf::print(grammar);
    if text.len() > limits.max_text_bytes {
        return;
    }
    match gbnf::parse(&text, limits) {
        Ok(again) => assert_eq!(gbnf::print(&again), text, "printed again it differs"),
        Err(error) => panic!("what was printed is refused: {error}\n{text}"),
    }
}

/// Any bytes as a JSON Schema; what is no JSON draws a schema.
pub fn schema_compile(bytes: &[u8]) {
    let schema: Value = serde_json::from_slice(bytes)
        .unwrap_or_else(|_| random::schema::random(&mut Dice::new(bytes)));
    let limits = limits();
    for whitespace in [Whitespace::Spaced, Whitespace::Any] {
        let options = Options::default()
            .with_whitespace(whitespace)
            .with_limits(limits.clone());
        let Ok(compiled) = compile(&schema, &options) else {
            continue;
        };
        prints_back(&compiled.grammar, &limits);
        let Ok(mut matcher) = Matcher::new(&compiled.grammar, words(), &limits) else {
            continue;
        };
        let _ = matcher.mask();
        let _ = matcher.forced_bytes();
    }
}

/// Any bytes as a GBNF text.
pub fn gbnf_parse(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let limits = limits();
    match gbnf::parse(&text, &limits) {
        Err(error) => drop(error.to_string()),
        Ok(grammar) => {
            prints_back(&grammar, &limits);
            let Ok(mut matcher) = Matcher::new(&grammar, words(), &limits) else {
                return;
            };
            for _ in 0..8 {
                let Ok(mask) = matcher.mask() else { return };
                let Some(token) = mask.iter().find(|token| *token != 8) else {
                    return;
                };
                let _ = matcher.accept_token(token);
            }
        }
    }
}
