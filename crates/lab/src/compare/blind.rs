//! The blind comparison: a person chooses between two answers without seeing whose they are.
//!
//! Every question is shown once for each two contestants that say different things, in an
//! order and on sides that the seed decides. What is decided is a line of `decisions.jsonl`
//! at once, with names, so that nothing has to be remembered; what is decided is not shown
//! again.

use super::answer::Answer;
use super::comparison::Comparison;
use crate::prediction::file_error;
use app::AppError;
use oorandom::Rand64;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

const FILE: &str = "decisions.jsonl";

/// What a person says of two answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "BlindChoice"))]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The one shown as A is better.
    A,
    /// The one shown as B is better.
    B,
    /// Both are equally good.
    Tie,
    /// Neither is any good.
    Neither,
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Id of the case.
    pub case: String,
    /// The contestant whose answer was shown as A.
    pub a: String,
    /// The contestant whose answer was shown as B.
    pub b: String,
    /// What was decided.
    pub choice: Choice,
    /// When: RFC 3339, UTC.
    pub at: String,
}

/// Two answers as they are shown, without names.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "BlindPair"))]
pub struct Shown {
    /// Which this is, from 1, of all pairs.
    pub number: usize,
    /// How many pairs there are.
    pub of: usize,
    /// The question.
    pub question: String,
    /// The document, as the case names it.
    pub document: String,
    /// The answer shown as A, and the quotes it stands on.
    pub a: (String, Vec<String>),
    /// The answer shown as B, and the quotes it stands on.
    pub b: (String, Vec<String>),
}

/// A pair in the order in which it is shown.
struct Matched {
    case: String,
    question: String,
    document: String,
    a: Answer,
    b: Answer,
}

/// The blind comparison of a folder.
pub struct Blind {
    pairs: Vec<Matched>,
    decided: BTreeSet<(String, String, String)>,
    path: PathBuf,
}

/// Whose answers to which case, whichever side they were shown on.
fn key(case: &str, one: &str, other: &str) -> (String, String, String) {
    let (first, second) = if one <= other {
        (one, other)
    } else {
        (other, one)
    };
    (case.to_owned(), first.to_owned(), second.to_owned())
}

/// The decisions in a folder, none where none was made. Half a last line does not count.
///
/// # Errors
///
/// [`AppError::File`], [`AppError::Input`] for a line of another form.
pub(super) fn decisions(folder: &Path) -> Result<Vec<Decision>, AppError> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = app::read_cases(&path)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let lines = text.get(..whole).unwrap_or_default().lines().zip(1..);
    lines
        .map(|(line, number)| {
            serde_json::from_str(line).map_err(|_| {
                AppError::input(
                    format!("{}: line {number} is no decision", path.display()),
                    "take the line out, or begin anew without the file",
                )
            })
        })
        .collect()
}

impl Blind {
    /// Pairs of a comparison, without those that are decided.
    ///
    /// # Errors
    ///
    /// [`AppError::File`], [`AppError::Input`] for decisions of another form.
    pub fn open(folder: &Path, comparison: &Comparison, seed: u64) -> Result<Blind, AppError> {
        let decided = decisions(folder)?;
        Ok(Blind {
            pairs: pairs(comparison, seed),
            decided: decided
                .iter()
                .map(|one| key(&one.case, &one.a, &one.b))
                .collect(),
            path: folder.join(FILE),
        })
    }

    fn at(&self) -> Option<usize> {
        let is_open = |one: &Matched| {
            !self
                .decided
                .contains(&key(&one.case, &one.a.contestant, &one.b.contestant))
        };
        self.pairs.iter().position(is_open)
    }

    /// The next pair to decide; none when all are.
    pub fn next(&self) -> Option<Shown> {
        let at = self.at()?;
        let pair = self.pairs.get(at)?;
        let side = |answer: &Answer| {
            let quotes = answer.evidence.iter().map(|one| one.quote.clone());
            let words = if answer.found {
                answer.in_words()
            } else {
                "(no answer: the document was not found to say so)".into()
            };
            (words, quotes.filter(|_| answer.found).collect())
        };
        Some(Shown {
            number: at + 1,
            of: self.pairs.len(),
            question: pair.question.clone(),
            document: pair.document.clone(),
            a: side(&pair.a),
            b: side(&pair.b),
        })
    }

