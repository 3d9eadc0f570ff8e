//! Layers of a model on a graphics processor.
//!
//! ```text
//! devices that the driver names ─▶ the first graphics processor
//! header, context, its free memory ─▶ how many layers go there (memory::layers_that_fit)
//! loaded with them ── fails ─▶ loaded on the processor alone, and why is told
//! ```
//!
//! llama.cpp is built for one kind of device at most (`vulkan`, `cuda` or `metal`, features of
//! this crate that are off by default); [`BUILT_FOR`] says for which. Only the model that answers
//! is offloaded: vectors and the scores of passages are kept and compared, so encoders stay where
//! they give the same bits on every machine of a kind.
//!
//! # Limits
//!
//! One device: a second one is listed and left alone. Which layers go there is llama.cpp's way,
//! the output layer first and then from the last to the first. A device computes in another order
//! than the processor, so likelihoods differ in their last digits; the record says which layers
//! were where.

use crate::header;
use crate::memory;
use llama_cpp_2::{LlamaBackendDevice, LlamaBackendDeviceType};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The kind of device that this build can give layers to; none: the processor does everything.
pub const BUILT_FOR: Option<&str> = if cfg!(feature = "cuda") {
    Some("CUDA")
} else if cfg!(feature = "vulkan") {
    Some("Vulkan")
} else if cfg!(feature = "metal") {
    Some("Metal")
} else {
    None
};

/// A graphics processor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Its name in llama.cpp: `Vulkan0`.
    pub name: String,
    /// As its driver calls it.
    pub description: String,
    /// Its memory, in bytes.
    pub total_bytes: u64,
    /// Of that, what is free, in bytes.
    pub free_bytes: u64,
}

/// What of a model is on a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offload {
    /// Name of the device: `Vulkan0`.
    pub device: String,
    /// As its driver calls it.
    pub description: String,
    /// Layers there; the output counts as one.
    pub layers: u32,
    /// Layers that the model has; the output counts as one.
    pub of: u32,
}

/// Why all of a model is on the processor although layers of it were to be on a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeptOff {
    /// So many layers were asked for, and this build knows no device.
    NotBuilt,
    /// No device was found.
    NoDevice,
    /// Not one layer fits into the free memory of the device.
    NoRoom,
    /// The device or its driver refused the model.
    Refused,
    /// The process ended while it loaded the model on the device.
    Crashed,
    /// The process ended in the middle of a request, with layers of the model on the device.
    Ended,
}

impl KeptOff {
    /// In words, as what follows "the model ran on the processor alone: ".
    pub fn words(self) -> &'static str {
        match self {
            KeptOff::NotBuilt => "this build has no support for graphics processors",
            KeptOff::NoDevice => "no graphics processor was found",
            KeptOff::NoRoom => "the graphics processor has no room for a layer of it",
            KeptOff::Refused => "loading it on the graphics processor failed",
            KeptOff::Crashed => "the process ended while it was loaded on the graphics processor",
            KeptOff::Ended => "the process ended while it answered on the graphics processor",
        }
    }
}

/// Where a model was loaded; the default is all of it on the processor, as was asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Placement {
    /// What of it is on a device.
    pub offload: Option<Offload>,
    /// Why nothing of it is, although it was to be.
    pub kept_off: Option<KeptOff>,
}

impl Placement {
    /// All of it on the processor, for this reason.
    pub(crate) fn kept_off(why: KeptOff) -> Placement {
        Placement {
            offload: None,
            kept_off: Some(why),
        }
    }
}

/// Where layers are to go.
pub(crate) struct Target {
    /// Number of the device in llama.cpp.
    pub index: usize,
    pub offload: Offload,
}

/// Whether any layers may go to a device of this build, where so many are asked for; none: as many
/// as fit.
pub(crate) fn is_wanted(forced: Option<u32>) -> bool {
    BUILT_FOR.is_some() && forced != Some(0)
}

