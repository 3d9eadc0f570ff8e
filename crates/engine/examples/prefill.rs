//! How fast a model reads a prompt and writes behind it on this machine: by size of batch,
//! layout of weights (one file each), flash attention, waiting of threads, and build.
//!
//! ```text
//! cargo build --release --locked --workspace --example prefill
//! target/release/examples/prefill MODEL.gguf... [--batches 64,512] [--attention off,on]
//!     [--spins 0,10000] [--tokens 1300] [--written 32] [--rounds 7] [--threads 2]
//!     [--executable OTHER/prefill]
//! ```
//!
//! One process for each count of spins and each build holds all the models. In every round
//! each combination is measured once, one after the other, so that a busy machine slows all
//! alike; what is printed are medians over the rounds, and the median of what each made of
//! the first combination's time in the same round. `--executable` names a further build of
//! this very program, such as one with other instruction sets. docs/engine.md says what was
//! measured with it.

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;
use std::error::Error;
use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::num::NonZeroU32;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// Its words are a contract's, so that the tokens are those of a usual document.
const SENTENCE: &str = "The annual premium for this policy is payable in advance, on or before the fifteenth of March, to the account named in section seven. ";

/// What is measured, as the command line says it.
#[derive(Clone)]
struct Plan {
    models: Vec<String>,
    batches: Vec<usize>,
    attention: Vec<String>,
    spins: Vec<String>,
    executables: Vec<String>,
    tokens: usize,
    written: usize,
    rounds: usize,
    threads: i32,
    is_child: bool,
}

impl Plan {
    fn read(arguments: impl Iterator<Item = String>) -> Fallible<Plan> {
        let own = std::env::current_exe()?.display().to_string();
        let list = |text: String| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let mut plan = Plan {
            models: Vec::new(),
            batches: vec![64, 128, 256, 512],
            attention: vec!["off".into()],
            spins: vec!["10000".into()],
            executables: vec![own],
            tokens: 1300,
            written: 32,
            rounds: 7,
            threads: std::thread::available_parallelism().map_or(1, |count| count.get() as i32),
            is_child: false,
        };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
            match argument.as_str() {
                "--batches" => {
                    let sizes = list(value()?);
                    plan.batches = sizes
                        .iter()
                        .map(|one| one.parse())
                        .collect::<Result<_, _>>()?;
                }
                "--attention" => plan.attention = list(value()?),
                "--spins" => plan.spins = list(value()?),
                "--executable" => plan.executables.push(value()?),
                "--tokens" => plan.tokens = value()?.parse()?,
                "--written" => plan.written = value()?.parse()?,
                "--rounds" => plan.rounds = value()?.parse()?,
                "--threads" => plan.threads = value()?.parse()?,
                "--child" => plan.is_child = true,
                other if other.starts_with("--") => return Err(format!("what is {other}?").into()),
                _ => plan.models.push(argument),
            }
        }
        if plan.models.is_empty() || plan.rounds == 0 || plan.batches.contains(&0) {
            return Err("usage: prefill MODEL.gguf... (see the first lines of the source)".into());
        }
        Ok(plan)
    }

    fn largest_batch(&self) -> usize {
        self.batches.iter().copied().max().unwrap_or(1)
    }
}

// ------------------------------------------------------------------ the child

/// A loaded model with one setting.
struct Bench<'model> {
    context: LlamaContext<'model>,
    batch: LlamaBatch<'model>,
    tokens: Vec<LlamaToken>,
}

impl<'model> Bench<'model> {
    fn new(
        backend: &LlamaBackend,
        model: &'model LlamaModel,
        plan: &Plan,
        attention: &str,
    ) -> Fallible<Bench<'model>> {
        let largest = plan.largest_batch() as u32;
        let length = (plan.tokens + plan.written + 256) as u32;
        let parameters = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(length))
            .with_n_batch(largest)
            .with_n_ubatch(largest)
            .with_n_threads(plan.threads)
            .with_n_threads_batch(plan.threads)
            .with_flash_attention_policy(i32::from(attention == "on"))
            .with_no_perf(true);
        let text = SENTENCE.repeat(plan.tokens / 8);
        let mut tokens = model.vocab().tokenize(text.as_bytes(), false, false);
        tokens.truncate(plan.tokens);
        Ok(Bench {
            context: model.new_context(backend, parameters)?,
            batch: LlamaBatch::new(largest as usize, 1),
            tokens,
        })
    }

    fn decode(&mut self, start: usize, end: usize) -> Fallible<()> {
        self.batch.clear();
        let count = self.tokens.len();
        for at in start..end {
            let token = self
                .tokens
                .get(at % count)
                .copied()
                .unwrap_or(LlamaToken(0));
            let is_last = at + 1 == end;
            self.batch.add(token, at as i32, &[0], is_last)?;
        }
        self.context.decode(&mut self.batch)?;
        Ok(())
    }

    /// Nanoseconds of reading in batches of this size, and of writing behind it.
    fn measure(&mut self, size: usize, written: usize) -> Fallible<(u128, u128)> {
        self.context.clear_kv_cache();
        let length = self.tokens.len();
        let started = Instant::now();
        for start in (0..length).step_by(size) {
            self.decode(start, length.min(start + size))?;
        }
        let read = started.elapsed();
        let started = Instant::now();
        for at in length..length + written {
            self.decode(at, at + 1)?;
        }
        Ok((read.as_nanos(), started.elapsed().as_nanos()))
    }
}

