//! Asks every question of every contestant, and writes each answer down as soon as it is there.

use super::answer::{Answer, Evidence, FORMAT, Plan, Times};
use super::contestant::Contestant;
use super::energy::{EnergyCounters, POWERCAP};
use super::journal::Journal;
use super::order::order;
use crate::case::Case;
use crate::prediction::{Numbered, items};
use crate::reviewed::Exported;
use crate::score::{Given, is_valid, score};
use app::trace::Trace;
use app::{
    AppError, AskOutcome, AskRequest, Calibration, Class, Control, Event, Service, Status, words,
};
use evidence::Filter;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What to compare, with the file of cases and the contestants that were found
/// ([`super::WantedComparison`] says the rest).
pub(super) struct CompareRequest {
    pub cases: PathBuf,
    pub out: PathBuf,
    pub contestants: Vec<Contestant>,
    pub calibration: Option<Calibration>,
    pub limit: Option<usize>,
    pub guess_types: bool,
    pub resume: bool,
    pub seed: u64,
}

/// What is done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'a> {
    /// What people said of answers was written down as cases.
    Gold(&'a Exported),
    /// A document is read: which, how many are done, of how many.
    Read(&'a str, usize, usize),
    /// A question is asked of a contestant: which of whom, how many answers are done, of how
    /// many.
    Ask(&'a str, &'a str, usize, usize),
    /// Something goes on.
    Work,
}

/// Hears of each step, and says whether to go on.
pub type OnStep<'a> = dyn FnMut(Step<'_>) -> Control + 'a;

/// A service of its own for each contestant, so that none finds what another has loaded or
/// has left in memory.
struct Seat<'a> {
    contestant: &'a Contestant,
    service: Service,
    is_warm: bool,
}

/// A document that was imported, or why it cannot be asked.
type Imported = Result<String, String>;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ended {
    /// False: it was cancelled.
    pub finished: bool,
    /// Answers that are there.
    pub done: usize,
    /// Of those, given by earlier runs.
    pub resumed: usize,
}

/// Refuses cases that cannot be compared on.
pub(crate) fn check_cases(cases: &[Case]) -> Result<(), AppError> {
    let mut seen = BTreeSet::new();
    for case in cases {
        let id = &case.id;
        let wrong = if !seen.insert(id) {
            "stands twice"
        } else if case.answerable.is_none() {
            "does not say whether it can be answered (answerable)"
        } else if case.answerable == Some(true) && case.gold.is_empty() {
            "can be answered and has no gold"
        } else {
            continue;
        };
        return Err(AppError::input(
            format!("case {id} {wrong}"),
            "a comparison needs cases with known answers; docs/compare.md says their form",
        ));
    }
    if cases.is_empty() {
        return Err(AppError::input(
            "there are no cases",
            "give a file with a case a line",
        ));
    }
    Ok(())
}

/// The plan of a request over these cases.
pub(super) fn plan(request: &CompareRequest, cases: &[Case]) -> Result<Plan, AppError> {
    let text = app::read_cases(&request.cases)?;
    let calibration = request
        .calibration
        .as_ref()
        .unwrap_or(Calibration::built_in());
    let name = request.cases.file_name().unwrap_or_default();
    Ok(Plan {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").into(),
        cases_file: name.to_string_lossy().into_owned(),
        cases_sha256: app::sha256(text.as_bytes()),
        cases: cases.len(),
        guess_types: request.guess_types,
        calibration_version: calibration.version.clone(),
        calibration_sha256: calibration.sha256(),
        seed: request.seed,
        contestants: request
            .contestants
            .iter()
            .map(|one| one.note.clone())
            .collect(),
    })
}

