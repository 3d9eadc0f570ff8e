//! What a process that holds a model still sees of the file system.

use host::wall::Sight;
use std::path::Path;

/// What llama.cpp and the system's libraries ask of the machine: its processors, its memory, and
/// random bytes.
const MACHINE: [&str; 6] = [
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/dev/null",
    "/dev/urandom",
];

/// The model's file and the machine; no program.
pub(crate) fn of_model(path: &Path) -> Sight {
    let machine = MACHINE.iter().map(Into::into);
    Sight {
        read: machine.chain([path.to_owned()]).collect(),
        run: Vec::new(),
    }
}
