//! `attest doctor`: whether this machine can answer questions.

use crate::service::Service;
use serde::Serialize;

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

impl Service {
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
        let machine = match engine::memory::available_bytes() {
            Some(bytes) => format!(
                "{} threads, {} MiB of memory free",
                self.threads(),
                bytes >> 20
            ),
            None => format!("{} threads, free memory unknown", self.threads()),
        };
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
            check("data directory", Ok(self.tell_data_directory())),
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
        checks.push(Check {
            name: "network".to_owned(),
            sound: true,
            finding: "this program has no code that opens a connection".into(),
        });
        checks
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
