//! `attest doctor`.

use crate::arguments::Doctor;
use crate::exit;
use crate::global::Global;
use app::{AppError, LogReport};

pub fn run(global: &Global, doctor: &Doctor) -> Result<u8, AppError> {
    let service = global.service(false)?;
    if doctor.logs {
        global.print(&service.log_report()?, logs);
        return Ok(0);
    }
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

fn logs(log: &LogReport) -> String {
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
