//! `attest eval`: cases with questions in, predictions out, through the same
//! [`Service::ask`] as everything else.
//!
//! Cases are run document by document, so that a document's decoded state
//! serves all its questions; predictions are written in that order.

use crate::case::{Case, read_cases};
use crate::fault::{self, Faults};
use crate::prediction::{Numbered, file_error, prediction};
use crate::recall::{self, RecallSummary, RecallTally};
use app::{AppError, AskOutcome, AskRequest, Calibration, Event, Service, Status};
use engine::decoder::Control;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to evaluate.
#[derive(Debug, Clone)]
pub struct EvaluationRequest {
    /// The cases: JSON Lines with `id`, `document`, `question`, `answer_type`.
    pub cases: PathBuf,
    /// Predictions are written here, one JSON value a line.
    pub out: PathBuf,
    /// Folder for the numbered lines of each PDF, `<file name>.txt`; behind them
    /// those of pages that were read again by OCR.
    pub texts: Option<PathBuf>,
    /// Model by name.
    pub model: Option<String>,
    /// At most this many cases.
    pub limit: Option<usize>,
    /// Policy; none: the default.
    pub policy: Option<evidence::Policy>,
    /// Calibration; none: the default.
    pub calibration: Option<Calibration>,
    /// Write the weighed candidates and what went wrong beside each
    /// prediction.
    pub explain: bool,
    /// Leave the answer type to be read from the question.
    pub guess_types: bool,
}

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct EvaluationSummary {
    /// Cases run.
    pub cases: usize,
    /// Answers given.
    pub answered: usize,
    /// Cases without an answer because the document cannot be read.
    pub unreadable: usize,
    /// Requests that failed.
    pub failed: usize,
    /// Milliseconds in all.
    pub total_ms: u64,
    /// Median milliseconds to the answer.
    pub median_answer_ms: u64,
    /// Median milliseconds to the first token.
    pub median_first_token_ms: u64,
    /// What went wrong, by answer type; empty unless it was asked for.
    pub faults: Faults,
    /// Tokens the model chose, in all.
    pub sampled_tokens: u64,
    /// Tokens the grammar left no choice about, in all.
    pub forced_tokens: u64,
    /// Tokens of candidates scored, in all.
    pub scored_tokens: u64,
    /// Prompt tokens, in all.
    pub prompt_tokens: u64,
    /// Of those, taken from a kept prefix.
    pub reused_tokens: u64,
}

/// Runs the cases. `on_case` hears of each one before it is run.
///
/// # Errors
///
/// [`AppError::File`], [`AppError::Input`] for cases that cannot be read
/// or predictions that cannot be written. A case that fails is a
/// prediction that says so.
pub fn evaluate(
    service: &Service,
    request: &EvaluationRequest,
    on_case: &mut dyn FnMut(usize, usize, &str) -> Control,
) -> Result<EvaluationSummary, AppError> {
    let started = std::time::Instant::now();
    let cases = read_cases(&request.cases)?;
    let limit = request.limit.unwrap_or(cases.len()).min(cases.len());
    let base = request.cases.parent().unwrap_or(Path::new("."));
    let mut out = create(&request.out)?;
    let mut tally = Tally::default();
    for (index, case) in cases.iter().take(limit).enumerate() {
        if on_case(index, limit, &case.id) == Control::Cancel {
            break;
        }
        let prediction = predict(service, case, base, request, &mut tally)?;
        // Case by case, so that an interrupted run leaves what it has.
        writeln!(out, "{prediction}")
            .and_then(|()| out.flush())
            .map_err(|error| file_error(&request.out, error))?;
    }
    Ok(tally.summary(started.elapsed().as_millis() as u64))
}

/// Runs only retrieval and selection over the cases and tells how much of
/// the gold evidence is shown; see `recall.rs`. A line for each case
/// with gold evidence is written to `out`.
///
/// # Errors
///
/// As [`evaluate`]. Cases whose document cannot be read count as
/// not shown.
pub fn evaluate_recall(
    service: &Service,
    request: &EvaluationRequest,
    on_case: &mut dyn FnMut(usize, usize, &str) -> Control,
) -> Result<RecallSummary, AppError> {
    let started = std::time::Instant::now();
    let cases = read_cases(&request.cases)?;
    let limit = request.limit.unwrap_or(cases.len()).min(cases.len());
    let base = request.cases.parent().unwrap_or(Path::new("."));
    let mut out = create(&request.out)?;
    let mut tally = RecallTally::default();
    for (index, case) in cases.iter().take(limit).enumerate() {
        if on_case(index, limit, &case.id) == Control::Cancel {
            break;
        }
        let recall = match service.import(&base.join(&case.document)) {
            Ok(imported) => {
                let asked = asked_of(case, &imported.document.id, request);
                let document = service.document(&imported.document.id)?;
                recall::recall_of(service, case, asked, &document)?
            }
            Err(AppError::Read(_)) => case.unread(),
            Err(error) => return Err(error),
        };
        if let Some(recall) = recall {
            tally.add(case, &recall);
            writeln!(out, "{}", recall::line(case, &recall))
                .map_err(|error| file_error(&request.out, error))?;
        }
    }
    Ok(tally.summary(started.elapsed().as_millis() as u64))
}

