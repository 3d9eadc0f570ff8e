//! What a model will need, estimated from its header before llama.cpp is
//! asked to load it, against what the machine has.

use crate::batches::BATCH_TOKENS;
use crate::header::Header;
use serde::Serialize;

/// The worker itself, its libraries and the buffers of one batch that are not scores.
const BASE_BYTES: u64 = 24 * 1024 * 1024;
/// Of a token of the vocabulary: its text here and in llama.cpp, and its place in the matcher.
const TOKEN_BYTES: u64 = 400;
/// Of the score that one token of a batch gives to one of the vocabulary: where it is
/// computed, and where it is read from; four bytes each.
const SCORE_BYTES: u64 = 8;

/// Bytes a model needs at a context length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// The file, which is mapped and in use as a whole.
    pub weight_bytes: u64,
    /// Keys and values in 16 bits.
    pub cache_bytes: u64,
    /// Everything else: scores of a full batch, the vocabulary, the worker itself.
    pub overhead_bytes: u64,
}

impl Estimate {
    /// Sum of the parts.
    pub fn total_bytes(&self) -> u64 {
        self.weight_bytes
            .saturating_add(self.cache_bytes)
            .saturating_add(self.overhead_bytes)
    }
}

/// How a model fits a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// Needs at most what is available.
    Fits,
    /// Will not load: needs more than is available.
    WillNotLoad,
}

fn cache_bytes_per_token(header: &Header) -> u64 {
    let head = header
        .embedding_length
        .checked_div(header.head_count)
        .unwrap_or(0);
    let or_head = |length: u64| if length == 0 { head } else { length };
    let numbers = or_head(header.key_length).saturating_add(or_head(header.value_length));
    // Two bytes each.
    header
        .block_count
        .saturating_mul(header.head_count_kv)
        .saturating_mul(numbers)
        .saturating_mul(2)
}

/// What is needed beside weights and cache. Weighing candidates asks for the scores of a whole
/// batch, so that much is needed sooner or later.
fn overhead_bytes(header: &Header) -> u64 {
    let scores = SCORE_BYTES.saturating_mul(BATCH_TOKENS as u64);
    header
        .vocabulary_tokens
        .saturating_mul(scores.saturating_add(TOKEN_BYTES))
        .saturating_add(BASE_BYTES)
}

/// Estimates the memory of a model at `context_tokens`.
pub fn estimate(header: &Header, file_bytes: u64, context_tokens: u64) -> Estimate {
    Estimate {
        weight_bytes: file_bytes,
        cache_bytes: cache_bytes_per_token(header).saturating_mul(context_tokens),
        overhead_bytes: overhead_bytes(header),
    }
}

/// The largest context that fits into `available_bytes`, at most what the
/// model was trained for; 0 when not even the weights fit.
pub fn largest_context(header: &Header, file_bytes: u64, available_bytes: u64) -> u64 {
    let fixed = file_bytes.saturating_add(overhead_bytes(header));
    let room = available_bytes.saturating_sub(fixed);
    let per_token = cache_bytes_per_token(header).max(1);
    (room / per_token).min(header.context_length)
}

/// Layers of a model; the output counts as one.
pub fn layers(header: &Header) -> u64 {
    header.block_count.saturating_add(1)
}

/// How many layers of a model fit into the free memory of a device, with their keys and values:
/// all, where all of it does; else the output, which goes first and is taken to have two bytes a
/// weight, and as many others, each taken for its share of the whole file. So rather too few.
/// A tenth of the memory is left free.
pub fn layers_that_fit(
    header: &Header,
    file_bytes: u64,
    context_tokens: u64,
    free_bytes: u64,
) -> u64 {
    let room = free_bytes / 10 * 9;
    let estimate = estimate(header, file_bytes, context_tokens);
    if estimate.total_bytes() <= room {
        return layers(header);
    }
    let output = header
        .vocabulary_tokens
        .saturating_mul(header.embedding_length);
    let output = output.saturating_mul(2).min(file_bytes);
    let fixed = output.saturating_add(estimate.overhead_bytes);
    let blocks = header.block_count.max(1);
    let (Some(shared), Some(left)) = (
        file_bytes.checked_add(estimate.cache_bytes),
        room.checked_sub(fixed),
    ) else {
        return 0;
    };
    let layer = shared.div_ceil(blocks).max(1);
    (left / layer).saturating_add(1).min(header.block_count)
}

