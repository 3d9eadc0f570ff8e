//! Every grammar in `grammars/`, in our matcher and in llama.cpp's own parser
//! and sampler, over the default model's vocabulary: the same masks along
//! texts drawn from the grammar, and the same verdict on mutated ones.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use engine::Tokenizer;
use grammar::{Limits, Matcher, Vocabulary};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Tokens of a drawn text, at most.
const MAX_TOKENS: usize = 48;
/// Whole masks compared along one text, at most; they cost llama.cpp some
/// milliseconds each.
const MAX_MASKS: usize = 16;
const MUTANTS: usize = 12;

/// Reproducible random numbers (`SplitMix64`).
struct Seed(u64);

impl Seed {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap()
    }
}

/// The default model's file, where it is installed.
fn model() -> Option<PathBuf> {
    let catalogue = engine::Catalogue::built_in().unwrap();
    let entry = catalogue.default_for("answer").unwrap();
    let data = app::directory::data_directory(None)?;
    let file = app::directory::models_directory(&data).join(&entry.file);
    file.is_file().then_some(file)
}

fn grammars(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            grammars(&path, files);
        } else if path.extension().is_some_and(|one| one == "gbnf") {
            files.push(path);
        }
    }
}

struct Pair<'a> {
    name: String,
    text: String,
    matcher: Matcher,
    words: Arc<Vocabulary>,
    tokenizer: &'a Tokenizer,
}

impl Pair<'_> {
    /// Feeds tokens to both and compares every step, and the masks of the
    /// first `masks` steps. True if both accept the whole.
    fn compare(&self, tokens: &[u32], masks: usize) -> bool {
        let name = &self.name;
        let mut ours = self.matcher.clone();
        let mut theirs = self.tokenizer.sampler(&self.text).unwrap();
        for (index, token) in tokens.iter().enumerate() {
            if index < masks {
                self.compare_masks(&mut ours, &mut theirs, tokens, index);
            }
            let allowed = ours.mask().unwrap().is_allowed(*token);
            assert_eq!(
                theirs.allows(*token),
                allowed,
                "{name}: {}",
                self.show(tokens, index)
            );
            if !allowed {
                return false;
            }
            ours.accept_token(*token).unwrap();
            theirs.accept(*token);
        }
        let end = self.words.end_tokens()[0];
        assert_eq!(
            theirs.allows(end),
            ours.may_end(),
            "{name}: {}",
            self.show(tokens, tokens.len())
        );
        ours.may_end()
    }

    fn compare_masks(
        &self,
        ours: &mut Matcher,
        theirs: &mut engine::GrammarSampler,
        tokens: &[u32],
        index: usize,
    ) {
        let own: Vec<u32> = ours.mask().unwrap().iter().collect();
        // Control tokens are text to llama.cpp's sampler.
        let keep = |id: &u32| self.words.is_text(*id) || self.words.is_end(*id);
        let other: Vec<u32> = theirs.allowed().into_iter().filter(keep).collect();
        if own != other {
            let first = own
                .iter()
                .find(|id| other.binary_search(id).is_err())
                .or_else(|| other.iter().find(|id| own.binary_search(id).is_err()));
            let bytes = first.and_then(|id| self.words.bytes(*id));
            panic!(
                "{}: {} tokens here, {} in llama.cpp, first other one {bytes:?}: {}",
                self.name,
                own.len(),
                other.len(),
                self.show(tokens, index)
            );
        }
    }

    fn show(&self, tokens: &[u32], at: usize) -> String {
        let bytes = |tokens: &[u32]| {
            let bytes: Vec<u8> = tokens
                .iter()
                .flat_map(|token| self.words.bytes(*token).unwrap_or_default().to_vec())
                .collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (before, after) = tokens.split_at(at.min(tokens.len()));
        format!("{:?} then {:?}", bytes(before), bytes(after))
    }

    /// A text of the grammar, token by token; short ones are preferred.
    fn draw(&self, seed: &mut Seed) -> Vec<u32> {
        let mut matcher = self.matcher.clone();
        let mut tokens = Vec::new();
        while tokens.len() < MAX_TOKENS {
            let mask: Vec<u32> = matcher.mask().unwrap().iter().collect();
            if matcher.must_end() || (matcher.may_end() && seed.below(2) == 0) {
                break;
            }
            let text = |id: &u32| self.words.is_text(*id);
            let closing = |id: &u32| {
                let bytes = self.words.bytes(*id).unwrap_or_default();
                matches!(bytes, b"\"" | b"}" | b"]" | b"\"," | b"\"}" | b"\n")
            };
            let close: Vec<u32> = mask.iter().copied().filter(closing).collect();
            let every: Vec<u32> = mask.iter().copied().filter(text).collect();
            let from = if !close.is_empty() && seed.below(3) > 0 {
                &close
            } else {
                &every
            };
            let token = from[seed.below(from.len())];
            matcher.accept_token(token).unwrap();
            tokens.push(token);
        }
        tokens
    }

    /// The tokens of a text with one byte left out, doubled or changed.
    fn mutant(&self, text: &[u8], seed: &mut Seed) -> Vec<u32> {
        let mut text = text.to_vec();
        let at = seed.below(text.len());
        match (seed.below(3), text.get(at).copied()) {
            (0, Some(_)) => {
                text.remove(at);
            }
            (1, Some(byte)) => text.insert(at, byte),
            (_, Some(byte)) => text[at] = if byte == b'1' { b'}' } else { b'1' },
            (_, None) => text.push(b'x'),
        }
        self.tokenizer.tokenize(&text)
    }
}

#[test]
fn every_grammar_means_the_same_to_llama_cpp() {
    let Some(model) = model() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "the default model must be present in CI"
        );
        println!("skipped: the default model is not here; scripts/models fetches it");
        return;
    };
    let tokenizer = Tokenizer::load(&model).unwrap();
    let words = Arc::new(tokenizer.vocabulary());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let mut files = Vec::new();
    grammars(&root, &mut files);
    let (mut accepted, mut refused) = (0, 0);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let limits = Limits::default();
        let parsed = grammar::gbnf::parse(&text, &limits).unwrap();
        let pair = Pair {
            name: file.strip_prefix(&root).unwrap().display().to_string(),
            text,
            matcher: Matcher::new(parsed, Arc::clone(&words), &limits).unwrap(),
            words: Arc::clone(&words),
            tokenizer: &tokenizer,
        };
        let mut seed = Seed(1);
        for turn in 0..3 {
            let tokens = pair.draw(&mut seed);
            let whole = pair.compare(&tokens, if turn == 0 { MAX_MASKS } else { 0 });
            accepted += usize::from(whole);
            let bytes: Vec<u8> = tokens
                .iter()
                .flat_map(|token| words.bytes(*token).unwrap_or_default().to_vec())
                .collect();
            if bytes.is_empty() {
                continue;
            }
            for _ in 0..MUTANTS / 3 {
                let mutant = pair.mutant(&bytes, &mut seed);
                refused += usize::from(!pair.compare(&mutant, 0));
            }
        }
    }
    println!("{accepted} texts accepted by both, {refused} refused by both");
    assert!(accepted > 20 && refused > 100);
}
