//! `attest vault backup`, `restore` and `keys`: backups, and those in which what is erased later is
//! closed.

use crate::global::Global;
use crate::passphrase;
use crate::plain::say;
use app::clock::{Clock, SystemClock};
use app::{AppError, Backup, KnownKeys, Subject, encryption};
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

pub fn make(global: &Global, place: &Path, keys: Option<&Path>) -> Result<(), AppError> {
    let Some(keys) = keys else {
        let made = global.service(false)?.back_up(place)?;
        tell_halves(&made.found_halves);
        global.print(&made, |made| text_of("backup", made));
        return Ok(());
    };
    let service = global.service(false)?;
    let made = service.back_up_sealed(place, keys, app::proof::system_seed)?;
    tell_halves(&made.backup.found_halves);
    global.print(&made, |made| {
        format!(
            "{}\nsealed: {} documents and answers, keys in {}",
            text_of("backup", &made.backup),
            made.sealed,
            made.keys.display()
        )
    });
    say(
        "note: without the key file nobody can open the backup. Keep it apart from the backups, and copy it nowhere: \
         whoever has a copy still opens what is erased later.",
    );
    Ok(())
}

pub fn restore(global: &Global, file: &Path, keys: Option<&Path>) -> Result<(), AppError> {
    let directory = global.data_directory()?;
    let passphrase = passphrase_of(global, file)?;
    let Some(keys) = keys else {
        let restored = app::restore(file, &directory, passphrase.as_ref())?;
        take_over(global, passphrase)?;
        global.service(false)?.note_restored(&restored)?;
        global.print(&restored, |restored| text_of("restored", restored));
        return Ok(());
    };
    let now = SystemClock::default().now();
    let restored = app::restore_sealed(file, keys, &directory, passphrase.as_ref(), &now)?;
    take_over(global, passphrase)?;
    global.service(false)?.note_unsealed(&restored)?;
    global.print(&restored, |restored| {
        let mut text = text_of("restored", &restored.backup);
        for gone in &restored.key_destroyed {
            // The whole id: what is erased is in no list that would tell it.
            let what = match gone {
                Subject::Document(id) => format!("document {id}"),
                Subject::Answer(id) => format!("answer {id}"),
            };
            let _ = write!(text, "\nerased, since its key was destroyed: {what}");
        }
        for hold in &restored.ended_holds {
            let _ = write!(text, "\nhold {hold} ended with it");
        }
        text
    });
    if let Some(reason) = &restored.not_noted {
        say(&format!(
            "note: the vault could not take the key file into its list, so that erasing destroys no key in it: {reason}"
        ));
    }
    Ok(())
}

pub fn keys(global: &Global, forget: Option<&Path>) -> Result<(), AppError> {
    let service = global.service(false)?;
    if let Some(path) = forget {
        service.forget_keys(path)?;
        global.print(&json!({ "forgotten": path }), |_| {
            "forgotten; the file stays as it is".to_owned()
        });
        say("note: what is erased from now on stays open in the backups that were sealed with it.");
        return Ok(());
    }
    let known = service.known_keys()?;
    global.print(&known, |known| {
        let mut text = String::new();
        for one in known {
            let _ = writeln!(text, "{}", one.path.display());
            if let Some(since) = &one.since {
                let _ = writeln!(text, "  since {since}");
            }
            if let Some(reason) = &one.unusable {
                let _ = writeln!(text, "  cannot be used: {reason}");
            }
            if one.waiting > 0 {
                let _ = writeln!(
                    text,
                    "  keys of {} erased things still stand in it",
                    one.waiting
                );
            }
        }
        if text.is_empty() {
            text.push_str("no key files: no sealed backup was made\n");
        }
        text
    });
    Ok(())
}

/// Says after an erasure where its keys were destroyed, so that nobody has to look.
pub fn tell_destroyed(known: &[KnownKeys]) {
    for one in known {
        say(&format!(
            "note: its keys were destroyed in {}; no backup that was sealed with it opens what was erased",
            one.path.display()
        ));
    }
}

/// Says what programs that were killed left in the folder.
pub fn tell_halves(found: &[PathBuf]) {
    for half in found {
        let what = if half.exists() {
            "lies there still: delete it"
        } else {
            "was deleted"
        };
        say(&format!(
            "note: {}: a half-written backup or export of a program that was killed; it {what}",
            half.display()
        ));
    }
}

/// The passphrase of an encrypted backup; none of one in clear.
fn passphrase_of(global: &Global, backup: &Path) -> Result<Option<app::Passphrase>, AppError> {
    if !vault::is_encrypted_backup(backup)? {
        return Ok(None);
    }
    passphrase::read(global.passphrase_file(), "Passphrase: ").map(Some)
}

/// Keeps the key of a vault that was just put back.
fn take_over(global: &Global, passphrase: Option<app::Passphrase>) -> Result<(), AppError> {
    if let Some(passphrase) = passphrase {
        let key = encryption::unlock(&global.data_directory()?, &passphrase)?;
        global.keep_key(key);
    }
    Ok(())
}

fn text_of(what: &str, backup: &Backup) -> String {
    format!(
        "{what}: {}\n{} records, all verified; {} bytes\nhead {}\nsha256 {}",
        backup.path.display(),
        backup.records,
        backup.bytes,
        backup.head_hash,
        backup.sha256
    )
}
