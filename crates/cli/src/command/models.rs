//! `attest models`.

use crate::arguments::{AddModel, Models, Pack, Unpack};
use crate::exit;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use crate::text;
use app::{AppError, Control, ModelTrial, NewAdapter, Scale, Service, Thinking};
use serde_json::json;
use std::fmt::Write as _;
use transfer::TransferError;
use transfer::key::{PublicKey, SecretKey};
use transfer::model::{Packing, pack as pack_model};

pub fn run(global: &Global, models: Models) -> Result<u8, AppError> {
    // What packs needs no data directory.
    let models = match models {
        Models::Pack(given) => return pack(global, &given),
        models => models,
    };
    let service = global.service(false)?;
    match models {
        Models::Pack(_) => {}
        Models::Unpack(given) => return unpack(global, &service, &given),
        Models::List => global.print(&service.models()?, |models| text::models(models)),
        Models::Add(given) => return add(global, &service, &given),
        Models::Check { name } => {
            let file = service.check_model(name.as_deref())?;
            let value = json!({
                "path": file.path, "sha256": file.sha256, "size_bytes": file.size_bytes,
                "architecture": file.header.architecture, "context_tokens": file.header.context_length,
                "vocabulary_tokens": file.header.vocabulary_tokens,
                "adapter": file.adapter.as_ref().map(|adapter| json!({
                    "path": adapter.path, "sha256": adapter.sha256, "size_bytes": adapter.size_bytes,
                })),
            });
            global.print(&value, |_| {
                let mut told = format!(
                    "{}: sound\nsha256 {}\n{}, {} tokens of context, vocabulary of {}",
                    file.path.display(),
                    file.sha256,
                    file.header.architecture,
                    file.header.context_length,
                    file.header.vocabulary_tokens
                );
                if let Some(adapter) = &file.adapter {
                    let path = adapter.path.display();
                    let _ = write!(told, "\n{path}: sound\nsha256 {}", adapter.sha256);
                }
                told
            });
        }
        Models::Fit { name, context } => {
            global.print(&service.fit_model(name.as_deref(), context)?, text::fit);
        }
        Models::Bench { name } => {
            let entry = service.find_model(name.as_deref())?;
            let interrupt = Interrupt::watch();
            let speed = service.bench_model(&entry.name, &mut |_| interrupt.control())?;
            global.print(&speed, |speed| text::speed(&entry.name, speed));
        }
    }
    Ok(0)
}

/// Registers a model and tries it; 1 where it loads and is of no use all the same.
fn add(global: &Global, service: &Service, given: &AddModel) -> Result<u8, AppError> {
    let added = match &given.base {
        None => service.add_model(&given.file)?,
        Some(base) => {
            let adapter = NewAdapter {
                file: &given.file,
                base,
                scale: given.scale.unwrap_or(Scale::WHOLE),
                name: given.name.as_deref(),
            };
            service.add_adapter(&adapter, &mut |_| Control::Continue)?
        }
    };
    for model in service.without_base()? {
        say(&format!(
            "note: the model that {model} was registered upon is another one now, so it cannot be used"
        ));
    }
    let name = &added.entry.name;
    let trial = if added
        .entry
        .purpose
        .iter()
        .any(|purpose| purpose == "answer")
    {
        let loads = service.try_model(name);
        if loads.is_err() {
            say(&format!(
                "note: {name} is registered, but it cannot be used here"
            ));
        }
        Some(loads?)
    } else {
        None
    };
    let mut value = json!(added);
    if let Some(object) = value.as_object_mut() {
        object.insert("trial".into(), json!(trial));
    }
    global.print(&value, |_| in_words(name, trial.as_ref()));
    let is_sound = trial.is_none_or(|trial| trial.is_sound());
    Ok(if is_sound { 0 } else { exit::REFUSED })
}

fn in_words(name: &str, trial: Option<&ModelTrial>) -> String {
    let Some(trial) = trial else {
        return format!("added {name}");
    };
    let mut lines = vec![format!("added {name}, chat template {}", trial.template)];
    match trial.thinking {
        Thinking::None => {}
        Thinking::Off => lines.push("its thinking is switched off".into()),
        Thinking::Free => lines.push("it thinks before it answers, which takes time".into()),
    }
    if !trial.broken_texts.is_empty() {
        lines
            .push("its tokens do not give texts again: what is forced is not what it reads".into());
    }
    if !trial.keeps_to_grammar {
        lines.push("it did not keep to a grammar".into());
    }
    lines.join("\n")
}

fn pack(global: &Global, given: &Pack) -> Result<u8, AppError> {
    let key = SecretKey::read_file(&given.key)?;
    let packing = Packing {
        model: &given.file,
        licence: &given.licence,
        licence_text: &given.licence_file,
        source: &given.source,
        template: given.template.as_deref(),
        part_bytes: given.part_size << 20,
    };
    let manifest = pack_model(&packing, &given.out, &key)?;
    global.print(&manifest, |manifest| {
        format!(
            "{}: {} bytes in {} folder(s) below {}\nsha256 {}\nkey   {}\nwords {}",
            manifest.file,
            manifest.size_bytes,
            manifest.parts.len(),
            given.out.display(),
            manifest.sha256,
            key.public(),
            key.public().words()
        )
    });
    Ok(0)
}

/// A folder that is not believed is a check that says no, and not bad input.
fn unpack(global: &Global, service: &Service, given: &Unpack) -> Result<u8, AppError> {
    let key = PublicKey::read(&given.key)?;
    let (manifest, added) = match service.unpack_model(&given.folders, &key) {
        Err(error @ AppError::Transfer(TransferError::NotBelieved(_))) => {
            exit::report(&error, global.json);
            return Ok(exit::REFUSED);
        }
        done => done?,
    };
    global.print(&added, |added| {
        format!(
            "added {}\nlicence {}\nsource {}",
            added.entry.name, manifest.licence, manifest.source
        )
    });
    Ok(0)
}