/// Measures what the lines of standard input ask for: model, attention and size of batch.
fn serve(plan: &Plan) -> Fallible<()> {
    llama_cpp_2::send_logs_to_tracing(llama_cpp_2::LogOptions::default());
    let backend = LlamaBackend::init()?;
    let load =
        |path: &String| LlamaModel::load_from_file(&backend, path, &LlamaModelParams::default());
    let models: Vec<LlamaModel> = plan.models.iter().map(load).collect::<Result<_, _>>()?;
    let mut benches = Vec::new();
    for model in &models {
        for attention in &plan.attention {
            let mut bench = Bench::new(&backend, model, plan, attention)?;
            // Pages and caches are warm afterwards.
            bench.measure(plan.largest_batch(), 1)?;
            benches.push(bench);
        }
    }
    for line in stdin().lock().lines() {
        let line = line?;
        let (which, size) = line.split_once(' ').ok_or("which and how?")?;
        let bench = benches.get_mut(which.parse::<usize>()?).ok_or("which?")?;
        let (read, wrote) = bench.measure(size.parse()?, plan.written)?;
        writeln!(stdout(), "{read} {wrote}")?;
        stdout().flush()?;
    }
    Ok(())
}

// ----------------------------------------------------------------- the parent

/// A process that measures.
struct Running {
    name: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Running {
    fn start(executable: &str, spins: &str, name: String) -> Fallible<Running> {
        let mut child = Command::new(executable)
            .args(std::env::args().skip(1))
            .arg("--child")
            .envs([("OMP_WAIT_POLICY", "passive"), ("GOMP_SPINCOUNT", spins)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Running {
            name,
            child,
            input,
            output,
        })
    }

    fn ask(&mut self, which: usize, size: usize) -> Fallible<(f64, f64)> {
        writeln!(self.input, "{which} {size}")?;
        self.input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let (read, wrote) = line.trim().split_once(' ').ok_or("it ended")?;
        Ok((read.parse()?, wrote.parse()?))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// One combination and what was measured of it, round by round: nanoseconds of reading and of
/// writing.
struct Row {
    name: String,
    process: usize,
    which: usize,
    size: usize,
    rounds: Vec<(f64, f64)>,
}

fn rows(plan: &Plan, processes: &[Running]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (process, running) in processes.iter().enumerate() {
        for (model, path) in plan.models.iter().enumerate() {
            for (setting, attention) in plan.attention.iter().enumerate() {
                for size in &plan.batches {
                    let file = path.rsplit('/').next().unwrap_or(path);
                    rows.push(Row {
                        name: format!("{file:<40} {attention:<9} {size:>5} {}", running.name),
                        process,
                        which: model * plan.attention.len() + setting,
                        size: *size,
                        rounds: Vec::new(),
                    });
                }
            }
        }
    }
    rows
}

#[allow(clippy::print_stdout, reason = "a program for a terminal")]
fn main() -> Fallible<()> {
    let plan = Plan::read(std::env::args().skip(1))?;
    if plan.is_child {
        return serve(&plan);
    }
    let mut processes = Vec::new();
    for (build, executable) in plan.executables.iter().enumerate() {
        for spins in &plan.spins {
            let name = format!("{spins:>11} {:>6}", build + 1);
            processes.push(Running::start(executable, spins, name)?);
        }
    }
    let mut rows = rows(&plan, &processes);
    for _ in 0..plan.rounds {
        for row in &mut rows {
            let running = processes.get_mut(row.process).ok_or("no process")?;
            row.rounds.push(running.ask(row.which, row.size)?);
        }
    }
    println!(
        "{} tokens read, {} written behind them, {} threads, medians of {} rounds",
        plan.tokens, plan.written, plan.threads, plan.rounds
    );
    println!(
        "{:<40} attention batch {:>11} {:>6} {:>10} {:>7} {:>10} {:>7}",
        "file", "spins", "build", "read tok/s", "times", "wrote t/s", "times"
    );
    let first = rows
        .first()
        .map(|row| row.rounds.clone())
        .unwrap_or_default();
    for row in &rows {
        let times = |of: fn(&(f64, f64)) -> f64| {
            let pairs = first.iter().zip(&row.rounds);
            median(pairs.map(|(first, own)| of(first) / of(own)))
        };
        let speed = |count: usize, nanos: f64| count as f64 / nanos * 1e9;
        println!(
            "{} {:>10.0} {:>7.2} {:>10.1} {:>7.2}",
            row.name,
            speed(plan.tokens, median(row.rounds.iter().map(|one| one.0))),
            times(|one| one.0),
            speed(plan.written, median(row.rounds.iter().map(|one| one.1))),
            times(|one| one.1),
        );
    }
    Ok(())
}
