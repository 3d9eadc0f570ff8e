//! `attest audit`.

use crate::arguments::Audit;
use crate::exit;
use crate::global::Global;
use crate::text;
use app::AppError;
use app::write_text;

pub fn run(global: &Global, audit: Audit) -> Result<u8, AppError> {
    let service = global.service(false)?;
    match audit {
        Audit::List { limit } => {
            global.print(
                &service.records(&app::RecordFilter::default(), limit)?,
                |records| text::records(records),
            );
        }
        Audit::Show { id } => {
            let record = service.record(&id)?;
            global.print(&record, |record| {
                format!("{:#}", serde_json::to_value(record).unwrap_or_default())
            });
        }
        Audit::Report { id, out } => {
            let page = service.evidence_report(&id)?;
            write_text(&out, &page)?;
        }
        Audit::Export { out } => {
            let records = service.export_records(&out)?;
            global.print(&serde_json::json!({ "records": records }), |_| {
                format!("{records} records written to {}", out.display())
            });
        }
        Audit::Verify { head } => {
            let verification = match head {
                Some(head) => service.verify_audit_against(&head)?,
                None => service.verify_audit()?,
            };
            global.print(&verification, text::verification);
            return Ok(if verification.is_sound() {
                0
            } else {
                exit::REFUSED
            });
        }
    }
    Ok(0)
}
