//! `attest eval`.

use crate::arguments::Eval;
use crate::global::{Global, policy_of, read_calibration, reader_of};
use crate::plain::say;
use crate::text;
use app::{AppError, Control};
use lab::EvaluationRequest;

pub fn run(global: &Global, eval: Eval) -> Result<u8, AppError> {
    let policy = policy_of(&eval.numbers)?;
    let named = [eval.model.as_deref(), reader_of(policy.as_ref())];
    let service = global.service_with(!eval.keep, &named)?;
    let request = EvaluationRequest {
        policy,
        calibration: read_calibration(eval.numbers.calibration.as_deref())?,
        cases: eval.cases,
        out: eval.out,
        texts: eval.texts,
        model: eval.model,
        limit: eval.limit,
        explain: eval.explain,
        guess_types: eval.guess_types,
    };
    let mut tell = |index: usize, count: usize, id: &str| {
        say(&format!("{}/{count} {id}", index + 1));
        Control::Continue
    };
    if eval.recall {
        let summary = lab::evaluate_recall(&service, &request, &mut tell)?;
        global.print(&summary, text::recall);
        return Ok(0);
    }
    let summary = lab::evaluate(&service, &request, &mut tell)?;
    global.print(&summary, |summary| {
        format!("{:#}", serde_json::to_value(summary).unwrap_or_default())
    });
    Ok(0)
}
