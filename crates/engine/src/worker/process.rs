//! The program's side: a process that is started, asked, and started once more where it
//! ended in the middle of a request.

use super::limit::MAX_MESSAGE_BYTES;
use crate::decoder::{Control, Decoder};
use crate::error::EngineError;
use crate::offload::{self, Device, KeptOff, Placement};
use crate::protocol::{
    DraftRequest, Execution, LoadRequest, LoadedModel, Progress, Reply, Request, Said,
    ScoreRequest, Scores, Severity, Stage,
};
use host::{CancellationToken, Conversation, Group, Received, Start, cancel};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

/// Name of the hidden sub-command that starts a worker. The word behind it says in the
/// list of processes which kind of model it holds: `model`, `embedding` or `reader`;
/// the process itself learns that from its first request.
pub const SUBCOMMAND: &str = "worker";

/// Rounds that a waiting thread spins before it sleeps; see docs/quality.md.
const SPIN_COUNT: &str = "10000";

/// Blocks of memory of at least so many bytes go back to the system as soon as they are given back.
/// glibc raises this bound to 32 MiB by itself at the first such block that is given back, and then
/// a reader keeps the buffers of its contexts, 30 MB each, though it has none: docs/engine.md.
const RETURNED_BYTES: &str = "1048576";

/// A worker that says nothing for this long is taken for hung and killed.
const MAX_SILENCE: Duration = Duration::from_mins(5);
/// How long a worker whose output has ended may take to end itself, so that its own exit
/// status is told.
const LAST_MOMENTS: Duration = Duration::from_secs(1);

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
    files: Option<Vec<FileState>>,
}

/// Length and time of the last change of a file: what is loaded again must be what was loaded
/// before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileState {
    bytes: u64,
    modified: SystemTime,
}

impl FileState {
    fn of(path: &Path) -> Option<FileState> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(FileState {
            bytes: metadata.len(),
            modified: metadata.modified().ok()?,
        })
    }

    /// Those of all files that are loaded; none where one of them cannot be seen.
    fn of_all(load: &Request) -> Option<Vec<FileState>> {
        loaded_by(load)?.files().map(FileState::of).collect()
    }
}

/// What is to be loaded.
fn loaded_by(request: &Request) -> Option<&LoadRequest> {
    match request {
        Request::Load(load) | Request::LoadEmbedding(load) | Request::LoadReader(load) => {
            Some(load)
        }
        _ => None,
    }
}

/// Whether what was loaded are the bytes that were asked for.
fn is_asked(request: &Request, model: &LoadedModel) -> bool {
    loaded_by(request).is_some_and(|load| {
        let adapter = load.adapter.as_ref().map(|adapter| &adapter.sha256);
        load.sha256 == model.sha256 && adapter == model.adapter_sha256.as_ref()
    })
}

/// The same model on the processor alone, where a device of this build might have had layers.
fn without_device(load: &Request) -> Option<Request> {
    match load {
        Request::Load(load) if offload::is_wanted(load.gpu_layers) => {
            Some(Request::Load(LoadRequest {
                gpu_layers: Some(0),
                ..load.clone()
            }))
        }
        _ => None,
    }
}

/// What is loaded again after the process ended in the middle of a request, and why it is not where
/// it was: a driver that ended it once would end the same request again.
fn again(load: &Request, was: &Placement, alone: Option<Request>) -> (Request, Option<KeptOff>) {
    match (&was.offload, alone) {
        (Some(_), Some(alone)) => (alone, Some(KeptOff::Ended)),
        _ => (load.clone(), was.kept_off),
    }
}

/// What was asked for, or, where a driver ended the process, the same model on the processor alone:
/// a driver's fault does not end the program's work. What was loaded comes with it.
fn placed<P>(
    load: &Request,
    alone: Option<Request>,
    start: impl Fn(&Request) -> Result<(P, LoadedModel), EngineError>,
) -> Result<(Request, (P, LoadedModel)), EngineError> {
    match (start(load), alone) {
        (Err(EngineError::Crashed(_)), Some(alone)) => {
            let (process, mut model) = start(&alone)?;
            model.placement.kept_off = Some(KeptOff::Crashed);
            Ok((alone, (process, model)))
        }
        (started, _) => Ok((load.clone(), started?)),
    }
}

