//! What the compiler makes of random schemas, and random grammars, in
//! llama.cpp's sampler and in our matcher: the same masks along sentences of
//! the grammar, and the same verdict on these and on damaged ones.
//!
//! `LLAMA_SCHEMAS` and `LLAMA_GRAMMARS` say how many, `LLAMA_SEED` where chance
//! begins.

// The generators serve other tests, too.
#[allow(dead_code)]
#[path = "../../../grammar/tests/random/dice.rs"]
mod dice;
#[allow(dead_code)]
#[path = "../../../grammar/tests/random/grammar.rs"]
mod grammars;
#[allow(dead_code)]
#[path = "../../../grammar/tests/random/sample.rs"]
mod sample;
#[allow(dead_code)]
#[path = "../../../grammar/tests/random/schema.rs"]
mod schema;

use dice::Dice;
use engine::Tokenizer;
use engine::trial::{
    InstanceOutcome, Source, Trial, TrialError, TrialOutcome, TrialProcess, hash_mask,
};
use grammar::schema::KeyOrder;
use grammar::{Grammar, Limits, Matcher, Options, Vocabulary, Whitespace, compile, gbnf};
use sample::{Sampler, not_for_llama};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Tokens before which whole masks are compared, of one text.
const MASKED: usize = 12;
const SENTENCES: usize = 4;
const MUTANTS: usize = 2;
/// Seeds that once showed a difference: bytes that make no UTF-8, and classes
/// without U+2028, printed as negated ones, in which llama.cpp refuses tokens
/// that split a character.
const FOUND: [u64; 4] = [5048, 5111, 5341, 5357];
/// What llama.cpp may take for one grammar.
const LIMIT: Duration = Duration::from_secs(5);

struct Bench<'a> {
    tokenizer: &'a Tokenizer,
    words: Arc<Vocabulary>,
    process: TrialProcess,
    counts: Counts,
    wrong: Vec<String>,
}

#[derive(Debug, Default)]
struct Counts {
    grammars: usize,
    accepted: usize,
    refused: usize,
    masks: usize,
    /// Where llama.cpp gave no answer in time, or died.
    unanswered: usize,
}

fn number(name: &str, default: usize) -> usize {
    let text = std::env::var(name).unwrap_or_default();
    text.parse().unwrap_or(default)
}

pub fn every_grammar(model: &Path) {
    let tokenizer = Tokenizer::load(model).unwrap();
    let mut bench = Bench {
        words: Arc::new(tokenizer.vocabulary()),
        tokenizer: &tokenizer,
        process: TrialProcess::new(&crate::executable(), model),
        counts: Counts::default(),
        wrong: Vec::new(),
    };
    let seed = number("LLAMA_SEED", 1) as u64;
    let schemas = number("LLAMA_SCHEMAS", 40);
    let made = (seed..).filter_map(|seed| from_schema(&mut Dice::new(seed)).map(|one| (seed, one)));
    for (seed, grammar) in made.take(schemas) {
        bench.compare(&format!("schema {seed}"), &grammar, &mut Dice::new(seed));
    }
    for seed in FOUND {
        let grammar = from_schema(&mut Dice::new(seed)).unwrap();
        bench.compare(&format!("schema {seed}"), &grammar, &mut Dice::new(seed));
    }
    let drawn =
        (seed..).filter_map(|seed| from_chance(&mut Dice::new(seed)).map(|one| (seed, one)));
    for (seed, grammar) in drawn.take(number("LLAMA_GRAMMARS", 20)) {
        bench.compare(&format!("grammar {seed}"), &grammar, &mut Dice::new(seed));
    }
    println!("{:?}", bench.counts);
    assert!(bench.wrong.is_empty(), "{}", bench.wrong.join("\n\n"));
    let Counts {
        grammars,
        accepted,
        refused,
        masks,
        unanswered,
    } = bench.counts;
    assert!(
        unanswered * 20 <= grammars,
        "{unanswered} without an answer"
    );
    assert!(accepted > grammars && refused > grammars && masks > 2 * grammars);
}

fn from_schema(dice: &mut Dice) -> Option<Grammar> {
    let schema = schema::random(dice);
    let options = Options::default()
        .with_whitespace(*dice.pick(&[Whitespace::Compact, Whitespace::Spaced, Whitespace::Any]))
        .with_key_order(*dice.pick(&[KeyOrder::Definition, KeyOrder::Free]));
    Some(compile(&schema, &options).ok()?.grammar)
}

/// Without what llama.cpp refuses to read (docs/grammar.md, "Where it
/// differs"): repetition of an empty text is one such thing.
fn from_chance(dice: &mut Dice) -> Option<Grammar> {
    let grammar = grammars::random(dice, &Limits::default())
        .filter(|grammar| not_for_llama(grammar).is_none())?;
    let text = gbnf::print(&grammar);
    let empty = ["*", "+", "?", "{"].map(|sign| format!("\"\"{sign}"));
    (!empty.iter().any(|one| text.contains(one))).then_some(grammar)
}

