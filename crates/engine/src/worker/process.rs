//! The program's side: a process that is started, asked, and started once more where it
//! ended in the middle of a request.

use crate::decoder::{Control, Decoder};
use crate::error::EngineError;
use crate::protocol::{
    DraftRequest, Execution, LoadRequest, LoadedModel, Progress, Reply, Request, ScoreRequest,
    Scores, Stage,
};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

/// Name of the hidden sub-command that starts a worker. The word behind it says in the
/// list of processes which kind of model it holds: `model`, `embedding` or `reader`;
/// the process itself learns that from its first request.
pub const SUBCOMMAND: &str = "worker";

/// Rounds that a waiting thread spins before it sleeps; see docs/quality.md.
const SPIN_COUNT: &str = "10000";

/// A worker that says nothing for this long is taken for hung and killed.
const MAX_SILENCE: Duration = Duration::from_mins(5);
/// How long a caller waits for its word to be heard while a model is loaded.
const LOAD_POLL: Duration = Duration::from_millis(100);

/// How often workers of this program were started again.
static RESTARTS: AtomicU32 = AtomicU32::new(0);

/// How often a worker that ended in the middle of a request was started again since
/// the program began.
pub fn restarts() -> u32 {
    RESTARTS.load(Ordering::Relaxed)
}

/// A worker process with a loaded model.
pub struct Worker {
    process: Process,
    pub(super) model: LoadedModel,
    executable: PathBuf,
    load: Request,
    file: Option<FileState>,
}

/// Length and time of the last change of a model's file: what is loaded again must be
/// what was loaded before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileState {
    bytes: u64,
    modified: SystemTime,
}

impl FileState {
    fn of(load: &Request) -> Option<FileState> {
        let (Request::Load(load) | Request::LoadEmbedding(load) | Request::LoadReader(load)) = load
        else {
            return None;
        };
        let metadata = std::fs::metadata(&load.path).ok()?;
        Some(FileState {
            bytes: metadata.len(),
            modified: metadata.modified().ok()?,
        })
    }
}

/// What the list of processes calls a worker that was asked to load this.
fn kind_of(load: &Request) -> &'static str {
    match load {
        Request::LoadEmbedding(_) => "embedding",
        Request::LoadReader(_) => "reader",
        _ => "model",
    }
}

/// The process and its streams.
struct Process {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Reply>,
}

/// Why a request came to no reply.
enum Broken {
    /// An error to tell.
    Error(EngineError),
    /// The process ended: it may have been the machine's fault.
    Ended(EngineError),
}

impl From<EngineError> for Broken {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Crashed(_) => Self::Ended(error),
            other => Self::Error(other),
        }
    }
}

impl From<Broken> for EngineError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Error(error) | Broken::Ended(error) => error,
        }
    }
}

impl Worker {
    /// Starts `executable worker` and loads a model; `go_on` is asked several
    /// times a second while it is loaded.
    ///
    /// # Errors
    ///
    /// [`EngineError::Start`] when the process cannot be started,
    /// [`EngineError::Load`] when llama.cpp refuses the model;
    /// [`EngineError::Cancelled`] when `go_on` says so: the process is ended.
    pub fn start(
        executable: &Path,
        request: &LoadRequest,
        go_on: &mut dyn FnMut() -> Control,
    ) -> Result<Worker, EngineError> {
        Worker::launch(executable, &Request::Load(request.clone()), go_on)
    }

    pub(super) fn launch(
        executable: &Path,
        load: &Request,
        go_on: &mut dyn FnMut() -> Control,
    ) -> Result<Worker, EngineError> {
        let file = FileState::of(load);
        let mut process = Process::start(executable, kind_of(load))?;
        let model = process.load(load, go_on)?;
        Ok(Worker {
            process,
            model,
            executable: executable.to_owned(),
            load: load.clone(),
            file,
        })
    }