/// Asks what is not answered yet.
///
/// # Errors
///
/// What would fail every question alike: no model, no worker process, a full disk. Answers
/// that are there stay.
pub(super) fn run(
    request: &CompareRequest,
    (plan, cases): (&Plan, &[Case]),
    open: &dyn Fn() -> Result<Service, AppError>,
    on_step: &mut OnStep<'_>,
) -> Result<Ended, AppError> {
    let (mut journal, answers) = if request.resume {
        Journal::resume(&request.out, plan)?
    } else {
        (Journal::begin(&request.out, plan)?, Vec::new())
    };
    let done: BTreeSet<(String, String)> = answers
        .into_iter()
        .map(|answer| (answer.case, answer.contestant))
        .collect();
    let resumed = done.len();
    let total = cases.len() * request.contestants.len();
    let mut ended = Ended {
        finished: done.len() == total,
        done: done.len(),
        resumed,
    };
    if ended.finished {
        return Ok(ended);
    }
    let mut seats = seats(request, open)?;
    let reloads = !fit_together(&seats)?;
    let base = request.cases.parent().unwrap_or(Path::new("."));
    let Some(documents) = read_documents(&seats, (cases, base), on_step)? else {
        return Ok(ended);
    };
    let counters = EnergyCounters::below(Path::new(POWERCAP));
    let count = seats.len();
    for (index, case) in cases.iter().enumerate() {
        for (place, at) in order(index, count).into_iter().enumerate() {
            let Some(seat) = seats.get_mut(at) else {
                continue;
            };
            let name = seat.contestant.note.name.as_str();
            if done.contains(&(case.id.clone(), name.to_owned())) {
                continue;
            }
            if on_step(Step::Ask(&case.id, name, ended.done, total)) == Control::Cancel {
                return Ok(ended);
            }
            let imported = documents.get(case.document.as_str());
            let before = counters.read();
            let Some(mut answer) = ask(seat, (case, imported), request, on_step)? else {
                return Ok(ended);
            };
            answer.energy_microjoules = counters.between(&before, &counters.read());
            answer.position = place + 1;
            journal.add(&answer)?;
            ended.done += 1;
            if reloads {
                seat.service.release_model();
            }
        }
    }
    ended.finished = true;
    Ok(ended)
}

fn seats<'a>(
    request: &'a CompareRequest,
    open: &dyn Fn() -> Result<Service, AppError>,
) -> Result<Vec<Seat<'a>>, AppError> {
    let seat = |contestant| {
        Ok(Seat {
            contestant,
            service: open()?,
            is_warm: false,
        })
    };
    request.contestants.iter().map(seat).collect()
}

/// Whether the models of all contestants fit into memory at once; where the machine does not
/// say, it is tried.
fn fit_together(seats: &[Seat<'_>]) -> Result<bool, AppError> {
    let mut needed: u64 = 0;
    let mut available = None;
    for seat in seats {
        let fit = seat
            .service
            .fit_model(Some(&seat.contestant.note.model), None)?;
        needed = needed.saturating_add(fit.needed_bytes);
        available = fit.available_bytes;
    }
    Ok(available.is_none_or(|available| needed <= available))
}

/// Imports and embeds every document before the first question, so that no contestant pays
/// for it; none when cancelled.
fn read_documents(
    seats: &[Seat<'_>],
    (cases, base): (&[Case], &Path),
    on_step: &mut OnStep<'_>,
) -> Result<Option<BTreeMap<String, Imported>>, AppError> {
    let mut documents = BTreeMap::new();
    let Some(seat) = seats.first() else {
        return Ok(None);
    };
    let names: BTreeSet<&str> = cases.iter().map(|case| case.document.as_str()).collect();
    for (done, name) in names.iter().enumerate() {
        if on_step(Step::Read(name, done, names.len())) == Control::Cancel {
            return Ok(None);
        }
        let imported = match seat.service.import(&base.join(name)) {
            Ok(imported) => Ok(imported.document.id),
            Err(
                error @ (AppError::Read(_) | AppError::Document { .. } | AppError::Reader { .. }),
            ) => Err(error.to_string()),
            Err(error) => return Err(error),
        };
        if let Ok(id) = &imported {
            let scope = Filter::documents(std::slice::from_ref(id));
            let embedded = seat
                .service
                .embed_documents(&scope, &mut |_, _| on_step(Step::Work));
            match embedded {
                Err(error) if error.kind() == "cancelled" => return Ok(None),
                other => other?,
            };
        }
        documents.insert((*name).to_owned(), imported);
    }
    Ok(Some(documents))
}

/// Asks one question; none when cancelled.
fn ask(
    seat: &mut Seat<'_>,
    (case, imported): (&Case, Option<&Imported>),
    request: &CompareRequest,
    on_step: &mut OnStep<'_>,
) -> Result<Option<Answer>, AppError> {
    let contestant = seat.contestant;
    let id = match imported {
        Some(Ok(id)) => id,
        Some(Err(reason)) => return Ok(Some(failed(case, contestant, reason.clone()))),
        None => return Ok(Some(failed(case, contestant, "it was not imported".into()))),
    };
    let asked = AskRequest {
        question: case.question.clone(),
        document_ids: vec![id.clone()],
        answer_type: (!request.guess_types).then(|| case.answer_type.clone()),
        model: Some(contestant.note.model.clone()),
        policy: Some(contestant.policy.clone()),
        calibration: request.calibration.clone(),
        ..AskRequest::default()
    };
    let mut is_cancelled = false;
    let outcome = seat.service.ask(&asked, &mut |_: Event| {
        let control = on_step(Step::Work);
        is_cancelled |= control == Control::Cancel;
        control
    });
    if is_cancelled {
        return Ok(None);
    }
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) if error.class() == Class::BadInput => {
            return Ok(Some(failed(case, contestant, error.to_string())));
        }
        Err(error) => return Err(error),
    };
    let mut answer = answer_of(seat, (case, id), &outcome)?;
    answer.times.warm = seat.is_warm;
    seat.is_warm = true;
    Ok(Some(answer))
}

