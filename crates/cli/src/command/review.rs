//! `attest review`.

use crate::arguments::{Review, Says};
use crate::exit::FAILED;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use app::clock::{Clock, SystemClock};
use app::{
    AppError, Correction, NewReview, Place, Queue, QueueEntry, QueueRequest, Service, Standing,
    Verdict,
};
use std::fmt::Write as _;
use std::path::Path;

pub fn run(global: &Global, review: Review) -> Result<u8, AppError> {
    let service = global.service(false)?;
    match review {
        Review::List {
            batch,
            all,
            second,
            reviewer,
            limit,
        } => {
            let request = QueueRequest {
                batch_id: batch,
                all,
                second_opinion_of: second.then(|| name(reviewer)),
                limit,
            };
            global.print(&service.review_queue(&request)?, queue);
        }
        Review::Accept { ids, says } => {
            give(global, &service, &ids, Verdict::Confirm, None, says)?;
        }
        Review::Reject { ids, says } => give(global, &service, &ids, Verdict::Reject, None, says)?,
        Review::Absent { ids, says } => give(global, &service, &ids, Verdict::Absent, None, says)?,
        Review::Correct {
            id,
            value,
            lines,
            quote,
            doc,
            says,
        } => {
            let (line_start, line_end) = range(&lines)?;
            let document_id = match doc {
                Some(doc) => doc,
                None => only_document(&service, &id)?,
            };
            let place = Place {
                document_id,
                line_start,
                line_end,
                quote,
            };
            let correction = Some(Correction { value, place });
            give(
                global,
                &service,
                &[id],
                Verdict::Correct,
                correction.as_ref(),
                says,
            )?;
        }
        Review::Show { id } => global.print(&service.standing(&id)?, standing),
        Review::Export { out } => {
            let exported = lab::export_reviews(&service, &out)?;
            global.print(&exported, |exported| {
                format!(
                    "{} cases, {} of them answerable, over {} documents: {}\n\
                     left out: {} rejected without a right value, {} disputed, {} that cannot be used",
                    exported.count,
                    exported.answerable,
                    exported.documents,
                    exported.cases.display(),
                    exported.rejected,
                    exported.disputed,
                    exported.unusable
                )
            });
        }
        Review::Training { out } => {
            let written = lab::export_training(&service, &out)?;
            global.print(&written, training);
        }
        Review::Gain {
            reader,
            training,
            out,
            without_gain,
            resume,
        } => {
            drop(service);
            return gain(global, (&reader, &training), &out, (without_gain, resume));
        }
    }
    Ok(0)
}

/// What was written to train on, and what is held out.
fn training(written: &lab::TrainingExport) -> String {
    let held_out = match &written.held_out {
        Some(held_out) => format!(
            "held out: {} cases over {} documents: {}",
            held_out.count,
            held_out.documents,
            held_out.cases.display()
        ),
        None => "held out: nothing, so no gain can be shown; review answers of more documents"
            .to_owned(),
    };
    format!(
        "to train on: {} cases, {} of them answerable, over {} documents: {}\n{held_out}\n\
         left out: {} of types that the reader does not choose, {} whose quote does not stand in the \
         document's lines",
        written.cases,
        written.answerable,
        written.documents,
        written.training.display(),
        written.other_types,
        written.unplaced
    )
}

/// Shows what a reader gains, and writes the policy that names it where it does.
fn gain(
    global: &Global,
    (reader, training): (&str, &Path),
    out: &Path,
    (without_gain, resume): (bool, bool),
) -> Result<u8, AppError> {
    let interrupt = Interrupt::watch();
    let now = || SystemClock::default().now();
    let folder = out.with_extension("gain");
    let gain = lab::reader_gain(
        (training, reader),
        (&folder, resume),
        &|| global.service(false),
        &now,
        &mut |step| {
            super::compare::tell(step);
            interrupt.control()
        },
    )?;
    if !gain.compared.finished {
        super::compare::tell_stopped(&gain.compared);
        return Ok(FAILED);
    }
    global.print(&gain, |gain| super::compare::in_words(&gain.compared));
    if gain.is_better || without_gain {
        app::write_text(out, &gain.policy.print())?;
        say(&format!(
            "hint: --policy {} answers with the reader {reader}",
            out.display()
        ));
    } else {
        say(&format!(
            "note: it is not shown to be right more often, so {} is not written",
            out.display()
        ));
        say("hint: --without-gain writes it all the same");
    }
    Ok(0)
}

