//! The reader's model and its contexts, in the worker process.

use super::file::{HEADS, ReaderFile, product};
use super::kept::{Kept, Key};
use super::passage::{Passage, PlacedWord, question};
use super::reading::{LONGEST_RUN, ReadRequest, Reading, WindowReading, WordScore};
use super::window::{windows, words_in};
use crate::error::EngineError;
use crate::lanes::{Lane, Lanes, Left, MAX_LANES, each};
use crate::protocol::LoadRequest;
use llama_cpp_2::context::params::LlamaPoolingType;
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;
use std::ops::Range;

/// Passages done of all; an error ends the reading.
type OnPassage<'a> = dyn FnMut(usize, usize) -> Result<(), EngineError> + 'a;

/// A reader and what it has read. Its contexts, one for each window that is read at once, are made for
/// a request and given back behind it: between requests, when other models work, they would hold 30 MB
/// each, and making them costs a request about 5 ms (docs/engine.md, Memory).
pub(crate) struct ReaderSession<'model> {
    file: ReaderFile,
    lanes: Lanes<'model>,
    kept: Kept,
}

/// A window that is to be read.
struct Task {
    passage: usize,
    window: Range<usize>,
}

impl<'model> ReaderSession<'model> {
    pub fn new(
        backend: &'model LlamaBackend,
        model: &'model LlamaModel,
        request: &LoadRequest,
    ) -> Result<ReaderSession<'model>, EngineError> {
        let file = ReaderFile::open(&request.path)?;
        if model.n_embd().unsigned_abs() as usize != file.width {
            return Err(EngineError::Load("its heads do not fit its layers".into()));
        }
        let lanes = Lanes {
            backend,
            model,
            window_tokens: file.window_tokens,
            pooling: LlamaPoolingType::None,
            flash_attention: request.flash_attention,
            most: request.threads.clamp(1, MAX_LANES) as usize,
        };
        // A model of which no context can be made is refused before anything is read.
        lanes.make(1)?;
        Ok(ReaderSession {
            file,
            lanes,
            kept: Kept::default(),
        })
    }

    /// Tokens of a window.
    pub fn window_tokens(&self) -> u32 {
        self.file.window_tokens as u32
    }

    /// One reading for each passage, in their order. Progress counts passages; those that are
    /// known from an earlier request of the same run count at once.
    pub fn read(
        &mut self,
        request: &ReadRequest,
        on_passage: &mut OnPassage<'_>,
    ) -> Result<Vec<Reading>, EngineError> {
        self.kept.begin(&request.run);
        let file = &self.file;
        let asked = question(
            &file.vocabulary,
            &request.asked,
            &request.question,
            file.question_tokens,
        );
        let room = file.window_tokens - asked.len() - 3;
        let passages: Vec<Passage> = request
            .passages
            .iter()
            .map(|text| Passage::new(&file.vocabulary, text))
            .collect();
        let tasks = tasks(&passages, room);
        let mut found: Vec<Option<WindowReading>> = tasks
            .iter()
            .map(|task| {
                self.kept
                    .find(&task.key(&asked, &passages), task.words(&passages))
            })
            .collect();
        let unknown: Vec<usize> = (0..tasks.len())
            .filter(|at| found.get(*at).is_some_and(Option::is_none))
            .collect();
        let mut left = Left::new(
            passages.len(),
            unknown
                .iter()
                .filter_map(|at| tasks.get(*at))
                .map(|task| task.passage),
        );
        on_passage(left.done, passages.len())?;
        let read = |lane: &mut Lane<'_>, at: &usize| {
            let task = tasks.get(*at).ok_or_else(broken)?;
            let passage = passages.get(task.passage).ok_or_else(broken)?;
            lane.read(file, &asked, passage, &task.window)
        };
        let kept = &mut self.kept;
        let mut lanes = self.lanes.make(unknown.len())?;
        each(&mut lanes, &unknown, &read, &mut |number, window| {
            let at = unknown.get(number).copied().unwrap_or_default();
            if let Some(task) = tasks.get(at) {
                kept.add(task.key(&asked, &passages), &window);
                left.take(task.passage);
            }
            if let Some(place) = found.get_mut(at) {
                *place = Some(window);
            }
            on_passage(left.done, passages.len())
        })?;
        let mut readings = vec![Reading::default(); passages.len()];
        for (task, window) in tasks.iter().zip(found) {
            let (Some(reading), Some(window)) = (readings.get_mut(task.passage), window) else {
                return Err(broken());
            };
            reading.windows.push(window);
        }
        Ok(readings)
    }
}

/// The windows of all passages.
fn tasks(passages: &[Passage], room: usize) -> Vec<Task> {
    let of_one = |(passage, tokens): (usize, &Passage)| {
        let found = windows(tokens, room).into_iter();
        found.map(move |window| Task { passage, window })
    };
    passages.iter().enumerate().flat_map(of_one).collect()
}

