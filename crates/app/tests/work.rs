//! Acts that may take minutes: what they tell, and that ending them anywhere
//! changes nothing.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use app::{AppError, Control, RecordFilter, Service, Work, WorkStage};
use engine::scripted::Line;

fn desk() -> (Service, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let service = common::scripted(directory.path(), vec![Line::Follow(String::new())]);
    let path = directory.path().join("lease.txt");
    std::fs::write(&path, "The annual rent is USD 12,500.00.\n").unwrap();
    service.import(&path).unwrap();
    (service, directory)
}

/// The start of a model's file, and bytes enough to be read in several blocks.
fn gguf() -> Vec<u8> {
    let name = |out: &mut Vec<u8>, name: &str, kind: u32| {
        out.extend((name.len() as u64).to_le_bytes());
        out.extend(name.as_bytes());
        out.extend(kind.to_le_bytes());
    };
    let mut out = b"GGUF".to_vec();
    out.extend(3_u32.to_le_bytes());
    out.extend(7_u64.to_le_bytes());
    out.extend(6_u64.to_le_bytes());
    name(&mut out, "general.architecture", 8);
    out.extend(5_u64.to_le_bytes());
    out.extend(b"llama");
    for (key, number) in [
        ("llama.context_length", 512_u32),
        ("llama.block_count", 2),
        ("llama.embedding_length", 64),
        ("llama.attention.head_count", 2),
    ] {
        name(&mut out, key, 4);
        out.extend(number.to_le_bytes());
    }
    name(&mut out, "tokenizer.ggml.tokens", 9);
    out.extend(8_u32.to_le_bytes());
    out.extend(1_u64.to_le_bytes());
    out.extend(1_u64.to_le_bytes());
    out.extend(b"a");
    out.resize(5 << 20, 7);
    out
}

#[test]
fn the_check_of_a_file_tells_its_bytes_and_is_cancelled_in_between() {
    let (service, directory) = desk();
    let path = directory.path().join("own.gguf");
    std::fs::write(&path, gguf()).unwrap();
    service.add_model(&path).unwrap();
    let mut told: Vec<Work> = Vec::new();
    let found = service.check_model_watched(Some("own"), &mut |work| {
        told.push(work);
        Control::Continue
    });
    assert_eq!(
        found.unwrap().sha256,
        service.check_model(Some("own")).unwrap().sha256
    );
    assert!(told.len() > 3 && told.iter().all(|work| work.stage == WorkStage::Hash));
    let last = told.last().unwrap();
    assert_eq!((last.done, last.total), (5 << 20, Some(5 << 20)));
    let error = service.check_model_watched(Some("own"), &mut |work| {
        if work.done > 0 {
            Control::Cancel
        } else {
            Control::Continue
        }
    });
    assert_eq!(error.unwrap_err().kind(), "cancelled");
    // Another file under its name is still found out.
    std::fs::write(&path, gguf().repeat(2)).unwrap();
    let error = service.check_model_watched(Some("own"), &mut |_| Control::Continue);
    assert_eq!(error.unwrap_err().kind(), "model");
}

#[test]
fn adding_a_model_is_cancelled_while_its_file_is_read() {
    let (service, directory) = desk();
    let own = directory.path().join("own.gguf");
    std::fs::write(&own, gguf()).unwrap();
    let known = service.models().unwrap();
    let error = service.add_model_watched(&own, &mut |work| {
        if work.done > 0 {
            Control::Cancel
        } else {
            Control::Continue
        }
    });
    assert_eq!(error.unwrap_err().kind(), "cancelled");
    assert_eq!(service.models().unwrap(), known);
    let mut last = None;
    let added = service.add_model_watched(&own, &mut |work| {
        last = Some(work);
        Control::Continue
    });
    assert_eq!(added.unwrap().entry.name, "own");
    assert_eq!(service.models().unwrap().len(), known.len() + 1);
    let last = last.unwrap();
    assert_eq!((last.stage, last.done), (WorkStage::Hash, 5 << 20));
}

