//! `attest eval`.

use crate::arguments::Eval;
use crate::command::{Global, read_calibration, read_policy};
use app::{AppError, Control, EvaluationRequest};

pub fn run(global: &Global, eval: Eval) -> Result<u8, AppError> {
    let service = global.service(true)?;
    let request = EvaluationRequest {
        policy: read_policy(eval.policy.as_deref())?,
        calibration: read_calibration(eval.calibration.as_deref())?,
        cases: eval.cases,
        out: eval.out,
        texts: eval.texts,
        model: eval.model,
        limit: eval.limit,
        explain: eval.explain,
    };
    let summary = service.evaluate(&request, &mut |index, count, id| {
        eprintln!("{}/{count} {id}", index + 1);
        Control::Continue
    })?;
    global.print(&summary, |summary| {
        format!("{:#}", serde_json::to_value(summary).unwrap_or_default())
    });
    Ok(0)
}
