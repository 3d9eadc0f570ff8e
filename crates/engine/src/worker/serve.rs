//! The worker's side: one model, and requests until the program goes.

use super::limit::MAX_MESSAGE_BYTES;
use super::reply::{answer_requests, reply, report};
use super::said;
use super::serve_encoder::{serve_embedding, serve_reader};
use super::watch::{Loading, Watched};
use crate::batches::BATCH_TOKENS;
use crate::decode::{self, millis};
use crate::error::EngineError;
use crate::instructions::{load_part, start_backend};
use crate::llama::{self, Session};
use crate::offload;
use crate::protocol::{
    DraftRequest, Execution, LoadRequest, LoadedModel, Reply, Request, ScoreRequest, Scores, Stage,
};
use crate::score;
use crate::sight;
use crate::thinking::Thinking;
use grammar::Vocabulary;
use host::serve::{Chatter, Requests, Streams};
use host::wall;
use std::sync::Arc;
use std::time::Instant;

/// Room kept after the prompt for scoring: one lead and one batch of options.
const SCORE_RESERVE_TOKENS: usize = BATCH_TOKENS + 64;

/// Serves requests from standard input until it closes. Called by the
/// executables' hidden sub-command; returns the process's exit code.
pub fn serve() -> i32 {
    // llama.cpp prints a few things of its own.
    let Ok(mut streams) = Streams::open(Chatter::Diverted, MAX_MESSAGE_BYTES) else {
        return 2;
    };
    // Before the wall, behind which no library is in sight.
    if let Err(error) = load_part() {
        reply(&Reply::Failed(error));
        return 3;
    }
    let first = streams.read().unwrap_or_default();
    if matches!(serde_json::from_slice(&first), Ok(Request::Devices)) {
        return serve_devices();
    }
    let Some(load) = Load::of(&first) else {
        reply(&Reply::Failed(EngineError::Protocol(
            "the first request must load a model".into(),
        )));
        return 2;
    };
    // Before there is a second thread, which would see more.
    if let Err(error) = wall::confine(&sight::of_load(&load.request)) {
        reply(&Reply::Failed(EngineError::Load(error.to_string())));
        return 3;
    }
    // When the program that asked is gone, nobody wants the answer.
    let requests = streams.listen(0);
    said::listen();
    match (load.serve)(&load.request, requests) {
        Ok(()) => 0,
        Err(error) => {
            reply(&Reply::Failed(error));
            3
        }
    }
}

/// Tells the graphics processors, seen from behind the wall that a model is behind.
fn serve_devices() -> i32 {
    if let Err(error) = wall::confine(&sight::of_devices()) {
        reply(&Reply::Failed(EngineError::Load(error.to_string())));
        return 3;
    }
    match start_backend() {
        Ok(_backend) => reply(&Reply::Devices(offload::devices())),
        Err(error) => reply(&Reply::Failed(error)),
    }
    0
}

/// What a process is for.
struct Load {
    request: LoadRequest,
    serve: fn(&LoadRequest, Requests) -> Result<(), EngineError>,
}

impl Load {
    fn of(message: &[u8]) -> Option<Load> {
        let (request, serve): (_, fn(&LoadRequest, Requests) -> _) =
            match serde_json::from_slice(message).ok()? {
                Request::Load(request) => (request, serve_model),
                Request::LoadEmbedding(request) => (request, serve_embedding),
                Request::LoadReader(request) => (request, serve_reader),
                _ => return None,
            };
        Some(Load { request, serve })
    }
}

fn serve_model(load: &LoadRequest, requests: Requests) -> Result<(), EngineError> {
    let started = Instant::now();
    let backend = start_backend()?;
    let loading: Result<Vec<_>, _> = load.files().map(Loading::begin).collect();
    let loading = loading?;
    let (model, mut adapter, placement) = llama::load_placed(&backend, load)?;
    let mut session = Session::new(&backend, &model, adapter.as_mut(), load)?;
    let template = session.template(load.template.as_deref())?;
    if template.thinking == Thinking::Free {
        session.think_first();
    }
    let vocabulary = Arc::new(session.vocabulary());
    let watched: Result<Vec<_>, _> = loading.into_iter().map(Loading::end).collect();
    let mut watched = watched?;
    let mut hashes = watched.iter().map(|file| file.sha256.clone());
    let sha256 = hashes.next().unwrap_or_default();
    let loaded = LoadedModel {
        adapter_sha256: hashes.next(),
        ..session.loaded(template, millis(started), sha256, placement)
    };
    reply(&Reply::Loaded(loaded));
    answer_requests(requests, &mut |request| {
        watched.iter_mut().try_for_each(Watched::check)?;
        handle(&mut session, &vocabulary, request)
    });
    Ok(())
}

