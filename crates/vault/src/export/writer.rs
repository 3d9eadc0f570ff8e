//! The files of an export, hashed while they are written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::names::FOLDERS;
use crate::canonical::hex;
use crate::error::VaultError;
use crate::half::unwritable;
use crate::private;

/// Writes files for their owner alone, each once.
pub(super) struct Writer<'a> {
    folder: &'a Path,
    /// What messages name: where it will be.
    place: &'a Path,
    /// Hashes by name, `/` between folders.
    hashes: BTreeMap<String, String>,
    bytes: u64,
}

/// A file that is being written.
pub(super) struct Sheet {
    name: String,
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn begin(folder: &'a Path, place: &'a Path) -> Result<Self, VaultError> {
        for made in [""].iter().chain(&FOLDERS) {
            private::folder()
                .create(folder.join(made))
                .map_err(|error| unwritable(place, &error))?;
        }
        Ok(Self {
            folder,
            place,
            hashes: BTreeMap::new(),
            bytes: 0,
        })
    }

    pub(super) fn open(&self, name: &str) -> Result<Sheet, VaultError> {
        let path = self.folder.join(name);
        let file = private::make_file(&path).map_err(|error| self.failed(&error))?;
        Ok(Sheet {
            name: name.to_owned(),
            file: BufWriter::new(file),
            hash: Sha256::new(),
            bytes: 0,
        })
    }

    pub(super) fn put(&self, sheet: &mut Sheet, bytes: &[u8]) -> Result<(), VaultError> {
        sheet.hash.update(bytes);
        sheet.bytes += bytes.len() as u64;
        sheet
            .file
            .write_all(bytes)
            .map_err(|error| self.failed(&error))
    }

    /// A line of JSON Lines.
    pub(super) fn line(&self, sheet: &mut Sheet, value: &impl Serialize) -> Result<(), VaultError> {
        let mut line = serde_json::to_vec(value)
            .map_err(|error| VaultError::invalid(format!("a line of {}: {error}", sheet.name)))?;
        line.push(b'\n');
        self.put(sheet, &line)
    }

    /// Brings a file to the disk.
    pub(super) fn close(&mut self, sheet: Sheet) -> Result<(), VaultError> {
        let written = sheet
            .file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| file.sync_all());
        written.map_err(|error| self.failed(&error))?;
        self.bytes += sheet.bytes;
        self.hashes.insert(sheet.name, hex(&sheet.hash.finalize()));
        Ok(())
    }

    pub(super) fn bytes(&mut self, name: &str, bytes: &[u8]) -> Result<(), VaultError> {
        let mut sheet = self.open(name)?;
        self.put(&mut sheet, bytes)?;
        self.close(sheet)
    }

    pub(super) fn text(&mut self, name: &str, text: &str) -> Result<(), VaultError> {
        self.bytes(name, text.as_bytes())
    }

    /// The hashes as `sha256sum` writes them.
    pub(super) fn sums(&self) -> String {
        let hashes = self.hashes.iter();
        let lines: Vec<String> = hashes
            .map(|(name, hash)| format!("{hash}  {name}\n"))
            .collect();
        lines.concat()
    }

    /// How many files and bytes there are, with their folders on the disk.
    pub(super) fn finish(self) -> Result<(u64, u64), VaultError> {
        for folder in FOLDERS.iter().chain(&["."]) {
            sync_folder(&self.folder.join(folder)).map_err(|error| self.failed(&error))?;
        }
        Ok((self.hashes.len() as u64, self.bytes))
    }

    fn failed(&self, error: &io::Error) -> VaultError {
        unwritable(self.place, error)
    }
}

/// Brings the names in a folder to the disk. Windows opens no folders.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
