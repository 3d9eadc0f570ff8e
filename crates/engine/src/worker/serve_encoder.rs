//! The worker's side of encoders: models that write nothing.

use super::reply::{answer_requests, reply, report};
use super::watch::Loading;
use crate::decode::millis;
use crate::embedding::{EmbeddingSession, MAX_TEXT_TOKENS};
use crate::error::EngineError;
use crate::instructions::start_backend;
use crate::llama;
use crate::offload::Placement;
use crate::prompt::Template;
use crate::protocol::{LoadRequest, LoadedModel, Reply, Request, Stage};
use crate::reader::ReaderSession;
use host::serve::Requests;
use llama_cpp_2::model::LlamaModel;
use std::time::Instant;

pub(super) fn serve_embedding(load: &LoadRequest, requests: Requests) -> Result<(), EngineError> {
    let started = Instant::now();
    let backend = start_backend()?;
    let loading = Loading::begin(&load.path)?;
    let model = llama::load_model(&backend, load, None)?;
    let mut session = EmbeddingSession::new(&backend, &model, load)?;
    let size = session.dimensions();
    let mut watched = loading.end()?;
    let sha256 = watched.sha256.clone();
    reply(&loaded(
        &model,
        MAX_TEXT_TOKENS as u32,
        size,
        started,
        sha256,
    ));
    answer_requests(requests, &mut |request| {
        watched.check()?;
        match request {
            Request::Embed(texts) => session
                .embed(&texts, &mut |done| {
                    report(Stage::Embed, done, Some(texts.len()), String::new())
                })
                .map(Reply::Embedded),
            _ => Err(EngineError::Protocol("out of order".into())),
        }
    });
    Ok(())
}

pub(super) fn serve_reader(load: &LoadRequest, requests: Requests) -> Result<(), EngineError> {
    let started = Instant::now();
    let backend = start_backend()?;
    let loading = Loading::begin(&load.path)?;
    let model = llama::load_model(&backend, load, None)?;
    let mut session = ReaderSession::new(&backend, &model, load)?;
    let mut watched = loading.end()?;
    let sha256 = watched.sha256.clone();
    reply(&loaded(&model, session.window_tokens(), 0, started, sha256));
    answer_requests(requests, &mut |request| {
        watched.check()?;
        match request {
            Request::Read(request) => session
                .read(&request, &mut |done, total| {
                    report(Stage::Read, done, Some(total), String::new())
                })
                .map(Reply::Read),
            _ => Err(EngineError::Protocol("out of order".into())),
        }
    });
    Ok(())
}

fn loaded(
    model: &LlamaModel,
    context_tokens: u32,
    embedding_size: u32,
    started: Instant,
    sha256: String,
) -> Reply {
    Reply::Loaded(LoadedModel {
        sha256,
        adapter_sha256: None,
        vocabulary_tokens: model.n_vocab().unsigned_abs(),
        context_tokens,
        template: Template::chatml(),
        backend: llama::backend_names(None),
        placement: Placement::default(),
        load_ms: millis(started),
        embedding_size,
    })
}
