//! Adapters (`LoRA`) for the default model, made from a number: small random matrices upon some of
//! its attention. Nobody trained them, so they make the model another one and no better one.
//!
//! The file is GGUF version 3, with matrices of binary32.

use crate::Seed;

/// Where no key says otherwise.
const ALIGNMENT: usize = 32;
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

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u64).to_le_bytes());
    out.extend(text.as_bytes());
}

/// A number from -1 to 1.
fn number(seed: &mut Seed) -> f32 {
    seed.below(2_000_001) as f32 / 1_000_000.0 - 1.0
}

impl Adapter {
    /// Its file; one seed gives the same bytes every time.
    pub fn bytes(&self, seed: u64) -> Vec<u8> {
        let mut seed = Seed(seed);
        let mut out = b"GGUF".to_vec();
        out.extend(3_u32.to_le_bytes());
        out.extend((2 * self.tensors.len() as u64).to_le_bytes());
        out.extend(4_u64.to_le_bytes());
        for (key, value) in [
            ("general.architecture", self.architecture.as_str()),
            ("general.type", "adapter"),
            ("adapter.type", "lora"),
        ] {
            text(&mut out, key);
            out.extend(8_u32.to_le_bytes());
            text(&mut out, value);
        }
        text(&mut out, "adapter.lora.alpha");
        out.extend(6_u32.to_le_bytes());
        out.extend(self.alpha.to_le_bytes());
        let mut data: Vec<u8> = Vec::new();
        for (name, [width, rows]) in &self.tensors {
            let matrices = [
                ("lora_a", [*width, RANK], 1.0 / *width as f32),
                ("lora_b", [RANK, *rows], self.size),
            ];
            for (end, lengths, size) in matrices {
                text(&mut out, &format!("{name}.{end}"));
                out.extend(2_u32.to_le_bytes());
                out.extend(lengths.iter().flat_map(|length| length.to_le_bytes()));
                out.extend(0_u32.to_le_bytes());
                out.extend((data.len() as u64).to_le_bytes());
                for _ in 0..lengths[0] * lengths[1] {
                    data.extend((number(&mut seed) * size).to_le_bytes());
                }
                data.resize(data.len().next_multiple_of(ALIGNMENT), 0);
            }
        }
        out.resize(out.len().next_multiple_of(ALIGNMENT), 0);
        out.extend(data);
        out
    }
}