/// Compares an estimate with what is available.
pub fn fit(estimate: &Estimate, available_bytes: u64) -> Fit {
    if estimate.total_bytes() <= available_bytes {
        Fit::Fits
    } else {
        Fit::WillNotLoad
    }
}

/// Memory the system can give without swapping, in bytes; `None` where the
/// system does not say (then loading is tried).
pub fn available_bytes() -> Option<u64> {
    bytes_in("/proc/meminfo", "MemAvailable:")
}

/// The most memory that a process has held at once so far, in bytes, pages of mapped files
/// that it has touched included; `None` where the system does not say, or the process has
/// ended.
pub fn peak_bytes(process_id: u32) -> Option<u64> {
    bytes_in(&format!("/proc/{process_id}/status"), "VmHWM:")
}

/// A count in one of the kernel's tables.
fn bytes_in(table: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(table).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim()
        .strip_suffix("kB")?
        .trim()
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn default_model() -> Header {
        Header {
            architecture: "llama".into(),
            context_length: 8192,
            block_count: 30,
            embedding_length: 576,
            head_count: 9,
            head_count_kv: 3,
            key_length: 0,
            value_length: 0,
            vocabulary_tokens: 49_152,
            tensor_count: 272,
            ..Header::default()
        }
    }

    #[test]
    fn counts_the_cache_of_the_default_model() {
        // 30 layers x 3 heads x 64 x (key + value) x 2 bytes = 23,040 bytes a token.
        assert_eq!(
            estimate(&default_model(), 98_000_000, 4096).cache_bytes,
            23_040 * 4096
        );
    }

    #[test]
    fn keys_and_values_have_the_lengths_that_the_header_says() {
        let header = Header {
            key_length: 128,
            value_length: 32,
            ..default_model()
        };
        assert_eq!(estimate(&header, 0, 10).cache_bytes, 30 * 3 * 160 * 2 * 10);
    }

    #[test]
    fn the_scores_of_a_batch_grow_with_the_vocabulary() {
        let large = Header {
            vocabulary_tokens: 150_000,
            ..default_model()
        };
        let more =
            estimate(&large, 0, 0).overhead_bytes - estimate(&default_model(), 0, 0).overhead_bytes;
        assert_eq!(more, (150_000 - 49_152) * (8 * 512 + 400));
    }

    #[test]
    fn says_that_a_model_larger_than_memory_will_not_load() {
        let estimate = estimate(&default_model(), 1 << 40, 4096);
        assert_eq!(fit(&estimate, 1 << 30), Fit::WillNotLoad);
        assert_eq!(largest_context(&default_model(), 1 << 40, 1 << 30), 0);
    }

    #[test]
    fn layers_fill_the_room_of_a_device_and_no_more() {
        let (header, file) = (default_model(), 98_000_000);
        let fitting = |free| layers_that_fit(&header, file, 4096, free);
        assert_eq!(layers(&header), 31);
        assert_eq!(fitting(0), 0);
        assert_eq!(fitting(1 << 40), 31);
        let whole = estimate(&header, file, 4096).total_bytes();
        assert_eq!(fitting(whole.div_ceil(9) * 10), 31);
        // More room never takes fewer, and what is taken always fits.
        let mut before = 0;
        for free in (0..whole * 2).step_by(1 << 20) {
            let now = fitting(free);
            assert!(now >= before, "{free}");
            before = now;
        }
        // Without room for the output, its scores and one layer, there is none.
        let output = 49_152 * 576 * 2 + estimate(&header, file, 4096).overhead_bytes;
        assert_eq!(fitting(output - 1), 0);
        assert_eq!(fitting((output / 9 + 1) * 10), 1);
    }

    #[test]
    fn never_overflows_on_an_absurd_header() {
        let header = Header {
            block_count: u64::MAX,
            head_count_kv: u64::MAX,
            head_count: 1,
            ..default_model()
        };
        assert_eq!(
            estimate(&header, u64::MAX, u64::MAX).total_bytes(),
            u64::MAX
        );
        assert_eq!(layers_that_fit(&header, u64::MAX, u64::MAX, u64::MAX), 0);
    }

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "looks at /proc")]
    fn what_a_process_has_held_is_no_less_than_what_it_holds() {
        let held = vec![1_u8; 32 << 20];
        let peak = peak_bytes(std::process::id()).unwrap();
        assert!(peak >= held.iter().map(|byte| u64::from(*byte)).sum::<u64>());
        assert_eq!(peak_bytes(u32::MAX), None);
    }
}