/// What is written down of a question that could not be asked.
fn failed(case: &Case, contestant: &Contestant, reason: String) -> Answer {
    Answer {
        case: case.id.clone(),
        contestant: contestant.note.name.clone(),
        position: 0,
        record_id: None,
        failed: true,
        found: false,
        right: false,
        partial: case.answerable.unwrap_or_default().then_some(0.0),
        values: Vec::new(),
        words: Vec::new(),
        evidence: Vec::new(),
        valid_citations: 0,
        evidence_cited: None,
        answer_type: case.answer_type.clone(),
        decision: "FAILED".into(),
        probability: None,
        message: Some(reason),
        times: Times::default(),
        tokens: app::trace::Tokens::default(),
        memory: app::PeakMemory::default(),
        energy_microjoules: None,
    }
}

fn answer_of(
    seat: &Seat<'_>,
    (case, document): (&Case, &str),
    outcome: &AskOutcome,
) -> Result<Answer, AppError> {
    let (response, trace) = (&outcome.response, &outcome.trace);
    let mut numbered = Numbered::default();
    numbered.hold(&seat.service, document)?;
    for citation in response.citations() {
        numbered.hold(&seat.service, &citation.document_id)?;
    }
    let (citations, lines) = (numbered.cited(response), numbered.lines());
    let body = response.answer();
    let found = body.is_some_and(|body| body.answer_found);
    let values = if found { items(response) } else { Vec::new() };
    let given = Given {
        found,
        items: &values,
        citations: &citations,
    };
    let scored = score(case, &given);
    let has_failed = response.status() == Status::Failed;
    let shown = body.into_iter().flat_map(|body| &body.items);
    Ok(Answer {
        record_id: Some(response.record_id().to_string()),
        failed: has_failed,
        found,
        right: !has_failed && scored.is_some_and(|score| score.right),
        partial: scored.and_then(|score| score.partial),
        words: shown
            .filter(|_| found)
            .map(|item| words::value(&item.value, response.answer_type()))
            .collect(),
        values,
        valid_citations: citations.iter().filter(|one| is_valid(one, &lines)).count(),
        evidence: evidence_of(outcome),
        evidence_cited: scored.and_then(|score| score.evidence_cited),
        answer_type: response.answer_type().to_owned(),
        decision: response.decision().to_owned(),
        probability: response.probability(),
        message: response.message().map(str::to_owned),
        times: times_of(response.latency_ms(), trace),
        tokens: trace.tokens,
        memory: seat.service.peak_memory(),
        ..failed(case, seat.contestant, String::new())
    })
}

fn evidence_of(outcome: &AskOutcome) -> Vec<Evidence> {
    let citations = outcome.response.citations().iter();
    citations
        .map(|citation| Evidence {
            quote: citation.quote.clone(),
            page: citation.page_number,
            line_start: citation.line_start,
            line_end: citation.line_end,
        })
        .collect()
}

fn times_of(latency_ms: u64, trace: &Trace) -> Times {
    let latency = &trace.latency;
    let load_ms = latency.load_model_ms;
    let is_single = trace.rounds.len() <= 1 && trace.attempts.is_none_or(|attempts| attempts <= 1);
    Times {
        answer_ms: latency_ms.saturating_sub(load_ms.unwrap_or(0)),
        load_ms,
        prefill_ms: latency.prefill_ms,
        score_ms: latency.score_ms,
        decode_ms: latency.decode_ms,
        warm: true,
        single: is_single && trace.extractions.is_empty() && trace.fields.is_none(),
    }
}
