//! What the reader makes of the passages of a question.
//!
//! The reader (docs/reader.md) reads a question together with each passage and
//! says of every word how much it looks like the first and like the last word
//! of the answer, and of each window it reads how much it looks as if nothing
//! there answers. All scores of a window are taken relative to the latter, so
//! that they compare across windows: above 0 the words look more like an
//! answer than nothing does.

use crate::error::AppError;
use crate::service::Service;
use contract::recognizer;
use contract::{AnswerShape, AnswerType, Candidate, Place};
use engine::decoder::Control;
use engine::reader::{ReadRequest, Reading, WindowReading, WordScore};
use engine::worker::ReaderWorker;
use engine::{Entry, LoadRequest, Progress, Reader};
use evidence::{EvidenceChunk, Span};
use serde_json::Value;
use std::ops::Range;
use std::path::Path;

/// The type that asks whether something is so.
pub(crate) const BOOLEAN: &str = "boolean";

/// Purpose of the models that are looked for here.
pub(crate) const PURPOSE: &str = "reader";

/// Scores of one question over its passages.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readings {
    passages: Vec<(String, Reading)>,
    /// Windows that were read.
    pub windows: usize,
}

/// Lines without text that two passages may have between them and still be
/// read as one.
const MOST_BLANK: u32 = 3;

/// Passages that follow each other in a document, read as one text: the reader
/// was trained on windows of 256 tokens, and a passage is often half as long.
#[derive(Debug, Default)]
struct Stretch {
    text: String,
    /// Anchors of the passages, and where each stands in the text.
    parts: Vec<(String, Range<usize>)>,
    document_id: String,
    last_line: u32,
}

impl Stretch {
    fn goes_on_with(&self, chunk: &EvidenceChunk) -> bool {
        let next = chunk.lines.first().map_or(0, |line| line.number);
        let room = self.last_line + 1..=self.last_line + 1 + MOST_BLANK;
        self.document_id == chunk.document_id && room.contains(&next)
    }

    fn add(&mut self, chunk: &EvidenceChunk) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let start = self.text.len();
        self.text.push_str(&recognizer::passage(chunk));
        let part = start..self.text.len();
        self.parts.push((chunk.anchor.clone(), part));
        self.document_id.clone_from(&chunk.document_id);
        self.last_line = chunk.lines.last().map_or(0, |line| line.number);
    }

    /// What was read of each of the passages.
    fn part(&self, reading: &Reading) -> impl Iterator<Item = (String, Reading)> {
        self.parts.iter().map(move |(anchor, part)| {
            let windows = reading.windows.iter();
            let windows = windows.filter_map(|window| within_part(window, part));
            let windows = windows.collect();
            (anchor.clone(), Reading { windows })
        })
    }
}

/// The words of a window that lie in a part of what was read, counted from
/// where it begins; none where none do.
fn within_part(window: &WindowReading, part: &Range<usize>) -> Option<WindowReading> {
    let is_inside =
        |word: &&WordScore| part.start <= word.start as usize && word.end as usize <= part.end;
    let moved = |word: &WordScore| WordScore {
        start: word.start - part.start as u32,
        end: word.end - part.start as u32,
        ..*word
    };
    let words: Vec<WordScore> = window.words.iter().filter(is_inside).map(moved).collect();
    (!words.is_empty()).then(|| WindowReading {
        words,
        ..window.clone()
    })
}

/// The passages of a question as the reader reads them.
fn stretches(chunks: &[EvidenceChunk]) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for chunk in chunks {
        match found.last_mut() {
            Some(last) if last.goes_on_with(chunk) => last.add(chunk),
            _ => {
                let mut stretch = Stretch::default();
                stretch.add(chunk);
                found.push(stretch);
            }
        }
    }
    found
}

/// Runs that are kept for each that is wanted: those over a better one go later.
const SPARE: usize = 40;
/// Score of what was not read.
const LOWEST: f64 = -16.0;

/// What a word beside the best run of a value costs it, and all of them at
/// most, in natural-log units.
const TOO_MANY: f64 = 0.25;
const MOST_TOO_MANY: f64 = 2.0;

/// Words that the reader marks, and how much they look like the answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Marked {
    pub place: Place,
    /// Natural-log units above "nothing here".
    pub score: f64,
}

/// How a type of answer is named to the reader; it was trained with these
/// names. What it does not know is asked for as text; so are IBANs, of which
/// it saw none in training but where there was nothing to find.
pub(crate) fn asked(answer_type: &str) -> &'static str {
    match answer_type {
        "amount" => "amount",
        "number" => "number",
        "percentage" => "percentage",
        "date" | "date_range" => "date",
        "person_name" => "person",
        "organization" => "organization",
        "address" => "address",
        BOOLEAN => "boolean",
        _ => "text",
    }
}

