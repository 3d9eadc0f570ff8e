//! `attest docs` and `attest search`.

use crate::arguments::{Docs, OcrMode, Search};
use crate::exit;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use crate::terminal::Status;
use crate::text;
use app::reading::Ocr;
use app::{AppError, Control, MAX_IMPORT_CHUNKS, Service, Skipped};
use evidence::Filter;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use vault::Removal;

pub fn run(global: &Global, docs: Docs) -> Result<u8, AppError> {
    let service = global.service(false)?;
    match docs {
        Docs::Add {
            paths,
            ocr,
            metadata,
        } => {
            let said = said(&metadata)?;
            app::check_metadata(&said)?;
            let ocr = match ocr {
                OcrMode::Auto => Ocr::Auto,
                OcrMode::Never => Ocr::Never,
                OcrMode::Always => Ocr::Always,
            };
            let mut outcomes = Vec::new();
            let mut read = Vec::new();
            let mut code = 0;
            let interrupt = Interrupt::watch();
            let app::Importable { files, skipped } = app::importable(&paths)?;
            for Skipped { path, reason } in &skipped {
                say(&format!("skipped: {}: {}", path.display(), reason.words()));
            }
            if files.is_empty() {
                let shown: Vec<String> =
                    paths.iter().map(|one| one.display().to_string()).collect();
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
                match service.import_saying(path, ocr, &said) {
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
            for (path, outcome) in read.into_iter().zip(&outcomes) {
                if interrupt.control() == Control::Cancel {
                    break;
                }
                match embed(&service, &outcome.document.id, &interrupt) {
                    Ok(0) => {}
                    Ok(missing) => say(&format!(
                        "note: {}: {missing} passages are found by their words only for now; \
                         the same command goes on with them",
                        path.display()
                    )),
                    Err(error) => {
                        let error = by_words_only(path, &error);
                        code = exit::report(&error, global.json).max(code);
                    }
                }
            }
            if interrupt.control() == Control::Cancel {
                say("stopped: what is imported and embedded stays");
                say("hint: the same command goes on");
                code = exit::FAILED;
            }
            Ok(code)
        }
        Docs::Meta { id, metadata } => {
            let document = service.set_metadata(&id, &said(&metadata)?)?;
            global.print(&document, |document| {
                text::documents(std::slice::from_ref(document))
            });
            Ok(0)
        }
        Docs::List => {
            global.print(&service.documents()?, |documents| {
                text::documents(documents)
            });
            Ok(0)
        }
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
            Ok(0)
        }
    }
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

/// Of a document that was imported and may have no vectors.
fn by_words_only(path: &Path, error: &AppError) -> AppError {
    AppError::Unembedded {
        message: format!(
            "{}: imported, but it is found by its words only: {error}",
            path.display()
        ),
        help: format!("{}; then add it again", error.help()),
    }
}

/// Makes the vectors of a document, with progress where somebody watches; says how many are
/// missing after it. Ctrl-C leaves the rest.
fn embed(service: &Service, id: &str, interrupt: &Interrupt) -> Result<u64, AppError> {
    let status = Status::new();
    let filter = Filter::documents(&[id.to_owned()]);
    let made = service.embed_at_most(MAX_IMPORT_CHUNKS, &filter, &mut |done, total| {
        if total > 0 {
            status.show(&format!("passages embedded: {done} of {total}"));
        }
        interrupt.control()
    });
    status.clear();
    match made {
        Ok(coverage) => Ok(coverage.map_or(0, |coverage| coverage.missing)),
        // Told of once, by whoever counts the files.
        Err(error) if error.kind() == "cancelled" => Ok(0),
        Err(error) => Err(error),
    }
}

pub fn search(global: &Global, search: &Search) -> Result<u8, AppError> {
    let hits = global.service(false)?.search(&search.query, search.limit)?;
    global.print(&hits, |hits| text::hits(hits));
    Ok(0)
}
