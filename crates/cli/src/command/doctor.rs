//! `attest doctor`.

use crate::exit;
use crate::global::Global;
use app::AppError;

pub fn run(global: &Global) -> Result<u8, AppError> {
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