/// The graphics processors that layers of a model can go to. A process of its own asks their
/// drivers; in a build without support for any, none is started, and there are none.
///
/// # Errors
///
/// As [`Worker::start`], as far as it concerns the process; [`EngineError::Crashed`] where a
/// driver ended it.
pub fn devices(executable: &Path) -> Result<Vec<Device>, EngineError> {
    if offload::BUILT_FOR.is_none() {
        return Ok(Vec::new());
    }
    let mut process = Process::start(executable, "devices")?;
    process.send(&Request::Devices)?;
    match process.receive(&cancel::current())? {
        Reply::Devices(devices) => Ok(devices),
        Reply::Failed(error) => Err(error),
        other => Err(unexpected(&other)),
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

/// The process, and whether it still has to answer a request that nobody waits for.
struct Process {
    conversation: Conversation,
    owes_reply: bool,
}

/// Why a request came to no reply.
enum Broken {
    /// An error to tell.
    Error(EngineError),
    /// The process ended: it may have been the machine's fault.
    Ended(EngineError),
    /// The process said nothing for so long that it was ended.
    Silent(EngineError),
}

/// Whether a request that came to no reply is asked once more, of a process that is started again:
/// where the old one ended, and where it hung and a device was at work, which the new one does without.
fn is_asked_again(broken: &Broken, was: &Placement) -> bool {
    match broken {
        Broken::Ended(_) => true,
        Broken::Silent(_) => was.offload.is_some(),
        Broken::Error(_) => false,
    }
}

impl From<EngineError> for Broken {
    fn from(error: EngineError) -> Self {
        Self::Error(error)
    }
}

impl From<Broken> for EngineError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Error(error) | Broken::Ended(error) | Broken::Silent(error) => error,
        }
    }
}

impl Worker {
    /// Starts `executable worker` and loads a model.
    ///
    /// # Errors
    ///
    /// [`EngineError::Start`] when the process cannot be started,
    /// [`EngineError::Load`] when llama.cpp refuses the model, [`EngineError::Altered`] when what
    /// it loaded is not what was asked for;
    /// [`EngineError::Cancelled`] when the [current](cancel::current) token is cancelled: the
    /// process is ended.
    pub fn start(executable: &Path, request: &LoadRequest) -> Result<Worker, EngineError> {
        Worker::launch(executable, &Request::Load(request.clone()))
    }

    pub(super) fn launch(executable: &Path, load: &Request) -> Result<Worker, EngineError> {
        let files = FileState::of_all(load);
        let (load, (process, model)) = placed(load, without_device(load), |load| {
            let mut process = Process::start(executable, kind_of(load))?;
            let model = process.load(load)?;
            Ok((process, model))
        })?;
        Ok(Worker {
            process,
            model,
            executable: executable.to_owned(),
            load,
            files,
        })
    }