/// A case as it is asked of its document.
fn asked_of(case: &Case, document_id: &str, request: &EvaluationRequest) -> AskRequest {
    AskRequest {
        question: case.question.clone(),
        document_ids: vec![document_id.to_owned()],
        answer_type: Some(case.answer_type.clone()),
        model: request.model.clone(),
        policy: request.policy.clone(),
        calibration: request.calibration.clone(),
        ..AskRequest::default()
    }
}

fn predict(
    service: &Service,
    case: &Case,
    base: &Path,
    request: &EvaluationRequest,
    tally: &mut Tally,
) -> Result<Value, AppError> {
    tally.cases += 1;
    let imported = match service.import(&base.join(&case.document)) {
        Ok(imported) => imported.document,
        Err(error @ (AppError::Read(_) | AppError::Document { .. } | AppError::Reader { .. })) => {
            tally.unreadable += 1;
            return Ok(
                json!({ "id": case.id, "answer_found": false, "items": [], "citations": [],
                              "decision": "failed", "message": error.to_string() }),
            );
        }
        Err(error) => return Err(error),
    };
    let asked = AskRequest {
        answer_type: (!request.guess_types).then(|| case.answer_type.clone()),
        ..asked_of(case, &imported.id, request)
    };
    let outcome = service.ask(&asked, &mut |_: Event| Control::Continue)?;
    tally.add(&outcome);
    let numbered = tally.numbered.entry(imported.id.clone()).or_default();
    numbered.hold(service, &imported.id)?;
    for citation in outcome.response.citations() {
        numbered.hold(service, &citation.document_id)?;
    }
    if let (Some(folder), "pdf") = (&request.texts, imported.media_type.as_str()) {
        numbered.write(&imported.title, folder)?;
    }
    let mut prediction = prediction(&case.id, &outcome, numbered);
    if let (true, Some(object)) = (request.explain, prediction.as_object_mut()) {
        object.insert("candidates".into(), json!(outcome.weighed));
        let fault = fault::of(case, &service.document(&imported.id)?, &outcome);
        object.insert("fault".into(), json!(fault));
        if let Some(fault) = fault {
            fault::count(&mut tally.faults, &case.answer_type, fault);
        }
    }
    Ok(prediction)
}

/// Tokens of all cases.
#[derive(Default)]
struct TokenSums {
    sampled: u64,
    forced: u64,
    scored: u64,
    prompt: u64,
    reused: u64,
}

#[derive(Default)]
struct Tally {
    /// By the id of the case's document.
    numbered: BTreeMap<String, Numbered>,
    cases: usize,
    answered: usize,
    unreadable: usize,
    failed: usize,
    faults: Faults,
    answer_ms: Vec<u64>,
    first_token_ms: Vec<u64>,
    tokens: TokenSums,
}

impl Tally {
    fn add(&mut self, outcome: &AskOutcome) {
        let response = &outcome.response;
        let found = response.answer().is_some_and(|answer| answer.answer_found);
        self.answered += usize::from(found);
        self.failed += usize::from(response.status() == Status::Failed);
        self.answer_ms.push(response.latency_ms());
        let (latency, tokens) = (&outcome.trace.latency, &outcome.trace.tokens);
        if let Some(first) = latency.first_token_ms {
            // Scoring reads the prompt; without it the first token's own
            // time holds the reading.
            let before = if tokens.scored == 0 {
                vec![latency.retrieve_ms, latency.compile_ms]
            } else {
                vec![
                    latency.retrieve_ms,
                    latency.load_model_ms,
                    latency.prefill_ms,
                    latency.score_ms,
                    latency.compile_ms,
                ]
            };
            let before: u64 = before.into_iter().flatten().sum();
            self.first_token_ms.push(first + before);
        }
        self.tokens.sampled += u64::from(tokens.sampled);
        self.tokens.forced += u64::from(tokens.forced);
        self.tokens.scored += u64::from(tokens.scored);
        self.tokens.prompt += u64::from(tokens.prompt);
        self.tokens.reused += u64::from(tokens.reused);
    }

    fn summary(mut self, total_ms: u64) -> EvaluationSummary {
        EvaluationSummary {
            cases: self.cases,
            answered: self.answered,
            unreadable: self.unreadable,
            failed: self.failed,
            faults: self.faults,
            total_ms,
            sampled_tokens: self.tokens.sampled,
            forced_tokens: self.tokens.forced,
            scored_tokens: self.tokens.scored,
            prompt_tokens: self.tokens.prompt,
            reused_tokens: self.tokens.reused,
            median_answer_ms: median(&mut self.answer_ms),
            median_first_token_ms: median(&mut self.first_token_ms),
        }
    }
}

fn median(numbers: &mut [u64]) -> u64 {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}

fn create(path: &Path) -> Result<std::io::BufWriter<std::fs::File>, AppError> {
    std::fs::File::create(path)
        .map(std::io::BufWriter::new)
        .map_err(|error| file_error(path, error))
}
