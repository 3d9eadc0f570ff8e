//! `attest key`: who signs what crosses an air gap.

use crate::arguments::Key;
use crate::global::Global;
use app::{AppError, proof};
use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use transfer::key::{PublicKey, SecretKey};
use transfer::seal::seal;

pub fn run(global: &Global, key: Key) -> Result<u8, AppError> {
    match key {
        Key::New { file } => new(global, &file)?,
        Key::Show { key } => show(global, &PublicKey::read(&key)?),
        Key::Sign {
            folder,
            key,
            comment,
        } => {
            let secret = SecretKey::read_file(&key)?;
            let list = seal(&folder, &secret, &comment)?;
            let (files, key) = (list.len(), secret.public());
            let value = json!({ "files": files, "key": key.to_string(), "words": key.words() });
            global.print(&value, |_| {
                format!(
                    "{files} files listed and signed\nkey   {key}\nwords {}",
                    key.words()
                )
            });
        }
    }
    Ok(0)
}

/// Makes the pair; neither file may be there.
fn new(global: &Global, file: &Path) -> Result<(), AppError> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error| AppError::File { path, error }
    };
    let seed = proof::system_seed().map_err(failed(Path::new("the system's randomness")))?;
    let secret = SecretKey::of_seed(&seed.into());
    let public = PathBuf::from(format!("{}.pub", file.display()));
    write_new(&public, &secret.public().file(), false).map_err(failed(&public))?;
    write_new(file, &secret.file(), true).map_err(failed(file))?;
    show(global, &secret.public());
    Ok(())
}

/// Writes a file that is not there yet; a secret one readable by its owner only.
fn write_new(path: &Path, text: &str, is_secret: bool) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(if is_secret { 0o600 } else { 0o644 });
    }
    #[cfg(not(unix))]
    let _ = is_secret;
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn show(global: &Global, key: &PublicKey) {
    let value = json!({ "key": key.to_string(), "words": key.words() });
    global.print(&value, |_| {
        let words: Vec<&str> = value["words"]
            .as_str()
            .unwrap_or_default()
            .split(' ')
            .collect();
        let lines = words.chunks(6).map(|row| format!("  {}", row.join(" ")));
        format!(
            "key   {key}\nwords\n{}",
            lines.collect::<Vec<_>>().join("\n")
        )
    });
}
