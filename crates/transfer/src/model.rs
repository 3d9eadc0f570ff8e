//! A model's file on its way to a machine without a network: cut into parts,
//! each in a sealed folder of its own that says of which model it is part.
//!
//! Every folder holds the same [`Manifest`] (`model.toml`) and the licence, so
//! that the folders can be copied to media one by one, and one is enough to
//! say what the others must hold.

use crate::check::{Report, check};
use crate::error::{Finding, Kind, TransferError, failed};
use crate::file;
use crate::key::{PublicKey, SecretKey};
use crate::seal::seal;
use crate::{list, name};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Name of the manifest in each folder.
pub const MANIFEST: &str = "model.toml";
/// Name of the licence's text in each folder.
pub const LICENCE: &str = "LICENCE.txt";
/// The form of the manifest that is written and read.
const FORMAT: u32 = 1;
/// Smallest part, in bytes: 1 MiB.
pub const MIN_PART_BYTES: u64 = 1 << 20;
/// Most parts of one model.
pub const MAX_PARTS: u64 = 1000;
const MAX_TEXT_BYTES: u64 = 1 << 20;
const BLOCK_BYTES: usize = 1 << 20;

/// What is known of a model that travels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// 1.
    pub format: u32,
    /// Name of the model's file, without a folder.
    pub file: String,
    /// SHA-256 of the whole file, lower-case hexadecimal.
    pub sha256: String,
    /// Its size in bytes.
    pub size_bytes: u64,
    /// SPDX expression of the weights' licence, as whoever packed it said.
    pub licence: String,
    /// In words: where the file comes from.
    pub source: String,
    /// Chat template by name, where the file's own is not to be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// The parts in their order.
    pub parts: Vec<Part>,
}

/// One part of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Name of the part's file.
    pub file: String,
    /// Its size in bytes.
    pub size_bytes: u64,
    /// Its SHA-256, lower-case hexadecimal.
    pub sha256: String,
}

/// What is packed, and how.
#[derive(Debug, Clone)]
pub struct Packing<'a> {
    /// The model's file.
    pub model: &'a Path,
    /// SPDX expression of its licence.
    pub licence: &'a str,
    /// The text of its licence.
    pub licence_text: &'a Path,
    /// In words: where it comes from.
    pub source: &'a str,
    /// Chat template by name.
    pub template: Option<&'a str>,
    /// Largest part, in bytes.
    pub part_bytes: u64,
}

fn input(message: impl Into<String>, help: &'static str) -> TransferError {
    TransferError::Input {
        message: message.into(),
        help,
    }
}

/// Cuts a model's file into folders `1`, `2`, ... of `out`, which must be empty
/// or not there, and seals each.
///
/// # Errors
///
/// [`TransferError::Input`], [`TransferError::File`].
pub fn pack(packing: &Packing<'_>, out: &Path, key: &SecretKey) -> Result<Manifest, TransferError> {
    let file = packing.model.file_name().and_then(|name| name.to_str());
    let file = file.filter(|one| name::is_allowed(one)).ok_or_else(|| {
        input(
            "the file's name may hold letters, digits and . _ + - only",
            "rename the file",
        )
    })?;
    if std::fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(input(
            format!("{} is not empty", out.display()),
            "name another folder",
        ));
    }
    let licence_text = file::read_text(packing.licence_text, MAX_TEXT_BYTES)
        .map_err(failed(packing.licence_text))?;
    let (sha256, parts) = cut(packing, file, out)?;
    let manifest = Manifest {
        format: FORMAT,
        file: file.to_owned(),
        sha256,
        size_bytes: parts.iter().map(|part| part.size_bytes).sum(),
        licence: packing.licence.to_owned(),
        source: packing.source.to_owned(),
        template: packing.template.map(str::to_owned),
        parts,
    };
    let text =
        toml::to_string(&manifest).map_err(|error| input(error.to_string(), "report this"))?;
    let count = manifest.parts.len();
    for number in 1..=count {
        let folder = out.join(number.to_string());
        for (name, text) in [(MANIFEST, &text), (LICENCE, &licence_text)] {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(failed(&path))?;
        }
        seal(
            &folder,
            key,
            &format!("model {file}, part {number} of {count}"),
        )?;
    }
    Ok(manifest)
}