fn handle(
    session: &mut Session<'_>,
    vocabulary: &Arc<Vocabulary>,
    request: Request,
) -> Result<Reply, EngineError> {
    match request {
        Request::Count(texts) => Ok(Reply::Counted(
            texts
                .iter()
                .map(|text| session.tokenize(text.as_bytes()).len() as u32)
                .collect(),
        )),
        Request::RoundTrip(texts) => Ok(Reply::RoundTripped(
            texts
                .iter()
                .map(|text| round_trips(session, vocabulary, text))
                .collect(),
        )),
        Request::Score(request) => handle_score(session, &request).map(Reply::Scored),
        Request::Draft(request) => handle_draft(session, vocabulary, &request).map(Reply::Drafted),
        _ => Err(EngineError::Protocol("out of order".into())),
    }
}

fn round_trips(session: &Session<'_>, vocabulary: &Vocabulary, text: &str) -> bool {
    let tokens = session.tokenize(text.as_bytes());
    let bytes = tokens
        .iter()
        .flat_map(|token| vocabulary.bytes(token.0.unsigned_abs()).unwrap_or_default());
    bytes.eq(text.as_bytes())
}

fn handle_score(session: &mut Session<'_>, request: &ScoreRequest) -> Result<Scores, EngineError> {
    let started = Instant::now();
    if request.plain {
        session.truncate(0)?;
    }
    let prefill = session.prefill(&request.prompt, SCORE_RESERVE_TOKENS, &mut |done, total| {
        report(Stage::Prefill, done, Some(total), String::new())
    })?;
    let prefill_ms = millis(started);
    let score_started = Instant::now();
    let (mut scored_tokens, mut mean_log_probability) = (0, Vec::new());
    for choice in &request.choices {
        let (scores, tokens) = score::score(session, (choice, request.plain), &mut || {
            report(Stage::Score, 0, None, String::new())
        })?;
        mean_log_probability.push(scores);
        scored_tokens += tokens;
    }
    Ok(Scores {
        mean_log_probability,
        scored_tokens,
        prompt_tokens: prefill.prompt_tokens,
        reused_tokens: prefill.reused_tokens,
        prefill_ms,
        score_ms: millis(score_started),
    })
}

fn handle_draft(
    session: &mut Session<'_>,
    vocabulary: &Arc<Vocabulary>,
    request: &DraftRequest,
) -> Result<Execution, EngineError> {
    let started = Instant::now();
    let opening = decode::open(vocabulary, request)?;
    if request.plain {
        session.truncate(0)?;
    } else if opening.settled {
        return opening.into_execution(session, request.max_output_tokens);
    }
    let reserve = request.max_output_tokens as usize;
    let prefill_started = Instant::now();
    let prefill = session.prefill(&request.prompt, reserve, &mut |done, total| {
        report(Stage::Prefill, done, Some(total), String::new())
    })?;
    let prefill_ms = millis(prefill_started);
    let mut told = 0;
    let mut on_token = |tokens: u32, output: &[u8]| {
        // Only whole characters are reported.
        let text = match std::str::from_utf8(output.get(told..).unwrap_or_default()) {
            Ok(text) => text.to_owned(),
            Err(_) => String::new(),
        };
        told += text.len();
        report(Stage::Decode, tokens as usize, None, text)
    };
    let execution = decode::draft(
        session,
        vocabulary,
        request,
        opening,
        started,
        &mut on_token,
    )?;
    Ok(Execution {
        prompt_tokens: prefill.prompt_tokens,
        reused_tokens: prefill.reused_tokens,
        prefill_ms,
        ..execution
    })
}
