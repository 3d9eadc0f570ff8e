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
    /// SHA-256 of all of these but documents and questions.
    pub terms_sha256: String,
}

pub(super) struct PlannedDocument {
    pub path: PathBuf,
    /// SHA-256 of its bytes; none where they cannot be read.
    pub id: Option<String>,
    /// It is in the vault already, and its path only its name.
    pub stored: bool,
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

    /// What the documents are called in a table: their paths, without the
    /// folder that all of them lie in.
    pub fn short_names(&self) -> Vec<String> {
        let parents = self.documents.iter().map(|one| one.path.parent());
        let common = parents.reduce(|one, other| {
            one?.ancestors()
                .find(|folder| other.is_some_and(|other| other.starts_with(folder)))
        });
        let common = common.flatten().unwrap_or(Path::new(""));
        let short = |one: &PlannedDocument| {
            let short = one.path.strip_prefix(common).unwrap_or(&one.path);
            short.display().to_string()
        };
        self.documents.iter().map(short).collect()
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
        let count = paths.len().saturating_add(request.stored.len());
        if count == 0 || request.questions.is_empty() {
            let what = if count == 0 {
                "no document"
            } else {
                "no question"
            };
            return Err(AppError::input(
                format!("there is {what}, so the table has no cell"),
                "give at least one of each",
            ));
        }
        let cells = count.saturating_mul(request.questions.len());
        if cells > MAX_CELLS as usize {
            return Err(AppError::input(
                format!("the table would have {cells} cells; at most {MAX_CELLS} are asked"),
                "split the documents over several batches",
            ));
        }
        // What cannot be asked is refused before files are read.
        let questions = self.plan_questions(&request.questions, &request.common)?;
        let documents = paths.into_iter().map(|path| PlannedDocument {
            id: hash_file(&path),
            path,
            stored: false,
        });
        let documents = documents.chain(self.stored_documents(&request.stored)?);
        self.put_together(documents.collect(), questions, &request.common)
    }

    /// Documents of the vault, called by their titles.
    pub(super) fn stored_documents(
        &self,
        ids: &[String],
    ) -> Result<Vec<PlannedDocument>, AppError> {
        let titles = self.titles()?;
        let planned = ids.iter().map(|id| PlannedDocument {
            path: titles.get(id).map_or_else(|| id.into(), Into::into),
            id: Some(id.clone()),
            stored: true,
        });
        Ok(planned.collect())
    }

    /// The plan that asks these questions of these documents.
    pub(super) fn plan_of(
        &self,
        documents: Vec<PlannedDocument>,
        questions: &[super::BatchQuestion],
        common: &AskRequest,
    ) -> Result<Plan, AppError> {
        let questions = self.plan_questions(questions, common)?;
        self.put_together(documents, questions, common)
    }

    fn put_together(
        &self,
        documents: Vec<PlannedDocument>,
        questions: Vec<PlannedQuestion>,
        common: &AskRequest,
    ) -> Result<Plan, AppError> {
        let (sha256, terms_sha256) = self.hash_plan(common, &documents, &questions)?;
        Ok(Plan {
            documents,
            questions,
            sha256,
            terms_sha256,
        })
    }

    fn plan_questions(
        &self,
        questions: &[super::BatchQuestion],
        common: &AskRequest,
    ) -> Result<Vec<PlannedQuestion>, AppError> {
        let planned = questions.iter();
        planned
            .map(|question| self.plan_question(question, common))
            .collect()
    }

    fn plan_question(
        &self,
        question: &super::BatchQuestion,
        common: &AskRequest,
    ) -> Result<PlannedQuestion, AppError> {
        let request = AskRequest {
            question: question.question.clone(),
            answer_type: question.answer_type.clone(),
            answer_shape: question.answer_shape,
            schema: question.schema.clone(),
            labels: question.labels.clone(),
            ..common.clone()
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
        common: &AskRequest,
        documents: &[PlannedDocument],
        questions: &[PlannedQuestion],
    ) -> Result<(String, String), AppError> {
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
        let policy = common.policy.clone().unwrap_or_default();
        let built_in = Calibration::built_in();
        let calibration = common.calibration.as_ref().unwrap_or(built_in);
        let model = self.find_model(common.model.as_deref())?;
        // A server's model has a name and no hash; another server may go on with a batch.
        let model = if model.sha256.is_empty() {
            format!("served: {}", model.name)
        } else {
            model.identity()
        };
        let of = |documents: Vec<Value>, questions: Vec<Value>| {
            let plan = json!({
                "application": env!("CARGO_PKG_VERSION"),
                "documents": documents,
                "questions": questions,
                "model": model,
                "policy": policy.sha256(),
                "calibration": calibration.sha256(),
                "rates": common.rates,
            });
            sha256(plan.to_string().as_bytes())
        };
        Ok((of(documents, questions), of(Vec::new(), Vec::new())))
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
    fn documents_are_called_by_what_tells_them_apart() {
        let names = |paths: &[&str]| {
            let documents = paths.iter().map(|path| PlannedDocument {
                path: path.into(),
                id: None,
                stored: false,
            });
            let plan = Plan {
                documents: documents.collect(),
                questions: Vec::new(),
                sha256: String::new(),
                terms_sha256: String::new(),
            };
            plan.short_names()
        };
        assert_eq!(names(&["/in/a.txt"]), ["a.txt"]);
        assert_eq!(
            names(&["/in/a/1.txt", "/in/b/1.txt"]),
            ["a/1.txt", "b/1.txt"]
        );
        assert_eq!(names(&["/in/a.txt", "b.txt"]), ["/in/a.txt", "b.txt"]);
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
