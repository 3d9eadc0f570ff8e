//! Answer types, schemas and grammars; models; settings.

use super::Service;
use crate::failure::{Failure, Reply};
use crate::wire::{
    AnswerType, AnswerTypeDetail, CompiledSchema, InstanceVerdict, Machine, ModelSummary,
    Whitespace,
};
use app::diagnose::Check;
use app::{Administered, ModelFit, ModelSpeed, Settings, Work, compile};
use std::path::Path;

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
        let compiled = compile::compile_text(schema, whitespace.into())?;
        Ok(CompiledSchema {
            rules: compile::rule_sources(&compiled.gbnf),
            compiled,
        })
    }

    /// What grammar and validator say of an instance.
    pub fn test_instance(
        schema: &str,
        whitespace: Whitespace,
        instance: &str,
    ) -> Reply<InstanceVerdict> {
        let compiled = compile::compile_text(schema, whitespace.into())?;
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
            violations,
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
        Ok(models.into_iter().map(ModelSummary::from).collect())
    }

    /// How a model fits this machine.
    pub fn model_fit(&self, name: &str) -> Reply<ModelFit> {
        Ok(self.app.fit_model(Some(name), None)?)
    }

    /// Reads a model's file and compares its hash; ends with the kind
    /// `cancelled` after [`Service::cancel_trial`].
    pub fn check_model(&self, name: &str, on_progress: &mut dyn FnMut(Work)) -> Reply<Check> {
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
    pub fn bench_model(&self, name: &str, on_progress: &mut dyn FnMut(Work)) -> Reply<ModelSpeed> {
        self.works.run(&trial(name), on_progress, |on_work| {
            self.app.bench_model(name, on_work)
        })
    }

    /// Ends the check or the measurement of a model, if there is one.
    pub fn cancel_trial(&self, name: &str) {
        self.works.cancel(&trial(name));
    }

    /// Registers a GGUF file; ends with the kind `cancelled` after
    /// [`Service::cancel_add_model`].
    pub fn add_model(&self, path: &Path, on_progress: &mut dyn FnMut(Work)) -> Reply<ModelSummary> {
        let added = self.works.run(ADD_MODEL, on_progress, |on_work| {
            self.app.add_model_watched(path, on_work)
        })?;
        Ok(added.into())
    }

    /// Ends adding a model, if one is being added.
    pub fn cancel_add_model(&self) {
        self.works.cancel(ADD_MODEL);
    }

    /// The settings that count.
    pub fn settings(&self) -> Reply<Settings> {
        Ok(self.app.settings()?.settings)
    }

    /// What of them an administrator set; none where no file of theirs is there.
    pub fn administered(&self) -> Reply<Option<Administered>> {
        Ok(self.app.settings()?.administered)
    }

    /// Keeps what the person sets; files and models that it names must be of
    /// use, and nothing that is locked another one.
    pub fn change_settings(&self, settings: &Settings) -> Reply<()> {
        Ok(self.app.change_settings(settings)?)
    }

    /// What the program runs on.
    pub fn machine(&self) -> Machine {
        Machine {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            data_directory: self.data_directory().display().to_string(),
            data_directory_fixed: std::env::var_os("ATTEST_HOME").is_some(),
            cores: self.app.cores(),
            device: "CPU".to_owned(),
            graphics: self.app.graphics_support().map(str::to_owned),
            ocr: self.app.ocr_version(),
        }
    }

    /// Whether this machine can answer questions.
    pub fn checks(&self) -> Vec<Check> {
        self.app.diagnose()
    }
}

/// Name of adding a model among the acts under way.
const ADD_MODEL: &str = "add a model";

/// Name of a model's check or measurement among the acts under way; one of them
/// at a time.
fn trial(name: &str) -> String {
    format!("trial of {name}")
}
