//! Plain text for people: readable without colour.

use app::words;
use app::{
    BatchPhase, BatchProgress, BatchSummary, DocumentSummary, ImportOutcome, ModelFit, ModelSpeed,
    ModelSummary, QuestionSet, Scale, SearchedInVain, Skipped,
};
use contract::AnswerBody;
use lab::bench::{BenchSummary, Failure, causes};
use lab::{RecallShare, RecallSummary};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::PathBuf;

/// A response (docs/contract.md): values, each with its quote and place, then flags. By its JSON, so
/// that one reads the same whichever process gave it.
pub fn response(response: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut out = String::new();
    if let Some(message) = response["message"].as_str() {
        let _ = writeln!(out, "{message}");
    }
    for value in values(response) {
        let _ = writeln!(out, "{value}");
    }
    for citation in response["citations"].as_array().into_iter().flatten() {
        let (first, last) = (&citation["line_start"], &citation["line_end"]);
        let lines = if first == last {
            format!("line {first}")
        } else {
            format!("lines {first}-{last}")
        };
        let (quote, title) = (text(&citation["quote"]), text(&citation["document_title"]));
        let page = &citation["page_number"];
        let _ = writeln!(out, "  \"{quote}\"\n  {title}, page {page}, {lines}");
    }
    let texts =
        |list: &Value| -> Vec<String> { list.as_array().into_iter().flatten().map(text).collect() };
    for caveat in texts(&response["answer"]["caveats"]) {
        let _ = writeln!(out, "note: {caveat}");
    }
    let flags = texts(&response["flags"]);
    if !flags.is_empty() {
        let _ = writeln!(out, "flags: {}", flags.join("; "));
    }
    let [answer_type, decision] = ["answer_type", "decision"].map(|name| text(&response[name]));
    let _ = writeln!(out, "type {answer_type}, decision {decision}");
    let _ = writeln!(out, "record {}", text(&response["record_id"]));
    out
}

/// The values of a response in words; none where there is no answer.
pub fn values(response: &Value) -> Vec<String> {
    let answer = AnswerBody::deserialize(&response["answer"]).ok();
    let answer_type = response["answer_type"].as_str().unwrap_or_default();
    let items = answer.iter().flat_map(|answer| &answer.items);
    items
        .map(|item| words::value(&item.value, answer_type))
        .collect()
}

/// What was searched and read in vain, and what came nearest.
pub fn searched(searched: &SearchedInVain) -> String {
    let mut out = format!(
        "of {} passages {} searched by words, {} by meaning, {} read\n",
        searched.passages, searched.by_words, searched.by_meaning, searched.read
    );
    for passage in &searched.nearest {
        let title = passage
            .document_title
            .as_deref()
            .unwrap_or("a removed document");
        let page = passage
            .page
            .map_or_else(String::new, |page| format!("page {page}, "));
        let lines = words::lines(passage.first_line, passage.last_line);
        let _ = writeln!(out, "nearest: {title}, {page}{lines}");
    }
    out
}

/// A beginning of an id that a person can type.
fn short(id: &str) -> &str {
    id.get(..12).unwrap_or(id)
}

pub fn imports(outcomes: &[ImportOutcome]) -> String {
    let mut out = String::new();
    for outcome in outcomes {
        let document = &outcome.document;
        let state = if outcome.already_there {
            "already there"
        } else {
            "added"
        };
        let _ = writeln!(
            out,
            "{} {state}: {} ({} pages, {} lines)",
            short(&document.id),
            document.title,
            document.pages,
            document.lines
        );
        if let Some(name) = &outcome.other_name {
            let _ = writeln!(
                out,
                "  note: {name} has the same bytes: one document, with both names"
            );
        }
        for warning in &document.warnings {
            let _ = writeln!(out, "  note: {warning}");
        }
    }
    out
}

