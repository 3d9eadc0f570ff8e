//! `attest ask`.

use super::asked::{self, Asked};
use super::each;
use crate::arguments::{Ask, Format, ProseOptions, Shape, VerifyAnswer};
use crate::exit;
use crate::global::{Global, policy_of, read_calibration, reader_of};
use crate::text;
use app::{AppError, AskRequest, Condition, Service, Status, read_json, read_standard_input};
use compute::Rates;
use contract::support::Triage;
use contract::{AnswerShape, FormatType, Presentation};

pub fn run(global: &Global, ask: Ask) -> Result<u8, AppError> {
    // What the user named is read before anything is opened or stored.
    let schema = ask.schema.as_deref().map(read_json).transpose()?;
    let policy = policy_of(&ask.numbers)?;
    let calibration = read_calibration(ask.numbers.calibration.as_deref())?;
    let rates = ask.rates.as_deref().map(app::read_rates).transpose()?;
    let bundle = ask.bundle.as_deref().map(app::read_bundle).transpose()?;
    let lines = ask.lines.iter().map(|lines| format!("line={lines}"));
    let filters: Vec<String> = ask.filters.iter().cloned().chain(lines).collect();
    let conditions = conditions(filters.iter().cloned())?;
    let asked_of = Asked::met(global, ask.shared, filters)?;
    let named = [ask.model.as_deref(), reader_of(policy.as_ref())];
    let service = global.service_with(ask.ephemeral, &named)?;
    if let Some(record) = &ask.recompute {
        return recompute(global, &service, record, rates.as_ref());
    }
    let asked = bundle.as_ref().filter(|_| ask.question.is_empty());
    let mut request = AskRequest {
        question: match asked {
            Some(bundle) => bundle.user_question.clone(),
            None => question(ask.question)?,
        },
        bundle,
        document_ids: Vec::new(),
        answer_type: ask.answer_type,
        answer_shape: ask.shape.map(shape),
        schema,
        labels: labels(&ask.labels),
        model: ask.model,
        policy,
        calibration,
        rates,
        presentation: presentation(&ask.prose),
        triage: triage(&ask.prose),
        claim: None,
        conditions,
    };
    if ask.collection.is_some() || !ask.tags.is_empty() {
        request.document_ids = service.documents_with_tags(ask.collection.as_deref(), &ask.tags)?;
    }
    if let Some(name) = &ask.collection {
        let named = request.answer_type.is_some() || request.schema.is_some();
        if !named {
            request.answer_type = service.find_collection(name)?.answer_type;
        }
    }
    if ask.each {
        service.check_request(&request)?;
        asked::import(&service, &mut request, &ask.documents)?;
        return each::run(global, &service, &request);
    }
    let response = asked_of.answer(&service, &mut request, &ask.documents)?;
    global.print(&response, text::response);
    let failed = Status::of(&response) == Some(Status::Failed);
    if !global.json && response["message"].is_string() && !failed {
        let record = response["record_id"].as_str().unwrap_or_default();
        let searched = service.explain(record)?.searched;
        global.print(&searched, |searched| {
            searched.as_ref().map_or_else(String::new, text::searched)
        });
    }
    Ok(if failed { exit::FAILED } else { 0 })
}

/// The question as it was given; `-` is what standard input has.
fn question(given: String) -> Result<String, AppError> {
    if given != "-" {
        return Ok(given);
    }
    let read = read_standard_input()?.trim().to_owned();
    if read.is_empty() {
        return Err(AppError::input(
            "standard input holds no question",
            "write it there, or give it in place of the -",
        ));
    }
    Ok(read)
}

/// `attest verify-answer`: 0 for Yes, 1 for No.
pub fn verify(global: &Global, given: VerifyAnswer) -> Result<u8, AppError> {
    let mut request = AskRequest {
        question: given.question,
        claim: Some(given.answer),
        answer_type: given.answer_type,
        policy: policy_of(&given.numbers)?,
        calibration: read_calibration(given.numbers.calibration.as_deref())?,
        conditions: conditions(given.filters.iter().cloned())?,
        ..AskRequest::default()
    };
    let asked_of = Asked::met(global, given.shared, given.filters)?;
    let named = [reader_of(request.policy.as_ref())];
    let service = global.service_with(given.ephemeral, &named)?;
    let response = asked_of.answer(&service, &mut request, &given.documents)?;
    global.print(&response, text::response);
    let first = text::values(&response).into_iter().next();
    Ok(match first.as_deref() {
        _ if Status::of(&response) == Some(Status::Failed) => exit::FAILED,
        Some("Yes") => 0,
        _ => exit::REFUSED,
    })
}

/// Conditions in place of the question's own; none where none is given.
fn conditions(given: impl Iterator<Item = String>) -> Result<Option<Vec<Condition>>, AppError> {
    let read: Vec<Condition> = given
        .map(|pair| Condition::read(&pair))
        .collect::<Result<_, _>>()?;
    Ok((!read.is_empty()).then_some(read))
}

/// Computes a recorded answer's steps again; 1 where something differs, though
/// not where it was to differ, at other rates.
fn recompute(
    global: &Global,
    service: &Service,
    record: &str,
    rates: Option<&Rates>,
) -> Result<u8, AppError> {
    let again = service.recompute(record, rates)?;
    let equal = again.equal || rates.is_some();
    global.print(&again, |again| {
        let mut lines = again.steps.clone();
        lines.extend(again.deviations.iter().map(|one| format!("differs: {one}")));
        lines.push(if rates.is_some() {
            "computed with other rates; the record keeps what was answered".into()
        } else if again.equal {
            "computed again: equal".into()
        } else {
            "computed again: not equal".into()
        });
        lines.join("\n")
    });
    Ok(u8::from(!equal))
}

/// The labels without the spaces around them; an empty one is none.
fn labels(given: &[String]) -> Vec<String> {
    given
        .iter()
        .map(|label| label.trim().to_owned())
        .filter(|label| !label.is_empty())
        .collect()
}

fn presentation(given: &ProseOptions) -> Presentation {
    Presentation {
        structured_output: !given.no_structured_output,
        format_type: given.format_type.map(|format| match format {
            Format::Plain => FormatType::Plain,
            Format::Markdown => FormatType::Markdown,
            Format::Structured => FormatType::Structured,
        }),
        include_citations: !given.no_citations,
        max_citations: given.max_citations,
    }
}

fn triage(given: &ProseOptions) -> Option<Triage> {
    let (category, priority) = given.category.clone().zip(given.priority.clone())?;
    Some(Triage {
        category,
        category_confidence: given.category_confidence,
        priority,
        priority_confidence: given.priority_confidence,
    })
}

fn shape(shape: Shape) -> AnswerShape {
    match shape {
        Shape::Single => AnswerShape::Single,
        Shape::Listing => AnswerShape::Listing,
        Shape::Table => AnswerShape::Table,
        Shape::Tree => AnswerShape::Tree,
        Shape::NestedJson => AnswerShape::NestedJson,
    }
}
