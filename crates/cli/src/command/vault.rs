//! `attest vault`: exports, compacting, and the form of the data at rest.

use crate::arguments::{ChangeKey, Encrypt, Vault};
use crate::command::backup::tell_halves;
use crate::command::{backup, keeping};
use crate::global::Global;
use crate::passphrase;
use crate::plain::say;
use app::keyring::Keyring;
use app::proof::system_seed;
use app::{AppError, Converted, DataKey, encryption};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

pub fn run(global: &Global, given: Vault) -> Result<u8, AppError> {
    match given {
        Vault::Backup { place, keys } => backup::make(global, &place, keys.as_deref())?,
        Vault::Keys { forget } => backup::keys(global, forget.as_deref())?,
        Vault::Export { place } => export(global, &place)?,
        Vault::Compact => {
            let done = global.service(false)?.compact()?;
            global.print(&done, |done| {
                format!(
                    "{} bytes, {} before\n{} records, all verified\nhead {}",
                    done.bytes_after, done.bytes_before, done.records, done.head_hash
                )
            });
        }
        Vault::Restore { file, keys } => backup::restore(global, &file, keys.as_deref())?,
        Vault::Retention(given) => keeping::retention(global, &global.service(false)?, given)?,
        Vault::Encrypt(given) => encrypt(global, &given)?,
        Vault::Decrypt => decrypt(global)?,
        Vault::ChangeKey(given) => change_key(global, &given)?,
    }
    Ok(0)
}

fn export(global: &Global, place: &Path) -> Result<(), AppError> {
    let made = global.service(false)?.export_vault(place)?;
    tell_halves(&made.found_halves);
    global.print(&made, |made| {
        format!(
            "export: {}\n{} records, {} documents, {} files, {} bytes, all verified\nhead {}\nsha256 {}\nkey {}",
            made.path.display(),
            made.records,
            made.documents,
            made.files,
            made.bytes,
            made.head_hash,
            made.sha256,
            made.key
        )
    });
    say(
        "note: the export is in clear: whoever can read the folder can read the documents, questions and answers in it. \
         What is erased later stays in it.",
    );
    Ok(())
}

fn encrypt(global: &Global, given: &Encrypt) -> Result<(), AppError> {
    let directory = global.data_directory()?;
    // Before a passphrase is thought of.
    if encryption::is_encrypted(&directory)? {
        return Err(vault::VaultError::AlreadyEncrypted.into());
    }
    let keyring = Keyring::default();
    if given.keyring {
        keyring.check()?;
    }
    let passphrase = passphrase::read_new(global.passphrase_file(), "New passphrase: ")?;
    let (converted, key) = encryption::encrypt(&directory, &passphrase, system_seed)?;
    tell(global, "encrypted", &converted);
    say(
        "note: the file in clear was overwritten and deleted. What the disk, its file system or \
         backups keep of it is out of reach.",
    );
    say(&format!(
        "note: keep a copy of {} with every backup. Without it, or without the passphrase, nobody \
         can open the vault.",
        directory.join(vault::KEY_FILE_NAME).display()
    ));
    if given.keyring {
        give_to_keyring(global, &directory, key)?;
    }
    Ok(())
}

/// Lets the keyring open the vault, and keeps the trail's checkpoint there from now on.
fn give_to_keyring(global: &Global, directory: &Path, key: DataKey) -> Result<(), AppError> {
    let keyring = Keyring::default();
    let is_forgotten = encryption::give_to_keyring(directory, &key, &keyring, system_seed)?;
    global.keep_key(key);
    global.service(false)?.close()?;
    say(
        "note: the keyring opens the vault from now on, and nobody is asked. A backup, another machine or \
         account, and a keyring that was lost need the passphrase: keep it where you find it again.",
    );
    tell_forgotten(is_forgotten);
    Ok(())
}

fn tell_forgotten(is_forgotten: bool) {
    if !is_forgotten {
        say(
            "note: the key from before could not be taken out of the keyring. It opens nothing without an old \
             copy of attest.keyring; a program that shows keyrings lists it as \"Attest: key of a vault\".",
        );
    }
}

fn decrypt(global: &Global) -> Result<(), AppError> {
    let directory = global.data_directory()?;
    let key = current(global)?;
    let (converted, is_forgotten) = encryption::decrypt(&directory, &key, &Keyring::default())?;
    tell(global, "in clear", &converted);
    tell_forgotten(is_forgotten);
    Ok(())
}

fn change_key(global: &Global, given: &ChangeKey) -> Result<(), AppError> {
    let directory = global.data_directory()?;
    let key = current(global)?;
    let keyring = Keyring::default();
    if given.keyring {
        keyring.check()?;
    }
    let file = given.new_passphrase_file.as_deref();
    let is_new = file.is_some() || !given.keyring;
    if is_new {
        let new = passphrase::read_new(file, "New passphrase: ")?;
        encryption::change_passphrase(&directory, &key, &new, system_seed)?;
    }
    if given.keyring {
        give_to_keyring(global, &directory, key)?;
    } else {
        tell_forgotten(encryption::take_from_keyring(&directory, &keyring)?);
    }
    let told = if is_new {
        "the passphrase was changed"
    } else {
        "the keyring opens the vault"
    };
    global.print(&json!({ "changed": true }), |_| told.to_owned());
    if is_new {
        say("note: an old copy of the key file still opens the vault with the old passphrase.");
    }
    Ok(())
}

/// The key of the vault as it is.
fn current(global: &Global) -> Result<DataKey, AppError> {
    let key = global.key(&global.data_directory()?)?;
    key.ok_or_else(|| vault::VaultError::NotEncrypted.into())
}

fn tell(global: &Global, form: &str, converted: &Converted) {
    global.print(converted, |converted| {
        let mut text = format!(
            "the vault is {form}\nrecords {}\nhead    {}",
            converted.records, converted.head_hash
        );
        if converted.deleted_copies > 0 {
            let copies = converted.deleted_copies;
            let _ = write!(text, "\ndeleted {copies} copies from before an update");
        }
        text
    });
}