/// How an import of several files ended: `9 added, 2 already there, 1 skipped, 1 failed`.
pub fn import_counts(outcomes: &[ImportOutcome], files: &[PathBuf], skipped: &[Skipped]) -> String {
    let there = outcomes.iter().filter(|one| one.already_there).count();
    let counts = [
        (outcomes.len() - there, "added"),
        (there, "already there"),
        (skipped.len(), "skipped"),
        (files.len() - outcomes.len(), "failed"),
    ];
    let told = counts.iter().filter(|(count, _)| *count > 0);
    let told: Vec<String> = told
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
    if told.is_empty() {
        return "nothing there can be imported".to_owned();
    }
    told.join(", ")
}

pub fn documents(documents: &[DocumentSummary]) -> String {
    if documents.is_empty() {
        return "no documents yet; `attest docs add PATH` adds one".into();
    }
    let mut out = String::new();
    for document in documents {
        let _ = write!(
            out,
            "{}  {:<9} {:>5} pages {:>7} lines  {}  {}{}",
            short(&document.id),
            document.media_type,
            document.pages,
            document.lines,
            document.imported_at,
            document.title,
            document
                .event_date
                .as_ref()
                .map_or_else(String::new, |date| format!("  of {date}"))
        );
        for (key, value) in &document.metadata {
            let _ = write!(out, "  {key}={value}");
        }
        if !document.collections.is_empty() {
            let _ = write!(out, "  in {}", document.collections.join(", "));
        }
        if !document.tags.is_empty() {
            let _ = write!(out, "  tagged {}", document.tags.join(", "));
        }
        if !document.other_names.is_empty() {
            let _ = write!(out, "  also named {}", document.other_names.join(", "));
        }
        out.push('\n');
    }
    out
}

pub fn document(document: &evidence::Document, with_lines: bool) -> String {
    let mut out = format!(
        "{}\nid {}\n{} pages, {} lines, {} sections\n",
        document.title,
        document.id,
        document.pages.len(),
        document.lines.len(),
        document.sections.len()
    );
    for warning in &document.warnings {
        let _ = writeln!(out, "note: {warning}");
    }
    if with_lines {
        for line in &document.lines {
            let _ = writeln!(out, "{:>6}  {}", line.number, line.text);
        }
    }
    out
}

pub fn hits(hits: &[vault::Hit]) -> String {
    if hits.is_empty() {
        return "nothing found".into();
    }
    let mut out = String::new();
    for hit in hits {
        let _ = writeln!(
            out,
            "{:.3}  {} {}, lines {}-{}",
            hit.similarity,
            short(&hit.document_id),
            hit.document_title,
            hit.first_line,
            hit.last_line
        );
        let first = hit
            .text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let _ = writeln!(out, "       {}", first.trim());
    }
    out
}

pub fn models(models: &[ModelSummary]) -> String {
    let mut out = String::new();
    for model in models {
        let entry = &model.entry;
        let _ = writeln!(
            out,
            "{:<32} {:>6} MiB  {:<8} {}{}{}",
            entry.name,
            entry.size_bytes >> 20,
            if model.present { "present" } else { "missing" },
            entry.purpose.join(","),
            if entry.default { " (default)" } else { "" },
            upon(model)
        );
    }
    out
}

/// What a model with an adapter stands on.
fn upon(model: &ModelSummary) -> String {
    let adapter = model.entry.adapter.as_ref();
    let told = adapter.map(|adapter| match adapter.scale {
        Scale::WHOLE => format!(" (adapter upon {})", adapter.base),
        scale => format!(" (adapter upon {}, {scale} of it)", adapter.base),
    });
    told.unwrap_or_default()
}

pub fn fit(fit: &ModelFit) -> String {
    let mebibytes = |bytes: u64| bytes >> 20;
    let mut out = format!(
        "{} needs about {} MiB at {} tokens of context\n",
        fit.name,
        mebibytes(fit.needed_bytes),
        fit.context_tokens
    );
    match (fit.available_bytes, fit.largest_context_tokens) {
        (Some(available), Some(largest)) => {
            let words = if fit.needed_bytes <= available {
                "it fits"
            } else {
                "it will not load"
            };
            let _ = writeln!(out, "{} MiB are free: {words}", mebibytes(available));
            let _ = writeln!(out, "largest context that fits: {largest} tokens");
        }
        _ => out.push_str("this system does not say how much memory is free\n"),
    }
    out
}

