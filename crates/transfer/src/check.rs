//! Checking a sealed folder: signature, list, and every file, none missing and
//! none more.

use crate::error::{Finding, Kind, TransferError};
use crate::key::PublicKey;
use crate::list::{self, List};
use crate::tree::Tree;
use crate::{LIST, SIGNATURE, SIGNER, file, name, signature};
use serde::Serialize;
use std::io::ErrorKind;
use std::path::Path;

/// Most findings that are kept; the others are counted.
const MAX_FINDINGS: usize = 100;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Files that are as the list says.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// The key that signed the list, as minisign writes it; none where the
    /// signature is not believed.
    pub signer: Option<String>,
    /// The same key in 24 words.
    pub signer_words: Option<String>,
    /// Whether the key was given by whoever asks. Where it was not, it is the
    /// one that lies in the folder, and says nothing of who made it.
    pub key_was_given: bool,
    /// The comment that was signed with the list.
    pub comment: Option<String>,
    /// What is wrong, the most telling first; at most 100.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub more_findings: usize,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }

    fn add(&mut self, finding: Finding) {
        if self.findings.len() < MAX_FINDINGS {
            self.findings.push(finding);
        } else {
            self.more_findings += 1;
        }
    }
}

/// Checks a folder against its list, and the list against its signature by
/// `key`, or by the key in the folder where none is given. Everything is looked
/// at, whatever is found first.
///
/// # Errors
///
/// [`TransferError::File`] where the folder itself cannot be read.
///
/// # Examples
///
/// ```
/// use transfer::{check::check, key::SecretKey, seal::seal};
///
/// let folder = std::env::temp_dir().join(format!("sealed-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("a.txt"), "hello")?;
/// let key = SecretKey::of_seed(&[7; 32].into());
/// seal(&folder, &key, "an example")?;
/// assert!(check(&folder, Some(&key.public()))?.is_sound());
/// std::fs::write(folder.join("a.txt"), "hullo")?;
/// assert_eq!(check(&folder, None)?.findings[0].kind.word(), "changed");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(folder: &Path, key: Option<&PublicKey>) -> Result<Report, TransferError> {
    let tree = Tree::read(folder)?;
    let mut report = Report {
        files: 0,
        bytes: 0,
        signer: None,
        signer_words: None,
        key_was_given: key.is_some(),
        comment: None,
        findings: Vec::new(),
        more_findings: 0,
    };
    let Some(text) = read(folder, LIST, list::MAX_BYTES, Kind::List, &mut report) else {
        return Ok(report);
    };
    if let Err(finding) = check_signature(folder, &text, key, &mut report) {
        report.add(finding);
    }
    for finding in tree.findings {
        report.add(finding);
    }
    match list::parse(&text) {
        Ok(list) => compare(folder, &list, &tree.files, &mut report),
        Err(finding) => report.add(finding),
    }
    Ok(report)
}

fn read(
    folder: &Path,
    name: &str,
    max_bytes: u64,
    kind: Kind,
    report: &mut Report,
) -> Option<String> {
    match file::read_text(&folder.join(name), max_bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            report.add(Finding::new(kind, name, told(&error)));
            None
        }
    }
}

fn told(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "it is missing".into(),
        ErrorKind::InvalidData => "it is no text".into(),
        _ => error.to_string(),
    }
}

fn check_signature(
    folder: &Path,
    list: &str,
    given: Option<&PublicKey>,
    report: &mut Report,
) -> Result<(), Finding> {
    let Some(file) = read(
        folder,
        SIGNATURE,
        signature::MAX_BYTES,
        Kind::Signature,
        report,
    ) else {
        return Ok(());
    };
    let own = PublicKey::read_file(&folder.join(SIGNER))
        .map_err(|error| Finding::new(Kind::Key, SIGNER, error.to_string()));
    let key = match (given, own) {
        (Some(given), Ok(own)) if !own.is_same(given) => {
            let reason = "it is not the key that was given";
            return Err(Finding::new(Kind::Key, SIGNER, reason));
        }
        (Some(given), _) => *given,
        (None, own) => own?,
    };
    report.comment = Some(signature::verify(list, &file, &key)?);
    report.signer = Some(key.to_string());
    report.signer_words = Some(key.words());
    Ok(())
}

fn compare(
    folder: &Path,
    list: &List,
    files: &std::collections::BTreeSet<String>,
    report: &mut Report,
) {
    for (name, hash) in list {
        if !files.contains(name) {
            report.add(Finding::new(
                Kind::Missing,
                name,
                "it is in the list and not in the folder",
            ));
            continue;
        }
        match file::hash(&folder.join(name)) {
            Ok((bytes, found)) if found == *hash => {
                report.files += 1;
                report.bytes += bytes;
            }
            Ok(_) => {
                report.add(Finding::new(
                    Kind::Changed,
                    name,
                    "its bytes are not those of the list",
                ));
            }
            Err(error) => report.add(Finding::new(kind_of(&error), name, told(&error))),
        }
    }
    for name in files {
        if list.contains_key(name) || name == LIST || name == SIGNATURE {
            continue;
        }
        let kind = if name::is_allowed(name) {
            Kind::Extra
        } else {
            Kind::Name
        };
        report.add(Finding::new(
            kind,
            name,
            "it is in the folder and not in the list",
        ));
    }
}

