//! What a process that holds a model still sees of the file system.

use crate::offload;
use crate::protocol::LoadRequest;
use host::wall::Sight;
use std::path::{Path, PathBuf};

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

/// What drivers of graphics processors are made of: the lists of them, their libraries, which the
/// Vulkan loader opens by name, and what says which devices there are.
const DRIVERS: [&str; 17] = [
    "/etc/ld.so.cache",
    "/etc/vulkan",
    "/etc/glvnd",
    "/etc/nvidia",
    "/etc/drirc",
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/vulkan",
    "/usr/share/drirc.d",
    "/usr/share/nvidia",
    "/usr/share/libdrm",
    "/sys/dev/char",
    "/sys/bus/pci/devices",
    "/proc/driver/nvidia",
];

/// The devices themselves, and what the kernel says of them.
const DEVICES: [&str; 8] = [
    "/dev/dri",
    "/dev/kfd",
    "/dev/nvidia0",
    "/dev/nvidia1",
    "/dev/nvidiactl",
    "/dev/nvidia-modeset",
    "/dev/nvidia-uvm",
    "/dev/nvidia-uvm-tools",
];

/// Variables by which a person names lists of Vulkan's drivers.
const NAMED: [&str; 3] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"];

/// The model's file and the machine; no program, and no device.
pub(crate) fn of_model(path: &Path) -> Sight {
    Sight {
        read: machine().chain([path.to_owned()]).collect(),
        ..Sight::default()
    }
}

/// As [`of_model`], with the adapter that is put upon it; where layers of the model may go to a device, also that and its driver.
pub(crate) fn of_load(load: &LoadRequest) -> Sight {
    let mut sight = of_model(&load.path);
    sight.read.extend(load.files().skip(1).map(Path::to_owned));
    if offload::is_wanted(load.gpu_layers) {
        with_devices(&mut sight);
    }
    sight
}

/// The machine, its devices and their drivers; no model.
pub(crate) fn of_devices() -> Sight {
    let mut sight = Sight {
        read: machine().collect(),
        ..Sight::default()
    };
    with_devices(&mut sight);
    sight
}

fn machine() -> impl Iterator<Item = PathBuf> {
    MACHINE.iter().map(Into::into)
}

fn with_devices(sight: &mut Sight) {
    sight.read.extend(DRIVERS.iter().map(PathBuf::from));
    let named = NAMED.iter().filter_map(std::env::var_os);
    for paths in named {
        sight.read.extend(std::env::split_paths(&paths));
    }
    // What the kernel says of the devices on its buses; the names in /sys/dev/char lead there.
    if let Ok(entries) = std::fs::read_dir("/sys/devices") {
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_bus = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("pci") || name == "platform"
        };
        sight.read.extend(paths.filter(is_bus));
    }
    sight.devices.extend(DEVICES.iter().map(PathBuf::from));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Scale;
    use crate::protocol::LoadAdapter;

    fn load(gpu_layers: Option<u32>) -> LoadRequest {
        LoadRequest {
            path: "/models/one.gguf".into(),
            sha256: String::new(),
            context_tokens: 1,
            threads: 1,
            flash_attention: false,
            template: None,
            gpu_layers,
            adapter: None,
        }
    }

    #[test]
    fn devices_are_in_sight_only_where_layers_may_go_there() {
        let plain = of_model(Path::new("/models/one.gguf"));
        assert_eq!(plain.devices, Vec::<PathBuf>::new());
        assert_eq!(of_load(&load(Some(0))), plain);
        let adapted = LoadRequest {
            adapter: Some(LoadAdapter {
                path: "/models/adapter.gguf".into(),
                sha256: String::new(),
                scale: Scale::WHOLE,
            }),
            ..load(Some(0))
        };
        let also = vec![PathBuf::from("/models/adapter.gguf")];
        assert_eq!(of_load(&adapted).read, [plain.read.clone(), also].concat());
        let free = of_load(&load(None));
        assert_eq!(free != plain, offload::BUILT_FOR.is_some());
        assert!(free.run.is_empty() && of_devices().run.is_empty());
        assert!(!of_devices().devices.is_empty());
    }
}
