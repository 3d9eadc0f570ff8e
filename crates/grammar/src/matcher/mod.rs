//! A grammar over a model's vocabulary: which tokens may come next.
//!
//! The language is exactly that of the grammar's rules, byte by byte: a token
//! is allowed if and only if its bytes lead somewhere, also when it ends inside
//! a character. Everything that could grow is bounded by
//! [`Limits`], and going over a limit is an error, after which
//! the matcher stands where it stood.

mod error;
mod hash;
mod machine;
mod mask;
mod program;
mod slice;
mod swallow;
mod tokens;
mod trie;
mod utf8;
mod vocabulary;
mod walk;

pub use error::MatchError;
pub use mask::TokenMask;
pub use vocabulary::Vocabulary;

use crate::limits::Limits;
use crate::rule::Grammar;
use machine::{DEAD, Machine, NodeId};
use program::Program;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Follows one text through a grammar.
///
/// A clone is cheap and independent, and shares the states and masks made so
/// far with its origin. A new text for the same grammar should start from a
/// clone of an unused matcher.
///
/// # Examples
/// ```
/// use grammar::{Limits, Matcher, Vocabulary, gbnf};
/// use std::sync::Arc;
///
/// let limits = Limits::default();
/// let grammar = Arc::new(gbnf::parse("root ::= \"ab\" \"c\"*", &limits)?);
/// let tokens = ["a", "b", "ab", "abc", "c", ""].map(|text| text.as_bytes().to_vec());
/// let words = Arc::new(Vocabulary::new(tokens.to_vec(), vec![5], vec![]));
/// let mut matcher = Matcher::new(grammar, words, &limits)?;
/// assert_eq!(matcher.mask()?.iter().collect::<Vec<_>>(), [0, 2, 3]);
/// assert_eq!(matcher.forced_bytes()?, b"ab");
/// matcher.accept_token(3)?;
/// assert_eq!(matcher.mask()?.iter().collect::<Vec<_>>(), [4, 5]);
/// assert!(matcher.may_end());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Matcher {
    machine: Arc<Mutex<Machine>>,
    words: Arc<Vocabulary>,
    max_forced_bytes: usize,
    at: Place,
    /// Where it stood before each accepted step, oldest first.
    history: Vec<Place>,
    mask: Option<Arc<TokenMask>>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    state: NodeId,
    ended: bool,
    may_end: bool,
    must_end: bool,
}

impl Matcher {
    /// A matcher at the beginning of a text. Lowering the grammar takes time
    /// linear in its size; states are made when they are first met.
    ///
    /// # Errors
    /// [`MatchError::TooLarge`].
    pub fn new(
        grammar: impl AsRef<Grammar>,
        words: Arc<Vocabulary>,
        limits: &Limits,
    ) -> Result<Self, MatchError> {
        let program = Program::new(grammar.as_ref(), limits.max_matcher_bytes)?;
        let machine = Machine::new(program, words.max_token_bytes(), limits)?;
        let at = place(&machine, machine.start);
        Ok(Self {
            machine: Arc::new(Mutex::new(machine)),
            words,
            max_forced_bytes: limits.max_forced_bytes,
            at,
            history: Vec::new(),
            mask: None,
        })
    }

