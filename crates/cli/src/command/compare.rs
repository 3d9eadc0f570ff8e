//! `attest compare`.

use crate::arguments::{Compare, CompareCommand};
use crate::exit;
use crate::global::{Global, read_calibration};
use crate::interrupt::Interrupt;
use crate::plain::say;
use app::clock::{Clock, SystemClock};
use app::{AppError, Policy};
use lab::Exported;
use lab::compare::{
    self, Blind, CasesFrom, Choice, CompareSummary, Named, Ratings, Shown, Step, WantedComparison,
};
use lab::statistics::proportion::Proportion;
use serde_json::json;
use std::io::BufRead;
use std::path::Path;

pub fn run(global: &Global, given: Compare) -> Result<u8, AppError> {
    match given.command {
        Some(CompareCommand::Blind { dir, seed }) => blind(global, &dir, seed),
        Some(CompareCommand::Ratings { dir, seed }) => ratings(global, &dir, seed),
        None => ask(global, given),
    }
}

fn ask(global: &Global, given: Compare) -> Result<u8, AppError> {
    let settings = given.settings.iter().map(|one| setting(one));
    let named = Named {
        models: given.models,
        settings: settings.collect::<Result<_, _>>()?,
        as_shipped: given.as_shipped,
    };
    if named.settings.is_empty() && !named.as_shipped {
        say(
            "note: each model chooses itself (choose_with = \"model\"), so that the models are compared; \
             as the program ships, a reader chooses: --as-shipped compares that",
        );
    }
    let cases = given.cases.filter(|_| !given.gold_from_reviews);
    let wanted = WantedComparison {
        cases: cases.map_or(CasesFrom::Reviews, CasesFrom::File),
        named,
        out: given.out.unwrap_or_default(),
        calibration: read_calibration(given.calibration.as_deref())?,
        limit: given.limit,
        guess_types: given.guess_types,
        resume: given.resume,
        seed: given.seed,
    };
    let interrupt = Interrupt::watch();
    let now = || SystemClock::default().now();
    let summary = compare::compare(wanted, &|| global.service(false), &now, &mut |step| {
        tell(step);
        interrupt.control()
    })?;
    if !summary.finished {
        tell_stopped(&summary);
    }
    global.print(&summary, in_words);
    Ok(if summary.finished { 0 } else { exit::FAILED })
}

/// Says what is done next.
pub(super) fn tell(step: Step<'_>) {
    match step {
        Step::Gold(exported) => tell_gold(exported),
        Step::Read(document, done, total) => {
            say(&format!("reading {}/{total} {document}", done + 1));
        }
        Step::Ask(case, contestant, done, total) => {
            say(&format!("{}/{total} {case}: {contestant}", done + 1));
        }
        Step::Work => {}
    }
}

/// Says how far a comparison came that was stopped.
pub(super) fn tell_stopped(summary: &CompareSummary) {
    say(&format!(
        "stopped: {} of {} answers are done and kept",
        summary.done, summary.answers
    ));
    say("hint: the same command with --resume goes on with the next");
}

fn tell_gold(exported: &Exported) {
    say(&format!(
        "note: {} reviewed answers are cases; {} rejected, {} disputed and {} unusable ones are left out",
        exported.count, exported.rejected, exported.disputed, exported.unusable
    ));
}

/// `NAME=POLICY.toml`.
fn setting(given: &str) -> Result<(String, Policy), AppError> {
    let Some((name, file)) = given.split_once('=') else {
        return Err(AppError::input(
            format!("{given} is no setting"),
            "a setting is a name and a policy file: --setting NAME=POLICY.toml",
        ));
    };
    Ok((name.to_owned(), app::read_policy(Path::new(file))?))
}

fn share(share: &Proportion) -> String {
    match (share.share, share.interval) {
        (Some(value), Some(interval)) => format!(
            "{:.1} % ({} of {}; {:.1} to {:.1})",
            value * 100.0,
            share.count,
            share.of,
            interval.low * 100.0,
            interval.high * 100.0
        ),
        _ => "none of this kind".into(),
    }
}