pub fn speed(name: &str, speed: &ModelSpeed) -> String {
    let mut out = format!(
        "{name}, {} threads\nloaded in {} ms\nreads  {:.1} tokens/s ({} tokens)\n",
        speed.threads, speed.load_ms, speed.prefill_tokens_per_second, speed.prompt_tokens
    );
    if let Some(written) = speed.decode_tokens_per_second {
        let _ = writeln!(out, "writes {written:.1} tokens/s");
    }
    out
}

pub fn records(records: &[vault::Record]) -> String {
    let mut out = String::new();
    for record in records {
        let decision = record
            .body
            .get("decision")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let _ = writeln!(
            out,
            "{:>6}  {}  {}  {:<8} {decision}",
            record.sequence, record.id, record.time, record.kind
        );
    }
    if out.is_empty() {
        "no records yet".into()
    } else {
        out
    }
}

/// A batch that ended.
pub fn batch(summary: &BatchSummary) -> String {
    let mut out = format!(
        "{} documents x {} questions: {} of {} cells done",
        summary.documents, summary.questions, summary.done, summary.cells
    );
    if summary.resumed > 0 {
        let _ = write!(out, " ({} by earlier runs)", summary.resumed);
    }
    let _ = writeln!(
        out,
        "\n{} answered, {} not found, {} failed",
        summary.answered, summary.not_found, summary.failed
    );
    if let Some(path) = &summary.out {
        let _ = writeln!(out, "written to {path}");
    }
    let _ = writeln!(out, "batch {}", summary.batch_id);
    out
}

/// The sets of questions, a line each.
pub fn question_sets(sets: &[QuestionSet]) -> String {
    let mut out = String::new();
    for set in sets {
        let file = set.file.as_deref().unwrap_or("comes with the program");
        let _ = writeln!(
            out,
            "{:<12} {:>2} questions  {:<20} {file}",
            set.name, set.questions, set.title
        );
    }
    out
}

/// Where a batch stands, in a line.
pub fn batch_progress(progress: &BatchProgress) -> String {
    let (done, total) = (progress.done, progress.total);
    let document = &progress.document;
    match progress.phase {
        BatchPhase::Begin => {
            let to_ask = total.saturating_sub(done);
            match progress.remaining_seconds {
                _ if to_ask == 0 => "every cell is done: nothing is asked".to_owned(),
                Some(seconds) => format!(
                    "{to_ask} cells to ask: about {}, judged by the last answers here; \
                     documents that are new are read first",
                    duration(seconds)
                ),
                None => {
                    format!("{to_ask} cells to ask; how long that takes is known after the first")
                }
            }
        }
        BatchPhase::Read => format!("reading {done}/{total}  {document}"),
        BatchPhase::Write => format!("writing {done}/{total}"),
        BatchPhase::Ask => {
            let rate = match (progress.per_minute, progress.remaining_seconds) {
                (Some(rate), Some(seconds)) => {
                    format!(", {rate:.1} cells a minute, {} left", duration(seconds))
                }
                _ => String::new(),
            };
            format!("asking {done}/{total}{rate}  {document}")
        }
    }
}

