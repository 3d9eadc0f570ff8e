//! `attest doctor`: whether this machine can answer questions.

use crate::encryption;
use crate::keyring::{Keyring, KeyringError};
use crate::service::Service;
use engine::{Device, EngineError, KeptOff};
use host::wall::{self, Files, Findings, Network};
use serde::Serialize;
use std::time::Duration;
use vault::KnownKeys;

/// One thing looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Check {
    /// What was looked at.
    pub name: String,
    /// Whether it is as it should be.
    pub sound: bool,
    /// What was found.
    pub finding: String,
}

fn check(name: &'static str, result: Result<String, crate::AppError>) -> Check {
    match result {
        Ok(finding) => Check {
            name: name.to_owned(),
            sound: true,
            finding,
        },
        Err(error) => Check {
            name: name.to_owned(),
            sound: false,
            finding: format!("{error}; {}", error.help()),
        },
    }
}

/// What the kernel keeps from this program, in words.
fn walls(found: Findings) -> [Check; 2] {
    let (network_is_closed, network) = match found.network {
        Network::Refused => (
            true,
            "the kernel refuses this program every internet socket (it was tried)".to_owned(),
        ),
        Network::Open => (
            false,
            "the kernel would let this program open a connection: it has no seccomp, or it is \
             switched off. The program has no code that opens one; use a kernel with seccomp to \
             be sure"
                .to_owned(),
        ),
        Network::Unknown => (
            true,
            "this program has no code that opens a connection; this system has no wall that \
             would stop one"
                .to_owned(),
        ),
    };
    let (files_are_hidden, files) = match found.files {
        Files::Hidden { abi } => (
            true,
            format!(
                "the processes that read documents and hold models see only their own files \
                 (Landlock {abi}; it was tried)"
            ),
        ),
        Files::Seen => (
            false,
            "the processes that read documents and hold models see what you see: the kernel has \
             no Landlock, or it is switched off (`lsm=` on its command line). Linux 5.13 and \
             later have it"
                .to_owned(),
        ),
        Files::Unknown => (
            true,
            "the processes that read documents and hold models see what you see: this system \
             has no wall for that"
                .to_owned(),
        ),
    };
    let check = |name: &str, sound, finding| Check {
        name: name.to_owned(),
        sound,
        finding,
    };
    [
        check("network", network_is_closed, network),
        check("files", files_are_hidden, files),
    ]
}

/// What is said of graphics processors where `forced` layers, or as many as fit, are to go there:
/// whether that is as it should be, and in words.
fn graphics(
    built_for: Option<&str>,
    forced: Option<u32>,
    found: Result<Vec<Device>, EngineError>,
) -> (bool, String) {
    let wanted = match forced {
        None => "as many layers of the answer model as fit go there".to_owned(),
        Some(0) => "no layer of a model goes there, as is set".to_owned(),
        Some(layers) => format!("{layers} layers of the answer model go there, as is set"),
    };
    let on_processor = "models run on the processor alone";
    match (built_for, found) {
        (None, _) if forced.is_some_and(|layers| layers > 0) => (
            false,
            format!(
                "{}, and {wanted}: {on_processor}",
                KeptOff::NotBuilt.words()
            ),
        ),
        (None, _) => (
            true,
            format!("{}: {on_processor}", KeptOff::NotBuilt.words()),
        ),
        (Some(kind), Err(error)) => (
            forced == Some(0),
            format!("the driver ({kind}) cannot be asked: {error}; {on_processor}"),
        ),
        (Some(kind), Ok(devices)) if devices.is_empty() => (
            forced == Some(0),
            format!("{} ({kind}): {on_processor}", KeptOff::NoDevice.words()),
        ),
        (Some(_), Ok(devices)) => {
            let told = devices.iter().map(|device| {
                format!(
                    "{}: {}, {} of {} MiB free",
                    device.name,
                    device.description,
                    device.free_bytes >> 20,
                    device.total_bytes >> 20
                )
            });
            let told = told.collect::<Vec<_>>().join("; ");
            let other = if devices.len() > 1 {
                " (the first)"
            } else {
                ""
            };
            (true, format!("{told}; {wanted}{other}"))
        }
    }
}

/// What is said of the key files of sealed backups: sound are those in which every erasure was done
/// and that the next one can reach.
fn keys(known: &[KnownKeys]) -> Check {
    let told = known.iter().map(|one| {
        let waiting = match one.waiting {
            0 => String::new(),
            waiting => format!(", and keys of {waiting} erased things still stand in it"),
        };
        let path = one.path.display();
        match &one.unusable {
            None => format!("{path} is within reach{waiting}"),
            Some(reason) => format!(
                "{path} is out of reach ({reason}){waiting}: make it reachable, or forget it with \
                 `attest vault keys --forget`"
            ),
        }
    });
    let told = told.collect::<Vec<_>>().join("; ");
    let finding = if known.is_empty() {
        "none: no sealed backup was made".to_owned()
    } else {
        told
    };
    Check {
        name: "key files".to_owned(),
        sound: known
            .iter()
            .all(|one| one.unusable.is_none() && one.waiting == 0),
        finding,
    }
}

