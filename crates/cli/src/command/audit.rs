//! `attest audit`.

use crate::arguments::Audit;
use crate::command::{proof, replay};
use crate::global::Global;
use crate::text;
use app::AppError;
use app::write_text;

pub fn run(global: &Global, audit: Audit) -> Result<u8, AppError> {
    // A proof is checked without a data directory.
    let open = || global.service(false);
    match audit {
        Audit::Verify(given) => return proof::verify(global, &given),
        Audit::List { limit } => {
            global.print(
                &open()?.records(&app::RecordFilter::default(), limit)?,
                |records| text::records(records),
            );
        }
        Audit::Show { id } => {
            let record = open()?.record(&id)?;
            global.print(&record, |record| {
                format!("{:#}", serde_json::to_value(record).unwrap_or_default())
            });
        }
        Audit::Replay(given) => return replay::run(global, &given),
        Audit::Report { id, out } => {
            let page = open()?.evidence_report(&id)?;
            write_text(&out, &page)?;
        }
        Audit::Export { out } => {
            let records = open()?.export_records(&out)?;
            global.print(&serde_json::json!({ "records": records }), |_| {
                format!("{records} records written to {}", out.display())
            });
        }
        Audit::Checkpoint { out, since, anew } => {
            proof::checkpoint(global, &open()?, out.as_deref(), since, anew)?;
        }
        Audit::Prove {
            id,
            checkpoint,
            out,
        } => {
            proof::prove(global, &open()?, &id, checkpoint.as_deref(), out.as_deref())?;
        }
        Audit::Witness { file, key, out } => {
            return proof::witness(global, &open()?, &file, key.as_deref(), out.as_deref());
        }
    }
    Ok(0)
}
