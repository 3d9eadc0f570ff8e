//! Workers of encoders: models that write nothing.

use super::{CANCEL, Worker, answer_requests, report, start_backend, unexpected};
use crate::decode::millis;
use crate::decoder::{Control, EngineError};
use crate::embedding::{Embedder, EmbeddingSession, MAX_TEXT_TOKENS};
use crate::llama;
use crate::prompt::Template;
use crate::protocol::{LoadRequest, LoadedModel, Progress, Reply, Request, Stage};
use crate::reader::{ReadRequest, Reader, ReaderSession, Reading};
use llama_cpp_2::model::LlamaModel;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::time::Instant;

/// Texts sent to the worker at once: bounds the length of a reply's line.
const BATCH_TEXTS: usize = 64;

// ------------------------------------------------------------------ the child

pub(super) fn serve_embedding(
    load: &LoadRequest,
    requests: &Receiver<Result<Request, String>>,
) -> Result<(), EngineError> {
    let started = Instant::now();
    let backend = start_backend()?;
    let model = llama::load_model(&backend, load)?;
    let mut session = EmbeddingSession::new(&backend, &model, load)?;
    let size = session.dimensions();
    super::reply(&loaded(&model, MAX_TEXT_TOKENS as u32, size, started));
    answer_requests(requests, &mut |request| match request {
        Request::Embed(texts) => handle_embed(&mut session, &texts),
        _ => Err(EngineError::Protocol("out of order".into())),
    });
    Ok(())
}

pub(super) fn serve_reader(
    load: &LoadRequest,
    requests: &Receiver<Result<Request, String>>,
) -> Result<(), EngineError> {
    let started = Instant::now();
    let backend = start_backend()?;
    let model = llama::load_model(&backend, load)?;
    let mut session = ReaderSession::new(&backend, &model, load)?;
    super::reply(&loaded(&model, session.window_tokens(), 0, started));
    answer_requests(requests, &mut |request| match request {
        Request::Read(request) => session
            .read(&request, &mut |done, total| {
                report(Stage::Read, done, Some(total), String::new())
            })
            .map(Reply::Read),
        _ => Err(EngineError::Protocol("out of order".into())),
    });
    Ok(())
}

fn loaded(model: &LlamaModel, context_tokens: u32, embedding_size: u32, started: Instant) -> Reply {
    Reply::Loaded(LoadedModel {
        vocabulary_tokens: model.n_vocab().unsigned_abs(),
        context_tokens,
        template: Template::chatml(),
        backend: llama::backend_names(),
        load_ms: millis(started),
        embedding_size,
    })
}

fn handle_embed(
    session: &mut EmbeddingSession<'_>,
    texts: &[String],
) -> Result<Reply, EngineError> {
    let is_cancelled = || CANCEL.load(Ordering::SeqCst);
    let mut vectors = Vec::with_capacity(texts.len());
    for text in texts {
        report(
            Stage::Embed,
            vectors.len(),
            Some(texts.len()),
            String::new(),
        )?;
        vectors.push(session.embed(text, &is_cancelled)?);
    }
    Ok(Reply::Embedded(vectors))
}

// ----------------------------------------------------------------- the parent

/// Asks for texts in parts, and tells progress as that of the whole.
fn in_parts<R>(
    worker: &mut Worker,
    texts: &[String],
    progress: &mut dyn FnMut(Progress) -> Control,
    request: &dyn Fn(&[String]) -> Request,
    results: &dyn Fn(Reply) -> Result<Vec<R>, EngineError>,
) -> Result<Vec<R>, EngineError> {
    let mut all = Vec::with_capacity(texts.len());
    for part in texts.chunks(BATCH_TEXTS) {
        let done = all.len() as u32;
        let mut shifted = |report: Progress| {
            progress(Progress {
                done: done + report.done,
                total: Some(texts.len() as u32),
                ..report
            })
        };
        let found = results(worker.ask(&request(part), &mut shifted)?)?;
        if found.len() != part.len() {
            let counts = format!("{} results for {} texts", found.len(), part.len());
            return Err(EngineError::Protocol(counts));
        }
        all.extend(found);
    }
    Ok(all)
}

/// A worker process with a loaded embedding model.
pub struct EmbeddingWorker(Worker);

impl EmbeddingWorker {
    /// Starts `executable worker` and loads an embedding model; `context_tokens`
    /// and `template` of the request play no part.
    ///
    /// # Errors
    ///
    /// As [`Worker::start`]; [`EngineError::Load`] for a model that is no
    /// encoder, too.
    pub fn start(executable: &Path, request: &LoadRequest) -> Result<EmbeddingWorker, EngineError> {
        let load = Request::LoadEmbedding(request.clone());
        Worker::launch(executable, &load, &mut || Control::Continue).map(EmbeddingWorker)
    }
}

impl Embedder for EmbeddingWorker {
    fn model(&self) -> &LoadedModel {
        &self.0.model
    }

    fn embed(
        &mut self,
        texts: &[String],
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        let request = |part: &[String]| Request::Embed(part.to_vec());
        in_parts(
            &mut self.0,
            texts,
            progress,
            &request,
            &|reply| match reply {
                Reply::Embedded(vectors) => Ok(vectors),
                other => Err(unexpected(&other)),
            },
        )
    }
}

/// A worker process with a loaded reader.
pub struct ReaderWorker(Worker);

impl ReaderWorker {
    /// Starts `executable worker` and loads a reader; `context_tokens` and
    /// `template` of the request play no part, and `threads` says how many
    /// windows are read at once, at most 8.
    ///
    /// # Errors
    ///
    /// As [`Worker::start`]; [`EngineError::Load`] for a model that is no
    /// reader, too.
    pub fn start(executable: &Path, request: &LoadRequest) -> Result<ReaderWorker, EngineError> {
        let load = Request::LoadReader(request.clone());
        Worker::launch(executable, &load, &mut || Control::Continue).map(ReaderWorker)
    }
}

impl Reader for ReaderWorker {
    fn model(&self) -> &LoadedModel {
        &self.0.model
    }

    fn read(
        &mut self,
        request: &ReadRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Vec<Reading>, EngineError> {
        let part_of = |part: &[String]| {
            Request::Read(ReadRequest {
                asked: request.asked.clone(),
                question: request.question.clone(),
                passages: part.to_vec(),
            })
        };
        let readings = |reply| match reply {
            Reply::Read(readings) => Ok(readings),
            other => Err(unexpected(&other)),
        };
        in_parts(
            &mut self.0,
            &request.passages,
            progress,
            &part_of,
            &readings,
        )
    }
}