/// How long `doctor` waits for a keyring: one that runs answers in milliseconds, and one that is
/// started first in a second or two.
const KEYRING_PATIENCE: Duration = Duration::from_secs(10);

/// What is said of the system's keyring: not sound is only one that is needed and does not answer.
fn keyring(is_needed: bool, found: Result<(), KeyringError>) -> Check {
    let opens = if is_needed {
        "it opens the vault, beside the passphrase"
    } else {
        "it does not open the vault (`attest vault change-key --keyring` lets it)"
    };
    let (sound, finding) = match found {
        Ok(()) => (true, format!("answers; {opens}")),
        Err(error) if is_needed => (false, format!("{error}; {}", error.help())),
        Err(error) => (true, format!("{error}; no vault here needs it")),
    };
    Check {
        name: "keyring".to_owned(),
        sound,
        finding,
    }
}

impl Service {
    /// Graphics processors, and what goes there.
    fn tell_graphics(&self) -> Check {
        let found = engine::worker::devices(&self.options.worker);
        let (sound, finding) = graphics(engine::offload::BUILT_FOR, self.gpu_layers, found);
        Check {
            name: "graphics".to_owned(),
            sound,
            finding,
        }
    }

    /// The key files of sealed backups: whether each can be reached, and what waits in it.
    fn tell_keys(&self) -> Check {
        match self.known_keys() {
            Ok(known) => keys(&known),
            Err(error) => check("key files", Err(error)),
        }
    }

    /// Whether a keyring answers; only a vault that is opened by it needs one.
    fn tell_keyring(&self) -> Check {
        let is_needed = encryption::is_in_keyring(self.data_directory());
        let is_needed = is_needed.is_ok_and(|needed| needed && self.key().is_some());
        keyring(
            is_needed,
            Keyring::default().within(KEYRING_PATIENCE).check(),
        )
    }

    /// The data directory, and what an update left in it.
    fn tell_data_directory(&self) -> String {
        let directory = self.data_directory();
        let mut told = directory.display().to_string();
        for copy in vault::older_copies(directory) {
            let name = copy.file_name().unwrap_or_default().to_string_lossy();
            told.extend([
                "; ",
                &name,
                " is a copy from before an update, and can be deleted",
            ]);
        }
        told
    }

    /// Looks at the machine, the data directory, the audit trail, the
    /// default model and the reader. Loads nothing.
    pub fn diagnose(&self) -> Vec<Check> {
        let mut machine = match engine::memory::available_bytes() {
            Some(bytes) => format!(
                "{} threads, {} MiB of memory free",
                self.threads(),
                bytes >> 20
            ),
            None => format!("{} threads, free memory unknown", self.threads()),
        };
        if let Some(kind) = engine::instructions::kind() {
            machine.extend([", instructions of ", &kind]);
        }
        let trail = self.verify_audit().map(|verification| {
            (
                verification.is_sound(),
                format!("{} records", verification.trail.records),
            )
        });
        let mut checks = vec![
            Check {
                name: "machine".to_owned(),
                sound: true,
                finding: machine,
            },
            self.tell_graphics(),
            check("data directory", Ok(self.tell_data_directory())),
            check("encryption", Ok(self.tell_encryption())),
            self.tell_keyring(),
            self.tell_keys(),
            check(
                "documents",
                self.documents()
                    .map(|documents| documents.len().to_string()),
            ),
        ];
        checks.push(match trail {
            Ok((sound, finding)) => Check {
                name: "audit trail".to_owned(),
                sound,
                finding,
            },
            Err(error) => check("audit trail", Err(error)),
        });
        checks.push(check(
            "default model",
            self.check_model(None)
                .map(|file| format!("{} sound", file.path.display())),
        ));
        checks.push(match self.reader_model() {
            Some(reader) => check(
                "reader",
                self.check_model(Some(&reader.name))
                    .map(|file| format!("{} sound", file.path.display())),
            ),
            None => Check {
                name: "reader".to_owned(),
                sound: false,
                finding: "its file is missing, so the default model chooses answers; \
                          scripts/models of the sources puts it in place"
                    .into(),
            },
        });
        checks.extend(self.check_adapters());
        checks.push(check(
            "weights",
            self.find_model(None)
                .and_then(|model| self.tell_weights(&model)),
        ));
        checks.push(check(
            "memory",
            self.fit_model(None, None)
                .map(|fit| format!("the default model needs {} MiB", fit.needed_bytes >> 20)),
        ));
        checks.push(check("settings", self.tell_settings()));
        checks.push(check("log", self.log_place()));
        checks.extend(walls(wall::examine()));
        checks
    }