/// Writes the parts into their folders, and hashes each and the whole.
fn cut(
    packing: &Packing<'_>,
    name: &str,
    out: &Path,
) -> Result<(String, Vec<Part>), TransferError> {
    let mut source = file::open_regular(packing.model).map_err(failed(packing.model))?;
    let size = source.metadata().map_err(failed(packing.model))?.len();
    if packing.part_bytes < MIN_PART_BYTES
        || size.div_ceil(packing.part_bytes) > MAX_PARTS
        || size == 0
    {
        let message = format!(
            "a file of {size} bytes is not cut into parts of {}",
            packing.part_bytes
        );
        return Err(input(
            message,
            "a part has at least 1 MiB, and there are at most 1,000",
        ));
    }
    let (mut whole, mut parts, mut done) = (Sha256::new(), Vec::new(), 0);
    while done < size {
        let number = parts.len() + 1;
        let part = format!("{name}.part{number:04}");
        let folder = out.join(number.to_string());
        std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
        let path = folder.join(&part);
        let mut target = File::create_new(&path).map_err(failed(&path))?;
        let mut limited = (&mut source).take(packing.part_bytes);
        let copied = copy(&mut limited, &mut target, &mut whole);
        let (size_bytes, sha256) = copied
            .and_then(|done| target.sync_all().map(|()| done))
            .map_err(failed(&path))?;
        if size_bytes == 0 {
            return Err(input(
                "the file became shorter while it was packed",
                "pack it again",
            ));
        }
        done += size_bytes;
        parts.push(Part {
            file: part,
            size_bytes,
            sha256,
        });
    }
    Ok((file::hexadecimal(whole), parts))
}

/// Copies to the end; gives bytes and hash of what was copied, and feeds `whole`.
fn copy(
    from: &mut dyn Read,
    to: &mut dyn Write,
    whole: &mut Sha256,
) -> std::io::Result<(u64, String)> {
    let mut block = vec![0; BLOCK_BYTES];
    let (mut digest, mut bytes) = (Sha256::new(), 0);
    loop {
        let read = match from.read(&mut block) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read == 0 {
            return Ok((bytes, file::hexadecimal(digest)));
        }
        let part = block.get(..read).unwrap_or_default();
        to.write_all(part)?;
        digest.update(part);
        whole.update(part);
        bytes += read as u64;
    }
}

/// Folders that were checked and are together one model's parts.
#[derive(Debug)]
pub struct Checked {
    /// What they say of the model.
    pub manifest: Manifest,
    /// The parts' files, in their order.
    parts: Vec<PathBuf>,
}

/// Checks folders that [`pack`] made, in any order: each against its list and
/// `key`, and all together against their manifest. Writes nothing.
///
/// # Errors
///
/// [`TransferError::NotBelieved`] with the first thing that is wrong,
/// [`TransferError::File`].
pub fn check_parts(folders: &[PathBuf], key: &PublicKey) -> Result<Checked, TransferError> {
    for folder in folders {
        check_folder(folder, &check(folder, Some(key))?)?;
    }
    let wrong = |place: &str, reason: &str| {
        TransferError::NotBelieved(Finding::new(Kind::Model, place, reason))
    };
    let mut texts = folders.iter().map(|folder| {
        let path = folder.join(MANIFEST);
        file::read_text(&path, MAX_TEXT_BYTES).map_err(failed(&path))
    });
    let text = texts
        .next()
        .ok_or_else(|| wrong("", "no folder was given"))??;
    for other in texts {
        if other? != text {
            return Err(wrong(MANIFEST, "the folders are of two packings"));
        }
    }
    let manifest = read_manifest(&text).map_err(|reason| wrong(MANIFEST, &reason))?;
    let find = |part: &Part| {
        let places = folders.iter().map(|folder| folder.join(&part.file));
        places
            .into_iter()
            .find(|path| path.is_file())
            .ok_or_else(|| {
                TransferError::NotBelieved(Finding::new(
                    Kind::Missing,
                    &part.file,
                    "no folder holds this part",
                ))
            })
    };
    let parts = manifest.parts.iter().map(find).collect::<Result<_, _>>()?;
    Ok(Checked { manifest, parts })
}

