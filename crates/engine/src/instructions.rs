//! Which instructions of the processor llama.cpp computes with.
//!
//! ```text
//! a build for one kind of processor (the default) ─▶ its instructions are in the executable
//! a build for all (`dynamic-backends`) ─▶ the part of llama.cpp that computes lies beside it, once
//!                                         for each kind: ../lib/attest/processors/KIND
//!     ─▶ the last kind of [`KINDS`] that is there and whose instructions this processor has
//! ```
//!
//! The choice is made here and not by llama.cpp, which would open every part to ask it, look for
//! parts in the folder that the program was started in, and say nothing of what it took. So it is
//! known before a model is loaded, and stands in the record. The part is opened before the wall is
//! up behind which a model is held, so that no library is in sight there.
//!
//! # Limits
//!
//! x86-64 alone. Likelihoods of two kinds differ in their last digits, as those of two processors
//! do; a record names the kind.

use crate::error::EngineError;
use llama_cpp_2::llama_backend::LlamaBackend;
use std::path::PathBuf;

#[cfg(all(feature = "dynamic-backends", not(target_arch = "x86_64")))]
compile_error!(
    "dynamic-backends is for x86-64: leave the feature out, the default build has what this processor needs"
);

/// Starts llama.cpp with the part that computes, which is opened where it was not yet.
///
/// # Errors
///
/// [`EngineError::Load`] where no part for this processor lies beside the program, or llama.cpp was
/// started before.
pub(crate) fn start_backend() -> Result<LlamaBackend, EngineError> {
    load_part()?;
    LlamaBackend::init().map_err(|error| EngineError::Load(error.to_string()))
}

/// The kind of processor whose instructions are used, where one is chosen at run time: `haswell`;
/// none in a build for one kind, and where no part is there.
pub fn kind() -> Option<String> {
    let folder = part()?;
    Some(folder.file_name()?.to_string_lossy().into_owned())
}

/// The folder of the part that is used; none as for [`kind`].
#[cfg(not(feature = "dynamic-backends"))]
fn part() -> Option<PathBuf> {
    None
}

/// Opens the part, where it was not opened yet and the build has parts.
///
/// # Errors
///
/// As [`start_backend`].
#[cfg(not(feature = "dynamic-backends"))]
#[expect(clippy::unnecessary_wraps, reason = "as in a build for all processors")]
pub(crate) fn load_part() -> Result<(), EngineError> {
    Ok(())
}

#[cfg(feature = "dynamic-backends")]
pub(crate) use chosen::load_part;
#[cfg(feature = "dynamic-backends")]
use chosen::part;

/// A build for all processors of x86-64.
#[cfg(feature = "dynamic-backends")]
mod chosen {
    use super::{EngineError, PathBuf};
    use std::path::Path;
    use std::sync::{Mutex, PoisonError};

    /// From the executable's folder to that of the parts, in an installed program as in `target`.
    const PARTS: &str = "../lib/attest/processors";

    /// A variable by which llama.cpp opens a library beside the parts (`ggml-backend-reg.cpp`).
    const FOREIGN: &str = "GGML_BACKEND_PATH";

    /// Names of ggml for kinds of processors, each with whether this one has all its instructions
    /// (`ggml/src/CMakeLists.txt`, `ggml_add_cpu_backend_variant`); the later, the faster.
    fn kinds() -> Vec<(&'static str, bool)> {
        use std::arch::is_x86_feature_detected as has;
        let sse42 = has!("sse4.2");
        let avx = sse42 && has!("avx");
        let avx2 = avx && has!("f16c") && has!("fma") && has!("avx2") && has!("bmi2");
        let avx512 = avx2
            && has!("avx512f")
            && has!("avx512cd")
            && has!("avx512vl")
            && has!("avx512dq")
            && has!("avx512bw");
        let vnni = avx512 && has!("avx512vbmi") && has!("avx512vnni");
        vec![
            ("x64", true),
            ("sse42", sse42),
            ("sandybridge", avx),
            ("haswell", avx2),
            ("alderlake", avx2 && has!("avxvnni")),
            ("skylakex", avx512),
            ("icelake", vnni),
            ("zen4", vnni && has!("avx512bf16")),
        ]
    }

    pub(crate) fn part() -> Option<PathBuf> {
        let executable = std::env::current_exe().ok()?;
        best(&executable.parent()?.join(PARTS), &kinds())
    }

    fn best(parts: &Path, kinds: &[(&str, bool)]) -> Option<PathBuf> {
        let can = kinds.iter().rev().filter(|(_, can)| *can);
        let mut folders = can.map(|(kind, _)| parts.join(kind));
        let found = folders.find(|folder| folder.is_dir())?;
        std::fs::canonicalize(found).ok()
    }

    /// As in a build for one kind.
    pub(crate) fn load_part() -> Result<(), EngineError> {
        static OPENED: Mutex<bool> = Mutex::new(false);
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if *opened {
            return Ok(());
        }
        if std::env::var_os(FOREIGN).is_some() {
            return Err(EngineError::Load(format!(
                "the variable {FOREIGN} has llama.cpp open code that is no part of this program; start it without"
            )));
        }
        let missing = || {
            EngineError::Load(format!(
                "the part of llama.cpp that computes on this processor is not beside the program ({PARTS}); install it anew"
            ))
        };
        let folder = part().ok_or_else(missing)?;
        // The name goes to llama.cpp as text.
        folder.to_str().ok_or_else(missing)?;
        llama_cpp_2::llama_backend::load_backends_from_path(&folder);
        *opened = true;
        Ok(())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_last_kind_that_is_there_and_can_run_is_taken() {
            let parts = tempfile::tempdir().unwrap();
            let kinds = [("old", true), ("newer", true), ("newest", false)];
            assert_eq!(best(parts.path(), &kinds), None);
            for (made, taken) in [("old", "old"), ("newest", "old"), ("newer", "newer")] {
                std::fs::create_dir(parts.path().join(made)).unwrap();
                let found = best(parts.path(), &kinds).unwrap();
                assert_eq!(found.file_name().unwrap(), taken);
            }
        }
    }
}
