//! Structured output without documents, by the model that is loaded here.

use crate::error::AppError;
use crate::service::Service;
use engine::decoder::Control;
use engine::{Decoder, DraftRequest, EngineError, Entry, Execution};
use provider::{
    Enforcement, GenerationConfig, Provider, ProviderError, SYSTEM, Usage, Written, checked,
    grammar_of,
};
use serde_json::Value;

/// The model of this program, as a provider.
pub struct Embedded<'a> {
    service: &'a Service,
    entry: Entry,
}

impl Service {
    /// The model called `name`, or the default one, as a provider of structured output. It is
    /// loaded when it is first asked.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a name that is not known, or of no model for answers.
    pub fn embedded(&self, name: Option<&str>) -> Result<Embedded<'_>, AppError> {
        let entry = self.find_model(name)?;
        Ok(Embedded {
            service: self,
            entry,
        })
    }
}

impl Provider for Embedded<'_> {
    fn generate_structured_output(
        &mut self,
        prompt: &str,
        schema: &Value,
        config: &GenerationConfig,
    ) -> Result<(Value, Usage), ProviderError> {
        let (grammar, unsaid) = grammar_of(schema)?;
        let with = (self.entry.name.as_str(), Enforcement::Grammar);
        checked(with, (schema, unsaid), config, &mut |wrong| {
            let drafted = self.service.with_model(&self.entry, |decoder| {
                Ok(draft(decoder, (prompt, wrong), &grammar, config)?)
            });
            drafted.map(written).map_err(failed)
        })
    }
}

/// One draft; what was wrong with the one before stands behind the prompt.
fn draft(
    decoder: &mut dyn Decoder,
    (prompt, wrong): (&str, &str),
    grammar: &str,
    config: &GenerationConfig,
) -> Result<Execution, EngineError> {
    let behind = format!("\n{wrong}");
    let pieces: &[&str] = if wrong.is_empty() {
        &[prompt]
    } else {
        &[prompt, &behind]
    };
    let request = DraftRequest {
        prompt: decoder.model().template.render(SYSTEM, pieces),
        grammar: grammar.to_owned(),
        decisions: Vec::new(),
        max_output_tokens: config.max_output_tokens,
        plain: false,
    };
    decoder.draft(&request, &mut |_| Control::Continue)
}

fn written(execution: Execution) -> Written {
    Written {
        text: execution.text,
        prompt_tokens: execution.prompt_tokens,
        completion_tokens: execution.forced_tokens + execution.sampled_tokens,
        forced_tokens: execution.forced_tokens,
    }
}

fn failed(error: AppError) -> ProviderError {
    match error {
        AppError::Engine(EngineError::TooLong(tokens)) => ProviderError::TooLong(tokens),
        AppError::Engine(EngineError::Cancelled) | AppError::Cancelled => ProviderError::Cancelled,
        other => ProviderError::Model {
            message: other.to_string(),
            help: other.help(),
        },
    }
}