    /// Starts the process again, with the same model; where layers of it were on a device, on the
    /// processor alone.
    fn restart(
        &mut self,
        ended: EngineError,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<(), EngineError> {
        if self.files.is_none() || FileState::of_all(&self.load) != self.files {
            return Err(ended);
        }
        RESTARTS.fetch_add(1, Ordering::Relaxed);
        let kind = kind_of(&self.load);
        tracing::warn!(name: "process.restart", target: "attest", kind);
        self.process = Process::start(&self.executable, kind)?;
        let stage = match self.load {
            Request::LoadEmbedding(_) => Stage::Embed,
            Request::LoadReader(_) => Stage::Read,
            _ => Stage::Prefill,
        };
        let told = Progress {
            stage,
            done: 0,
            total: None,
            text: String::new(),
        };
        if progress(told) == Control::Cancel {
            return Err(EngineError::Cancelled);
        }
        let alone = without_device(&self.load);
        let (load, kept_off) = again(&self.load, &self.model.placement, alone);
        self.load = load;
        self.model = self.process.load(&self.load)?;
        let placement = &mut self.model.placement;
        placement.kept_off = placement.kept_off.or(kept_off);
        Ok(())
    }

    /// Process id of the worker, for tests that kill it.
    pub fn process_id(&self) -> u32 {
        self.process.conversation.process_id()
    }

    /// False once the process has ended.
    pub fn is_alive(&mut self) -> bool {
        self.process.conversation.is_alive()
    }

    pub(super) fn ask(
        &mut self,
        request: &Request,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Reply, EngineError> {
        let span = tracing::debug_span!(target: "attest", "request", kind = kind_of(&self.load));
        let _request = span.entered();
        match self.process.ask(request, progress) {
            Ok(reply) => Ok(reply),
            Err(broken) if is_asked_again(&broken, &self.model.placement) => {
                self.restart(broken.into(), progress)?;
                Ok(self.process.ask(request, progress)?)
            }
            Err(broken) => Err(broken.into()),
        }
    }
}

impl Process {
    fn start(executable: &Path, kind: &'static str) -> Result<Process, EngineError> {
        let start = Start {
            kind,
            program: executable,
            arguments: &[SUBCOMMAND, kind],
            environment: &[
                ("GGML_NO_BACKTRACE", "1"),
                // Threads that wait for each other sleep after a short spin:
                // with endless spinning a single other busy process makes
                // inference ten times slower.
                ("OMP_WAIT_POLICY", "passive"),
                ("GOMP_SPINCOUNT", SPIN_COUNT),
                ("MALLOC_MMAP_THRESHOLD_", RETURNED_BYTES),
            ],
            group: Group::Own,
        };
        let conversation = Conversation::start(&start, MAX_MESSAGE_BYTES)
            .map_err(|error| EngineError::Start(error.to_string()))?;
        Ok(Process {
            conversation,
            owes_reply: false,
        })
    }

    /// Loads the model and waits for it.
    fn load(&mut self, load: &Request) -> Result<LoadedModel, EngineError> {
        self.send(load)?;
        match self.receive(&cancel::current())? {
            Reply::Loaded(model) if is_asked(load, &model) => Ok(model),
            Reply::Loaded(_) => Err(EngineError::Altered),
            Reply::Failed(error) => Err(error),
            other => Err(unexpected(&other)),
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), EngineError> {
        let protocol = |error: &dyn std::fmt::Display| EngineError::Protocol(error.to_string());
        let message = serde_json::to_vec(request).map_err(|error| protocol(&error))?;
        self.conversation
            .send(message)
            .map_err(|error| protocol(&error))
    }

    fn crashed(&mut self, patience: Duration) -> EngineError {
        EngineError::Crashed(self.conversation.end(patience).told())
    }

    /// The next reply. A request that is cancelled while it is waited for is left to the
    /// process to end: its reply is owed, and nobody waits for it.
    fn receive(&mut self, token: &CancellationToken) -> Result<Reply, Broken> {
        loop {
            match self.receive_any(token)? {
                Reply::Said(said) => log(&said),
                reply => return Ok(reply),
            }
        }
    }

    fn receive_any(&mut self, token: &CancellationToken) -> Result<Reply, Broken> {
        match self.conversation.receive(MAX_SILENCE, token) {
            Received::Message(message) => serde_json::from_slice(&message)
                .map_err(|error| EngineError::Protocol(error.to_string()).into()),
            Received::Cancelled => Err(self.leave()),
            Received::Silent => Err(Broken::Silent(self.crashed(Duration::ZERO))),
            Received::Broken(error) => {
                self.conversation.end(Duration::ZERO);
                Err(EngineError::Protocol(error.to_string()).into())
            }
            Received::Ended => Err(Broken::Ended(self.crashed(LAST_MOMENTS))),
        }
    }

    fn leave(&mut self) -> Broken {
        self.conversation.cancel();
        self.owes_reply = true;
        EngineError::Cancelled.into()
    }

    /// Receives what is owed of a request that was cancelled; the process heard of it, and
    /// stops within a token or a block of the prompt.
    fn settle(&mut self, token: &CancellationToken) -> Result<(), Broken> {
        while self.owes_reply {
            self.owes_reply = matches!(self.receive(token)?, Reply::Progress(_));
        }
        Ok(())
    }

    fn ask(
        &mut self,
        request: &Request,
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Reply, Broken> {
        let token = cancel::current();
        self.settle(&token)?;
        self.send(request)?;
        loop {
            match self.receive(&token)? {
                Reply::Progress(report) => {
                    if progress(report) == Control::Cancel {
                        return Err(self.leave());
                    }
                }
                Reply::Failed(error) => return Err(error.into()),
                reply => return Ok(reply),
            }
        }
    }
}

impl Decoder for Worker {
    fn model(&self) -> &LoadedModel {
        &self.model
    }

    fn process_id(&self) -> Option<u32> {
        Some(self.process.conversation.process_id())
    }

    fn count_tokens(&mut self, texts: &[String]) -> Result<Vec<u32>, EngineError> {
        match self.ask(&Request::Count(texts.to_vec()), &mut |_| Control::Continue)? {
            Reply::Counted(counts) if counts.len() == texts.len() => Ok(counts),
            other => Err(unexpected(&other)),
        }
    }

    fn round_trips(&mut self, texts: &[String]) -> Result<Vec<bool>, EngineError> {
        let request = Request::RoundTrip(texts.to_vec());
        match self.ask(&request, &mut |_| Control::Continue)? {
            Reply::RoundTripped(found) if found.len() == texts.len() => Ok(found),
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

fn log(said: &Said) {
    let (origin, said, severity) = (said.origin.as_str(), said.phrase.as_str(), said.severity);
    match severity {
        Severity::Error => {
            tracing::error!(name: "library.says", target: "attest", origin, said);
        }
        Severity::Warning => {
            tracing::warn!(name: "library.says", target: "attest", origin, said);
        }
    }
}

pub(super) fn unexpected(reply: &Reply) -> EngineError {
    let name = match reply {
        Reply::Loaded(_) => "loaded",
        Reply::Devices(_) => "devices",
        Reply::Embedded(_) => "embedded",
        Reply::Read(_) => "read",
        Reply::Counted(_) => "counted",
        Reply::RoundTripped(_) => "round_tripped",
        Reply::Progress(_) => "progress",
        Reply::Scored(_) => "scored",
        Reply::Drafted(_) => "drafted",
        Reply::Failed(_) => "failed",
        Reply::Said(_) => "said",
    };
    EngineError::Protocol(format!("unexpected reply `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn load(gpu_layers: Option<u32>) -> LoadRequest {
        LoadRequest {
            path: "/no/such/model.gguf".into(),
            sha256: String::new(),
            context_tokens: 512,
            threads: 1,
            flash_attention: false,
            template: None,
            gpu_layers,
            adapter: None,
        }
    }

    /// What came of starting, and which layers were asked for, one after the other.
    struct Started {
        result: Result<(Request, LoadedModel), EngineError>,
        asked: Vec<Option<u32>>,
    }

    /// Starts where a process ends as `outcome` says of the layers that it is asked for.
    fn started(
        alone: Option<Request>,
        outcome: fn(Option<u32>) -> Result<(), EngineError>,
    ) -> Started {
        let asked = RefCell::new(Vec::new());
        let scripted = crate::scripted::Scripted::new([]);
        let result = placed(&Request::Load(load(None)), alone, |request| {
            let Request::Load(load) = request else {
                return Err(EngineError::Cancelled);
            };
            asked.borrow_mut().push(load.gpu_layers);
            outcome(load.gpu_layers)?;
            Ok(((), scripted.model().clone()))
        });
        Started {
            result: result.map(|(load, ((), model))| (load, model)),
            asked: asked.into_inner(),
        }
    }

    /// All layers on a device.
    fn on_device() -> Placement {
        let offload = offload::Offload {
            device: "Vulkan0".into(),
            description: "a device".into(),
            layers: 31,
            of: 31,
        };
        Placement {
            offload: Some(offload),
            kept_off: None,
        }
    }

    #[test]
    fn a_device_on_which_a_request_ended_the_process_is_not_used_again() {
        let asked = Request::Load(load(None));
        let alone = || Some(Request::Load(load(Some(0))));
        let layers_of = |request: &Request| loaded_by(request).map(|load| load.gpu_layers);
        let (now, why) = again(&asked, &on_device(), alone());
        assert_eq!(layers_of(&now), Some(Some(0)));
        assert_eq!(why, Some(KeptOff::Ended));
        // What was on the processor anyway is loaded as before, and why it was there stays said.
        for was in [Placement::default(), Placement::kept_off(KeptOff::NoRoom)] {
            let (now, why) = again(&asked, &was, alone());
            assert_eq!(layers_of(&now), Some(None));
            assert_eq!(why, was.kept_off);
        }
        let (now, _) = again(&asked, &on_device(), None);
        assert_eq!(layers_of(&now), Some(None));
    }

    #[test]
    fn a_hung_process_is_asked_again_only_where_a_device_was_at_work() {
        let (alone, why) = (Placement::default(), || EngineError::Crashed(String::new()));
        assert!(is_asked_again(&Broken::Silent(why()), &on_device()));
        assert!(!is_asked_again(&Broken::Silent(why()), &alone));
        assert!(is_asked_again(&Broken::Ended(why()), &alone));
        assert!(!is_asked_again(&Broken::Error(why()), &on_device()));
    }

    #[test]
    fn a_driver_that_ends_the_process_leaves_the_model_on_the_processor() {
        let crash_on_device = |layers: Option<u32>| match layers {
            Some(0) => Ok(()),
            _ => Err(EngineError::Crashed("signal 6".into())),
        };
        let alone = Request::Load(load(Some(0)));
        let Started { result, asked } = started(Some(alone.clone()), crash_on_device);
        let (kept, model) = result.unwrap();
        assert_eq!(asked, [None, Some(0)]);
        // What a later restart loads is what was found to work.
        assert!(matches!(kept, Request::Load(load) if load.gpu_layers == Some(0)));
        assert_eq!(model.placement, Placement::kept_off(KeptOff::Crashed));

        // A build without devices has nothing to fall back on, and a crash stays one.
        let Started { result, asked } = started(None, crash_on_device);
        assert!(matches!(result, Err(EngineError::Crashed(_))), "{result:?}");
        assert_eq!(asked, [None]);

        // A refusal is no crash: the process itself has tried the processor by then.
        let Started { result, asked } = started(Some(alone.clone()), |_| Err(EngineError::Altered));
        assert!(matches!(result, Err(EngineError::Altered)), "{result:?}");
        assert_eq!(asked, [None]);

        let Started { result, asked } = started(Some(alone), |_| Ok(()));
        assert_eq!(result.unwrap().1.placement, Placement::default());
        assert_eq!(asked, [None]);
    }
}
