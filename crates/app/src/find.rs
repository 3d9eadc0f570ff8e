//! Search in all documents, for people: a hit is a line that they can open.

use crate::error::AppError;
use crate::service::Service;
use serde::Serialize;
use vault::Hit;

/// A line that words were found in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FoundLine {
    /// The document.
    pub document_id: String,
    /// Its title.
    pub document_title: String,
    /// The page; none for formats without pages.
    pub page: Option<u32>,
    /// The line, from 1.
    pub line: u32,
    /// Its text.
    pub text: String,
}

impl Service {
    /// Searches all documents by words, best passage first; of each passage the line that most
    /// of the words stand in.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn find_lines(&self, words: &str, limit: u32) -> Result<Vec<FoundLine>, AppError> {
        let wanted = folded(words);
        let hits = self.search(words, limit)?;
        let mut found = Vec::with_capacity(hits.len());
        for hit in hits {
            let (line, text) = best_line(&hit, &wanted);
            let pages = self.vault().pages_of(&hit.document_id, line, line)?;
            found.push(FoundLine {
                document_id: hit.document_id,
                document_title: hit.document_title,
                page: pages.map(|(page, _)| page),
                line,
                text,
            });
        }
        Ok(found)
    }
}

/// The line of a passage that most of the words begin a word of; the first of equal ones, and of
/// those without any the first with text.
fn best_line(hit: &Hit, wanted: &[String]) -> (u32, String) {
    let lines: Vec<(u32, &str)> = (hit.first_line..).zip(hit.text.split('\n')).collect();
    let count = |text: &str| {
        let words = folded(text);
        let stands = |word: &&String| words.iter().any(|one| one.starts_with(word.as_str()));
        wanted.iter().filter(stands).count()
    };
    let with_text = lines.iter().filter(|(_, text)| !text.trim().is_empty());
    // Reversed, since of equal ones the last is taken.
    let best = with_text.rev().max_by_key(|(_, text)| count(text));
    let (line, text) = best.copied().unwrap_or((hit.first_line, ""));
    (line, text.trim().to_owned())
}

/// Words of letters and digits, in lower case.
fn folded(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of(words: &str) -> (u32, String) {
        let hit = Hit {
            chunk_id: "c".into(),
            document_id: "d".into(),
            document_title: "lease.txt".into(),
            first_line: 7,
            last_line: 10,
            text: "\nThe Rent is due monthly.\nNotice: one month\nNotice of rents".into(),
            score: 1.0,
            similarity: 1.0,
        };
        best_line(&hit, &folded(words))
    }

    #[test]
    fn the_line_with_most_of_the_words_is_opened_and_the_first_of_equal_ones() {
        assert_eq!(line_of("notice rent").0, 10);
        assert_eq!(line_of("NOTICE"), (9, "Notice: one month".into()));
        assert_eq!(line_of("unrelated").0, 8);
    }
}
