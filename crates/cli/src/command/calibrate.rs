//! `attest calibrate`.

use crate::arguments::Calibrate;
use crate::global::Global;
use crate::plain::say;
use app::{AppError, Calibration, Control, read_cases, read_text, write_text};
use lab::{EvaluationRequest, Gain};
use std::path::{Path, PathBuf};

pub fn run(global: &Global, given: &Calibrate) -> Result<u8, AppError> {
    let path = match &given.cases {
        Some(cases) => cases.clone(),
        None => reviewed(global, &given.out)?,
    };
    let cases = read_cases(&path)?;
    let predictions = match &given.predictions {
        Some(path) => read_cases(path)?,
        None => ask_cases(global, given, &path)?,
    };
    let in_use = Calibration::built_in();
    let (calibration, report) = lab::calibrate(&cases, &predictions, &given.name, in_use)?;
    say(&in_words(&report.gain));
    let is_taken = !given.from_reviews || given.without_gain || report.gain.right > 0.0;
    if is_taken {
        write_text(&given.out, &calibration.print())?;
        if given.from_reviews {
            say(&format!(
                "hint: --calibration {} answers by it",
                given.out.display()
            ));
        }
    } else {
        say(&format!(
            "note: it makes no case right that was not before, so {} is not written",
            given.out.display()
        ));
        say("hint: --without-gain writes it all the same");
    }
    global.print(&report, |report| {
        format!("{:#}", serde_json::to_value(report).unwrap_or_default())
    });
    Ok(0)
}

/// What the fit is worth, before it is taken.
fn in_words(gain: &Gain) -> String {
    let told = |outcomes: &lab::Outcomes| {
        format!(
            "{:.1} right, {:.1} answered wrongly, {:.1} answered that cannot be",
            outcomes.right, outcomes.answered_wrong, outcomes.false_answers
        )
    };
    format!(
        "as the program ships: {}\nfitted, on documents it has not seen: {}",
        told(&gain.before),
        told(&gain.after)
    )
}

/// Writes what people said of answers as cases, beside the calibration.
fn reviewed(global: &Global, out: &Path) -> Result<PathBuf, AppError> {
    let folder = out.with_extension("reviews");
    let exported = lab::export_reviews(&global.service(false)?, &folder)?;
    say(&format!(
        "{} reviewed answers over {} documents: {}",
        exported.count,
        exported.documents,
        exported.cases.display()
    ));
    Ok(exported.cases)
}

/// Asks the cases, keeping the predictions beside the calibration.
fn ask_cases(global: &Global, given: &Calibrate, cases: &Path) -> Result<String, AppError> {
    let out = given.out.with_extension("predictions.jsonl");
    let service = global.service_with(true, &[given.model.as_deref()])?;
    let request = EvaluationRequest {
        cases: cases.to_path_buf(),
        out: out.clone(),
        texts: None,
        model: given.model.clone(),
        limit: None,
        policy: None,
        calibration: None,
        explain: true,
        guess_types: false,
    };
    lab::evaluate(&service, &request, &mut |index, count, id| {
        say(&format!("{}/{count} {id}", index + 1));
        Control::Continue
    })?;
    read_text(&out)
}
