//! `attest grammar`.

use crate::arguments::{Bench, BenchEngine, Grammar, KeyOrder, Whitespace};
use crate::exit;
use crate::global::Global;
use crate::plain::say;
use crate::text;
use app::{AppError, compile};
use app::{read_standard_input, read_text, write_text};
use lab::bench;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

pub fn run(global: &Global, grammar: Grammar) -> Result<u8, AppError> {
    match grammar {
        Grammar::Bench(bench) => run_bench(global, bench),
        Grammar::Compile {
            schema,
            out,
            report,
            whitespace,
            evidence,
        } => {
            let compiled =
                compile::compile_schema(&schema, style(whitespace), evidence.as_deref())?;
            if let Some(path) = report {
                write_text(&path, &format!("{:#}\n", json!(compiled.report)))?;
            }
            match out {
                Some(path) => write_text(&path, &compiled.gbnf)?,
                None => global.print(&compiled, |compiled| compiled.gbnf.clone()),
            }
            Ok(0)
        }
        Grammar::Check { grammar, instances } => {
            let texts = instances
                .iter()
                .map(|path| read_instance(path))
                .collect::<Result<Vec<_>, _>>()?;
            let verdicts = compile::check_grammar(&grammar, &texts)?;
            let refused = verdicts.iter().any(|verdict| !verdict.accepted);
            let value = json!({ "grammar": "accepted", "instances": verdicts });
            global.print(&value, |_| {
                let mut lines = vec![format!("{}: the grammar is sound", grammar.display())];
                lines.extend(instances.iter().zip(&verdicts).map(|(path, verdict)| {
                    let place = if verdict.accepted {
                        String::new()
                    } else {
                        format!(
                            " at byte {}, line {}, column {}",
                            verdict.byte, verdict.line, verdict.column
                        )
                    };
                    format!("{}: {}{place}", path.display(), verdict.reason)
                }));
                lines.join("\n")
            });
            Ok(if refused { exit::REFUSED } else { 0 })
        }
    }
}

fn run_bench(global: &Global, bench: Bench) -> Result<u8, AppError> {
    let request = bench::BenchRequest {
        paths: bench.paths,
        engine: match bench.engine {
            BenchEngine::Attest => bench::BenchEngine::Attest,
            BenchEngine::Llama => bench::BenchEngine::Llama,
            BenchEngine::Compare => bench::BenchEngine::Compare,
        },
        model: bench.model,
        form: form(bench.whitespace, bench.key_order),
        threads: global.threads.map(|threads| threads as usize),
        timeout: Duration::from_secs(bench.timeout_s),
        every: bench.every,
        masks: !bench.no_masks,
    };
    let told = AtomicUsize::new(0);
    let service = global.service_with(true, &[request.model.as_deref()])?;
    let on_note = |note: &str| say(&format!("note: {note}"));
    let summary = bench::bench(&service, &request, &on_note, &|progress| {
        // A line for every hundredth schema.
        let hundreds = progress.done / 100;
        if told.fetch_max(hundreds, Ordering::SeqCst) < hundreds {
            say(&format!("{}/{}", hundreds * 100, progress.total));
        }
    })?;
    if let Some(path) = bench.out {
        let json = serde_json::to_value(&summary).unwrap_or_default();
        write_text(&path, &format!("{json:#}\n"))?;
    }
    global.print(&summary, text::bench);
    Ok(0)
}

/// An instance file; one trailing newline is the file's, not the instance's.
fn read_instance(path: &Path) -> Result<String, AppError> {
    let mut text = if path == Path::new("-") {
        read_standard_input()?
    } else {
        read_text(path)?
    };
    if text.ends_with('\n') {
        text.pop();
    }
    Ok(text)
}

/// Foreign text may have its keys in any order.
fn form(whitespace: Whitespace, key_order: Option<KeyOrder>) -> bench::Form {
    let key_order = key_order.unwrap_or(match whitespace {
        Whitespace::Any => KeyOrder::Free,
        Whitespace::Spaced | Whitespace::Compact => KeyOrder::Definition,
    });
    bench::Form {
        whitespace: style(whitespace),
        key_order: match key_order {
            KeyOrder::Definition => grammar::KeyOrder::Definition,
            KeyOrder::Free => grammar::KeyOrder::Free,
        },
    }
}

fn style(whitespace: Whitespace) -> grammar::Whitespace {
    match whitespace {
        Whitespace::Spaced => grammar::Whitespace::Spaced,
        Whitespace::Compact => grammar::Whitespace::Compact,
        Whitespace::Any => grammar::Whitespace::Any,
    }
}
