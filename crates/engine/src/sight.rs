//! What a process that holds a model still sees of the file system.

use crate::offload;
use crate::protocol::LoadRequest;
use host::wall::Sight;
use std::ffi::OsStr;
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
/// Vulkan loader and CUDA open by name (`/usr/local/nvidia`: where containers are given them), and
/// what says which devices there are.
const DRIVERS: [&str; 23] = [
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
    "/usr/local/nvidia",
    "/usr/share/vulkan",
    "/usr/share/drirc.d",
    "/usr/share/glvnd",
    "/usr/share/nvidia",
    "/usr/share/libdrm",
    "/sys/dev/char",
    "/sys/bus/pci/devices",
    "/proc/devices",
    "/proc/driver/nvidia",
    "/proc/modules",
    "/proc/sys/vm/mmap_min_addr",
    "/sys/devices/system/memory",
];

/// The devices themselves, those of one maker by how their names begin: a container may have the
/// seventh of a machine and no other.
const DEVICES: [&str; 2] = ["/dev/dri", "/dev/kfd"];
const NUMBERED: &str = "nvidia";

/// Variables by which a person names lists of Vulkan's drivers, and folders of libraries.
const NAMED: [&str; 4] = [
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
    "LD_LIBRARY_PATH",
];

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
    sight.read.extend(named.flat_map(|paths| named_in(&paths)));
    // What the kernel says of the devices on its buses; the names in /sys/dev/char lead there.
    sight.read.extend(entries("/sys/devices", |name| {
        name.starts_with("pci") || name == "platform"
    }));
    sight.devices.extend(DEVICES.iter().map(PathBuf::from));
    let numbered = entries("/dev", |name| name.starts_with(NUMBERED));
    sight.devices.extend(numbered);
    // CUDA's driver is said not to start without (docs/security.md).
    sight.listens = offload::BUILT_FOR == Some("CUDA");
}

/// The paths of a list in a variable. An empty one means the folder that the program was started
/// in, which is not what a driver is looked for in.
fn named_in(paths: &OsStr) -> Vec<PathBuf> {
    let paths = std::env::split_paths(paths);
    paths.filter(|path| path.is_absolute()).collect()
}

/// What of a folder is called so.
fn entries(folder: &str, is_so: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let named = entries.filter_map(|entry| {
        let entry = entry.ok()?;
        is_so(&entry.file_name().to_string_lossy()).then(|| entry.path())
    });
    named.collect()
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
        assert_eq!(of_devices().listens, offload::BUILT_FOR == Some("CUDA"));
        assert!(!plain.listens);
    }

    #[test]
    fn the_folders_of_a_variable_are_those_that_are_named_from_the_root() {
        let of = |paths: &str| named_in(OsStr::new(paths));
        assert_eq!(
            of("/one::two:/three/"),
            ["/one", "/three/"].map(PathBuf::from)
        );
        assert_eq!(of(""), Vec::<PathBuf>::new());
    }

    #[test]
    fn entries_of_a_folder_are_found_by_how_they_are_called() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["nvidia7", "nvidiactl", "null"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let mut found = entries(folder.path().to_str().unwrap(), |name| {
            name.starts_with(NUMBERED)
        });
        found.sort();
        let expected = ["nvidia7", "nvidiactl"].map(|name| folder.path().join(name));
        assert_eq!(found, expected);
        assert_eq!(entries("/no/such/folder", |_| true), Vec::<PathBuf>::new());
    }
}
