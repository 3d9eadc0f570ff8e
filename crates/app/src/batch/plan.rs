//! What a batch asks of what, and the hash by which it is found again.

use super::request::{BatchRequest, MAX_CELLS};
use crate::error::AppError;
use crate::file::Walk;
use crate::request::AskRequest;
use crate::service::Service;
use contract::AnswerType;
use engine::file::open_regular;
use evidence::reader::ReadLimits;
use pipeline::calibration::Calibration;
use pipeline::hash::sha256;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Deepest folder that is looked into.
const MAX_DEPTH: u32 = 32;

pub(super) struct Plan {
    pub documents: Vec<PlannedDocument>,
    pub questions: Vec<PlannedQuestion>,
    /// SHA-256 of documents, questions, model, policy, calibration, rates and
    /// program version.
    pub sha256: String,
}

pub(super) struct PlannedDocument {
    pub path: PathBuf,
    /// SHA-256 of its bytes; none where they cannot be read.
    pub id: Option<String>,
}

pub(super) struct PlannedQuestion {
    pub id: String,
    pub request: AskRequest,
    pub answer_type: AnswerType,
}

impl Plan {
    /// How many cells; at most [`MAX_CELLS`].
    pub fn cells(&self) -> u32 {
        (self.documents.len() * self.questions.len()) as u32
    }
}

impl PlannedDocument {
    /// As the caller named it.
    pub fn shown(&self) -> String {
        self.path.display().to_string()
    }
}

impl Service {
    /// Checks every question and hashes every document.
    pub(super) fn plan_batch(&self, request: &BatchRequest) -> Result<Plan, AppError> {
        let paths = expand(&request.documents)?;
        if paths.is_empty() || request.questions.is_empty() {
            let what = if paths.is_empty() {
                "no document"
            } else {
                "no question"
            };
            return Err(AppError::input(
                format!("there is {what}, so the table has no cell"),
                "give at least one of each",
            ));
        }
        let cells = paths.len().saturating_mul(request.questions.len());
        if cells > MAX_CELLS as usize {
            return Err(AppError::input(
                format!("the table would have {cells} cells; at most {MAX_CELLS} are asked"),
                "split the documents over several batches",
            ));
        }
        let questions = request
            .questions
            .iter()
            .map(|question| self.plan_question(question, request))
            .collect::<Result<Vec<_>, _>>()?;
        let documents: Vec<PlannedDocument> = paths
            .into_iter()
            .map(|path| PlannedDocument {
                id: hash_file(&path),
                path,
            })
            .collect();
        let sha256 = self.hash_plan(request, &documents, &questions)?;
        Ok(Plan {
            documents,
            questions,
            sha256,
        })
    }

    fn plan_question(
        &self,
        question: &super::BatchQuestion,
        batch: &BatchRequest,
    ) -> Result<PlannedQuestion, AppError> {
        let request = AskRequest {
            question: question.question.clone(),
            answer_type: question.answer_type.clone(),
            answer_shape: question.answer_shape,
            schema: question.schema.clone(),
            labels: question.labels.clone(),
            ..batch.common.clone()
        };
        let planned = self
            .plan_with(&request, Vec::new())
            .map_err(|error| AppError::Input {
                message: format!("question {}: {error}", question.id),
                help: error.help(),
            })?;
        Ok(PlannedQuestion {
            id: question.id.clone(),
            request,
            answer_type: planned.answer_type,
        })
    }

    fn hash_plan(
        &self,
        request: &BatchRequest,
        documents: &[PlannedDocument],
        questions: &[PlannedQuestion],
    ) -> Result<String, AppError> {
        let documents: Vec<Value> = documents
            .iter()
            .map(|document| match &document.id {
                Some(id) => json!(id),
                None => json!({ "unreadable": document.shown() }),
            })
            .collect();
        let questions: Vec<Value> = questions
            .iter()
            .map(|question| {
                json!({ "id": question.id, "question": question.request.question,
                        "type": question.answer_type.name, "shape": question.answer_type.shape,
                        "schema": question.answer_type.value_schema, "labels": question.request.labels })
            })
            .collect();
        let common = &request.common;
        let policy = common.policy.clone().unwrap_or_default();
        let built_in = Calibration::built_in();
        let calibration = common.calibration.as_ref().unwrap_or(built_in);
        let plan = json!({
            "application": env!("CARGO_PKG_VERSION"),
            "documents": documents,
            "questions": questions,
            "model": self.find_model(common.model.as_deref())?.sha256,
            "policy": policy.sha256(),
            "calibration": calibration.sha256(),
            "rates": common.rates,
        });
        Ok(sha256(plan.to_string().as_bytes()))
    }
}

/// Files as they are, folders as their files in order of their paths.
fn expand(paths: &[PathBuf]) -> Result<Vec<PathBuf>, AppError> {
    let walk = Walk {
        keep: &|_, _| true,
        max_depth: MAX_DEPTH,
        max_files: MAX_CELLS as usize,
        help: "split them over several batches",
    };
    walk.expand(paths)
}

/// SHA-256 of a file's bytes. None where it cannot be read, or is larger than
/// any document may be.
fn hash_file(path: &Path) -> Option<String> {
    let max_bytes = ReadLimits::default().max_bytes;
    let mut file = open_regular(path).ok()?.take(max_bytes + 1);
    let mut hasher = Sha256::new();
    let mut block = vec![0; 1 << 16];
    let mut size = 0_u64;
    loop {
        let count = file.read(&mut block).ok()?;
        if count == 0 {
            break;
        }
        size += count as u64;
        hasher.update(block.get(..count)?);
    }
    (size <= max_bytes).then(|| {
        hasher
            .finalize()
            .iter()
            .fold(String::new(), |mut id, byte| {
                let _ = write!(id, "{byte:02x}");
                id
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_its_files_in_order_without_hidden_ones() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.txt", "a.txt", ".hidden", "in/c.txt", ".git/d.txt"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, name).unwrap();
        }
        let alone = folder.path().join("a.txt");
        let files = expand(&[alone.clone(), folder.path().to_path_buf()]).unwrap();
        let names: Vec<String> = files
            .iter()
            .map(|path| {
                path.strip_prefix(folder.path())
                    .unwrap()
                    .display()
                    .to_string()
            })
            .collect();
        assert_eq!(names, ["a.txt", "a.txt", "b.txt", "in/c.txt"]);
    }

    #[test]
    fn a_file_is_known_by_its_bytes_and_one_that_cannot_be_read_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(
            hash_file(&path).as_deref(),
            Some("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        );
        assert_eq!(hash_file(&folder.path().join("none")), None);
        assert_eq!(hash_file(folder.path()), None);
    }
}