/// Seconds as people say them.
fn duration(seconds: u64) -> String {
    match seconds {
        0..=89 => format!("{seconds} s"),
        90..=5_399 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

/// Failures of one kind and cause that are named.
const NAMED_FAILURES: usize = 5;

/// Of a failure's detail that many are shown; `--json` has all.
const DETAIL_CHARACTERS: usize = 120;

/// A bench: counts, times, and the failures by cause.
/// Recall as tables: what is shown, and at which place each retriever has it.
pub fn recall(summary: &RecallSummary) -> String {
    let mut out = format!(
        "{:<44} {:>5} {:>8} {:>6} {:>7}",
        "gold evidence", "cases", "readable", "shown", "in part"
    );
    let mut row = |name: &str, share: &RecallShare| {
        let _ = write!(
            out,
            "\n{name:<44} {:>5} {:>8.3} {:>6.3} {:>7.3}",
            share.cases, share.readable, share.shown, share.shown_in_part
        );
    };
    row("all", &summary.all);
    for (name, share) in summary.by_type.iter().chain(&summary.by_source) {
        row(name, share);
    }
    let _ = write!(out, "\n\nall gold evidence among the first chunks of");
    for (retriever, at) in &summary.all.at {
        let _ = write!(out, "\n{retriever:<12}");
        for (place, share) in at {
            let _ = write!(out, "  {}: {share:.3}", place.trim_start_matches('0'));
        }
    }
    let _ = write!(
        out,
        "\n\nretrieval takes {} ms (median); {} ms in all",
        summary.median_retrieve_ms, summary.total_ms
    );
    out
}

pub fn bench(summary: &BenchSummary) -> String {
    let mut out = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(out, "{name:<34} {value}");
    };
    row("engine", summary.engine.clone());
    row("vocabulary", summary.vocabulary.clone());
    row("white space", summary.whitespace.clone());
    row("order of keys", summary.key_order.clone());
    row("threads", summary.threads.to_string());
    row("schemas", summary.schemas.to_string());
    row("  with instances", summary.with_tests.to_string());
    row("passing", share(summary.passing, summary.schemas));
    row(
        "  with instances",
        share(summary.passing_with_tests, summary.with_tests),
    );
    for (name, count) in [
        ("compile errors", summary.compile_errors),
        ("rightly unsatisfiable", summary.unsatisfiable),
        ("a valid instance refused", summary.valid_refused),
        (
            "  only for its canonical form",
            summary.valid_refused_canonical_form,
        ),
        ("an invalid instance accepted", summary.invalid_accepted),
        (
            "  not explained by the report",
            summary.invalid_accepted_unexplained,
        ),
        ("wrong after the validator", summary.wrong_after_validator),
        (
            "  and for canonical form only",
            summary.wrong_after_validator_canonical_form,
        ),
        ("over a limit", summary.over_limit),
        ("differing from llama.cpp", summary.differing),
        ("crashes", summary.crashes),
        ("timeouts", summary.timeouts),
        ("instances", summary.instances),
        ("masks", summary.masks),
    ] {
        row(name, count.to_string());
    }
    let _ = writeln!(
        out,
        "\n{:<20} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "", "avg", "p50", "p90", "p99", "max"
    );
    for (name, times) in [
        ("compile, ms", summary.compile_ms),
        ("to first mask, ms", summary.first_mask_ms),
        ("mask, us", summary.mask_us),
    ] {
        let _ = writeln!(
            out,
            "{name:<20} {:>10.3} {:>10.3} {:>10.3} {:>10.3} {:>10.3}",
            times.avg, times.p50, times.p90, times.p99, times.max
        );
    }
    failures(summary, &mut out);
    for file in &summary.skipped_files {
        let _ = writeln!(out, "skipped, no schema with tests: {file}");
    }
    out
}

/// `3 (75.0 %)`.
fn share(part: usize, whole: usize) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{part} ({percent:.1} %)")
}

fn failures(summary: &BenchSummary, out: &mut String) {
    let mut causes: Vec<_> = causes(summary).into_iter().collect();
    causes.sort_by_key(|((kind, _), count)| (*kind, std::cmp::Reverse(*count)));
    if !causes.is_empty() {
        out.push_str("\nfailures by cause\n");
    }
    for ((kind, cause), count) in causes {
        let named = if cause.is_empty() { "-" } else { &cause };
        let _ = writeln!(out, "{count:>6}  {}: {named}", kind.words());
        let same = |one: &&Failure| one.kind == kind && one.keywords.join(", ") == cause;
        for failure in summary.failures.iter().filter(same).take(NAMED_FAILURES) {
            let detail: String = failure.detail.chars().take(DETAIL_CHARACTERS).collect();
            let _ = writeln!(out, "          {}: {detail}", failure.id);
        }
        if count > NAMED_FAILURES {
            let _ = writeln!(out, "          and {} more", count - NAMED_FAILURES);
        }
    }
}
