//! A ZIP file of named parts, unpacked one part at a time under a limit for
//! all of them together, whatever their headers promise.

use super::xml;
use crate::reader::error::ReadError;
use crate::reader::source::Source;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// The signature of an entry in a ZIP file's directory.
const DIRECTORY_ENTRY: &[u8] = b"PK\x01\x02";

/// An opened package.
pub(in crate::reader) struct Package<'a> {
    pub(in crate::reader) source: Source<'a>,
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Lower-case name of a part, without a leading slash, to its index.
    parts: BTreeMap<String, usize>,
    unpacked: u64,
}

/// A link from one part to another.
#[derive(Debug, Clone)]
pub(in crate::reader) struct Relation {
    pub(in crate::reader) id: String,
    /// Last component of the relation's type: `header`, `worksheet`, ...
    pub(in crate::reader) kind: String,
    /// Name of the part it leads to.
    pub(in crate::reader) target: String,
}

impl<'a> Package<'a> {
    /// Opens the directory.
    pub(in crate::reader) fn open(source: Source<'a>, bytes: &'a [u8]) -> Result<Self, ReadError> {
        let limit = u64::from(source.limits.max_parts);
        // Before the directory is read into memory; parts that are packages
        // themselves count too.
        let entries = bytes
            .windows(DIRECTORY_ENTRY.len())
            .filter(|window| *window == DIRECTORY_ENTRY)
            .count() as u64;
        if entries > limit {
            return Err(source.too_large("parts in the package", entries, limit));
        }
        let archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|_| source.damaged("its ZIP directory cannot be read"))?;
        let parts = (0..archive.len())
            .filter_map(|index| {
                let name = archive.name_for_index(index)?.ok()?;
                Some((part_name(&name), index))
            })
            .collect();
        Ok(Self {
            source,
            archive,
            parts,
            unpacked: 0,
        })
    }

    pub(in crate::reader) fn has(&self, name: &str) -> bool {
        self.parts.contains_key(&part_name(name))
    }

    /// Names of all parts, in order, lower case.
    pub(in crate::reader) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// A part's bytes; none where there is no such part.
    pub(in crate::reader) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let Some(index) = self.parts.get(&part_name(name)).copied() else {
            return Ok(None);
        };
        let limit = self.source.limits.max_unpacked_bytes;
        let left = limit.saturating_sub(self.unpacked);
        let entry = self.archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => ReadError::Encrypted {
                file: self.source.file.to_owned(),
                format: "ZIP container",
            },
            _ => self.source.damaged("a part of it cannot be unpacked"),
        })?;
        let mut bytes = Vec::new();
        entry
            .take(left.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|_| self.source.damaged("a part of it cannot be unpacked"))?;
        self.unpacked = self.unpacked.saturating_add(bytes.len() as u64);
        if self.unpacked > limit {
            return Err(self
                .source
                .too_large("unpacked bytes", self.unpacked, limit));
        }
        Ok(Some(bytes))
    }

    /// A part's text.
    pub(in crate::reader) fn text(&mut self, name: &str) -> Result<Option<String>, ReadError> {
        let Some(bytes) = self.part(name)? else {
            return Ok(None);
        };
        xml::decode(self.source, bytes).map(Some)
    }

    /// A part that has to be there.
    pub(in crate::reader) fn required(&mut self, name: &str) -> Result<String, ReadError> {
        self.text(name)?
            .ok_or_else(|| self.source.damaged("a part that it refers to is missing"))
    }

    /// The links of a part (`""`: of the package), without those that lead
    /// out of the file.
    pub(in crate::reader) fn relations(&mut self, part: &str) -> Result<Vec<Relation>, ReadError> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let Some(text) = self.text(&format!("{folder}/_rels/{file}.rels"))? else {
            return Ok(Vec::new());
        };
        let mut relations = Vec::new();
        let mut walker = xml::Walker::new(self.source, &text);
        while let Some(event) = walker.next()? {
            let xml::Event::Start(tag) = event else {
                continue;
            };
            if tag.name() != "Relationship" || tag.get("TargetMode").as_deref() == Some("External")
            {
                continue;
            }
            let kind = tag.get("Type").unwrap_or_default();
            relations.push(Relation {
                id: tag.get("Id").unwrap_or_default(),
                kind: kind.rsplit('/').next().unwrap_or_default().to_owned(),
                target: resolve(folder, &tag.get("Target").unwrap_or_default()),
            });
        }
        Ok(relations)
    }
}

fn part_name(name: &str) -> String {
    name.replace('\\', "/")
        .trim_start_matches('/')
        .to_ascii_lowercase()
}

/// A target relative to the folder of the part that names it.
fn resolve(folder: &str, target: &str) -> String {
    if target.starts_with('/') {
        return target.to_owned();
    }
    let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path.join("/")
}
