//! A process that was started: watched, killed with its group, and reaped.

use crate::last_words::{self, LastWords};
use std::io::Read;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// Stack of the threads that carry bytes: they call nothing deep.
const STACK_BYTES: usize = 128 << 10;
/// How long the streams of a process that is gone are waited for. Whoever holds them open
/// still has left the group, and nothing it says counts.
const LAST_MOMENTS: Duration = Duration::from_secs(1);

/// Which group a process is in, so what is killed with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// A group of its own. Ctrl-C in a terminal, which is for the program, does not reach it;
    /// whatever it starts is killed with it.
    Own,
    /// That of the program which starts it, and it is killed with that one: for what a process
    /// of [`Group::Own`] starts in its turn.
    Inherited,
}

/// What is started.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    /// A word for the log: `model`, `reader`, `ocr`.
    pub kind: &'static str,
    /// The executable.
    pub program: &'a Path,
    /// Its arguments.
    pub arguments: &'a [&'a str],
    /// Variables beside those of this process.
    pub environment: &'a [(&'a str, &'a str)],
    /// Its group.
    pub group: Group,
}

/// How a process ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// Its exit status; none where the system does not tell.
    pub status: Option<ExitStatus>,
    /// What it said last on its standard error, at most 4 KiB. May hold a piece of what it
    /// worked on: for [`End::cause`] and for telling cases apart, not for people or a log.
    pub last_words: String,
}

impl End {
    /// The signal that ended it, where one did.
    pub fn signal(&self) -> Option<i32> {
        #[cfg(unix)]
        {
            let status = self.status.as_ref()?;
            std::os::unix::process::ExitStatusExt::signal(status)
        }
        #[cfg(not(unix))]
        None
    }

    /// Why, in one of a few words (`out of memory`, `stack overflow`, `assertion failed`,
    /// `panic`), where its last words are of a known kind.
    pub fn cause(&self) -> Option<&'static str> {
        last_words::cause(&self.last_words)
    }

    /// Status and cause for people: `signal: 6 (SIGABRT): assertion failed`.
    pub fn told(&self) -> String {
        let status = self.status.map(|status| status.to_string());
        let status = status.unwrap_or_else(|| "no status".to_owned());
        match self.cause() {
            Some(cause) => format!("{status}: {cause}"),
            None => status,
        }
    }
}

/// What a thread waits with: no driver of streams, and so no socket.
pub(crate) fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
}

/// A thread that carries bytes.
pub(crate) fn carry<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> std::io::Result<JoinHandle<T>> {
    std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(work)
}

/// A process, its end and its last words. When it is dropped, its group is killed and it is
/// reaped.
pub(crate) struct Process {
    child: Child,
    kind: &'static str,
    group: Group,
    runtime: Runtime,
    ended: oneshot::Receiver<()>,
    silent: oneshot::Receiver<()>,
    watch: Option<JoinHandle<()>>,
    last_words: LastWords,
    started: Instant,
    has_ended: bool,
    end: Option<End>,
}

