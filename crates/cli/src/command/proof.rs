//! `attest audit verify`, `checkpoint`, `prove` and `witness`.

use crate::arguments::Verify;
use crate::exit::{self, REFUSED};
use crate::global::Global;
use app::proof::{ProvenRecord, Trust, own_key, read_key};
use app::{
    Against, AppError, AuditCheck, Beside, CheckedStamp, KeptCheckpoint, Service, directory,
    read_text, stamp_request, write_bytes, write_text,
};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use vault::checkpoint::SignedCheckpoint;
use vault::note::{KeyKind, VerifierKey};

/// Checks the trail, also against what was kept elsewhere; or a proof.
pub fn verify(global: &Global, given: &Verify) -> Result<u8, AppError> {
    if let Some(proof) = &given.proof {
        return told(global, verify_proof(global, given, proof));
    }
    if let Some(folder) = &given.export {
        return told(global, verify_export(global, given, folder));
    }
    let data_directory = global.data_directory()?;
    let key = global.key(&data_directory)?;
    let check = |against: Against<'_>| {
        let seal = directory::state_directory(&data_directory);
        app::verify_directory((&data_directory, key.as_ref()), seal, against)
    };
    let file = given.checkpoint.as_deref().or(given.since.as_deref());
    let signed = match file.map(|path| believed(global, given, path)).transpose() {
        Err(error @ AppError::Proof(_)) => return told(global, Err(error)),
        signed => signed?,
    };
    let shown = signed.as_ref().map(SignedCheckpoint::checkpoint);
    let check = check(Against {
        head: given.head.as_deref(),
        checkpoint: shown.filter(|_| given.since.is_none()),
        since: shown.filter(|_| given.since.is_some()),
    })?;
    global.print(&check, text_of_check);
    Ok(if check.is_sound() { 0 } else { REFUSED })
}

/// A checkpoint that was signed by whom it must be.
fn believed(global: &Global, given: &Verify, path: &Path) -> Result<SignedCheckpoint, AppError> {
    let trust = Trust {
        key: read_key_or_own(global, given)?,
        checkpoint: None,
        witnesses: read_witnesses(given)?,
    };
    let signed = read_checkpoint(path)?;
    trust.check(&signed)?;
    Ok(signed)
}

/// What is not believed is a check that says no, and not bad input.
pub(super) fn told(global: &Global, checked: Result<(), AppError>) -> Result<u8, AppError> {
    match checked {
        Err(error @ (AppError::Proof(_) | AppError::Stamp(_))) => {
            exit::report(&error, global.json);
            Ok(REFUSED)
        }
        checked => checked.map(|()| 0),
    }
}

fn verify_proof(global: &Global, given: &Verify, proof: &Path) -> Result<(), AppError> {
    let text = read_text(proof)?;
    let checkpoint = given
        .checkpoint
        .as_deref()
        .map(read_checkpoint)
        .transpose()?;
    let key = match &checkpoint {
        Some(_) => read_given_key(given)?,
        None => read_key_or_own(global, given)?,
    };
    let trust = Trust {
        key,
        checkpoint,
        witnesses: read_witnesses(given)?,
    };
    let proven = trust.check_proof(&text)?;
    global.print(&proven, text_of_proven);
    Ok(())
}

fn verify_export(global: &Global, given: &Verify, folder: &Path) -> Result<(), AppError> {
    let key = read_key_or_own(global, given)?.ok_or_else(|| {
        AppError::input(
            "an export is believed on the word of a key, and none is known",
            "give the vault's key with --key; `attest audit checkpoint` prints it there",
        )
    })?;
    let checked = app::check_export(folder, &key)?;
    global.print(&checked, |checked| {
        let mut out = format!(
            "the export is what {} signed: {} records, {} documents\n{} contents that records bind are in it",
            checked.origin, checked.records, checked.documents, checked.contents
        );
        if checked.erased > 0 {
            let _ = write!(out, "; {} were erased before", checked.erased);
        }
        let _ = write!(out, "\nsha256 {}", checked.sha256);
        out
    });
    Ok(())
}

pub(super) fn read_checkpoint(path: &Path) -> Result<SignedCheckpoint, AppError> {
    Ok(SignedCheckpoint::parse(&read_text(path)?)?)
}