/// Whether the reader chooses the answers of a type: those that are one run of
/// words, of which it has seen enough in training, and whether something is so.
/// What is several values or a text of sentences is chosen as where there is no
/// reader.
pub(crate) fn serves(answer_type: &AnswerType) -> bool {
    const SERVED: [&str; 10] = [
        "amount",
        "number",
        "percentage",
        "date",
        "date_range",
        "person_name",
        "organization",
        "address",
        "text",
        BOOLEAN,
    ];
    answer_type.shape == AnswerShape::Single && SERVED.contains(&answer_type.name.as_str())
}

/// Tokens of a text, estimated from its letters: the reader's own count would
/// need its process for every passage that is weighed.
pub(crate) fn estimated_tokens(text: &str) -> u32 {
    const BYTES_A_TOKEN: usize = 4;
    u32::try_from(text.len().div_ceil(BYTES_A_TOKEN)).unwrap_or(u32::MAX)
}

/// Longest run of words that is taken for an answer. Punctuation marks count.
fn longest(answer_type: &str) -> usize {
    match answer_type {
        "address" => 40,
        "person_name" => 8,
        "organization" => 14,
        _ => 30,
    }
}

/// What a passage says of a question whether something is so.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judgement {
    /// The words that it stands on.
    pub place: Place,
    /// How much speaks for yes and for no, in natural-log units above the
    /// passage saying nothing of it.
    pub yes: f64,
    pub no: f64,
}

impl Readings {
    /// What the passage says that says most of whether something is so; none
    /// where nothing was read.
    pub fn judgement(&self) -> Option<Judgement> {
        let mut best: Option<(f64, f64, Judgement)> = None;
        for (anchor, reading) in &self.passages {
            for window in &reading.windows {
                let Some((run, place)) = best_place(anchor, window) else {
                    continue;
                };
                let [nothing, yes, no] = window.verdict.map(f64::from);
                let one = Judgement {
                    place,
                    yes: yes - nothing,
                    no: no - nothing,
                };
                let said = one.yes.max(one.no);
                // A window over several passages says the same of each.
                let is_better = |(highest, highest_run, _): &(f64, f64, Judgement)| {
                    (said, run) > (*highest, *highest_run)
                };
                if best.as_ref().is_none_or(is_better) {
                    best = Some((said, run, one));
                }
            }
        }
        best.map(|(_, _, judgement)| judgement)
    }

    /// The highest score of any run of words within `place`, and how many of
    /// its words stand outside that run; none where nothing of it was read.
    fn best_within(&self, place: &Place) -> Option<(f64, usize)> {
        let reading = self.of(&place.anchor)?;
        let found = reading.windows.iter().filter_map(|window| {
            let inside = |at: &usize| {
                let word = window.words.get(*at);
                word.is_some_and(|word| {
                    (word.start as usize) < place.end && (word.end as usize) > place.start
                })
            };
            let words: Vec<usize> = (0..window.words.len()).filter(inside).collect();
            let (first, last) = (*words.first()?, *words.last()?);
            let (score, run) = best_run(window, first..last + 1)?;
            Some((score, words.len() - run.len()))
        });
        found.max_by(|left, right| left.0.total_cmp(&right.0))
    }

    /// The highest score of any run of words within `place`, less a little for
    /// every word beside it: of two values that hold the same run the tighter
    /// one is meant. None where nothing of it was read.
    pub fn score(&self, place: &Place) -> Option<f64> {
        let (score, outside) = self.best_within(place)?;
        Some(score - (TOO_MANY * outside as f64).min(MOST_TOO_MANY))
    }

    /// The score of a candidate: of what it judges, of its place, or of one that
    /// stands at several the mean over its items.
    pub fn of_candidate(&self, candidate: &Candidate, chunks: &[EvidenceChunk]) -> f64 {
        if let Some(Value::Bool(so)) = candidate.items.first().map(|item| &item.value) {
            let said = self
                .judgement()
                .map(|one| if *so { one.yes } else { one.no });
            return said.unwrap_or(LOWEST);
        }
        if let Some(place) = &candidate.place {
            return self.score(place).unwrap_or(LOWEST);
        }
        let scores = candidate.items.iter().map(|item| {
            let places = item.spans.iter().filter_map(|span| {
                let (lines, text) = lines_of(span, chunks)?;
                Some(within(&lines, &text, &item.value))
            });
            let best = places.filter_map(|place| self.score(&place));
            best.max_by(f64::total_cmp).unwrap_or(LOWEST)
        });
        scores.sum::<f64>() / candidate.items.len().max(1) as f64
    }

