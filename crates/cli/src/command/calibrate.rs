//! `attest calibrate`.

use crate::arguments::Calibrate;
use crate::global::Global;
use crate::plain::say;
use app::{AppError, Control, read_cases, read_text, write_text};
use lab::EvaluationRequest;

pub fn run(global: &Global, given: &Calibrate) -> Result<u8, AppError> {
    let cases = read_cases(&given.cases)?;
    let predictions = match &given.predictions {
        Some(path) => read_cases(path)?,
        None => ask_cases(global, given)?,
    };
    let (calibration, report) = lab::calibrate(&cases, &predictions, &given.name)?;
    write_text(&given.out, &calibration.print())?;
    global.print(&report, |report| {
        format!("{:#}", serde_json::to_value(report).unwrap_or_default())
    });
    Ok(0)
}

/// Asks the cases, keeping the predictions beside the calibration.
fn ask_cases(global: &Global, given: &Calibrate) -> Result<String, AppError> {
    let out = given.out.with_extension("predictions.jsonl");
    let service = global.service(true)?;
    let request = EvaluationRequest {
        cases: given.cases.clone(),
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
