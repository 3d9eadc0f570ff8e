//! `answers.jsonl`: the plan in the first line, then each answer as soon as it is there. What
//! a crash leaves is the answers that were finished, and perhaps the beginning of a line,
//! which is cut off.

use super::answer::{Answer, Plan};
use crate::prediction::file_error;
use app::AppError;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Its name in the folder of a comparison.
const FILE: &str = "answers.jsonl";

/// The file, held by this process alone.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

fn line<T: DeserializeOwned>(path: &Path, number: usize, text: &str) -> Result<T, AppError> {
    serde_json::from_str(text).map_err(|_| {
        AppError::input(
            format!("{}: line {number} is not of a comparison", path.display()),
            "another version of the program may have written it: begin anew with another --out",
        )
    })
}

/// Plan and answers of a comparison, in the order in which they came. An unfinished last
/// line does not count.
///
/// # Errors
///
/// [`AppError::File`]; [`AppError::Input`] for a file of another form.
pub fn read(folder: &Path) -> Result<(Plan, Vec<Answer>), AppError> {
    let path = folder.join(FILE);
    let text = app::read_cases(&path)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let text = text.get(..whole).unwrap_or_default();
    let mut lines = text.lines().zip(1..);
    let first = lines.next().map_or("", |(text, _)| text);
    let plan: Plan = line(&path, 1, first)?;
    let answers = lines.map(|(text, number)| line(&path, number, text));
    Ok((plan, answers.collect::<Result<_, _>>()?))
}

impl Journal {
    /// Begins the file of a new comparison.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where the folder holds one already; [`AppError::File`].
    pub fn begin(folder: &Path, plan: &Plan) -> Result<Journal, AppError> {
        app::make_folder(folder).map_err(|error| file_error(folder, error))?;
        let path = folder.join(FILE);
        let mut options = OpenOptions::new();
        options.append(true).create_new(true);
        // Answers quote documents.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path);
        let file = file.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => AppError::input(
                format!("{} holds a comparison already", folder.display()),
                "choose another folder; --resume goes on with it",
            ),
            _ => file_error(&path, error),
        })?;
        let mut journal = Journal::hold(file, path)?;
        journal.write(plan)?;
        Ok(journal)
    }

    /// Goes on with a comparison of the same plan, returning its answers; begins one where
    /// there is none.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for another plan, or while another process goes on with it;
    /// [`AppError::File`].
    pub fn resume(folder: &Path, plan: &Plan) -> Result<(Journal, Vec<Answer>), AppError> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok((Journal::begin(folder, plan)?, Vec::new()));
        }
        let failed = |error| file_error(&path, error);
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .map_err(failed)?;
        let journal = Journal::hold(file, path.clone())?;
        let text = app::read_cases(&path)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        journal.file.set_len(whole as u64).map_err(failed)?;
        if whole == 0 {
            // It was killed before it had written its plan.
            let mut journal = journal;
            journal.write(plan)?;
            return Ok((journal, Vec::new()));
        }
        let (before, answers) = read(folder)?;
        if before != *plan {
            return Err(AppError::input(
                format!("{} holds a comparison of something else", folder.display()),
                "choose another folder; --resume takes the same cases, contestants, calibration, seed and version of the program",
            ));
        }
        Ok((journal, answers))
    }

    fn hold(file: File, path: PathBuf) -> Result<Journal, AppError> {
        match file.try_lock() {
            Ok(()) => Ok(Journal { file, path }),
            Err(std::fs::TryLockError::WouldBlock) => Err(AppError::input(
                format!("{} is being written", path.display()),
                "another process goes on with this comparison: wait for it",
            )),
            Err(std::fs::TryLockError::Error(error)) => Err(file_error(&path, error)),
        }
    }

    fn write<T: serde::Serialize>(&mut self, value: &T) -> Result<(), AppError> {
        let mut line = serde_json::to_string(value).unwrap_or_default();
        line.push('\n');
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| file_error(&self.path, error))
    }

    /// Adds an answer; it is on disk when this returns.
    ///
    /// # Errors
    ///
    /// [`AppError::File`].
    pub fn add(&mut self, answer: &Answer) -> Result<(), AppError> {
        self.write(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::FORMAT;
    use super::super::answer::tests::answer;
    use super::*;

    fn plan(seed: u64) -> Plan {
        Plan {
            format: FORMAT,
            program: "0".into(),
            cases_file: "cases.jsonl".into(),
            cases_sha256: "ab".into(),
            cases: 2,
            guess_types: false,
            calibration_version: "1".into(),
            calibration_sha256: "cd".into(),
            seed,
            contestants: Vec::new(),
        }
    }

    #[test]
    fn what_was_finished_is_kept_and_half_a_line_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let first = answer("1", "a", Some("x"), true);
        Journal::begin(folder.path(), &plan(1))
            .unwrap()
            .add(&first)
            .unwrap();
        let path = folder.path().join(FILE);
        let mut bytes = std::fs::read(&path).unwrap();
        let whole = bytes.len();
        bytes.extend(b"{\"case\": \"2\", \"contes");
        std::fs::write(&path, &bytes).unwrap();
        let (mut journal, answers) = Journal::resume(folder.path(), &plan(1)).unwrap();
        assert_eq!(answers, std::slice::from_ref(&first));
        assert_eq!(std::fs::read(&path).unwrap().len(), whole);
        let second = answer("1", "b", None, false);
        journal.add(&second).unwrap();
        assert_eq!(read(folder.path()).unwrap(), (plan(1), vec![first, second]));
    }

    #[test]
    fn another_plan_a_second_beginning_and_a_second_writer_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::begin(folder.path(), &plan(1)).unwrap();
        let kind = |result: Result<(), AppError>| result.unwrap_err().kind();
        assert_eq!(
            kind(Journal::resume(folder.path(), &plan(1)).map(drop)),
            "input"
        );
        drop(journal);
        assert_eq!(
            kind(Journal::begin(folder.path(), &plan(1)).map(drop)),
            "input"
        );
        assert_eq!(
            kind(Journal::resume(folder.path(), &plan(2)).map(drop)),
            "input"
        );
        std::fs::write(folder.path().join(FILE), "{}\n").unwrap();
        assert_eq!(kind(read(folder.path()).map(drop)), "input");
    }

    #[test]
    fn a_comparison_that_was_killed_at_its_first_line_begins() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "{\"format").unwrap();
        let (_, answers) = Journal::resume(folder.path(), &plan(1)).unwrap();
        assert_eq!(answers, []);
        assert_eq!(read(folder.path()).unwrap().0, plan(1));
    }
}
