//! Reviewed answers as a folder of cases: `cases.jsonl` in the form that
//! `attest eval`, `compare` and `calibrate` read, and the documents beside it.

use crate::prediction::{file_error, scored};
use app::{AppError, ReviewedCase, ReviewedCases, Service};
use contract::Descriptor;
use contract::descriptor::Comparison;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the file of cases.
pub(crate) const CASES: &str = "cases.jsonl";
/// Digits of a document's id before its name.
const ID_DIGITS: usize = 12;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// The file of cases.
    pub cases: PathBuf,
    /// How many there are.
    pub count: u32,
    /// Of them answerable.
    pub answerable: u32,
    /// Documents that were written.
    pub documents: u32,
    /// Rejected answers without a right value: no case.
    pub rejected: u32,
    /// Answers that people disagree about: no case.
    pub disputed: u32,
    /// Erased, about several documents, or about documents that are gone: no case.
    pub unusable: u32,
}

/// Writes the reviewed answers of a service into a folder, which is made where
/// it is missing. What stands there under the same names is replaced. The files
/// are in clear, also where the vault is encrypted; the person alone may read them (0600, and 0700 of a folder that is made).
///
/// # Errors
///
/// [`AppError::Input`] where no review says what is right; [`AppError::File`].
pub fn export_reviews(service: &Service, folder: &Path) -> Result<Exported, AppError> {
    let reviewed = service.reviewed_cases()?;
    check(&reviewed)?;
    export(service, &reviewed, folder)
}

/// Refuses reviews that say of no answer what is right.
pub(crate) fn check(reviewed: &ReviewedCases) -> Result<(), AppError> {
    if reviewed.cases.is_empty() {
        return Err(AppError::input(
            "no review says what is right",
            "confirm or correct answers: `attest review list` shows what waits",
        ));
    }
    Ok(())
}

/// Writes these cases into a folder.
pub(crate) fn export(
    service: &Service,
    reviewed: &ReviewedCases,
    folder: &Path,
) -> Result<Exported, AppError> {
    let documents = folder.join("documents");
    app::make_folder(&documents).map_err(|error| file_error(&documents, error))?;
    let mut written: BTreeMap<&str, String> = BTreeMap::new();
    let mut lines = String::new();
    for case in &reviewed.cases {
        let id = case.document_id.as_str();
        if !written.contains_key(id) {
            let name = file_name(case);
            let path = documents.join(&name);
            app::write_bytes(&path, &service.source_of(id)?)?;
            written.insert(id, name);
        }
        let name = written.get(id).map(String::as_str).unwrap_or_default();
        lines.push_str(&line(case, name).to_string());
        lines.push('\n');
    }
    let cases = folder.join(CASES);
    app::write_text(&cases, &lines)?;
    let answerable = reviewed.cases.iter().filter(|case| !case.values.is_empty());
    Ok(Exported {
        count: reviewed.cases.len() as u32,
        answerable: answerable.count() as u32,
        documents: written.len() as u32,
        rejected: reviewed.rejected,
        disputed: reviewed.disputed,
        unusable: reviewed.unusable,
        cases,
    })
}

/// A name of its own for each document, with its ending.
fn file_name(case: &ReviewedCase) -> String {
    let start: String = case.document_id.chars().take(ID_DIGITS).collect();
    let plain = |letter: char| {
        let fits = letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_' | ' ');
        if fits { letter } else { '_' }
    };
    format!(
        "{start}-{}",
        case.title.chars().map(plain).collect::<String>()
    )
}

fn line(case: &ReviewedCase, document: &str) -> Value {
    // Of a list the gold is its items.
    let is_list = Descriptor::of(&case.answer_type).comparison == Comparison::Items;
    let gold: Vec<Value> = case
        .values
        .iter()
        .map(|value| scored(value, &case.answer_type))
        .flat_map(|value| match value {
            Value::Array(items) if is_list => items,
            one => vec![one],
        })
        .collect();
    json!({
        "id": case.answer_id,
        "source": "reviews",
        "document": format!("documents/{document}"),
        "question": case.question,
        "answer_type": case.answer_type,
        "answerable": !case.values.is_empty(),
        "gold": gold,
        "gold_evidence": case.evidence,
        "notes": if case.conflict { "CONFLICT: a person confirmed both values" } else { "" },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(answer_type: &str, values: Vec<Value>) -> ReviewedCase {
        ReviewedCase {
            answer_id: "a".into(),
            document_id: "0123456789abcdef".into(),
            title: "../lease: 1.pdf".into(),
            question: "What?".into(),
            answer_type: answer_type.into(),
            values,
            evidence: vec![json!({ "line_start": 1, "line_end": 1, "quote": "q" })],
            conflict: false,
        }
    }

    #[test]
    fn a_case_has_the_form_of_an_evaluation() {
        let line = line(&case("text", vec![json!("Acme")]), "d.txt");
        assert_eq!(line["gold"], json!(["Acme"]));
        assert_eq!(line["answerable"], json!(true));
        assert_eq!(line["document"], json!("documents/d.txt"));
        assert_eq!(line["gold_evidence"][0]["quote"], json!("q"));
    }

    #[test]
    fn what_the_documents_do_not_hold_cannot_be_answered() {
        let line = line(&case("amount", Vec::new()), "d.txt");
        assert_eq!(
            (&line["answerable"], &line["gold"]),
            (&json!(false), &json!([]))
        );
    }

    #[test]
    fn the_gold_of_a_list_is_its_items() {
        let line = line(&case("list", vec![json!(["a", "b"])]), "d.txt");
        assert_eq!(line["gold"], json!(["a", "b"]));
    }

    #[test]
    fn a_name_stays_in_its_folder() {
        let name = file_name(&case("text", Vec::new()));
        assert_eq!(name, "0123456789ab-.._lease_ 1.pdf");
    }
}
