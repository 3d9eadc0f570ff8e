//! `attest generate`.

use crate::arguments::Generate;
use crate::global::Global;
use app::{AppError, read_json, read_standard_input, read_text};
use provider::{GenerationConfig, Provider};
use serde_json::json;
use std::path::Path;

pub fn run(global: &Global, given: &Generate) -> Result<u8, AppError> {
    let schema = read_json(&given.schema)?;
    let prompt = if given.prompt == Path::new("-") {
        read_standard_input()?
    } else {
        read_text(&given.prompt)?
    };
    let config = GenerationConfig {
        max_output_tokens: given.max_tokens,
        max_attempts: given.max_attempts,
    };
    let service = global.service(true)?;
    let mut model = service.embedded(given.model.as_deref())?;
    let (value, usage) = model.generate_structured_output(&prompt, &schema, &config)?;
    let both = json!({ "value": value, "usage": usage });
    global.print(&both, |_| format!("{value:#}"));
    Ok(0)
}
