//! The program's side of encoders: models that write nothing.

use super::process::{Worker, unexpected};
use crate::decoder::Control;
use crate::embedding::Embedder;
use crate::error::EngineError;
use crate::protocol::{LoadRequest, LoadedModel, Progress, Reply, Request};
use crate::reader::{ReadRequest, Reader, Reading};
use std::path::Path;

/// Texts sent to the worker at once: bounds the length of a reply.
const BATCH_TEXTS: usize = 64;

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
        Worker::launch(executable, &load).map(EmbeddingWorker)
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
        Worker::launch(executable, &load).map(ReaderWorker)
    }
}

impl Reader for ReaderWorker {
    fn model(&self) -> &LoadedModel {
        &self.0.model
    }

    fn process_id(&self) -> Option<u32> {
        Some(self.0.process_id())
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
                run: request.run.clone(),
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
