//! Models that are another one with an adapter upon it: their entry has file, hash and layout of the
//! model that they stand on, and these are taken from that model's own entry each time, since it
//! may lie elsewhere in another version.

use crate::error::AppError;
use engine::model::OnBytes;
use engine::{AdapterFile, Entry, ModelError, ModelFile};

/// The model that this one stands on, as long as it is the file that it was registered with.
fn base_of<'a>(entry: &Entry, all: &'a [Entry]) -> Option<&'a Entry> {
    let adapter = entry.adapter.as_ref()?;
    let is_base = |one: &&Entry| {
        one.name == adapter.base && one.adapter.is_none() && one.sha256 == entry.sha256
    };
    all.iter().find(is_base)
}

/// Gives every model with an adapter what its base has; one whose base is gone has no file.
pub(crate) fn upon_bases(mut entries: Vec<Entry>) -> Vec<Entry> {
    let all = entries.clone();
    for entry in &mut entries {
        if entry.adapter.is_none() {
            continue;
        }
        if let Some(base) = base_of(entry, &all) {
            entry.file.clone_from(&base.file);
            entry.fast.clone_from(&base.fast);
            entry.template.clone_from(&base.template);
            entry.flash_attention = base.flash_attention;
        } else {
            entry.file.clear();
        }
    }
    entries
}

/// Refuses a model whose base is gone or has become another file.
///
/// # Errors
///
/// [`AppError::Input`].
pub(crate) fn stands(entry: &Entry) -> Result<(), AppError> {
    match &entry.adapter {
        Some(adapter) if entry.file.is_empty() => Err(AppError::input(
            format!(
                "{} is an adapter for {}, and there is no such model any more, or it is another file",
                entry.name, adapter.base
            ),
            "add the model that the adapter was registered for again: `attest models add FILE`",
        )),
        _ => Ok(()),
    }
}

/// The file of a model with the adapter that its entry names, checked as the file is.
///
/// # Errors
///
/// [`ModelError`], of the adapter's file.
pub(crate) fn put_on(
    entry: &Entry,
    file: ModelFile,
    on_bytes: &mut OnBytes<'_>,
) -> Result<ModelFile, ModelError> {
    let registered = entry.adapter.as_ref();
    let adapter = registered.map(|adapter| AdapterFile::check(adapter, &file.path, on_bytes));
    Ok(ModelFile {
        adapter: adapter.transpose()?,
        ..file
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Adapter, Fast, Scale};

    fn model(name: &str, sha256: &str) -> Entry {
        Entry {
            name: name.into(),
            file: format!("/models/{name}.gguf"),
            sha256: sha256.into(),
            ..Entry::default()
        }
    }

    #[test]
    fn a_model_with_an_adapter_has_what_its_base_has_and_stands_with_it_alone() {
        let mut base = model("base", "aa");
        base.fast = Some(Fast {
            layout: "q8_0".into(),
            sha256: "ff".into(),
        });
        base.template = Some("chatml".into());
        let mut adapted = model("adapted", "aa");
        adapted.adapter = Some(Adapter {
            base: "base".into(),
            file: "/adapters/one.gguf".into(),
            sha256: "bb".into(),
            size_bytes: 1,
            scale: Scale::WHOLE,
        });
        // The order of the list is of no account.
        for entries in [
            vec![adapted.clone(), base.clone()],
            vec![base.clone(), adapted.clone()],
        ] {
            let found = upon_bases(entries);
            let found = found.iter().find(|entry| entry.name == "adapted").unwrap();
            assert_eq!(
                (&found.file, &found.fast, &found.template),
                (&base.file, &base.fast, &base.template)
            );
            stands(found).unwrap();
        }
        for others in [
            vec![],
            vec![model("base", "cc")],
            vec![model("other", "aa")],
        ] {
            let mut entries = vec![adapted.clone()];
            entries.extend(others);
            let error = stands(&upon_bases(entries)[0]).unwrap_err();
            assert!(
                error.to_string().contains("adapted is an adapter for base"),
                "{error}"
            );
        }
        stands(&base).unwrap();
    }
}