impl Task {
    fn words<'p>(&self, passages: &'p [Passage]) -> &'p [PlacedWord] {
        let passage = passages.get(self.passage);
        let words = passage.and_then(|one| one.words.get(words_in(one, &self.window)));
        words.unwrap_or_default()
    }

    fn key(&self, asked: &[u32], passages: &[Passage]) -> Key {
        let empty = Passage::default();
        let passage = passages.get(self.passage).unwrap_or(&empty);
        Key::new(asked, passage, &self.window, self.words(passages))
    }
}

/// Cannot happen: a lane ended without a result and without an error.
fn broken() -> EngineError {
    EngineError::Decode("a window was not read".into())
}

impl Lane<'_> {
    /// Encodes one window and scores its words.
    fn read(
        &mut self,
        file: &ReaderFile,
        asked: &[u32],
        passage: &Passage,
        window: &Range<usize>,
    ) -> Result<WindowReading, EngineError> {
        let vocabulary = &file.vocabulary;
        let text = passage.ids.get(window.clone()).unwrap_or_default();
        let ids = std::iter::once(&vocabulary.begin)
            .chain(asked)
            .chain([&vocabulary.end])
            .chain(text)
            .chain([&vocabulary.end]);
        self.encode(ids.map(|id| LlamaToken(id.cast_signed())))?;
        // Token of the window at which the passage's token 0 would stand.
        let first = asked.len() + 2;
        let place = |token: usize| first + token - window.start;
        let words = passage.words.get(words_in(passage, window));
        let words = words.unwrap_or_default();
        let ends = words.iter().map(|word| {
            let (from, to) = (word.tokens.start, word.tokens.end - 1);
            self.ends(file, place(from), place(to))
        });
        let ends = ends.collect::<Result<Vec<_>, EngineError>>()?;
        let nothing = self.score(file, START, 0)? + self.score(file, END, 0)?;
        let scored = (0..).zip(words).map(|(at, word)| WordScore {
            start: word.start as u32,
            end: word.end as u32,
            runs: runs_from(&ends, at, nothing),
        });
        Ok(WindowReading {
            words: scored.collect(),
            verdict: [
                self.score(file, NOTHING, 0)?,
                self.score(file, YES, 0)?,
                self.score(file, NO, 0)?,
            ],
        })
    }

    /// A word as either end of a run: its first token begins one, its last
    /// token ends one.
    fn ends(&self, file: &ReaderFile, from: usize, to: usize) -> Result<WordEnds, EngineError> {
        Ok(WordEnds {
            begins: self.score(file, START, from)?,
            ends: self.score(file, END, to)?,
            as_first: file.ties.first(self.vector(from)?),
            as_last: file.ties.last(self.vector(to)?),
        })
    }

    /// A head's score of one token of the window that was encoded last.
    fn score(&self, file: &ReaderFile, head: usize, token: usize) -> Result<f32, EngineError> {
        let vector = self.vector(token)?;
        let score = file.heads.get(head).map(|head| head.score(vector));
        score
            .filter(|score| score.is_finite())
            .ok_or_else(|| EngineError::Decode("the reader's scores are not numbers".into()))
    }

    /// A token's vector of the last layer.
    fn vector(&self, token: usize) -> Result<&[f32], EngineError> {
        self.context
            .embeddings_ith(token as i32)
            .map_err(|error| EngineError::Decode(error.to_string()))
    }
}

/// What is known of a word as an end of a run.
struct WordEnds {
    begins: f32,
    ends: f32,
    as_first: Vec<f32>,
    as_last: Vec<f32>,
}

/// Scores of the runs that begin with the word at `at`, above `nothing`.
fn runs_from(words: &[WordEnds], at: usize, nothing: f32) -> Vec<f32> {
    let rest = words.get(at..).unwrap_or_default();
    let Some(first) = rest.first() else {
        return Vec::new();
    };
    let score = |last: &WordEnds| {
        first.begins + last.ends + product(&first.as_first, &last.as_last) - nothing
    };
    rest.iter().take(LONGEST_RUN).map(score).collect()
}

// Rows of the heads in the file.
const START: usize = 0;
const END: usize = 1;
const NOTHING: usize = 2;
const YES: usize = 3;
const NO: usize = 4;
const _: () = assert!(NO + 1 == HEADS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_its_ends_and_what_ties_them() {
        let word = |begins, ends, first, last| WordEnds {
            begins,
            ends,
            as_first: vec![first],
            as_last: vec![last],
        };
        let words = [word(1.0, 2.0, 3.0, 4.0), word(10.0, 20.0, 30.0, 40.0)];
        assert_eq!(runs_from(&words, 0, 0.5), [14.5, 140.5]);
        assert_eq!(runs_from(&words, 1, 0.5), [1229.5]);
        let many: Vec<WordEnds> = (0..60).map(|_| word(0.0, 0.0, 0.0, 0.0)).collect();
        assert_eq!(runs_from(&many, 0, 0.0).len(), LONGEST_RUN);
        assert_eq!(runs_from(&many, 55, 0.0).len(), 5);
    }
}
