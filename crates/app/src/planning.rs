//! How a request becomes a [`Plan`]: the question is parsed, its type, documents and model are
//! found, and what cannot be used is refused before anything is stored for it.

use crate::error::AppError;
use crate::request::AskRequest;
use crate::retrieve::{KNOWLEDGE_TYPE, PLAIN_KNOWLEDGE};
use crate::service::Service;
use contract::descriptor::Given;
use contract::support::Triage;
use contract::{
    AnswerShape, AnswerType, Finding, LabelSet, Registry, cited, structured, verification,
};
use evidence::policy::Weights;
use pipeline::calibration::Calibration;
use pipeline::claim;
use pipeline::condition::{self};
use pipeline::fields::FormPlan;
use pipeline::plan::{Claim, Plan, Way, every_of, shaped};
use pipeline::read;
use pipeline::scope;
use pipeline::turn::Turn;
use question::{Overrides, ParsedQuestion};
use std::collections::BTreeSet;

/// Names of the type that `--schema` makes.
const SCHEMA_TYPE: &str = "json";
/// Longest question, in characters; a bound before any tokenizer is asked.
const MAX_QUESTION_CHARACTERS: usize = 4000;

/// The question by the rules, with what the request decides.
fn parse(request: &AskRequest) -> Result<ParsedQuestion, AppError> {
    let question = request.question.trim();
    if question.is_empty() {
        return Err(AppError::input("the question is empty", "ask something"));
    }
    if !question.chars().any(char::is_alphanumeric) {
        return Err(AppError::input(
            "the question has no words",
            "ask for something that documents may say",
        ));
    }
    if question.chars().count() > MAX_QUESTION_CHARACTERS {
        return Err(AppError::input(
            format!("the question is longer than {MAX_QUESTION_CHARACTERS} characters"),
            "ask one thing at a time",
        ));
    }
    if request
        .bundle
        .as_ref()
        .is_some_and(|one| one.user_question.trim() != question)
    {
        return Err(AppError::input(
            "the retrieval bundle is for another question",
            "leave the question out, or give the one of the bundle",
        ));
    }
    let conditions = request.conditions.as_deref();
    conditions.map_or(Ok(()), condition::check)?;
    let (scope, filters) = conditions.map(condition::split).unzip();
    Ok(question::parse(question).with(&Overrides {
        answer_type: request.answer_type.clone(),
        answer_shape: request.answer_shape,
        labels: (!request.labels.is_empty()).then(|| request.labels.clone()),
        scope,
        filters,
        ..Overrides::default()
    }))
}

impl Service {
    /// Fixes type, policy, model and documents; refuses what cannot be used.
    pub(crate) fn plan(&self, request: &AskRequest) -> Result<Plan, AppError> {
        if let Some(given) = &request.bundle {
            let policy = request.policy.clone().unwrap_or_default();
            let admitted = self.admitted(given, &policy)?;
            let rows = admitted.results.iter();
            let ids: BTreeSet<String> = rows.map(|row| row.document_id.clone()).collect();
            let plan = self.plan_with(request, ids.into_iter().collect())?;
            return Ok(Plan {
                bundle: Some(admitted),
                ..plan
            });
        }
        let document_ids = if request.document_ids.is_empty() {
            let policy = request.policy.clone().unwrap_or_default();
            let vault = self.vault();
            let kinds = vault.said_of_all(KNOWLEDGE_TYPE)?;
            let may_be_shown = |id: &String| {
                let kind = kinds.get(id).map_or(PLAIN_KNOWLEDGE, String::as_str);
                policy.allowed_knowledge_types.iter().any(|one| one == kind)
            };
            let stored = vault.documents()?.into_iter().map(|document| document.id);
            stored.filter(may_be_shown).collect()
        } else {
            request
                .document_ids
                .iter()
                .map(|id| self.resolve_document(id))
                .collect::<Result<_, _>>()?
        };
        self.plan_with(request, document_ids)
    }

    /// How the rules understand a question, with what the request decides; no
    /// model is asked.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a question that is empty or too long.
    pub fn parse_question(&self, request: &AskRequest) -> Result<ParsedQuestion, AppError> {
        parse(request)
    }

    /// Which conditions of a question leave nothing to read in the documents
    /// asked about, in words; empty where something is left.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for an id that names no document.
    pub fn excluded(
        &self,
        parsed: &ParsedQuestion,
        document_ids: &[String],
    ) -> Result<Vec<String>, AppError> {
        let titled = self.titled(document_ids)?;
        self.excluding(&scope::filter_of(parsed, &titled))
    }

    /// As [`Service::plan`], with these documents, whatever the request says.
    pub(crate) fn plan_with(
        &self,
        request: &AskRequest,
        document_ids: Vec<String>,
    ) -> Result<Plan, AppError> {
        self.plan_parsed(request, parse(request)?, document_ids)
    }

