//! `attest models`.

use crate::arguments::Models;
use crate::global::Global;
use crate::text;
use app::AppError;
use serde_json::json;

pub fn run(global: &Global, models: Models) -> Result<u8, AppError> {
    let service = global.service(false)?;
    match models {
        Models::List => global.print(&service.models()?, |models| text::models(models)),
        Models::Add { file } => {
            global.print(&service.add_model(&file)?, |added| {
                format!("added {}", added.entry.name)
            });
        }
        Models::Check { name } => {
            let file = service.check_model(name.as_deref())?;
            let value = json!({
                "path": file.path, "sha256": file.sha256, "size_bytes": file.size_bytes,
                "architecture": file.header.architecture, "context_tokens": file.header.context_length,
                "vocabulary_tokens": file.header.vocabulary_tokens,
            });
            global.print(&value, |_| {
                format!(
                    "{}: sound\nsha256 {}\n{}, {} tokens of context, vocabulary of {}",
                    file.path.display(),
                    file.sha256,
                    file.header.architecture,
                    file.header.context_length,
                    file.header.vocabulary_tokens
                )
            });
        }
        Models::Fit { name, context } => {
            global.print(&service.fit_model(name.as_deref(), context)?, text::fit);
        }
    }
    Ok(0)
}