impl Bench<'_> {
    fn compare(&mut self, name: &str, grammar: &Grammar, dice: &mut Dice) {
        let text = gbnf::print(grammar);
        let again = gbnf::parse(&text, &Limits::default()).unwrap();
        let matcher = Matcher::new(&again, Arc::clone(&self.words), &Limits::default()).unwrap();
        let mut instances = Vec::new();
        let sampler = Sampler::new(grammar);
        for _ in 0..SENTENCES {
            // A token's text ends at a NUL character in llama.cpp.
            let sentence = sampler.sentence(dice).replace('\0', "");
            for _ in 0..MUTANTS {
                instances.push(self.tokenizer.tokenize(&mutant(sentence.as_bytes(), dice)));
            }
            instances.push(self.tokenizer.tokenize(sentence.as_bytes()));
        }
        let mut short = instances.clone();
        short.drain(..instances.len() - 2);
        for one in &mut short {
            one.truncate(MASKED);
        }
        self.counts.grammars += 1;
        for (masks, instances) in [(false, instances), (true, short)] {
            let trial = Trial {
                source: Source::Gbnf(text.clone()),
                instances,
                masks,
                hashes: masks,
            };
            let found = match self.process.run(&trial, LIMIT) {
                Ok(outcome) => self.difference(&matcher, &trial, &outcome),
                Err(TrialError::Start(error)) => panic!("{error}"),
                Err(error) => {
                    println!("{name}: {error}");
                    self.counts.unanswered += 1;
                    return;
                }
            };
            if let Some(found) = found {
                self.wrong.push(format!("{name}: {found}\n{text}"));
                return;
            }
        }
    }

    /// The first difference between the two.
    fn difference(
        &mut self,
        matcher: &Matcher,
        trial: &Trial,
        theirs: &TrialOutcome,
    ) -> Option<String> {
        if let Some(error) = &theirs.error {
            return Some(format!("llama.cpp: {error}"));
        }
        for (tokens, theirs) in trial.instances.iter().zip(&theirs.instances) {
            let mut ours = self.follow(matcher, tokens, trial.hashes);
            // Inside a character llama.cpp also allows bytes that make no
            // UTF-8 of it.
            for (at, (ours, theirs)) in ours.hashes.iter_mut().zip(&theirs.hashes).enumerate() {
                if self
                    .text(tokens.split_at(at).0)
                    .ends_with(char::REPLACEMENT_CHARACTER)
                {
                    *ours = *theirs;
                }
            }
            let at = (0..theirs.hashes.len().max(ours.hashes.len()))
                .find(|at| ours.hashes.get(*at) != theirs.hashes.get(*at))
                .unwrap_or(theirs.tokens);
            if (ours.accepted, ours.tokens) != (theirs.accepted, theirs.tokens)
                || ours.hashes != theirs.hashes
            {
                let (before, after) = tokens.split_at(at.min(tokens.len()));
                return Some(format!(
                    "{:?} then {:?}: took {} of {} tokens here, {} there; end {} here, {} there",
                    self.text(before),
                    self.text(after),
                    ours.tokens,
                    tokens.len(),
                    theirs.tokens,
                    ours.accepted,
                    theirs.accepted,
                ));
            }
            self.counts.masks += ours.hashes.len();
            self.counts.accepted += usize::from(ours.accepted);
            self.counts.refused += usize::from(!ours.accepted);
        }
        None
    }

    /// What llama.cpp's process does, with our matcher.
    fn follow(&self, matcher: &Matcher, tokens: &[u32], hashes: bool) -> InstanceOutcome {
        let mut matcher = matcher.clone();
        let mut outcome = InstanceOutcome::default();
        for token in tokens {
            let mask = matcher.mask().unwrap();
            if hashes {
                let hash = hash_mask(&self.words, mask.iter());
                outcome.hashes.push(hash);
            }
            if !mask.is_allowed(*token) {
                return outcome;
            }
            matcher.accept_token(*token).unwrap();
            outcome.tokens += 1;
        }
        if hashes {
            let hash = hash_mask(&self.words, matcher.mask().unwrap().iter());
            outcome.hashes.push(hash);
        }
        outcome.accepted = matcher.may_end();
        outcome
    }

    fn text(&self, tokens: &[u32]) -> String {
        let bytes: Vec<u8> = tokens
            .iter()
            .flat_map(|token| self.words.bytes(*token).unwrap_or_default().to_vec())
            .collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A text with one byte left out, doubled or changed.
fn mutant(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut text = text.to_vec();
    let at = dice.below(text.len());
    match (dice.below(3), text.get(at).copied()) {
        (0, Some(_)) => {
            text.remove(at);
        }
        (1, Some(byte)) => text.insert(at, byte),
        (_, Some(byte)) => {
            if let Some(slot) = text.get_mut(at) {
                *slot = if byte == b'1' { b'}' } else { b'1' };
            }
        }
        (_, None) => text.push(b'x'),
    }
    text
}