fn read_given_key(given: &Verify) -> Result<Option<VerifierKey>, AppError> {
    let key = given.key.as_deref();
    key.map(|key| read_key(key, KeyKind::Note)).transpose()
}

/// The key that was given, else the one of the data directory, if it has one.
fn read_key_or_own(global: &Global, given: &Verify) -> Result<Option<VerifierKey>, AppError> {
    if let Some(key) = read_given_key(given)? {
        return Ok(Some(key));
    }
    let folder = global.data_directory().ok();
    let folder = folder.and_then(|data| directory::state_directory(&data));
    Ok(folder.map(|folder| own_key(&folder)).transpose()?.flatten())
}

fn read_witnesses(given: &Verify) -> Result<Vec<VerifierKey>, AppError> {
    let keys = given.witnesses.iter();
    keys.map(|key| read_key(key, KeyKind::Witness)).collect()
}

/// `attest audit checkpoint`.
pub fn checkpoint(
    global: &Global,
    service: &Service,
    (out, request): (Option<&Path>, Option<&Path>),
    since: Option<u64>,
    is_anew: bool,
) -> Result<(), AppError> {
    if let (Some(out), Some(request)) = (out, request)
        && place_of(out) == place_of(request)
    {
        return Err(AppError::input(
            format!(
                "the checkpoint and the request for a time stamp of it cannot both be written to {}",
                out.display()
            ),
            "give --out and --timestamp-request two different files",
        ));
    }
    let signed = if is_anew {
        service.checkpoint_anew()?
    } else {
        service.checkpoint()?
    };
    let text = match since {
        Some(since) => service.checkpoint_since(since)?.to_string(),
        None => signed.to_string(),
    };
    if let Some(path) = request {
        write_bytes(path, &stamp_request(&signed)?)?;
    }
    let key = service.verifier_key()?.to_string();
    let told = signed.checkpoint();
    let value = json!({ "records": told.size, "origin": told.origin, "key": key, "text": text });
    let records = told.size;
    print_file(global, &value, &text, out, |path| {
        let mut said = format!("checkpoint of {records} records written to {path}\nkey {key}");
        if let Some(request) = request {
            let _ = write!(
                said,
                "\nrequest for a time stamp of it written to {}",
                request.display()
            );
        }
        said
    })
}

/// Where a file is or will be, whatever it is called from here: `a`, `./a` and a link to it are one.
fn place_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let there = || {
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    let place = path.canonicalize().ok().or_else(there);
    place.unwrap_or_else(|| path.to_path_buf())
}

/// `attest audit prove`.
pub fn prove(
    global: &Global,
    service: &Service,
    id: &str,
    against: Option<&Path>,
    out: Option<&Path>,
) -> Result<(), AppError> {
    let against = against.map(read_checkpoint).transpose()?;
    let proof = service.prove(id, against)?;
    let told = proof.checkpoint.checkpoint();
    let text = proof.to_string();
    let value = json!({
        "record_id": service.record(id)?.id, "index": proof.index, "records": told.size, "origin": told.origin, "text": text,
    });
    let (place, records) = (proof.index + 1, told.size);
    print_file(global, &value, &text, out, |path| {
        format!("proof that record {place} is one of {records} written to {path}")
    })
}

/// `attest audit witness`.
pub fn witness(
    global: &Global,
    service: &Service,
    file: &Path,
    key: Option<&str>,
    out: Option<&Path>,
) -> Result<u8, AppError> {
    let key = key.map(|key| read_key(key, KeyKind::Note)).transpose()?;
    let done = match service.witness(&read_text(file)?, key) {
        Err(error @ AppError::Proof(_)) => return told(global, Err(error)),
        done => done?,
    };
    let told = done.checkpoint.checkpoint();
    let (text, key) = (done.checkpoint.to_string(), done.key.to_string());
    let value = json!({
        "records": told.size, "origin": told.origin, "seen_records": done.seen, "witness_key": key, "text": text,
    });
    let seen = done.seen.map_or_else(
        || "nothing was seen of this vault before".to_owned(),
        |seen| format!("it holds the {seen} records that were seen before"),
    );
    let records = told.size;
    print_file(global, &value, &text, out, |path| {
        format!(
            "checkpoint of {records} records signed: {seen}\nwritten to {path}\nwitness key {key}"
        )
    })?;
    Ok(0)
}

