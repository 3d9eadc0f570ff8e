//! Holds and periods of retention, for `attest docs`, `attest audit` and `attest vault`.

use crate::arguments::{Hold, Release, Retention};
use crate::command::backup;
use crate::global::Global;
use app::proof::system_seed;
use app::{AppError, Due, Period, Service, Subject, Why};
use serde_json::json;
use std::fmt::Write as _;

/// `none` keeps for good.
const NONE: &str = "none";

pub fn hold(
    global: &Global,
    service: &Service,
    subject: &Subject,
    given: &Hold,
) -> Result<(), AppError> {
    let record = service.hold(
        subject,
        &why(&given.reason, given.by.as_deref()),
        system_seed,
    )?;
    done(global, "held", &record);
    Ok(())
}

pub fn release(
    global: &Global,
    service: &Service,
    subject: &Subject,
    given: &Release,
) -> Result<(), AppError> {
    let hold = given.hold.as_deref();
    let why = why(&given.reason, given.by.as_deref());
    let record = service.release(subject, hold, &why, system_seed)?;
    done(global, "released", &record);
    Ok(())
}

fn why(reason: &str, by: Option<&str>) -> Why {
    Why {
        reason: reason.to_owned(),
        by: by.map(str::to_owned),
    }
}

pub fn erase_answer(global: &Global, service: &Service, id: &str) -> Result<(), AppError> {
    let record = service.erase_answer(id)?;
    done(global, "erased", &record);
    backup::tell_destroyed(&service.known_keys()?);
    Ok(())
}

fn done(global: &Global, what: &str, record: &str) {
    global.print(&json!({ "record_id": record }), |_| {
        format!("{what}; record {record}")
    });
}

/// `attest vault retention`.
pub fn retention(global: &Global, service: &Service, given: Retention) -> Result<(), AppError> {
    match given {
        Retention::Set { documents, answers } => set(global, service, (documents, answers)),
        Retention::List => list(global, service),
        Retention::Due => {
            let due = service.due()?;
            global.print(&due, |due| {
                if due.is_empty() {
                    return "nothing is past its period".to_owned();
                }
                let held = due.iter().filter(|one| one.held_by.is_some()).count();
                let counts = format!("{} past their period, {held} of them held\n", due.len());
                lines(due) + &counts
            });
            Ok(())
        }
        Retention::Apply => {
            let applied = service.apply_retention()?;
            global.print(&applied, |applied| {
                let counts = format!(
                    "{} erased, {} held and left\n",
                    applied.erased.len(),
                    applied.held.len()
                );
                lines(&applied.erased) + &lines(&applied.held) + &counts
            });
            if !applied.erased.is_empty() {
                backup::tell_destroyed(&service.known_keys()?);
            }
            Ok(())
        }
    }
}

fn set(
    global: &Global,
    service: &Service,
    (documents, answers): (Option<String>, Option<String>),
) -> Result<(), AppError> {
    let period = |given: Option<String>, before: Option<Period>| match given.as_deref() {
        None => Ok(before),
        Some(NONE) => Ok(None),
        Some(period) => period.parse::<Period>().map(Some),
    };
    let mut retention = service.retention()?;
    retention.documents = period(documents, retention.documents)?;
    retention.answers = period(answers, retention.answers)?;
    let record = service.set_retention(retention)?;
    let due = service.due()?.len();
    let shown = json!({
        "documents": text_of(retention.documents), "answers": text_of(retention.answers),
        "record_id": record, "due": due,
    });
    global.print(&shown, |_| {
        let mut text = periods(retention);
        if due > 0 {
            let _ = writeln!(
                text,
                "{due} are past their period; nothing was erased: `attest vault retention due` lists them, \
                 `apply` erases them"
            );
        }
        text
    });
    Ok(())
}

fn list(global: &Global, service: &Service) -> Result<(), AppError> {
    let retention = service.retention()?;
    let holds = service.standing_holds()?;
    let shown = json!({
        "documents": text_of(retention.documents), "answers": text_of(retention.answers),
        "holds": holds,
    });
    global.print(&shown, |_| {
        let mut text = periods(retention);
        if holds.is_empty() {
            text.push_str("nothing is held\n");
        }
        for hold in &holds {
            let _ = writeln!(
                text,
                "hold {}  {}  over {}  {}{}",
                hold.record_id,
                hold.since,
                hold.subject,
                hold.reason.as_deref().unwrap_or("(reason erased)"),
                hold.by
                    .as_ref()
                    .map_or(String::new(), |by| format!(" ({by})"))
            );
        }
        text
    });
    Ok(())
}

fn text_of(period: Option<Period>) -> Option<String> {
    period.map(|period| period.to_string())
}

fn periods(retention: app::Periods) -> String {
    let text = |period| text_of(period).unwrap_or_else(|| "kept for good".to_owned());
    format!(
        "documents: {}\nanswers:   {}\n",
        text(retention.documents),
        text(retention.answers)
    )
}

fn lines(due: &[Due]) -> String {
    let mut text = String::new();
    for one in due {
        let what = match &one.subject {
            // The whole id: a removed document is in no list that would tell it.
            Subject::Document(id) => format!("document {id}"),
            Subject::Answer(id) => format!("answer {id}"),
        };
        let _ = write!(text, "{what}  {} to {}", one.since, one.kept_until);
        if let Some(title) = &one.title {
            let _ = write!(text, "  {title}");
        }
        if let Some(hold) = &one.held_by {
            let _ = write!(text, "  held by {hold}");
        }
        text.push('\n');
    }
    text
}