    /// How many pairs are decided.
    pub fn decided(&self) -> usize {
        let is_decided = |one: &&Matched| {
            self.decided
                .contains(&key(&one.case, &one.a.contestant, &one.b.contestant))
        };
        self.pairs.iter().filter(is_decided).count()
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Decides the next pair; the decision is on disk when this returns.
    ///
    /// # Errors
    ///
    /// [`AppError::File`].
    pub fn decide(&mut self, choice: Choice, at: String) -> Result<(), AppError> {
        let Some(pair) = self.at().and_then(|at| self.pairs.get(at)) else {
            return Ok(());
        };
        let decision = Decision {
            case: pair.case.clone(),
            a: pair.a.contestant.clone(),
            b: pair.b.contestant.clone(),
            choice,
            at,
        };
        append(&self.path, &decision).map_err(|error| file_error(&self.path, error))?;
        self.decided
            .insert(key(&decision.case, &decision.a, &decision.b));
        Ok(())
    }
}

/// Adds a line, after cutting off what an earlier kill left of one.
fn append(path: &Path, decision: &Decision) -> std::io::Result<()> {
    let mut file: File = OpenOptions::new().append(true).create(true).open(path)?;
    let text = std::fs::read(path)?;
    let whole = text
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    let mut line = serde_json::to_string(decision).unwrap_or_default();
    line.push('\n');
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// Every two answers that differ, in a random order and on random sides.
fn pairs(comparison: &Comparison, seed: u64) -> Vec<Matched> {
    let mut random = Rand64::new(u128::from(seed));
    let mut pairs = Vec::new();
    for difference in &comparison.differences {
        for (index, one) in difference.answers.iter().enumerate() {
            for other in difference.answers.iter().skip(index + 1) {
                if one.said() == other.said() {
                    continue;
                }
                let is_turned = random.rand_range(0..2) == 1;
                let (a, b) = if is_turned {
                    (other, one)
                } else {
                    (one, other)
                };
                pairs.push(Matched {
                    case: difference.case.clone(),
                    question: difference.question.clone(),
                    document: difference.document.clone(),
                    a: a.clone(),
                    b: b.clone(),
                });
            }
        }
    }
    // Fisher and Yates, from the end.
    for last in (1..pairs.len()).rev() {
        let at = random.rand_range(0..last as u64 + 1) as usize;
        pairs.swap(last, at);
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::assemble::tests::small;
    use super::*;

    #[test]
    fn each_pair_is_shown_once_without_names_and_kept_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let comparison = small(["first-model", "second-model"], "Bergen");
        let mut blind = Blind::open(folder.path(), &comparison, 3).unwrap();
        assert_eq!((blind.pairs(), blind.decided()), (2, 0));
        let shown = blind.next().unwrap();
        assert!(!format!("{shown:?}").contains("-model"), "{shown:?}");
        blind
            .decide(Choice::A, "2026-01-01T00:00:00Z".into())
            .unwrap();
        // Half a line, as a kill leaves it.
        let path = folder.path().join(FILE);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend(b"{\"case\"");
        std::fs::write(&path, bytes).unwrap();
        let mut blind = Blind::open(folder.path(), &comparison, 3).unwrap();
        assert_eq!(blind.decided(), 1);
        assert_ne!(blind.next().unwrap(), shown);
        blind.decide(Choice::Neither, String::new()).unwrap();
        assert_eq!(blind.next(), None);
        let kept = decisions(folder.path()).unwrap();
        let choices: Vec<Choice> = kept.iter().map(|one| one.choice).collect();
        assert_eq!(choices, [Choice::A, Choice::Neither]);
        assert_ne!(kept[0].case, kept[1].case);
    }

    #[test]
    fn the_seed_decides_order_and_sides() {
        let comparison = small(["a", "b"], "Bergen");
        let shown = |seed: u64| -> Vec<(String, String)> {
            let pairs = pairs(&comparison, seed);
            pairs
                .into_iter()
                .map(|one| (one.case, one.a.contestant))
                .collect()
        };
        assert_eq!(shown(5), shown(5));
        let all: BTreeSet<Vec<(String, String)>> = (0..40).map(shown).collect();
        assert_eq!(
            all.len(),
            8,
            "two orders, and two sides of each of two: {all:?}"
        );
    }
}