fn kind_of(error: &std::io::Error) -> Kind {
    match error.kind() {
        ErrorKind::InvalidInput => Kind::NotRegular,
        ErrorKind::FileTooLarge => Kind::Limit,
        _ => Kind::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::tests::key;
    use crate::seal::seal;

    fn sealed() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("bin")).unwrap();
        std::fs::write(folder.path().join("bin/attest"), "a program").unwrap();
        std::fs::write(folder.path().join("README"), "read me").unwrap();
        seal(folder.path(), &key(1), "a test").unwrap();
        folder
    }

    fn first(folder: &Path, key: Option<&PublicKey>) -> (Kind, String) {
        let report = check(folder, key).unwrap();
        let finding = report.findings.first().expect("something is wrong");
        (finding.kind, finding.place.clone())
    }

    #[test]
    fn a_sealed_folder_is_sound_and_sealing_it_again_changes_nothing() {
        let folder = sealed();
        let report = check(folder.path(), Some(&key(1).public())).unwrap();
        assert!(report.is_sound(), "{report:?}");
        assert_eq!(
            (report.files, report.comment.as_deref()),
            (3, Some("a test"))
        );
        let before = std::fs::read(folder.path().join(SIGNATURE)).unwrap();
        seal(folder.path(), &key(1), "a test").unwrap();
        assert_eq!(
            std::fs::read(folder.path().join(SIGNATURE)).unwrap(),
            before
        );
    }

    #[test]
    fn a_bit_of_any_file_is_noticed() {
        let folder = sealed();
        let names = ["README", "bin/attest", SIGNER, LIST, SIGNATURE];
        for name in names {
            let path = folder.path().join(name);
            let before = std::fs::read(&path).unwrap();
            for place in 0..before.len() {
                let mut bytes = before.clone();
                bytes[place] ^= 1;
                std::fs::write(&path, bytes).unwrap();
                let report = check(folder.path(), Some(&key(1).public())).unwrap();
                assert!(!report.is_sound(), "{name}, byte {place}: {report:?}");
            }
            std::fs::write(&path, before).unwrap();
        }
        assert!(check(folder.path(), None).unwrap().is_sound());
    }

    #[test]
    fn somebody_who_signs_anew_is_found_out_by_the_key_that_was_given() {
        let folder = sealed();
        std::fs::write(folder.path().join("README"), "forged").unwrap();
        seal(folder.path(), &key(2), "a test").unwrap();
        assert!(check(folder.path(), None).unwrap().is_sound());
        let given = Some(&key(1).public()).copied();
        assert_eq!(first(folder.path(), given.as_ref()).0, Kind::Key);
    }

    #[test]
    fn names_that_lead_out_are_refused_whoever_signed_them() {
        for name in ["../README", "/etc/passwd", "bin/../../x", ".profile", "-x"] {
            let folder = sealed();
            let hash = "0".repeat(64);
            let text = format!("{hash}  {name}\n");
            std::fs::write(folder.path().join(LIST), &text).unwrap();
            let signature = signature::sign(&text, "a test", &key(1));
            std::fs::write(folder.path().join(SIGNATURE), signature).unwrap();
            assert_eq!(first(folder.path(), None), (Kind::Name, name.to_owned()));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_pipes_and_strange_names_are_refused_and_not_opened() {
        use std::os::unix::fs::symlink;
        let folder = sealed();
        let path = folder.path().join("bin/attest");
        std::fs::rename(&path, folder.path().join("elsewhere")).unwrap();
        symlink("../elsewhere", &path).unwrap();
        assert_eq!(
            first(folder.path(), None),
            (Kind::NotRegular, "bin/attest".to_owned())
        );
        std::fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        assert_eq!(
            first(folder.path(), None),
            (Kind::NotRegular, "bin/attest".to_owned())
        );
        std::fs::remove_file(&path).unwrap();
        std::fs::rename(folder.path().join("elsewhere"), &path).unwrap();
        std::fs::write(folder.path().join("a\u{1b}[31mb"), "").unwrap();
        assert_eq!(
            first(folder.path(), None),
            (Kind::Name, "a\\u{1b}[31mb".to_owned())
        );
    }

    #[test]
    fn a_folder_without_list_or_signature_is_not_believed() {
        let folder = sealed();
        std::fs::remove_file(folder.path().join(SIGNATURE)).unwrap();
        assert_eq!(first(folder.path(), None).0, Kind::Signature);
        std::fs::remove_file(folder.path().join(LIST)).unwrap();
        assert_eq!(first(folder.path(), None), (Kind::List, LIST.to_owned()));
        assert!(check(&folder.path().join("nowhere"), None).is_err());
    }
}
