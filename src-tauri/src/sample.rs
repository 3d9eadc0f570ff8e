//! The sample policy, carried in the executable: the first answer needs no
//! document of one's own and no file beside the program.

use crate::failure::{Failure, Reply};
use crate::wire::Sample;
use serde::Deserialize;
use std::path::Path;

const POLICY: &[u8] = include_bytes!("../../samples/policy.pdf");
const QUESTIONS: &str = include_str!("../../samples/questions.jsonl");

/// Questions offered beside the sample, by their id in `questions.jsonl`: an
/// amount, a date, a list, a table, and one that the policy does not answer.
const OFFERED: [&str; 5] = [
    "premium",
    "issue-date",
    "exclusions",
    "schedule",
    "tax-number",
];

#[derive(Deserialize)]
struct Entry {
    id: String,
    question: String,
}

/// Writes the sample below `directory` and names the questions offered with it.
///
/// # Errors
///
/// `unwritable` when the file cannot be written there.
pub fn write(directory: &Path) -> Reply<Sample> {
    let path = directory.join("samples").join("policy.pdf");
    let written = app::make_folder(&directory.join("samples"))
        .map_err(|error| error.to_string())
        .and_then(|()| app::write_bytes(&path, POLICY).map_err(|error| error.to_string()));
    written.map_err(|error| {
        Failure::new(
            "unwritable",
            format!(
                "The sample could not be written to {}: {error}.",
                path.display()
            ),
            "Free some space there, or choose another data directory with ATTEST_HOME.",
        )
    })?;
    Ok(Sample {
        path: path.display().to_string(),
        questions: questions(),
    })
}

fn questions() -> Vec<String> {
    let entries: Vec<Entry> = QUESTIONS
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    OFFERED
        .iter()
        .filter_map(|id| entries.iter().find(|entry| entry.id == *id))
        .map(|entry| entry.question.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offered_question_is_among_the_samples_questions() {
        assert_eq!(questions().len(), OFFERED.len());
    }

    #[test]
    fn says_where_the_sample_cannot_be_written() {
        let file = std::env::temp_dir().join(format!("attest-sample-{}", std::process::id()));
        std::fs::write(&file, b"not a directory").unwrap();
        let failure = write(&file).unwrap_err();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(failure.kind, "unwritable");
        assert!(failure.message.contains("policy.pdf"));
    }
}