    /// Starts the process again, with the same model.
    fn restart(
        &mut self,
        ended: EngineError,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<(), EngineError> {
        if self.file.is_none() || FileState::of(&self.load) != self.file {
            return Err(ended);
        }
        RESTARTS.fetch_add(1, Ordering::Relaxed);
        self.process = Process::start(&self.executable, kind_of(&self.load))?;
        let stage = match self.load {
            Request::LoadEmbedding(_) => Stage::Embed,
            Request::LoadReader(_) => Stage::Read,
            _ => Stage::Prefill,
        };
        let mut go_on = || {
            progress(Progress {
                stage,
                done: 0,
                total: None,
                text: String::new(),
            })
        };
        self.model = self.process.load(&self.load, &mut go_on)?;
        Ok(())
    }

    /// Process id of the worker, for tests that kill it.
    pub fn process_id(&self) -> u32 {
        self.process.child.id()
    }

    /// False once the process has ended.
    pub fn is_alive(&mut self) -> bool {
        matches!(self.process.child.try_wait(), Ok(None))
    }

    pub(super) fn ask(
        &mut self,
        request: &Request,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Reply, EngineError> {
        match self.process.ask(request, progress) {
            Ok(reply) => Ok(reply),
            Err(Broken::Error(error)) => Err(error),
            Err(Broken::Ended(error)) => {
                self.restart(error, progress)?;
                Ok(self.process.ask(request, progress)?)
            }
        }
    }
}

impl Process {
    fn start(executable: &Path, kind: &str) -> Result<Process, EngineError> {
        let mut command = Command::new(executable);
        // Ctrl-C is for the program, which ends the request in order: in a
        // group of its own the worker does not get it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args([SUBCOMMAND, kind])
            .env("GGML_NO_BACKTRACE", "1")
            // Threads that wait for each other sleep after a short spin:
            // with endless spinning a single other busy process makes
            // inference ten times slower.
            .env("OMP_WAIT_POLICY", "passive")
            .env("GOMP_SPINCOUNT", SPIN_COUNT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| EngineError::Start(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Start(
                "its standard streams are missing".into(),
            ));
        };
        let (sender, replies) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                let reply = serde_json::from_str(&line).unwrap_or_else(|error| {
                    Reply::Failed(EngineError::Protocol(error.to_string()))
                });
                if sender.send(reply).is_err() {
                    break;
                }
            }
        });
        Ok(Process {
            child,
            input,
            replies,
        })
    }

    /// Loads the model and waits for it.
    fn load(
        &mut self,
        load: &Request,
        go_on: &mut dyn FnMut() -> Control,
    ) -> Result<LoadedModel, EngineError> {
        self.send(load)?;
        let started = Instant::now();
        loop {
            match self.replies.recv_timeout(LOAD_POLL) {
                Ok(Reply::Loaded(model)) => return Ok(model),
                Ok(Reply::Failed(error)) => return Err(error),
                Ok(other) => return Err(unexpected(&other)),
                Err(RecvTimeoutError::Timeout) if started.elapsed() < MAX_SILENCE => {
                    if go_on() == Control::Cancel {
                        return Err(EngineError::Cancelled);
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return Err(self.crashed());
                }
            }
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), EngineError> {
        let line = serde_json::to_string(request)
            .map_err(|error| EngineError::Protocol(error.to_string()))?;
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| self.crashed())
    }

    fn crashed(&mut self) -> EngineError {
        let _ = self.child.kill();
        let status = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        EngineError::Crashed(status)
    }

    fn ask(
        &mut self,
        request: &Request,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Reply, Broken> {
        self.send(request)?;
        let mut cancelled = false;
        loop {
            match self.replies.recv_timeout(MAX_SILENCE) {
                Ok(Reply::Progress(report)) => {
                    if progress(report) == Control::Cancel && !cancelled {
                        cancelled = true;
                        self.send(&Request::Cancel)?;
                    }
                }
                Ok(Reply::Failed(error)) => return Err(error.into()),
                Ok(reply) => return Ok(reply),
                Err(RecvTimeoutError::Timeout) => return Err(Broken::Error(self.crashed())),
                Err(RecvTimeoutError::Disconnected) if cancelled => {
                    return Err(Broken::Error(self.crashed()));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Broken::Ended(self.crashed())),
            }
        }
    }
}

impl Decoder for Worker {
    fn model(&self) -> &LoadedModel {
        &self.model
    }

    fn process_id(&self) -> Option<u32> {
        Some(self.process.child.id())
    }

    fn count_tokens(&mut self, texts: &[String]) -> Result<Vec<u32>, EngineError> {
        match self.ask(&Request::Count(texts.to_vec()), &mut |_| Control::Continue)? {
            Reply::Counted(counts) if counts.len() == texts.len() => Ok(counts),
            other => Err(unexpected(&other)),
        }
    }

    fn score(
        &mut self,
        request: &ScoreRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Scores, EngineError> {
        match self.ask(&Request::Score(request.clone()), progress)? {
            Reply::Scored(scores) => Ok(scores),
            other => Err(unexpected(&other)),
        }
    }

    fn draft(
        &mut self,
        request: &DraftRequest,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Execution, EngineError> {
        match self.ask(&Request::Draft(request.clone()), progress)? {
            Reply::Drafted(execution) => Ok(execution),
            other => Err(unexpected(&other)),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn unexpected(reply: &Reply) -> EngineError {
    let name = match reply {
        Reply::Loaded(_) => "loaded",
        Reply::Embedded(_) => "embedded",
        Reply::Read(_) => "read",
        Reply::Counted(_) => "counted",
        Reply::Progress(_) => "progress",
        Reply::Scored(_) => "scored",
        Reply::Drafted(_) => "drafted",
        Reply::Failed(_) => "failed",
    };
    EngineError::Protocol(format!("unexpected reply `{name}`"))
}
