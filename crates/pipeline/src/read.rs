//! What the reader makes of the passages of a question.
//!
//! The reader (docs/reader.md) reads a question together with each passage and
//! scores every run of words: how much more it looks like the answer than
//! nothing in the window does. So scores compare across windows.

use crate::error::StageError;
use crate::progress::Listener;
use crate::resources::Resources;
use contract::{AnswerShape, AnswerType, Candidate, Descriptor, Place};
use engine::reader::{ReadRequest, Reading, WindowReading, WordScore};
use evidence::{EvidenceChunk, Span};
use std::ops::Range;

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
        self.text
            .push_str(&without_emphasis(&recognizer::passage(chunk)));
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

/// A text whose marks of bold words (two or more `*` or `_`, as Markdown has
/// them) are blanks, every word at its place: the reader was trained on words
/// as a person sees them.
fn without_emphasis(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for mark in [b'*', b'_'] {
        let mut start = 0;
        for run in text.as_bytes().chunk_by(|left, right| left == right) {
            let place = bytes.get_mut(start..start + run.len());
            let is_mark = run.len() > 1 && run.first() == Some(&mark);
            if let Some(place) = place.filter(|_| is_mark) {
                place.fill(b' ');
            }
            start += run.len();
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The words of a window that lie in a part of what was read, counted from
/// where it begins; none where none do.
fn within_part(window: &WindowReading, part: &Range<usize>) -> Option<WindowReading> {
    let is_inside =
        |word: &&WordScore| part.start <= word.start as usize && word.end as usize <= part.end;
    let moved = |word: &WordScore| WordScore {
        start: word.start - part.start as u32,
        end: word.end - part.start as u32,
        runs: word.runs.clone(),
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

/// Runs that are kept for each that is wanted: those over a better one go later, and a run of a
/// few words has dozens over and within it.
const SPARE: usize = 40;
/// Score of what was not read: the lowest that counts ([`crate::signal::MAX_READER`]).
const LOWEST: f64 = -16.0;

/// Items of a list that say how much it looks like the answer: the best of them.
const MOST_WEIGHED: usize = 12;

/// Words of a phrase that may stand outside the best run in it, at most, where all of it is taken for one answer.
const MOST_OUTSIDE: usize = 1;

/// What a word beside the best run of a value costs it, and all of them at
/// most, in natural-log units: too little to outweigh a better run, set by hand.
const TOO_MANY: f64 = 0.25;
const MOST_TOO_MANY: f64 = 2.0;

/// Words that the reader marks, and how much they look like the answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Marked {
    pub place: Place,
    /// Natural-log units above "nothing here".
    pub score: f64,
}

/// How a type of answer is named to the reader, which was trained with these names. What
/// it does not know is asked for as text.
pub(crate) fn asked(answer_type: &str) -> &'static str {
    Descriptor::of(answer_type).asked.unwrap_or("text")
}

/// Whether the reader chooses the answers of a type: those that are one run of
/// words, of which it has seen enough in training, and lists of texts, names and
/// addresses. What is several figures or dates, a judgement or a text of
/// sentences is chosen as where there is no reader.
pub fn serves(answer_type: &AnswerType) -> bool {
    let descriptor = answer_type.descriptor();
    let knows = descriptor.asked.is_some();
    match answer_type.shape {
        AnswerShape::Single => knows,
        AnswerShape::Listing => {
            knows && descriptor.shape == AnswerShape::Listing
                || recognizer::has_spans(&answer_type.name)
        }
        _ => false,
    }
}

/// Tokens of a text, estimated from its letters: the reader's own count would
/// need its process for every passage that is weighed.
pub fn estimated_tokens(text: &str) -> u32 {
    // English words have some five letters and a blank, and one token and a half.
    const BYTES_A_TOKEN: usize = 4;
    u32::try_from(text.len().div_ceil(BYTES_A_TOKEN)).unwrap_or(u32::MAX)
}

/// Longest run of words that is taken for an answer. Punctuation marks count.
fn longest(answer_type: &str) -> usize {
    let longest = Descriptor::of(answer_type).longest_run();
    longest.unwrap_or(engine::LONGEST_RUN)
}

impl Readings {
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

    /// The score of a candidate: of its place, or of a list the mean over its items, or that of the
    /// phrase that they make, where it is higher.
    pub fn of_candidate(&self, candidate: &Candidate, chunks: &[EvidenceChunk]) -> f64 {
        if let (Some(place), ..=1) = (&candidate.place, candidate.items.len()) {
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
        let mut scores: Vec<f64> = scores.collect();
        // The hundredth item is as much of the list as the first, and stands farther from the
        // words that say what it is a list of.
        scores.sort_by(|left, right| right.total_cmp(left));
        scores.truncate(MOST_WEIGHED);
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        // The reader may take all of a phrase for one answer.
        let phrase = candidate.place.as_ref();
        let phrase = phrase.and_then(|place| self.best_within(place));
        match phrase {
            Some((score, outside)) if outside <= MOST_OUTSIDE => mean.max(score),
            _ => mean,
        }
    }

    /// The runs of words that look like an item of one list: those that score at most `below`
    /// under the best, at most `most` of them, best first, none over another.
    pub fn marked_within(&self, answer_type: &str, below: f64, most: usize) -> Vec<Marked> {
        let Some(highest) = self.highest_of(answer_type) else {
            return Vec::new();
        };
        self.marked_from(answer_type, highest - below, most)
    }

    /// The runs of words that look most like the answer, best first, none over
    /// another.
    pub fn marked(&self, answer_type: &str, most: usize) -> Vec<Marked> {
        self.marked_from(answer_type, f64::NEG_INFINITY, most)
    }

    /// The score of the best run that is short enough for an answer of a type.
    pub fn highest_of(&self, answer_type: &str) -> Option<f64> {
        let best = self.marked(answer_type, 1);
        best.first().map(|one| one.score)
    }

    /// The runs of words that score at least `least`, best first, none over another.
    fn marked_from(&self, answer_type: &str, least: f64, most: usize) -> Vec<Marked> {
        let longest = longest(answer_type);
        let mut found: Vec<Marked> = Vec::new();
        for (anchor, reading) in &self.passages {
            for window in &reading.windows {
                let runs = runs(window, longest, most).into_iter();
                for (score, words) in runs.take_while(|(score, _)| *score >= least) {
                    let (Some(first), Some(end)) = (
                        window.words.get(words.start),
                        window.words.get(words.end - 1),
                    ) else {
                        continue;
                    };
                    let place = Place {
                        anchor: anchor.clone(),
                        start: first.start as usize,
                        end: end.end as usize,
                    };
                    found.push(Marked { place, score });
                }
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

    /// The highest score of any run of words in any passage.
    pub fn highest(&self) -> Option<f64> {
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
fn within(lines: &Place, text: &str, value: &contract::Value) -> Place {
    let words = value.as_text().filter(|words| !words.is_empty());
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
    let found = range.clone().flat_map(|from| {
        let scores = window.words.get(from).map(|word| word.runs.as_slice());
        let ends = from + 1..range.end + 1;
        let found = ends.zip(scores.unwrap_or_default());
        found.map(move |(end, score)| (f64::from(*score), from..end))
    });
    found.max_by(|left, right| left.0.total_cmp(&right.0))
}

/// The best runs of at most `longest` words, not more than a few times `most`.
fn runs(window: &WindowReading, longest: usize, most: usize) -> Vec<(f64, Range<usize>)> {
    let count = window.words.len();
    let starts = (0..count).zip(&window.words);
    let found = starts.flat_map(|(from, word)| {
        let found = (from + 1..=count).zip(&word.runs).take(longest);
        found.map(move |(end, score)| (f64::from(*score), from..end))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by(|left, right| right.0.total_cmp(&left.0));
    found.truncate(most * SPARE);
    found
}

/// Reads a question with passages, for the run of this id, with the reader of this name; none
/// without a reader.
///
/// # Errors
///
/// As [`Resources::read`].
pub(crate) fn read(
    (question, answer_type): (&str, &str),
    (run, chunks): (&str, &[EvidenceChunk]),
    (resources, named): (&dyn Resources, Option<&str>),
    listener: &Listener<'_>,
) -> Result<Option<Readings>, StageError> {
    let stretches = stretches(chunks);
    let request = ReadRequest {
        asked: asked(answer_type).into(),
        question: question.into(),
        passages: stretches.iter().map(|one| one.text.clone()).collect(),
        run: run.to_owned(),
    };
    let Some(readings) = resources.read(named, &request, listener)? else {
        return Ok(None);
    };
    let parts = stretches.iter().zip(&readings);
    Ok(Some(Readings {
        windows: readings.iter().map(|one| one.windows.len()).sum(),
        passages: parts.flat_map(|(one, reading)| one.part(reading)).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window over words of four letters and a blank, whose runs score as
    /// the first word begins and the last one ends, less `nothing`.
    fn window(scores: &[(f32, f32)], nothing: f32) -> WindowReading {
        let word = |(at, (begins, _)): (usize, &(f32, f32))| WordScore {
            start: at as u32 * 5,
            end: at as u32 * 5 + 4,
            runs: scores[at..]
                .iter()
                .map(|(_, ends)| begins + ends - nothing)
                .collect(),
        };
        WindowReading {
            words: (0..).zip(scores).map(word).collect(),
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

    fn chunk(anchor: &str, first: u32, lines: &[&str]) -> EvidenceChunk {
        EvidenceChunk {
            chunk_id: anchor.into(),
            document_id: "d".into(),
            ..EvidenceChunk::of_lines(anchor, first, lines.iter().copied())
        }
    }

    #[test]
    fn passages_that_follow_each_other_are_read_as_one_and_scored_apart() {
        let chunks = [
            chunk("C0", 1, &["Rent", "1200"]),
            chunk("C1", 4, &["Term"]),
            chunk("C2", 40, &["Fees"]),
        ];
        let found = stretches(&chunks);
        let texts: Vec<&str> = found.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["Rent\n1200\nTerm", "Fees"]);
        // Words of five bytes each, as the first text has them.
        let reading = Reading {
            windows: vec![window(&[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0)], 0.5)],
        };
        let parts: Vec<(String, Vec<(u32, f32)>)> = found[0]
            .part(&reading)
            .map(|(anchor, part)| {
                let words = part.windows[0].words.iter();
                (
                    anchor,
                    words.map(|word| (word.start, word.runs[0])).collect(),
                )
            })
            .collect();
        assert_eq!(parts[0], ("C0".into(), vec![(0, 0.5), (5, 1.5)]));
        assert_eq!(parts[1], ("C1".into(), vec![(0, 2.5)]));
    }

    #[test]
    fn marks_of_bold_words_are_not_read_and_every_word_keeps_its_place() {
        let text = "Between **Ada** (the *landlord*) and __Bö__: 5 * 3";
        let read = without_emphasis(text);
        assert_eq!(read, "Between   Ada   (the *landlord*) and   Bö  : 5 * 3");
        assert_eq!(read.len(), text.len());
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
        assert_eq!(found.highest(), Some(11.0));
    }
}