impl Process {
    /// Starts it, and gives the streams that are spoken on.
    pub fn start(start: &Start<'_>) -> std::io::Result<(Process, ChildStdin, ChildStdout)> {
        let runtime = runtime()?;
        let mut command = Command::new(start.program);
        #[cfg(unix)]
        if start.group == Group::Own {
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let mut child = command
            .args(start.arguments)
            .envs(start.environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .inspect_err(|error| {
                tracing::error!(
                    name: "process.refused", target: "attest",
                    kind = start.kind, system_error = error.raw_os_error()
                );
            })?;
        tracing::info!(
            name: "process.start", target: "attest",
            kind = start.kind, process = child.id()
        );
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (says_end, ended) = oneshot::channel();
        let (says_silent, silent) = oneshot::channel();
        let mut process = Process {
            child,
            kind: start.kind,
            group: start.group,
            runtime,
            ended,
            silent,
            watch: None,
            last_words: LastWords::default(),
            started: Instant::now(),
            has_ended: false,
            end: None,
        };
        // From here on dropping it kills and reaps.
        let (Some(input), Some(output), Some(errors)) = streams else {
            return Err(std::io::Error::other("its standard streams are missing"));
        };
        process.listen(errors, says_silent)?;
        process.watch(says_end)?;
        Ok((process, input, output))
    }

    fn listen(
        &mut self,
        errors: impl Read + Send + 'static,
        says_silent: oneshot::Sender<()>,
    ) -> std::io::Result<()> {
        let words = self.last_words.clone();
        carry(move || {
            words.listen(errors);
            let _ = says_silent.send(());
        })?;
        Ok(())
    }

    /// Waits in a thread for the end, without reaping: until that is done by [`Process::end`],
    /// no other process can have its number, and what is left of its group can be killed.
    #[cfg(unix)]
    fn watch(&mut self, says_end: oneshot::Sender<()>) -> std::io::Result<()> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let Some(id) = self.process_id() else {
            return Err(std::io::Error::other("it has no number"));
        };
        let group = self.group;
        self.watch = Some(carry(move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(
                waitid(WaitId::Pid(id), options),
                Err(rustix::io::Errno::INTR)
            ) {}
            if group == Group::Own {
                // What it started holds its streams open, and has nobody to answer to.
                let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
            }
            let _ = says_end.send(());
        })?);
        Ok(())
    }

    /// Its end is told by nobody but its streams.
    #[cfg(not(unix))]
    fn watch(&mut self, _: oneshot::Sender<()>) -> std::io::Result<()> {
        Ok(())
    }

    #[cfg(unix)]
    fn process_id(&self) -> Option<rustix::process::Pid> {
        rustix::process::Pid::from_raw(i32::try_from(self.child.id()).ok()?)
    }

    /// The number that the system knows it by.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What its streams are waited for with.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Whether it has ended; also of one that was killed.
    #[cfg(unix)]
    pub fn has_ended(&mut self) -> bool {
        self.has_ended |= !matches!(
            self.ended.try_recv(),
            Err(oneshot::error::TryRecvError::Empty)
        );
        self.has_ended
    }

    /// Whether it has ended; also of one that was killed.
    #[cfg(not(unix))]
    pub fn has_ended(&mut self) -> bool {
        self.has_ended |= !matches!(self.child.try_wait(), Ok(None));
        self.has_ended
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if self.group == Group::Own
            && let Some(id) = self.process_id()
        {
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
    }

    /// How it ended: by itself within `patience`, or else killed with its group. It is reaped
    /// then. Asked again, the same is said.
    pub fn end(&mut self, patience: Duration) -> End {
        if let Some(end) = &self.end {
            return end.clone();
        }
        let by_itself = self.has_ended() || self.ends_within(patience);
        self.kill();
        if let Some(watch) = self.watch.take() {
            let _ = watch.join();
        }
        let status = self.child.wait().ok();
        let silent = &mut self.silent;
        let _ = self
            .runtime
            .block_on(async { tokio::time::timeout(LAST_MOMENTS, silent).await });
        let end = End {
            status,
            last_words: self.last_words.text(),
        };
        self.log(&end, by_itself);
        self.has_ended = true;
        self.end = Some(end.clone());
        end
    }

    fn ends_within(&mut self, patience: Duration) -> bool {
        let ended = &mut self.ended;
        let waiting = async { tokio::time::timeout(patience, ended).await.is_ok() };
        self.runtime.block_on(waiting)
    }

    fn log(&self, end: &End, by_itself: bool) {
        let ms = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let code = end.status.and_then(|status| status.code());
        let (signal, cause) = (end.signal(), end.cause());
        let process = self.child.id();
        if !by_itself {
            tracing::info!(name: "process.killed", target: "attest", kind = self.kind, process, ms);
        } else if code == Some(0) {
            tracing::info!(name: "process.end", target: "attest", kind = self.kind, process, ms);
        } else {
            tracing::error!(
                name: "process.crash", target: "attest",
                kind = self.kind, process, code, signal, cause, ms
            );
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}
