//! Adapters (`LoRA`) for the default model, made from a number: small random matrices upon some of
//! its attention. Nobody trained them, so they make the model another one and no better one.
//!
//! The file is GGUF version 3, with matrices of binary32.

use crate::Seed;
use crate::gguf::Gguf;

/// Rank of the matrices.
const RANK: u64 = 4;
/// Shapes of the default model's tensors: a row, and rows.
const QUERY: [u64; 2] = [576, 576];
const VALUE: [u64; 2] = [576, 192];
/// Layers that get an adapter, of 30.
const LAYERS: [u32; 3] = [5, 15, 25];

/// What an adapter is made of.
#[derive(Debug, Clone)]
pub struct Adapter {
    /// `general.architecture`.
    pub architecture: String,
    /// `adapter.lora.alpha`.
    pub alpha: f32,
    /// The largest number in a second matrix; with 0 it changes nothing.
    pub size: f32,
    /// Name and shape of each tensor of the model that it is put upon.
    pub tensors: Vec<(String, [u64; 2])>,
}

impl Default for Adapter {
    /// One that fits the default model.
    fn default() -> Self {
        let of_layer = |layer: &u32| {
            [
                (format!("blk.{layer}.attn_q.weight"), QUERY),
                (format!("blk.{layer}.attn_v.weight"), VALUE),
            ]
        };
        Adapter {
            architecture: "llama".into(),
            alpha: 8.0,
            size: 0.1,
            tensors: LAYERS.iter().flat_map(of_layer).collect(),
        }
    }
}

impl Adapter {
    /// Its file; one seed gives the same bytes every time.
    pub fn bytes(&self, seed: u64) -> Vec<u8> {
        let mut seed = Seed(seed);
        let mut file = Gguf::default();
        file.text("general.architecture", &self.architecture);
        file.text("general.type", "adapter");
        file.text("adapter.type", "lora");
        file.number("adapter.lora.alpha", self.alpha);
        for (name, [width, rows]) in &self.tensors {
            let matrices = [
                ("lora_a", [*width, RANK], 1.0 / *width as f32),
                ("lora_b", [RANK, *rows], self.size),
            ];
            for (end, lengths, size) in matrices {
                file.random(&format!("{name}.{end}"), &lengths, size, &mut seed);
            }
        }
        file.bytes()
    }
}