    /// The runs of words that look most like the answer, best first, none over
    /// another.
    pub fn marked(&self, answer_type: &str, most: usize) -> Vec<Marked> {
        let longest = longest(answer_type);
        let mut found: Vec<Marked> = Vec::new();
        for (anchor, reading) in &self.passages {
            for window in &reading.windows {
                let runs = runs(window, longest, most).into_iter();
                found.extend(runs.filter_map(|(score, words)| {
                    let place = place_of(anchor, window, &words)?;
                    Some(Marked { place, score })
                }));
            }
        }
        found.sort_by(|left, right| right.score.total_cmp(&left.score));
        let mut kept: Vec<Marked> = Vec::new();
        for one in found {
            if kept.len() >= most {
                break;
            }
            if !kept.iter().any(|other| overlap(&one.place, &other.place)) {
                kept.push(one);
            }
        }
        kept
    }

    /// The highest score that any answer of this type could have: of any run
    /// of words in any passage, or of yes and no.
    pub fn highest(&self, answer_type: &str) -> Option<f64> {
        if answer_type == BOOLEAN {
            return self.judgement().map(|one| one.yes.max(one.no));
        }
        let windows = self
            .passages
            .iter()
            .flat_map(|(_, reading)| &reading.windows);
        windows
            .filter_map(|window| best_run(window, 0..window.words.len()))
            .map(|(score, _)| score)
            .max_by(f64::total_cmp)
    }

    fn of(&self, anchor: &str) -> Option<&Reading> {
        let mut passages = self.passages.iter();
        passages
            .find(|(name, _)| name == anchor)
            .map(|(_, one)| one)
    }
}

/// The lines of a span in their passage, and their text.
fn lines_of(span: &Span, chunks: &[EvidenceChunk]) -> Option<(Place, String)> {
    let chunk = chunks.iter().find(|chunk| chunk.anchor == span.anchor)?;
    let first = chunk.lines.first()?.number;
    let passage = recognizer::passage(chunk);
    let mut start = 0;
    let (mut from, mut to) = (None, 0);
    for (number, line) in (first..).zip(passage.split('\n')) {
        if (span.line_start..=span.line_end).contains(&number) {
            from = from.or(Some(start));
            to = start + line.len();
        }
        start += line.len() + 1;
    }
    let (start, end) = (from?, to);
    let place = Place {
        anchor: chunk.anchor.clone(),
        start,
        end,
    };
    Some((place, passage.get(start..end)?.to_owned()))
}

/// Where a value stands within its lines, as far as it stands there word for
/// word; else all of them.
fn within(lines: &Place, text: &str, value: &Value) -> Place {
    let words = value.as_str().filter(|words| !words.is_empty());
    let found = words.and_then(|words| Some((text.find(words)?, words.len())));
    match found {
        Some((at, length)) => Place {
            start: lines.start + at,
            end: lines.start + at + length,
            ..lines.clone()
        },
        None => lines.clone(),
    }
}

fn overlap(one: &Place, other: &Place) -> bool {
    one.anchor == other.anchor && one.start < other.end && other.start < one.end
}

/// The best run of words within a range of them.
fn best_run(window: &WindowReading, range: Range<usize>) -> Option<(f64, Range<usize>)> {
    let mut begin: Option<(f32, usize)> = None;
    let mut best: Option<(f64, Range<usize>)> = None;
    for (at, word) in range.clone().zip(window.words.get(range)?) {
        if begin.is_none_or(|(highest, _)| word.begins > highest) {
            begin = Some((word.begins, at));
        }
        let (begins, from) = begin?;
        let score = f64::from(begins + word.ends - window.nothing);
        if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
            best = Some((score, from..at + 1));
        }
    }
    best
}

/// The best run of words of a window that is no longer than a text may be, and
/// where it stands.
fn best_place(anchor: &str, window: &WindowReading) -> Option<(f64, Place)> {
    let (score, words) = runs(window, longest(BOOLEAN), 1).into_iter().next()?;
    Some((score, place_of(anchor, window, &words)?))
}

/// Where a run of words of a window stands.
fn place_of(anchor: &str, window: &WindowReading, words: &Range<usize>) -> Option<Place> {
    let (first, last) = (
        window.words.get(words.start)?,
        window.words.get(words.end - 1)?,
    );
    Some(Place {
        anchor: anchor.to_owned(),
        start: first.start as usize,
        end: last.end as usize,
    })
}

/// The best runs of at most `longest` words, not more than a few times `most`.
fn runs(window: &WindowReading, longest: usize, most: usize) -> Vec<(f64, Range<usize>)> {
    let mut found = Vec::new();
    for (from, first) in window.words.iter().enumerate() {
        let until = (from + longest).min(window.words.len());
        for (to, last) in window.words.iter().enumerate().take(until).skip(from) {
            let score = f64::from(first.begins + last.ends - window.nothing);
            found.push((score, from..to + 1));
        }
    }
    found.sort_by(|left, right| right.0.total_cmp(&left.0));
    found.truncate(most * SPARE);
    found
}