fn check_folder(folder: &Path, report: &Report) -> Result<(), TransferError> {
    let Some(finding) = report.findings.first() else {
        return Ok(());
    };
    let place = folder.join(&finding.place);
    Err(TransferError::NotBelieved(Finding::new(
        finding.kind,
        place.display(),
        &finding.reason,
    )))
}

fn read_manifest(text: &str) -> Result<Manifest, String> {
    let manifest: Manifest = toml::from_str(text).map_err(|error| error.message().to_owned())?;
    let total = manifest
        .parts
        .iter()
        .try_fold(0_u64, |sum, part| sum.checked_add(part.size_bytes));
    let files = std::iter::once(&manifest.file).chain(manifest.parts.iter().map(|part| &part.file));
    let hashes =
        std::iter::once(&manifest.sha256).chain(manifest.parts.iter().map(|part| &part.sha256));
    let reason = if manifest.format != FORMAT {
        "it has a form that this version does not read"
    } else if total != Some(manifest.size_bytes) {
        "the parts are not as long as the whole"
    } else if !files
        .into_iter()
        .all(|file| name::is_allowed(file) && !file.contains('/'))
    {
        "it has a name that is not allowed"
    } else if !hashes.into_iter().all(|hash| list::is_hash(hash)) {
        "it has a hash that is none"
    } else {
        return Ok(manifest);
    };
    Err(reason.into())
}

/// Puts the parts together into a new file, hashing each and the whole once
/// more. Where anything is wrong the file is deleted.
///
/// # Errors
///
/// [`TransferError::NotBelieved`], [`TransferError::File`] (also where the file
/// is there already).
pub fn join(checked: &Checked, target: &Path) -> Result<(), TransferError> {
    let mut out = File::create_new(target).map_err(failed(target))?;
    let joined = join_into(checked, &mut out).and_then(|()| out.sync_all().map_err(failed(target)));
    if joined.is_err() {
        // The first error is the one to tell.
        let _ = std::fs::remove_file(target);
    }
    joined
}