    /// The vocabulary it was made with.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.words
    }

    /// The tokens that may come next: end tokens where the text may end,
    /// others where their bytes lead somewhere. Empty after an end token.
    ///
    /// # Errors
    /// [`MatchError::TooLarge`].
    pub fn mask(&mut self) -> Result<&TokenMask, MatchError> {
        let mask = if self.at.ended {
            Arc::new(TokenMask::new(self.words.len()))
        } else {
            lock(&self.machine).mask(self.at.state, &self.words)?
        };
        Ok(self.mask.insert(mask))
    }

    /// Accepts a token.
    ///
    /// # Errors
    /// [`MatchError::RefusedToken`] exactly where the mask forbids it,
    /// [`MatchError::Ended`], [`MatchError::TooLarge`].
    pub fn accept_token(&mut self, token: u32) -> Result<(), MatchError> {
        let next = self.after_token(self.at, token)?;
        self.history.push(std::mem::replace(&mut self.at, next));
        Ok(())
    }

    /// Accepts bytes, as one step for [`Matcher::rollback`].
    ///
    /// # Errors
    /// [`MatchError::RefusedBytes`], [`MatchError::Ended`],
    /// [`MatchError::TooLarge`]; then nothing was accepted.
    pub fn accept_bytes(&mut self, bytes: &[u8]) -> Result<(), MatchError> {
        if self.at.ended {
            return Err(MatchError::Ended);
        }
        let mut machine = lock(&self.machine);
        let next = match machine.run(self.at.state, bytes)? {
            Ok(state) => place(&machine, state),
            Err(offset) => {
                return Err(MatchError::RefusedBytes {
                    offset,
                    length: bytes.len(),
                });
            }
        };
        drop(machine);
        self.history.push(std::mem::replace(&mut self.at, next));
        Ok(())
    }

    /// Whether these bytes, from here, are a whole rest of a sentence: they
    /// are possible and the text may end after them. Changes nothing.
    ///
    /// # Errors
    /// [`MatchError::TooLarge`].
    pub fn accepts(&self, bytes: &[u8]) -> Result<bool, MatchError> {
        if self.at.ended {
            return Ok(false);
        }
        let mut machine = lock(&self.machine);
        let end = machine.run(self.at.state, bytes)?;
        Ok(end.is_ok_and(|state| machine.may_end(state)))
    }

    /// How many of these bytes are possible from here. Changes nothing.
    ///
    /// # Errors
    /// [`MatchError::TooLarge`].
    pub fn accepted_prefix(&self, bytes: &[u8]) -> Result<usize, MatchError> {
        if self.at.ended {
            return Ok(0);
        }
        Ok(match lock(&self.machine).run(self.at.state, bytes)? {
            Ok(_) => bytes.len(),
            Err(offset) => offset,
        })
    }

    /// Index of the first token of a draft that would be refused; the draft's
    /// length if none. Changes nothing.
    ///
    /// # Errors
    /// [`MatchError::TooLarge`].
    pub fn validate_tokens(&self, draft: &[u32]) -> Result<usize, MatchError> {
        let mut at = self.at;
        for (index, token) in draft.iter().enumerate() {
            at = match self.after_token(at, *token) {
                Ok(next) => next,
                Err(error @ MatchError::TooLarge { .. }) => return Err(error),
                Err(_) => return Ok(index),
            };
        }
        Ok(draft.len())
    }

    /// Takes back the last `steps` accepted tokens (or accepted byte strings).
    ///
    /// # Errors
    /// [`MatchError::NothingToRollBack`]; then nothing changed.
    pub fn rollback(&mut self, steps: usize) -> Result<(), MatchError> {
        let held = self.history.len();
        let Some(keep) = held.checked_sub(steps) else {
            return Err(MatchError::NothingToRollBack { asked: steps, held });
        };
        if let Some(place) = self.history.get(keep) {
            self.at = *place;
        }
        self.history.truncate(keep);
        Ok(())
    }

    /// The longest byte string that everything from here must begin with: it
    /// stops where the text may end or two bytes are possible, and after
    /// `max_forced_bytes`. It may stop inside a character. Accepts nothing.
    ///
    /// # Errors
    /// [`MatchError::TooLarge`].
    pub fn forced_bytes(&mut self) -> Result<Vec<u8>, MatchError> {
        let mut forced = Vec::new();
        let mut state = self.at.state;
        if self.at.ended {
            return Ok(forced);
        }
        let mut machine = lock(&self.machine);
        machine.begin();
        while forced.len() < self.max_forced_bytes {
            let Some(byte) = machine.only_byte(state) else {
                break;
            };
            forced.push(byte);
            state = machine.step(state, byte)?;
        }
        Ok(forced)
    }

    /// Whether the text may end here.
    pub fn may_end(&self) -> bool {
        self.at.may_end && !self.at.ended
    }

    /// Whether nothing but the end can follow (also after an end token).
    pub fn must_end(&self) -> bool {
        self.at.must_end || self.at.ended
    }

    /// Whether an end token was accepted.
    pub fn has_ended(&self) -> bool {
        self.at.ended
    }

    /// How many steps were accepted and not taken back.
    pub fn steps(&self) -> usize {
        self.history.len()
    }

    /// States made so far and the bytes they take (estimated), shared by all
    /// clones; for measurements.
    pub fn size(&self) -> (usize, usize) {
        lock(&self.machine).size()
    }

    fn after_token(&self, at: Place, token: u32) -> Result<Place, MatchError> {
        if at.ended {
            return Err(MatchError::Ended);
        }
        let refused = MatchError::RefusedToken { token };
        if self.words.is_end(token) {
            return if at.may_end {
                Ok(Place { ended: true, ..at })
            } else {
                Err(refused)
            };
        }
        let bytes = self
            .words
            .bytes(token)
            .filter(|_| self.words.is_text(token));
        let Some(bytes) = bytes else {
            return Err(refused);
        };
        let mut machine = lock(&self.machine);
        match machine.run(at.state, bytes)? {
            Ok(state) => Ok(place(&machine, state)),
            Err(_) => Err(refused),
        }
    }
}

fn place(machine: &Machine, state: NodeId) -> Place {
    debug_assert_ne!(state, DEAD, "only living states are entered");
    let (may_end, must_end) = (machine.may_end(state), machine.must_end(state));
    Place {
        state,
        ended: false,
        may_end,
        must_end,
    }
}

/// A panic elsewhere leaves the machine's maps whole: each change to them is a
/// single insertion of something finished.
fn lock(machine: &Mutex<Machine>) -> MutexGuard<'_, Machine> {
    machine.lock().unwrap_or_else(PoisonError::into_inner)
}