fn give(
    global: &Global,
    service: &Service,
    ids: &[String],
    verdict: Verdict,
    correction: Option<&Correction>,
    says: Says,
) -> Result<(), AppError> {
    let reviewer = name(says.reviewer);
    let mut given = Vec::new();
    for id in ids {
        given.push(service.review(&NewReview {
            answer_id: id.clone(),
            verdict,
            reviewer: reviewer.clone(),
            reason: says.reason.clone(),
            correction: correction.cloned(),
        })?);
    }
    global.print(&given, |given| {
        let lines = given.iter().map(line);
        lines.collect::<Vec<_>>().join("\n")
    });
    Ok(())
}

/// The name that was given, else that of the person at this machine; empty
/// where there is none, which the service refuses.
fn name(given: Option<String>) -> String {
    let variables = ["ATTEST_REVIEWER", "USER", "LOGNAME", "USERNAME"];
    let known = || variables.iter().find_map(|name| std::env::var(name).ok());
    given.or_else(known).unwrap_or_default()
}

/// `12` or `12-14`.
fn range(lines: &str) -> Result<(u32, u32), AppError> {
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) => Ok((first, last)),
        _ => Err(AppError::input(
            format!("{lines:?} are no lines"),
            "write --lines 12 or --lines 12-14; `attest docs show ID --text` numbers them",
        )),
    }
}

fn only_document(service: &Service, id: &str) -> Result<String, AppError> {
    let documents = service.outcome(id)?.document_ids;
    match documents.as_slice() {
        [only] => Ok(only.clone()),
        _ => Err(AppError::input(
            "several documents were asked",
            "say with --doc in which the value stands",
        )),
    }
}

fn queue(queue: &Queue) -> String {
    let mut out = format!(
        "{} wait, {:.1} of them expected to be wrong; {} reviewed\n",
        queue.waiting, queue.expected_errors, queue.reviewed
    );
    for entry in &queue.entries {
        let _ = writeln!(out, "\n{}", entry_lines(entry));
    }
    if !queue.entries.is_empty() {
        out.push_str(
            "\n`attest review accept ID`, `correct ID --value V --lines N`, `reject ID`, `absent ID`\n",
        );
    }
    out
}

fn entry_lines(entry: &QueueEntry) -> String {
    let state = entry.state.words();
    let sure = entry.probability.map_or_else(
        || "no probability".to_owned(),
        |right| format!("right with {:.0} %", right * 100.0),
    );
    format!(
        "{}  {state}, {sure}\n  {}\n  {}: {}",
        entry.answer_id,
        entry.question,
        entry.documents.join(", "),
        entry.value.as_deref().unwrap_or("no value")
    )
}

fn line(review: &app::Review) -> String {
    let mut line = format!(
        "{}: {} by {}",
        review.answer_id,
        said(review.verdict),
        review.reviewer
    );
    if let Some(words) = &review.words {
        let _ = write!(line, ": {words}");
    }
    if let Some(place) = &review.place {
        let _ = write!(
            line,
            " (lines {} to {}: {})",
            place.line_start, place.line_end, place.quote
        );
    }
    if let Some(reason) = &review.reason {
        let _ = write!(line, "; {reason}");
    }
    if review.erased {
        line.push_str("; what was written was erased");
    }
    format!("{line}; record {}", review.record_id)
}

fn said(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Confirm => "confirmed",
        Verdict::Correct => "corrected",
        Verdict::Reject => "rejected",
        Verdict::Absent => "not in the documents",
    }
}

/// What was said, with where people differ.
fn standing(standing: &Standing) -> String {
    let mut lines: Vec<String> = standing.reviews.iter().map(line).collect();
    lines.push(match &standing.settled {
        _ if standing.disputed => "disputed: people say different things".to_owned(),
        Some(review) => format!("holds: {}", said(review.verdict)),
        None => "nobody has said anything yet".to_owned(),
    });
    lines.join("\n")
}