impl Service {
    /// The reader in use; none where its file is missing.
    pub fn reader_model(&self) -> Option<Entry> {
        self.encoder_in_use(&self.reader, PURPOSE)
    }

    /// Reads a question with passages; none without a reader.
    ///
    /// # Errors
    ///
    /// [`AppError::Model`] for a damaged model file, [`AppError::Engine`] for
    /// what can happen to a worker and when `progress` cancels.
    pub(crate) fn read(
        &self,
        question: &str,
        answer_type: &str,
        chunks: &[EvidenceChunk],
        progress: &mut dyn FnMut(Progress) -> Control,
    ) -> Result<Option<Readings>, AppError> {
        let Some(entry) = self.reader_model() else {
            return Ok(None);
        };
        let stretches = stretches(chunks);
        let request = ReadRequest {
            asked: asked(answer_type).into(),
            question: question.into(),
            passages: stretches.iter().map(|one| one.text.clone()).collect(),
        };
        let start = |executable: &Path, request: &LoadRequest| {
            let worker = ReaderWorker::start(executable, request)?;
            Ok(Box::new(worker) as Box<dyn Reader>)
        };
        let readings = self.with_encoder(&self.reader, entry, &start, |reader| {
            reader.read(&request, progress)
        })?;
        let parts = stretches.iter().zip(&readings);
        Ok(Some(Readings {
            windows: readings.iter().map(|one| one.windows.len()).sum(),
            passages: parts.flat_map(|(one, reading)| one.part(reading)).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window over words of four letters and a blank.
    fn window(scores: &[(f32, f32)], nothing: f32) -> WindowReading {
        let word = |(at, (begins, ends)): (u32, &(f32, f32))| WordScore {
            start: at * 5,
            end: at * 5 + 4,
            begins: *begins,
            ends: *ends,
        };
        WindowReading {
            words: (0..).zip(scores).map(word).collect(),
            nothing,
            verdict: [0.0, 2.0, 1.0],
        }
    }

    fn readings(windows: Vec<WindowReading>) -> Readings {
        Readings {
            windows: windows.len(),
            passages: vec![("C0".into(), Reading { windows })],
        }
    }

    fn place(start: usize, end: usize) -> Place {
        Place {
            anchor: "C0".into(),
            start,
            end,
        }
    }

    #[test]
    fn a_place_scores_as_the_best_run_within_it_over_nothing() {
        let found = readings(vec![window(&[(5.0, 0.0), (1.0, 4.0), (0.0, 9.0)], 2.0)]);
        // Words 0 and 1: begins at the first, ends at the second.
        assert_eq!(found.score(&place(0, 9)), Some(7.0));
        // A run does not end before it begins.
        assert_eq!(found.score(&place(5, 14)), Some(8.0));
        assert_eq!(found.score(&place(40, 44)), None);
        // The best run of all three words leaves the middle one in.
        assert_eq!(found.score(&place(0, 14)), Some(12.0));
    }

    #[test]
    fn of_two_places_with_the_same_best_run_the_tighter_one_scores_higher() {
        let found = readings(vec![window(&[(5.0, 5.0), (0.0, 0.0)], 0.0)]);
        assert_eq!(found.score(&place(0, 4)), Some(10.0));
        assert_eq!(found.score(&place(0, 9)), Some(10.0 - TOO_MANY));
    }

    #[test]
    fn whether_something_is_so_is_said_by_the_window_that_says_most() {
        let silent = window(&[(9.0, 9.0)], 0.0);
        let speaking = WindowReading {
            verdict: [0.5, 1.0, 3.0],
            ..window(&[(1.0, 1.0), (2.0, 2.0)], 0.0)
        };
        let silent = WindowReading {
            verdict: [4.0, 1.0, 1.0],
            ..silent
        };
        let found = readings(vec![silent, speaking]).judgement().unwrap();
        assert_eq!((found.yes, found.no), (0.5, 2.5));
        assert_eq!(found.place, place(5, 9));
    }

    #[test]
    fn of_runs_that_overlap_the_best_is_kept() {
        let found = readings(vec![window(
            &[(5.0, 1.0), (4.0, 6.0), (0.0, 0.0), (3.0, 3.0)],
            0.0,
        )]);
        let marked = found.marked("text", 2);
        assert_eq!(marked[0].place, place(0, 9));
        assert_eq!(marked[1].place, place(15, 19));
        assert_eq!(found.highest("text"), Some(11.0));
    }
}
