//! Where a passphrase comes from: the terminal, without echo, or a file that nobody else can read.
//! Never an argument and never the environment, which other programs of the machine can see.

use app::{AppError, Passphrase};
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::Path;

/// Longest file that is read.
const MAX_BYTES: u64 = 4 << 10;

/// Whether somebody sits at a terminal who can be asked.
pub fn can_ask() -> bool {
    std::io::stdin().is_terminal() || std::io::stderr().is_terminal()
}

/// The passphrase in a file, or the one that is asked for.
pub fn read(file: Option<&Path>, prompt: &str) -> Result<Passphrase, AppError> {
    file.map_or_else(|| ask(prompt), read_file)
}

/// A new passphrase: in a file, or asked for twice.
pub fn read_new(file: Option<&Path>, prompt: &str) -> Result<Passphrase, AppError> {
    if let Some(file) = file {
        return read_file(file);
    }
    let passphrase = ask(prompt)?;
    if ask("Once more: ")? == passphrase {
        return Ok(passphrase);
    }
    Err(AppError::input(
        "the two passphrases are not the same",
        "nothing was changed; try again",
    ))
}

/// Asks at the terminal; what is typed is not shown.
pub fn ask(prompt: &str) -> Result<Passphrase, AppError> {
    if !can_ask() {
        return Err(AppError::input(
            "there is no terminal to ask for the passphrase",
            "name a file that holds it with --passphrase-file; /dev/fd/N is one too",
        ));
    }
    let typed = rpassword::prompt_password(prompt).map_err(|error| AppError::File {
        path: "the terminal".into(),
        error,
    })?;
    Ok(Passphrase::new(typed))
}

/// The first line of a file, without its end.
fn read_file(path: &Path) -> Result<Passphrase, AppError> {
    let shown = path.display().to_string();
    let failed = |error| AppError::File {
        path: shown.clone(),
        error,
    };
    let file = File::open(path).map_err(failed)?;
    if !app::is_its_owners_alone(&file.metadata().map_err(failed)?) {
        return Err(AppError::input(
            format!("{shown} holds a passphrase and can be read or written by others"),
            format!("chmod 600 {shown}"),
        ));
    }
    // As long as it can get: a buffer that grows leaves a copy behind.
    let mut bytes = Vec::with_capacity(MAX_BYTES as usize + 1);
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        let help = "name another file; the passphrase is its first line";
        return Err(AppError::input(format!("{shown} is too long"), help));
    }
    let end = bytes.iter().position(|&byte| byte == b'\n');
    bytes.truncate(end.unwrap_or(bytes.len()));
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    match String::from_utf8(bytes) {
        Ok(text) if text.is_empty() => Err(AppError::input(
            format!("{shown} holds no passphrase"),
            "write it into the first line",
        )),
        Ok(text) => Ok(Passphrase::new(text)),
        Err(_) => Err(AppError::input(
            format!("{shown} is no text"),
            "write it as UTF-8",
        )),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn given(text: &[u8], mode: u32) -> Result<Passphrase, AppError> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("passphrase");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        read(Some(&path), "")
    }

    #[test]
    fn the_first_line_of_a_file_that_nobody_else_reads_is_taken() {
        let wanted = Passphrase::new("a red house".to_owned());
        for text in ["a red house", "a red house\n", "a red house\r\nmore\n"] {
            assert_eq!(given(text.as_bytes(), 0o600).unwrap(), wanted);
        }
        assert_eq!(given(b"a red house", 0o400).unwrap(), wanted);
        assert_ne!(given(b"a red house \n", 0o600).unwrap(), wanted);
    }

    #[test]
    fn a_file_that_others_read_or_that_holds_none_is_refused() {
        for mode in [0o640, 0o604, 0o644, 0o620, 0o666] {
            let told = given(b"a red house", mode).unwrap_err();
            assert!(told.to_string().contains("by others"), "{mode:o}: {told}");
        }
        for text in [&b""[..], b"\n", b"\xff\xfe\n", &[b'a'; 5000]] {
            assert_eq!(given(text, 0o600).unwrap_err().kind(), "input");
        }
        let none = read(Some(Path::new("/none/here")), "").unwrap_err();
        assert_eq!(none.kind(), "file");
    }
}