    /// As [`Service::plan_with`], with the question parsed like this.
    pub(crate) fn plan_parsed(
        &self,
        request: &AskRequest,
        parsed: ParsedQuestion,
        document_ids: Vec<String>,
    ) -> Result<Plan, AppError> {
        let registry = self.answer_types()?;
        let answer_type = answer_type(&registry, request, &parsed)?;
        let labels = match answer_type.descriptor().finding {
            Finding::Categories => LabelSet::categories().names(),
            _ => parsed.labels.clone(),
        };
        let policy = request.policy.clone().unwrap_or_default();
        let answer_type = match answer_type.descriptor().given {
            Given::Labels => answer_type.with_labels(&labels)?,
            Given::Depth => answer_type.with_depth(policy.max_tree_depth as usize),
            Given::Schema | Given::Nothing => answer_type,
        };
        let extraction_types: Vec<AnswerType> = parsed
            .extractions
            .iter()
            .filter(|_| !parsed.steps.is_empty() && request.schema.is_none())
            .map(|part| {
                let found = registry.find(&part.answer_type)?.clone();
                Ok(shaped(found, part.answer_shape))
            })
            .collect::<Result<_, AppError>>()?;
        let mut model = self.find_model(request.model.as_deref())?;
        if policy.weights == Weights::AsIs {
            model.fast = None;
        }
        let form = FormPlan::of(&answer_type, &registry)?;
        let has_reader = self.reader_of(policy.reader.as_deref())?.is_some();
        let parts_are_served =
            !extraction_types.is_empty() && extraction_types.iter().all(read::serves);
        let turns = Turn::all_of(&parsed, &answer_type, &registry)?;
        let is_served = read::serves(&answer_type)
            || form.is_read_alone(read::serves)
            || parts_are_served
            || !turns.is_empty();
        let reads = has_reader && is_served;
        let claim = match &request.claim {
            Some(text) => Some(Claim {
                text: text.trim().to_owned(),
                verdict: registry.find(verification::NAME)?.clone(),
            }),
            None => None,
        };
        check_triage(request.triage.as_ref())?;
        let plan = Plan {
            cited_text: registry.find(cited::NAME)?.clone(),
            presentation: request.presentation,
            triage: request.triage.clone(),
            claim,
            reads,
            every: every_of(&parsed.question, &answer_type, true)
                .filter(|_| turns.is_empty() || !has_reader),
            way: Way::Asked,
            form,
            has_reader,
            filter: scope::filter_of(&parsed, &self.titled(&document_ids)?),
            conditions: request.conditions.clone(),
            bundle: None,
            answer_type,
            extraction_types,
            turns,
            rates: request.rates.clone(),
            labels,
            policy,
            calibration: request
                .calibration
                .clone()
                .unwrap_or_else(|| Calibration::built_in().clone()),
            model,
            document_ids,
            question: parsed.question.clone(),
            parsed,
        };
        if let Some(claim) = &plan.claim {
            claim::check(&claim.text, &plan)?;
        }
        Ok(plan)
    }

    /// Ids and titles of documents, in order.
    fn titled(&self, ids: &[String]) -> Result<Vec<(String, String)>, AppError> {
        let titles = self.titles()?;
        let title = |id: &String| titles.get(id).cloned().unwrap_or_default();
        Ok(ids.iter().map(|id| (id.clone(), title(id))).collect())
    }
}

/// Refuses a prediction whose labels are not those of the sets, or whose confidences are no
/// shares.
fn check_triage(triage: Option<&Triage>) -> Result<(), AppError> {
    let Some(triage) = triage else { return Ok(()) };
    for (set, label, confidence) in [
        (
            LabelSet::categories(),
            &triage.category,
            triage.category_confidence,
        ),
        (
            LabelSet::priorities(),
            &triage.priority,
            triage.priority_confidence,
        ),
    ] {
        let names = set.names();
        if !names.contains(label) {
            return Err(AppError::input(
                format!("there is no label {label:?}"),
                format!("use one of: {}", names.join(", ")),
            ));
        }
        if !(0.0..=1.0).contains(&confidence) {
            return Err(AppError::input(
                format!("the confidence in {label:?} is not within 0 and 1"),
                "give a share, such as 0.8",
            ));
        }
    }
    Ok(())
}

/// The type asked for, or the one the question seems to ask for.
fn answer_type(
    registry: &Registry,
    request: &AskRequest,
    parsed: &ParsedQuestion,
) -> Result<AnswerType, AppError> {
    let mut answer_type = match (&request.schema, &request.answer_type) {
        (Some(_), Some(_)) => {
            return Err(AppError::input(
                "a schema and a type were given",
                "give one of --schema and --type",
            ));
        }
        (Some(schema), None) => {
            let json = registry.find(SCHEMA_TYPE)?;
            json.with_schema(schema.clone())?
        }
        (None, Some(name)) => registry.find(name)?.clone(),
        (None, None) => shaped(
            registry.find(&parsed.answer_type)?.clone(),
            parsed.answer_shape,
        ),
    };
    if answer_type.name == structured::NAME && !request.presentation.structured_output {
        answer_type = registry.find(cited::NAME)?.clone();
    }
    if let Some(shape) = request.answer_shape {
        let fits = shape == answer_type.shape
            || matches!(
                (shape, answer_type.shape),
                (AnswerShape::Listing, AnswerShape::Single)
            );
        if !fits {
            return Err(AppError::input(
                format!("type {} cannot be arranged in this shape", answer_type.name),
                "leave --shape out, or use `listing` with a single-valued type",
            ));
        }
        answer_type.shape = shape;
    }
    // A schema that the compiler refuses is told before a model is loaded.
    if answer_type.shape == AnswerShape::NestedJson {
        grammar::compile(&answer_type.value_schema, &grammar::Options::default())?;
    }
    Ok(answer_type)
}
