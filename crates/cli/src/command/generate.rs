//! `attest generate`.

use crate::arguments::Generate;
use crate::global::Global;
use app::{AppError, read_json, read_text_or_input};
use provider::{GenerationConfig, Provider};
use serde_json::json;

pub fn run(global: &Global, given: &Generate) -> Result<u8, AppError> {
    let schema = read_json(&given.schema)?;
    let prompt = read_text_or_input(&given.prompt)?;
    let config = GenerationConfig {
        max_output_tokens: given.max_tokens,
        max_attempts: given.max_attempts,
    };
    let service = global.service_with(true, &[given.model.as_deref()])?;
    let mut model = service.embedded(given.model.as_deref())?;
    let (value, usage) = model.generate_structured_output(&prompt, &schema, &config)?;
    let both = json!({ "value": value, "usage": usage });
    global.print(&both, |_| format!("{value:#}"));
    Ok(0)
}
