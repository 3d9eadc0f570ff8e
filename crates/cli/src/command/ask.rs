//! `attest ask`.

use super::each;
use crate::arguments::{Ask, Format, ProseOptions, Shape, VerifyAnswer};
use crate::exit;
use crate::global::{Global, policy_of, read_calibration};
use crate::plain::say;
use crate::terminal::Status as Line;
use crate::text;
use app::words;
use app::{
    AppError, AskRequest, Condition, Control, Event, PublicResponse, Service, Stage, Status,
    read_json, read_standard_input,
};
use compute::Rates;
use contract::support::Triage;
use contract::{AnswerShape, FormatType, Presentation};
use std::path::PathBuf;

pub fn run(global: &Global, ask: Ask) -> Result<u8, AppError> {
    // What the user named is read before anything is opened or stored.
    let schema = ask.schema.as_deref().map(read_json).transpose()?;
    let policy = policy_of(&ask.numbers)?;
    let calibration = read_calibration(ask.numbers.calibration.as_deref())?;
    let rates = ask.rates.as_deref().map(app::read_rates).transpose()?;
    let bundle = ask.bundle.as_deref().map(app::read_bundle).transpose()?;
    let lines = ask.lines.iter().map(|lines| format!("line={lines}"));
    let conditions = conditions(ask.filters.iter().cloned().chain(lines))?;
    let service = global.service(ask.ephemeral)?;
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
        import(&service, &mut request, &ask.documents)?;
        return each::run(global, &service, &request);
    }
    let response = asked_of(&service, &mut request, &ask.documents)?;
    global.print(&response, text::response);
    if !global.json && response.message().is_some() && response.status() != Status::Failed {
        let searched = service.explain(response.record_id().as_str())?.searched;
        global.print(&searched, |searched| {
            searched.as_ref().map_or_else(String::new, text::searched)
        });
    }
    Ok(if response.status() == Status::Failed {
        exit::FAILED
    } else {
        0
    })
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
        conditions: conditions(given.filters.into_iter())?,
        ..AskRequest::default()
    };
    let service = global.service(given.ephemeral)?;
    let response = asked_of(&service, &mut request, &given.documents)?;
    global.print(&response, text::response);
    let said = response
        .answer()
        .and_then(|body| body.items.first())
        .map(|item| words::value(&item.value, response.answer_type()));
    Ok(match (response.status(), said.as_deref()) {
        (Status::Failed, _) => exit::FAILED,
        (_, Some("Yes")) => 0,
        _ => exit::REFUSED,
    })
}

/// Imports the documents and asks. A request that is refused stores no document.
fn asked_of(
    service: &Service,
    request: &mut AskRequest,
    documents: &[PathBuf],
) -> Result<PublicResponse, AppError> {
    service.check_request(request)?;
    import(service, request, documents)?;
    let mut progress = Progress::new();
    let outcome = service.ask(request, &mut |event| progress.show(&event))?;
    progress.clear();
    if let Some(why) = outcome.trace.kept_off {
        say(&format!(
            "note: the model ran on the processor alone: {}",
            why.words()
        ));
    }
    Ok(outcome.response)
}

/// Imports the documents, which are those to ask.
fn import(
    service: &Service,
    request: &mut AskRequest,
    documents: &[PathBuf],
) -> Result<(), AppError> {
    for path in documents {
        let imported = service.import(path)?.document;
        for warning in &imported.warnings {
            say(&format!("note: {}: {warning}", imported.title));
        }
        // The same bytes under two names are one document.
        if !request.document_ids.contains(&imported.id) {
            request.document_ids.push(imported.id);
        }
    }
    Ok(())
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

/// One line on standard error, when it is a terminal.
struct Progress {
    status: Line,
}

impl Progress {
    fn new() -> Progress {
        Progress {
            status: Line::new(),
        }
    }

    fn show(&mut self, event: &Event) -> Control {
        if self.status.is_watched() {
            let words = match event.stage {
                Stage::Retrieve => "finding passages",
                Stage::LoadModel => "loading the model",
                Stage::Prefill => "reading the passages",
                Stage::Score => "weighing candidates",
                Stage::Decode => "writing the draft",
                Stage::Validate => "checking",
                Stage::Record => "recording",
            };
            let count = match (event.done, event.total) {
                (_, Some(total)) => format!(" {}/{total}", event.done),
                (0, None) => String::new(),
                (done, None) => format!(" {done}"),
            };
            self.status.show(&format!("{words}{count}"));
        }
        Control::Continue
    }

    fn clear(&self) {
        self.status.clear();
    }
}