    /// The models that a person made with adapters.
    fn check_adapters(&self) -> Vec<Check> {
        let models = self.models().unwrap_or_default();
        let adapted = models.iter().filter_map(|model| {
            let adapter = model.entry.adapter.as_ref()?;
            Some((&model.entry.name, &adapter.base))
        });
        let checked = adapted.map(|(name, base)| {
            let found = self.check_model(Some(name));
            check(
                "adapter",
                found.map(|_| format!("{name} upon {base} sound")),
            )
        });
        checked.collect()
    }

    /// The kind of graphics processor that this build can give layers of the answer model to:
    /// `Vulkan`, `CUDA` or `Metal`; none: models run on the processor alone.
    pub fn graphics_support(&self) -> Option<&'static str> {
        engine::offload::BUILT_FOR
    }

    /// The version of Tesseract that pages without text are read with; none
    /// where there is none.
    pub fn ocr_version(&self) -> Option<String> {
        crate::reading::ocr_version()
    }

    /// Cores of the machine.
    pub fn cores(&self) -> u32 {
        std::thread::available_parallelism().map_or(1, |count| count.get() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_graphics_it_is_said_what_is_there_and_what_goes_there() {
        let device = |name: &str| Device {
            name: name.into(),
            description: "a card".into(),
            total_bytes: 8 << 30,
            free_bytes: 7 << 30,
        };
        let told = |built_for, forced, found| graphics(built_for, forced, Ok(found));
        // A build without support is sound, unless layers are to go somewhere.
        let (sound, words) = told(None, None, Vec::new());
        assert!(sound && words.contains("no support"), "{words}");
        let (sound, words) = told(None, Some(4), Vec::new());
        assert!(!sound && words.contains("4 layers"), "{words}");
        // One with support wants a device, unless nothing is to go there.
        let (sound, words) = told(Some("Vulkan"), None, Vec::new());
        assert!(!sound && words.contains("was found (Vulkan)"), "{words}");
        assert!(told(Some("Vulkan"), Some(0), Vec::new()).0);
        let (sound, words) = told(
            Some("Vulkan"),
            None,
            vec![device("Vulkan0"), device("Vulkan1")],
        );
        assert!(
            sound && words.contains("Vulkan1: a card, 7168 of 8192 MiB free"),
            "{words}"
        );
        assert!(words.ends_with("as fit go there (the first)"), "{words}");
        let broken = Err(EngineError::Crashed("signal 11".into()));
        let (sound, words) = graphics(Some("Vulkan"), None, broken);
        assert!(!sound && words.contains("signal 11"), "{words}");
    }

    #[test]
    fn of_key_files_it_is_said_whether_they_are_in_reach_and_what_waits_in_them() {
        let file = |name: &str, waiting, unusable: Option<&str>| KnownKeys {
            path: name.into(),
            since: None,
            waiting,
            unusable: unusable.map(str::to_owned),
        };
        let told = keys(&[]);
        assert!(told.sound && told.finding.starts_with("none"), "{told:?}");
        let told = keys(&[file("a", 0, None), file("b", 0, None)]);
        assert!(told.sound, "{told:?}");
        assert_eq!(told.finding, "a is within reach; b is within reach");
        let told = keys(&[file("a", 0, None), file("b", 2, Some("it is not there"))]);
        assert!(!told.sound, "{told:?}");
        assert_eq!(
            told.finding,
            "a is within reach; b is out of reach (it is not there), and keys of 2 erased things still \
             stand in it: make it reachable, or forget it with `attest vault keys --forget`"
        );
        // One that is there, and cannot be written, keeps its keys.
        assert!(!keys(&[file("a", 1, None)]).sound);
    }

    #[test]
    fn a_keyring_that_does_not_answer_is_unsound_only_where_it_is_needed() {
        let silent = || Err(KeyringError::Silent("no bus".into()));
        let told = keyring(false, silent());
        assert!(told.sound && told.finding.contains("no bus"), "{told:?}");
        let told = keyring(true, silent());
        assert!(
            !told.sound && told.finding.contains("--passphrase-file"),
            "{told:?}"
        );
        let told = keyring(true, Ok(()));
        assert!(
            told.sound && told.finding.contains("opens the vault"),
            "{told:?}"
        );
        let told = keyring(false, Ok(()));
        assert!(told.sound && told.finding.contains("--keyring"), "{told:?}");
    }

    #[test]
    fn a_wall_that_is_not_there_is_said_and_is_not_sound() {
        let told = walls(Findings {
            network: Network::Open,
            files: Files::Seen,
        });
        assert!(!told[0].sound && told[0].finding.contains("would let this program"));
        assert!(!told[1].sound && told[1].finding.contains("no Landlock"));
        let told = walls(Findings {
            network: Network::Refused,
            files: Files::Hidden { abi: 4 },
        });
        assert!(told[0].sound && told[0].finding.contains("refuses"));
        assert!(told[1].sound && told[1].finding.contains("Landlock 4"));
    }
}
