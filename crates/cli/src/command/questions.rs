//! `attest questions`.

use crate::arguments::Questions;
use crate::global::Global;
use crate::text;
use app::AppError;
use serde_json::json;

pub fn run(global: &Global, questions: Questions) -> Result<u8, AppError> {
    let service = global.service(false)?;
    match questions {
        Questions::List => {
            global.print(&service.question_sets()?, |sets| text::question_sets(sets));
        }
        Questions::Show { name } => {
            let text = service.question_set_text(&name)?;
            global.print(&json!({ "name": name, "text": text }), |_| text.clone());
        }
    }
    Ok(0)
}