/// Every contestant's figures, and of each pair whether they differ.
pub(super) fn in_words(summary: &CompareSummary) -> String {
    let Some(comparison) = &summary.comparison else {
        return String::new();
    };
    let mut lines = Vec::new();
    for one in &comparison.contestants {
        lines.push(one.contestant.name.clone());
        for (name, figure) in [
            ("right of all", &one.right),
            ("exactly right of the answerable", &one.exact),
            ("false answers to the unanswerable", &one.false_answers),
            ("valid quotes", &one.valid_citations),
            ("the answer model had a part in", &one.model_part.any),
        ] {
            lines.push(format!("  {name}: {}", share(figure)));
        }
        if let Some(seconds) = one.cost.median_seconds.value {
            lines.push(format!("  median seconds: {seconds:.2}"));
        }
    }
    for pair in &comparison.pairs {
        lines.push(format!(
            "{} against {}: {}",
            pair.first, pair.second, pair.verdict
        ));
    }
    lines.extend(
        summary
            .report
            .iter()
            .map(|report| format!("report: {report}")),
    );
    lines.join("\n")
}

/// The seed of the comparison in a folder, where no other was given.
fn seed_of(dir: &Path, seed: Option<u64>) -> Result<u64, AppError> {
    Ok(match seed {
        Some(seed) => seed,
        None => compare::read_comparison(dir)?.plan.seed,
    })
}

fn blind(global: &Global, dir: &Path, seed: Option<u64>) -> Result<u8, AppError> {
    let comparison = compare::read_comparison(dir)?;
    let seed = seed.unwrap_or(comparison.plan.seed);
    let mut blind = Blind::open(dir, &comparison, seed)?;
    let mut input = std::io::stdin().lock().lines();
    while let Some(shown) = blind.next() {
        show(&shown);
        let Some(choice) = read_choice(&mut input)? else {
            break;
        };
        blind.decide(choice, SystemClock::default().now())?;
    }
    let (decided, pairs) = (blind.decided(), blind.pairs());
    global.print(&json!({ "pairs": pairs, "decided": decided }), |_| {
        format!("{decided} of {pairs} pairs are decided")
    });
    Ok(0)
}

fn show(shown: &Shown) {
    say(&format!(
        "\n{} of {}: {}",
        shown.number, shown.of, shown.question
    ));
    say(&format!("({})", shown.document));
    for (name, (words, quotes)) in [("A", &shown.a), ("B", &shown.b)] {
        say(&format!("{name}: {words}"));
        for quote in quotes {
            say(&format!("   \u{201c}{quote}\u{201d}"));
        }
    }
}

/// The next choice on standard input; none for quit and at its end.
fn read_choice(
    input: &mut impl Iterator<Item = std::io::Result<String>>,
) -> Result<Option<Choice>, AppError> {
    loop {
        say("a, b, tie, neither, quit?");
        let Some(line) = input.next() else {
            return Ok(None);
        };
        let line = line.map_err(|error| AppError::File {
            path: "standard input".into(),
            error,
        })?;
        return Ok(Some(match line.trim().to_lowercase().as_str() {
            "a" => Choice::A,
            "b" => Choice::B,
            "tie" | "t" => Choice::Tie,
            "neither" | "n" => Choice::Neither,
            "quit" | "q" => return Ok(None),
            _ => continue,
        }));
    }
}

fn ratings(global: &Global, dir: &Path, seed: Option<u64>) -> Result<u8, AppError> {
    let ratings = compare::ratings(dir, seed_of(dir, seed)?)?;
    global.print(&ratings, ratings_in_words);
    Ok(0)
}

fn ratings_in_words(ratings: &Ratings) -> String {
    let mut lines = vec![format!(
        "{} decisions on {} questions; 400 points more are odds of ten to one",
        ratings.decisions, ratings.cases
    )];
    for one in &ratings.ratings {
        let interval = one.interval.map_or_else(
            || "no interval: too few decisions, or all alike".into(),
            |interval| format!("{:+.0} to {:+.0}", interval.low, interval.high),
        );
        lines.push(format!(
            "{:+.0} ({interval}) {}: won {}, lost {}, tied {}",
            one.points, one.contestant, one.won, one.lost, one.tied
        ));
    }
    lines.join("\n")
}
