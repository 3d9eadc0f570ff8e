//! Word documents (DOCX, DOCM): ISO/IEC 29500, `WordprocessingML`, strict and
//! transitional.
//!
//! A paragraph becomes wrapped lines, the number of its list restored before
//! it. Headings are paragraphs with an outline level, by themselves or by
//! their style; a document without any gets headings by how lines look.
//! Pages are those that Word saw when it last saved the file, where it noted
//! them, else explicit page breaks. Foot- and endnotes are marked `[1]` and
//! `[i]`; a footnote stands behind the paragraph or table that refers to it,
//! endnotes at the end. Headers stand once, before everything, footers once,
//! behind everything.
//!
//! Changes are read as accepted: what is deleted is not shown. Deleted text,
//! comments, hidden text, pictures and macros are told by warnings.

mod body;
mod number;
mod property;

use super::block::{self, Block, Paragraph};
use super::body::Body;
use super::build::{Builder, Find};
use super::error::ReadError;
use super::office::package::{Package, Relation};
use super::office::xml::{self, Element};
use super::source::Source;
use body::{Counts, Reader};
pub(super) use number::number;
use std::collections::BTreeMap;

pub(super) fn read(source: Source<'_>, bytes: &[u8]) -> Result<Body, ReadError> {
    let mut package = Package::open(source, bytes)?;
    let main = package
        .relations("")?
        .into_iter()
        .find(|relation| relation.kind == "officeDocument")
        .map_or_else(|| "word/document.xml".to_owned(), |found| found.target);
    let document = xml::parse(source, &package.required(&main)?)?;
    let relations = package.relations(&main)?;
    let mut parts = Parts {
        package: &mut package,
        relations: &relations,
    };
    let styles = property::Styles::read(parts.tree("styles")?.as_ref());
    let numbering = number::Numbering::read(parts.tree("numbering")?.as_ref(), &styles);
    let footnotes = notes(parts.tree("footnotes")?, "footnote");
    let endnotes = notes(parts.tree("endnotes")?, "endnote");
    let comments = parts
        .tree("comments")?
        .map_or(0, |comments| comments.count("comment"));
    let body_element = document
        .child("body")
        .ok_or_else(|| source.damaged("its main part has no body"))?;
    let (headers, footers) = parts.running(body_element)?;

    let mut reader = Reader::new(&styles, numbering, &footnotes, &endnotes);
    let before = reader.running(&headers);
    let mut blocks = reader.body(body_element);
    blocks.extend(reader.endnotes());
    let behind = reader.running(&footers);

    let mut builder = Builder::new(source);
    block::write(&mut builder, &distinct(before))?;
    builder.blank()?;
    block::write(&mut builder, &blocks)?;
    builder.blank()?;
    block::write(&mut builder, &distinct(behind))?;
    let counts = reader.counts;
    if !builder.has_text() && counts.pictures > 0 {
        return Err(ReadError::NoText {
            file: source.file.to_owned(),
            pages: 1,
        });
    }
    let macros = package.names().any(|name| name.ends_with("vbaproject.bin"));
    warn(&mut builder, &counts, comments, macros);
    builder.finish(Find {
        headings: true,
        tables: true,
    })
}

/// The parts beside the main one.
struct Parts<'a, 'b> {
    package: &'a mut Package<'b>,
    relations: &'a [Relation],
}

impl Parts<'_, '_> {
    /// The part that a relation of that kind leads to.
    fn tree(&mut self, kind: &str) -> Result<Option<Element>, ReadError> {
        let relation = self.relations.iter().find(|relation| relation.kind == kind);
        let Some(relation) = relation else {
            return Ok(None);
        };
        let text = self.package.text(&relation.target)?;
        text.map(|text| xml::parse(self.package.source, &text))
            .transpose()
    }

    /// Headers and footers in the order in which sections name them.
    fn running(&mut self, body: &Element) -> Result<(Vec<Element>, Vec<Element>), ReadError> {
        let mut names = Vec::new();
        references(body, &mut names);
        let (mut headers, mut footers) = (Vec::new(), Vec::new());
        let mut seen = Vec::new();
        for id in names {
            let relation = self.relations.iter().find(|relation| relation.id == id);
            let Some(relation) = relation.filter(|r| !seen.contains(&r.target)) else {
                continue;
            };
            seen.push(relation.target.clone());
            let Some(text) = self.package.text(&relation.target)? else {
                continue;
            };
            let tree = xml::parse(self.package.source, &text)?;
            match relation.kind.as_str() {
                "header" => headers.push(tree),
                "footer" => footers.push(tree),
                _ => {}
            }
        }
        Ok((headers, footers))
    }
}

/// Ids of the headers and footers that the sections in an element name.
fn references(element: &Element, names: &mut Vec<String>) {
    for child in element.elements() {
        match child.name.as_str() {
            "headerReference" | "footerReference" => {
                names.extend(child.get("id").map(str::to_owned));
            }
            // Sections end in the properties of a paragraph or of the body.
            "p" | "pPr" | "sectPr" | "sdt" | "sdtContent" => references(child, names),
            _ => {}
        }
    }
}

/// Notes by their id.
fn notes(part: Option<Element>, name: &str) -> BTreeMap<String, Element> {
    let part = part.unwrap_or_default();
    part.elements()
        .filter(|note| note.name == name && note.get("type").is_none_or(|kind| kind == "normal"))
        .filter_map(|note| Some((note.get("id")?.to_owned(), note.clone())))
        .collect()
}

/// Running heads repeat; each text stands once.
fn distinct(blocks: Vec<Block>) -> Vec<Block> {
    let mut seen: Vec<String> = Vec::new();
    blocks
        .into_iter()
        .filter(|block| match block {
            Block::Paragraph(Paragraph { text, .. }) => {
                let new = !seen.contains(text);
                seen.push(text.clone());
                new
            }
            Block::Table(_) => true,
        })
        .collect()
}

fn warn(builder: &mut Builder<'_>, counts: &Counts, comments: u64, macros: bool) {
    let told = [
        (
            counts.deleted,
            "character(s) of deleted text (tracked changes) were left out; insertions were read as accepted.",
        ),
        (counts.hidden, "character(s) of hidden text were left out."),
        (comments, "comment(s) were left out."),
        (
            counts.pictures,
            "picture(s) or embedded object(s) were not read.",
        ),
        (counts.embedded, "embedded document(s) were not read."),
        (
            counts.unknown_numbers,
            "list number(s) have a format that is not restored; they are written as plain numbers.",
        ),
    ];
    for (count, told) in told {
        if count > 0 {
            builder.warn(format!("{count} {told}"));
        }
    }
    if macros {
        builder.warn("The macros in the file were ignored.");
    }
}
