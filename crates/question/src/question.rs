//! The words of a question, and all that the rules read in them, whatever type is wanted.
//!
//! It is read once, where it is parsed, and handed down. Nobody below reads the words again: they
//! are given out ([`Question::as_asked`]) only for models, a search, the record and display.

use super::contents::asks_of_contents;
use super::every::{Every, every};
use super::frame::Frame;
use super::glossary::{Reworded, Term, reworded, terms};
use super::guess::guess;
use super::keyword::keywords_of;
use super::kind::asked_types;
use super::scope::{self, Filter, Scope};
use super::word::words;
use contract::support::Triage;
use contract::{Descriptor, LabelSet};
use language::Language;
use recognizer::{Stated, Terms};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A question as it was asked, and what the rules read in its words.
///
/// # Examples
///
/// ```
/// use question::Question;
///
/// let question = Question::of("Which team approves refunds above USD 500?");
/// assert_eq!(question.asked_types().unwrap(), ["organization"]);
/// assert_eq!(question.stated("amount").len(), 1);
/// assert_eq!(question.every("amount"), None);
/// assert!(Question::of("List all dates").every("date").is_some());
/// ```
#[derive(Debug, Clone)]
pub struct Question {
    text: String,
    language: Language,
    terms: Terms,
    specific: Option<Terms>,
    asked_types: Option<Vec<&'static str>>,
    every: BTreeMap<&'static str, Every>,
    stated: BTreeMap<&'static str, Vec<Stated>>,
    offers_choice: bool,
    asks_of_contents: bool,
    triage: Triage,
    scope: Scope,
    keywords: Vec<String>,
    of_passages: String,
    filters: Vec<Filter>,
}

impl Question {
    /// Reads a question, its language guessed.
    pub fn of(text: &str) -> Question {
        Question::in_language(text, guess(text, &words(text)))
    }

    /// Reads a question in a language.
    pub fn in_language(text: &str, language: Language) -> Question {
        Question::of_frame(&Frame::of(text, language))
    }

    /// Reads a question that was taken apart.
    pub(super) fn of_frame(frame: &Frame) -> Question {
        let text = frame.question;
        let terms = Terms::of(text);
        let by_form = Descriptor::built_in().filter(|one| one.is_found_by_form());
        let every = by_form.filter_map(|one| Some((one.name, every(frame, one.name)?)));
        let or = &frame.vocabulary.or;
        let (scope, places) = scope::scope_of(frame);
        let keywords = keywords_of(text, frame.language, &places);
        let of_passages = if keywords.is_empty() {
            text.to_owned()
        } else {
            scope::without_places(text, &places)
        };
        Question {
            language: frame.language,
            specific: specific(text),
            asked_types: asked_types(frame),
            every: every.collect(),
            stated: recognizer::stated(text),
            offers_choice: terms.have_plain(|word| or.has(word)),
            asks_of_contents: asks_of_contents(frame),
            triage: triage(text),
            scope,
            keywords,
            of_passages,
            filters: scope::filters(frame),
            text: text.to_owned(),
            terms,
        }
    }

    /// The words as they were asked: for what a model is shown, what is searched for, the record
    /// and display. What the rules say of them is asked of the other functions.
    pub fn as_asked(&self) -> &str {
        &self.text
    }

    /// The words to ask of a passage: without those that say pages and lines, which a passage does
    /// not tell of itself; all of them where they ask for nothing else.
    pub fn of_passages(&self) -> &str {
        &self.of_passages
    }

    /// Those words with its terms as documents in other languages write them, for a reader that knows
    /// little of them; none where it names no term that stands there so.
    pub fn reworded(&self, documents: &[&str]) -> Option<Reworded> {
        reworded(&self.of_passages, self.language, documents)
    }

    /// The terms of contracts and invoices that it names, with their words in the other languages:
    /// a search finds by them what names them there.
    pub fn named_terms(&self) -> Vec<Term> {
        terms(&self.text, self.language)
    }

    /// The language that it was read in.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Its words, as they are compared with evidence.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Its words without those that any question has (*amount*, *name*); none where no word is
    /// left that carries meaning.
    pub fn specific(&self) -> Option<&Terms> {
        self.specific.as_ref()
    }

    /// The types that may answer it by its own words, whatever type a person wants; none
    /// where it may be any: *what is the frobnitz?* names nothing that is known, *which team* asks
    /// for a team.
    pub fn asked_types(&self) -> Option<&[&'static str]> {
        self.asked_types.as_deref()
    }

    /// Which values of a type it asks for where it names a type alone, or values by a noun or
    /// two; none where it describes them in any other way, and for a type whose values code does
    /// not find by their form.
    pub fn every(&self, answer_type: &str) -> Option<&Every> {
        self.every.get(answer_type)
    }

    /// The values of a type that it states itself; none of types that code does not compute with.
    pub fn stated(&self, answer_type: &str) -> &[Stated] {
        self.stated.get(answer_type).map_or(&[], Vec::as_slice)
    }

    /// Whether it is answered with some of its own words: *was it Paris or London?*
    pub fn offers_choice(&self) -> bool {
        self.offers_choice
    }

    /// Whether it asks if the documents hold words about something, so that a document that holds none answers it
    /// with no: *is there an arbitration clause?*
    pub fn asks_of_contents(&self) -> bool {
        self.asks_of_contents
    }

    /// What it is about as the message of a customer, by the terms of the label sets.
    pub fn triage(&self) -> &Triage {
        &self.triage
    }

    /// The words that say what is asked for; none of those that say where to look.
    pub fn keywords(&self) -> &[String] {
        &self.keywords
    }

    /// Where it says to look, whatever a person set in place of it.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Which documents it says, whatever a person set in place of it.
    pub fn filters(&self) -> &[Filter] {
        &self.filters
    }
}

/// Everything else follows from these two.
impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.language == other.language
    }
}

impl Eq for Question {}

/// The words without those that any question has; none where no keyword is among the others.
fn specific(text: &str) -> Option<Terms> {
    let kept = text.split(|letter: char| !letter.is_alphanumeric());
    let kept: Vec<&str> = kept
        .filter(|word| !language::any(|pack| &pack.unspecific, &word.to_lowercase()))
        .collect();
    let kept = kept.join(" ");
    let frame = Frame::of(&kept, guess(&kept, &words(&kept)));
    let (_, places) = scope::scope_of(&frame);
    let keywords = keywords_of(&kept, frame.language, &places);
    (!keywords.is_empty()).then(|| Terms::of(&kept))
}

/// What the text is about, as the message of a customer.
fn triage(text: &str) -> Triage {
    static SETS: LazyLock<(LabelSet, LabelSet)> =
        LazyLock::new(|| (LabelSet::categories(), LabelSet::priorities()));
    Triage::by_terms(text, &SETS.0, &SETS.1)
}
