//! `attest audit pack`.

use crate::command::proof::read_checkpoint;
use crate::global::Global;
use app::{AppError, Service, write_text};
use std::path::Path;

/// Writes the evidence pack of an answer.
pub fn run(
    global: &Global,
    service: &Service,
    id: &str,
    against: Option<&Path>,
    out: &Path,
) -> Result<(), AppError> {
    let against = against.map(read_checkpoint).transpose()?;
    let pack = service.evidence_pack(id, against)?;
    write_text(out, &pack.html)?;
    global.print(&pack, |pack| {
        format!(
            "evidence pack written to {}\nproved by a checkpoint of {} records\nkey {}",
            out.display(),
            pack.records,
            pack.key
        )
    });
    Ok(())
}