fn join_into(checked: &Checked, out: &mut File) -> Result<(), TransferError> {
    let mut whole = Sha256::new();
    let changed = |place: &str| {
        let reason = "its bytes are not those of the manifest";
        TransferError::NotBelieved(Finding::new(Kind::Changed, place, reason))
    };
    for (part, path) in checked.manifest.parts.iter().zip(&checked.parts) {
        let source = file::open_regular(path).map_err(failed(path))?;
        let mut limited = source.take(part.size_bytes.saturating_add(1));
        let (_, sha256) = copy(&mut limited, out, &mut whole).map_err(failed(path))?;
        if sha256 != part.sha256 {
            return Err(changed(&part.file));
        }
    }
    if file::hexadecimal(whole) != checked.manifest.sha256 {
        return Err(changed(&checked.manifest.file));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::tests::key;

    struct Packed {
        folder: tempfile::TempDir,
        bytes: Vec<u8>,
    }

    impl Packed {
        /// A model of 2.5 MiB in parts of 1 MiB.
        fn new() -> Packed {
            let folder = tempfile::tempdir().unwrap();
            let bytes: Vec<u8> = (0..=250_u8).cycle().take(5 << 19).collect();
            std::fs::write(folder.path().join("m.gguf"), &bytes).unwrap();
            std::fs::write(folder.path().join("licence"), "do as you like\n").unwrap();
            let packed = Packed { folder, bytes };
            packed.pack("out", MIN_PART_BYTES).unwrap();
            packed
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn pack(&self, out: &str, part_bytes: u64) -> Result<Manifest, TransferError> {
            let (model, licence_text) = (self.path("m.gguf"), self.path("licence"));
            let packing = Packing {
                model: &model,
                licence: "MIT",
                licence_text: &licence_text,
                source: "made up",
                template: None,
                part_bytes,
            };
            pack(&packing, &self.path(out), &key(1))
        }

        fn folders(&self, names: &[&str]) -> Vec<PathBuf> {
            names
                .iter()
                .map(|name| self.path("out").join(name))
                .collect()
        }

        fn check(&self, names: &[&str]) -> Result<Checked, TransferError> {
            check_parts(&self.folders(names), &key(1).public())
        }
    }

    fn kind(result: Result<Checked, TransferError>) -> Kind {
        match result {
            Err(TransferError::NotBelieved(finding)) => finding.kind,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn parts_in_any_order_give_the_file_again() {
        let packed = Packed::new();
        let checked = packed.check(&["3", "1", "2"]).unwrap();
        assert_eq!(checked.manifest.parts.len(), 3);
        let target = packed.path("again");
        join(&checked, &target).unwrap();
        assert_eq!(std::fs::read(&target).unwrap(), packed.bytes);
        assert!(matches!(
            join(&checked, &target),
            Err(TransferError::File { .. })
        ));
    }

    #[test]
    fn what_is_missing_changed_or_of_another_is_refused() {
        let packed = Packed::new();
        assert_eq!(kind(packed.check(&["1", "2"])), Kind::Missing);
        assert_eq!(kind(packed.check(&[])), Kind::Model);
        let other = check_parts(&packed.folders(&["1", "2", "3"]), &key(2).public());
        assert_eq!(kind(other), Kind::Key);
        packed.pack("other", 2 << 20).unwrap();
        let mixed = [packed.path("out/1"), packed.path("other/2")];
        assert_eq!(kind(check_parts(&mixed, &key(1).public())), Kind::Model);
        let part = packed.path("out/2/m.gguf.part0002");
        let checked = packed.check(&["1", "2", "3"]).unwrap();
        let mut bytes = std::fs::read(&part).unwrap();
        bytes[9] ^= 1;
        std::fs::write(&part, bytes).unwrap();
        assert_eq!(kind(packed.check(&["1", "2", "3"])), Kind::Changed);
        // Changed after the check: noticed while the file is put together, which is then gone.
        assert!(matches!(
            join(&checked, &packed.path("again")),
            Err(TransferError::NotBelieved(_))
        ));
        assert!(!packed.path("again").exists());
    }

    #[test]
    fn a_folder_that_is_not_empty_and_parts_without_size_are_refused() {
        let packed = Packed::new();
        assert!(matches!(
            packed.pack("out", MIN_PART_BYTES),
            Err(TransferError::Input { .. })
        ));
        assert!(matches!(
            packed.pack("new", 0),
            Err(TransferError::Input { .. })
        ));
    }

    #[test]
    fn a_manifest_that_names_a_place_elsewhere_is_refused() {
        let packed = Packed::new();
        let text = std::fs::read_to_string(packed.path("out/1/model.toml")).unwrap();
        assert!(read_manifest(&text).is_ok());
        for (from, to) in [
            ("\"m.gguf\"", "\"../m.gguf\""),
            ("\"m.gguf.part0001\"", "\"a/m.gguf.part0001\""),
            ("format = 1", "format = 2"),
            ("size_bytes = 2621440", "size_bytes = 1"),
        ] {
            assert!(text.contains(from));
            assert!(read_manifest(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
    }
}