fn is_graphics(device: &LlamaBackendDevice) -> bool {
    matches!(
        device.device_type,
        LlamaBackendDeviceType::Gpu | LlamaBackendDeviceType::IntegratedGpu
    )
}

/// The graphics processors that the drivers in sight name.
pub(crate) fn devices() -> Vec<Device> {
    let found = llama_cpp_2::list_llama_ggml_backend_devices();
    let device = |device: LlamaBackendDevice| Device {
        name: device.name,
        description: device.description,
        total_bytes: device.memory_total as u64,
        free_bytes: device.memory_free as u64,
    };
    found.into_iter().filter(is_graphics).map(device).collect()
}

/// Where layers of a model go, the first of these files and what is put upon it, with a context of so many tokens and so many layers asked
/// for; no target and no reason where none were wanted.
pub(crate) fn target(
    files: &[&Path],
    context_tokens: u32,
    forced: Option<u32>,
) -> Result<Option<Target>, KeptOff> {
    if forced == Some(0) {
        return Ok(None);
    }
    if BUILT_FOR.is_none() {
        return forced.map_or(Ok(None), |_| Err(KeptOff::NotBuilt));
    }
    let found = llama_cpp_2::list_llama_ggml_backend_devices();
    let device = found.into_iter().find(is_graphics);
    let device = device.ok_or(KeptOff::NoDevice)?;
    let (of, fitting) =
        layers(files, context_tokens, device.memory_free as u64).ok_or(KeptOff::Refused)?;
    let layers = forced.unwrap_or(fitting).min(of);
    if layers == 0 {
        return Err(KeptOff::NoRoom);
    }
    Ok(Some(Target {
        index: device.index,
        offload: Offload {
            device: device.name,
            description: device.description,
            layers,
            of,
        },
    }))
}

/// Layers of a model, and how many of them fit; none where a file cannot be read.
fn layers(files: &[&Path], context_tokens: u32, free_bytes: u64) -> Option<(u32, u32)> {
    let header = header::read(std::fs::File::open(files.first()?).ok()?).ok()?;
    let size = |path: &&Path| Some(std::fs::metadata(path).ok()?.len());
    let file_bytes = files.iter().map(size).sum::<Option<u64>>()?;
    let context = u64::from(context_tokens).min(header.context_length);
    let fitting = memory::layers_that_fit(&header, file_bytes, context, free_bytes);
    let count = |layers: u64| u32::try_from(layers).unwrap_or(u32::MAX);
    Some((count(memory::layers(&header)), count(fitting)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_no_file(forced: Option<u32>) -> Result<Option<Target>, KeptOff> {
        target(&[Path::new("/no/such/model.gguf")], 512, forced)
    }

    #[test]
    fn nothing_is_wanted_where_no_layers_are() {
        assert!(!is_wanted(Some(0)));
        assert!(matches!(of_no_file(Some(0)), Ok(None)));
    }

    #[test]
    #[cfg(not(any(feature = "vulkan", feature = "cuda", feature = "metal")))]
    fn a_build_without_devices_says_so_where_layers_are_forced_and_only_there() {
        assert_eq!(BUILT_FOR, None);
        assert!(!is_wanted(Some(3)) && !is_wanted(None));
        assert_eq!(of_no_file(Some(3)).err(), Some(KeptOff::NotBuilt));
        assert!(matches!(of_no_file(None), Ok(None)));
    }

    #[test]
    fn a_reason_is_written_as_one_word_and_said_in_several() {
        let all = [
            (KeptOff::NotBuilt, "not_built"),
            (KeptOff::NoDevice, "no_device"),
            (KeptOff::NoRoom, "no_room"),
            (KeptOff::Refused, "refused"),
            (KeptOff::Crashed, "crashed"),
            (KeptOff::Ended, "ended"),
        ];
        for (why, word) in all {
            assert_eq!(serde_json::json!(why), word);
            assert!(why.words().contains("graphics processor"), "{word}");
        }
    }
}
