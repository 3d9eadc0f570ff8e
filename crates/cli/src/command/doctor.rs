//! `attest doctor`: the machine, its log, or a bundle before it is installed.

use crate::arguments::Doctor;
use crate::exit;
use crate::global::Global;
use app::{AppError, LogReport};
use std::path::Path;
use transfer::check::{Report, check};
use transfer::key::PublicKey;

pub fn run(global: &Global, given: &Doctor) -> Result<u8, AppError> {
    match &given.bundle {
        Some(folder) => bundle(global, folder, given.key.as_deref()),
        None if given.logs => logs(global),
        None => machine(global),
    }
}

/// Checks a bundle; opens no data directory.
fn bundle(global: &Global, folder: &Path, key: Option<&str>) -> Result<u8, AppError> {
    let key = key.map(PublicKey::read).transpose()?;
    let report = check(folder, key.as_ref())?;
    global.print(&report, text_of_bundle);
    Ok(if report.is_sound() { 0 } else { exit::REFUSED })
}

/// One line of what is wrong; where nothing is, two more of who signed it.
fn text_of_bundle(report: &Report) -> String {
    if let Some(finding) = report.findings.first() {
        let more = report.findings.len() - 1 + report.more_findings;
        let more = match more {
            0 => String::new(),
            more => format!(" (and {more} more; --json lists them)"),
        };
        return format!("BAD: {finding}{more}");
    }
    let of = |text: &Option<String>| text.clone().unwrap_or_default();
    let compared = if report.key_was_given {
        "signed by the key that was given"
    } else {
        "signed by the key that lies in it: compare the words with those the builder gave you, \
         or give his key with --key"
    };
    format!(
        "sound: {}, {} files, {} MB; {compared}\nkey   {}\nwords {}",
        of(&report.comment),
        report.files,
        report.bytes / 1_000_000,
        of(&report.signer),
        of(&report.signer_words),
    )
}

fn machine(global: &Global) -> Result<u8, AppError> {
    let service = global.service(false)?;
    let report = service.diagnose();
    let sound = report.iter().all(|check| check.sound);
    global.print(&report, |report| {
        report
            .iter()
            .map(|check| {
                format!(
                    "{:<16} {:<4} {}",
                    check.name,
                    if check.sound { "ok" } else { "BAD" },
                    check.finding
                )
            })
            .collect::<Vec<_>>()
            .join("\n")
    });
    Ok(if sound { 0 } else { exit::FAILED })
}

/// Shows where the log lies, and its last lines.
fn logs(global: &Global) -> Result<u8, AppError> {
    global.print(&global.service(false)?.log_report()?, text_of_log);
    Ok(0)
}

fn text_of_log(log: &LogReport) -> String {
    let mut text = format!(
        "{:<16} {}\n{:<16} {} (ATTEST_LOG)\n{:<16} {} bytes, at most {}\n{:<16} {}\n",
        "log",
        log.path,
        "level",
        log.level,
        "size",
        log.bytes,
        log.max_bytes,
        "never in it",
        log.never
    );
    for line in &log.lines {
        text.push('\n');
        text.push_str(line);
    }
    text
}