/// Writes a file and says so; without one, the file's text is the output.
fn print_file(
    global: &Global,
    value: &Value,
    text: &str,
    out: Option<&Path>,
    say: impl FnOnce(std::path::Display<'_>) -> String,
) -> Result<(), AppError> {
    if let Some(path) = out {
        write_text(path, text)?;
    }
    global.print(value, |_| match out {
        Some(path) => say(path.display()),
        None => text.to_owned(),
    });
    Ok(())
}

fn text_of_check(check: &AuditCheck) -> String {
    let trail = &check.trail;
    let mut out = format!("{} records", trail.records);
    match &trail.first_bad {
        None if trail.is_sound() && trail.not_looked_at > 0 => {
            out.push_str(": every one stands as it was written\n");
            let _ = writeln!(
                out,
                "not looked at: contents and documents of the first {} records, the search index and the \
                 structure of the file; `attest audit verify` looks at everything",
                trail.not_looked_at
            );
        }
        None if trail.is_sound() => {
            out.push_str(": every one stands as it was written\n");
        }
        None => out.push('\n'),
        Some(bad) => {
            let _ = write!(out, "\nBAD: record {}: {}\n", bad.sequence, bad.reason);
        }
    }
    for change in &trail.schema_changes {
        let _ = writeln!(out, "BAD: the file's own tables were changed: {change}");
    }
    for damage in &trail.file_damages {
        let _ = writeln!(out, "BAD: {damage}");
    }
    for beside in &check.beside {
        let _ = writeln!(out, "{}", text_of_beside(*beside));
    }
    if trail.format < 6 {
        let _ = writeln!(
            out,
            "format {}: no record binds dates, metadata and vectors yet, so these were not compared; \
             they are bound when this program opens the data to use them",
            trail.format
        );
    }
    let kept = |kept: &KeptCheckpoint, place: &str| match kept {
        KeptCheckpoint::None => format!("no checkpoint of it is kept {place}"),
        KeptCheckpoint::Kept { records } => {
            format!("a checkpoint of {records} records is kept {place}")
        }
        KeptCheckpoint::OutOfReach { reason, help } => {
            format!("not compared with a checkpoint that is kept {place}: {reason}\nhint: {help}")
        }
        KeptCheckpoint::NotBelieved { reason, help } => {
            format!("BAD: the kept checkpoint ({place}): {reason}\nhint: {help}")
        }
    };
    let _ = writeln!(out, "{}", kept(&check.kept_checkpoint, "on this machine"));
    if let Some(there) = &check.keyring_checkpoint {
        let _ = writeln!(out, "{}", kept(there, "in the keyring"));
    }
    for stamp in &check.stamps {
        let _ = writeln!(out, "{}", text_of_stamp(stamp));
    }
    let _ = writeln!(out, "head {}", trail.head_hash);
    out
}

fn text_of_stamp(stamp: &CheckedStamp) -> String {
    match (&stamp.stamp, &stamp.reason) {
        (Some(told), _) => format!(
            "the checkpoint of {} records was stamped at {} by {} (certificate {})",
            told.records, told.time, told.authority, told.certificate_sha256
        ),
        (None, reason) => format!(
            "BAD: the time stamp in record {}: {}",
            stamp.sequence,
            reason.as_deref().unwrap_or_default()
        ),
    }
}

fn text_of_beside(beside: Beside) -> &'static str {
    match beside {
        Beside::LogRead => {
            "a write-ahead log lies beside the file: what is in it was checked too, and left there"
        }
        Beside::LogLeftAlone => {
            "a write-ahead log lies beside the file and cannot be read on this medium: \
             the file was checked without what is in it"
        }
        Beside::JournalLeftAlone => {
            "a rollback journal lies beside the file: it was left alone, and the file checked as it is; \
             the next program that opens the file would change it by the journal"
        }
        _ => "something lies beside the file and was left alone",
    }
}

fn text_of_proven(proven: &ProvenRecord) -> String {
    let word = |name: &str| proven.record.get(name).cloned().unwrap_or_default();
    let mut out = format!(
        "record {} is one of the {} records that {} signed for\n",
        word("sequence"),
        proven.records,
        proven.origin
    );
    for witness in &proven.witnesses {
        let _ = writeln!(
            out,
            "signed by the witness {} on {}",
            witness.name, witness.time
        );
    }
    let _ = writeln!(out, "{:#}", proven.record);
    out
}
