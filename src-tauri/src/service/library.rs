//! Answer types, schemas and grammars; models; settings.

use super::Service;
use super::convert::carried;
use crate::failure::{Failure, Reply};
use crate::wire::{
    AnswerType, AnswerTypeDetail, Check, CompiledSchema, InstanceVerdict, Machine, ModelBench,
    ModelFit, ModelSummary, Settings, Violation, Whitespace, WorkProgress,
};
use app::compile;
use std::path::Path;

/// What the wire calls the purpose of models that compare meanings.
const EMBED: &str = "embed";

impl Service {
    /// The types of the registry.
    pub fn answer_types(&self) -> Reply<Vec<AnswerType>> {
        let registry = self.app.answer_types()?;
        let own = self.app.own_types();
        let shown = registry.list().map(|one| AnswerType {
            name: one.name.clone(),
            title: one.title.clone(),
            description: one.description.clone(),
            own: own.contains(&one.name),
        });
        Ok(shown.collect())
    }

    /// A type with its schema.
    pub fn answer_type_detail(&self, name: &str) -> Reply<AnswerTypeDetail> {
        let found = self
            .answer_types()?
            .into_iter()
            .find(|one| one.name == name);
        let answer_type = found
            .ok_or_else(|| Failure::new("input", format!("There is no answer type {name}."), ""))?;
        Ok(AnswerTypeDetail {
            answer_type,
            schema: self.app.answer_type_schema(name)?,
        })
    }

    /// Compiles a schema.
    pub fn compile_schema(schema: &str, whitespace: Whitespace) -> Reply<CompiledSchema> {
        let compiled = compile::compile_text(schema, style(whitespace))?;
        Ok(CompiledSchema {
            report: carried(&with_reasons(compiled.report))?,
            rules: carried(&compile::rule_sources(&compiled.gbnf))?,
            gbnf: compiled.gbnf,
        })
    }

    /// What grammar and validator say of an instance.
    pub fn test_instance(
        schema: &str,
        whitespace: Whitespace,
        instance: &str,
    ) -> Reply<InstanceVerdict> {
        let compiled = compile::compile_text(schema, style(whitespace))?;
        let instances = [instance.to_owned()];
        let verdicts = compile::check_grammar_text("the grammar", &compiled.gbnf, &instances)?;
        let Some(verdict) = verdicts.into_iter().next() else {
            return Err(Failure::new("input", "There is no instance.", "Write one."));
        };
        let violations = match serde_json::from_str(instance) {
            Ok(value) => compile::violations(schema, &value)?,
            Err(_) => None,
        };
        let before = instance.get(..verdict.byte).unwrap_or(instance);
        Ok(InstanceVerdict {
            accepted: verdict.accepted,
            offset: before.encode_utf16().count() as u32,
            line: verdict.line as u32,
            column: verdict.column as u32,
            reason: verdict.reason.to_owned(),
            violations: violations.map(|found| found.into_iter().map(violation).collect()),
        })
    }

    /// Keeps a schema as an answer type of the person's own.
    pub fn save_answer_type(&self, name: &str, schema: &str) -> Reply<AnswerType> {
        let saved = self.app.save_answer_type(name, schema)?;
        Ok(AnswerType {
            name: saved.name,
            title: saved.title,
            description: saved.description,
            own: true,
        })
    }

    /// Removes a type of the person's own.
    pub fn remove_answer_type(&self, name: &str) -> Reply<()> {
        Ok(self.app.remove_answer_type(name)?)
    }

    /// The catalogue's models, then the person's.
    pub fn list_models(&self) -> Reply<Vec<ModelSummary>> {
        let models = self.app.models()?;
        Ok(models.into_iter().map(model).collect())
    }

    /// How a model fits this machine.
    pub fn model_fit(&self, name: &str) -> Reply<ModelFit> {
        let fit = self.app.fit_model(Some(name), None)?;
        Ok(ModelFit {
            context_tokens: fit.context_tokens,
            needed_bytes: fit.needed_bytes,
            available_bytes: fit.available_bytes,
            fits: fit.fits(),
            largest_context_tokens: fit.largest_context_tokens,
        })
    }

    /// Reads a model's file and compares its hash; ends with the kind
    /// `cancelled` after [`Service::cancel_trial`].
    pub fn check_model(
        &self,
        name: &str,
        on_progress: &mut dyn FnMut(WorkProgress),
    ) -> Reply<Check> {
        let checked = self.works.run(&trial(name), on_progress, |on_work| {
            match self.app.check_model_watched(Some(name), on_work) {
                // A file that is not sound is what a check is there to find.
                Err(error) if error.kind() != "cancelled" => Ok(Err(error)),
                other => other.map(Ok),
            }
        })?;
        let (sound, finding) = match checked {
            Ok(_) => (
                true,
                "The file is whole: its header and SHA-256 are right.".into(),
            ),
            Err(error) => {
                let failure = Failure::from(error);
                (false, format!("{} {}", failure.message, failure.help))
            }
        };
        Ok(Check {
            name: name.to_owned(),
            sound,
            finding: finding.trim().to_owned(),
        })
    }

