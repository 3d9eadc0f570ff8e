//! `attest docs` and `attest search`.

use super::{backup, collections, embedding, keeping, watch};
use crate::arguments::{Docs, Search};
use crate::exit;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use crate::text;
use app::reading::Ocr;
use app::{AppError, Control, ImportOutcome, Service, Skipped};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vault::Removal;

pub fn run(global: &Global, docs: Docs) -> Result<u8, AppError> {
    let service = global.service(false)?;
    match docs {
        Docs::Add {
            paths,
            ocr,
            metadata,
            collection,
            tags,
            no_wait,
        } => {
            let said = said(&metadata)?;
            app::check_metadata(&said)?;
            let tags = tags.iter().map(|tag| service.name_of_tag(tag));
            let tags: Vec<String> = tags.collect::<Result<_, _>>()?;
            let collection = collections::named(&service, collection.as_deref())?;
            let how = How {
                ocr: ocr.into(),
                said,
                collection,
                tags,
                no_wait,
            };
            add(global, &service, &paths, &how)
        }
        Docs::Meta { id, metadata } => {
            let document = service.set_metadata(&id, &said(&metadata)?)?;
            global.print(&document, |document| {
                text::documents(std::slice::from_ref(document))
            });
            Ok(0)
        }
        Docs::List { collection, tags } => {
            let documents = collections::narrowed(&service, collection.as_deref(), &tags)?;
            global.print(&documents, |documents| text::documents(documents));
            Ok(0)
        }
        Docs::Tag { name, documents } => collections::tag(global, &service, &name, &documents),
        Docs::Untag { name, documents } => collections::untag(global, &service, &name, &documents),
        Docs::Tags => collections::tags(global, &service),
        Docs::Collect(given) => collections::collect(global, &service, given),
        Docs::Uncollect { name, documents } => {
            collections::uncollect(global, &service, &name, &documents)
        }
        Docs::Collections => collections::list(global, &service),
        Docs::RenameCollection { name, new_name } => {
            collections::rename(global, &service, &name, &new_name)
        }
        Docs::DeleteCollection { name } => collections::delete(global, &service, &name),
        Docs::Watch(given) => watch::run(global, &service, &given),
        Docs::Show { id, text: lines } => {
            let document = service.document(&id)?;
            global.print(&document, |document| text::document(document, lines));
            Ok(0)
        }
        Docs::Date { id, date } => {
            let document = service.set_event_date(&id, date.as_deref())?;
            global.print(&document, |document| {
                text::documents(std::slice::from_ref(document))
            });
            Ok(0)
        }
        Docs::Hold(given) => {
            keeping::hold(
                global,
                &service,
                &service.document_to_hold(&given.id)?,
                &given,
            )?;
            Ok(0)
        }
        Docs::Release(given) => {
            keeping::release(
                global,
                &service,
                &service.document_to_hold(&given.id)?,
                &given,
            )?;
            Ok(0)
        }
        Docs::Remove { id, erase } => {
            let removal = if erase {
                Removal::Erase
            } else {
                Removal::KeepSource
            };
            let record = service.remove_document(&id, removal)?;
            global.print(&json!({ "record_id": record }), |_| {
                format!("removed; record {record}")
            });
            if erase {
                backup::tell_destroyed(&service.known_keys()?);
            }
            Ok(0)
        }
    }
}

/// How the files of an import are taken in.
struct How {
    ocr: Ocr,
    said: BTreeMap<String, Option<String>>,
    collection: Option<String>,
    /// As they are kept.
    tags: Vec<String>,
    /// Leave to others what a search by meaning needs.
    no_wait: bool,
}

impl How {
    fn import(&self, service: &Service, path: &Path) -> Result<ImportOutcome, AppError> {
        let collection = self.collection.as_deref();
        let mut outcome = service.import_into(path, self.ocr, &self.said, collection)?;
        for tag in &self.tags {
            let ids = [outcome.document.id.clone()];
            service.tag(tag, &ids)?;
            if !outcome.document.tags.contains(tag) {
                outcome.document.tags.push(tag.clone());
            }
        }
        outcome.document.tags.sort();
        Ok(outcome)
    }
}

fn add(global: &Global, service: &Service, paths: &[PathBuf], how: &How) -> Result<u8, AppError> {
    let mut outcomes = Vec::new();
    let mut read = Vec::new();
    let mut code = 0;
    let interrupt = Interrupt::watch();
    let app::Importable { files, skipped } = app::importable(paths)?;
    for Skipped { path, reason } in &skipped {
        say(&format!("skipped: {}: {}", path.display(), reason.words()));
    }
    if files.is_empty() {
        let shown: Vec<String> = paths.iter().map(|one| one.display().to_string()).collect();
        return Err(AppError::input(
            format!("{}: nothing there that can be imported", shown.join(", ")),
            "name files, or folders with files in them",
        ));
    }
    for path in &files {
        if interrupt.control() == Control::Cancel {
            break;
        }
        // One bad file does not keep the others out.
        match how.import(service, path) {
            Ok(outcome) => {
                outcomes.push(outcome);
                read.push(path);
            }
            Err(error) => code = exit::report(&error, global.json).max(code),
        }
    }
    if files.len() + skipped.len() > 1 {
        say(&text::import_counts(&outcomes, &files, &skipped));
    }
    global.print(&outcomes, |outcomes| text::imports(outcomes));
    // Everything is in the list and told by now: ended here, the next question or the window
    // makes what is missing.
    if how.no_wait {
        return Ok(code);
    }
    for (path, outcome) in read.into_iter().zip(&outcomes) {
        if interrupt.control() == Control::Cancel {
            break;
        }
        code = embedding::tell(global, service, path, &outcome.document.id, &interrupt).max(code);
    }
    if interrupt.control() == Control::Cancel {
        say("stopped: what is imported and embedded stays");
        say("hint: the same command goes on");
        code = exit::FAILED;
    }
    Ok(code)
}

/// Pairs of `KEY=VALUE`; without a value, the key is taken back.
fn said(pairs: &[String]) -> Result<BTreeMap<String, Option<String>>, AppError> {
    let pair = |pair: &String| {
        let (key, value) = pair.split_once('=').ok_or_else(|| {
            AppError::input(format!("{pair:?} is no KEY=VALUE"), "write client=Acme")
        })?;
        let value = value.trim();
        Ok((
            key.trim().to_owned(),
            (!value.is_empty()).then(|| value.to_owned()),
        ))
    };
    pairs.iter().map(pair).collect()
}

pub fn search(global: &Global, search: &Search) -> Result<u8, AppError> {
    let service = global.service(false)?;
    let ids = if search.collection.is_some() || !search.tags.is_empty() {
        service.documents_with_tags(search.collection.as_deref(), &search.tags)?
    } else {
        Vec::new()
    };
    let hits = service.search_in(&search.query, &ids, search.limit)?;
    global.print(&hits, |hits| text::hits(hits));
    Ok(0)
}
