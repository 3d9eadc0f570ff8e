//! `attest audit`.

use crate::arguments::Audit;
use crate::command::{keeping, pack, proof, replay, stamp};
use crate::global::Global;
use crate::record_text::{self, Told};
use crate::text;
use app::write_text;
use app::{AppError, Record, Service};

/// What a record of an answer holds of words that its body has not.
fn told_of(service: &Service, record: &Record) -> Result<Told, AppError> {
    let titles = service.titles()?;
    let ids = service.documents_of(record)?;
    let title = |id: &String| {
        let title = titles.get(id).cloned();
        title.unwrap_or_else(|| format!("{} (removed)", id.get(..12).unwrap_or(id)))
    };
    Ok(Told {
        question: service.question_of(record)?,
        answer: service.answer_of(record)?,
        documents: ids.iter().map(title).collect(),
        terms_reworded: service.terms_reworded_in(record)?,
    })
}

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
            let service = open()?;
            let record = service.record(&id)?;
            let told = told_of(&service, &record)?;
            let mut shown = serde_json::to_value(&record).unwrap_or_default();
            // What people said of an answer stands in records of its own.
            let standing = service.standing(&id)?;
            if let (Some(fields), false) = (shown.as_object_mut(), standing.reviews.is_empty()) {
                fields.insert("reviews".into(), serde_json::json!(standing.reviews));
                fields.insert("disputed".into(), standing.disputed.into());
            }
            global.print(&shown, |_| {
                record_text::record(&record, &told) + &record_text::reviews(&standing)
            });
        }
        Audit::Replay(given) => return replay::run(global, &given),
        Audit::Report { id, out } => {
            let page = open()?.evidence_report(&id)?;
            write_text(&out, &page)?;
        }
        Audit::Pack {
            id,
            checkpoint,
            out,
        } => pack::run(global, &open()?, &id, checkpoint.as_deref(), &out)?,
        Audit::Export { out, with_contents } => {
            let records = open()?.export_records(&out, with_contents)?;
            global.print(&serde_json::json!({ "records": records }), |_| {
                format!("{records} records written to {}", out.display())
            });
        }
        Audit::Hold(given) => {
            let service = open()?;
            keeping::hold(
                global,
                &service,
                &service.answer_to_hold(&given.id)?,
                &given,
            )?;
        }
        Audit::Release(given) => {
            let service = open()?;
            keeping::release(
                global,
                &service,
                &service.answer_to_hold(&given.id)?,
                &given,
            )?;
        }
        Audit::Erase { id } => keeping::erase_answer(global, &open()?, &id)?,
        Audit::Checkpoint {
            out,
            timestamp_request,
            since,
            anew,
        } => {
            let files = (out.as_deref(), timestamp_request.as_deref());
            proof::checkpoint(global, &open()?, files, since, anew)?;
        }
        Audit::Timestamp {
            checkpoint,
            answer,
            certificate,
        } => return stamp::attach(global, &open()?, &checkpoint, &answer, &certificate),
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
