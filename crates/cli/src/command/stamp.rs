//! `attest audit timestamp`.

use crate::command::proof::{read_checkpoint, told};
use crate::global::Global;
use app::{AppError, Attached, Service, read_bytes};
use std::path::Path;

/// Attaches an authority's answer to a checkpoint.
pub fn attach(
    global: &Global,
    service: &Service,
    checkpoint: &Path,
    answer: &Path,
    certificate: &Path,
) -> Result<u8, AppError> {
    let checkpoint = read_checkpoint(checkpoint)?;
    let (answer, certificate) = (read_bytes(answer)?, read_bytes(certificate)?);
    let attached = match service.attach_stamp(&checkpoint, &answer, &certificate) {
        Err(error @ (AppError::Proof(_) | AppError::Stamp(_))) => {
            return told(global, Err(error));
        }
        attached => attached?,
    };
    global.print(&attached, text_of);
    Ok(0)
}

fn text_of(attached: &Attached) -> String {
    format!(
        "the checkpoint of {} records was stamped at {}\nauthority   {}\ncertificate {}\nrecord      {}",
        attached.records,
        attached.time,
        attached.authority,
        attached.certificate_sha256,
        attached.record_id
    )
}