    /// Measures a model; ends with the kind `cancelled` after
    /// [`Service::cancel_trial`].
    pub fn bench_model(
        &self,
        name: &str,
        on_progress: &mut dyn FnMut(WorkProgress),
    ) -> Reply<ModelBench> {
        let speed = self.works.run(&trial(name), on_progress, |on_work| {
            self.app.bench_model(name, on_work)
        })?;
        carried(&speed)
    }

    /// Ends the check or the measurement of a model, if there is one.
    pub fn cancel_trial(&self, name: &str) {
        self.works.cancel(&trial(name));
    }

    /// Registers a GGUF file; ends with the kind `cancelled` after
    /// [`Service::cancel_add_model`].
    pub fn add_model(
        &self,
        path: &Path,
        on_progress: &mut dyn FnMut(WorkProgress),
    ) -> Reply<ModelSummary> {
        let added = self.works.run(ADD_MODEL, on_progress, |on_work| {
            self.app.add_model_watched(path, on_work)
        })?;
        Ok(model(added))
    }

    /// Ends adding a model, if one is being added.
    pub fn cancel_add_model(&self) {
        self.works.cancel(ADD_MODEL);
    }

    /// What the person has set.
    pub fn settings(&self) -> Reply<Settings> {
        carried(&app::Settings::read(self.data_directory())?)
    }

    /// Keeps what the person sets; files and models that it names must be of
    /// use.
    pub fn change_settings(&self, settings: &Settings) -> Reply<()> {
        let settings: app::Settings = carried(settings)?;
        if let Some(path) = &settings.policy_file {
            app::read_policy(path)?;
        }
        if let Some(path) = &settings.rates_file {
            app::read_rates(path)?;
        }
        if let Some(name) = &settings.answer_model {
            self.app.find_model(Some(name))?;
        }
        Ok(settings.write(self.data_directory())?)
    }

    /// What the program runs on.
    pub fn machine(&self) -> Machine {
        Machine {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            data_directory: self.data_directory().display().to_string(),
            data_directory_fixed: std::env::var_os("ATTEST_HOME").is_some(),
            cores: self.app.cores(),
            device: "CPU".to_owned(),
            ocr: self.app.ocr_version(),
        }
    }

    /// Whether this machine can answer questions.
    pub fn checks(&self) -> Reply<Vec<Check>> {
        carried(&self.app.diagnose())
    }
}

/// Name of adding a model among the acts under way.
const ADD_MODEL: &str = "add a model";

/// Name of a model's check or measurement among the acts under way; one of them
/// at a time.
fn trial(name: &str) -> String {
    format!("trial of {name}")
}

fn style(whitespace: Whitespace) -> compile::Whitespace {
    match whitespace {
        Whitespace::Spaced => compile::Whitespace::Spaced,
        Whitespace::Compact => compile::Whitespace::Compact,
        Whitespace::Any => compile::Whitespace::Any,
    }
}

/// The report with a reason, or null, in every entry.
fn with_reasons(mut report: serde_json::Value) -> serde_json::Value {
    for entry in report.as_array_mut().into_iter().flatten() {
        if let Some(fields) = entry.as_object_mut() {
            fields.entry("reason").or_insert(serde_json::Value::Null);
        }
    }
    report
}

fn violation((pointer, message): (String, String)) -> Violation {
    Violation { pointer, message }
}

fn model(summary: app::ModelSummary) -> ModelSummary {
    let entry = summary.entry;
    let named = |purpose: &String| match purpose.as_str() {
        "embedding" => EMBED.to_owned(),
        other => other.to_owned(),
    };
    let purposes: Vec<String> = entry.purpose.iter().map(named).collect();
    ModelSummary {
        default_for: if entry.default {
            purposes.clone()
        } else {
            Vec::new()
        },
        own: Path::new(&entry.file).is_absolute(),
        name: entry.name,
        sha256: entry.sha256,
        size_bytes: entry.size_bytes,
        licence: entry.licence,
        source: entry.source,
        architecture: entry.architecture,
        context_tokens: entry.context_tokens,
        recommended_for: entry.recommended_for,
        minimum_memory_bytes: entry.minimum_memory_bytes,
        present: summary.present,
        purposes,
    }
}