#[test]
fn a_verification_tells_how_far_it_is_and_finds_what_the_plain_one_does() {
    let (service, _directory) = desk();
    let mut told: Vec<Work> = Vec::new();
    let found = service.verify_audit_watched(None, &mut |work| {
        told.push(work);
        Control::Continue
    });
    let (found, plain) = (found.unwrap(), service.verify_audit().unwrap());
    assert_eq!((found.trail, found.stamps), (plain.trail, plain.stamps));
    assert!(told.iter().all(|work| work.stage == WorkStage::Verify));
    let last = told.last().unwrap();
    assert_eq!(Some(last.done), last.total);
}

#[test]
fn other_calls_go_on_while_the_trail_is_verified() {
    let (service, directory) = desk();
    let path = directory.path().join("more.txt");
    std::fs::write(&path, "More.\n").unwrap();
    let mut imported = false;
    let found = service.verify_audit_watched(None, &mut |_| {
        if !imported {
            service.import(&path).unwrap();
            imported = true;
        }
        Control::Continue
    });
    // One state throughout: what came meanwhile is not half seen.
    let found = found.unwrap();
    assert!(found.is_sound());
    assert_eq!(
        (
            found.trail.records,
            service.verify_audit().unwrap().trail.records
        ),
        (1, 2)
    );
}

#[test]
fn a_cancelled_verification_is_cancelled_and_says_nothing_of_the_trail() {
    let (service, _directory) = desk();
    let error = service
        .verify_audit_watched(None, &mut |_| Control::Cancel)
        .unwrap_err();
    assert!(matches!(error, AppError::Cancelled));
    assert_eq!(error.kind(), "cancelled");
    assert!(service.verify_audit().unwrap().is_sound());
}

#[test]
fn a_measurement_reads_and_writes_and_is_cancelled_in_between() {
    let (service, _directory) = desk();
    let name = service.find_model(None).unwrap().name;
    let mut stages: Vec<WorkStage> = Vec::new();
    let speed = service.bench_model(&name, &mut |work| {
        if stages.last() != Some(&work.stage) {
            stages.push(work.stage);
        }
        Control::Continue
    });
    assert!(speed.is_ok());
    assert!(
        !stages.is_empty() && !stages.contains(&WorkStage::Hash),
        "{stages:?}"
    );
    let error = service
        .bench_model(&name, &mut |_| Control::Cancel)
        .unwrap_err();
    assert_eq!(error.kind(), "cancelled");
    // The model is still there for the next one.
    assert!(
        service
            .bench_model(&name, &mut |_| Control::Continue)
            .is_ok()
    );
    let kinds = service.records(&RecordFilter::default(), 9).unwrap();
    assert_eq!(kinds.len(), 1);
}

#[test]
fn passages_are_embedded_in_parts_and_what_was_made_stays() {
    let (service, directory) = desk();
    let clause =
        |number: u32| format!("Clause {number}. The fee of year {number} is USD {number}.\n\n");
    let long: String = (1..1500).map(clause).collect();
    let path = directory.path().join("long.txt");
    std::fs::write(&path, long).unwrap();
    let id = service.import(&path).unwrap().document.id;
    let scope = evidence::Filter::documents(&[id]);
    let go_on: &mut app::OnPassages<'_> = &mut |_, _| Control::Continue;
    let first = service.embed_at_most(40, &scope, go_on).unwrap().unwrap();
    assert_eq!(first.made, 40);
    assert!(first.missing > 0, "{first:?}");
    // Ended in the middle, the passages of the parts before it stay.
    let mut told = 0;
    let ended = service.embed_at_most(u32::MAX, &scope, &mut |done, _| {
        told = done;
        if done > 32 {
            Control::Cancel
        } else {
            Control::Continue
        }
    });
    assert_eq!(ended.unwrap_err().kind(), "cancelled");
    assert!(told > 32);
    let last = service.embed_documents(&scope, go_on).unwrap().unwrap();
    assert_eq!(last.missing, 0);
    assert!(last.made < first.missing, "{last:?} after {first:?}");
}
