//! One run of the executable: started, waited for, its streams kept.

use crate::root;
use serde_json::Value;
use std::fmt;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// No run may take longer: it would be taken for hung and killed.
pub const MAX_RUN: Duration = Duration::from_mins(5);
/// No run may leave a process that holds its streams longer than this after its own end: who reads
/// them would wait for it.
const MAX_HELD: Duration = Duration::from_secs(20);

/// A run to be started.
pub struct Command {
    program: String,
    arguments: Vec<String>,
    input: Option<String>,
    variables: Vec<(String, String)>,
}

impl Command {
    /// A run of `program`.
    pub fn new(program: &Path) -> Command {
        Command {
            program: program.display().to_string(),
            arguments: Vec::new(),
            input: None,
            variables: Vec::new(),
        }
    }

    /// Adds an argument.
    pub fn argument(&mut self, argument: &str) -> &mut Command {
        self.arguments.push(argument.to_owned());
        self
    }

    /// Adds arguments.
    pub fn arguments<S: AsRef<str>>(&mut self, arguments: &[S]) -> &mut Command {
        self.arguments.extend(
            arguments
                .iter()
                .map(|argument| argument.as_ref().to_owned()),
        );
        self
    }

    /// What the run reads from standard input; nothing otherwise.
    pub fn input(&mut self, text: &str) -> &mut Command {
        self.input = Some(text.to_owned());
        self
    }

    /// Sets an environment variable of the run.
    pub fn variable(&mut self, name: &str, value: &str) -> &mut Command {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same run under another program: `PROGRAM ARGUMENTS attest ...`.
    #[must_use]
    pub fn under(self, program: &str, arguments: &[&str]) -> Command {
        let mut all: Vec<String> = arguments
            .iter()
            .map(|&argument| argument.to_owned())
            .collect();
        all.push(self.program);
        all.extend(self.arguments);
        Command {
            program: program.to_owned(),
            arguments: all,
            ..self
        }
    }

    /// The command line, quoted for a shell.
    pub fn line(&self) -> String {
        let quoted = |word: &String| format!("'{}'", word.replace('\'', r"'\''"));
        std::iter::once(&self.program)
            .chain(&self.arguments)
            .map(quoted)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Starts the run. Standard input is empty unless [`Command::input`] said
    /// what it holds.
    pub fn start(&self) -> Child {
        let mut command = std::process::Command::new(&self.program);
        command.args(&self.arguments).current_dir(root());
        // The runs see nothing of the caller's settings.
        for name in [
            "ATTEST_HOME",
            "ATTEST_LOG",
            "RUST_LOG",
            "RUST_BACKTRACE",
            "CLICOLOR_FORCE",
            "FORCE_COLOR",
            "COLUMNS",
        ] {
            command.env_remove(name);
        }
        // Nor do they leave keys and checkpoints with the caller's own.
        let state = std::env::temp_dir().join("attest-test-state");
        command
            .env("ATTEST_STATE", state)
            .env("LC_ALL", "C.UTF-8")
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdin(if self.input.is_some() {
            Stdio::piped()
        } else {
            Stdio::null()
        });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.program));
        if let (Some(text), Some(mut input)) = (&self.input, child.stdin.take()) {
            // A program that ends without reading its input closes the pipe.
            let _ = input.write_all(text.as_bytes());
        }
        child
    }

    /// Runs to the end and checks what holds for every run.
    pub fn run(&self) -> Run {
        let run = self.finish(self.start());
        assert!(run.code >= 0, "the run died of a signal: {run}");
        run
    }

    /// Waits for a started run. A code of -1 says that a signal ended it.
    pub fn finish(&self, mut child: Child) -> Run {
        let stdout = reader(child.stdout.take());
        let stderr = reader(child.stderr.take());
        let deadline = Instant::now() + MAX_RUN;
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > deadline {
                let _ = child.kill();
                let _ = child.wait();
                panic!(
                    "still running after {} s: {:?}",
                    MAX_RUN.as_secs(),
                    self.arguments
                );
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let run = Run {
            arguments: self.arguments.clone(),
            code: status.code().unwrap_or(-1),
            stdout: read(&stdout, &self.arguments),
            stderr: read(&stderr, &self.arguments),
        };
        for stream in [&run.stdout, &run.stderr] {
            assert!(!stream.contains("panicked"), "a panic: {run}");
            assert!(
                !stream.contains('\u{1b}'),
                "an escape code without a terminal: {run}"
            );
        }
        run
    }
}

fn reader<R: Read + Send + 'static>(stream: Option<R>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.read_to_end(&mut bytes);
        }
        // Nobody waits for it where the test has failed.
        let _ = sender.send(bytes);
    });
    receiver
}

/// What a run that has ended wrote.
fn read(stream: &Receiver<Vec<u8>>, arguments: &[String]) -> String {
    let bytes = stream.recv_timeout(MAX_HELD).unwrap_or_else(|_| {
        panic!("a process that the run left behind holds its streams: {arguments:?}")
    });
    String::from_utf8(bytes).expect("the streams are UTF-8")
}

/// A run that ended.
#[derive(Debug, Clone)]
pub struct Run {
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its exit code; -1 when a signal ended it.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Run {
    /// Asserts the exit code.
    pub fn assert_code(&self, code: i32) {
        assert_eq!(self.code, code, "exit code of {self}");
    }

    /// The one JSON value on standard output, followed by one newline.
    pub fn json(&self) -> Value {
        assert!(self.stdout.ends_with('\n'), "no newline at the end: {self}");
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("not one JSON value ({error}): {self}"))
    }

    /// Both streams, one after the other.
    pub fn both(&self) -> String {
        format!("{}\n{}", self.stdout, self.stderr)
    }
}

impl fmt::Display for Run {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}\nexit {}\n--- stdout\n{}--- stderr\n{}--- end\n",
            self.arguments.join(" "),
            self.code,
            self.stdout,
            self.stderr
        )
    }
}
