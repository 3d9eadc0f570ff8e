//! A small model of another tokenizer family than the default one's: pieces of the `SentencePiece`
//! kind (Llama 2, Mistral, Phi 3), with a space before every text, single bytes for what no piece
//! has, and a mark at the beginning of a prompt. Its weights are random: it answers nothing
//! rightly, and is there to be asked in several ways that must agree.

use crate::Seed;
use crate::gguf::Gguf;
use std::collections::BTreeMap;

/// Sizes of the network, as small as llama.cpp takes them.
const WIDTH: u64 = 64;
const INNER: u64 = 128;
const HEADS: u32 = 4;
const KEY_HEADS: u32 = 2;
const LAYERS: u32 = 2;
const CONTEXT: u32 = 4096;
/// Words of the text that become pieces, with all their beginnings.
const WORDS: usize = 400;

/// Types of tokens, as llama.cpp numbers them.
const NORMAL: i32 = 1;
const UNKNOWN: i32 = 2;
const CONTROL: i32 = 3;
const BYTE: i32 = 6;

/// A space as these vocabularies write it.
const SPACE: char = '\u{2581}';

/// Pieces, their scores and their types.
#[derive(Default)]
struct Pieces {
    texts: Vec<String>,
    scores: Vec<f32>,
    kinds: Vec<i32>,
}

impl Pieces {
    fn add(&mut self, text: &str, score: f32, kind: i32) {
        if kind != NORMAL || !self.texts.iter().any(|known| known == text) {
            self.texts.push(text.to_owned());
            self.scores.push(score);
            self.kinds.push(kind);
        }
    }

    /// The pieces of a text: its words, most frequent first, with all their beginnings, since two
    /// pieces are joined where the whole is a piece, too; then the signs of ASCII.
    fn of(text: &str) -> Pieces {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for word in text.split_whitespace() {
            *counts.entry(format!("{SPACE}{word}")).or_default() += 1;
        }
        let mut words: Vec<(usize, String)> = counts
            .into_iter()
            .map(|(word, count)| (count, word))
            .collect();
        words.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        let mut pieces = Pieces::default();
        pieces.add("<unk>", 0.0, UNKNOWN);
        pieces.add("<s>", 0.0, CONTROL);
        pieces.add("</s>", 0.0, CONTROL);
        for byte in 0..=u8::MAX {
            pieces.add(&format!("<0x{byte:02X}>"), 0.0, BYTE);
        }
        let mut rank = 0.0;
        for (_, word) in words.iter().take(WORDS) {
            for (end, sign) in word.char_indices().skip(1) {
                rank -= 1.0;
                pieces.add(&word[..end + sign.len_utf8()], rank, NORMAL);
            }
        }
        for sign in (b'!'..=b'~').map(char::from).chain([SPACE]) {
            rank -= 1.0;
            pieces.add(&sign.to_string(), rank, NORMAL);
        }
        pieces
    }
}

/// The file of a model whose pieces are of `text`, with a chat template in the words of Jinja; one
/// seed gives the same bytes every time.
pub fn sentence_piece(text: &str, template: &str, seed: u64) -> Vec<u8> {
    let (pieces, mut seed) = (Pieces::of(text), Seed(seed));
    let tokens = pieces.texts.len() as u64;
    let mut file = Gguf::default();
    file.text("general.architecture", "llama");
    for (key, value) in [
        ("context_length", CONTEXT),
        ("embedding_length", WIDTH as u32),
        ("feed_forward_length", INNER as u32),
        ("block_count", LAYERS),
        ("attention.head_count", HEADS),
        ("attention.head_count_kv", KEY_HEADS),
        ("rope.dimension_count", WIDTH as u32 / HEADS),
        ("vocab_size", tokens as u32),
    ] {
        file.count(&format!("llama.{key}"), value);
    }
    file.number("llama.attention.layer_norm_rms_epsilon", 1e-5);
    file.text("tokenizer.ggml.model", "llama");
    file.texts("tokenizer.ggml.tokens", &pieces.texts);
    file.numbers("tokenizer.ggml.scores", &pieces.scores);
    file.kinds("tokenizer.ggml.token_type", &pieces.kinds);
    for (name, id) in [("unknown", 0), ("bos", 1), ("eos", 2)] {
        file.count(&format!("tokenizer.ggml.{name}_token_id"), id);
    }
    file.flag("tokenizer.ggml.add_bos_token", true);
    file.flag("tokenizer.ggml.add_space_prefix", true);
    file.text("tokenizer.chat_template", template);
    weights(&mut file, tokens, &mut seed);
    file.bytes()
}

fn weights(file: &mut Gguf, tokens: u64, seed: &mut Seed) {
    let keys = WIDTH / u64::from(HEADS) * u64::from(KEY_HEADS);
    file.random("token_embd.weight", &[WIDTH, tokens], 1.0, seed);
    file.random("output.weight", &[WIDTH, tokens], 0.5, seed);
    file.ones("output_norm.weight", WIDTH);
    for layer in 0..LAYERS {
        for norm in ["attn_norm", "ffn_norm"] {
            file.ones(&format!("blk.{layer}.{norm}.weight"), WIDTH);
        }
        for (name, lengths) in [
            ("attn_q", [WIDTH, WIDTH]),
            ("attn_k", [WIDTH, keys]),
            ("attn_v", [WIDTH, keys]),
            ("attn_output", [WIDTH, WIDTH]),
            ("ffn_gate", [WIDTH, INNER]),
            ("ffn_up", [WIDTH, INNER]),
            ("ffn_down", [INNER, WIDTH]),
        ] {
            file.random(&format!("blk.{layer}.{name}.weight"), &lengths, 0.3, seed);
        }
    }
}
